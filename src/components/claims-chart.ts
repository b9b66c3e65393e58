// Draws pinned claims as rows, by document: the sentence, its life on the shared axis, what is stated against what is found,
// what broke it and whether it can fail. What a row opens to is claims-detail.ts.

import type { Book } from "./book.js";
import { CLAIM_VERDICTS, claimInline, claimTone } from "./claim-verdicts.js";
import { type ClaimDetailFile, claimDetail } from "./claims-detail.js";
import { brokeWords, claimFacts, foundWords, narrowWords, seedWords } from "./claims-facts.js";
import { type ClaimRow, grouped, isBlind } from "./claims-rows.js";
import { claimStrip } from "./claims-strip.js";
import { h, plain, prose, ticked } from "./dom.js";
import { roomFor, type StripEntry, type StripLayout, stripLayout, stripList } from "./strip-list.js";
import { digits, elided } from "./words.js";

/** The first `shown` rows at a width, in their groups; one tab stop. */
export function claimsChart(
  book: Book,
  rows: readonly ClaimRow[],
  details: ClaimDetailFile,
  total: number,
  shown: number,
): HTMLElement {
  const broken = rows.map((row) => brokeWords(book, row));
  const at = stripLayout(
    book,
    total,
    rows.map((row) => plain(ticked(row.text))),
    [
      { head: "found", room: roomFor(rows.map(foundWords), "found", total > 900 ? 190 : 150) },
      { head: "broken by", room: broken.some((words) => words !== "") ? roomFor(broken, "broken by", 120) : 0 },
      {
        head: "changes tried",
        room:
          total > 900 && rows.some((row) => row.seeds !== null)
            ? roomFor(rows.map(seedWords), "changes tried", 170)
            : 0,
      },
    ],
  );
  const groups = grouped(rows).map(({ doc, rows: own }) => ({
    head: [h("code", {}, elided(doc, 60)), `, ${digits(own.length)}`],
    rows: own,
  }));
  return stripList(book, groups, shown, at, (row) => entryOf(book, row, details, at));
}

function entryOf(book: Book, row: ClaimRow, details: ClaimDetailFile, at: StripLayout): StripEntry {
  const off = CLAIM_VERDICTS[row.verdict].group === "off";
  return {
    key: row.name,
    says: [
      claimInline(row.verdict),
      h("span", { class: "vh" }, `${CLAIM_VERDICTS[row.verdict].label}: `),
      prose(ticked(row.text)),
    ],
    strip: claimStrip(row, at.axis, at.strip),
    cells: {
      found: { class: `fw ${off ? claimTone(row.verdict) : "q"}`, words: foundWords(row) },
      "broken by": { class: "q", words: brokeWords(book, row) },
      "changes tried": { class: isBlind(row) ? "bad" : "q", words: seedWords(row) },
    },
    narrow: { class: off ? claimTone(row.verdict) : isBlind(row) ? "bad" : "q", words: narrowWords(row) },
    facts: (position) => claimFacts(book, row, position),
    fill: (cell) => void claimDetail(book, row, details, cell),
  };
}
