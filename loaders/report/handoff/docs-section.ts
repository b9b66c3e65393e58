// Says what documents, claims and notes of the store say about the places of a sheet, with their verdicts.

import type { Database } from "../../store/database.ts";
import type { Spot } from "../pages.ts";
import { code } from "./contract-sections.ts";
import type { Fact, Section } from "./sheet.ts";

interface Cited {
  readonly doc: string;
  readonly line: number;
  readonly text: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly verdict: string;
  readonly fingerprint: string;
  readonly sentence: string;
}

interface Claimed {
  readonly kind: string;
  readonly address: string;
  readonly doc: string;
  readonly line: number;
  readonly text: string;
  readonly verdict: string;
  readonly says: string;
  readonly asks: string;
}

/** Sections, or none where nothing says anything. A store that only a walk has written says nothing. */
export async function docsSection(
  database: Database,
  spots: readonly Spot[],
  words: readonly string[],
): Promise<readonly Section[]> {
  const cited = await database.rows<Cited>(
    "SELECT doc, line, text, path, start_line, end_line, verdict, fingerprint, sentence FROM citation WHERE last IS NULL AND path IS NOT NULL",
  );
  const near = cited.filter(
    ({ path, start_line: start, end_line: end, sentence }) =>
      spots.some((spot) => spot.path === path && spot.line <= end && start <= spot.endLine) ||
      words.some((word) => new RegExp(`(?<![\\w])${escaped(word)}(?![\\w])`).test(sentence)),
  );
  const claims = await database.rows<Claimed>("SELECT kind, address, doc, line, text, verdict, says, asks FROM claim");
  const about = claims.filter(({ asks, text }) =>
    words.some((word) => new RegExp(`(?<![\\w])${escaped(word)}(?![\\w])`).test(`${asks} ${text}`)),
  );
  const facts: Fact[] = [
    ...near.map(({ doc, line, text, verdict, fingerprint, sentence }) => ({
      id: `cited:${fingerprint}`,
      says: `${verdict}: ${code(text)} in “${clipped(sentence)}”`,
      spot: { path: doc, line, endLine: line, oid: null },
      since: null,
      strength: null,
    })),
    ...about.map(({ address, doc, line, text, verdict, says }) => ({
      id: address,
      says: `${verdict}: “${clipped(text)}” (${says})`,
      spot: { path: doc, line, endLine: line, oid: null },
      since: null,
      strength: null,
    })),
  ];
  return facts.length === 0 ? [] : [{ title: "What documents say of it, and whether it is so", intro: null, facts }];
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Prose of a repository in a sentence of ours: short, on one line, without what Markdown would obey. */
function clipped(text: string): string {
  const folded = text.replace(/\s+/g, " ").replace(/[<>|[\]]/g, "");
  return folded.length > 160 ? `${folded.slice(0, 159)}…` : folded;
}
