// What an opened citation shows: its sentence, what to write instead and by which signs, and in two by two the code when it
// was written, the same code now, its life, and what stands in its place now. Everything of the repository is a text node.

import type { CitationChunk, CitationDetail, CodeExcerpt } from "../../loaders/report/pages.ts";
import { type Book, commitMark, linked, placeLink, pullMark } from "./book.js";
import { codeBlock } from "./citations-code.js";
import { lifeLine, lifeTitle } from "./citations-life.js";
import type { Row } from "./citations-rows.js";
import { markedSentence, voters } from "./citations-words.js";
import { breakable, type Child, h, prose, ticked } from "./dom.js";
import { fetchOnce, fillFetched, type JsonFile } from "./fetched.js";
import { onWidth } from "./figure.js";
import { blobLink } from "./links.js";
import { isWrong, verdictInline } from "./verdicts.js";
import { begun } from "./words.js";

/** Where details are fetched from. */
export interface Details {
  of(row: Row): Promise<CitationDetail | null>;
  sentences(): Promise<readonly string[]>;
}

/** Details out of files, each fetched once. */
export function detailsOf(files: readonly JsonFile[], sentences: JsonFile, chunk: number): Details {
  const chunks = files.map((file) => fetchOnce<CitationChunk>(file));
  return {
    of: async (row) => (await chunks[Math.floor(row.at / chunk)]?.())?.[row.at % chunk] ?? null,
    sentences: fetchOnce<readonly string[]>(sentences),
  };
}

/** Fills a cell with a row's detail once it has come. */
export function detailOf(book: Book, row: Row, details: Details, cell: HTMLElement): Promise<void> {
  return fillFetched(
    cell,
    "this citation",
    () => details.of(row),
    (detail) => content(book, row, detail),
  );
}

function content(book: Book, row: Row, detail: CitationDetail): HTMLElement {
  const words = voters(detail);
  return h(
    "div",
    { class: "detail" },
    h(
      "div",
      { class: "d1" },
      h(
        "div",
        {},
        h(
          "blockquote",
          { class: "sk" },
          "“",
          markedSentence(detail.sentence, row.text, words, isWrong(row.verdict)),
          "”",
        ),
        h("p", { class: "verdict" }, verdictInline(row.verdict, 13), prose(ticked(`${begun(detail.says)}.`))),
      ),
      suggestion(book, row, detail),
    ),
    h("div", { class: "panels" }, panels(book, row, detail, words)),
  );
}

function suggestion(book: Book, row: Row, detail: CitationDetail): HTMLElement {
  const { suggestion: place } = detail;
  // What added nothing to the weighing is no sign.
  const signs = detail.evidence
    .filter((each) => each.bits !== 0)
    .map((each) =>
      h(
        "li",
        {},
        prose(ticked(each.says)),
        each.bits !== null &&
          each.bits !== 0 &&
          h("span", { class: "q nb" }, ` ${each.bits > 0 ? "+" : "−"}${Math.abs(each.bits)} bits`),
      ),
    );
  const list = signs.length > 0 && h("ul", { class: "signs" }, signs);
  if (place === null)
    return h(
      "div",
      { class: "d2" },
      h("b", {}, isWrong(row.verdict) ? "No suggestion" : "What speaks for it"),
      isWrong(row.verdict) && h("p", {}, "Nothing was found that the sentence could mean; a person must look."),
      list,
    );
  const spot = { path: place.path, line: place.start, endLine: place.end, oid: null };
  return h(
    "div",
    { class: "d2" },
    h("b", {}, `Suggestion, ${place.strength}`),
    h(
      "p",
      {},
      "write ",
      place.text !== null ? h("code", {}, breakable(place.text)) : placeLink(book, spot),
      place.symbol !== null && [", in ", linked(blobLink(book, spot), h("code", {}, breakable(place.symbol)))],
    ),
    list,
  );
}

function panels(book: Book, row: Row, detail: CitationDetail, words: ReadonlySet<string>): readonly Child[] {
  const { written, same, now, suggestion: place } = detail;
  const to = place && place.start > 0 ? { start: place.start, end: place.end } : null;
  const life = h("div", { class: "life" });
  onWidth(life, (width) => life.replaceChildren(lifeLine(book, row, detail, width)));
  const here = { start: row.start, end: row.end };
  const hasLines = row.start > 0;
  return [
    panel(
      hasLines ? `When written, ${lineWords(row.start, row.end)}` : "When written",
      written && from(book, written, row.born),
      written
        ? codeBlock(written, { hit: here, bad: false, words, before: null })
        : said(hasLines ? "The lines that were cited then could not be read." : "It cites a name, and no lines."),
    ),
    panel(
      `${row.verdict === "wrong-when-written" ? "What it may mean" : "The same code now"}${to ? `, ${lineWords(to.start, to.end)}` : ""}`,
      same && from(book, same, null),
      same
        ? codeBlock(same, {
            hit: to ?? here,
            bad: false,
            words,
            before: row.verdict === "wrong-when-written" ? null : written,
          })
        : said(sameWords(row, detail)),
    ),
    h(
      "div",
      {},
      h("h3", {}, lifeTitle(row, detail)),
      h(
        "p",
        { class: "cap" },
        "Line of the cited code after each commit that moved it; further down is further down in the file.",
      ),
      life,
    ),
    panel(
      hasLines ? `What stands at ${lineWords(row.start, row.end)} now` : "What stands there now",
      now && from(book, now, null),
      now
        ? codeBlock(now, { hit: here, bad: isWrong(row.verdict), words, before: null })
        : said(row.verdict === "missing" ? "The file is gone." : "No such line stands there."),
    ),
  ];
}

function sameWords(row: Row, detail: CitationDetail): string {
  if (row.verdict === "holds") return "It is what stands there now.";
  if (detail.broke !== null && row.verdict !== "wrong-when-written") return `A commit ${detail.broke}.`;
  return row.verdict === "wrong-when-written"
    ? "Nothing to follow: the sentence and the lines never matched."
    : "None of it is left that could be found.";
}

function panel(title: string, sub: Child, body: Node): HTMLElement {
  return h("div", {}, h("h3", {}, title), sub !== null && h("p", { class: "cap" }, sub), body);
}

/** Which commit it is of, and in which function. */
function from(book: Book, excerpt: CodeExcerpt, born: Row["born"]): Child {
  const at = { ...book, head: { oid: excerpt.commit } };
  const spot = { path: excerpt.path, line: excerpt.start, endLine: excerpt.start + excerpt.lines.length - 1 };
  const file = linked(blobLink(at, spot), h("code", {}, breakable(excerpt.path)));
  return [
    file,
    excerpt.symbol !== null && [", in ", h("code", {}, breakable(excerpt.symbol))],
    excerpt.commit !== book.head.oid && [
      ", at ",
      commitMark(book, excerpt.commit),
      born !== null && born.pr !== null && [", ", pullMark(book, born.pr)],
    ],
  ];
}

function said(text: string): HTMLElement {
  return h("p", { class: "none" }, text);
}

function lineWords(start: number, end: number): string {
  return end > start ? `lines ${start}-${end}` : `line ${start}`;
}
