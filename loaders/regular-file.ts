// Reads a file of the disk that a person names: a regular one, and none that is too large to be what it is taken for.

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { BinnacleError } from "./error.ts";

export interface RegularFile {
  /** Behind the path, where it cannot be opened: "cannot be read. Name a file." */
  readonly unreadable: string;
  /** What to do where it is no file: "Name the files in it." */
  readonly instead: string;
  /** Bytes. */
  readonly largest: number;
  /** What it is read as: "a source". */
  readonly what: string;
  /** What to do where it is larger; empty where nothing can be done. */
  readonly otherwise: string;
}

/** Throws "bad-usage" with the words that are given. */
export function readRegularFile(path: string, { unreadable, instead, largest, what, otherwise }: RegularFile): Buffer {
  let file: number;
  try {
    // A pipe that nobody writes to would be waited for without end.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw new BinnacleError("bad-usage", `${path} ${unreadable}`, { cause });
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new BinnacleError("bad-usage", `${path} is no file. ${instead}`);
    if (found.size > largest)
      throw new BinnacleError(
        "bad-usage",
        `${path} has ${found.size} bytes; ${what} has at most ${largest}.${otherwise === "" ? "" : ` ${otherwise}`}`,
      );
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
