// A list of which one is chosen, each with its count. The page is drawn anew when the choice changes: the list that was
// used keeps the focus.

import { h } from "./dom.js";
import { digits } from "./words.js";

interface SelectParts {
  /** What stands before it, and tells it from others. */
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly text: string; readonly n: number }[];
  /** Undefined: any. */
  readonly chosen: string | undefined;
  readonly choose: (value: string) => void;
}

/** Null where there is nothing to choose. What is chosen and has no option stands there with none. */
export function selectBox({ label, options, chosen, choose }: SelectParts): HTMLElement | null {
  const known = chosen === undefined || options.some(({ value }) => value === chosen);
  const all = known ? options : [...options, { value: chosen, text: chosen, n: 0 }];
  if (all.length < 2 && chosen === undefined) return null;
  const list = h(
    "select",
    { "data-select": label },
    h("option", { value: "", selected: chosen === undefined }, "any"),
    all.map(({ value, text, n }) => h("option", { value, selected: value === chosen }, `${text} ${digits(n)}`)),
  );
  list.addEventListener("change", () => {
    const section = list.closest("section");
    choose(list.value);
    section?.querySelector<HTMLElement>(`[data-select="${label}"]`)?.focus();
  });
  return h("label", {}, `${label} `, list);
}
