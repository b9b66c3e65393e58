// A figure: its rule, title, caption, controls, chart and the table behind the chart. It redraws when the width or the
// address' state changes, and knows nothing of what it shows.

import type { Book } from "./book.js";
import { type Child, h, type Phrase, prose } from "./dom.js";
import { hideTip } from "./tip.js";
import type { Key } from "./url.js";

interface FigureParts {
  readonly title: Phrase | string;
  /** How to read it, what is not drawn. Null: the figure needs no words. */
  readonly caption?: () => Child;
  /** Controls beside the title. */
  readonly controls?: readonly Child[];
  /** Columns of three. */
  readonly span?: 1 | 2 | 3;
  /** Keys of the address that it is redrawn for. */
  readonly keys?: readonly Key[];
  /** The chart at a width in pixels; returns to a sentence where there is nothing to draw. */
  readonly draw: (width: number) => Node;
  /** The same as a table. It is not offered where a sentence stands in the chart's place. */
  readonly behind?: () => Node;
  readonly id?: string;
}

/** The figure's element. */
export function figure(book: Book, parts: FigureParts): HTMLElement {
  const caption = h("div", { class: "cap" });
  const body = h("div", { class: "body" });
  const table = h("div", { class: "scroll" });
  const behind = parts.behind
    ? h("details", { class: "behind" }, h("summary", {}, "the same as a table"), table)
    : null;
  let drawn = 0;
  const draw = (): void => {
    if (drawn === 0) return;
    hideTip();
    caption.replaceChildren(...nodes(parts.caption?.()));
    body.replaceChildren(parts.draw(drawn));
    if (behind) behind.hidden = body.querySelector(":scope > .empty") !== null;
    if (behind?.open) table.replaceChildren(parts.behind?.() ?? "");
  };
  behind?.addEventListener("toggle", () => {
    if (behind.open) table.replaceChildren(parts.behind?.() ?? "");
  });
  onWidth(body, (width) => {
    drawn = width;
    draw();
  });
  if (parts.keys) book.address.listen(parts.keys, draw);
  const title = h("h2", {}, typeof parts.title === "string" ? parts.title : prose(parts.title));
  return h(
    "section",
    { class: `fig c${parts.span ?? 3}`, id: parts.id },
    parts.controls ? h("div", { class: "fh" }, title, h("div", { class: "bar" }, parts.controls)) : title,
    caption,
    body,
    behind,
  );
}

/** Tells an element's width now and whenever it changes. */
export function onWidth(element: HTMLElement, told: (width: number) => void): void {
  let last = 0;
  new ResizeObserver(() => {
    const width = Math.floor(element.clientWidth);
    if (width === 0 || width === last) return;
    last = width;
    told(width);
  }).observe(element);
}

/** Buttons of which one is pressed. */
export function segment(
  label: string,
  options: readonly { readonly value: string; readonly text: string }[],
  chosen: string,
  choose: (value: string) => void,
): HTMLElement {
  const buttons = options.map(({ value, text }) => {
    const button = h("button", { type: "button", "aria-pressed": String(value === chosen) }, text);
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      choose(value);
    });
    return button;
  });
  return h("span", { class: "seg", role: "group", "aria-label": label }, buttons);
}

/** The switch of the time axis. */
export function axisSwitch(book: Book): HTMLElement {
  const options = [
    { value: "date", text: "by date" },
    { value: "commit", text: "by commit" },
  ];
  const chosen = book.address.get("x") === "commit" ? "commit" : "date";
  return segment("time axis", options, chosen, (value) => book.address.set("x", value === "date" ? undefined : value));
}

/** A sentence in a figure's place. */
export function empty(...text: readonly Child[]): HTMLElement {
  return h("p", { class: "empty" }, ...text);
}

/** The sentence of a page whose store only the walk has written; `judges`: what makes the page's rows, "judges claims". */
export function notYet(judges: string): HTMLElement {
  return empty(
    "Nothing but the walk has written this store. ",
    h("code", {}, "binnacle notebook"),
    ` ${judges} after it; build the notebook with it.`,
  );
}

/** Rows of a table, the first sixty at first, then two hundred more at a time. */
export function longTable(head: HTMLElement, rows: readonly (() => HTMLElement)[], attributes = "stack"): HTMLElement {
  const body = h("tbody");
  const more = h("button", { type: "button", class: "more" });
  let shown = 0;
  const show = (n: number): void => {
    body.append(...rows.slice(shown, shown + n).map((row) => row()));
    shown = Math.min(rows.length, shown + n);
    const next = Math.min(200, rows.length - shown);
    more.textContent = `Show ${next} more of ${rows.length.toLocaleString("en-GB")}`;
    more.hidden = next === 0;
  };
  more.addEventListener("click", () => show(200));
  show(60);
  return h("div", { class: "scroll" }, h("table", { class: attributes }, head, body), more);
}

/** A table's head; `n` columns are numbers. */
export function head(columns: readonly (string | { readonly n: string })[]): HTMLElement {
  const cells = columns.map((c) =>
    typeof c === "string" ? h("th", { scope: "col" }, c) : h("th", { scope: "col", class: "n" }, c.n),
  );
  return h("thead", {}, h("tr", {}, cells));
}

function nodes(child: Child): readonly (Node | string)[] {
  const list: readonly Child[] = Array.isArray(child) ? child : [child];
  const span = h("span", {}, list);
  return [...span.childNodes];
}
