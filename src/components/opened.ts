// Rows of a table that open in place: one at a time, with a cell below that somebody fills. It knows nothing of what it shows.

import { h } from "./dom.js";

/** Fills the cell of an opened row. */
export type Fill = (cell: HTMLElement) => void;

/** The row that has a key, by `data-c`. */
export function rowElement(within: ParentNode, key: string): HTMLElement | null {
  return [...within.querySelectorAll<HTMLElement>("tr[data-c]")].find((tr) => tr.dataset.c === key) ?? null;
}

/** Opens it over that many columns; others of its table close. */
export function openRow(tr: HTMLElement, columns: number, fill: Fill): void {
  for (const other of tr.parentElement?.querySelectorAll<HTMLElement>('tr[data-open="true"]') ?? []) closeRow(other);
  const cell = h("td", { colspan: columns });
  tr.dataset.open = "true";
  tr.querySelector(".opener")?.setAttribute("aria-expanded", "true");
  tr.after(h("tr", { class: "open" }, cell));
  fill(cell);
}

export function closeRow(tr: HTMLElement): void {
  tr.dataset.open = "false";
  tr.querySelector(".opener")?.setAttribute("aria-expanded", "false");
  if (tr.nextElementSibling?.classList.contains("open")) tr.nextElementSibling.remove();
}

/** Calls `toggle` for a click on the row's button, or beside its links and controls where no text is selected. */
export function opensByClick(tr: HTMLElement, toggle: () => void): void {
  tr.querySelector(".opener")?.addEventListener("click", toggle);
  tr.addEventListener("click", (event) => {
    const inside = event.target instanceof Element && event.target.closest("a, button, input, summary") !== null;
    if (!inside && getSelection()?.isCollapsed !== false) toggle();
  });
}
