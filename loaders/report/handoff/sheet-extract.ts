// Turns a sheet into data that JSON can hold, for `--json` and for pages, and all sheets of a notebook into an archive: a
// file for each sheet, so that a page fetches its own.

import type { Database } from "../../store/database.ts";
import { CLAIM_VERDICTS } from "../audit/claim-words.ts";
import { VERDICTS } from "../audit/words.ts";
import type { Book } from "../book.ts";
import { type Named, slugsOf } from "../slugs.ts";
import { zip } from "../zip.ts";
import { sheetMarkdown } from "./markdown.ts";
import type { HandoffExtract, HandoffIndex, Said, Sheet, SheetExtract } from "./sheet.ts";
import { namedOf, sheetFor, sheetWords } from "./sheets.ts";

/** A sheet with its commits where they are spoken of. */
export function sheetExtract({ commits, words, sections, ...rest }: Sheet): SheetExtract {
  return {
    schema: 1,
    command: `binnacle handoff ${words.map(quoted).join(" ")}`,
    ...rest,
    sections: sections.map(({ facts, ...section }) => ({
      ...section,
      facts: facts.map(({ since, class: _, ...fact }) => ({
        ...fact,
        since: since === null ? null : (commits.get(since) ?? null),
      })),
    })),
  };
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The slugs of all sheets, by the word they are of: a name's is that of its first contract. */
export function sheetSlugs(book: Book): ReadonlyMap<string, string> {
  const words = sheetWords(book);
  const names: readonly Named[] = [...book.named, ...book.carried];
  const classes = words.filter(({ kind }) => kind === "class").map(({ of }) => ({ layer: "class", name: of }));
  const slugOf = slugsOf([...names, ...classes]);
  return new Map(
    words.map(({ of, kind }) => [
      of,
      slugOf(kind === "class" ? { layer: "class", name: of } : (names.find(({ name }) => name === of) as Named)),
    ]),
  );
}

/** `index.json` and `<slug>.json` of each sheet. */
export async function handoffArchive(book: Book, database: Database): Promise<Uint8Array> {
  const slugs = sheetSlugs(book);
  const sheets: { index: HandoffIndex["sheets"][number]; extract: HandoffExtract }[] = [];
  for (const { of, kind } of sheetWords(book)) {
    const sheet = await sheetFor(book, database, of, null);
    const [named] = namedOf(book, of);
    const slug = slugs.get(of) ?? "";
    sheets.push({
      index: {
        slug,
        of,
        kind,
        says: sheet.says,
        facts: sheet.sections.reduce((sum, { facts }) => sum + facts.length, 0),
        said: sheet.said.length,
        off: sheet.said.filter(isOff).length,
      },
      extract: {
        ...sheetExtract(sheet),
        contract: named === undefined ? null : book.slugOf(named),
        markdown: sheetMarkdown(sheet),
      },
    });
  }
  const index: HandoffIndex = { sheets: sheets.map((each) => each.index) };
  return zip([
    { name: "index.json", text: JSON.stringify(index) },
    ...sheets.map(({ extract, index: { slug } }) => ({ name: `${slug}.json`, text: JSON.stringify(extract) })),
  ]);
}

/** Whether what the design says is not so. */
function isOff({ kind, verdict }: Said): boolean {
  const words: Readonly<Record<string, { readonly group: string }>> = kind === "citation" ? VERDICTS : CLAIM_VERDICTS;
  return words[verdict]?.group === "off";
}
