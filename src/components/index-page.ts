// The index: the state of the contract in one screen. Counts with their history, what is wrong now, what changed lately,
// and the ways on.

import type {
  Contract,
  ContractsExtract,
  IndexExtract,
  NotebookExtract,
  SurfaceExtract,
} from "../../loaders/report/pages.ts";
import { type Book, commitMark, nameMark, openBook, pullMark, shortDay } from "./book.js";
import { page } from "./chrome.js";
import { CLAIM_VERDICTS, claimInline } from "./claim-verdicts.js";
import { type Child, h, plain, prose, ticked } from "./dom.js";
import { empty, figure, onWidth } from "./figure.js";
import { inline, SHAPES } from "./glyphs.js";
import { indexDeck, indexTitle, wrongTitle } from "./headlines.js";
import { copyInline } from "./lineage-words.js";
import { contractLink } from "./links.js";
import { QUESTIONS } from "./questions.js";
import { faces, width as measure } from "./text.js";
import { citationsThumb, contractThumb, surfaceThumb, telling } from "./thumbs.js";
import { tiles } from "./tiles.js";
import { VERDICTS, verdictInline } from "./verdicts.js";
import { digits, measured } from "./words.js";

/** Rows of what is wrong. */
const WORST = 7;

/** The page's content. */
export async function indexPage(
  notebook: NotebookExtract,
  surface: SurfaceExtract,
  index: IndexExtract,
  all: ContractsExtract,
): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  return page(
    book,
    {
      page: "index",
      tab: "State of the contract",
      title: indexTitle(notebook, surface, index),
      deck: indexDeck(notebook, surface),
      crumbs: known(notebook),
      ...(notebook.proposed ? { note: proposedNote() } : {}),
    },
    tiles(book, surface, all.contracts, index),
    figure(book, {
      id: "wrong",
      span: 2,
      title: wrongTitle(index.wrong.length, WORST),
      draw: (width) => wrong(book, index, width),
    }),
    figure(book, { id: "lately", span: 1, title: "Changed lately", draw: () => lately(book, index) }),
    thumb("Surface", "surface.html", `${measured(surface.lanes.length, "name")}, each a line from birth to now`, (w) =>
      surfaceThumb(book, surface.lanes, w),
    ),
    contractsThumb(book, all.contracts),
    index.verdicts.length > 0
      ? thumb("Citations", "citations.html", "true above the line, not true below", (w) =>
          citationsThumb(book, index.verdicts, w),
        )
      : questions(),
  );
}

/** How much is pinned, noted and measured, where anything is. */
function known({ claims }: NotebookExtract): readonly Child[] {
  if (claims === null) return [];
  return [
    claims.pins > 0 && h("a", { href: "claims.html" }, measured(claims.pins, "claim")),
    claims.notes > 0 && h("a", { href: "notes.html?kind=note" }, measured(claims.notes, "note")),
    claims.measurements > 0 &&
      h("a", { href: "notes.html?kind=measurement" }, measured(claims.measurements, "measurement")),
  ].filter((crumb) => crumb !== false);
}

function proposedNote(): Child {
  return [
    "This profile was proposed by ",
    h("code", {}, "binnacle init"),
    ", not written by a person: ",
    h("a", { href: "method.html#profile" }, "check its rules"),
    ".",
  ];
}

function wrong(book: Book, index: IndexExtract, width: number): HTMLElement {
  if (index.wrong.length === 0)
    return empty(
      "Nothing is wrong that this notebook can see. ",
      h("a", { href: "method.html" }, "What it cannot see"),
      ".",
    );
  const rows = index.wrong.slice(0, WORST).map((w) => {
    const text = ticked(w.text);
    // A row is one line: a note that finds no room is told by the link's title, and by the page it opens.
    const room = width - 150 - measure(plain(text)) * 1.12;
    const fits = measure(w.note) * 1.12 <= room;
    const link = h("a", { href: placeOf(w) }, prose(text));
    if (!fits) link.title = plain(ticked(w.note));
    return h(
      "tr",
      {},
      h("td", {}, wrongMark(w)),
      h("td", {}, link, fits && w.note !== "" && h("span", { class: "q" }, " ", prose(ticked(w.note)))),
      h("td", { class: "d q n" }, w.since === null ? "" : `since ${shortDay(book, w.since)}`),
    );
  });
  return h("table", { class: "wrong" }, h("tbody", {}, rows));
}

type Wrong = IndexExtract["wrong"][number];

/** Where a reader finds more: the contract's page, the citations of that verdict, or what a notebook cannot see. */
function placeOf(w: Wrong): string {
  if (w.glyph === "citations") return `citations.html${w.verdict ? `?verdict=${w.verdict}` : ""}#citations`;
  if (w.glyph === "copied") return "lineage.html?verdict=survives";
  if (w.glyph === "claims" || w.glyph === "notes") return `${w.glyph}.html${w.claim ? `?verdict=${w.claim}` : ""}`;
  return w.slug === null ? "method.html" : contractLink(".", w.slug);
}

function wrongMark(w: Wrong): Child {
  if (w.glyph === "citations") {
    const verdict = w.verdict ?? "unknown";
    return [verdictInline(verdict, 13), h("span", { class: "vh" }, VERDICTS[verdict].label)];
  }
  if (w.glyph === "claims" || w.glyph === "notes") {
    const verdict = w.claim ?? "unknown";
    return [claimInline(verdict, 13), h("span", { class: "vh" }, CLAIM_VERDICTS[verdict].label)];
  }
  if (w.glyph === "copied") return [copyInline("survives", 13), h("span", { class: "vh" }, "missed by a correction")];
  return [inline(w.glyph, 13), h("span", { class: "vh" }, SHAPES[w.glyph].word)];
}

function lately(book: Book, index: IndexExtract): HTMLElement {
  if (index.lately.length === 0) return empty("No commit has changed it.");
  const rows = index.lately
    .slice(0, 5)
    .map((l) =>
      h(
        "tr",
        {},
        h("td", { class: "d q" }, shortDay(book, l.position)),
        h(
          "td",
          {},
          h(
            "div",
            { class: "ch" },
            inline(l.glyph),
            h(
              "span",
              {},
              named(book, l.names),
              l.names.length > 0 && " ",
              prose(ticked(l.text === "" ? SHAPES[l.glyph].word : l.text)),
              " ",
              l.pr === null ? commitMark(book, l.oid) : pullMark(book, l.pr),
            ),
          ),
        ),
      ),
    );
  return h("table", { class: "lately" }, h("tbody", {}, rows));
}

function named(book: Book, names: IndexExtract["lately"][number]["names"]): Child {
  const shown = names.slice(0, 2);
  return [
    shown.map((n, i) => [i > 0 && ", ", nameMark(book, n)]),
    names.length > shown.length && ` and ${names.length - shown.length} more`,
  ];
}

function thumb(title: string, href: string, words: Child, draw: (width: number) => Node): HTMLElement {
  const body = h("a", { href, class: "thumb", tabindex: "-1", "aria-hidden": "true" });
  const holder = h("div", {}, body);
  onWidth(holder, (width) => body.replaceChildren(draw(width)));
  return h(
    "section",
    { class: "fig c1 go" },
    h("h2", {}, h("a", { href }, title)),
    h("p", { class: "cap" }, words),
    holder,
  );
}

function contractsThumb(book: Book, contracts: readonly Contract[]): HTMLElement {
  const best = telling(contracts);
  if (!best)
    return thumb(
      "Contracts",
      "contracts.html",
      `${measured(contracts.length, "contract")}; nothing is read off a reply that can be seen`,
      () => h("span"),
    );
  return thumb(
    "Contracts",
    "contracts.html",
    ["what ", nameMark(book, { text: best.name, slug: best.slug }), " produces and who reads it"],
    (w) => contractThumb(book, best, w),
  );
}

function questions(): HTMLElement {
  const items = QUESTIONS.slice(0, 5).map((q) =>
    h("li", {}, h("a", { href: `query.html?q=${encodeURIComponent(q.sql)}` }, q.title)),
  );
  return h(
    "section",
    { class: "fig c1 go" },
    h("h2", {}, h("a", { href: "query.html" }, "Query")),
    h("p", { class: "cap" }, `${digits(QUESTIONS.length)} questions to start from, in SQL`),
    h("ul", { class: "questions" }, items),
  );
}
