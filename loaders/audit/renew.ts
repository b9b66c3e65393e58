// Turns an older audit of the same line into one of now: judges the documents that the commits since can have touched, and
// keeps what was found of the others. What comes out is what a full audit finds.

import { posix } from "node:path";
import type { Finding } from "../citation.ts";
import { commitSnapshot } from "../git/snapshot.ts";
import { type AuditOptions, auditSnapshot } from "./audit.ts";
import { type Change, changeBetween } from "./change.ts";
import { isData } from "./documents.ts";
import { type Entry, entryOf } from "./ledger.ts";
import { UNCOMMITTED } from "./past.ts";

/** Rounds in which documents are found that hear of each other; beyond, everything is judged anew. */
const ROUNDS = 4;

/** Null where nothing can be kept: the older commit is not on the line of now, or too much hangs together. */
export async function renew(options: AuditOptions, older: Entry): Promise<Entry | null> {
  const { archive, snapshot, configuration } = options;
  if (older.commit === null) return null;
  const past = await archive.open(snapshot);
  const at = past.position.get(older.commit);
  if (at === undefined || !past.line.includes(at)) return null;
  const commit = snapshot.kind === "commit" ? snapshot.heads[0]! : null;
  const before = await commitSnapshot(archive.repo, older.commit);
  const change = changeBetween(before, snapshot);
  const sameLinks =
    before.links.size === snapshot.links.size && [...before.links].every((path) => snapshot.links.has(path));
  if (!sameLinks) return null;
  let stale = closed(staleDocuments(older, change), older);
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = (path: string) => stale.has(path) && configuration.wanted(path);
    const found = entryOf(await auditSnapshot({ archive, snapshot, configuration, wanted }), commit, null);
    const all = joined(older, found, stale, options);
    // What was judged anew may hear of what was kept: then that is judged anew with it.
    const next = closed(new Set([...stale, ...touchedBy(found, older, stale)]), older);
    if (next.size === stale.size) return all;
    stale = next;
  }
  return null;
}

/** Documents that changed, and those that cite what changed, or could come to mean it. */
function staleDocuments({ findings, keys }: Entry, { paths, names }: Change): Set<string> {
  const changed = new Set([...paths].map((path) => posix.basename(path)));
  const stale = new Set(paths);
  for (const [at, { doc, verdict, says }] of findings.entries()) {
    const { file, target, chosen } = keys[at]!;
    const isTouched = target !== null && paths.has(target);
    const meansAnother = names.has(file) || endsWithAny(file, names) || (chosen && changed.has(file));
    // A commit that was not in the history can be in it now.
    const isOpen = verdict === "external" && says.startsWith("the commit");
    if (isTouched || meansAnother || isOpen) stale.add(doc);
  }
  return stale;
}

/** A glued word ends in the name that it means. */
function endsWithAny(file: string, names: ReadonlySet<string>): boolean {
  for (const name of names) if (file.length > name.length && file.endsWith(name)) return true;
  return false;
}

/** With them, all documents whose citations hear those of the stale ones. */
function closed(stale: Set<string>, { findings, keys }: Entry): Set<string> {
  for (let size = -1; size !== stale.size; ) {
    size = stale.size;
    const groups = new Set(keys.filter((_, at) => stale.has(findings[at]!.doc)).map(({ group }) => group));
    for (const [at, { doc }] of findings.entries())
      if (keys[at]!.target !== null && groups.has(keys[at]!.group)) stale.add(doc);
  }
  return stale;
}

/** Documents that were kept and whose neighbours are now among what was judged anew. */
function touchedBy(found: Entry, older: Entry, stale: ReadonlySet<string>): readonly string[] {
  const groups = new Set(found.keys.filter(({ target }) => target !== null).map(({ group }) => group));
  return older.findings
    .filter(({ doc }, at) => !stale.has(doc) && groups.has(older.keys[at]!.group))
    .map(({ doc }) => doc);
}

function joined(
  older: Entry,
  found: Entry,
  stale: ReadonlySet<string>,
  { snapshot, configuration }: AuditOptions,
): Entry {
  const kept = older.findings.map(({ doc }) => !stale.has(doc));
  const wanted = [...snapshot.files.keys(), ...snapshot.links].filter(configuration.wanted);
  const there = new Set(wanted);
  const head = snapshot.kind === "commit" ? snapshot.heads[0]! : UNCOMMITTED;
  return {
    ...found,
    findings: [...older.findings.filter((_, at) => kept[at]).map((finding) => asOf(finding, head)), ...found.findings],
    keys: [...older.keys.filter((_, at) => kept[at]), ...found.keys],
    unbound: [...older.unbound.filter(({ doc }) => !stale.has(doc)), ...found.unbound],
    exemptions: [
      ...older.exemptions.filter((each) => !stale.has(each.slice(0, each.indexOf("\n")))),
      ...found.exemptions,
    ],
    left: [...older.left.filter(([path]) => !stale.has(path) && there.has(path)), ...found.left],
    looked: wanted.filter((path) => snapshot.files.has(path) && !isData(path)).length,
  };
}

/** What stands at the cited lines now stands there in the tree of now. */
function asOf(finding: Finding, head: string): Finding {
  return finding.now === null ? finding : { ...finding, now: { ...finding.now, commit: head } };
}
