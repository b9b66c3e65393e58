// Turns rulings on notes into the findings that reports print. It decides nothing but whether a verdict fails.

import { createHash } from "node:crypto";
import { printAddress } from "../address.ts";
import type { ClaimFinding } from "../claim.ts";
import type { Birth } from "../model.ts";
import type { NotesConfiguration } from "./configuration.ts";
import type { Attached, BrokenNote, Note } from "./note.ts";
import type { Ruling } from "./verdict.ts";

type Decides = Pick<NotesConfiguration, "failOn" | "retired">;

export function noteFinding(
  note: Note,
  attached: Attached,
  ruling: Ruling,
  born: Birth | null,
  { failOn, retired }: Decides,
): ClaimFinding {
  const could = failOn.has(ruling.verdict);
  const isRetired = retired.has(note.status);
  return {
    ...PLAIN,
    address: printAddress({ noun: "note", name: note.name }),
    doc: note.doc,
    line: attached.line,
    text: note.title === "" ? attached.text : note.title,
    verdict: ruling.verdict,
    fails: could && !isRetired,
    says: ruling.says,
    stated: attached.text,
    found: ruling.found,
    missing: ruling.removed,
    extra: ruling.added,
    places: ruling.places,
    born,
    broke: ruling.broke,
    fingerprint: fingerprintOf(["note", note.name, attached.text]),
    excused: could && isRetired ? `its status is "${note.status}"` : null,
  };
}

/** Of a file or an entry that is no note. */
export function brokenFinding({ name, doc, line, says }: BrokenNote, { failOn }: Decides): ClaimFinding {
  return {
    ...PLAIN,
    address: printAddress({ noun: "note", name }),
    doc,
    line,
    text: name,
    verdict: "unchecked",
    fails: failOn.has("unchecked"),
    says,
    fingerprint: fingerprintOf(["broken note", doc, name]),
  };
}

/** What a finding has where nothing else is said. */
export const PLAIN = {
  kind: "note",
  column: 1,
  stated: null,
  found: null,
  missing: [],
  extra: [],
  places: [],
  born: null,
  broke: null,
  excused: null,
  introduced: null,
} as const satisfies Partial<ClaimFinding>;

/** Hex, 20 characters. */
export function fingerprintOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 20);
}
