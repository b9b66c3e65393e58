// Has one tree judged, with as little work as what is known already leaves: the same audit again is read from the ledger,
// and one of a later commit goes on from an earlier one.

import { join } from "node:path";
import { auditAgainst } from "../audit/against.ts";
import type { Archive } from "../audit/archive.ts";
import { auditSnapshot } from "../audit/audit.ts";
import type { AuditConfiguration } from "../audit/configuration.ts";
import { messageDocuments, outsideDocument } from "../audit/extra-documents.ts";
import { type Entry, entryOf, Ledger } from "../audit/ledger.ts";
import { renew } from "../audit/renew.ts";
import type { Snapshot } from "../citation.ts";
import { repositoryIdentity } from "../git/repository.ts";
import { codeStamp } from "../version.ts";
import type { Judged } from "./audit-trees.ts";
import { cacheFolder, type Flags } from "./context.ts";
import { standsIn, under } from "./here.ts";

export interface Asked {
  readonly archive: Archive;
  readonly judged: Judged;
  readonly configuration: AuditConfiguration;
  /** The text that the configuration was read from; it decides what is found. */
  readonly text: string;
  readonly words: readonly string[];
  readonly flags: Flags;
}

export async function found(asked: Asked): Promise<Entry> {
  const { archive, judged, words, flags } = asked;
  const { outside } = paths(words, judged.now);
  // What is elsewhere is read anew each time.
  if (archive.externals.size > 0) return judge(asked);
  if (outside.length > 0) {
    const entry = await judge(asked);
    return {
      ...entry,
      warnings: [...entry.warnings, ...outside.map(unknownOrigin)],
      looked: entry.looked + outside.length,
    };
  }
  const ledger = new Ledger(join(cacheFolder(), await repositoryIdentity(archive.repo)));
  const same = JSON.stringify([
    ...decides(asked),
    treeOf(judged.now),
    judged.before.map(treeOf),
    words,
    flags.messages,
  ]);
  const known = ledger.get("audit", same);
  if (known !== null) return known;
  const isFull = judged.before.length === 0 && words.length === 0 && flags.messages !== true;
  const line = JSON.stringify(decides(asked));
  const older = isFull ? ledger.get("line", line) : null;
  const { configuration } = asked;
  const entry =
    (older === null ? null : await renew({ archive, snapshot: judged.now, configuration }, older)) ??
    (await judge(asked));
  ledger.put("audit", same, entry);
  if (isFull && entry.commit !== null) ledger.put("line", line, entry);
  return entry;
}

function unknownOrigin(path: string): string {
  return `${path} is in no tree here, and nothing says which version it was written of: its citations are judged by what their sentences say, and nothing is claimed of the past.`;
}

/** Everything but trees that decides what is found. */
function decides({ archive, text }: Asked): readonly unknown[] {
  const { shallow, forge } = archive.repo;
  return [codeStamp(), text, archive.examples, forge, [...shallow].sort()];
}

/** A tree by what is in it, and the history behind it. */
function treeOf({ kind, heads, files, links, submodules }: Snapshot): readonly unknown[] {
  // A commit's files are told by its id.
  return kind === "commit" ? [heads] : [kind, heads, [...files], [...links], [...submodules]];
}

async function judge({ archive, judged, configuration, words, flags }: Asked): Promise<Entry> {
  const { now, before } = judged;
  const { outside, wanted } = paths(words, now);
  const known = new Set(before.flatMap((side) => side.heads));
  const options = {
    archive,
    configuration,
    wanted,
    beside: (past: Parameters<typeof messageDocuments>[0]) => [
      ...outside.map((path) => outsideDocument(path, archive.examples)),
      ...(flags.messages === true ? messageDocuments(past, (commit) => !known.has(commit.oid)) : []),
    ],
  };
  if (before.length === 0) {
    const audited = await auditSnapshot({ ...options, snapshot: now });
    return entryOf(audited, now.kind === "commit" ? now.heads[0]! : null, null);
  }
  const compared = await auditAgainst({ ...options, now, before });
  return entryOf(compared, null, compared.newExemptions);
}

/** Which documents are meant: folders and files of the tree (empty: all of it), and files from elsewhere. */
export function paths(words: readonly string[], tree: Snapshot) {
  const stands = standsIn(tree);
  const inside = words.filter((word) => word === "" || stands(word));
  return {
    outside: words.filter((word) => !inside.includes(word)),
    wanted: under(words.length === 0 ? [""] : inside),
  };
}
