// Draws the line of commits with what stands on it: the band that counts issues without a mark, commits as ticks, and marks
// that found no room for a label.

import type { IssueChange, IssuesExtract } from "../../loaders/report/pages.ts";
import { pointed, r, whenWords } from "./axis-draw.js";
import type { Book } from "./book.js";
import { s } from "./dom.js";
import { glyph } from "./glyphs.js";
import type { Layout } from "./issues-layout.js";
import { counted } from "./issues-place.js";
import type { IssueView } from "./issues-rows.js";
import { deedWords, stateMark } from "./issues-words.js";
import { type Facts, tells } from "./tip.js";
import { digits, shortened } from "./words.js";

interface LineParts {
  readonly extract: IssuesExtract;
  readonly views: readonly IssueView[];
  /** Those that the address chooses; null where it chooses everything. */
  readonly chosen: ReadonlySet<IssueView> | null;
}

const BIN = 3;
const BAND = 26;
const APART = 6;

/** The band of those without a mark, and commits as ticks. */
export function lineOfCommits(book: Book, { extract, views, chosen }: LineParts, at: Layout): SVGGElement {
  const { axis } = at;
  const shown = new Set(at.marks.map(({ view }) => view));
  const stretches = (of: readonly IssueView[]): (readonly [number, number])[] =>
    of.flatMap((view) => {
      const place = at.at(view);
      return place === null ? [] : [[place.from, place.to] as const];
    });
  const others = views.filter((view) => view.at >= 0 && !shown.has(view));
  const bins = counted(stretches(others), axis.x0, axis.x1, BIN);
  const most = Math.max(4, ...bins);
  const picked = chosen && counted(stretches(others.filter((view) => chosen.has(view))), axis.x0, axis.x1, BIN);
  const moved = new Set(extract.changes.map(({ position }) => position));
  const ticks = (wanted: (position: number) => boolean, height: number): string =>
    [...new Set(extract.oids.flatMap((_, i) => (wanted(i) ? [r(axis.x(i))] : [])))]
      .map((x) => `M${x} ${at.line - height}v${2 * height}`)
      .join("");
  const hit = s("rect", {
    class: "hit",
    // What listens to the focus could have it otherwise; the marks are the chart's one stop.
    tabindex: -1,
    x: axis.x0,
    y: at.bare + 8,
    width: axis.x1 - axis.x0,
    height: at.line - at.bare,
  });
  const byPosition = new Map<number, IssueView[]>();
  for (const view of views)
    for (const { position } of view.commits) byPosition.set(position, [...(byPosition.get(position) ?? []), view]);
  tells(hit, (pointer) => {
    const position = pointed(axis, hit, pointer?.x ?? 0);
    return commitFacts(book, position, byPosition.get(position) ?? [], extract.changes);
  });
  return s(
    "g",
    { "aria-hidden": "true" },
    s("path", { class: "band", d: steps(bins, most, axis.x0, at.band) }),
    picked && s("path", { class: "band picked", d: steps(picked, most, axis.x0, at.band) }),
    s("line", { class: "base", x1: axis.x0, x2: axis.x1, y1: at.line, y2: at.line }),
    s("path", { class: "ticks", d: ticks((i) => !moved.has(i), 3) }),
    s("path", { class: "ticks moved", d: ticks((i) => moved.has(i), 6) }),
    hit,
  );
}

/** A step a bin, from the bottom. */
function steps(bins: readonly number[], most: number, x0: number, bottom: number): string {
  const tops = bins.map((n, i) => `V${r(bottom - (n / most) * BAND)}H${r(x0 + (i + 1) * BIN)}`);
  return `M${x0} ${bottom}${tops.join("")}V${bottom}Z`;
}

function commitFacts(
  book: Book,
  position: number,
  named: readonly IssueView[],
  changes: readonly IssueChange[],
): Facts {
  const own = changes.filter((change) => change.position === position);
  return [
    whenWords(book, position),
    ...named.slice(0, 6).map((view) => `${view.id} ${shortened(view.title, 80)}`),
    named.length > 6 && `and ${digits(named.length - 6)} more`,
    named.length === 0 && "names no issue",
    own.length > 0 && deedWords(own),
  ];
}

/** Those that deserve a label and found no room: their marks alone, one where several would touch. */
export function bareMarks(at: Layout): SVGGElement {
  const places = new Map<number, IssueView>();
  for (const view of at.left) {
    const x = at.at(view)?.mark;
    if (x !== undefined && !places.has(Math.round(x / APART))) places.set(Math.round(x / APART), view);
  }
  return s(
    "g",
    { "aria-hidden": "true" },
    [...places].map(([place, view]) => glyph(stateMark(view), place * APART, at.bare, 8)),
  );
}
