// Turns two trees into what a change can have touched, and the findings of both into what the change did: what it broke,
// and what it added that was wrong from the start. What was wrong before is counted and is nobody's fault now.

import { posix } from "node:path";
import type { Finding, Snapshot, Verdict } from "../citation.ts";
import type { Cited } from "./subject.ts";

export interface Change {
  /** Paths whose bytes differ, or that only one side has. */
  readonly paths: ReadonlySet<string>;
  /** Last parts of the paths that only one side has: what they mean may have changed. */
  readonly names: ReadonlySet<string>;
  /** Last parts of all those paths: a document that holds none of them, and is none of them, is not touched. */
  readonly words: readonly Buffer[];
}

export function changeBetween(before: Snapshot, now: Snapshot): Change {
  const paths = new Set<string>();
  const names = new Set<string>();
  for (const [path, oid] of now.files) {
    const old = before.files.get(path);
    if (old === oid) continue;
    paths.add(path);
    if (old === undefined) names.add(posix.basename(path));
  }
  for (const path of before.files.keys()) {
    if (now.files.has(path)) continue;
    paths.add(path);
    names.add(posix.basename(path));
  }
  const words = new Set([...paths].map((path) => posix.basename(path)));
  return { paths, names, words: [...words].map((word) => Buffer.from(word)) };
}

/** Whether a document has to be read at all to know what a change did to its citations. `bytes` are its own. */
export function mayBeTouched({ paths, words }: Change, path: string, bytes: Uint8Array): boolean {
  if (paths.has(path)) return true;
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return words.some((word) => own.includes(word));
}

/** Whether a change can have made a citation right or wrong: it touched its document, its target, or what its path means. */
export function isTouched({ paths, names }: Change, { document, target, citation }: Cited): boolean {
  if (paths.has(document.path) || (target !== null && paths.has(target.path))) return true;
  return citation.path !== null && names.has(posix.basename(citation.path));
}

/** Verdicts that are not in order: a change that brings one about is told, and each ought to be repaired. */
export const OFF: ReadonlySet<Verdict> = new Set([
  "moved",
  "changed",
  "wrong-when-written",
  "past-end",
  "missing",
  "ambiguous",
]);

/** The findings of now, each with whether the change made it so. `before` are those of each side it is compared with. */
export function introducedBy(now: readonly Finding[], ...before: readonly (readonly Finding[])[]): readonly Finding[] {
  const sides = before.map((findings) => new Map(findings.map((finding) => [finding.fingerprint, finding])));
  return now.map((finding) => {
    if (!OFF.has(finding.verdict)) return { ...finding, introduced: false };
    // Wrong on one side already: then nobody's change made it so, unless it wrote the numbers anew.
    const wrong = sides.some((side) => {
      const old = side.get(finding.fingerprint);
      return (
        old !== undefined &&
        old.start === finding.start &&
        old.end === finding.end &&
        wasOff(old.verdict, finding.verdict)
      );
    });
    return { ...finding, introduced: !wrong };
  });
}

/** Whether what was there before was off already: `moved` that is now `changed` has become worse, and is new. */
function wasOff(before: Verdict, now: Verdict): boolean {
  return OFF.has(before) && (before !== "moved" || now === "moved");
}
