// Turns a place (`core.py:12-14`, `docs/a.md:31`) into the citations that stand there or cite it, each with its life: who
// wrote it, until when it held, what broke it, where its lines are now. Only documents that can hold them are read.

import { posix } from "node:path";
import type { Finding, Snapshot } from "../citation.ts";
import type { Archive } from "./archive.ts";
import { auditSnapshot } from "./audit.ts";
import type { AuditConfiguration } from "./configuration.ts";
import type { Past } from "./past.ts";
import { type State, statesOf } from "./states.ts";
import type { Cited } from "./subject.ts";

/** A place as people write it; `end` is `start` where one line is meant. */
export interface Place {
  readonly word: string;
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Null of a word that is no place: a name, a key, an address of another noun. */
export function parsePlace(word: string): Place | null {
  const found = /^(?:doc:)?(?:\.\/)?([^\s:]+):(\d{1,9})(?:[-–](\d{1,9}))?$/.exec(word);
  if (found === null || !/[./]/.test(found[1]!)) return null;
  const start = Number(found[2]);
  return { word, path: found[1]!, start, end: found[3] === undefined ? start : Number(found[3]) };
}

export interface TracedCitation {
  readonly place: string;
  readonly finding: Finding;
  readonly states: readonly State[];
}

export interface TracedPlaces {
  readonly citations: readonly TracedCitation[];
  readonly past: Past;
  /** Places that nothing stands at and nothing cites. */
  readonly unknown: readonly string[];
}

export async function tracePlaces(
  archive: Archive,
  snapshot: Snapshot,
  configuration: AuditConfiguration,
  places: readonly Place[],
): Promise<TracedPlaces> {
  const names = places.map(({ path }) => Buffer.from(posix.basename(path)));
  const audited = await auditSnapshot({
    archive,
    snapshot,
    configuration,
    mayMatter: (path, bytes) => {
      const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return places.some((place) => endsIn(path, place.path)) || names.some((name) => own.includes(name));
    },
    only: (cited) => places.some((place) => isAt(place, cited)),
  });
  const citations: TracedCitation[] = [];
  for (const place of places) {
    for (const [at, finding] of audited.findings.entries()) {
      const subject = audited.subjects[at]!;
      if (!isAt(place, subject)) continue;
      const first = positionOf(audited.past, subject.birth);
      const life = { first, last: null };
      const states = await statesOf(finding, subject, life, audited.past, archive.library, archive.trees);
      citations.push({ place: place.word, finding, states });
    }
  }
  const found = new Set(citations.map(({ place }) => place));
  return { citations, past: audited.past, unknown: places.map(({ word }) => word).filter((word) => !found.has(word)) };
}

/** Whether a citation is written at the place, or cites it. */
function isAt(place: Place, { document, citation, target }: Cited): boolean {
  const written = place.start === place.end && citation.line === place.start && endsIn(document.path, place.path);
  const cites = citation.start === place.start && citation.end === place.end;
  const meant = endsIn(target?.path ?? "", place.path) || endsIn(citation.path ?? "", place.path);
  return written || (cites && meant);
}

function endsIn(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

/** The place on the line, counted from its oldest commit, at which what a commit wrote came onto it. */
function positionOf(past: Past, birth: number | null): number {
  if (birth === null) return 0;
  const at = past.line.indexOf(past.landed[birth] ?? birth);
  return at === -1 ? 0 : past.line.length - 1 - at;
}
