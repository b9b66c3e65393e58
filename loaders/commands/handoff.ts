// Runs `handoff`: prints the sheet of a name or a class, and checks or renews one that was written. Exit code 1 where the
// facts of a written sheet have gone stale.

import { closeSync, constants, ftruncateSync, lstatSync, openSync, writeFileSync } from "node:fs";
import { BinnacleError } from "../error.ts";
import { readRegularFile } from "../regular-file.ts";
import { jsonText, shown } from "../report/audit/log-safe.ts";
import { readBook } from "../report/book.ts";
import { sheetMarkdown } from "../report/handoff/markdown.ts";
import { compareSheet, type Stale, updateSheet, wordsOf } from "../report/handoff/pinned-sheet.ts";
import type { Sheet } from "../report/handoff/sheet.ts";
import { sheetExtract } from "../report/handoff/sheet-extract.ts";
import { sheetFor } from "../report/handoff/sheets.ts";
import type { Style } from "../report/text.ts";
import { Database } from "../store/database.ts";
import { type Flags, openContext, textFlag } from "./context.ts";
import { current } from "./current.ts";
import type { Output } from "./output.ts";
import { recorded } from "./recorded.ts";

export async function runHandoff(flags: Flags, given: readonly string[], output: Output): Promise<number> {
  const { file, writes } = written(flags);
  const document = file === null ? null : readSheet(file, writes);
  const words = document === null ? asked(flags, given) : wordsOf(document, file!);
  const sheet = await sheetNow(flags, words, output);
  if (document === null) {
    output.print(flags.json === true ? jsonText(sheetExtract(sheet)) : sheetMarkdown(sheet));
    return 0;
  }
  const stale = compareSheet(document, sheet);
  const count = countOf(stale);
  output.print(
    flags.json === true
      ? jsonText({ schema: 1, file, fresh: count === 0, ...stale })
      : staleText(file!, stale, output.style),
  );
  if (!writes) return count > 0 ? 1 : 0;
  const renewed = updateSheet(document, sheetMarkdown(sheet));
  if (renewed !== document) writeSheet(file!, renewed);
  return 0;
}

/** The document that is checked, or read and written again. Throws "bad-usage" where both are asked for. */
function written(flags: Flags): { readonly file: string | null; readonly writes: boolean } {
  const check = textFlag(flags, "check");
  const update = textFlag(flags, "update");
  if (check !== null && update !== null)
    throw new BinnacleError(
      "bad-usage",
      "--check and --update are two commands: the one reads a document, the other writes it. Write one of them; nothing is changed.",
    );
  return { file: check ?? update, writes: update !== null };
}

function asked(flags: Flags, given: readonly string[]): readonly string[] {
  const owing = textFlag(flags, "for");
  if (given[0] === undefined)
    throw new BinnacleError(
      "bad-usage",
      "Say of what: a name that is sent, or a class that answers. For example: binnacle handoff forward",
    );
  return owing === null ? [given[0]] : [given[0], "--for", owing];
}

async function sheetNow(
  flags: Flags,
  [word = "", , owing = null]: readonly (string | null)[],
  output: Output,
): Promise<Sheet> {
  const context = await openContext(flags);
  const { head } = await current(context, flags, output);
  await recorded(context, head, flags, output);
  const database = await Database.read(context.store);
  try {
    return await sheetFor(await readBook(database), database, word ?? "", owing);
  } finally {
    database.close();
  }
}

const LARGEST = 16 * 1024 * 1024;

/** A file that is written again is no link: what stands in a repository may point anywhere. */
function readSheet(file: string, writes: boolean): string {
  const bytes = readRegularFile(file, {
    unreadable: "cannot be read. Name a file with a hand-off sheet.",
    instead: "Name a file with a hand-off sheet.",
    largest: LARGEST,
    what: "a document with a sheet",
    otherwise: "",
  });
  if (writes && lstatSync(file).isSymbolicLink()) throw isLink(file);
  return bytes.toString("utf8");
}

/** Facts take a while: what has become a link since it was read is not written through either. */
function writeSheet(file: string, text: string): void {
  if (lstatSync(file).isSymbolicLink()) throw isLink(file);
  // Windows has no O_NOFOLLOW.
  const opened = openSync(file, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    ftruncateSync(opened);
    writeFileSync(opened, text);
  } finally {
    closeSync(opened);
  }
}

function isLink(file: string): BinnacleError {
  return new BinnacleError("bad-usage", `${file} is a link. Name the file that it leads to; nothing is changed.`);
}

function countOf({ gone, changed, added, edited }: Stale): number {
  return gone.length + changed.length + added.length + edited.length;
}

function staleText(file: string, stale: Stale, style: Style): string {
  const count = countOf(stale);
  if (count === 0) return `${shown(file)}: all of its facts are so.`;
  return [
    style.bold(`${shown(file)}: ${count} of its facts ${count === 1 ? "is" : "are"} not so any more.`),
    ...stale.gone.map((says) => `  no longer: ${shown(says)}`),
    ...stale.changed.flatMap(({ was, is }) => [`  was: ${shown(was)}`, `  is:  ${shown(is)}`]),
    ...stale.edited.flatMap(({ was, is }) => [`  written by hand: ${shown(was)}`, `  is:              ${shown(is)}`]),
    ...stale.added.map((says) => `  new: ${shown(says)}`),
  ].join("\n");
}
