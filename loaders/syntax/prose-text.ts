// Turns plain text, saved pages and YAML values into passages. Nothing says what their lines mean: a line that is short
// is wrapped, and one that is long is a paragraph.

import type { Passage } from "../citation.ts";
import { blocksOf } from "./prose-blocks.ts";
import { widthOf } from "./prose-marks.ts";
import { cut, dropped, type Piece, passageOf, piecesOf, trimmed } from "./prose-pieces.ts";

/** Longer than what anybody wraps at. */
const WRAPPED = 120;

/** The passages of a file that is no source code and has no mark-up. */
export function passagesOfText(text: string): Passage[] {
  const found: Passage[] = [];
  let block: Piece[] = [];
  let row: Piece[] = [];
  const endRow = (): void => {
    const passage = passageOf("text", row);
    if (passage) found.push(passage);
    row = [];
  };
  const endBlock = (): void => {
    for (const passage of paragraphsOf(block)) found.push(passage);
    block = [];
  };
  for (const piece of piecesOf(text)) {
    if (/^\|\s/.test(piece.text.slice(0, 2)) || piece.text === "|") {
      endBlock();
      const inner = rowOf(piece);
      const cells = inner.text.includes(" | ");
      if (inner.text === "" || cells || startsAnew(inner.text)) endRow();
      if (inner.text !== "") row.push(inner);
      if (cells) endRow();
    } else if (piece.text.trim() === "") {
      endRow();
      endBlock();
    } else if (!/^\|+$/.test(piece.text)) {
      endRow();
      block.push(piece);
    }
  }
  endRow();
  endBlock();
  return found;
}

/** What stands in a quoted line of a saved review page: `| words | ||`. */
function rowOf(piece: Piece): Piece {
  let end = piece.text.length;
  while (end > 1 && (piece.text[end - 1] === "|" || piece.text[end - 1] === " ")) end--;
  return trimmed(dropped({ ...piece, text: piece.text.slice(0, Math.max(1, end)) }, 1));
}

/** A quoted line that goes on with no sentence: a line of code, a bullet. */
function startsAnew(text: string): boolean {
  return /^(?:["'#@]|\/\/|[-*+] |def |class |return\b|if |for )/.test(text);
}

function paragraphsOf(block: readonly Piece[]): Passage[] {
  if (block.every((piece) => piece.text.length <= WRAPPED)) return blocksOf(block, { dialect: "light", kind: "text" });
  return block.flatMap((piece) => passageOf("text", [trimmed(piece)]) ?? []);
}

const KEY = /^\s{0,400}(?:- {1,8})*(?:["']?[\w.$/-]{1,200}["']?\s?:(?=\s|$)\s{0,40})?/;

/** Comments and values of YAML: a block scalar is text, lines that go on with a value belong to it. */
export function passagesOfYaml(text: string): Passage[] {
  const found: Passage[] = [];
  let open: Piece[] = [];
  let kind: "comment" | "text" = "text";
  let indent = 0;
  let block = false;
  const flush = (): void => {
    for (const passage of blocksOf(open, { dialect: "light", kind })) found.push(passage);
    open = [];
    block = false;
  };
  for (const piece of piecesOf(text)) {
    const width = widthOf(piece.text);
    const bare = piece.text.trim();
    if (block && (bare === "" || width > indent)) {
      open.push(cut(piece));
      continue;
    }
    if (block || bare === "") flush();
    if (bare === "") continue;
    const hash = commentAt(piece.text);
    const value = hash < 0 ? piece : { ...piece, text: piece.text.slice(0, hash) };
    if (value.text.trim() !== "") {
      const inner = trimmed(dropped(value, KEY.exec(value.text)?.[0].length ?? 0));
      const keyed = inner.column !== value.column + value.text.length - value.text.trimStart().length;
      if (keyed || kind === "comment" || width <= indent) flush();
      if (keyed) indent = width;
      kind = "text";
      block = /^[|>][-+0-9]{0,3}$/.test(inner.text);
      if (!block && /\s/.test(inner.text)) open.push(unquoted(inner));
    }
    if (hash < 0) continue;
    if (value.text.trim() !== "" || kind === "text") flush();
    kind = "comment";
    const marks = /^#{1,80} ?/.exec(piece.text.slice(hash))?.[0].length ?? 1;
    open.push(cut(dropped(piece, hash + marks)));
    if (value.text.trim() !== "") flush();
  }
  flush();
  return found;
}

function unquoted(piece: Piece): Piece {
  const mark = piece.text[0];
  if ((mark !== '"' && mark !== "'") || !piece.text.endsWith(mark)) return piece;
  return dropped({ ...piece, text: piece.text.slice(0, -1) }, 1);
}

/** Where a comment begins: at a `#` that opens a line or follows white space, outside quotes. */
function commentAt(line: string): number {
  let quote = "";
  for (let index = 0; index < line.length; index++) {
    const mark = line[index] ?? "";
    const apart = index === 0 || /[\s:,[{(-]/.test(line[index - 1] ?? "");
    if (quote !== "") {
      if (mark === quote) quote = "";
    } else if ((mark === '"' || mark === "'") && apart) quote = mark;
    else if (mark === "#" && (index === 0 || /\s/.test(line[index - 1] ?? ""))) return index;
  }
  return -1;
}
