// Rows of a table that open in place, one at a time; which one is open stands in the address. What an open row shows is its
// table's business.

import type { Book } from "./book.js";
import { h } from "./dom.js";

/** How a row is opened. */
export interface Opens {
  /** Columns of the table. */
  readonly columns: number;
  /** Fills the cell of the row that comes below. */
  readonly fill: (cell: HTMLElement) => void;
}

/** Makes a row with its button open what belongs to it; `key` is what the address calls it. */
export function opens(book: Book, tr: HTMLElement, button: HTMLElement, key: string, what: Opens): void {
  button.addEventListener("click", () => toggle(book, tr, key, what));
  tr.addEventListener("click", (event) => {
    const inside = event.target instanceof Element && event.target.closest("a, button, input") !== null;
    if (!inside && getSelection()?.isCollapsed !== false) toggle(book, tr, key, what);
  });
}

/** The row that the address calls `key`, where it is drawn. */
export function rowElement(within: ParentNode, key: string): HTMLElement | null {
  return [...within.querySelectorAll<HTMLElement>("tr[data-c]")].find((tr) => tr.dataset.c === key) ?? null;
}

export function openRow(tr: HTMLElement, { columns, fill }: Opens): void {
  const cell = h("td", { colspan: columns });
  tr.dataset.open = "true";
  tr.querySelector(".opener")?.setAttribute("aria-expanded", "true");
  tr.after(h("tr", { class: "open" }, cell));
  fill(cell);
}

/** Opens the row that another figure asks for, and goes there; `redraw` draws it where it is not drawn yet. */
export function showRow(holder: HTMLElement | null, key: string, what: Opens, redraw: () => void): void {
  const there = rowElement(document, key);
  if (there?.dataset.open === "true") return;
  if (there && holder) {
    closeRows(holder);
    openRow(there, what);
  } else redraw();
  const shown = rowElement(document, key);
  shown?.scrollIntoView({ block: "start" });
  shown?.querySelector<HTMLElement>(".opener")?.focus({ preventScroll: true });
}

function toggle(book: Book, tr: HTMLElement, key: string, what: Opens): void {
  if (tr.dataset.open === "true") {
    closeRow(tr);
    if (book.address.get("c") === key) book.address.set("c", undefined);
    return;
  }
  if (tr.parentElement) closeRows(tr.parentElement);
  openRow(tr, what);
  book.address.set("c", key);
}

function closeRows(within: ParentNode): void {
  for (const other of within.querySelectorAll<HTMLElement>('tr[data-open="true"]')) closeRow(other);
}

function closeRow(tr: HTMLElement): void {
  tr.dataset.open = "false";
  tr.querySelector(".opener")?.setAttribute("aria-expanded", "false");
  if (tr.nextElementSibling?.classList.contains("open")) tr.nextElementSibling.remove();
}
