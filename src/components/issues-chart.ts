// Draws issues over the line of commits and what commits did below it, with arcs between them. Where things stand is
// issues-layout.ts; what is said of one, issues-words.ts.

import type { IssueChange, IssuesExtract } from "../../loaders/report/pages.ts";
import { drawAxis, footroom, r } from "./axis-draw.js";
import type { Book } from "./book.js";
import { type Child, s } from "./dom.js";
import { glyph } from "./glyphs.js";
import { type Arcs, arc, arcs } from "./issues-arcs.js";
import { type Layout, layOut } from "./issues-layout.js";
import { bareMarks, lineOfCommits } from "./issues-line.js";
import type { Cluster, Placed } from "./issues-place.js";
import type { IssueView } from "./issues-rows.js";
import { issueFacts, laneGlyph, marksFacts, stateMark } from "./issues-words.js";
import { width } from "./text.js";
import { type Facts, oneStop, tells } from "./tip.js";

interface ChartParts {
  readonly extract: IssuesExtract;
  readonly views: readonly IssueView[];
  /** Those that deserve a label. */
  readonly labelled: readonly IssueView[];
  /** Those that the address chooses; null where it chooses everything. */
  readonly chosen: ReadonlySet<IssueView> | null;
  /** Opens one in the table. */
  readonly open: (id: string) => void;
}

/** The picture at a width, and those that found no place for their label. */
export function issuesChart(
  book: Book,
  parts: ChartParts,
  total: number,
): { readonly chart: SVGSVGElement; readonly left: number } {
  const at = layOut(book, parts.extract, parts.labelled, total);
  const ties = tiesOf(at);
  const resting = parts.chosen === null ? "" : at.marks.map((mark) => ties.ofMark(mark)).join("");
  const drawn = arcs(ties.quiet, resting);
  const marks = [...at.marks]
    .sort((a, b) => a.mark - b.mark)
    .map((mark) => issueMark(book, parts, at, mark, drawn, ties));
  const below = at.lanes.flatMap(({ y, clusters }) =>
    clusters.map((cluster) => clusterMark(book, parts, cluster, y, drawn, ties)),
  );
  oneStop([...marks, ...below]);
  const chart = s(
    "svg",
    {
      class: "chart issues",
      width: total,
      height: at.bottom + footroom(at.axis),
      role: "group",
      "aria-label": "issues over commits over what commits did",
    },
    drawAxis(book, at.axis, at.top, at.bottom),
    rows(at),
    lineOfCommits(book, parts, at),
    drawn.element,
    below,
    bareMarks(at),
    marks,
  );
  return { chart, left: at.left.length };
}

/** Words before the rows; on phones above them. */
function rows(at: Layout): SVGGElement {
  const { narrow, axis } = at;
  const word = (text: string, y: number): Child =>
    narrow
      ? s("text", { class: "t3 halo", x: 0, y: r(y - 13) }, text)
      : s("text", { class: "t3", x: axis.x0 - 12, y: r(y + 4), "text-anchor": "end" }, text);
  return s(
    "g",
    { "aria-hidden": "true" },
    !narrow && [word("issues and PRs", at.rowAt(0)), word("all others", at.band - 9), word("commits", at.line)],
    at.lanes.map(({ label, y }) => [
      s("line", { class: "ax", x1: axis.x0, x2: axis.x1, y1: r(y), y2: r(y) }),
      word(label, y),
    ]),
  );
}

function issueMark(
  book: Book,
  { extract, open }: ChartParts,
  at: Layout,
  mark: Placed,
  drawn: Arcs,
  ties: Ties,
): SVGAElement {
  const { view, words, text } = mark;
  const y = at.rowAt(mark.row);
  const tone = view.findings.open > 0 || (view.state === "open" && view.gone.length > 0) ? "dr" : "t2";
  const left = Math.min(text, mark.from, mark.mark - 7) - 2;
  const right = Math.max(text + mark.wide, mark.to, mark.mark + 7) + 2;
  const item = s(
    "a",
    { class: "row", href: `?c=${encodeURIComponent(view.id)}`, "data-c": view.id },
    s("rect", { class: "hit", x: r(left), y: r(y - at.row / 2), width: r(right - left), height: at.row }),
    mark.to > mark.from && s("line", { class: "open-span", x1: r(mark.from), x2: r(mark.to), y1: r(y), y2: r(y) }),
    mark.to > text && text > mark.from && onSpan(mark, y),
    glyph(stateMark(view), mark.mark, y, 10),
    s(
      "text",
      { class: "halo", x: r(text), y: r(y + 4.5) },
      // The space is for who hears it: "#1 4 names" and not "#14 names".
      s("tspan", { class: "strong nm" }, `${view.id} `),
      s("tspan", { class: tone, x: r(text + width(view.id, "strong") + 5) }, words),
    ),
  );
  opens(item, view.id, open);
  tells(item, () => issueFacts(book, view, extract));
  drawn.follow(item, () => ties.ofMark(mark));
  return item;
}

/** Clears the stretch behind a label that stands on it. */
function onSpan({ text, wide }: Placed, y: number): SVGElement {
  return s("rect", { class: "w-paper", x: r(text - 3), y: r(y - 3), width: r(wide + 7), height: 6 });
}

function opens(item: Element, id: string, open: (id: string) => void): void {
  item.addEventListener("click", (event) => {
    event.preventDefault();
    open(id);
  });
}

function clusterMark(
  book: Book,
  { extract, chosen, open }: ChartParts,
  cluster: Cluster,
  y: number,
  drawn: Arcs,
  ties: Ties,
): SVGAElement {
  const { x, lane, changes, events } = cluster;
  const size = Math.min(18, 7 + 2.4 * Math.sqrt(events));
  const mine = chosen === null || [...chosen].some((view) => view.changes.some((change) => changes.includes(change)));
  const id = idOf(extract, changes[0]);
  const facts = (): Facts => marksFacts(book, lane, changes, extract);
  const words = facts().slice(0, 1).map(String);
  const item = s(
    "a",
    {
      class: mine ? "row" : "row faint",
      href: `?c=${encodeURIComponent(id)}`,
      "aria-label": `${words.join("")}, ${book.notebook.day[changes[0]?.position ?? 0] ?? ""}, ${id}`,
    },
    s("rect", { class: "hit", x: r(x - 8), y: r(y - 10), width: 16, height: 20 }),
    laneGlyph(cluster.mark, x, y, size),
  );
  opens(item, id, open);
  tells(item, facts);
  drawn.follow(item, () => ties.ofCluster(cluster));
  return item;
}

/** The row of the table that tells of a change: the last issue that its message names, else the commit. */
function idOf(extract: IssuesExtract, change: IssueChange | undefined): string {
  const at = change?.issues.at(-1);
  return (at === undefined ? undefined : extract.rows[at]?.id) ?? change?.oid.slice(0, 9) ?? "";
}

interface Ties {
  readonly quiet: string;
  readonly ofMark: (mark: Placed) => string;
  readonly ofCluster: (cluster: Cluster) => string;
}

/** The arcs of each mark: from issues to the commits that name them, from commits to what they did. */
function tiesOf(at: Layout): Ties {
  const down = new Map<IssueChange, string>();
  for (const { y, clusters } of at.lanes)
    for (const { x, changes } of clusters)
      for (const change of changes) {
        const path = arc([at.axis.x(change.position), at.line + 6], [x, y - 7]);
        down.set(change, `${down.get(change) ?? ""}${path}`);
      }
  const up = (mark: Placed): string =>
    [...new Set(mark.view.commits.map(({ position }) => position))]
      .slice(0, 60)
      .map((position) => arc([mark.mark, at.rowAt(mark.row) + 5], [at.axis.x(position), at.line - 6]))
      .join("");
  const ofMark = (mark: Placed): string =>
    up(mark) + mark.view.changes.map((change) => down.get(change) ?? "").join("");
  // What stands on one pixel is one quiet stroke.
  const quiet = new Set([...at.marks.filter(({ view }) => !view.stranger).map(up), ...down.values()]);
  return {
    quiet: [...quiet].join(""),
    ofMark,
    ofCluster: ({ changes }) =>
      changes
        .map((change) => {
          const over = at.marks.filter(({ view }) => view.at >= 0 && change.issues.includes(view.at));
          return `${over.map(up).join("")}${down.get(change) ?? ""}`;
        })
        .join(""),
  };
}
