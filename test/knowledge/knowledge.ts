// Builds a repository with notes and judges them at its head, with and without a store; gives back verdicts in a form that a
// test can compare. Everything is real but the people.

import { siteAddress } from "../../loaders/address.ts";
import { Archive } from "../../loaders/audit/archive.ts";
import type { Snapshot } from "../../loaders/citation.ts";
import type { ClaimFinding } from "../../loaders/claim.ts";
import { openRepository, type Repository } from "../../loaders/git/repository.ts";
import { commitSnapshot } from "../../loaders/git/snapshot.ts";
import { parseNotesConfiguration } from "../../loaders/knowledge/configuration.ts";
import { type JudgedNotes, judgeNotes } from "../../loaders/knowledge/judge.ts";
import { type JudgedMeasurements, judgeMeasurements } from "../../loaders/knowledge/judge-measurements.ts";
import { type Rows, rowsOf } from "../../loaders/surface/rows.ts";
import { SurfaceWalk } from "../../loaders/surface/walk.ts";
import { type BuiltRepository, type CommitPlan, makeRepository } from "../support/repository.ts";
import { folder, ingestAt, PROFILE } from "../support/stores.ts";

export interface JudgeOptions {
  /** Text of a binnacle.yaml. */
  readonly configuration?: string;
  /** Whether a store is made first. */
  readonly store?: boolean;
  /** Whether the surface is asked at all. */
  readonly profile?: boolean;
  /** What is judged; default: the head. */
  readonly snapshot?: (repo: Repository) => Promise<Snapshot>;
  /** What the store is made of; default: the head. */
  readonly branch?: string;
}

export async function judgedIn(dir: string, options: JudgeOptions = {}): Promise<JudgedNotes & JudgedMeasurementsOf> {
  const repo = await openRepository(dir);
  try {
    const snapshot = await (options.snapshot ?? headOf)(repo);
    const configuration = parseNotesConfiguration(options.configuration ?? "", "binnacle.yaml");
    let store: string | null = null;
    if (options.store === true) {
      store = `${folder()}/notebook.duckdb`;
      await ingestAt(dir, store, options.branch === undefined ? {} : { branch: options.branch });
    }
    const archive = new Archive(repo, false);
    const past = await archive.open(snapshot);
    const rows = options.profile === false ? null : await surfaceOf(repo, snapshot);
    const judged = await judgeNotes({ snapshot, archive, past, rows, store, configuration });
    const measured = await judgeMeasurements({ snapshot, archive, past, configuration });
    return { ...judged, measured };
  } finally {
    repo.close();
  }
}

interface JudgedMeasurementsOf {
  readonly measured: JudgedMeasurements;
}

async function headOf(repo: Repository): Promise<Snapshot> {
  return commitSnapshot(repo, await repo.resolve("HEAD"));
}

/** The rows of a snapshot's surface, by the small engine's profile. */
export async function surfaceOf(repo: Repository, snapshot: Snapshot): Promise<Rows> {
  const walk = new SurfaceWalk(repo, PROFILE);
  await walk.goToFiles(snapshot.files, (oid) => snapshot.blob(oid));
  return rowsOf(walk.surface(), PROFILE, siteAddress, (path) => snapshot.files.get(path) ?? null);
}

/** Builds a repository, judges its head and removes it. */
export async function judged(
  plans: readonly CommitPlan[],
  options: JudgeOptions = {},
): Promise<JudgedNotes & JudgedMeasurementsOf & Pick<BuiltRepository, "oids">> {
  const built = makeRepository(plans, { bare: true });
  try {
    return { ...(await judgedIn(built.dir, options)), oids: built.oids };
  } finally {
    built.cleanup();
  }
}

/** A note's file. */
export function note(
  attachedTo: string | readonly string[],
  more: Readonly<Record<string, string>> = {},
  text = "A note.",
): string {
  const to = typeof attachedTo === "string" ? ` ${attachedTo}` : attachedTo.map((each) => `\n  - ${each}`).join("");
  const fields = Object.entries(more).map(([key, value]) => `${key}: ${value}\n`);
  return `---\nattached_to:${to}\n${fields.join("")}---\n\n${text}\n`;
}

/** What a person would act on: verdict, where it is now, by which commit (its place among the plans), what that did. */
export function told(finding: ClaimFinding, oids: readonly string[]): string {
  const { verdict, found, broke } = finding;
  const by =
    broke === null
      ? ""
      : ` · ${broke.commit === "uncommitted" ? "uncommitted" : oids.indexOf(broke.commit)} ${broke.says}`;
  return `${verdict}${found === null ? "" : ` ${found}`}${by}`;
}
