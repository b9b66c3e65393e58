// Finds the comments and strings of source code by a table of marks, in one pass. It parses nothing: what it cannot close
// it steps over, so that a stray quote costs a few words and not the rest of the file.

import type { Language, Pair, Quote } from "./prose-languages.ts";

/** A comment or string: where its marks begin, and where its content stands; offsets of characters, half-open. */
export interface Token {
  readonly kind: "line-comment" | "block-comment" | "string" | "docstring";
  readonly open: number;
  readonly from: number;
  readonly to: number;
  readonly close: number;
}

/** Tokens in order. Linear in the length of `text`: a mark that was looked for in vain is not looked for again. */
export function tokensOf(text: string, language: Language): Token[] {
  return new Lexer(text, language).run();
}

class Lexer {
  private readonly text: string;
  private readonly language: Language;
  private readonly tokens: Token[] = [];
  private readonly starts: Uint8Array;
  /** Marks whose end stands nowhere behind this offset. */
  private readonly endless = new Map<string, number>();
  private uneven = false;
  private at = 0;
  private depth = 0;
  /** The last character of code that is no white space, and where: tells a division from a regular expression. */
  private last = "";
  private lastAt = -1;
  private lineStart = 0;
  /** Whether only white space stands before, in this line. */
  private fresh = true;

  constructor(text: string, language: Language) {
    this.text = text;
    this.language = language;
    this.starts = startsOf(language);
  }

  run(): Token[] {
    const { text, starts } = this;
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at);
      if (code >= 128 || starts[code] === 0) {
        this.last = "x";
        this.lastAt = this.at;
        this.fresh = false;
        this.at++;
      } else if (code === 32 || code === 9 || code === 13) this.at++;
      else if (code === 10) this.newline();
      else if (!this.comment() && !this.string()) this.code(text[this.at] ?? "");
    }
    return this.tokens;
  }

  private newline(): void {
    if (this.language.block.some((pair) => pair.open[0] === "\n") && this.comment()) return;
    this.at++;
    this.lineStart = this.at;
    this.fresh = true;
  }

  private code(mark: string): void {
    if (mark === "(" || mark === "[" || mark === "{") this.depth++;
    else if (mark === ")" || mark === "]" || mark === "}") this.depth = Math.max(0, this.depth - 1);
    else if (mark === "\\") {
      this.last = mark;
      this.lastAt = this.at;
      this.at++;
      if (this.text[this.at] === "\n" || this.text[this.at] === "\r") return;
    }
    this.last = mark;
    this.lastAt = this.at;
    this.fresh = false;
    this.at++;
  }

  private push(kind: Token["kind"], from: number, to: number, close: number): true {
    this.tokens.push({ kind, open: this.at, from, to: Math.min(to, this.text.length), close });
    this.at = Math.min(close, this.text.length);
    return true;
  }

  private comment(): boolean {
    const { text, at } = this;
    const { block, line, apart, raw } = this.language;
    if (raw === "lua" && text.startsWith("--[", at) && this.raw("-")) return true;
    for (const pair of block) {
      if (!text.startsWith(pair.open, at)) continue;
      const end = this.blockEnd(pair, at);
      if (end >= 0) return this.push("block-comment", at + pair.open.length, end, end + pair.close.length);
    }
    for (const mark of line) {
      if (!text.startsWith(mark, at)) continue;
      if (apart && !this.fresh && !/\s/.test(text[at - 1] ?? " ")) continue;
      // Vim's mark is its quote as well: only a line that begins with it is a comment.
      if (mark === '"' && !this.fresh) continue;
      const newline = text.indexOf("\n", at);
      const end = newline < 0 ? text.length : newline;
      return this.push("line-comment", at + mark.length, end, end);
    }
    return false;
  }

  private blockEnd(pair: Pair, at: number): number {
    const known = this.endless.get(pair.open);
    if (known !== undefined && at >= known) return -1;
    // Where nesting does not come out even, somebody forgot a mark: from then on the next one that closes, closes.
    if (pair.nests && !this.uneven) {
      const end = nestedEnd(this.text, pair, at);
      if (end >= 0) return end;
      this.uneven = true;
    }
    const end = this.text.indexOf(pair.close, at + pair.open.length);
    if (end < 0) this.endless.set(pair.open, at);
    return end;
  }

  private string(): boolean {
    const { text, at, language } = this;
    const mark = text[at] ?? "";
    if (language.raw && this.raw(mark)) return true;
    if (language.heredocs && mark === "<") return this.heredoc();
    if (language.chars && mark === "'") return this.character();
    for (const quote of language.quotes) {
      if (!text.startsWith(quote.open, at)) continue;
      if (quote.open === "`" && language.templates) return this.template();
      const end = this.stringEnd(quote, at + quote.open.length);
      if (end < 0) continue;
      const closed = text.startsWith(quote.close, end);
      this.push(this.kindOf(), at + quote.open.length, end, closed ? end + quote.close.length : end);
      this.after();
      return true;
    }
    if (language.regex && mark === "/") return this.regex();
    return false;
  }

  private after(): void {
    this.last = '"';
    this.lastAt = this.at - 1;
    this.fresh = false;
    // Only what was just passed is searched: a line may be a million characters long.
    const passed = this.text.slice(this.tokens.at(-1)?.open ?? this.at, this.at);
    const newline = passed.lastIndexOf("\n");
    if (newline >= 0) this.lineStart = this.at - passed.length + newline + 1;
  }

  private kindOf(): "docstring" | "string" {
    if (!this.language.docstrings || this.depth > 0) return "string";
    // Letters before it may be its prefix: r"…", u"…".
    const before = this.text.slice(Math.max(this.lineStart, this.at - 200), this.at).trim();
    if (before !== "" && !/^[rRuUbB]{1,2}$/.test(before) && !before.endsWith(":")) return "string";
    return this.continues() ? "string" : "docstring";
  }

  private continues(): boolean {
    return this.fresh && /[=+\\,]/.test(this.last) && this.lastAt < this.lineStart;
  }

  /** The end of a string's content; of one that may not hold a line's end and does, that line's end. -1: it has no end. */
  private stringEnd(quote: Quote, from: number): number {
    const { text } = this;
    const known = this.endless.get(quote.open);
    if (quote.lines && known !== undefined && from >= known) return -1;
    const first = quote.close.charCodeAt(0);
    for (let index = from; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === 92 && quote.escapes) {
        if (!quote.lines && text.charCodeAt(index + 1) === 13) index++;
        index++;
      } else if (code === first && text.startsWith(quote.close, index)) return index;
      else if (code === 10 && !quote.lines) return index;
    }
    if (!quote.lines) return text.length;
    this.endless.set(quote.open, from);
    return -1;
  }

  private heredoc(): boolean {
    const { text, at } = this;
    const match = /^<<([-~]?)\s?(["']?)([A-Za-z_]\w{0,60})\2/.exec(text.slice(at, at + 80));
    const word = match?.[3];
    if (!match || word === undefined || (this.endless.get(`<<${word}`) ?? text.length) <= at) return false;
    const from = text.indexOf("\n", at) + 1;
    for (let end = from === 0 ? -1 : text.indexOf(word, from); end >= 0; end = text.indexOf(word, end + 1)) {
      const lead = /(?:\n|^)[ \t]*$/.exec(text.slice(Math.max(from - 1, end - 100), end))?.[0].length ?? 0;
      const start = end - lead + 1;
      const stop = end + word.length;
      const alone = lead > 0 && /^[\s;,)]?$/.test(text[stop] ?? "");
      if (!alone) continue;
      this.push("string", from, Math.max(from, start - 1), stop);
      this.after();
      return true;
    }
    this.endless.set(`<<${word}`, at);
    return false;
  }

  private character(): boolean {
    const match = /^'(?:\\[^\n]{1,10}?|[^'\\\n]{1,2})'/.exec(this.text.slice(this.at, this.at + 16));
    this.last = "'";
    this.lastAt = this.at;
    this.fresh = false;
    this.at += match ? match[0].length : 1;
    return true;
  }

  private raw(mark: string): boolean {
    const { text, at, language } = this;
    const head = text.slice(at, at + 40);
    const before = text[at - 1] ?? "";
    let open = "";
    let close = "";
    if (language.raw === "rust" && mark === "r" && !/\w/.test(before.replace("b", ""))) {
      open = /^r#{0,20}"/.exec(head)?.[0] ?? "";
      close = open && `"${"#".repeat(open.length - 2)}`;
    } else if (language.raw === "cpp" && mark === "R" && !/[A-Za-z0-9_]/.test(before)) {
      open = /^R"[^\s()\\"]{0,16}\(/.exec(head)?.[0] ?? "";
      close = open && `)${open.slice(2, -1)}"`;
    } else if (language.raw === "lua" && (mark === "[" || mark === "-")) {
      open = /^(?:--)?\[={0,10}\[/.exec(head)?.[0] ?? "";
      close = open.replace("--", "").replaceAll("[", "]");
    }
    if (open === "" || (this.endless.get(close) ?? text.length) <= at) return false;
    const end = text.indexOf(close, at + open.length);
    if (end < 0) {
      this.endless.set(close, at);
      return false;
    }
    this.push(open.startsWith("--") ? "block-comment" : "string", at + open.length, end, end + close.length);
    this.after();
    return true;
  }

  /** A template with the code inside it is one string: its words are what is read, and they stand around that code. */
  private template(): boolean {
    const known = this.endless.get("`");
    const end = known !== undefined && this.at >= known ? -1 : templateEnd(this.text, this.at + 1);
    if (end < 0) {
      this.endless.set("`", this.at);
      return false;
    }
    this.push("string", this.at + 1, end, end + 1);
    this.after();
    return true;
  }

  private regex(): boolean {
    const { text, at } = this;
    const before = text.slice(Math.max(0, this.lastAt - 10), this.lastAt + 1);
    if (/[\w$)\]}"'`]$/.test(before) && !/\b(?:return|typeof|case|in|of|do|else|void|throw)$/.test(before))
      return false;
    let inClass = false;
    const limit = Math.min(text.length, at + 2000);
    for (let index = at + 1; index < limit; index++) {
      const mark = text[index];
      if (mark === "\n") return false;
      if (mark === "\\") index++;
      else if (mark === "[") inClass = true;
      else if (mark === "]") inClass = false;
      else if (mark === "/" && !inClass) {
        this.at = index + 1;
        this.last = '"';
        this.lastAt = index;
        this.fresh = false;
        return true;
      }
    }
    return false;
  }
}

/** Characters at which something may begin or end; all others are stepped over. */
function startsOf(language: Language): Uint8Array {
  const starts = new Uint8Array(128);
  const marks = [...language.line, ...language.block.map((pair) => pair.open), ...language.quotes.map((q) => q.open)];
  const raw = language.raw === null ? "" : { rust: "r", cpp: "R", lua: "[-" }[language.raw];
  const extra = `${language.regex ? "/" : ""}${language.chars ? "'" : ""}${language.heredocs ? "<" : ""}${raw}`;
  for (const mark of [...marks.map((each) => each[0] ?? ""), ...extra, ..." \t\r\n()[]{}\\=+,:"]) {
    const code = mark.charCodeAt(0);
    if (code < 128) starts[code] = 1;
  }
  return starts;
}

function nestedEnd(text: string, pair: Pair, at: number): number {
  let depth = 1;
  const open = pair.open.charCodeAt(0);
  const close = pair.close.charCodeAt(0);
  for (let index = at + pair.open.length; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === close && text.startsWith(pair.close, index)) {
      if (--depth === 0) return index;
      index += pair.close.length - 1;
    } else if (code === open && text.startsWith(pair.open, index)) {
      depth++;
      index += pair.open.length - 1;
    }
  }
  return -1;
}

/** The closing back quote of a template whose content begins at `from`; -1 if it has none. */
function templateEnd(text: string, from: number): number {
  // One entry for each `${` that is open: the braces that are open inside it.
  const code: number[] = [];
  let words = true;
  const levels: boolean[] = [];
  for (let index = from; index < text.length; index++) {
    const mark = text[index];
    if (mark === "\\") index++;
    else if (words) {
      if (mark === "`") {
        if (levels.length === 0) return index;
        words = levels.pop() ?? true;
      } else if (mark === "$" && text[index + 1] === "{") {
        code.push(0);
        words = false;
        index++;
      }
    } else if (mark === "`") {
      levels.push(false);
      words = true;
    } else if (mark === "{") code[code.length - 1] = (code.at(-1) ?? 0) + 1;
    else if (mark === "}") {
      if ((code.at(-1) ?? 0) === 0) {
        code.pop();
        words = true;
      } else code[code.length - 1] = (code.at(-1) ?? 0) - 1;
    }
  }
  return -1;
}
