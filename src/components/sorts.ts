// Orders rows by a column that stands in the address, and draws the heads that choose it: once upwards, once downwards, then
// as it was. What a column compares is its table's business.

import type { Book } from "./book.js";
import { h } from "./dom.js";

export interface Column {
  readonly text: string;
  /** What stands in the address for it; absent: rows are not ordered by it. */
  readonly sort?: string;
  readonly isNumber?: boolean;
}

/** A table's head of columns. */
export function sortHeads(book: Book, columns: readonly Column[]): HTMLElement {
  const now = book.address.get("sort") ?? "";
  const cells = columns.map(({ text, sort, isNumber }) => {
    const numeric = isNumber ? "n" : "";
    if (sort === undefined) return h("th", { scope: "col", class: numeric }, text);
    const state = now === sort ? "ascending" : now === `-${sort}` ? "descending" : "none";
    const next = state === "none" ? sort : state === "ascending" ? `-${sort}` : undefined;
    const mark = { ascending: " ↑", descending: " ↓", none: "" }[state];
    const button = h("button", { type: "button", class: "sort", "data-sort": sort }, `${text}${mark}`);
    button.addEventListener("click", () => {
      const section = button.closest("section");
      book.address.set("sort", next);
      section?.querySelector<HTMLElement>(`[data-sort="${sort}"]`)?.focus();
    });
    return h("th", { scope: "col", class: numeric, "aria-sort": state }, button);
  });
  return h("thead", {}, h("tr", {}, cells));
}

/**
 * Rows in order of the column `held`, or of `-held` turned round; by `usual` where the address names none of `values`. What
 * has no value, which is infinity, stands last either way.
 */
export function sorted<Row>(
  rows: readonly Row[],
  sort: string | undefined,
  values: Readonly<Record<string, (row: Row) => number | string>>,
  usual: (a: Row, b: Row) => number,
): readonly Row[] {
  const value = values[(sort ?? "").replace(/^-/, "")];
  if (!value) return [...rows].sort(usual);
  const turn = sort?.startsWith("-") ? -1 : 1;
  return [...rows].sort((a, b) => {
    const x = value(a);
    const y = value(b);
    if (x === Number.POSITIVE_INFINITY || y === Number.POSITIVE_INFINITY) return Number(x === y ? 0 : x > y ? 1 : -1);
    return (x < y ? -1 : x > y ? 1 : 0) * turn;
  });
}
