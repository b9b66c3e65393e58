// Turns rulings on notes into the findings that reports print. It decides nothing but whether a verdict fails.

import { createHash } from "node:crypto";
import { printAddress } from "../address.ts";
import { type ClaimFinding, UNSAID } from "../claim.ts";
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
    ...UNSAID,
    kind: "note",
    address: printAddress({ noun: "note", name: note.name }),
    doc: note.doc,
    line: attached.line,
    column: 1,
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

/** Of a file or an entry that is no note, or no measurement. */
export function brokenFinding(
  kind: "note" | "measurement",
  { name, doc, line, says }: BrokenNote,
  { failOn }: Pick<NotesConfiguration, "failOn">,
): ClaimFinding {
  return {
    ...UNSAID,
    kind,
    address: printAddress({ noun: kind, name }),
    doc,
    line,
    column: 1,
    text: name,
    verdict: "unchecked",
    fails: failOn.has("unchecked"),
    says,
    fingerprint: fingerprintOf([`broken ${kind}`, doc, name]),
  };
}

/** Hex, 20 characters. */
export function fingerprintOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 20);
}
