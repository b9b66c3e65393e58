// The figure around rows with strips: Find, chips that filter and count, and as many rows as are asked for; the row that
// the address names is opened and brought into sight. What rows look like is told by who asks.

import type { Book } from "./book.js";
import { type Child, h } from "./dom.js";
import { axisSwitch, figure } from "./figure.js";
import { findBox } from "./find.js";
import { digits } from "./words.js";

const FIRST = 60;
const MORE = 200;

interface StripSearch<Row> {
  readonly id: string;
  readonly title: string;
  /** What Find takes. */
  readonly placeholder: string;
  readonly caption: () => Child;
  readonly chips: () => HTMLElement;
  /** Rows that the chips let through, and those of them that hold the words. */
  readonly chosen: () => readonly Row[];
  readonly isFound: (row: Row, words: string) => boolean;
  /** What `?c=` says of rows, in the order in which they are drawn. */
  readonly keys: (rows: readonly Row[]) => readonly string[];
  readonly list: (rows: readonly Row[], width: number, shown: number) => HTMLElement;
  /** What stands in their place where there are none. */
  readonly nothing: (searched: number, words: string) => HTMLElement;
}

/** The figure. */
export function stripSearch<Row>(book: Book, parts: StripSearch<Row>): HTMLElement {
  const words = (): string => book.address.get("q") ?? "";
  const find = findBox(book, parts.placeholder);
  let shown = FIRST;
  let hasShownAsked = false;
  return figure(book, {
    id: parts.id,
    title: parts.title,
    keys: ["q", "verdict", "x"],
    controls: [find.label, axisSwitch(book)],
    caption: parts.caption,
    draw: (width) => {
      find.renew();
      const chosen = parts.chosen();
      const found = chosen.filter((row) => parts.isFound(row, words()));
      const holder = h("div");
      const draw = (): void => {
        holder.replaceChildren(
          parts.chips(),
          found.length === 0 ? parts.nothing(chosen.length, words()) : parts.list(found, width, shown),
        );
        const left = found.length - shown;
        if (left <= 0) return;
        const more = h(
          "button",
          { type: "button", class: "more" },
          `Show ${digits(Math.min(MORE, left))} more of ${digits(found.length)}`,
        );
        more.addEventListener("click", () => {
          const at = shown;
          shown += MORE;
          draw();
          holder.querySelectorAll<HTMLElement>(".entry")[at]?.focus();
        });
        holder.append(more);
      };
      const asked = parts.keys(found).indexOf(book.address.get("c") ?? "");
      shown = Math.max(shown, asked + 1);
      draw();
      // Who follows a link to one row wants to see it, wherever it stands.
      if (asked > 0 && !hasShownAsked)
        requestAnimationFrame(() =>
          holder.querySelector('.entry[aria-expanded="true"]')?.scrollIntoView({ block: "nearest" }),
        );
      hasShownAsked = true;
      return holder;
    },
  });
}
