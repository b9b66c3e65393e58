// Turns a line of history into all citations that stand or stood on it, each judged at the last commit it stands in, with
// what it was before. The audits of past commits share everything with that of the head.

import type { Finding } from "../citation.ts";
import { commitSnapshot } from "../git/snapshot.ts";
import { groupBy } from "../group.ts";
import type { Oid } from "../model.ts";
import type { Archive } from "./archive.ts";
import { type Audited, auditSnapshot } from "./audit.ts";
import type { AuditConfiguration } from "./configuration.ts";
import { type Life, livesOf } from "./lives.ts";
import { type State, statesOf } from "./states.ts";

export interface Chronicled {
  readonly life: Life;
  readonly finding: Finding;
  readonly states: readonly State[];
}

export interface Chronicle {
  readonly citations: readonly Chronicled[];
  /** The audit of the head. */
  readonly head: Audited;
  /** Commits of the line, oldest first: positions are places in this list. */
  readonly line: readonly Oid[];
  /** Citations that are gone and were not judged, because they stood in too many different commits. */
  readonly unjudged: number;
}

/** Past commits that are audited for citations that ended there; the latest are. */
const MOST_COMMITS = 600;

/** `onProgress` is told how many of how many commits are done. */
export async function chronicle(
  archive: Archive,
  head: Oid,
  configuration: AuditConfiguration,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Chronicle> {
  const now = await auditSnapshot({ archive, snapshot: await commitSnapshot(archive.repo, head), configuration });
  const { past } = now;
  const lives = await livesOf(past, archive.library, configuration.wanted);
  const line = past.line.toReversed().map((at) => past.commits[at]!.oid);
  const citations: Chronicled[] = await judged(
    now,
    lives.filter((life) => life.last === null),
    archive,
  );
  const ended = [
    ...groupBy(
      lives.filter((life) => life.last !== null),
      (life) => life.last!,
    ),
  ].sort((a, b) => b[0] - a[0]);
  for (const [done, [position, its]] of ended.slice(0, MOST_COMMITS).entries()) {
    onProgress(done, ended.length);
    const docs = new Set(its.map((life) => life.doc));
    const places = new Set(its.map(placeOf));
    const then = await auditSnapshot({
      archive,
      snapshot: await commitSnapshot(archive.repo, line[position]!),
      configuration,
      wanted: (path) => docs.has(path),
      only: ({ document, citation }) => places.has(placeOf({ ...citation, doc: document.path })),
    });
    citations.push(...(await judged(then, its, archive)));
  }
  const unjudged = ended.slice(MOST_COMMITS).reduce((sum, [, its]) => sum + its.length, 0);
  return { citations, head: now, line, unjudged };
}

function placeOf({ doc, line, column }: Pick<Life, "doc" | "line" | "column">): string {
  return `${line}:${column} ${doc}`;
}

async function judged(audited: Audited, lives: readonly Life[], { library, trees }: Archive): Promise<Chronicled[]> {
  const { findings, subjects, past } = audited;
  const places = new Map(findings.map((finding, at) => [placeOf(finding), at]));
  const found: Chronicled[] = [];
  for (const life of lives) {
    const at = places.get(placeOf(life));
    if (at === undefined) continue;
    const finding = findings[at]!;
    found.push({ life, finding, states: await statesOf(finding, subjects[at]!, life, past, library, trees) });
  }
  return found;
}
