// Chooses the words that stand in the white beside lanes: commits that bring three names or more, and deaths with their
// age. At most one birth a group; nothing where there is no room.

import type { EventRow, Lane } from "../../loaders/report/pages.ts";
import type { Measure } from "./releases.js";
import { count, days } from "./words.js";

/** A note beside a lane: it ends at `x` (before a birth) or begins there (after a death). */
export interface Note {
  readonly slug: string;
  readonly text: string;
  readonly x: number;
  readonly anchor: "end" | "start";
}

interface Place {
  readonly x: (position: number) => number;
  readonly x0: number;
  readonly x1: number;
  readonly time: readonly number[];
}

/** The notes of lanes in the order they are drawn. */
export function laneNotes(
  lanes: readonly Lane[],
  events: readonly EventRow[],
  place: Place,
  measure: Measure,
): readonly Note[] {
  const commits = new Map(events.map((e) => [e.position, e]));
  const byBirth = new Map<string, Lane[]>();
  for (const lane of lanes) {
    const first = lane.spans[0]?.first;
    if (first === undefined) continue;
    const key = `${lane.group} ${first}`;
    byBirth.set(key, [...(byBirth.get(key) ?? []), lane]);
  }
  const notes: Note[] = [];
  const told = new Set<number>();
  for (const born of [...byBirth.values()].sort((a, b) => b.length - a.length)) {
    const group = born[0]?.group ?? -1;
    const position = born[0]?.spans[0]?.first ?? 0;
    if (born.length < 3 || told.has(group)) continue;
    const lane = born[Math.floor(born.length / 2)];
    const pr = commits.get(position)?.pr ?? null;
    const text = `${count(born.length)} names in one commit${pr === null ? "" : `, #${pr}`}`;
    const x = place.x(position) - 10;
    if (x - measure(text) < place.x0 + 4 || lane === undefined) continue;
    told.add(group);
    notes.push({ slug: lane.slug, text, x, anchor: "end" });
  }
  for (const lane of lanes) {
    const death = lane.marks.findLast((m) => m.glyph === "died");
    const last = lane.spans.at(-1);
    if (!death || !last || last.last === null) continue;
    const pr = commits.get(death.position)?.pr ?? null;
    const since = pr === null ? "" : `, #${pr}`;
    const age = days(place.time[last.first] ?? 0, place.time[death.position] ?? 0);
    const x = place.x(death.position) + 11;
    const words = [`gone after ${age === 1 ? "a day" : age < 1 ? "hours" : `${age} days`}${since}`, `gone${since}`];
    const text = words.find((w) => x + measure(w) <= place.x1);
    if (text !== undefined) notes.push({ slug: lane.slug, text, x, anchor: "start" });
  }
  return notes;
}
