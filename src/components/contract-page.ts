// The page of one contract: what is produced and read, the reply's shape, who sends, who answers, what to cite, and its
// history. It composes figures and leaves out those that have nothing to say.

import type { Contract, ContractsExtract, NotebookExtract, NotesExtract } from "../../loaders/report/pages.ts";
import { answerersTable, inProcessTable, nestedTable, troubleTable } from "./answerers.js";
import { axisWords } from "./axis-draw.js";
import { type Book, keyed, openBook, severalLayers } from "./book.js";
import { page } from "./chrome.js";
import { citeList } from "./cite.js";
import { answerersTitle, contractDeck, contractTitle, membersTitle, sitesTitle } from "./contract-headlines.js";
import { type Child, h } from "./dom.js";
import { eventsFigure } from "./events.js";
import { axisSwitch, empty, figure, head, longTable } from "./figure.js";
import { readings, silences } from "./gaps.js";
import { lifeChart } from "./life.js";
import { sheetLink } from "./links.js";
import { membersChart } from "./members.js";
import { attachedFigure } from "./notes-attached.js";
import { shapesChart, shapesTable } from "./shapes.js";
import { sitesTable } from "./sites.js";
import { faces } from "./text.js";
import { writeState } from "./url.js";
import { counted, sentence } from "./words.js";

/** The page's content for a slug. */
export async function contractPage(
  notebook: NotebookExtract,
  all: ContractsExtract,
  notes: NotesExtract,
  slug: string,
): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, "..");
  const contract = all.contracts.find((c) => c.slug === slug);
  if (!contract) {
    return page(
      book,
      { page: "contracts", title: "This notebook has no such contract", deck: "" },
      empty(
        "Names that are sent, or once were, are listed under ",
        h("a", { href: "../contracts.html" }, "Contracts"),
        ".",
      ),
    );
  }
  return page(
    book,
    {
      page: "contracts",
      tab: contract.name,
      title: contractTitle(contract),
      deck: contractDeck(contract),
      crumbs: [
        severalLayers(book) && contract.layer,
        h("a", { href: "../contracts.html" }, "Contracts"),
        h("a", { href: surfaceLink(book, contract) }, "Surface"),
        h("a", { href: sheetLink("..", sheetOf(all, contract)) }, "Hand-off"),
      ].filter((c) => c !== false),
    },
    contract.members.length > 0 ? members(book, contract) : null,
    contract.shapes.length > 0 ? shapes(book, contract) : null,
    contract.members.length === 0 && contract.shapes.length === 0 ? life(book, contract) : null,
    plain(
      book,
      contract.members.some((m) => m.trouble.length > 0),
      "Where reader and answerer disagree",
      "A breach raises; a default goes on with what the reader puts in its place.",
      () => troubleTable(book, contract),
    ),
    contract.alive || contract.sites.length > 0
      ? figure(book, {
          id: "sites",
          title: sitesTitle(contract),
          caption: () =>
            "The more a caller takes apart, the more its site fixes. A site that waits and drops the reply still needs one.",
          draw: () => (contract.sites.length === 0 ? empty("No site sends it now.") : sitesTable(book, contract)),
        })
      : null,
    attachedFigure(book, contract, notes),
    figure(book, {
      id: "answerers",
      span: 2,
      title: answerersTitle(contract),
      caption: () => answererWords(contract),
      draw: () =>
        contract.answerers.length === 0
          ? empty(contract.alive ? "No class that the profile knows of answers it." : "Nobody answers it now.")
          : answerersTable(book, contract),
    }),
    figure(book, {
      id: "cite",
      span: 1,
      title: "Cite these bytes",
      caption: () => "Hashes name the bytes, whatever happens to the branch.",
      draw: () => citeList(book, contract),
    }),
    plain(
      book,
      contract.nested.length > 0,
      "Members with a contract of their own",
      "A value that a method checks: another set of keys is another contract.",
      () => nestedTable(book, contract),
    ),
    plain(
      book,
      contract.inProcess.length > 0,
      "Called in the same process",
      "These calls no dispatch carries: a search for the name as a string does not see them.",
      () => inProcessTable(book, contract),
    ),
    eventsFigure(book, {
      title: `${sentence(counted(contract.history.length, "commit"))} made this contract`,
      caption:
        contract.history.length > 0
          ? [
              "Changes of what is sent, answered, produced and read, newest first. ",
              h(
                "a",
                { href: `${surfaceLink(book, contract, contract.name)}#events` },
                "Those that changed the surface",
              ),
              ", and ",
              h(
                "a",
                { href: `${book.root}/issues.html${writeState({ name: contract.name })}` },
                "issues that changed it or speak of it",
              ),
              ".",
            ]
          : null,
      events: () => contract.history,
      chips: contract.history.length > 12,
      totals: false,
    }),
  );
}

/** A name has one hand-off sheet, whichever layers send it: under the slug of its first contract. */
function sheetOf(all: ContractsExtract, { name, slug }: Contract): string {
  return all.contracts.find((each) => each.name === name)?.slug ?? slug;
}

function members(book: Book, contract: Contract): HTMLElement {
  const list = readings(contract);
  const trouble = contract.members.flatMap((m) => m.trouble);
  return figure(book, {
    id: "members",
    title: membersTitle(silences(list, book.notebook.time)),
    keys: ["x"],
    controls: [axisSwitch(book)],
    caption: () => [
      "Per member, the thin upper line is when an answerer produces it, the thick bar below is when some caller reads it. ",
      list.some((x) => x.unread.length > 0) && [h("b", { class: "dr" }, "Hatched: produced, read by nobody."), " "],
      list.some((x) => x.unsent.length > 0) && [
        h("b", { class: "bad" }, "Hatched: read, and nobody produces it."),
        " ",
      ],
      trouble.some((t) => t.status === "breach") && [keyed("breach", "an answerer lacks what is read"), ". "],
      trouble.some((t) => t.status === "defaulted") && [
        keyed("defaulted", "the reader falls back to its default"),
        ". ",
      ],
      axisWords(book, 0),
    ],
    draw: (width) => membersChart(book, contract, width),
    behind: () => membersTable(book, contract),
  });
}

function membersTable(book: Book, contract: Contract): HTMLElement {
  const span = (list: readonly { readonly first: number; readonly last: number | null }[]): string =>
    list
      .map(
        (x) =>
          `${book.notebook.day[x.first] ?? ""} to ${x.last === null ? "now" : (book.notebook.day[x.last + 1] ?? "")}`,
      )
      .join(", ");
  return longTable(
    head(["member", "produced", "read", "read by nobody", "where it is read"]),
    readings(contract).map(
      (x) => () =>
        h(
          "tr",
          {},
          h("td", {}, h("code", {}, x.member.key)),
          h("td", { "data-l": "produced" }, span(x.produced)),
          h("td", { "data-l": "read" }, span(x.read)),
          h("td", { "data-l": "read by nobody" }, span(x.unread)),
          h(
            "td",
            { class: "path", "data-l": "at" },
            x.member.read.map((read) => h("div", {}, h("code", {}, `${read.spot.path}:${read.spot.line}`))),
          ),
        ),
    ),
  );
}

function shapes(book: Book, contract: Contract): HTMLElement {
  const classes = new Set(contract.shapes.map((x) => x.class)).size;
  const labels = [...new Set(contract.shapes.map((x) => x.label))];
  return figure(book, {
    id: "shapes",
    // One switch a page: the figure of members has it where there is one.
    ...(contract.members.length === 0 ? { controls: [axisSwitch(book)] } : {}),
    title: labels.length === 1 ? "The reply has had one shape" : `The reply has had ${counted(labels.length, "shape")}`,
    keys: ["x"],
    caption: () =>
      `A row a class${classes === 1 ? "" : "; a class with guards has a row each"}. A box is what a return sends from one commit to another; its members are in the tip and the table.`,
    draw: (width) => shapesChart(book, contract, width),
    behind: () => shapesTable(book, contract),
  });
}

function life(book: Book, contract: Contract): HTMLElement {
  return figure(book, {
    id: "life",
    title: contract.alive ? "How long it has been sent" : "How long it was sent",
    keys: ["x"],
    controls: [axisSwitch(book)],
    caption: () => [
      "Nothing is read off its reply that this notebook can see. The bar's height is the number of sites. Filled: the caller waits. Open: nobody waits. ",
      axisWords(book, 0),
    ],
    draw: (width) => lifeChart(book, contract, width),
  });
}

function plain(book: Book, wanted: boolean, title: string, caption: string, draw: () => HTMLElement): Child {
  return wanted ? figure(book, { title, caption: () => caption, draw }) : null;
}

function answererWords(contract: Contract): string | null {
  if (contract.answerers.length === 0) return null;
  const none = contract.answerers.filter((a) => a.returns.some((x) => x.shape === "none")).length;
  const silent = contract.answerers.filter((a) => !a.replies).length;
  if (silent > 0) return `${sentence(counted(silent, "handler"))} never ${silent === 1 ? "replies" : "reply"}.`;
  if (none === 0) return "No path returns None or falls off the end.";
  return `In ${counted(none, "class", "classes")} some path returns None or falls off the end.`;
}

/** The surface of the contract's layer; with a name, only the commits that touch it. */
function surfaceLink(book: Book, contract: Contract, name?: string): string {
  const first = book.notebook.layers[0]?.name;
  const layer = contract.layer === first ? {} : { layer: contract.layer };
  return `../surface.html${writeState({ ...layer, ...(name === undefined ? {} : { name }) })}`;
}
