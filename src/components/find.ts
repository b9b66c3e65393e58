// The box in which a reader writes what to look for; it stands in the address. It searches nothing.

import type { Book } from "./book.js";
import { h } from "./dom.js";

interface FindBox {
  readonly label: HTMLElement;
  /** Writes into the box what the address says, where another control has changed it. */
  readonly renew: () => void;
}

/** `hint` stands in the empty box. */
export function findBox(book: Book, hint: string): FindBox {
  const input = h("input", {
    id: "find",
    type: "search",
    placeholder: hint,
    value: book.address.get("q") ?? "",
    autocomplete: "off",
    spellcheck: "false",
  });
  input.addEventListener("input", () => book.address.set("q", input.value));
  return {
    label: h("label", {}, "Find ", input),
    renew: () => {
      const asked = book.address.get("q") ?? "";
      if (input.value !== asked) input.value = asked;
    },
  };
}
