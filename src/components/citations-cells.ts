// The cells of a citation's row: what it says, when it was written, how long it was right, what broke it, and what to write
// instead. Each links to what it speaks of.

import { type Book, commitMark, linked, pullMark, shortDay } from "./book.js";
import type { Row } from "./citations-rows.js";
import { breakable, type Child, h } from "./dom.js";
import { blobLink } from "./links.js";
import { day, digits, elided } from "./words.js";

/** What is cited, as a link to what stands there now. */
export function saysLink(book: Book, row: Row): HTMLElement {
  const code = h("code", {}, breakable(elided(row.text, 60)));
  const spot = row.path === null || row.start < 1 ? null : { path: row.path, line: row.start, endLine: row.end };
  const link = linked(spot && row.verdict !== "missing" ? blobLink(book, spot) : null, code);
  link.title = row.path ?? row.text;
  return link;
}

export function written(book: Book, row: Row): Child {
  if (row.born === null) return [shortDay(book, row.first)];
  return [
    row.floor && "by ",
    shorter(book, row.born.day),
    " ",
    row.born.pr === null ? commitMark(book, row.born.oid) : pullMark(book, row.born.pr),
  ];
}

export function brokenBy(book: Book, row: Row): Child {
  if (row.broke === null || row.brokeAt === null) return "";
  return [
    row.broke.pr === null ? commitMark(book, row.broke.oid) : pullMark(book, row.broke.pr),
    " ",
    shorter(book, row.broke.day),
  ];
}

/** A day, its year only where it is not the head's. */
function shorter(book: Book, iso: string): string {
  return day(iso, iso.slice(0, 4) !== book.notebook.head.day.slice(0, 4));
}

export function heldWords(row: Row): string {
  if (row.held === null || row.verdict === "wrong-when-written") return "";
  return row.held < 1 ? "0 d" : `${digits(row.held)} d`;
}

export function instead(row: Row): Child {
  if (row.instead === "") return "";
  if (row.strength === 0) return h("span", { class: "q" }, row.instead);
  return [
    h("code", {}, breakable(elided(row.instead, 60))),
    h("span", { class: "q" }, row.strength === 2 ? " strong" : " hint"),
  ];
}
