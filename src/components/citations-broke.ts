// The figure of the commits that broke most citations: a row a commit, its citations as the glyphs of what became of them. It
// links the commit, and each run of glyphs to the table's rows.

import { type Book, commitMark, pullMark, shortDay } from "./book.js";
import { brokeTitle } from "./citations-headlines.js";
import type { Row } from "./citations-rows.js";
import { breakable, h, s } from "./dom.js";
import { empty, figure } from "./figure.js";
import { basename } from "./links.js";
import { tells } from "./tip.js";
import { VERDICT_ORDER, VERDICTS, verdictGlyph } from "./verdicts.js";
import { digits, elided, measured } from "./words.js";

const ROWS = 12;
const GLYPHS = 20;

interface Breaker {
  /** "#1700", or nine digits of the commit. */
  readonly name: string;
  readonly oid: string;
  readonly pr: number | null;
  readonly position: number;
  /** Worst first. */
  readonly rows: readonly Row[];
  /** The file, where all of them cite one. */
  readonly file: string | null;
}

/** Commits that broke citations which stand, the most first, then the newest. */
function breakers(rows: readonly Row[]): readonly Breaker[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.last !== null || row.brokeAt === null || row.broke === null) continue;
    const group = groups.get(row.broke.oid);
    if (group) group.push(row);
    else groups.set(row.broke.oid, [row]);
  }
  const made = [...groups].map(([oid, list]): Breaker => {
    const pr = list[0]?.broke?.pr ?? null;
    const files = new Set(list.map((row) => fileOf(row)));
    return {
      name: pr === null ? oid.slice(0, 9) : `#${pr}`,
      oid,
      pr,
      position: list[0]?.brokeAt ?? 0,
      rows: list.sort((a, b) => VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict)),
      file: files.size === 1 ? ([...files][0] ?? null) : null,
    };
  });
  return made.sort((a, b) => b.rows.length - a.rows.length || b.position - a.position);
}

/** The last part of what it cites: of a file that is gone only the text tells. */
function fileOf(row: Row): string {
  return basename(row.path ?? /[^\s`'"]+\.\w+/.exec(row.text)?.[0] ?? row.text);
}

/** The figure; `nothing` stands in its place where none broke. */
export function brokeFigure(book: Book, rows: readonly Row[], nothing: string, span: 1 | 3): HTMLElement {
  const groups = breakers(rows);
  return figure(book, {
    id: "broke",
    span,
    title: brokeTitle(groups),
    caption: () => groups.length > 0 && "Commits that broke a citation; one mark each, by what became of it.",
    draw: (width) => (groups.length === 0 ? empty(nothing) : list(book, groups, width)),
  });
}

function list(book: Book, groups: readonly Breaker[], width: number): HTMLElement {
  const most = Math.max(...groups.map((group) => group.rows.length));
  const shown = groups.slice(0, ROWS);
  const hidden = groups.slice(ROWS);
  const rows = shown.map((group) =>
    h(
      "tr",
      {},
      h("td", { class: "d" }, group.pr === null ? commitMark(book, group.oid) : pullMark(book, group.pr)),
      h("td", { class: "d q" }, shortDay(book, group.position)),
      h("td", { class: "marks" }, marks(book, group, most, Math.max(60, width * 0.4))),
      h(
        "td",
        { class: "q path" },
        group.file !== null ? h("code", {}, breakable(elided(group.file, 30))) : filesOf(group),
      ),
    ),
  );
  return h(
    "div",
    {},
    h("table", { class: "broke" }, h("tbody", {}, rows)),
    hidden.length > 0 &&
      h(
        "p",
        { class: "cap" },
        `and ${digits(hidden.length)} more, which broke ${measured(
          hidden.reduce((sum, group) => sum + group.rows.length, 0),
          "citation",
        )}.`,
      ),
  );
}

function filesOf(group: Breaker): string {
  return measured(new Set(group.rows.map(fileOf)).size, "file");
}

/** Up to twenty glyphs, then a bar with its number; a link to the rows. */
function marks(book: Book, group: Breaker, most: number, room: number): HTMLElement {
  const n = group.rows.length;
  const words = summary(group);
  const perLine = Math.max(3, Math.floor(room / 15));
  const shown = Math.min(n, GLYPHS);
  const lines = Math.ceil(shown / perLine);
  const full = Math.max(20, Math.min(room - 40, 200));
  const picture =
    n <= GLYPHS
      ? s(
          "svg",
          { width: Math.min(shown, perLine) * 15, height: lines * 16, "aria-hidden": "true", focusable: "false" },
          group.rows.map((row, i) =>
            verdictGlyph(row.verdict, 7 + (i % perLine) * 15, 8 + Math.floor(i / perLine) * 16, 12, false),
          ),
        )
      : s(
          "svg",
          { width: full + 36, height: 16, "aria-hidden": "true", focusable: "false" },
          bar(group, (full * n) / most),
          s("text", { class: "num strong", x: (full * n) / most + 6, y: 12.5 }, digits(n)),
        );
  const link = h(
    "a",
    {
      href: `?q=${encodeURIComponent(group.name)}#citations`,
      "aria-label": `${digits(n)} broken by ${group.name}: ${words}`,
    },
    picture,
  );
  link.addEventListener("click", (event) => {
    event.preventDefault();
    book.address.set("verdict", undefined);
    book.address.set("q", group.name);
    document.querySelector("#citations")?.scrollIntoView();
  });
  tells(link, () => [
    h("b", {}, `${group.name} broke ${words}`),
    ...group.rows.slice(0, 6).map((row) => h("code", {}, elided(row.text, 60))),
    n > 6 && `and ${digits(n - 6)} more`,
  ]);
  return link;
}

/** One bar, a part for each verdict. */
function bar(group: Breaker, full: number): readonly SVGRectElement[] {
  let x = 0;
  return VERDICT_ORDER.flatMap((verdict) => {
    const n = group.rows.filter((row) => row.verdict === verdict).length;
    if (n === 0) return [];
    const wide = (full * n) / group.rows.length;
    x += wide;
    const fill = verdict === "missing" ? "url(#grid-alarm)" : verdict === "past-end" ? "url(#stripes-alarm)" : null;
    return [s("rect", { class: `v-${verdict}`, x: x - wide, y: 2, width: Math.max(1, wide), height: 12, fill })];
  });
}

function summary(group: Breaker): string {
  return VERDICT_ORDER.flatMap((verdict) => {
    const n = group.rows.filter((row) => row.verdict === verdict).length;
    return n === 0 ? [] : [`${digits(n)} ${VERDICTS[verdict].many}`];
  }).join(", ");
}
