// The frame of every page: skip link, the phone's bar, the sidebar with the pages that exist, the hatches that marks use;
// and, inside main, the crumb line, title and deck. It draws no figure.

import type { NotebookExtract } from "../../loaders/report/pages.ts";
import type { Book } from "./book.js";
import { type Child, h, type Phrase, plain, prose, s } from "./dom.js";
import { commitLink } from "./links.js";
import { readyTip } from "./tip.js";
import { day, digits, measured } from "./words.js";

type PageName =
  | "index"
  | "surface"
  | "contracts"
  | "handoff"
  | "citations"
  | "claims"
  | "notes"
  | "issues"
  | "lineage"
  | "effort"
  | "query"
  | "method";

interface PageParts {
  readonly page: PageName;
  readonly title: Phrase | string;
  readonly deck: Phrase | string;
  /** One line below the deck. */
  readonly note?: Child;
  /** What stands after the range of history in the crumb line. */
  readonly crumbs?: readonly Child[];
  /** Name of the browser's tab. */
  readonly tab?: string;
}

const PAGES: readonly { readonly page: PageName; readonly text: string }[] = [
  { page: "index", text: "State of the contract" },
  { page: "surface", text: "Surface" },
  { page: "contracts", text: "Contracts" },
  { page: "handoff", text: "Hand-off" },
  { page: "citations", text: "Citations" },
  { page: "claims", text: "Claims" },
  { page: "notes", text: "Notes" },
  { page: "issues", text: "Issues" },
  { page: "lineage", text: "Lineage" },
  { page: "effort", text: "Effort" },
  { page: "query", text: "Query" },
  { page: "method", text: "Method" },
];

/** A whole page: puts the frame around main and gives main's content. */
export function page(book: Book, parts: PageParts, ...figures: readonly Child[]): HTMLElement {
  frame(book, parts.page);
  const title = typeof parts.title === "string" ? [parts.title] : parts.title;
  document.title = `${parts.tab ?? plain(title)} · ${book.notebook.repository}`;
  const deck = typeof parts.deck === "string" ? [parts.deck] : parts.deck;
  return h(
    "div",
    { id: "page" },
    crumb(book.notebook, parts.crumbs ?? []),
    h("h1", {}, prose(title)),
    plain(deck).trim() !== "" && h("p", { class: "deck" }, prose(deck)),
    parts.note !== undefined && h("p", { class: "note" }, parts.note),
    book.notebook.warnings.map((w) => h("p", { class: "warning" }, w)),
    h("div", { class: "g3" }, figures),
  );
}

/** The range of history that a page is about. */
function crumb(notebook: NotebookExtract, more: readonly Child[]): HTMLElement {
  const { day: days, walk, branch } = notebook;
  const of = branch === null ? "" : ` of ${branch}`;
  const range = days.length === 0 ? "" : `, ${day(days[0] ?? "")} to ${day(days.at(-1) ?? "")}`;
  const bits: Child[] = [
    `${walk === "first-parent" ? "First-parent history" : "History by all parents"}${of}${range}`,
    measured(days.length, "commit"),
    ...more,
  ];
  return h(
    "p",
    { class: "crumb" },
    bits.map((bit, i) => [i > 0 && h("i", { "aria-hidden": "true" }, "|"), h("span", {}, bit)]),
  );
}

function frame(book: Book, current: PageName): void {
  document.documentElement.lang = "en";
  document.querySelector('meta[name="viewport"]')?.setAttribute("content", "width=device-width, initial-scale=1");
  for (const old of document.querySelectorAll("[data-frame]")) old.remove();
  const main = document.querySelector("main");
  if (main) main.setAttribute("tabindex", "-1");
  const side = sidebar(book, current);
  document.body.prepend(
    h("a", { class: "skip", href: "#observablehq-main", "data-frame": true }, "Skip to the page"),
    phoneBar(book, side),
    side,
    hatches(),
  );
  readyTip();
}

function sidebar(book: Book, current: PageName): HTMLElement {
  const { notebook, root } = book;
  const names = notebook.layers.reduce((sum, l) => sum + l.names, 0);
  const head = commitLink(book, notebook.head.oid);
  const oid = h("code", {}, notebook.head.oid.slice(0, 9));
  const items = PAGES.map(({ page: name, text }) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `${root}/${name}.html`, "aria-current": name === current ? "page" : null },
        text,
        (name === "surface" || name === "contracts") && h("span", {}, digits(names)),
        name === "citations" && citationsCount(notebook),
        name === "claims" && claimsCount(notebook),
        name === "notes" && notesCount(notebook),
        name === "issues" && findingsCount(notebook),
        name === "lineage" && survivorsCount(notebook),
      ),
    ),
  );
  return h(
    "nav",
    { id: "side", "aria-label": "Pages", "data-frame": true },
    h("a", { class: "brand", href: `${root}/index.html` }, "Binnacle"),
    h(
      "p",
      { class: "repo" },
      notebook.repository,
      notebook.branch === null ? "" : `, ${notebook.branch}`,
      h("br"),
      head === null ? oid : h("a", { href: head }, oid),
      `, ${day(notebook.head.day)}`,
    ),
    h("ul", {}, items),
  );
}

/** How many are wrong; where none is, how many were judged; nothing where there is nothing to count. */
function citationsCount({ citations }: NotebookExtract): Child {
  if (citations === null || citations.judged === 0) return null;
  return citations.wrong > 0
    ? h("b", { class: "bad" }, `${digits(citations.wrong)} wrong`)
    : h("span", {}, digits(citations.judged));
}

/** How many are false, else went unchecked, else there are. */
function claimsCount({ claims }: NotebookExtract): Child {
  if (claims === null || claims.pins === 0) return null;
  const { pins, false: wrong, unchecked } = claims;
  if (wrong > 0) return h("b", { class: "bad" }, `${digits(wrong)} false`);
  return unchecked > 0 ? h("b", { class: "bad" }, `${digits(unchecked)} unchecked`) : h("span", {}, digits(pins));
}

/** Notes and measurements; those that fail where there are any. */
function notesCount({ claims }: NotebookExtract): Child {
  if (claims === null || claims.notes + claims.measurements + claims.failing === 0) return null;
  return claims.failing > 0
    ? h("b", { class: "bad" }, `${digits(claims.failing)} ${claims.failing === 1 ? "fails" : "fail"}`)
    : h("span", {}, digits(claims.notes + claims.measurements));
}

/** Findings of imported threads that nobody answered; nothing where there is none. */
function findingsCount({ openFindings }: NotebookExtract): Child {
  return openFindings !== null && openFindings > 0 && h("span", {}, `${digits(openFindings)} open`);
}

/** Sentences that were corrected in one place and stand in another, where there are any. */
function survivorsCount({ copied }: NotebookExtract): Child {
  if (copied === null || copied.surviving === 0) return null;
  return h("b", { class: "bad" }, `${digits(copied.surviving)} missed`);
}

function phoneBar(book: Book, side: HTMLElement): HTMLElement {
  const button = h("button", { type: "button", "aria-expanded": "false", "aria-controls": "side" }, "Pages");
  const open = (to: boolean): void => {
    side.classList.toggle("open", to);
    button.setAttribute("aria-expanded", String(to));
  };
  button.addEventListener("click", () => open(!side.classList.contains("open")));
  side.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    open(false);
    button.focus();
  });
  return h(
    "div",
    { class: "top", "data-frame": true },
    h("b", {}, "Binnacle"),
    h("span", { class: "q" }, book.notebook.repository),
    button,
  );
}

/** The 45° hatches, and the textures of verdicts that share a colour; marks refer to them by id. */
function hatches(): SVGSVGElement {
  const hatch = (role: string): SVGPatternElement =>
    s(
      "pattern",
      { id: `hatch-${role}`, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("rect", { width: 6, height: 6, class: "hp" }),
      s("line", { x1: 0, x2: 0, y1: 0, y2: 6, class: `hl hl-${role}` }),
    );
  return s(
    "svg",
    { width: 0, height: 0, class: "hatches", "aria-hidden": "true", "data-frame": true },
    s(
      "defs",
      {},
      hatch("alarm"),
      hatch("drift"),
      hatch("never"),
      texture("stripes", "M0 1.5h5"),
      texture("grid", GRID),
    ),
  );
}

const GRID = "M0 1.2h5M1.2 0v5";

function texture(name: string, d: string): SVGPatternElement {
  return s(
    "pattern",
    { id: `${name}-alarm`, width: 5, height: 5, patternUnits: "userSpaceOnUse" },
    s("rect", { width: 5, height: 5, class: "hp" }),
    s("path", { d, class: "hl hl-alarm" }),
  );
}
