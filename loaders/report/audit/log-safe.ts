// Keeps text of a repository from being obeyed by what shows it: a terminal, and the machine that runs a job and reads
// its log, where `::error::` at the start of a line (GitHub), `##[error]`, `##vso[…]` and `##teamcity[…]` are commands.

import { printable } from "../text.ts";

/** The first half of what makes a command of a log line, wherever it stands. */
export const LOG_COMMAND = /##(?=\w*\[)/g;

/** Text on one line, without what a terminal would obey and without half characters. */
export function shown(text: string): string {
  return printable(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}

/** Lines for people; what would be obeyed shows its code, as control characters do. */
export function logSafe(text: string): string {
  return text.replace(LOG_COMMAND, "#\\u{23}").replace(/^(\s*):(?=:)/gm, "$1\\u{3a}");
}

/** JSON of two spaces; what would be obeyed is escaped and reads as the same string. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(LOG_COMMAND, "#\\u0023")
    .replace(
      /[\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}
