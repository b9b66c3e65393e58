// Turns the files of a folder into texts, and YAML into the fields that notes and measurements share. What a repository holds
// is hostile: sizes and counts are bounded, and a file that is wrong is told and hides no other.

import { isUtf8 } from "node:buffer";
import type { Snapshot } from "../citation.ts";
import type { Reader } from "../configuration.ts";
import { BinnacleError, messageOf } from "../error.ts";
import { counted } from "./words.ts";

/** A file that is read, or why it is not. */
export interface Sheet {
  readonly path: string;
  /** The path inside the folder, without its ending. */
  readonly name: string;
  readonly text: string | null;
  readonly wrong: string | null;
}

/** Bytes that are read of one folder in all. */
const MOST_BYTES = 32 * 2 ** 20;

/** Files of a folder with one of these endings, by path. `largest` gives the most bytes that a file may have. */
export async function sheetsIn(
  snapshot: Snapshot,
  folder: string,
  endings: RegExp,
  largest: (path: string) => number,
): Promise<readonly Sheet[]> {
  const inside = (path: string) => path.startsWith(`${folder}/`) && endings.test(path);
  const paths = [...snapshot.files.keys(), ...snapshot.links].filter(inside).sort();
  const sheets: Sheet[] = [];
  let read = 0;
  for (const path of paths) {
    const name = path.slice(folder.length + 1).replace(endings, "");
    const wrong = (why: string) => sheets.push({ path, name, text: null, wrong: why });
    const oid = snapshot.files.get(path);
    if (oid === undefined) {
      wrong("it is a symbolic link, which is not followed. Put a file there");
      continue;
    }
    const bytes = await snapshot.blob(oid);
    read += bytes.length;
    const most = largest(path);
    if (bytes.length > most) wrong(`it has ${counted(bytes.length, "byte")}, and at most ${most} are read. Part it`);
    else if (read > MOST_BYTES)
      wrong(`${folder} holds more than ${MOST_BYTES} bytes, and what is behind them is not read`);
    else if (!isUtf8(bytes)) wrong("it is no text in UTF-8. Save it as such");
    else sheets.push({ path, name, text: Buffer.from(bytes).toString("utf8"), wrong: null });
  }
  return sheets;
}

/** What went wrong with a text of the repository, in words. What is thrown by chance (a stack that is too deep) is told too. */
export function wrongWith(thrown: unknown): string {
  const said = messageOf(thrown).slice(0, 500);
  return thrown instanceof BinnacleError ? said.replace(/\.$/, "") : `it cannot be read: ${said}`;
}

/** A word or a few; null where none is given. */
export function words(reader: Reader, most = 200): string | null {
  return reader.optional((each) => each.text(most).replace(/\s+/g, " ").trim());
}

/** One, several, or none. */
export function several<Result>(reader: Reader, read: (each: Reader) => Result): readonly Result[] {
  return reader.optional((each) => (Array.isArray(each.value) ? each.list(read) : [read(each)])) ?? [];
}
