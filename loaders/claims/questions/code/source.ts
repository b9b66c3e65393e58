// Turns source into pieces that can be compared: without the white space, the quotation marks and the last commas that
// mean nothing. It parses no grammar, and takes time linear in the source.

export interface Piece {
  readonly kind: "word" | "string" | "mark";
  /** Of a string with its marks, `"` where they do not matter. */
  readonly text: string;
}

const OPERATORS = ["===", "!==", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "=>", "**", "//"];

/** Words, strings and marks, in order; white space between them is left out. */
export function piecesOf(source: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < source.length; ) {
    const character = source[at] as string;
    if (/\s/.test(character)) {
      at++;
      continue;
    }
    const end = isQuote(character)
      ? endOfString(source, at)
      : isWordly(character)
        ? endOfWord(source, at)
        : at + (OPERATORS.find((each) => source.startsWith(each, at))?.length ?? 1);
    const text = source.slice(at, end);
    if (isCloser(text)) while (pieces.at(-1)?.text === ",") pieces.pop();
    if (isQuote(character)) pieces.push({ kind: "string", text: plainQuotes(text) });
    else pieces.push({ kind: isWordly(character) ? "word" : "mark", text });
    at = end;
  }
  return pieces;
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === "`";
}

function isWordly(character: string): boolean {
  return /[\p{L}\p{N}_$#@]/u.test(character) || character > "\u007f";
}

function endOfWord(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && isWordly(source[at] as string)) at++;
  return at;
}

function endOfString(source: string, from: number): number {
  const quote = source[from] as string;
  const mark = quote !== "`" && source.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote;
  let at = from + mark.length;
  while (at < source.length && !source.startsWith(mark, at)) at += source[at] === "\\" ? 2 : 1;
  return Math.min(source.length, at + mark.length);
}

function plainQuotes(text: string): string {
  const inside = text.slice(1, -1);
  const isSimple = text.length > 1 && text.startsWith("'") && text.endsWith("'") && !text.startsWith("'''");
  return isSimple && !inside.includes('"') ? `"${inside.replaceAll("\\'", "'")}"` : text;
}

function isCloser(text: string): boolean {
  return text === ")" || text === "]" || text === "}";
}

/** Pieces as source again: a blank only where two words would run together. */
export function sourceOf(pieces: readonly Piece[]): string {
  let source = "";
  let before: Piece | undefined;
  for (const piece of pieces) {
    source += before?.kind === "word" && piece.kind === "word" ? ` ${piece.text}` : piece.text;
    before = piece;
  }
  return source;
}

/** Source as it is compared with other source. */
export function plainSource(source: string): string {
  return sourceOf(unwrapped(piecesOf(source)));
}

const OPENERS: Readonly<Record<string, number>> = { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 };

/** For each piece how many brackets are open before it. A closer counts as being outside of its own brackets. */
export function depthsOf(pieces: readonly Piece[]): readonly number[] {
  let depth = 0;
  return pieces.map((piece) => {
    const step = piece.kind === "mark" ? (OPENERS[piece.text] ?? 0) : 0;
    if (step < 0) depth--;
    const here = depth;
    if (step > 0) depth++;
    return here;
  });
}

/** Without the parentheses that stand around all of it. */
export function unwrapped(pieces: readonly Piece[]): readonly Piece[] {
  let inside = pieces;
  while (inside[0]?.text === "(" && inside.at(-1)?.text === ")") {
    const depths = depthsOf(inside);
    if (depths.indexOf(0, 1) !== inside.length - 1) return inside;
    inside = inside.slice(1, -1);
  }
  return inside;
}

/** The parts between the pieces that `isBetween` says, where no bracket is open. */
export function splitBy(pieces: readonly Piece[], isBetween: (piece: Piece) => boolean): readonly (readonly Piece[])[] {
  const depths = depthsOf(pieces);
  const parts: Piece[][] = [[]];
  for (const [at, piece] of pieces.entries()) {
    if (depths[at] === 0 && isBetween(piece)) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts;
}
