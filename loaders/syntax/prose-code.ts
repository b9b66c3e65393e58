// Turns source code into the passages of its comments, docstrings and strings. What is code it leaves out; where comments
// and strings stand is said by the lexer and its table.

import type { Passage } from "../citation.ts";
import { blocksOf } from "./prose-blocks.ts";
import type { Language } from "./prose-languages.ts";
import { type Token, tokensOf } from "./prose-lexer.ts";
import { widthOf } from "./prose-marks.ts";
import { cut, dropped, type Piece, passageOf, trimmed } from "./prose-pieces.ts";

/** The passages of a source file, in order. */
export function passagesOfCode(text: string, language: Language): Passage[] {
  const reader = new CodeReader(text);
  for (const token of tokensOf(text, language)) reader.take(token);
  return reader.end();
}

/** Line comments that stand below one another in one column are read as one; so are strings that a language joins. */
class CodeReader {
  private readonly text: string;
  private readonly found: Passage[] = [];
  private line = 1;
  private lineStart = 0;
  /** Where this line's `\n` stands, kept so that many tokens of a long line do not each look for it. */
  private lineEnd: number;
  private group: { kind: "comment" | "string"; pieces: Piece[]; column: number; close: number } | null = null;

  constructor(text: string) {
    this.text = text;
    const newline = text.indexOf("\n");
    this.lineEnd = newline < 0 ? text.length : newline;
  }

  end(): Passage[] {
    this.flush();
    return this.found;
  }

  take(token: Token): void {
    this.seek(token.open);
    const openLine = this.line;
    const column = token.open - this.lineStart + 1;
    const pieces = this.pieces(token);
    if (token.kind === "line-comment") {
      const own = this.text.slice(token.open - column + 1, token.open).trim() === "";
      this.lineComment(unmarked(pieces[0] ?? { line: openLine, column, text: "" }), column, own, token.close);
    } else if (token.kind === "string" && pieces.length === 1) this.words(pieces, token);
    else {
      this.flush();
      const kind = token.kind === "block-comment" ? "comment" : token.kind;
      const body = kind === "comment" ? unstarred(pieces) : dedented(pieces);
      if (kind === "string" && !hasWords(body)) return;
      this.keep(blocksOf(body, { dialect: "light", kind }));
    }
  }

  private keep(passages: readonly Passage[]): void {
    for (const passage of passages) this.found.push(passage);
  }

  private lineComment(piece: Piece, column: number, own: boolean, close: number): void {
    const { group } = this;
    const joins = own && group?.kind === "comment" && group.column === column;
    if (joins && (group.pieces.at(-1)?.line ?? 0) + 1 === piece.line) group.pieces.push(piece);
    else {
      this.flush();
      this.group = { kind: "comment", pieces: [piece], column, close };
    }
  }

  private words(pieces: readonly Piece[], token: Token): void {
    const { group } = this;
    const joins = group?.kind === "string" && token.open - group.close < 200;
    if (joins && /^[\s+\\]*[a-zA-Z]{0,2}$/.test(this.text.slice(group.close, token.open))) {
      group.pieces.push(...pieces);
      group.close = token.close;
    } else {
      this.flush();
      this.group = { kind: "string", pieces: [...pieces], column: 0, close: token.close };
    }
  }

  private flush(): void {
    const { group } = this;
    this.group = null;
    if (!group) return;
    if (group.kind === "comment") this.keep(blocksOf(group.pieces, { dialect: "light", kind: "comment" }));
    else if (hasWords(group.pieces)) {
      const passage = passageOf("string", group.pieces.map(cut));
      if (passage) this.found.push(passage);
    }
  }

  private nextLine(): void {
    this.line++;
    this.lineStart = this.lineEnd + 1;
    const newline = this.text.indexOf("\n", this.lineStart);
    this.lineEnd = newline < 0 ? this.text.length : newline;
  }

  private seek(offset: number): void {
    while (this.lineEnd < offset) this.nextLine();
  }

  /** The lines of a token's content. */
  private pieces(token: Token): Piece[] {
    const pieces: Piece[] = [];
    let { from } = token;
    this.seek(from);
    for (;;) {
      const last = this.lineEnd >= token.to;
      const part = this.text.slice(from, last ? token.to : this.lineEnd);
      pieces.push({
        line: this.line,
        column: from - this.lineStart + 1,
        text: part.endsWith("\r") ? part.slice(0, -1) : part,
      });
      if (last) return pieces;
      this.nextLine();
      from = this.lineStart;
    }
  }
}

function hasWords(pieces: readonly Piece[]): boolean {
  return (
    pieces.filter((piece) => piece.text.trim() !== "").length > 1 || pieces.some((piece) => /\S\s+\S/.test(piece.text))
  );
}

/** `///`, `##`, `--|`: marks that repeat, and one space. */
function unmarked(piece: Piece): Piece {
  const marks = /^(?:[/!<#;%|-]{1,80}|:(?=\s))?/.exec(piece.text)?.[0] ?? "";
  // `#L10` and `-1` are words: marks are followed by a space, or are all there is.
  const rest = piece.text[marks.length];
  const inner = rest === undefined || /\s/.test(rest) ? dropped(piece, marks.length) : piece;
  return cut(inner.text.startsWith(" ") ? dropped(inner, 1) : inner);
}

/** A block comment without the stars down its side and the decoration at its ends. */
function unstarred(pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  if (!first) return [];
  const opened = dropped(first, /^[*!|#-]{1,200}(?=\s|$)/.exec(first.text)?.[0].length ?? 0);
  const starred = rest.length > 0 && rest.every((piece) => /^\s*(?:\*|$)/.test(piece.text.slice(0, 400)));
  const body = starred
    ? rest.map((piece) => {
        const inner = dropped(piece, (/^\s*\*{0,2}/.exec(piece.text)?.[0] ?? "").length);
        return inner.text.startsWith(" ") ? dropped(inner, 1) : inner;
      })
    : dedented([opened, ...rest]).slice(1);
  const all = [trimmed(opened), ...body.map(cut)];
  const last = all.at(-1);
  if (last && /(?:^|\s)[*-]{1,200}$/.test(last.text.slice(-201))) {
    all[all.length - 1] = cut({ ...last, text: last.text.replace(/[*-]{1,200}$/, "") });
  }
  return all;
}

/** Lines behind the first without the indentation they share. */
function dedented(pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  if (!first) return [];
  let shared = Number.POSITIVE_INFINITY;
  for (const piece of rest) {
    if (piece.text.trim() === "") continue;
    const start = piece.text.length - piece.text.trimStart().length;
    // A tab among the white space counts as one here and as four for a list: what is shared is cut off before that.
    shared = Math.min(shared, start, widthOf(piece.text) === 0 ? 0 : start);
  }
  const count = Number.isFinite(shared) ? shared : 0;
  return [trimmed(first), ...rest.map((piece) => cut(dropped(piece, Math.min(count, piece.text.length))))];
}
