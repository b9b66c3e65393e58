// The page of one hand-off sheet: what a replacement owes, section by section, what the design says beside what the code
// says, and the sheet as Markdown to take along. It composes figures; the loaders have decided every fact.

import type { HandoffExtract } from "../../loaders/report/handoff/sheet.ts";
import type { NotebookExtract } from "../../loaders/report/pages.ts";
import { type Book, openBook, severalLayers } from "./book.js";
import { page } from "./chrome.js";
import { copyButton } from "./cite.js";
import { breakable, type Child, h } from "./dom.js";
import { figure } from "./figure.js";
import { contractLink } from "./links.js";
import { sheetTitle } from "./sheet-headlines.js";
import { saidFigure } from "./sheet-said.js";
import { sectionFigure } from "./sheet-section.js";
import { sheetWords } from "./sheet-words.js";
import { faces } from "./text.js";

/** From how many sections on a list of them stands first. */
const MANY = 14;

/** The page's content. */
export async function sheetPage(notebook: NotebookExtract, sheet: HandoffExtract): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, "..");
  const contract = sheet.contract;
  return page(
    book,
    {
      page: "handoff",
      tab: `Hand-off of ${sheet.of}`,
      title: sheetTitle(sheet),
      deck: "",
      note: sentenceOf(sheet),
      crumbs: [
        h("a", { href: "../handoff.html" }, "Hand-off"),
        contract !== null && h("a", { href: contractLink("..", contract) }, "Contract"),
        severalLayers(book) && (sheet.kind === "class" ? "a class" : "a name"),
      ].filter((crumb) => crumb !== false),
    },
    takeAlong(book, sheet),
    sheet.sections.length > MANY && contents(book, sheet),
    sheet.sections.map((section, at) => sectionFigure(book, section, idOf(at))),
    saidFigure(book, sheet.said),
  );
}

function idOf(at: number): string {
  return `s${at + 1}`;
}

function sentenceOf(sheet: HandoffExtract): Child {
  return [sheetWords(sheet.says), ". Each line below is a fact of the code at the head, with its place and its birth."];
}

/** The Markdown of the sheet, to copy and to save, and the command for a document that notices when it is stale. */
function takeAlong(book: Book, sheet: HandoffExtract): HTMLElement {
  const file = `handoff-${sheet.of.replace(/[^\w.-]+/g, "-")}.md`;
  const save = h("button", { type: "button" }, "download");
  save.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([`${sheet.markdown}\n`], { type: "text/markdown" }));
    h("a", { href: url, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
  return figure(book, {
    id: "take",
    title: "Take it along",
    controls: [copyButton(() => `${sheet.markdown}\n`, "copy the Markdown", "copy the Markdown of this sheet"), save],
    caption: () => [
      "The same as Markdown, each line a permalink. Kept in a file, it can be checked: ",
      h("code", {}, "--check"),
      " fails when a fact is not so any more, ",
      h("code", {}, "--update"),
      " renews it and leaves what stands around it.",
    ],
    draw: () =>
      h(
        "pre",
        { class: "command", tabindex: "0", "aria-label": "commands" },
        h("code", {}, `${sheet.command} > ${file}\nbinnacle handoff --check ${file}`),
      ),
  });
}

function contents(book: Book, sheet: HandoffExtract): HTMLElement {
  return figure(book, {
    id: "contents",
    title: "On this sheet",
    draw: () =>
      h(
        "ul",
        { class: "contents" },
        sheet.sections.map((section, at) =>
          h(
            "li",
            {},
            h("a", { href: `#${idOf(at)}` }, breakable(section.title)),
            h("span", { class: "q" }, ` ${section.facts.length}`),
          ),
        ),
      ),
  });
}
