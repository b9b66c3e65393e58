// Turns an older audit of the same line into one of now: judges the documents that the commits since can have touched, and
// keeps what was found of the others. What comes out is what a full audit finds.

import { posix } from "node:path";
import type { Finding } from "../citation.ts";
import { commitSnapshot } from "../git/snapshot.ts";
import { groupBy } from "../group.ts";
import { type AuditOptions, auditSnapshot } from "./audit.ts";
import { type Change, changeBetween } from "./change.ts";
import { isData } from "./documents.ts";
import { type Entry, entryOf } from "./ledger.ts";
import { UNCOMMITTED } from "./past.ts";

/** Null where nothing can be kept: the older commit is not on the line of now, or links came or went. */
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
  const judged = async (stale: ReadonlySet<string>) => {
    const wanted = (path: string) => stale.has(path) && configuration.wanted(path);
    const others = older.keys.filter((_, at) => !stale.has(older.findings[at]!.doc)).map(({ voice }) => voice);
    return entryOf(await auditSnapshot({ archive, snapshot, configuration, wanted, others }), commit, null);
  };
  const stale = staleDocuments(older, change);
  const first = await judged(stale);
  const listeners = listenersOf(older, first, stale);
  if (listeners.length === 0) return joined(older, first, stale, options);
  const all = new Set([...stale, ...listeners]);
  return joined(older, await judged(all), all, options);
}

/** Documents that were kept, of citations whose neighbours now say something else. */
function listenersOf(older: Entry, found: Entry, stale: ReadonlySet<string>): readonly string[] {
  const before = said(older.keys.filter((_, at) => stale.has(older.findings[at]!.doc)));
  const now = said(found.keys);
  const differ = (group: string) => before.get(group) !== now.get(group);
  const listening = older.findings.filter(({ doc }, at) => {
    const { voice } = older.keys[at]!;
    return voice.bits !== null && !stale.has(doc) && differ(voice.group);
  });
  return listening.map(({ doc }) => doc);
}

/** By group, everything that is said in it, as one text. */
function said(keys: Entry["keys"]): ReadonlyMap<string, string> {
  const speaking = keys.map(({ voice }) => voice).filter(({ bits }) => bits !== null);
  const groups = groupBy(speaking, ({ group }) => group);
  return new Map(
    [...groups].map(([group, voices]) => [group, JSON.stringify(voices.map((each) => JSON.stringify(each)).sort())]),
  );
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
