// Decides where the parts of the picture of issues stand at a width: labelled marks in rows above the line, the band of all
// others, the line, and the rows of what commits did below it. It draws nothing.

import type { IssueChange, IssuesExtract } from "../../loaders/report/pages.ts";
import type { Axis } from "./axis.js";
import { bookAxis, headroom } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { type Cluster, clusters, type Placed, placed } from "./issues-place.js";
import type { IssueView } from "./issues-rows.js";
import { LANES, labelWords, laneShape } from "./issues-words.js";
import { fitted, width } from "./text.js";

export interface Layout {
  readonly narrow: boolean;
  readonly axis: Axis;
  readonly top: number;
  readonly row: number;
  readonly marks: readonly Placed[];
  /** Those that deserve a label and found no place. */
  readonly left: readonly IssueView[];
  /** Middle of a row of marks. */
  readonly rowAt: (row: number) => number;
  /** Middle of the row of marks without a label, bottom of the band, and the line. */
  readonly bare: number;
  readonly band: number;
  readonly line: number;
  readonly lanes: readonly {
    readonly label: string;
    readonly y: number;
    readonly clusters: readonly Cluster[];
  }[];
  readonly bottom: number;
  /** Where a view stands; null where nothing says so. */
  readonly at: (view: IssueView) => Pick<Placed, "from" | "to" | "mark"> | null;
}

const BAND = 26;

/** Up to so many, the stretch in which each was open is drawn. */
export const FEW = 60;

/** `labelled` are those that deserve a label, in any order. */
export function layOut(book: Book, extract: IssuesExtract, labelled: readonly IssueView[], total: number): Layout {
  const narrow = total < 620;
  const used = LANES.filter(({ lane }) => extract.changes.some(({ marks }) => marks.some(([each]) => each === lane)));
  const gutter = narrow ? 2 : Math.ceil(Math.max(...["issues and PRs", ...used.map((l) => l.label)].map(small))) + 16;
  const axis = bookAxis(book, axisMode(book), gutter, total - 12, total);
  const at = (view: IssueView): ReturnType<Layout["at"]> => standing(book, axis, view);
  // Stretches to the right end would take all rows from the labels of others.
  const areFew = labelled.length <= FEW;
  const room = {
    x0: axis.x0,
    x1: total,
    rows: narrow ? 7 : 14,
    at: (view: IssueView) => {
      const place = at(view);
      return place === null || areFew ? place : { from: place.mark, to: place.mark, mark: place.mark };
    },
    label: (view: IssueView) => {
      const words = fitted(labelWords(view), narrow ? 150 : 260);
      return { words, wide: width(view.id, "strong") + 5 + width(words) };
    },
  };
  const { placed: marks, left } = placed(labelled, room);
  const row = narrow ? 21 : 17;
  const top = headroom(axis) + 4;
  const rows = Math.max(1, ...marks.map((mark) => mark.row + 1));
  const bare = top + rows * row + 8;
  const band = bare + 12 + BAND;
  const line = band + 10;
  const height = narrow ? 34 : 21;
  const lanes = used.map(({ lane, label }, i) => ({
    label,
    y: line + 12 + i * height + (narrow ? 24 : height / 2),
    clusters: clusters(lane, extract.changes, axis.x, rank),
  }));
  return {
    narrow,
    axis,
    top,
    row,
    marks,
    left,
    rowAt: (n) => top + (rows - 1 - n) * row + row / 2,
    bare,
    band,
    line,
    lanes,
    bottom: line + 16 + used.length * height,
    at,
  };
}

function small(text: string): number {
  return width(text, "small");
}

const ROLES = ["alarm", "never", "drift", "ink", "ink-2", "order"];

/** Trouble is drawn before the rest. */
function rank(mark: IssueChange["marks"][number]): number {
  const at = ROLES.indexOf(laneShape(mark).role);
  return at < 0 ? ROLES.length : at;
}

function standing(book: Book, axis: Axis, view: IssueView): ReturnType<Layout["at"]> {
  const { opened, closed, position } = view;
  if (opened !== null) {
    const from = instant(book, axis, opened);
    const to = closed === null ? (view.state === "open" ? axis.x1 : from) : instant(book, axis, closed);
    return { from, to: Math.max(from, to), mark: view.state === "open" ? from : Math.max(from, to) };
  }
  if (position === null) return null;
  const x = axis.x(position);
  return { from: x, to: x, mark: x };
}

/** The place of an instant: by date between the ends of the axis, by commit at the last commit before it. */
function instant(book: Book, axis: Axis, seconds: number): number {
  const { time } = book.notebook;
  const [first, last] = [time[0] ?? 0, Math.max(...time.slice(-1), time[0] ?? 0)];
  if (axis.mode === "date") {
    const share = last === first ? 0 : (seconds - first) / (last - first);
    return axis.x0 + (axis.x1 - axis.x0) * Math.max(0, Math.min(1, share));
  }
  const after = time.findIndex((each) => each > seconds);
  return axis.x(after < 0 ? time.length - 1 : Math.max(0, after - 1));
}
