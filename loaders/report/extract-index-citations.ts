// Makes the index's sentences about citations that are not true now: one for each verdict, worst first, by rule. A sentence
// says only what rows show.

import type { Verdict } from "../citation.ts";
import { groupBy } from "../group.ts";
import { VERDICT_ORDER } from "./audit/words.ts";
import { inWords } from "./book.ts";
import { type CitationRow, isWrong } from "./citation-rows.ts";
import type { IndexExtract } from "./pages.ts";

type Wrong = IndexExtract["wrong"][number];

/** Rows of "wrong now", of the citations that stand. */
export function wrongCitations(rows: readonly CitationRow[]): Wrong[] {
  const standing = groupBy(
    rows.filter((row) => row.last === null && isWrong(row.verdict)),
    (row) => row.verdict,
  );
  return VERDICT_ORDER.flatMap((verdict) => {
    const found = standing.get(verdict);
    return found === undefined ? [] : [wrongOf(verdict, found)];
  });
}

function wrongOf(verdict: Verdict, rows: readonly CitationRow[]): Wrong {
  const strong = rows.filter((row) => row.strength === "strong").length;
  return {
    glyph: "citations",
    verdict,
    text: sentence(verdict, rows),
    note: strong > 0 ? `\`binnacle fix\` can repair ${strong === rows.length ? allOf(strong) : inWords(strong)}` : "",
    slug: null,
    since: Math.min(...rows.map((row) => row.broke_position ?? row.first)),
  };
}

function sentence(verdict: Verdict, rows: readonly CitationRow[]): string {
  const one = rows.length === 1;
  const subject = one ? `\`${short(rows[0]?.text ?? "")}\`` : `${inWords(rows.length, true)} citations`;
  const say = (single: string, many: string): string => `${subject} ${one ? single : many}`;
  switch (verdict) {
    case "missing": {
      const file = oneFile(rows);
      return !one && file !== null
        ? `${subject} name \`${file}\`, which is gone`
        : say("names a file or definition that is gone", "name files or definitions that are gone");
    }
    case "past-end":
      return say("lies past the end of its file", "lie past the end of their files");
    case "wrong-when-written":
      return say("never matched the code it names", "never matched the code they name");
    case "changed":
      return say("names code that was rewritten since", "name code that was rewritten since");
    default:
      return say("points beside the code it means", "point beside the code they mean");
  }
}

/** The last part of the path, where all rows bear the same. */
function oneFile(rows: readonly CitationRow[]): string | null {
  const names = new Set(rows.map((row) => /[^/\\\s`]+\.\w+/.exec(row.path ?? row.text)?.[0] ?? null));
  const [name] = names;
  return names.size === 1 ? (name ?? null) : null;
}

function allOf(count: number): string {
  return count === 1 ? "it" : count === 2 ? "both" : "all";
}

function short(text: string): string {
  const plain = text.replaceAll("`", "");
  return plain.length > 40 ? `${plain.slice(0, 24)}…${plain.slice(-15)}` : plain;
}
