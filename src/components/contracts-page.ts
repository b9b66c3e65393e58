// The list of all contracts: who waits, how many sites, answerers and reads, and since when. It links each to its page.

import type { Contract, ContractsExtract, NotebookExtract } from "../../loaders/report/pages.ts";
import { type Book, dayOf, nameMark, openBook, severalLayers } from "./book.js";
import { page } from "./chrome.js";
import { readNow } from "./contract-headlines.js";
import { h } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { findBox } from "./find.js";
import { readings } from "./gaps.js";
import { inline, isAlone, waits } from "./glyphs.js";
import { shortest } from "./headlines.js";
import { faces } from "./text.js";
import { count, digits, measured, sentence } from "./words.js";

/** The page's content. */
export async function contractsPage(notebook: NotebookExtract, all: ContractsExtract): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const alive = all.contracts.filter((c) => c.alive);
  const read = alive.filter((c) => readNow(c) > 0).length;
  const find = findBox(book, "name, key or class");
  return page(
    book,
    {
      page: "contracts",
      tab: "Contracts",
      title: shortest([
        alive.length === 0 ? "Nothing is sent by name here" : null,
        `${sentence(count(alive.length))} contracts, and ${count(read)} of them ${read === 1 ? "has its reply" : "have their reply"} read`,
        measured(alive.length, "contract"),
      ]),
      deck: "A contract is a name with the sites that send it, the classes that answer it, and what callers read off the reply.",
    },
    figure(book, {
      title: "All contracts",
      keys: ["q"],
      controls: [find.label],
      caption: () => "Sent now first, then what is no longer sent.",
      draw: () => table(book, all.contracts),
    }),
  );
}

function table(book: Book, contracts: readonly Contract[]): HTMLElement {
  const q = (book.address.get("q") ?? "").trim().toLowerCase();
  const holds = (c: Contract): boolean =>
    [c.name, ...c.members.map((m) => m.key), ...c.answerers.map((a) => a.class)].some((text) =>
      text.toLowerCase().includes(q),
    );
  const shown = [...contracts.filter((c) => c.alive && holds(c)), ...contracts.filter((c) => !c.alive && holds(c))];
  if (shown.length === 0) {
    return contracts.length === 0
      ? empty("There is no contract: nothing is sent by name.")
      : empty(`No name, key or class holds “${q}”. ${digits(contracts.length)} contracts were searched.`);
  }
  const layers = severalLayers(book);
  return longTable(
    head([
      "name",
      ...(layers ? ["layer"] : []),
      "waits",
      { n: "sites" },
      { n: "answerers" },
      { n: "read off it" },
      "what is the matter",
      "sent since",
      "last changed",
    ]),
    shown.map((c) => () => row(book, c, layers)),
    "stack",
  );
}

function row(book: Book, c: Contract, layers: boolean): HTMLElement {
  const first = c.lifespan[0]?.first;
  const last = c.history[0]?.position;
  const classes = new Set(c.answerers.map((a) => a.class)).size;
  return h(
    "tr",
    {},
    h("td", {}, nameMark(book, { text: c.name, slug: c.slug })),
    layers && h("td", { class: "q", "data-l": "layer" }, c.layer),
    h(
      "td",
      { class: isAlone(c.state) && c.alive ? "bad" : "", "data-l": "waits" },
      c.alive ? waits(c.state) : "no longer sent",
    ),
    h("td", { class: "n il", "data-l": "sites" }, digits(c.sites.length)),
    h("td", { class: "n il", "data-l": "answerers" }, digits(classes)),
    h("td", { class: "n il", "data-l": "read off it" }, digits(readNow(c))),
    h("td", {}, matter(c)),
    h("td", { class: "d il", "data-l": "since" }, first === undefined ? "" : dayOf(book, first)),
    h("td", { class: "d il", "data-l": "changed" }, last === undefined ? "" : dayOf(book, last)),
  );
}

function matter(c: Contract): HTMLElement {
  const open = c.members.flatMap((m) => m.trouble.filter((t) => t.last === null));
  const breaches = open.filter((t) => t.status === "breach").length;
  const defaulted = open.filter((t) => t.status === "defaulted").length;
  const unread = readings(c).filter((x) => x.unread.some((st) => st.last === null)).length;
  return h(
    "span",
    {},
    breaches > 0 && h("span", { class: "bad nb" }, inline("breach"), `${measured(breaches, "breach", "breaches")} `),
    defaulted > 0 && h("span", { class: "dr nb" }, inline("defaulted"), `${digits(defaulted)} defaulted `),
    c.alive && unread > 0 && h("span", { class: "dr nb" }, inline("unread"), `${digits(unread)} read by nobody`),
  );
}
