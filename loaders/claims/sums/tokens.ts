// Turns the text of a passage into tokens: numerals, operators, brackets, words and the marks that part clauses. Emphasis,
// code marks, the addresses of links and tags are left out; what a sequence of tokens means is read elsewhere.

import { ABBREVIATION, APPROXIMATELY, endsWord, isSpace, MARKS, OPERATORS, PAIRS, type TokenKind } from "./marks.ts";
import { isDigit, isLetter, type Numeral, numeralAt } from "./numerals.ts";

export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  /** Operators as `+`, `-`, `*`, `/`, and `x` for the letter; words and marks as written. */
  readonly text: string;
  /** Of a number. */
  readonly numeral: Numeral | null;
  /** Whether white space, or nothing, stands in front and behind. */
  readonly before: boolean;
  readonly after: boolean;
}

/** The tokens of a text, in order. Linear in its length. */
export function tokensOf(text: string): Token[] {
  return new Reader(text).read();
}

class Reader {
  private readonly text: string;
  private readonly found: Token[] = [];
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  read(): Token[] {
    while (this.at < this.text.length) this.next();
    return this.found;
  }

  private next(): void {
    const { text, at } = this;
    const mark = text[at] ?? "";
    if (isSpace(mark) || mark === "`" || mark === '"' || mark === "“" || mark === "”") this.at++;
    else if (isDigit(text, at)) this.number(at, "");
    else if ((mark === "$" || mark === "€" || mark === "£") && isDigit(text, at + 1)) this.money(at);
    else if (isLetter(text, at) || mark === "_" || mark === "#" || mark === "@" || mark === "\\" || mark === "$")
      this.word(at);
    else if (mark === "*") this.star();
    else if (mark === "<" && this.skipTag()) return;
    else if ((mark === "." || mark === ":" || mark === "/") && /[\w/.]/.test(text[at + 1] ?? "") && this.opensWord())
      this.word(at);
    else this.mark(mark);
  }

  private mark(mark: string): void {
    const { text, at } = this;
    for (const [pair, kind] of PAIRS) {
      if (mark !== pair[0] || !text.startsWith(pair, at)) continue;
      let end = at + pair.length;
      while (text[end] === pair[0] && end - at < 200) end++;
      return this.push(kind, at, end, pair);
    }
    if (mark === "]" && text[at + 1] === "(") return this.skipAddress();
    if (mark === "~") return this.approximately(at);
    if (mark === "+" || mark === "-" || mark === "−") return this.sign(mark);
    if (mark === "–")
      return this.push(this.spaced(at) ? "dash" : isDigit(text, at + 1) ? "odd" : "dash", at, at + 1, "–");
    const operator = OPERATORS[mark];
    if (operator) return this.push("operator", at, at + 1, operator);
    if (mark === "·" && isDigit(text, at - 1) && isDigit(text, at + 1)) return this.push("operator", at, at + 1, "*");
    if (mark === "/") return this.push("operator", at, at + 1, "/");
    if (mark === "=") return this.push("equals", at, at + 1, "=");
    if (mark === ":") return this.push("colon", at, at + 1, ":");
    if (mark === "<" || mark === ">") return this.push("compare", at, at + 1, mark);
    if (mark === "." || mark === "?" || mark === "!") return this.push("stop", at, at + 1, mark);
    this.push(MARKS[mark] ?? "stop", at, at + 1, mark);
  }

  private push(kind: TokenKind, from: number, to: number, text: string, numeral: Numeral | null = null): void {
    const before = from === 0 || isSpace(this.text[from - 1] ?? "") || "`*(".includes(this.text[from - 1] ?? " ");
    const after = to >= this.text.length || isSpace(this.text[to] ?? "") || "`*)".includes(this.text[to] ?? " ");
    this.found.push({ kind, from, to, text, numeral, before, after });
    this.at = to;
  }

  private number(from: number, sign: "+" | "-" | ""): void {
    const at = from + sign.length;
    const numeral = numeralAt(this.text, at);
    if (!numeral) return this.word(from);
    const last = this.found.at(-1);
    const near = last !== undefined && from - last.to <= 2;
    const approximate =
      numeral.approximate ||
      (near && last.kind === "compare") ||
      (near && last.kind === "word" && APPROXIMATELY.test(last.text));
    this.push("number", from, numeral.to, this.text.slice(from, numeral.to), { ...numeral, sign, approximate });
  }

  private money(at: number): void {
    const numeral = numeralAt(this.text, at + 1);
    if (!numeral) return this.word(at);
    const unit = (this.text[at] ?? "") + numeral.unit;
    this.push("number", at, numeral.to, this.text.slice(at, numeral.to), { ...numeral, unit });
  }

  private approximately(at: number): void {
    let next = at + 1;
    while (next < at + 3 && (this.text[next] === " " || this.text[next] === "$")) next++;
    const sign = this.text[next] === "+" || this.text[next] === "-" || this.text[next] === "−";
    if (!isDigit(this.text, next + (sign ? 1 : 0))) return this.push("odd", at, at + 1, "~");
    const before = this.found.length;
    this.number(next, sign ? (this.text[next] === "+" ? "+" : "-") : "");
    const token = this.found[before];
    if (token?.numeral) this.found[before] = { ...token, from: at, numeral: { ...token.numeral, approximate: true } };
  }

  /** A plus or minus: a sign where it is glued to its number and to nothing in front, else an operator. */
  private sign(mark: string): void {
    const { text, at } = this;
    const last = this.found.at(-1);
    const glued =
      at > 0 && last?.to === at && (last.kind === "number" || last.kind === "word" || last.kind === "close");
    if (isDigit(text, at + 1) && !glued) return this.number(at, mark === "+" ? "+" : "-");
    if (mark === "-" && isLetter(text, at + 1)) return this.word(at);
    this.push("operator", at, at + 1, mark === "+" ? "+" : "-");
  }

  /** `*` multiplies between spaces and between digits; else it is emphasis. */
  private star(): void {
    const { text, at } = this;
    let end = at;
    while (text[end] === "*") end++;
    const spaced = isSpace(text[at - 1] ?? "x") && isSpace(text[end] ?? "x");
    const tight = isDigit(text, at - 1) && isDigit(text, end);
    if (end - at === 1 && (spaced || tight)) this.push("operator", at, end, "*");
    else if (end - at === 2 && tight) this.push("odd", at, end, "**");
    else this.at = end;
  }

  /** Up to white space or a mark that no name holds; what ends a sentence or a clause stays outside. */
  private word(from: number): void {
    const { text } = this;
    let end = from + 1;
    while (end < text.length && !endsWord(text.charCodeAt(end))) end++;
    while (end > from + 1 && ".:!?'’".includes(text[end - 1] ?? "")) end--;
    const word = text.slice(from, Math.min(end, from + 80));
    const times = this.found.at(-1)?.kind === "number" && word === "x" && /^\s{1,2}\d/.test(text.slice(end, end + 3));
    const glued = this.found.at(-1)?.kind === "number" && word[0] === "x" && /^x\d/.test(word);
    if (times) this.push("operator", from, end, "x");
    else if (glued) this.push("operator", from, from + 1, "x");
    else {
      this.push("word", from, end, word);
      if (text[end] === "." && (ABBREVIATION.test(word) || isDigit(text, end + 1))) this.at = end + 1;
    }
  }

  private opensWord(): boolean {
    const last = this.text[this.at - 1] ?? " ";
    if (!isSpace(last) && !"(`[,".includes(last)) return false;
    // `(3 + 2) /4` divides.
    const before = this.found.at(-1)?.kind;
    return (
      this.text[this.at] !== "/" || !isDigit(this.text, this.at + 1) || (before !== "number" && before !== "close")
    );
  }

  private spaced(at: number): boolean {
    return isSpace(this.text[at - 1] ?? " ") && isSpace(this.text[at + 1] ?? " ");
  }

  private skipAddress(): void {
    const { text, at } = this;
    const end = text.slice(at, at + 2000).indexOf(")");
    this.push("close", at, at + 1, "]");
    if (end >= 0 && !/\s/.test(text.slice(at, at + end))) this.at = at + end + 1;
  }

  /** `<br>`, `<td align="right">`, `<!-- … -->`. */
  private skipTag(): boolean {
    const { text, at } = this;
    if (!/[A-Za-z/!]/.test(text[at + 1] ?? "")) return false;
    const end = text.slice(at, at + 300).indexOf(">");
    if (end < 0) return false;
    this.push("stop", at, at + end + 1, "<>");
    return true;
  }
}
