// The one live region of a page: it follows the pointer, or docks in the lower right corner for the keyboard, and says
// the same facts to both. It decides nothing about what is said.

import { type Child, h } from "./dom.js";

/** Lines of a tip: the first is its heading. */
export type Facts = readonly Child[];

let region: HTMLElement | null = null;

function tip(): HTMLElement {
  if (region?.isConnected) return region;
  region = h("div", { id: "tip", role: "status" });
  document.body.append(region);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hideTip();
  });
  return region;
}

/** Creates the region, so that readers of the screen know of it before it speaks. */
export function readyTip(): void {
  tip();
}

/** Shows facts beside the pointer, inside the window. */
export function tipAt(facts: Facts, x: number, y: number): void {
  const box = fill(facts);
  box.classList.remove("docked");
  const { offsetWidth: w, offsetHeight: h } = box;
  box.style.left = `${Math.max(6, x + 16 + w > innerWidth - 6 ? x - w - 14 : x + 16)}px`;
  box.style.top = `${Math.max(6, y + 18 + h > innerHeight - 6 ? y - h - 12 : y + 18)}px`;
}

/** Shows facts in the lower right corner, where they hide no row. */
export function tipDock(facts: Facts): void {
  const box = fill(facts);
  box.classList.add("docked");
  box.style.left = "";
  box.style.top = "";
}

export function hideTip(): void {
  region?.classList.remove("on");
}

function fill(facts: Facts): HTMLElement {
  const box = tip();
  const lines = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false);
  box.replaceChildren(...lines.map((line, i) => h("div", { class: i === 0 ? "th" : "q" }, line)));
  box.classList.add("on");
  return box;
}

/** Makes an element tell its facts; `at` is the pointer's place in the window, null for the keyboard. */
export function tells(element: Element, facts: (at: { x: number; y: number } | null) => Facts): void {
  element.addEventListener("pointermove", (event) => {
    const { clientX: x, clientY: y, pointerType } = event as PointerEvent;
    if (pointerType !== "touch") tipAt(facts({ x, y }), x, y);
  });
  element.addEventListener("pointerleave", hideTip);
  element.addEventListener("focus", () => {
    if (element.matches(":focus-visible")) tipDock(facts(null));
  });
  element.addEventListener("blur", hideTip);
}

/**
 * Makes a list of elements one tab stop: arrows, Home and End move inside. With `columns`, left and right move by one and
 * up and down by a row.
 */
export function oneStop(items: readonly (HTMLElement | SVGElement)[], columns = 1): void {
  items.forEach((item, i) => {
    item.setAttribute("tabindex", i === 0 ? "0" : "-1");
    item.addEventListener("focus", () => {
      for (const other of items) other.setAttribute("tabindex", other === item ? "0" : "-1");
    });
    item.addEventListener("keydown", (event) => {
      const to = target((event as KeyboardEvent).key, i, items.length, columns);
      if (to === null) return;
      event.preventDefault();
      items[to]?.focus();
    });
  });
}

function target(key: string, i: number, length: number, columns: number): number | null {
  const last = length - 1;
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowDown") return Math.min(last, i + columns);
  if (key === "ArrowUp") return i - columns < 0 ? i : i - columns;
  if (key === "ArrowRight") return Math.min(last, i + 1);
  if (key === "ArrowLeft") return Math.max(0, i - 1);
  return null;
}
