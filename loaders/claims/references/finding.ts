// Turns a reference and what is ruled of it into the finding that reports print. It judges nothing.

import { printAddress } from "../../address.ts";
import { isAtEdge, momentOf, type Past } from "../../audit/past.ts";
import type { ClaimFinding } from "../../claim.ts";
import type { Reference } from "../../facts/references.ts";
import type { Birth } from "../../model.ts";
import type { Mention, Ruling } from "./mention.ts";

export function referenceFinding(mention: Mention, ruling: Ruling, fingerprint: string, past: Past): ClaimFinding {
  const { source, reference, ignored } = mention;
  return {
    kind: "reference",
    address: printAddress({ noun: "doc", path: source.path, line: reference.line }),
    doc: source.path,
    line: reference.line,
    column: reference.column,
    text: reference.text,
    verdict: ruling.verdict,
    // A reference is told and fails nothing: what is gone may be named for good reasons that no sentence gives.
    fails: false,
    says: ruling.says,
    stated: stated(reference),
    found: ruling.found,
    missing: [],
    extra: [],
    places: ruling.places,
    born: bornOf(mention, past),
    broke: ruling.broke,
    fingerprint,
    excused: source.from === "message" ? "a commit message cannot be changed" : excuseOf(ignored),
    introduced: null,
  };
}

function excuseOf(ignored: string | null): string | null {
  return ignored === null ? null : `binnacle-ignore: ${ignored === "" ? "no reason is given" : ignored}`;
}

const births = new WeakMap<Past, Map<number, Birth>>();

/** The birth at a position: many references share one, and each of it is asked of a commit's message. */
function bornOf({ birth }: Mention, past: Past): Birth | null {
  if (birth === null) return null;
  const known = births.get(past) ?? new Map<number, Birth>();
  births.set(past, known);
  const born = known.get(birth) ?? { ...momentOf(past, birth), floor: isAtEdge(past, birth) ? past.floor : null };
  known.set(birth, born);
  return born;
}

/** What is named, and as what: `symbol Engine.step`. */
function stated(reference: Reference): string {
  switch (reference.kind) {
    case "symbol":
      return `symbol ${reference.parts.join(".")}`;
    case "commit":
      return `commit ${reference.id}`;
    case "issue":
      return `issue ${reference.repository ?? ""}#${reference.number}`;
    case "path":
      return `path ${reference.path}${reference.anchor === null ? "" : `#${reference.anchor}`}`;
  }
}
