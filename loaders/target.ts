// Says what a store is to hold: options, the digest of all that decides its rows, and whether what is stored is that
// already. It neither walks nor writes.

import { createHash } from "node:crypto";
import { BinnacleError } from "./error.ts";
import type { Repository } from "./git/repository.ts";
import type { Oid, Profile, Tag } from "./model.ts";
import type { Plan } from "./plan.ts";
import type { Stamp } from "./stamp.ts";
import type { FactCache } from "./store/fact-cache.ts";
import type { Decided, Meta, StoredCommit } from "./store/notebook.ts";
import type { SurfaceWalk } from "./surface/walk.ts";
import { DERIVATION_VERSION, EXTRACTOR_VERSION, SCHEMA, VERSION } from "./version.ts";

export interface IngestOptions {
  readonly repo: Repository;
  readonly profile: Profile;
  /** Path of the notebook file. */
  readonly store: string;
  /** What the notebook calls the repository: `ROCm/ATOM`. */
  readonly name: string;
  /** Whether the profile was proposed from the code: no person wrote it. */
  readonly proposed?: boolean;
  readonly branch?: string;
  /** A revision or a date, `2026-01-01`; older commits are not looked at. */
  readonly since?: string;
  readonly allParents?: boolean;
  /** Facts are saved this often in a long walk, in bytes that were parsed, so that a killed run costs little. */
  readonly saveEvery?: number;
  /** Told once, before the walk, where a store is walked again from its beginning: why, in a sentence. */
  readonly onAgain?: (why: string) => void;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly phase: "commits" | "walk" | "write" | "citations" | "claims" | "seeds" | "sentences" | "copies" | "effort";
  readonly done: number;
  readonly total: number;
  readonly what: string;
}

/** What a run did. */
export interface Ingested {
  readonly store: string;
  readonly head: Oid;
  readonly commits: number;
  /** Commits that were walked now. */
  readonly walked: number;
  /** Positions given up because the tip is no descendant of the stored one. */
  readonly cut: number;
  readonly rebuilt: boolean;
  readonly events: number;
  readonly parsedBytes: number;
  readonly warnings: readonly string[];
}

/** What is stored, as a run finds it. */
export interface Known {
  readonly meta: Meta;
  readonly line: readonly StoredCommit[];
  readonly tags: string;
  /** Whether a tag left the line at its very tip: it may stand on a commit that comes next. */
  readonly ahead: boolean;
}

/** What is to be recorded: the tip, and all that decides what its rows are. */
export interface Target {
  readonly tip: Oid;
  readonly decided: Decided;
  readonly digest: string;
  readonly tags: readonly Tag[];
  /** The same as a store or its stamp says it. */
  readonly sought: Sought;
}

/** One run: what it records, and what it found. */
export interface Run {
  readonly tip: Oid;
  readonly decided: Decided;
  readonly digest: string;
  readonly tags: readonly Tag[];
  readonly cache: FactCache;
  /** What it walks with, wherever that stands. */
  readonly walk: SurfaceWalk;
  readonly known: Known | null;
  readonly plan: Plan;
}

/** What a store is of. */
export type Sought = Pick<Stamp, "digest" | "head" | "branch" | "tags"> & { readonly proposed?: boolean };

/** Whether what is stored is what is sought. */
export function isCurrent(stored: Sought, sought: Sought): boolean {
  return (
    stored.head === sought.head &&
    stored.digest === sought.digest &&
    stored.branch === sought.branch &&
    stored.tags === sought.tags &&
    (stored.proposed ?? false) === (sought.proposed ?? false)
  );
}

/** What a run did that found the store current. */
export function nothingDone(
  store: string,
  { head, commits, warnings }: Pick<Stamp, "head" | "commits" | "warnings">,
): Ingested {
  return { store, head, commits, walked: 0, cut: 0, rebuilt: false, events: 0, parsedBytes: 0, warnings };
}

/** Tags as one text, for comparing. */
export function tagList(tags: readonly Tag[]): string {
  const rows = tags.map(({ name, oid }) => `${name} ${oid}`);
  return rows.toSorted().join("\n");
}

/** What the notebook calls its branch. */
export function branchOf({ repo, branch }: IngestOptions): string | null {
  return branch ?? repo.branch;
}

/** All that decides the rows. */
export function decidedBy(options: IngestOptions, since: Oid | number | null): Decided {
  return {
    program: [SCHEMA, VERSION, EXTRACTOR_VERSION, DERIVATION_VERSION],
    profile: { name: options.profile.name, digest: digestOf(options.profile) },
    allParents: options.allParents ?? false,
    since,
    name: options.name,
    shallow: [...options.repo.shallow].toSorted(),
  };
}

/** A value's digest, whatever the order of its keys: a profile that was proposed is the same once it is written down. */
export function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** What `--since` says: a commit, or the second at which a day begins (UTC). Throws "bad-usage", "unknown-revision". */
export async function sinceOf(repo: Repository, since: string | undefined): Promise<Oid | number | null> {
  if (since === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(since)) return repo.resolve(since);
  const day = Date.parse(`${since}T00:00:00Z`) / 1000;
  if (Number.isFinite(day)) return day;
  throw new BinnacleError(
    "bad-usage",
    `--since is ${since}, which is no day. Pass a day of the calendar, or a revision.`,
  );
}
