// Commits that changed something as a table, newest first, with chips that filter and count. It links names, commits,
// pull requests and places; it decides nothing about what an event is.

import type { Change, EventRow, Glyph } from "../../loaders/report/pages.ts";
import { type Book, commitMark, dayOf, nameMark, placeLink, pullMark } from "./book.js";
import { chip } from "./chips.js";
import { type Child, h, type Phrase, prose, ticked } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { inline, SHAPES } from "./glyphs.js";
import { digits, withoutPull } from "./words.js";

interface Kind {
  readonly value: string;
  readonly text: string;
  readonly glyphs: readonly Glyph[];
}

/** The chips: what each lets through. */
export const KINDS: readonly Kind[] = [
  { value: "appears", text: "appears", glyphs: ["born", "back"] },
  { value: "ends", text: "ends", glyphs: ["died"] },
  { value: "wait", text: "wait changes", glyphs: ["wait"] },
  { value: "sites", text: "sites change", glyphs: ["more", "less"] },
  { value: "moves", text: "moves", glyphs: ["moved"] },
  { value: "answerers", text: "loses its answerer", glyphs: ["lost"] },
  { value: "unread", text: "loses or lacks a reader", glyphs: ["unread", "unreadLost"] },
  { value: "disagrees", text: "reader and answerer disagree", glyphs: ["breach", "defaulted"] },
  { value: "reply", text: "reply changes", glyphs: ["shape", "changed"] },
];

interface EventsParts {
  readonly title: Phrase | string;
  readonly caption: Child;
  /** Rows newest first. */
  readonly events: () => readonly EventRow[];
  readonly chips: boolean;
  /** Whether sites and names after the commit are shown. */
  readonly totals: boolean;
}

/** The figure of events. */
export function eventsFigure(book: Book, parts: EventsParts): HTMLElement {
  return figure(book, {
    id: "events",
    title: parts.title,
    caption: () => parts.caption,
    keys: ["kind", "layer", "name"],
    draw: () => draw(book, parts),
  });
}

/** The rows of a kind and, where a name is asked for, that touch it. */
export function filtered(
  events: readonly EventRow[],
  kind: string | undefined,
  name: string | undefined,
): readonly EventRow[] {
  const glyphs = KINDS.find((k) => k.value === kind)?.glyphs;
  return events.filter(
    (e) =>
      (!glyphs || e.changes.some((c) => glyphs.includes(c.glyph))) &&
      (name === undefined || e.changes.some((c) => c.names.some((n) => n.text === name))),
  );
}

function draw(book: Book, parts: EventsParts): Node {
  const all = parts.events();
  if (all.length === 0) return empty("No commit of this line changed anything here.");
  // Only the surface's rows, which have totals, are of many names.
  const name = parts.totals ? book.address.get("name") : undefined;
  const rows = filtered(all, parts.chips ? book.address.get("kind") : undefined, name);
  const columns = [
    "date",
    "commit",
    "pull request",
    "what changed",
    ...(parts.totals ? [{ n: "sites" }, { n: "names" }] : []),
  ];
  return h(
    "div",
    {},
    parts.chips && chips(book, all),
    name !== undefined && onlyName(book, name),
    rows.length === 0
      ? empty("No commit of this kind. ", `${digits(all.length)} commits were looked through.`)
      : longTable(
          head(columns),
          rows.map((e) => () => row(book, e, parts.totals)),
          "stack events",
        ),
  );
}

function chips(book: Book, all: readonly EventRow[]): HTMLElement {
  const chosen = KINDS.some((k) => k.value === book.address.get("kind")) ? book.address.get("kind") : undefined;
  const made = (sets: string | undefined, content: string, n: number): HTMLElement =>
    chip(book, { key: "kind", value: sets ?? "", sets, isPressed: sets === chosen, content, n });
  const kinds = KINDS.map((k) => ({ ...k, n: filtered(all, k.value, undefined).length })).filter((k) => k.n > 0);
  return h(
    "div",
    { class: "bar", role: "group", "aria-label": "kinds of change" },
    made(undefined, "everything", all.length),
    kinds.map((k) => made(k.value, k.text, k.n)),
  );
}

function onlyName(book: Book, name: string): HTMLElement {
  const clear = h("button", { type: "button" }, "all names");
  clear.addEventListener("click", () => book.address.set("name", undefined));
  return h("p", { class: "cap" }, "Only commits that touch ", h("code", {}, name), ". ", clear);
}

function row(book: Book, event: EventRow, totals: boolean): HTMLElement {
  const subject = withoutPull(event.subject);
  return h(
    "tr",
    {},
    h("td", { class: "d il" }, dayOf(book, event.position)),
    h(
      "td",
      { class: "il" },
      commitMark(book, event.origin ?? event.oid),
      event.origin !== null && h("div", { class: "q nb" }, "in ", commitMark(book, event.oid)),
    ),
    h("td", { class: "pr q" }, event.pr !== null && [pullMark(book, event.pr), " "], subject),
    h(
      "td",
      { class: "what" },
      event.changes.map((c) => changeLine(book, c)),
    ),
    totals && h("td", { class: "n il", "data-l": "sites" }, digits(event.sites)),
    totals && h("td", { class: "n il", "data-l": "names" }, digits(event.names)),
  );
}

/** One change: its glyph, the names, what became of them, and where. */
export function changeLine(book: Book, c: Change): HTMLElement {
  const words = c.text !== "" ? c.text : c.names.length === 0 ? SHAPES[c.glyph].word : "";
  const tone =
    c.glyph === "unread" || c.glyph === "unreadLost" || c.glyph === "defaulted"
      ? "dr"
      : c.glyph === "lost" || c.glyph === "breach"
        ? "bad"
        : "";
  return h(
    "div",
    { class: `ch ${tone}` },
    inline(c.glyph),
    h("span", { class: "vh" }, `${SHAPES[c.glyph].word}: `),
    h(
      "span",
      {},
      c.names.map((n, i) => [i > 0 && ", ", nameMark(book, n)]),
      c.names.length > 0 && words !== "" && " ",
      prose(ticked(words)),
      c.spot && c.names.length <= 1 && [" ", placeLink(book, c.spot)],
    ),
  );
}
