// Turns pieces of lines into the blocks of a light mark-up: paragraphs, items, rows, headings, quotes, examples.
// One walk, line by line, with no way back; what stands inside a paragraph (emphasis, links) is left as written.

import type { Passage } from "../citation.ts";
import { cellsOf, isDelimiter, isRule, isUnderline, markerOf, widthOf } from "./prose-marks.ts";
import { cut, dropped, type Piece, passageOf, trimmed } from "./prose-pieces.ts";

/** `light` is what people write in comments: fences, bullets and tables, and neither headings nor indented code. */
export interface BlockStyle {
  readonly dialect: "markdown" | "restructuredtext" | "light";
  readonly kind: Passage["kind"];
}

interface Fence {
  readonly mark: string;
  readonly quotes: number;
}

/** The passages of `pieces`, in order. */
export function blocksOf(pieces: readonly Piece[], style: BlockStyle): Passage[] {
  const walk = new BlockWalk(style);
  for (const [index, piece] of pieces.entries()) walk.take(piece, pieces[index + 1]);
  return walk.end();
}

class BlockWalk {
  private readonly found: Passage[] = [];
  private readonly style: BlockStyle;
  private readonly headings: { level: number; text: string }[] = [];
  /** Of reStructuredText: marks of underlines in the order of their first use, which is their level. */
  private readonly underlines: string[] = [];
  private open: Piece[] = [];
  private kind: Passage["kind"];
  private quotes = 0;
  /** Columns at which the text of the list items around begins, outermost first. */
  private items: number[] = [];
  private fence: Fence | null = null;
  private raw = false;
  /** Cells of the head of the table that is being read; null outside a table. */
  private columns: readonly string[] | null = null;
  private blank = true;
  /** Indentation beyond which lines are a literal block; null where none is announced. */
  private literal: number | null = null;
  private indent = 0;
  /** Inside a table of reStructuredText whose columns are told by spaces alone: each line is a row. */
  private spaced = false;
  /** The headings as passages share them; null after one was read. */
  private path: readonly string[] | null = null;

  constructor(style: BlockStyle) {
    this.style = style;
    this.kind = style.kind;
  }

  end(): Passage[] {
    this.flush();
    return this.found;
  }

  take(whole: Piece, next: Piece | undefined): void {
    const { piece, quotes } = this.unquote(whole);
    if (quotes !== this.quotes) {
      this.flush();
      if (this.fence && quotes < this.fence.quotes) this.fence = null;
      this.quotes = quotes;
      this.blank = true;
    }
    const text = piece.text.trim();
    if (this.fence) this.inFence(piece, text);
    else if (this.raw) this.inRaw(piece, text);
    else if (text === "") this.atBlank(piece);
    else this.atText(piece, text, next);
  }

  private unquote(whole: Piece): { piece: Piece; quotes: number } {
    let piece = whole;
    let quotes = 0;
    if (this.style.dialect === "restructuredtext") return { piece, quotes };
    while (quotes < 20) {
      const { text } = piece;
      const start = text.length - text.trimStart().length;
      if (text[start] !== ">" || (start > 3 && this.items.length === 0 && this.style.dialect === "markdown")) break;
      // `>>> f(x)` is a session, not a quotation of a quotation.
      if (text.startsWith(">>>", start) && this.style.dialect === "light") break;
      piece = dropped(piece, start + (text[start + 1] === " " ? 2 : 1));
      quotes++;
    }
    return { piece, quotes };
  }

  private inFence(piece: Piece, text: string): void {
    const mark = this.fence?.mark ?? "";
    if (text.startsWith(mark) && text.split(mark[0] ?? "").join("") === "") {
      this.flush();
      this.fence = null;
      this.blank = true;
    } else this.open.push(cut(piece));
  }

  private inRaw(piece: Piece, text: string): void {
    this.open.push(cut(piece));
    if (!text.includes("</pre>")) return;
    this.raw = false;
    this.flush();
  }

  private atBlank(piece: Piece): void {
    if (this.kind === "example" && this.open.length > 0) {
      this.open.push(cut(piece));
      this.blank = true;
      return;
    }
    if (this.open.length > 0) this.announce();
    this.flush();
    this.columns = null;
    this.spaced = false;
    this.blank = true;
  }

  /** `::` at a paragraph's end makes what is indented below it an example. */
  private announce(): void {
    const last = this.open.at(-1)?.text ?? "";
    if (this.style.dialect !== "markdown" && last.endsWith("::")) this.literal = this.indent;
  }

  private atText(piece: Piece, text: string, next: Piece | undefined): void {
    const indent = widthOf(piece.text);
    if (this.kind === "example" && this.open.length > 0) {
      if (indent > this.indent) {
        this.open.push(cut(piece));
        this.blank = false;
        return;
      }
      this.flush();
      this.blank = true;
    }
    if (this.blank) while (this.items.length > 0 && indent < (this.items.at(-1) ?? 0)) this.items.pop();
    const wasBlank = this.blank;
    this.blank = false;
    if (this.startsExample(piece, text, indent, wasBlank)) return;
    if (this.isHeading(piece, text)) return;
    if (this.isRow(piece, text, next)) return;
    if (isRule(text)) {
      this.flush();
      this.spaced = this.style.dialect === "restructuredtext" && /^=+ [= ]*$/.test(text);
    } else if (this.spaced) this.row(piece, []);
    else if (!this.isItem(piece, indent, wasBlank)) this.inParagraph(piece, text, indent);
  }

  private startsExample(piece: Piece, text: string, indent: number, wasBlank: boolean): boolean {
    const base = this.items.at(-1) ?? 0;
    const announced = this.literal !== null && indent > this.literal;
    const coded = this.style.dialect === "markdown" && wasBlank && indent >= base + 4;
    const session = this.style.dialect !== "markdown" && text.startsWith(">>> ");
    const above = this.literal;
    this.literal = null;
    if (announced || coded || session) {
      this.flush();
      this.kind = "example";
      this.indent = announced ? (above ?? 0) : session ? indent - 1 : base + 3;
      this.open.push(cut(piece));
      return true;
    }
    if (this.opensFence(text)) return true;
    if (!text.startsWith("<pre") || this.style.dialect !== "markdown") return false;
    this.flush();
    this.kind = "example";
    this.raw = true;
    this.inRaw(piece, text);
    return true;
  }

  private opensFence(text: string): boolean {
    const mark = /^(?:`{3,}|~{3,})/.exec(text.slice(0, 200))?.[0];
    if (!mark || (mark[0] === "`" && text.includes("`", mark.length))) return false;
    this.flush();
    this.kind = "example";
    this.fence = { mark, quotes: this.quotes };
    // The lines of a fence belong to it whatever their indentation.
    this.indent = -1;
    return true;
  }

  private isHeading(piece: Piece, text: string): boolean {
    if (this.style.dialect === "light") return false;
    const level = this.style.dialect === "markdown" ? /^#{1,6}(?=[ \t]|$)/.exec(text)?.[0].length : undefined;
    if (level !== undefined) {
      this.flush();
      this.head([trimmed(dropped(trimmed(piece), level))], level);
      return true;
    }
    if (this.open.length === 0 || !isUnderline(text, this.style.dialect)) return false;
    if (this.kind !== this.style.kind || this.open.length > 3) return false;
    const mark = text[0] ?? "";
    if (this.style.dialect === "restructuredtext" && !this.underlines.includes(mark)) this.underlines.push(mark);
    const pieces = this.open;
    this.open = [];
    this.head(pieces, this.style.dialect === "markdown" ? (mark === "=" ? 1 : 2) : this.underlines.indexOf(mark) + 1);
    return true;
  }

  private head(pieces: readonly Piece[], level: number): void {
    while ((this.headings.at(-1)?.level ?? 0) >= level) this.headings.pop();
    const passage = passageOf("heading", pieces, { headings: this.names(), quoted: this.quotes > 0 });
    this.items = [];
    if (!passage) return;
    this.found.push(passage);
    this.headings.push({ level, text: passage.text.replace(/[ \t]#{1,20}$/, "").trim() });
    this.path = null;
  }

  private isRow(piece: Piece, text: string, next: Piece | undefined): boolean {
    const heads = this.columns === null && next !== undefined && text.includes("|") && isDelimiter(next.text);
    if (heads) {
      this.flush();
      this.columns = cellsOf(text);
      this.row(piece, []);
      return true;
    }
    if (this.columns !== null && isDelimiter(text)) {
      if (this.columns.length === 0) this.columns = cellsOf(this.found.at(-1)?.text ?? "");
      return true;
    }
    if (!text.startsWith("|") && !(this.columns !== null && text.includes("|"))) return false;
    // A lone `|` in front is a line block of reStructuredText, or an absolute value: a row has two at the least.
    if (this.columns === null && text.indexOf("|", 1) < 0) return false;
    this.flush();
    if (!isDelimiter(text)) this.row(piece, this.columns ?? []);
    this.columns ??= [];
    return true;
  }

  private row(piece: Piece, columns: readonly string[]): void {
    const passage = passageOf("row", [trimmed(piece)], { headings: this.names(), columns, quoted: this.quotes > 0 });
    if (passage) this.found.push(passage);
  }

  private isItem(piece: Piece, indent: number, wasBlank: boolean): boolean {
    let rest = trimmed(piece);
    let width = indent;
    let marked = false;
    for (let depth = 0; depth < 8; depth++) {
      const marker = markerOf(rest.text, this.style.dialect);
      if (!marker) break;
      // A sentence may wrap in front of a number: only 1, or a list that is open, interrupts it.
      if (!marked && marker.ordinal > 1 && !wasBlank && this.open.length > 0 && this.items.length === 0) break;
      if (!marked) {
        this.flush();
        while (this.items.length > 0 && (this.items.at(-1) ?? 0) > indent) this.items.pop();
      }
      marked = true;
      width += marker.length;
      if (marker.list) this.items.push(width);
      rest = dropped(rest, marker.length);
      if (!marker.list) break;
    }
    if (!marked) return false;
    this.columns = null;
    if (this.opensFence(rest.text.trim())) return true;
    this.kind = this.style.kind === "paragraph" && this.items.length > 0 ? "item" : this.style.kind;
    this.indent = indent;
    if (rest.text.trim() !== "") this.open.push(trimmed(rest));
    return true;
  }

  private inParagraph(whole: Piece, text: string, indent: number): void {
    let piece = trimmed(whole);
    const opens = this.style.dialect === "markdown" && text.startsWith("<!--");
    const closes = this.style.dialect === "markdown" && text.endsWith("-->") && (opens || !text.includes("<!--"));
    if (opens || closes) {
      if (closes) piece = { ...piece, text: piece.text.slice(0, -3) };
      if (opens) piece = dropped(piece, Math.min(4, piece.text.length));
      piece = trimmed(piece);
    }
    const directive = this.style.dialect === "restructuredtext" && text.startsWith(".. ");
    if (opens || directive || this.columns !== null) this.flush();
    this.columns = null;
    if (this.open.length === 0) {
      this.kind = this.style.kind === "paragraph" && this.items.length > 0 ? "item" : this.style.kind;
      this.indent = indent;
    }
    if (directive && /^\.\. (?:code|code-block|sourcecode|literalinclude|parsed-literal|math)::/.test(text)) {
      this.literal = indent;
      return;
    }
    this.open.push(piece);
    if (closes) this.flush();
  }

  private names(): readonly string[] {
    this.path ??= this.headings.map((heading) => heading.text);
    return this.path;
  }

  private flush(): void {
    if (this.open.length > 0) {
      while (this.open.at(-1)?.text === "") this.open.pop();
      const passage = passageOf(this.kind, this.open, { headings: this.names(), quoted: this.quotes > 0 });
      if (passage) this.found.push(passage);
    }
    this.open = [];
    this.kind = this.style.kind;
  }
}
