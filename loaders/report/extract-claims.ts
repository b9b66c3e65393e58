// Turns a store's pinned claims, and what prose counts without a pin, into claims.json and claim-details.json. It judges
// nothing and decides nothing about how a page looks.

import type { Place } from "../claim.ts";
import type { Database } from "../store/database.ts";
import { list } from "../store/spans.ts";
import { CLAIM_VERDICT_ORDER } from "./audit/claim-words.ts";
import type { Book } from "./book.ts";
import { type ClaimRow, claimRows, isRecorded, lifeOf, momentsOf, spansOf } from "./extract-claims-rows.ts";
import type { ClaimDetails, ClaimStretch, ClaimsExtract } from "./pages.ts";

/** In a verdict's place: the claim's sentence is of today, and was not true yet. */
const NOT_YET = -1;

/** Characters of what was found at a commit, and of what a table says: the rest is in the opened row. */
const LONGEST = 160;

export async function claimsExtract(_: Book, database: Database): Promise<ClaimsExtract> {
  const rows = await claimRows(database);
  const spans = await spansOf(database);
  const texts: string[] = [];
  const known = new Map<string, number>();
  const place = (text: string | null): number => {
    if (text === null) return -1;
    const short = cut(text);
    const at = known.get(short) ?? texts.push(short) - 1;
    known.set(short, at);
    return at;
  };
  return {
    judged: await isRecorded(database),
    verdicts: CLAIM_VERDICT_ORDER,
    pins: pinsOf(rows).map((row) => ({
      name: row.address.replace(/^claim:/, ""),
      doc: row.doc,
      line: row.line,
      text: row.text,
      verdict: row.verdict,
      fails: row.fails,
      says: row.says,
      stated: row.stated,
      found: row.found,
      asks: list(row.asks),
      broke: momentsOf(row).broke,
      seeds: row.seeds === null ? null : { tried: row.seeds, red: row.red ?? 0 },
      life: lifeOf(row, spans.get(row.id) ?? []).map(
        (span): ClaimStretch => [
          span.first,
          span.last ?? -1,
          span.isNotYet ? NOT_YET : CLAIM_VERDICT_ORDER.indexOf(span.verdict),
          place(span.found),
        ],
      ),
    })),
    loose: rows
      .filter(({ kind }) => kind === "count" || kind === "sum" || kind === "reference")
      .map((row) => ({
        kind: row.kind,
        doc: row.doc,
        line: row.line,
        text: row.text,
        verdict: row.verdict,
        says: row.says,
        stated: row.stated === null ? null : cut(row.stated),
        found: row.found === null ? null : cut(row.found),
        born: momentsOf(row).born,
      })),
    // Last: the rows above fill it.
    texts,
  };
}

/** What opened rows show, in the order of `pins`. */
export async function claimDetails(book: Book, database: Database): Promise<ClaimDetails> {
  const spans = await spansOf(database);
  return pinsOf(await claimRows(database)).map((row) => ({
    missing: list(row.missing),
    extra: list(row.extra),
    places: JSON.parse(row.places) as Place[],
    restsOn: list(row.rests_on),
    blind: row.blind === null ? [] : list(row.blind),
    born: momentsOf(row).born,
    states: (spans.get(row.id) ?? []).map((span) => ({
      says: span.says,
      oid: book.commits[span.first]?.oid ?? "",
      pr: book.commits[span.first]?.pr ?? null,
    })),
  }));
}

function pinsOf(rows: readonly ClaimRow[]): readonly ClaimRow[] {
  return rows.filter(({ kind }) => kind === "pin");
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
