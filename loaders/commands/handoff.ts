// Runs `handoff`: prints the sheet of a name or a class, and checks or renews one that was written. Exit code 1 where the
// facts of a written sheet have gone stale.

import { readFileSync, writeFileSync } from "node:fs";
import { BinnacleError } from "../error.ts";
import { shown } from "../report/audit/log-safe.ts";
import { readBook } from "../report/book.ts";
import { compareSheet, type Stale, sheetMarkdown, updateSheet, wordsOf } from "../report/handoff/markdown.ts";
import type { Sheet } from "../report/handoff/sheet.ts";
import { sheetFor } from "../report/handoff/sheets.ts";
import type { Style } from "../report/text.ts";
import { Database } from "../store/database.ts";
import { type Flags, openContext, textFlag } from "./context.ts";
import { current } from "./current.ts";
import type { Output } from "./output.ts";
import { recorded } from "./recorded.ts";

export async function runHandoff(flags: Flags, words: readonly string[], output: Output): Promise<number> {
  const file = textFlag(flags, "check") ?? textFlag(flags, "update");
  const document = file === null ? null : readSheet(file);
  const [word, owing] = document === null ? [words[0], textFlag(flags, "for")] : saidIn(wordsOf(document, file!));
  if (word === undefined)
    throw new BinnacleError(
      "bad-usage",
      "Say of what: a name that is sent, or a class that answers. For example: binnacle handoff forward",
    );
  const context = await openContext(flags);
  const { head } = await current(context, flags, output);
  await recorded(context, head, flags, output);
  const database = await Database.read(context.store);
  let sheet: Sheet;
  try {
    sheet = await sheetFor(await readBook(database), database, word, owing);
  } finally {
    database.close();
  }
  const markdown = sheetMarkdown(sheet, `${word}${owing === null ? "" : ` --for ${owing}`}`);
  if (document === null) {
    output.print(
      flags.json === true
        ? JSON.stringify({ ...sheet, commits: Object.fromEntries(sheet.commits) }, null, 2)
        : markdown,
    );
    return 0;
  }
  const stale = compareSheet(document, sheet);
  const count = stale.gone.length + stale.changed.length + stale.added.length;
  output.print(staleText(file!, stale, output.style));
  if (flags.update === undefined) return count > 0 ? 1 : 0;
  if (count > 0) writeFileSync(file!, updateSheet(document, markdown));
  return 0;
}

function readSheet(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new BinnacleError("bad-usage", `${file} cannot be read. Name a file with a hand-off sheet.`, { cause });
  }
}

function saidIn(words: string): readonly [string, string | null] {
  const match = /^(\S+)(?: --for (\S+))?$/.exec(words);
  if (match === null) throw new BinnacleError("bad-usage", `"${words}" names no hand-off sheet. Write the sheet anew.`);
  return [match[1]!, match[2] ?? null];
}

function staleText(file: string, { gone, changed, added }: Stale, style: Style): string {
  const count = gone.length + changed.length + added.length;
  if (count === 0) return `${shown(file)}: all of its facts are so.`;
  return [
    style.bold(`${shown(file)}: ${count} of its facts ${count === 1 ? "is" : "are"} not so any more.`),
    ...gone.map((says) => `  no longer: ${shown(says)}`),
    ...changed.flatMap(({ was, is }) => [`  was: ${shown(was)}`, `  is:  ${shown(is)}`]),
    ...added.map((says) => `  new: ${shown(says)}`),
  ].join("\n");
}
