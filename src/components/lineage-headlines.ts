// Makes the sentences that stand over the lineage page, by rule: how many sentences a correction missed, or a dull one that
// is still true. It never says why something is so.

import type { NotebookExtract } from "../../loaders/report/pages.ts";
import { age } from "./citations-headlines.js";
import { daysBetween } from "./citations-rows.js";
import { type LineageRow, missedSince, standing } from "./lineage-rows.js";
import { FATE_ORDER } from "./lineage-words.js";
import { count, counted, digits, listed, sentence } from "./words.js";

/** The page's title. */
export function lineageTitle(recorded: boolean, rows: readonly LineageRow[]): string {
  if (!recorded) return "No sentence has been followed yet";
  const all = rows.length;
  if (all === 0) return "No sentence here was copied";
  const missed = rows.filter(({ fate }) => fate === "survives").length;
  if (missed === 1) return "One sentence was corrected in one place and stands in another";
  if (missed > 1) return `${sentence(count(missed))} sentences were corrected in one place and stand in another`;
  return `${sentence(counted(all, "sentence"))} ${all === 1 ? "was" : "were"} copied, and no correction missed one`;
}

/** The page's deck: where missed ones stand and how long, and where copies came from. */
export function lineageDeck(notebook: NotebookExtract, rows: readonly LineageRow[]): string {
  const missed = rows.flatMap((row) => {
    const since = missedSince(row);
    return since === null ? [] : standing(row).map((copy) => ({ copy, from: Math.max(since, copy.first) }));
  });
  const places = new Set(missed.map(({ copy }) => `${copy.doc}:${copy.line}`));
  const [longest] = [...missed].sort((a, b) => a.from - b.from);
  const copies = rows.flatMap((row) => row.copies).filter(({ origin }) => origin !== "first");
  const of = (origin: string): number => copies.filter((copy) => copy.origin === origin).length;
  return [
    longest &&
      `${sentence(counted(places.size, "place"))} still ${places.size === 1 ? "says" : "say"} what was corrected elsewhere${
        places.size === 1 ? "," : ", the longest"
      } for ${age(daysBetween(notebook.time, longest.from, notebook.time.length - 1))}, in \`${longest.copy.doc}\`.`,
    copies.length > 0 &&
      `Of ${counted(copies.length, "later copy", "later copies")} ${listed(
        [
          of("copied") > 0 && `${count(of("copied"))} ${of("copied") === 1 ? "was" : "were"} copied`,
          of("independent") > 0 && `${count(of("independent"))} written independently`,
          of("unclear") > 0 && `of ${count(of("unclear"))} nothing shows which`,
        ].filter((part) => part !== false),
      )}.`,
  ]
    .filter((part) => typeof part === "string")
    .join(" ");
}

/** "77 missed by a correction, 140 gone in part …": all fates that occur. */
export function talliedFates(rows: readonly LineageRow[]): string {
  const words = {
    survives: "missed by a correction",
    part: "gone in part",
    stands: "stand everywhere",
    gone: "all gone",
  };
  return listed(
    FATE_ORDER.flatMap((fate) => {
      const n = rows.filter((row) => row.fate === fate).length;
      return n === 0 ? [] : [`${digits(n)} ${words[fate]}`];
    }),
  );
}
