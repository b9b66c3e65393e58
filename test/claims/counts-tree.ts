// A tree in memory, judged for the counts in its prose. It has no history: none is needed.

import { Library } from "../../loaders/audit/library.ts";
import type { Snapshot } from "../../loaders/citation.ts";
import { type CountsTold, judgeCounts } from "../../loaders/claims/counts/judge-counts.ts";
import { type Proposal, proposeQuestions, type Stands } from "../../loaders/claims/counts/propose.ts";
import { Facts } from "../../loaders/facts/source.ts";

export type Tree = Readonly<Record<string, string>>;

function snapshotOf(tree: Tree): Snapshot {
  const blobs = new Map(
    Object.entries(tree).map(([path, text], index) => [`${index}`.padStart(40, "0"), { path, text }]),
  );
  return {
    kind: "commit",
    name: "HEAD",
    heads: [],
    files: new Map([...blobs].map(([oid, { path }]) => [path, oid])),
    submodules: new Set(),
    links: new Set(),
    conflicts: new Set(),
    blob: async (oid) => Buffer.from(blobs.get(oid)!.text),
  };
}

export function counted(tree: Tree): Promise<CountsTold> {
  const snapshot = snapshotOf(tree);
  const library = new Library((oid) => snapshot.blob(oid));
  return judgeCounts({ snapshot, library, facts: new Facts(), wanted: () => true });
}

/** What differs, as `path:line says`. */
export async function differing(tree: Tree): Promise<string[]> {
  return (await counted(tree)).findings.map(({ doc, line, says }) => `${doc}:${line} ${says}`);
}

export function proposed(sentence: string, tree: Tree, where: Stands | null = null): Promise<readonly Proposal[]> {
  const { files, blob } = snapshotOf(tree);
  return proposeQuestions(sentence, where, { files, bytes: blob, facts: new Facts() });
}
