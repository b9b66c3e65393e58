// The table "design says, code says now": each sentence of a document, a docstring or a comment that speaks of the sheet's
// subject, beside the code, with its verdict. The audit has judged; this renders rows.

import type { Verdict } from "../../loaders/citation.ts";
import type { ClaimVerdict } from "../../loaders/claim.ts";
import type { Said } from "../../loaders/report/handoff/sheet.ts";
import { type Book, placeLink } from "./book.js";
import { CLAIM_VERDICTS, claimWord } from "./claim-verdicts.js";
import { breakable, type Child, h } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { momentWords } from "./sheet-section.js";
import { VERDICTS, verdictWord } from "./verdicts.js";
import { counted, elided, sentence } from "./words.js";

export function saidFigure(book: Book, said: readonly Said[]): HTMLElement {
  const off = said.filter((each) => group(each) === "off").length;
  return figure(book, {
    id: "said",
    title: "Design says, code says now",
    caption: () =>
      said.length === 0
        ? null
        : `${sentence(counted(said.length, "sentence"))} of documents, docstrings and comments ${said.length === 1 ? "speaks" : "speak"} of it or ${said.length === 1 ? "cites" : "cite"} its lines; ${off === 0 ? "none is wrong" : `${counted(off, "of them", "of them")} ${off === 1 ? "is" : "are"} not so`}. What was found by the name alone may mean another thing of that name.`,
    draw: () =>
      said.length === 0
        ? empty("No document, docstring or comment that was judged speaks of it.")
        : longTable(
            head(["verdict", "design says", "written in", "code says now", "where"]),
            said.map((each) => () => row(book, each)),
            "stack ledger said",
          ),
  });
}

function group({ kind, verdict }: Said): string | undefined {
  return kind === "citation" ? VERDICTS[verdict as Verdict]?.group : CLAIM_VERDICTS[verdict as ClaimVerdict]?.group;
}

function row(book: Book, said: Said): HTMLElement {
  const isCode = said.kind === "citation" && (said.verdict === "holds" || said.verdict === "moved");
  return h(
    "tr",
    {},
    h("td", {}, verdictCell(said), said.by === "name" && h("div", { class: "q" }, "by the name alone")),
    h("td", { class: "sentence" }, elided(said.design.replace(/\s+/g, " "), 260)),
    h(
      "td",
      { class: "path", "data-l": "written in" },
      placeLink(book, said.doc),
      said.born !== null && h("div", {}, momentWords(book, said.born)),
    ),
    h("td", { "data-l": "code" }, isCode ? h("code", {}, breakable(elided(said.now, 160))) : elided(said.now, 240)),
    h("td", { class: "path", "data-l": "where" }, said.code === null ? null : placeLink(book, said.code)),
  );
}

function verdictCell({ kind, verdict }: Said): Child {
  if (kind === "citation") return verdict in VERDICTS ? verdictWord(verdict as Verdict) : verdict;
  return verdict in CLAIM_VERDICTS ? claimWord(verdict as ClaimVerdict, "pin") : verdict;
}
