// The list "Cite these bytes": a permalink, the SWHID below it, and a button that copies it. Addresses name the bytes,
// whatever happens to the branch.

import type { Contract, Spot } from "../../loaders/report/pages.ts";
import { type Book, placeLink } from "./book.js";
import { h } from "./dom.js";
import { blobLink, spotName, swhid } from "./links.js";

const FIRST = 6;

/** Places of a contract that a document would cite, each once: sites, answerers, reads of now. */
function citable(contract: Contract): readonly Spot[] {
  const all = [
    ...contract.sites.map((x) => x.spot),
    ...contract.answerers.map((x) => x.spot),
    ...contract.members.flatMap((m) => m.read.filter((read) => read.last === null).map((read) => read.spot)),
    ...contract.nested.map((x) => x.spot),
  ];
  const seen = new Set<string>();
  return all.filter((spot) => {
    const key = `${spot.path}:${spot.line}-${spot.endLine}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The list, six at first. */
export function citeList(book: Book, contract: Contract): HTMLElement {
  const spots = citable(contract);
  const items = spots.map((spot) => item(book, spot));
  const list = h("ul", { class: "cite" }, items.slice(0, FIRST));
  if (items.length <= FIRST) return list;
  const more = h("button", { type: "button", class: "more" }, `Show ${items.length - FIRST} more of ${items.length}`);
  more.addEventListener("click", () => {
    list.append(...items.slice(FIRST));
    more.remove();
  });
  return h("div", {}, list, more);
}

function item(book: Book, spot: Spot): HTMLElement {
  const id = swhid(spot);
  const address = id ?? blobLink(book, spot) ?? `${spot.path}:${spot.line}`;
  const button = copyButton(() => address, "copy", `copy the address of ${spotName(spot)}`);
  return h(
    "li",
    {},
    h(
      "div",
      {},
      placeLink(book, spot),
      id !== null &&
        h(
          "code",
          { class: "swhid", title: id },
          h("span", { class: "screen" }, short(id)),
          h("span", { class: "print" }, id),
        ),
    ),
    button,
  );
}

function short(id: string): string {
  return id.replace(/^(swh:1:cnt:.{8}).*;/, "$1…;");
}

/** A button that copies a text, and says for a moment whether it could. */
export function copyButton(text: () => string, word: string, label: string): HTMLButtonElement {
  const button = h("button", { type: "button", "aria-label": label }, word);
  button.addEventListener("click", async () => {
    button.textContent = (await copied(text())) ? "copied" : "press Ctrl C";
    setTimeout(() => {
      button.textContent = word;
    }, 1500);
  });
  return button;
}

/** Writes to the clipboard; where that is not allowed, selects the address in a prompt-less field and tries the old way. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { class: "vh" });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
