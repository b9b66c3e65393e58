// Reads the citations of one passage from left to right: paths, what is written behind them, numbers that stand alone.
// What it cannot bind it hands back as loose; what an earlier passage has to say is told to it.

import type { Citation, Passage } from "../citation.ts";
import { linkedPath, type Permalink, permalinkOf, targetAt, urlEnd } from "./citations-links.ts";
import { isPathCode, type PathName, pathIn, runEnd } from "./citations-paths.ts";
import { endsWell, type Span, spansAt } from "./citations-spans.ts";
import { looksLikeCode, symbolBefore, symbolBehind, symbolOf } from "./citations-symbols.ts";
import { type LineWord, leadsHere, lineWordAt, ownFile, tailWordAt, WORD } from "./citations-words.ts";

/** A citation by its place in the passage's text. */
export type Found = Pick<
  Citation,
  "from" | "to" | "path" | "bound" | "start" | "end" | "symbol" | "symbolOnly" | "approximate" | "revision" | "host"
>;

export interface Loose {
  readonly from: number;
  readonly to: number;
  readonly reason: "no path before it" | "glued to a word";
}

export interface PassageCitations {
  readonly found: readonly Found[];
  readonly loose: readonly Loose[];
  /** The last path that the passage names, with the end of it and of its numbers; null if it names none. */
  readonly last: { readonly path: string; readonly to: number } | null;
}

/** The citations of a passage. `before` is the path that a number binds to while the passage has named none. */
export function citationsOfPassage(passage: Passage, before: string | null): PassageCitations {
  return new PassageReader(passage, before).read();
}

const SYMBOL_TAIL = /::([A-Za-z_]\w{0,120}(?:(?:::|\.)[A-Za-z_]\w{0,120}){0,8})(\[[^\]\s`]{0,120}\])?/y;
const SYMBOL_LINE = /:([A-Za-z_][\w.]{0,120})(?:\(\))?(?::(?=\d))?/y;
const SYMBOL_SAID =
  /(`{0,2})[*_]{0,2}:\s(`{0,2})([A-Za-z_]\w{0,120}(?:(?:\.|::)[A-Za-z_]\w{0,120}){0,8}(?:\(\))?)(`{0,2})/y;
const COLON = /[`*]{0,4}:[~≈]?(?=~?[Ll]?\d)/y;
const HASH = /[?][\w=&]{1,40}#(?=L\d)|#(?=L\d)|#lines-(?=\d)/y;
const CALL = /\((\d{1,9})(?:[,:](\d{1,9})(?:-(\d{1,9})(?:,\d{1,9})?)?)?\)/y;
const REVISION = /[`*]{0,3}\s?@\s?`?([0-9a-f]{7,40})\b/y;
const ENDS_SYMBOL = /(?![\p{L}\p{N}_=/-])/uy;

class PassageReader {
  private readonly passage: Passage;
  private readonly text: string;
  private readonly escapes: boolean;
  private readonly found: Found[] = [];
  private readonly loose: Loose[] = [];
  private last: { path: string; from: number; to: number } | null = null;
  private readonly before: string | null;
  /** Where the last `[` stands, for what turns out to be a link. */
  private bracket = -1;
  /** Whether the passage says "this file"; looked for when it matters. */
  private own: boolean | null = null;

  constructor(passage: Passage, before: string | null) {
    this.passage = passage;
    this.text = passage.text;
    this.escapes = passage.kind === "string";
    this.before = before;
  }

  read(): PassageCitations {
    const { text } = this;
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code === 58) at = this.colon(at);
      else if (code === 93 && text[at + 1] === "(") at = this.link(at + 1);
      else if (code === 92 && this.escapes && text[at + 1] !== "\\") at += 2;
      else if (code === 91 || isPathCode(code)) {
        if (code === 91) this.bracket = at;
        const end = runEnd(text, at, this.escapes);
        at = end > at ? this.run(at, end) : at + 1;
      } else at++;
    }
    return { found: this.found, loose: this.loose, last: this.last };
  }

  private match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text);
  }

  private keep(from: number, to: number, rest: Partial<Found>): void {
    // Spelled out: spreading a hundred thousand of them costs more than reading them.
    this.found.push({
      from,
      to,
      path: rest.path ?? null,
      bound: rest.bound ?? "written",
      start: rest.start ?? 0,
      end: rest.end ?? 0,
      symbol: rest.symbol ?? null,
      symbolOnly: rest.symbolOnly ?? false,
      approximate: rest.approximate ?? false,
      revision: rest.revision ?? null,
      host: rest.host ?? null,
    });
  }

  /** A run of path characters: an address, a path, a word for lines, or nothing; where to go on. */
  private run(from: number, end: number): number {
    const { text } = this;
    if (text.startsWith("://", end) && /[A-Za-z]$/.test(text[end - 1] ?? "")) return this.address(from, end);
    if (end - from > 1000) return end;
    const run = text.slice(from, end);
    const host = /^(?:www\.)?[\w-]{1,60}\.(?:com|org|net|io)\/[^\n]{1,900}\/(?:blob|blame)\//.test(run);
    if (host) return this.permalink(from, urlEnd(text, from)) ?? end;
    const word = WORD.test(run) ? lineWordAt(text, from, end) : null;
    if (word) return this.words(from, word);
    if (!run.includes(".") && !/[A-Z]/.test(run) && !run.includes("/")) return end;
    // A place-holder's end, `<name>.py`, `*.py`, is no file.
    if (run[0] === "." && /[*}>)\]]/.test(text[from - 1] ?? "") && !run.startsWith("./") && !run.startsWith("../"))
      return end;
    const name = pathIn(run);
    return name ? this.path(from + name.start, name) : end;
  }

  private address(from: number, end: number): number {
    const scheme = this.text.slice(from, end);
    if (/(?:^|\W)file$/.test(scheme)) return end + 3;
    const to = urlEnd(this.text, end + 3);
    return this.permalink(end - (/[a-z]+$/i.exec(scheme)?.[0].length ?? 0), to) ?? Math.max(to, end + 3);
  }

  private permalink(from: number, to: number): number | null {
    const link = permalinkOf(this.text.slice(from, to));
    if (!link) return null;
    if (link.start > 0) this.keep(from, to, link);
    return to;
  }

  /** A path and what stands behind it. */
  private path(from: number, name: PathName): number {
    const end = from + name.length;
    this.last = { path: name.path, from, to: end };
    const colon = this.match(COLON, end);
    if (colon)
      return this.spans(from, end + colon[0].length, name, colon[0].includes("≈") || /~$/.test(colon[0])) ?? end;
    const hash = this.match(HASH, end);
    if (hash) return this.spans(from, end + hash[0].length, name, false) ?? end;
    if (name.source) {
      const next = this.symbolTail(from, end, name) ?? this.call(from, end, name);
      if (next !== null) return next;
    }
    const said = tailWordAt(this.text, end);
    if (said) return this.spans(from, said.at, name, said.approximate, said.several) ?? end;
    return (name.source ? this.symbolSaid(from, end, name) : null) ?? end;
  }

  /** The spans at `at` as citations of a path that is written at `from`; where to go on, or null if there are none. */
  private spans(
    from: number,
    at: number,
    name: PathName,
    about: boolean,
    several: boolean | null = null,
  ): number | null {
    const spans = spansAt(this.text, at, several === null ? "marks" : "words", several ?? false);
    const first = spans[0];
    if (!first) return null;
    const end = endsWell(this.text, first.to);
    const words = /^\p{L}{2}/u.test(this.text.slice(first.to, first.to + 4));
    if (end === "no" || (end === "glued" && !(name.known && words))) {
      if (end === "glued") this.loose.push({ from, to: first.to, reason: "glued to a word" });
      return first.to;
    }
    const symbol = symbolBefore(this.text, from);
    this.keepSpans(
      from,
      spans,
      { path: name.path, bound: "written", revision: name.revision, symbol },
      about || name.approximate,
    );
    return this.last?.to ?? first.to;
  }

  private keepSpans(from: number, spans: readonly Span[], rest: Partial<Found>, about: boolean): void {
    const to = spans.at(-1)?.to ?? from;
    const revision = rest.revision ?? this.match(REVISION, to)?.[1] ?? null;
    const symbol = rest.symbol ?? symbolBehind(this.text, to);
    const { path = null, bound = "written" } = rest;
    for (const span of spans) {
      const { start, end } = span;
      const approximate = about || span.approximate;
      this.keep(span === spans[0] ? from : span.from, span.to, {
        path,
        bound,
        start,
        end,
        approximate,
        revision,
        symbol,
      });
    }
    if (this.last) this.last = { ...this.last, to };
  }

  /** `f.py::Class.method`, `f.py:method:12`, `f.py:Class.method`. */
  private symbolTail(from: number, end: number, name: PathName): number | null {
    const double = this.match(SYMBOL_TAIL, end);
    const single = double ? null : this.match(SYMBOL_LINE, end);
    const match = double ?? single;
    const word = match?.[1];
    if (!match || word === undefined) return null;
    const trimmed = word.replace(/\.+$/, "");
    const symbol = symbolOf(`${trimmed}()`);
    let to = end + match[0].length - (match[0].endsWith(word) ? word.length - trimmed.length : 0);
    const numbered = double ? /^:\d/.test(this.text.slice(to, to + 2)) : match[0].endsWith(":");
    if (numbered) {
      const spans = spansAt(this.text, double ? to + 1 : to, "marks", false);
      const last = spans.at(-1);
      if (!last || endsWell(this.text, last.to) !== "yes") return to;
      this.keepSpans(from, spans, { path: name.path, symbol, revision: name.revision }, false);
      return last.to;
    }
    if (!symbol || (single && (!looksLikeCode(match[0].slice(1)) || trimmed.length < 3))) return null;
    if (!this.match(ENDS_SYMBOL, to)) return double ? to : null;
    if (double && this.text.startsWith("()", to)) to += 2;
    this.keep(from, to, { path: name.path, symbol, symbolOnly: true, revision: name.revision });
    if (this.last) this.last = { ...this.last, to };
    return to;
  }

  /** `f.cs(12)`, `f.cs(12,5)`: as compilers write it. */
  private call(from: number, end: number, name: PathName): number | null {
    const match = this.match(CALL, end);
    // `stdio.h(3)` is a page of a manual.
    if (!match || (/\.h$/.test(name.path) && (match[1] ?? "").length === 1)) return null;
    const start = Number(match[1]);
    const to = end + match[0].length;
    if (endsWell(this.text, to) !== "yes") return null;
    const stop = match[3] === undefined ? start : Number(match[3]);
    this.keep(from, to, {
      path: name.path,
      start,
      end: match[0].includes(",") ? start : stop,
      revision: name.revision,
    });
    return to;
  }

  /** `` `f.py`: `A.b` ``, `f.py: A.b`. */
  private symbolSaid(from: number, end: number, name: PathName): number | null {
    const match = this.match(SYMBOL_SAID, end);
    const word = match?.[3];
    if (!match || word === undefined) return null;
    const quoted = match[4] !== "";
    const called = word.endsWith("()");
    const dotted = /[.:]/.test(word);
    if (!called && !(dotted && (quoted || /^[A-Z]\w*\.[A-Za-z_]/.test(word)))) return null;
    if (!quoted && !called && !name.path.includes("/") && match[1] === "") return null;
    const symbol = symbolOf(word);
    const to = end + match[0].length - (match[4] ?? "").length;
    if (!symbol || !this.match(ENDS_SYMBOL, to)) return null;
    this.keep(from, to, { path: name.path, symbol, symbolOnly: true });
    if (this.last) this.last = { ...this.last, to };
    return to;
  }

  /** A colon that no path stands right before: the number behind it may go on with the last path. */
  private colon(at: number): number {
    const { text } = this;
    if (!/^:[~≈]?[Ll]?\d/.test(text.slice(at, at + 4))) return at + 1;
    const digits = /[~≈]$/.test(text[at + 1] ?? "") && text[at + 1] === "≈" ? at + 2 : at + 1;
    const spans = spansAt(text, digits, "marks", false);
    const first = spans[0];
    const last = spans.at(-1);
    if (!first || !last || !this.continues(at, first, last)) return at + 1;
    const sure = /[`(,/]\s?$|(?:^|\s)(?:at|and|line|lines)\s$/.test(text.slice(Math.max(0, at - 8), at));
    const path = this.last?.path ?? this.before;
    if (path === null) {
      if (!sure) return at + 1;
      this.loose.push({ from: at, to: last.to, reason: "no path before it" });
      return last.to;
    }
    this.keepSpans(at, spans, { path, bound: "continued", symbol: symbolBefore(text, at) }, digits > at + 1);
    return last.to;
  }

  /** Whether a colon's number stands as a continuation does; not as a slice, a time, a port, a key's value. */
  private continues(at: number, first: Span, last: Span): boolean {
    const { text } = this;
    const behind = text[last.to] ?? "";
    if (endsWell(text, first.to) !== "yes" || endsWell(text, last.to) !== "yes") return false;
    if (behind === ":" && !/^\s|^$/.test(text[last.to + 1] ?? "")) return false;
    const before = text[at - 1] ?? "";
    const further = text[at - 2] ?? "";
    if (before === "[")
      return /^`{0,2}\]\(/.test(text.slice(last.to, last.to + 4)) && !/[\p{L}\p{N}_)\]]/u.test(further);
    if (before === "`") {
      if (behind === "`" || /[\s(,/;[]|^$/.test(further)) return true;
      if (/[`]/.test(further)) return behind === "`" || !/[\p{L}\p{N}_]/u.test(text[at - 3] ?? " ");
      return last.to - first.from >= 2;
    }
    if (before === '"' || before === "'") return further === "" || /[\s(,]/.test(further);
    if (before === ")") return further === "(" && last.to - first.from >= 2;
    if (before !== "" && !/[\s(,/*;+&|~–—→≈…-]/.test(before)) return false;
    if (before === "-" && !/[\s:]/.test(further)) return false;
    if (
      /\s/.test(before) &&
      /(?:port|ports|listens?|listening|localhost|host|bind|binds|serves?|addr)\s$/i.test(
        text.slice(Math.max(0, at - 12), at),
      )
    )
      return false;
    // `:3` behind a space is a face as often as a line.
    return !/\s/.test(before) || last.to - at > 2 || /[),;.]/.test(behind);
  }

  /** "line 12", "lines 12 to 14 of core.py". */
  private words(from: number, word: LineWord): number {
    const { text } = this;
    const spans = spansAt(text, word.at, "words", word.several);
    const first = spans[0];
    const last = spans.at(-1);
    if (!first || !last || endsWell(text, last.to) !== "yes" || endsWell(text, first.to) !== "yes") return word.at;
    const both = word.between && spans.length === 2 ? [{ ...first, to: last.to, end: last.end }] : spans;
    const behind = this.pathBehind(last.to);
    if (behind) {
      this.last = { path: behind.name.path, from: behind.from, to: behind.to };
      this.keepSpans(from, both, { path: behind.name.path, revision: behind.name.revision }, word.approximate);
      this.last = { path: behind.name.path, from: behind.from, to: behind.to };
      return behind.to;
    }
    const own = ownFile(text, last.to);
    if (own === "other") return last.to;
    this.own ??= /\bthis (?:file|module|script|document|page|doc)\b/i.test(text.slice(0, 20_000));
    const inCode = this.passage.kind === "comment" || this.passage.kind === "docstring";
    if (own === "own" || (this.own && this.last === null))
      this.keepSpans(from, both, { bound: "own" }, word.approximate);
    else if (this.last) this.keepSpans(from, both, { path: this.last.path, bound: "continued" }, word.approximate);
    else if (inCode) this.ownOfCode(from, both, word);
    else if (this.passage.kind !== "string") this.loose.push({ from, to: last.to, reason: "no path before it" });
    return last.to;
  }

  /** In a comment that says no more than "line 3", or begins "line 3:", the line is one of an example's text. */
  private ownOfCode(from: number, spans: readonly Span[], word: LineWord): void {
    const { text } = this;
    const to = spans.at(-1)?.to ?? from;
    const label = text.slice(0, from).trim() === "" && /^\s*(?:$|[:=.)\]+-])/.test(text.slice(to, to + 20));
    // The first few lines of a file are its head: who numbers them speaks of some other text.
    const head = spans.every((span) => span.end < 6);
    if (label || head) return;
    if (leadsHere(text, from)) this.keepSpans(from, spans, { bound: "own" }, word.approximate);
    else this.loose.push({ from, to, reason: "no path before it" });
  }

  /** `of core.py` behind lines; not a path that has numbers of its own. */
  private pathBehind(at: number): { name: PathName; from: number; to: number } | null {
    const joined =
      /^[`"'*)]{0,3}\s{1,4}(?:\(|(?:of|in|from|at|inside|within|under)\s)(?:the\s(?:file\s)?|file\s)?[`"'(*[]{0,3}/.exec(
        this.text.slice(at, at + 40),
      );
    if (!joined) return null;
    const from = at + joined[0].length;
    const end = runEnd(this.text, from, this.escapes);
    const name = end > from && end - from < 1000 ? pathIn(this.text.slice(from, end)) : null;
    if (!name || this.match(COLON, from + name.start + name.length)) return null;
    return { name, from: from + name.start, to: from + name.start + name.length };
  }

  /** `](target)`: where the words in brackets cite, the target only says more of the path. */
  private link(open: number): number {
    const { text, bracket } = this;
    const link = targetAt(text, open);
    if (!link || bracket < 0) return open + 1;
    const inside: number[] = [];
    for (let at = this.found.length - 1; at >= 0 && (this.found[at]?.from ?? 0) > bracket; at--) inside.push(at);
    const named = this.last !== null && this.last.from > bracket ? this.last : null;
    if (inside.length === 0 && (named === null || /#(?:L|lines-)\d|:\d+(?:-\d+)?$/.test(link.target))) return open + 1;
    const blob = permalinkOf(link.target);
    for (const at of inside) {
      const each = this.found[at];
      if (each) this.found[at] = { ...each, ...linked(each.path, link.target, blob) };
    }
    if (named) this.last = { ...named, path: linked(named.path, link.target, null).path ?? named.path, to: link.end };
    const colon = named && inside.length === 0 ? this.match(COLON, link.end) : null;
    const name = colon ? pathIn(named?.path ?? "") : null;
    if (!colon || !name || !named) return link.end;
    return (
      this.spans(named.from, link.end + colon[0].length, { ...name, path: this.last?.path ?? name.path }, false) ??
      link.end
    );
  }
}

function linked(
  written: string | null,
  target: string,
  blob: Permalink | null,
): Partial<Found> & { path: string | null } {
  if (blob) {
    const fits = written === null || blob.path === written || blob.path.endsWith(`/${written}`);
    return fits ? { path: blob.path, host: blob.host, revision: blob.revision } : { path: written };
  }
  return { path: linkedPath(written, target) };
}
