// Turns a line of history and a width into the places of commits, months and releases, by date or by commit. It draws
// nothing, and takes the measure of text as a parameter.

import { bisectRight, scaleUtc, type TimeInterval, utcDay, utcMonth, utcYear } from "d3";
import { type Measure, type Release, releases } from "./releases.js";
import { digits, month } from "./words.js";

/** The parts of notebook.json that an axis is made of. */
export interface Line {
  readonly time: readonly number[];
  readonly day: readonly string[];
  readonly tags: readonly {
    readonly name: string;
    readonly position: number;
    readonly time: number;
    readonly onLine: boolean;
  }[];
}

export type Mode = "date" | "commit";

interface Tick {
  readonly x: number;
  /** Null: a rule without a label. */
  readonly label: string | null;
}

/** Places in pixels. `at` gives the last commit at or before a place. */
export interface Axis {
  readonly mode: Mode;
  readonly x0: number;
  readonly x1: number;
  readonly x: (position: number) => number;
  readonly at: (x: number) => number;
  /** End of a stretch whose last commit is given: the next commit, or the axis' end where it still holds. */
  readonly end: (last: number | null) => number;
  readonly months: readonly Tick[];
  /** Commit numbers from 1, only by commit. */
  readonly numbers: readonly Tick[];
  readonly releases: readonly Release[];
  /** Rows of release labels. */
  readonly rows: number;
  /** Releases that are not drawn, since there are more than twelve. */
  readonly hidden: number;
}

/**
 * The axis of a line between two pixels; its labels end before `limit`. Instants that run backwards stand where the
 * latest before them stands.
 */
export function makeAxis(line: Line, mode: Mode, x0: number, x1: number, measure: Measure, limit: number = x1): Axis {
  const n = line.time.length;
  const instants = running(line.time);
  const scale = scaleUtc([(instants[0] ?? 0) * 1000, (instants[n - 1] ?? 1) * 1000], [x0, x1]);
  const place = (position: number): number => {
    if (n < 2) return x0;
    const p = Math.max(0, Math.min(n - 1, position));
    const x = mode === "date" ? scale((instants[p] ?? 0) * 1000) : x0 + ((x1 - x0) * p) / (n - 1);
    return Number.isFinite(x) ? x : x0;
  };
  const xs = line.time.map((_, i) => place(i));
  const x = (position: number): number => xs[Math.max(0, Math.min(n - 1, position))] ?? x0;
  const placed = releases(line.tags, x, Math.min(limit, x1 + 8), measure);
  return {
    mode,
    x0,
    x1,
    x,
    at: (px) => Math.max(0, Math.min(n - 1, bisectRight(xs, px + 0.5) - 1)),
    end: (last) => (last === null || last >= n - 1 ? x1 : x(last + 1)),
    months: mode === "date" ? byDate(instants, scale, x0, limit, measure) : byCommit(line.day, x, limit, measure),
    numbers: mode === "date" ? [] : numbers(n, x, measure),
    ...placed,
  };
}

function running(time: readonly number[]): readonly number[] {
  let latest = Number.NEGATIVE_INFINITY;
  return time.map((t) => {
    latest = Math.max(latest, t);
    return latest;
  });
}

/** The densest regular stride whose labels stand clear of each other: days, for short histories, then months, years. */
function byDate(
  instants: readonly number[],
  scale: (date: Date) => number,
  x0: number,
  limit: number,
  measure: Measure,
): readonly Tick[] {
  const from = new Date((instants[0] ?? 0) * 1000);
  const to = new Date((instants.at(-1) ?? 0) * 1000);
  const span = (to.getTime() - from.getTime()) / 86400e3;
  const short = span < 75;
  const strides: readonly (TimeInterval | null)[] = short
    ? [
        utcDay,
        utcDay.filter((d) => d.getUTCDate() % 2 === 1),
        utcDay.filter((d) => (d.getUTCDate() - 1) % 7 === 0),
        utcDay.filter((d) => d.getUTCDate() === 1 || d.getUTCDate() === 15),
        utcMonth,
      ]
    : [...[1, 2, 3, 6].map((k) => utcMonth.every(k)), ...[1, 2, 5, 10, 25].map((k) => utcYear.every(k))];
  let chosen: readonly Tick[] = [];
  for (const stride of strides) {
    if (!stride) continue;
    chosen = labelled(from, stride.range(from, new Date(to.getTime() + 1)), scale, x0, short, measure);
    if (clear(chosen, measure)) break;
  }
  const fitting = chosen.filter((t) => t.label !== null && t.x + measure(t.label) <= limit);
  if (short || span > 1100) return fitting;
  const rules = utcMonth.range(from, to).map((d) => ({ x: scale(d), label: null }));
  return [...rules.filter((r) => !fitting.some((t) => Math.abs(t.x - r.x) < 0.5)), ...fitting];
}

function labelled(
  from: Date,
  dates: readonly Date[],
  scale: (date: Date) => number,
  x0: number,
  short: boolean,
  measure: Measure,
): readonly Tick[] {
  const text = (d: Date, year: boolean): string =>
    (short ? `${d.getUTCDate()} ` : "") + month(d.getUTCMonth(), year ? d.getUTCFullYear() : null);
  const start = { x: x0, label: text(from, true) };
  const first = dates[0];
  const room = first === undefined || scale(first) - x0 >= measure(start.label) + 8;
  const ticks = dates.map((d, i) => ({
    x: scale(d),
    label: text(d, (i === 0 && !room) || (d.getUTCMonth() === 0 && (!short || d.getUTCDate() === 1))),
  }));
  return room ? [start, ...ticks] : ticks;
}

function clear(ticks: readonly Tick[], measure: Measure): boolean {
  return ticks.every((t, i) => {
    const next = ticks[i + 1];
    return next === undefined || t.x + measure(t.label ?? "") + 8 <= next.x;
  });
}

/** Month names at the first commit of each month, where they fit. */
function byCommit(
  day: readonly string[],
  x: (position: number) => number,
  limit: number,
  measure: Measure,
): readonly Tick[] {
  const ticks: Tick[] = [];
  let latest = "";
  let free = Number.NEGATIVE_INFINITY;
  let year = "";
  day.forEach((d, i) => {
    const m = d.slice(0, 7);
    if (m <= latest) return;
    latest = m;
    const label = month(Number(m.slice(5)) - 1, m.slice(0, 4) === year ? null : Number(m.slice(0, 4)));
    const fits = x(i) >= free && x(i) + measure(label) <= limit;
    ticks.push({ x: x(i), label: fits ? label : null });
    if (!fits) return;
    free = x(i) + measure(label) + 8;
    year = m.slice(0, 4);
  });
  return ticks;
}

function numbers(n: number, x: (position: number) => number, measure: Measure): readonly Tick[] {
  const room = measure(digits(n)) + 18;
  let stride = 1;
  for (let k = 1; ; k *= 10) {
    const fitting = [1, 2, 5].find((m) => x(m * k) - x(0) >= room || m * k >= n);
    if (fitting !== undefined) {
      stride = fitting * k;
      break;
    }
  }
  const ticks: Tick[] = [];
  for (let i = stride; i <= n; i += stride) ticks.push({ x: x(i - 1), label: digits(i) });
  return ticks;
}
