// What is said of a claim in a few words beside its strip, to the pointer at a commit, and to the keyboard of all its life.
// It draws nothing.

import { whenWords } from "./axis-draw.js";
import { type Book, shortDay } from "./book.js";
import { CLAIM_VERDICTS } from "./claim-verdicts.js";
import { type ClaimRow, everHeld, isBlind } from "./claims-rows.js";
import { stayAt } from "./claims-strip.js";
import { type Child, h, prose, ticked } from "./dom.js";
import type { Facts } from "./tip.js";
import { day, digits, elided } from "./words.js";

const SHORT = 16;

/** What it states against what is found, in a few words. */
export function foundWords(row: ClaimRow): string {
  const { stated, found, verdict, says } = row;
  if (verdict === "holds") return found === null || found.length > SHORT ? says : found === "0" ? "none" : found;
  if (stated !== null && found !== null && stated.length <= SHORT && found.length <= SHORT)
    return `stated ${stated}, found ${found}`;
  return says.replace(/^stated and (?=not there: )|^there and (?=not stated: )/, "");
}

/** What changes to a copy of the facts made of it, in a few words. */
export function seedWords(row: ClaimRow): string {
  const { seeds } = row;
  if (seeds === null || seeds.tried === 0) return "";
  if (seeds.red === 0) return "nothing turns it red";
  return `${digits(seeds.red)} of ${digits(seeds.tried)} turn it red`;
}

/** What a phone shows beside the sentence. */
export function narrowWords(row: ClaimRow): string {
  if (isBlind(row)) return "nothing turns it red";
  if (row.verdict === "false" && row.found !== null && row.found.length < 12) return `false, found ${row.found}`;
  const found = foundWords(row);
  return row.verdict === "holds" && found !== "" && found !== row.says ? found : CLAIM_VERDICTS[row.verdict].label;
}

/** "#1552 30 Jul"; of a false one that never held "never true". */
export function brokeWords(book: Book, row: ClaimRow): string {
  if (row.verdict !== "false") return "";
  const { broke } = row;
  if (broke === null) return everHeld(row) || row.life.length === 0 ? "" : "never true";
  const year = broke.day.slice(0, 4) !== book.notebook.head.day.slice(0, 4);
  return `${broke.pr === null ? broke.oid.slice(0, 9) : `#${broke.pr}`} ${day(broke.day, year)}`;
}

/** To the pointer what it was at a commit; to the keyboard all that it was. */
export function claimFacts(book: Book, row: ClaimRow, position: number | null): Facts {
  if (position !== null) {
    const stay = stayAt(row, position);
    return [sentenceOf(row), whenWords(book, position), stay ? stayWords(stay.verdict, stay.found) : "not written yet"];
  }
  const stays = row.life.slice(-7);
  return [
    sentenceOf(row),
    row.verdict === "holds" ? `holds: ${row.says}` : row.says,
    ...stays.map(({ first, verdict, found }) => `${shortDay(book, first)}: ${stayWords(verdict, found)}`),
    row.life.length > stays.length && `and ${digits(row.life.length - stays.length)} earlier states`,
    seedWords(row),
  ].filter((line) => line !== "");
}

function sentenceOf(row: ClaimRow): Child {
  return h("span", {}, prose(ticked(row.text)));
}

function stayWords(verdict: ClaimRow["verdict"] | null, found: string | null): string {
  const word = verdict === null ? "not true yet" : CLAIM_VERDICTS[verdict].label;
  return found === null ? word : `${word}, found ${elided(found, 60)}`;
}
