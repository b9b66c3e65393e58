// Blanks the comments and strings of a text, so that words and brackets in them are not taken for code. It knows how they
// are written and nothing else of a language.

/** How a language writes what is no code. */
export interface Lexis {
  /** What begins a comment that ends with its line. */
  readonly line: readonly string[];
  /** Pairs that begin and end a comment; `nests`: whether such a comment may stand in another. */
  readonly block: readonly (readonly [string, string])[];
  readonly nests: boolean;
  /** What begins and ends a string. One character: it may be escaped, and ends with its line unless `long`. */
  readonly strings: readonly string[];
  /** Whether strings of one character may span lines. */
  readonly long: boolean;
}

function escaped(token: string): string {
  return token.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Stands for each character of a string. */
export const STRING = "\u0001";

/** The same text, as long and with the same lines: blanks where comments are, and `STRING` where strings are. */
export function maskOf(text: string, lexis: Lexis): string {
  const ends = new Map(lexis.block);
  const tokens = [...ends.keys(), ...lexis.strings, ...lexis.line].sort((a, b) => b.length - a.length);
  if (tokens.length === 0) return text;
  const character = lexis.strings.includes("'") ? "" : "|'(?:\\\\[^\\n]|[^\\\\\\n'])'";
  const next = new RegExp(`${tokens.map(escaped).join("|")}${character}`, "g");
  const pieces: string[] = [];
  let kept = 0;
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const [token] = match;
    const from = match.index;
    const close = ends.get(token);
    let to = next.lastIndex;
    let fill = close === undefined ? STRING : " ";
    if (close !== undefined) to = lexis.nests ? nestedEnd(text, to, token, close) : after(text, to, close);
    else if (lexis.line.includes(token)) {
      to = before(text, to);
      fill = " ";
    } else if (lexis.strings.includes(token)) {
      to = token.length > 1 ? after(text, to, token) : stringEnd(text, to, token, lexis.long);
    }
    pieces.push(text.slice(kept, from), blank(text.slice(from, to), fill));
    kept = to;
    next.lastIndex = to;
  }
  pieces.push(text.slice(kept));
  return pieces.join("");
}

function blank(text: string, fill: string): string {
  return text.includes("\n") ? text.replace(/[^\n]+/g, (run) => fill.repeat(run.length)) : fill.repeat(text.length);
}

function after(text: string, from: number, token: string): number {
  const at = text.indexOf(token, from);
  return at < 0 ? text.length : at + token.length;
}

function before(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at;
}

function nestedEnd(text: string, from: number, open: string, close: string): number {
  const either = new RegExp(`${escaped(open)}|${escaped(close)}`, "g");
  either.lastIndex = from;
  let depth = 1;
  for (let match = either.exec(text); match; match = either.exec(text)) {
    depth += match[0] === open ? 1 : -1;
    if (depth === 0) return either.lastIndex;
  }
  return text.length;
}

function stringEnd(text: string, from: number, quote: string, long: boolean): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === quote) return at + 1;
    if (character === "\n" && !long) return at;
    if (character === "\\") at++;
  }
  return text.length;
}
