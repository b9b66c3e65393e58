// Places issues above a time line so that no label covers another, and gathers marks below it that would touch. It draws
// nothing, and takes the measure of text as a parameter.

import type { IssueChange, IssueLane } from "../../loaders/report/pages.ts";
import type { IssueView } from "./issues-rows.js";

/** A labelled mark: rows count from the line upwards. Pixels. */
export interface Placed {
  readonly view: IssueView;
  readonly row: number;
  /** The stretch in which it was open; both are the mark's place where that is not known. */
  readonly from: number;
  readonly to: number;
  /** Where its mark stands: its end, or its beginning while it is open. */
  readonly mark: number;
  readonly words: string;
  /** Left end of its label. */
  readonly text: number;
  readonly wide: number;
}

interface Room {
  readonly x0: number;
  readonly x1: number;
  readonly rows: number;
  /** Where an issue stands; null where nothing says so. */
  readonly at: (view: IssueView) => Pick<Placed, "from" | "to" | "mark"> | null;
  /** What stands beside its mark, and how wide that is with its number. */
  readonly label: (view: IssueView) => { readonly words: string; readonly wide: number };
}

const GAP = 10;
/** From a mark's middle to its label. */
const ASIDE = 9;

/** Those that find a place, the weightiest first; `left` found none. */
export function placed(
  views: readonly IssueView[],
  room: Room,
): { readonly placed: readonly Placed[]; readonly left: readonly IssueView[] } {
  const taken: [number, number][][] = Array.from({ length: room.rows }, () => []);
  const found: Placed[] = [];
  const without: IssueView[] = [];
  for (const view of [...views].sort((a, b) => weight(b) - weight(a) || b.at - a.at)) {
    const at = room.at(view);
    if (at === null) continue;
    const { words, wide } = room.label(view);
    const [right, left] = [at.mark + ASIDE, at.mark - ASIDE - wide];
    // Beside the stretch in which it is open, where there is room, and not on it.
    const sides = (at.to > at.mark ? [left, right] : [right, left]).filter((x) => x >= room.x0 && x + wide <= room.x1);
    const place = firstFree(taken, sides, at, wide);
    if (place === null) {
      without.push(view);
      continue;
    }
    taken[place.row]?.push([place.begin - GAP, place.end + GAP]);
    found.push({ view, ...at, row: place.row, words, text: place.text, wide });
  }
  return { placed: found, left: without };
}

function firstFree(
  taken: readonly (readonly [number, number][])[],
  sides: readonly number[],
  at: Pick<Placed, "from" | "to" | "mark">,
  wide: number,
): { readonly row: number; readonly text: number; readonly begin: number; readonly end: number } | null {
  for (const [row, spans] of taken.entries())
    for (const text of sides) {
      const begin = Math.min(text, at.from - 6, at.mark - 6);
      const end = Math.max(text + wide, at.to + 6, at.mark + 6);
      if (spans.every(([a, b]) => end <= a || begin >= b)) return { row, text, begin, end };
    }
  return null;
}

/** What moved contracts most first, then what stays open; 0 deserves no label. */
export function weight(view: IssueView): number {
  const { events, turned, findings, gone } = view;
  const isOpen = view.state === "open";
  return (
    (events > 0 ? 30 + 4 * events : 0) +
    4 * turned +
    (findings.open > 0 ? 20 + findings.open : 0) +
    (isOpen && gone.length > 0 ? 25 : 0) +
    (isOpen ? 2 : 0)
  );
}

/** Marks of one lane that stand on one place. */
export interface Cluster {
  readonly lane: IssueLane;
  readonly x: number;
  readonly changes: readonly IssueChange[];
  /** The one that is drawn: trouble before the rest. */
  readonly mark: IssueChange["marks"][number];
  readonly events: number;
}

const TOUCH = 9;

/** Clusters of a lane, from left to right; `rank` says which mark is drawn, the lowest first. */
export function clusters(
  lane: IssueLane,
  changes: readonly IssueChange[],
  x: (position: number) => number,
  rank: (mark: IssueChange["marks"][number]) => number,
): readonly Cluster[] {
  const groups: { x: number; changes: IssueChange[] }[] = [];
  for (const change of changes.filter(({ marks }) => marks.some(([each]) => each === lane))) {
    const at = x(change.position);
    const last = groups.at(-1);
    if (last && at - last.x < TOUCH) last.changes.push(change);
    else groups.push({ x: at, changes: [change] });
  }
  return groups.flatMap((group) => {
    const marks = group.changes.flatMap((change) => change.marks.filter(([each]) => each === lane));
    const [mark] = [...marks].sort((a, b) => rank(a) - rank(b) || b[2] - a[2]);
    return mark ? [{ lane, ...group, mark, events: marks.reduce((sum, [, , n]) => sum + n, 0) }] : [];
  });
}

/** How many stretches cover each bin of a width, from `x0` to `x1`. */
export function counted(
  stretches: readonly (readonly [from: number, to: number])[],
  x0: number,
  x1: number,
  bin: number,
): readonly number[] {
  const bins = Array.from({ length: Math.max(1, Math.ceil((x1 - x0) / bin)) }, () => 0);
  const at = (x: number): number => Math.max(0, Math.min(bins.length - 1, Math.floor((x - x0) / bin)));
  for (const [from, to] of stretches) for (let i = at(from); i <= at(to); i++) bins[i] = (bins[i] ?? 0) + 1;
  return bins;
}
