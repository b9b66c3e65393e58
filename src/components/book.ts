// What every figure of a page shares: the notebook's extract, the way to its root, and the address' state; and the links
// made of them. It draws no figure.

import type { NotebookExtract, Spot } from "../../loaders/report/pages.ts";
import type { Mode } from "./axis.js";
import { breakable, type Child, h } from "./dom.js";
import { inline, type Mark } from "./glyphs.js";
import { blobLink, commitLink, contractLink, type Forge, pullLink, spotName } from "./links.js";
import { type Address, address } from "./url.js";
import { day, elided } from "./words.js";

export interface Book extends Forge {
  readonly notebook: NotebookExtract;
  /** Relative path from this page's folder to the notebook's: "." or "..". */
  readonly root: string;
  readonly address: Address;
}

export function openBook(notebook: NotebookExtract, root: string): Book {
  return { notebook, root, address: address(), forge: notebook.forge, head: notebook.head };
}

/** The axis mode of the address. */
export function axisMode(book: Book): Mode {
  return book.address.get("x") === "commit" ? "commit" : "date";
}

/** The layer of the address, or the first. */
export function currentLayer(book: Book): string {
  const layers = book.notebook.layers.map((l) => l.name);
  const asked = book.address.get("layer");
  return asked !== undefined && layers.includes(asked) ? asked : (layers[0] ?? "");
}

/** The layer a page looks at, where the profile has more than one: its words beside titles; else null. */
export function severalLayers(book: Book): boolean {
  return book.notebook.layers.length > 1;
}

/** "4 Jun 2026" of a commit; without the year where the whole line lies in one. */
export function dayOf(book: Book, position: number): string {
  return day(book.notebook.day[position] ?? "");
}

/** "4 Jun", with its year only where the line spans more than one. */
export function shortDay(book: Book, position: number): string {
  const { day: all } = book.notebook;
  const iso = all[position] ?? "";
  return day(iso, iso.slice(0, 4) !== (all.at(-1) ?? "").slice(0, 4));
}

/** A link, or its text where there is no address. */
export function linked(href: string | null, ...text: readonly Child[]): HTMLElement {
  return href === null ? h("span", {}, ...text) : h("a", { href }, ...text);
}

/** `core.py:12-14` as a permalink; the whole path in its title. */
export function placeLink(book: Book, spot: Spot, text: string = spotName(spot)): HTMLElement {
  const link = linked(blobLink(book, spot), h("code", {}, breakable(text)));
  link.title = spot.path;
  return link;
}

/** Nine hex digits as a link. */
export function commitMark(book: Book, oid: string): HTMLElement {
  return linked(commitLink(book, oid), h("code", {}, oid.slice(0, 9)));
}

/** "#860" as a link. */
export function pullMark(book: Book, pr: number): HTMLElement {
  return linked(pullLink(book, pr), `#${pr}`);
}

/** A contract's name as a link to its page; over forty characters it loses its middle, which the title keeps. */
export function nameMark(book: Book, name: { readonly text: string; readonly slug: string | null }): HTMLElement {
  const link = linked(
    name.slug === null ? null : contractLink(book.root, name.slug),
    h("code", {}, breakable(elided(name.text))),
  );
  if (elided(name.text) !== name.text) link.title = name.text;
  return link;
}

/** A glyph and words that stay together. */
export function keyed(mark: Mark, text: Child): HTMLElement {
  return h("span", { class: "nb" }, inline(mark), text);
}
