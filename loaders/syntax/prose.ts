// Turns a document into the passages people wrote in it: paragraphs, comments, docstrings, rows, messages. What a passage
// says is read elsewhere; here only where each begins, ends and stands.

import type { Passage, Prose } from "../citation.ts";
import { blocksOf } from "./prose-blocks.ts";
import { passagesOfCode } from "./prose-code.ts";
import { marksOf } from "./prose-languages.ts";
import { ignoresOf, type Piece, passageOf, piecesOf, trimmed } from "./prose-pieces.ts";
import { passagesOfText, passagesOfYaml } from "./prose-text.ts";

/** The prose of a file, by its name. Never throws; linear in the length of `text`. */
export function proseOf(path: string, text: string): Prose {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const ignores = ignoresOf(text);
  if (/^(?:md|mdx|markdown|mdown|mdc|qmd|rmd)$/.test(extension)) {
    const { front, body, dated } = frontMatterOf(piecesOf(text));
    const passages = front.flatMap((piece) => passageOf("paragraph", [trimmed(piece)]) ?? []);
    for (const passage of blocksOf(body, { dialect: "markdown", kind: "paragraph" })) passages.push(passage);
    return { passages, dated, read: "markdown", ignores };
  }
  if (extension === "rst") {
    const pieces = piecesOf(text);
    const passages = blocksOf(pieces, { dialect: "restructuredtext", kind: "paragraph" });
    return { passages, dated: dayOf(pieces.slice(0, 40), /^:date:\s/i), read: "restructuredtext", ignores };
  }
  if (/^ya?ml$/.test(extension)) return { passages: passagesOfYaml(text), dated: null, read: "table", ignores };
  const marks = marksOf(path);
  if (marks) return { passages: passagesOfCode(text, marks), dated: null, read: "table", ignores };
  return { passages: passagesOfText(text), dated: null, read: "text", ignores };
}

/** The paragraphs of a commit message. */
export function proseOfMessage(message: string): Prose {
  const passages: Passage[] = blocksOf(piecesOf(message), { dialect: "light", kind: "message" });
  return { passages, dated: null, read: "text", ignores: [] };
}

/** What stands between `---` and `---` at the very top, or `+++`. */
function frontMatterOf(pieces: Piece[]): { front: Piece[]; body: Piece[]; dated: string | null } {
  const mark = pieces[0]?.text.trimEnd().replace(/^\uFEFF/, "");
  if (mark !== "---" && mark !== "+++") return { front: [], body: pieces, dated: null };
  const end = pieces.findIndex(
    (piece, index) =>
      index > 0 && (piece.text.trimEnd() === mark || (mark === "---" && piece.text.trimEnd() === "...")),
  );
  // A rule at the top is no front matter; neither is half a document.
  if (end < 0 || end > 200) return { front: [], body: pieces, dated: null };
  const front = pieces.slice(1, end);
  return { front, body: pieces.slice(end + 1), dated: dayOf(front, /^["']?date["']?\s?[:=]\s/i) };
}

function dayOf(pieces: readonly Piece[], key: RegExp): string | null {
  const line = pieces.find((piece) => key.test(piece.text.slice(0, 40)));
  return line ? (/\d{4}-\d{2}-\d{2}/.exec(line.text.slice(0, 200))?.[0] ?? null) : null;
}
