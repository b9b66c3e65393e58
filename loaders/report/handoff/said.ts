// Puts what the design says of a name or a class beside what the code says now: citations and claims of the store that
// speak of it or cite its lines, each with its verdict. A store that only a walk has written says nothing.

import type { Database } from "../../store/database.ts";
import type { Spot } from "../pages.ts";
import type { Said } from "./sheet.ts";

interface Cited {
  readonly doc: string;
  readonly line: number;
  readonly text: string;
  readonly path: string | null;
  readonly start_line: number;
  readonly end_line: number;
  readonly verdict: string;
  readonly says: string;
  readonly fingerprint: string;
  readonly sentence: string;
  readonly born_commit: string | null;
  readonly born_pr: number | null;
  readonly born_day: string | null;
  readonly now: string | null;
  readonly same: string | null;
  readonly new_path: string | null;
  readonly new_start: number | null;
  readonly new_end: number | null;
}

interface Claimed {
  readonly address: string;
  readonly doc: string;
  readonly line: number;
  readonly text: string;
  readonly verdict: string;
  readonly says: string;
  readonly asks: string;
  readonly places: string;
  readonly born_commit: string | null;
  readonly born_pr: number | null;
  readonly born_day: string | null;
}

/** By document and line. `words`: the name or the class; `spots`: lines that the sheet speaks of. */
export async function saidOf(
  database: Database,
  spots: readonly Spot[],
  words: readonly string[],
): Promise<readonly Said[]> {
  const cited = await database.rows<Cited>(
    `SELECT doc, line, text, path, start_line, end_line, verdict, says, fingerprint, sentence, born_commit, born_pr, born_day,
       "now", same, new_path, new_start, new_end
     FROM citation WHERE last IS NULL AND verdict NOT IN ('external', 'quoted', 'historical')`,
  );
  const claims = await database.rows<Claimed>(
    "SELECT address, doc, line, text, verdict, says, asks, places, born_commit, born_pr, born_day FROM claim",
  );
  const named = namer(words);
  const said = [
    ...cited.flatMap((each) => {
      const by = isNear(each, spots) ? "place" : named(each.sentence) ? "name" : null;
      return by === null ? [] : [citationSaid(each, by)];
    }),
    ...claims.filter(({ asks, text }) => named(`${asks} ${text}`)).map(claimSaid),
  ];
  return said.toSorted((a, b) =>
    a.doc.path === b.doc.path ? a.doc.line - b.doc.line : a.doc.path < b.doc.path ? -1 : 1,
  );
}

/** Whether a text holds one of the words, whole. */
function namer(words: readonly string[]): (text: string) => boolean {
  const patterns = words.map((word) => new RegExp(`(?<![\\w])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w])`));
  return (text) => patterns.some((pattern) => pattern.test(text));
}

function isNear({ path, start_line: start, end_line: end }: Cited, spots: readonly Spot[]): boolean {
  return spots.some((spot) => spot.path === path && spot.line <= end && start <= spot.endLine);
}

function citationSaid(cited: Cited, by: Said["by"]): Said {
  const { doc, line, path, start_line: start, end_line: end, verdict, fingerprint, sentence, text } = cited;
  const moved = verdict === "moved" && cited.new_path !== null && cited.new_start !== null;
  const code =
    path === null
      ? null
      : moved
        ? spot(cited.new_path!, cited.new_start!, cited.new_end ?? cited.new_start!)
        : spot(path, start, end);
  const stands = firstLine(moved ? cited.same : cited.now, moved ? cited.new_start : start);
  const now =
    verdict === "holds" || moved ? (stands ?? cited.says) : `${cited.says}${stands === null ? "" : `: ${stands}`}`;
  return {
    id: `cited:${fingerprint}`,
    kind: "citation",
    design: sentence === "" ? text : sentence,
    doc: spot(doc, line, line),
    verdict,
    now,
    code,
    by,
    born: momentOf(cited),
  };
}

function claimSaid(claim: Claimed): Said {
  const { address, doc, line, text, verdict, says } = claim;
  const [place] = JSON.parse(claim.places) as { readonly path: string; readonly line: number }[];
  return {
    id: address,
    kind: "claim",
    design: text,
    doc: spot(doc, line, line),
    verdict,
    now: says,
    code: place === undefined ? null : spot(place.path, place.line, place.line),
    by: "name",
    born: momentOf(claim),
  };
}

/** The first line of an excerpt that is cited and holds more than a bracket; null where the excerpt is not kept. */
function firstLine(cell: string | null, from: number | null): string | null {
  if (cell === null) return null;
  const { start, lines } = JSON.parse(cell) as { readonly start: number; readonly lines: readonly string[] };
  const cited = lines.slice(Math.max(0, (from ?? start) - start));
  return (cited.find((each) => /\w/.test(each)) ?? cited[0] ?? "").trim() || null;
}

function spot(path: string, line: number, endLine: number): Spot {
  return { path, line, endLine, oid: null };
}

function momentOf({ born_commit: oid, born_pr: pr, born_day: day }: Cited | Claimed): Said["born"] {
  return oid === null || day === null ? null : { oid, pr, day };
}
