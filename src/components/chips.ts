// A chip: a button that chooses in the page's address, with the count of what it lets through. The page is drawn anew when
// the address changes: the chip that was pressed keeps the focus.

import type { Book } from "./book.js";
import { type Child, h } from "./dom.js";
import { digits } from "./words.js";

interface Chip {
  /** The key of the address. */
  readonly key: "kind" | "verdict";
  /** What tells this chip from others of its key. */
  readonly value: string;
  /** What a press writes to the address; undefined takes the key away. */
  readonly sets: string | undefined;
  readonly isPressed: boolean;
  readonly content: Child;
  readonly n: number;
}

export function chip(book: Book, { key, value, sets, isPressed, content, n }: Chip): HTMLElement {
  const button = h(
    "button",
    { type: "button", class: "chip", "aria-pressed": String(isPressed), [`data-${key}`]: value },
    content,
    h("span", {}, digits(n)),
  );
  button.addEventListener("click", () => {
    const section = button.closest("section");
    book.address.set(key, sets);
    section?.querySelector<HTMLElement>(`.chip[data-${key}="${value}"]`)?.focus();
  });
  return button;
}

/** What chips of verdicts let through. */
export interface Choices<Row, Choice extends string> {
  readonly rows: readonly Row[];
  readonly isChosen: (row: Row, choice: Choice) => boolean;
  readonly choice: Choice;
  /** The one that no address names. */
  readonly usual: Choice;
}

/** A chip a choice; null of one that lets nothing through and that nobody chose. */
export function choiceChips<Row, Choice extends string>(
  book: Book,
  { rows, isChosen, choice, usual }: Choices<Row, Choice>,
): (value: Choice, content: Child) => HTMLElement | null {
  return (value, content) => {
    const n = rows.filter((row) => isChosen(row, value)).length;
    if (n === 0 && value !== choice && value !== usual) return null;
    const sets = value === usual ? undefined : value;
    return chip(book, { key: "verdict", value, sets, isPressed: value === choice, content, n });
  };
}
