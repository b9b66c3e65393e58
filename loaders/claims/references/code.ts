// Turns a file into the code in it: comments and docstrings blanked, everything else as it stands. Prose files hold none.

import { isData } from "../../audit/documents.ts";
import { isText } from "../../audit/library.ts";
import { marksOf } from "../../syntax/prose-languages.ts";
import { tokensOf } from "../../syntax/prose-lexer.ts";

/** Larger files are data or made by a machine. Bytes. */
const LARGEST = 2 * 2 ** 20;
/** And what has no language that is known is data much sooner. */
const LARGEST_UNKNOWN = 2 ** 18;
const PROSE =
  /\.(?:md|mdx|markdown|mdown|mdc|qmd|rmd|rst|txt|adoc|asciidoc|org|tex|html?|po|pot|svg|csv|tsv|lock|log|patch|diff|map|min\.js|min\.css|ipynb|snap)$|(?:^|\/)(?:LICEN[CS]E|NOTICE|COPYING|AUTHORS|CHANGELOG|CHANGES|README|package-lock\.json)$/i;

/** Whether a path is one of code, of a configuration or of data with keys: of what a name can stand in. */
export function holdsCode(path: string): boolean {
  return !PROSE.test(path);
}

/** Whether a path is one of code that gives names to things: data holds texts about anything. */
export function isProgram(path: string): boolean {
  return holdsCode(path) && marksOf(path) !== null && !isData(path);
}

/** Whether bytes at such a path are looked at. */
export function isCode(path: string, bytes: Uint8Array): boolean {
  return bytes.length <= (marksOf(path) === null ? LARGEST_UNKNOWN : LARGEST) && isText(bytes);
}

/** The code of a text, as long and with the same lines: blanks where comments and docstrings stand. */
export function codeOf(path: string, text: string): string {
  const language = marksOf(path);
  if (language === null) return text;
  const pieces: string[] = [];
  let kept = 0;
  for (const { kind, open, close } of tokensOf(text, language)) {
    if (kind === "string" || open < kept) continue;
    pieces.push(
      text.slice(kept, open),
      text.slice(open, close).replace(/[^\n]+/g, (line) => " ".repeat(line.length)),
    );
    kept = close;
  }
  return kept === 0 ? text : pieces.join("") + text.slice(kept);
}
