// What an opened claim shows: its sentence, what was asked, stated and found, what is missing and what is extra, places that
// speak for it, all that it was, and the changes that it cannot see. Everything of the repository is a text node.

import type { ClaimDetails } from "../../loaders/report/pages.ts";
import { type Book, commitMark, dayOf, placeLink, pullMark } from "./book.js";
import { markedSentence } from "./citations-words.js";
import { CLAIM_VERDICTS, claimInline, claimTone } from "./claim-verdicts.js";
import type { ClaimRow, ClaimStay } from "./claims-rows.js";
import { breakable, type Child, h, prose, ticked } from "./dom.js";
import { fetchOnce, fillFetched, type JsonFile } from "./fetched.js";
import { head, longTable } from "./figure.js";
import { elided, listed, measured, sentence } from "./words.js";

type Detail = ClaimDetails[number];

/** Where details are fetched from. */
export interface ClaimDetailFile {
  of(row: ClaimRow): Promise<Detail | null>;
}

/** Details out of one file, fetched when the first row is opened. */
export function claimDetailsOf(file: JsonFile): ClaimDetailFile {
  const all = fetchOnce<ClaimDetails>(file);
  return { of: async (row) => (await all())[row.at] ?? null };
}

/** Fills an element with a claim's detail once it has come. */
export function claimDetail(book: Book, row: ClaimRow, details: ClaimDetailFile, cell: HTMLElement): Promise<void> {
  return fillFetched(
    cell,
    "this claim",
    () => details.of(row),
    (detail) => content(book, row, detail),
  );
}

function content(book: Book, row: ClaimRow, detail: Detail): HTMLElement {
  const wrong = row.verdict !== "holds";
  const where = { path: row.doc, line: row.line, endLine: row.line, oid: null };
  return h(
    "div",
    { class: "detail" },
    h(
      "div",
      { class: "d1" },
      h(
        "div",
        {},
        h("blockquote", { class: "sk" }, "“", markedSentence(row.text, row.stated ?? "", new Set(), wrong), "”"),
        h(
          "p",
          { class: "verdict" },
          claimInline(row.verdict, 13),
          CLAIM_VERDICTS[row.verdict].label,
          ": ",
          prose(ticked(row.says)),
          ".",
        ),
        h("p", { class: "verdict" }, h("code", {}, breakable(row.name)), ", in ", placeLink(book, where)),
        detail.restsOn.length > 0 &&
          h(
            "p",
            { class: "verdict" },
            "It rests on ",
            detail.restsOn.map((name, i) => [
              i > 0 && ", ",
              h("a", { href: `${book.root}/notes.html?kind=measurement&q=${encodeURIComponent(name)}` }, name),
            ]),
            ".",
          ),
      ),
      h("div", { class: "d2" }, facts(row, detail)),
    ),
    h(
      "div",
      { class: "panels" },
      h("div", {}, h("h3", {}, "All that it was"), states(book, row, detail)),
      h("div", {}, h("h3", {}, "What was found"), places(book, row, detail)),
    ),
  );
}

function facts(row: ClaimRow, detail: Detail): HTMLElement {
  const line = (term: string, value: Child, shown = true): Child => shown && [h("dt", {}, term), h("dd", {}, value)];
  const codes = (list: readonly string[]): Child =>
    list.map((text, i) => [i > 0 && ", ", h("code", {}, breakable(text))]);
  const asked = row.asks.map((text) => h("div", {}, h("code", {}, breakable(text))));
  return h(
    "dl",
    { class: "facts" },
    line("asked", asked, row.asks.length > 0),
    line("stated", row.stated ?? "", row.stated !== null),
    line("found", row.found ?? "", row.found !== null),
    line("missing", codes(detail.missing), detail.missing.length > 0),
    line("extra", codes(detail.extra), detail.extra.length > 0),
    line("seeds", seeds(row, detail)),
  );
}

function seeds({ seeds: tried, verdict }: ClaimRow, { blind }: Detail): Child {
  if (tried === null)
    return verdict === "holds"
      ? "No change fits what is asked, so none was tried."
      : "Only a claim that holds is tried.";
  const result =
    tried.red === 0
      ? h("span", { class: "bad" }, `Nothing turns it red, of ${measured(tried.tried, "change")} tried.`)
      : `${tried.red} of ${measured(tried.tried, "change")} turn it red.`;
  if (blind.length === 0) return result;
  return [result, " ", h("span", { class: "q" }, `It cannot see: ${listed(blind)}.`)];
}

function states(book: Book, row: ClaimRow, detail: Detail): HTMLElement {
  if (row.life.length === 0) return h("p", { class: "none" }, "There is no commit at which it could be judged.");
  const stays = row.life.map((stay, at) => ({ stay, detail: detail.states[at] })).reverse();
  return longTable(
    head(["from", "by", "was", "found"]),
    stays.map(
      ({ stay, detail: more }) =>
        () =>
          h(
            "tr",
            {},
            h("td", { class: "d il" }, dayOf(book, stay.first)),
            h(
              "td",
              { class: "il nb" },
              more &&
                (more.pr === null
                  ? commitMark(book, more.oid)
                  : [pullMark(book, more.pr), " ", commitMark(book, more.oid)]),
            ),
            h("td", { class: "il nb" }, was(stay)),
            h("td", { class: "path", "data-l": "found" }, stay.found ?? (more ? prose(ticked(more.says)) : "")),
          ),
    ),
    "stack states",
  );
}

function was({ verdict }: ClaimStay): Child {
  if (verdict === null) return h("span", { class: "q" }, "not true yet");
  return h("span", { class: claimTone(verdict) }, claimInline(verdict), CLAIM_VERDICTS[verdict].label);
}

function places(book: Book, row: ClaimRow, detail: Detail): HTMLElement {
  if (detail.places.length === 0)
    return h("p", { class: "none" }, row.found === null ? `${sentence(row.says)}.` : "Nothing that stands at a place.");
  return h(
    "ul",
    { class: "signs places" },
    detail.places.map(({ path, line, text }) =>
      h(
        "li",
        {},
        placeLink(book, { path, line: line ?? 1, endLine: line ?? 1, oid: null }, line === null ? path : undefined),
        text !== "" && !text.startsWith(path) && [" ", h("code", { class: "q" }, elided(text, 90))],
      ),
    ),
  );
}
