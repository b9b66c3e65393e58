// Finds the symbol that is written with a citation: right before it, or in parentheses right behind. Only what nothing
// but punctuation and a small word separates; what the sentence speaks of further away is for the audit to weigh.

import { extensionOf, isKnownExtension } from "./citations-paths.ts";

const IDENTIFIER =
  /^\.{0,2}([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*[?!']?)(?:\((?:[^()]{0,80})\))?$/u;
const WORDS = /^(?:True|False|None|null|undefined|true|false|self|this|nil|TODO|FIXME|NOTE|XXX)$/;

/** The symbol that a word in code marks is: `.step()`, `Scheduler.step`, `a::b`; null of what is none. */
export function symbolOf(word: string): string | null {
  if (word.length > 160) return null;
  const name = IDENTIFIER.exec(word.trim())?.[1];
  if (!name || WORDS.test(name)) return null;
  // A file's name is no symbol, however much it looks like one: `core.py`.
  if (!word.includes("(") && /^[^.]+\.[a-z0-9]+$/.test(name) && isKnownExtension(extensionOf(name))) return null;
  return name.replaceAll("::", ".").replaceAll("#", ".");
}

/** Whether a bare word can only be code: it has an underscore, a dot, a hump or a call. */
export function looksLikeCode(word: string): boolean {
  return /[\p{L}\p{N}]_[\p{L}\p{N}]|[\p{Ll}\p{N}]\p{Lu}|[\p{L}\p{N}]\.[\p{L}_]|\(\)$|^_/u.test(word);
}

const LINKING =
  /(?:^|[^\p{L}\p{N}_`])(?:at|in|is|from|see|also|defined|declared|implemented|lives|located|of|cf\.|e\.g\.)$/u;

/** The symbol right before the citation that begins at `from`, or null. */
export function symbolBefore(text: string, from: number): string | null {
  let at = from;
  let opened = false;
  const back = (marks: string, most: number): void => {
    for (let count = 0; count < most && at > 0 && marks.includes(text[at - 1] ?? ""); count++) {
      if (text[at - 1] === "(") opened = true;
      at--;
    }
  };
  back("`*\"'", 3);
  back(" ([\n", 4);
  for (let words = 0; words < 3; words++) {
    const word = LINKING.exec(text.slice(Math.max(0, at - 14), at))?.[0];
    if (!word) break;
    at -= word.replace(/^[^\p{L}]/u, "").length;
    opened = true;
    back(" ([\n", 4);
  }
  back(",:*—–-→ ", 4);
  if (text[at - 1] === "`") {
    back("`", 2);
    const start = text.lastIndexOf("`", at - 1);
    return start >= 0 && at - start < 160 ? symbolOf(text.slice(start + 1, at)) : null;
  }
  if (!opened) return null;
  const bare = /(?:^|[^\p{L}\p{N}_.$`/-])(\.?[\p{L}_][\p{L}\p{N}_.]{0,100}(?:\(\))?)$/u.exec(
    text.slice(Math.max(0, at - 104), at),
  )?.[1];
  return bare !== undefined && looksLikeCode(bare) ? symbolOf(bare) : null;
}

const BEHIND = /[`*"']{0,3}\s?\((`{0,2})([^`()\n\s]{1,120}(?:\(\))?)\1\)/y;

/** The symbol in parentheses right behind a citation that ends at `to`, or null. */
export function symbolBehind(text: string, to: number): string | null {
  BEHIND.lastIndex = to;
  const match = BEHIND.exec(text);
  const word = match?.[2] ?? "";
  return match && (match[1] !== "" || looksLikeCode(word)) ? symbolOf(word) : null;
}
