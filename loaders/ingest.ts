// Makes a notebook store current with a repository and a profile. It decides whether there is anything to do, and loads
// what does it (record.ts) only then: a run with nothing to do costs little more than looking.

import { readStamp, writeStamp } from "./stamp.ts";
import {
  branchOf,
  decidedBy,
  digestOf,
  type Ingested,
  type IngestOptions,
  isCurrent,
  nothingDone,
  sinceOf,
  tagList,
} from "./target.ts";

/** Makes the store current. Throws what reading git throws, and "store-busy", "store-newer", "store-corrupt", "disk-full". */
export async function ingest(options: IngestOptions): Promise<Ingested> {
  const { repo, store } = options;
  const tip = await repo.resolve(options.branch ?? "HEAD");
  const since = await sinceOf(repo, options.since);
  const decided = decidedBy(options, since);
  const digest = digestOf(decided);
  const tags = await repo.tags();
  const sought = {
    digest,
    head: tip,
    branch: branchOf(options),
    tags: tagList(tags),
    proposed: options.proposed ?? false,
  };
  const stamp = readStamp(store);
  if (stamp !== null && isCurrent(stamp, sought)) return nothingDone(store, stamp);
  const { record } = await import("./record.ts");
  const done = await record(options, { tip, decided, digest, tags, sought });
  writeStamp(store, { ...sought, commits: done.commits, warnings: done.warnings });
  return done;
}
