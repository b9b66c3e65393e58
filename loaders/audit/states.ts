// Turns a judged citation into what it was from commit to commit: right as long as its lines stood where it says, then
// moved, changed, or without a file. The line's own versions of the target decide; the last state is the verdict's.

import type { Finding, Verdict } from "../citation.ts";
import type { Place } from "./align.ts";
import type { Library } from "./library.ts";
import type { Past } from "./past.ts";
import type { Subject } from "./subject.ts";
import type { Trees } from "./trees.ts";

/** What a citation was from one position to another, both inclusive, counted from the oldest commit of the line. */
export interface State {
  readonly first: number;
  readonly last: number | null;
  readonly verdict: Verdict;
  /** Where the code is that it spoke of when it was written; null where none of it is left, or it was never known. */
  readonly start: number | null;
  readonly end: number | null;
}

/** Verdicts that a citation comes to have; with the others it is born. */
const BECOMES: ReadonlySet<Verdict> = new Set(["holds", "moved", "changed", "past-end", "missing"]);

export async function statesOf(
  finding: Finding,
  { target, citation, whereabouts }: Subject,
  life: { readonly first: number; readonly last: number | null },
  past: Past,
  library: Library,
  trees: Trees,
): Promise<readonly State[]> {
  const { first, last } = life;
  const whole = { first, last, verdict: finding.verdict, start: finding.start, end: finding.end };
  const { written } = finding;
  if (!BECOMES.has(finding.verdict) || target === null || written === null)
    return [{ ...whole, start: null, end: null }];
  const from = past.position.get(written.commit);
  const begun = from === undefined ? null : await trees.find(written.commit, written.path);
  if (begun === null) return [whole];
  const positionOf = positions(past);
  const states: State[] = [{ first, last: null, verdict: "holds", start: citation.start, end: citation.end }];
  const put = (position: number, verdict: Verdict, place: Pick<Place, "start" | "end"> | null) => {
    const open = states.at(-1)!;
    const at = Math.max(position, first);
    if (open.verdict === verdict && open.start === (place?.start ?? null) && open.end === (place?.end ?? null)) return;
    if (open.first === at) states.pop();
    else states[states.length - 1] = { ...open, last: at - 1 };
    states.push({ first: at, last: null, verdict, start: place?.start ?? null, end: place?.end ?? null });
  };
  let oid = begun;
  let place: Pick<Place, "start" | "end"> | null = { start: citation.start, end: citation.end };
  // Oldest first, those behind the version in which the numbers were read.
  const later = target.versions.filter(({ at }) => at < from! && past.landed[at] === at).toReversed();
  for (const version of later) {
    const position = positionOf.get(version.at)!;
    if (version.oid === null) {
      put(position, "missing", null);
      continue;
    }
    if (version.oid === oid) continue;
    place = place === null ? null : ((await library.align(oid, version.oid))?.place(place.start, place.end) ?? null);
    oid = version.oid;
    const lines = await library.lines(oid);
    put(position, place === null ? "changed" : verdictAt(citation, place, lines), place);
  }
  if (finding.verdict === "missing" && whereabouts !== null)
    put(positionOf.get(whereabouts.departure.at) ?? first, "missing", null);
  const open = states.at(-1)!;
  // Where the walk along the line and the judge differ, the judge has seen more.
  states[states.length - 1] = { ...open, last, verdict: finding.verdict };
  return states;
}

function verdictAt(
  cited: { readonly start: number; readonly end: number },
  place: Pick<Place, "start" | "end">,
  lines: number,
): Verdict {
  if (cited.end > lines) return "past-end";
  return place.start === cited.start && Math.abs(place.end - cited.end) <= 2 ? "holds" : "moved";
}

const known = new WeakMap<Past, ReadonlyMap<number, number>>();

/** The position on the line of a commit on it, counted from the oldest. */
function positions(past: Past): ReadonlyMap<number, number> {
  const made = known.get(past) ?? new Map(past.line.toReversed().map((at, position) => [at, position]));
  known.set(past, made);
  return made;
}
