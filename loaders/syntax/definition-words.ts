// Turns a text into definitions by the words that begin them, in one pass over its lines, for languages without a grammar.
// It reads no expression; what begins a definition in which language is said in word-rules.ts.

import type { Definition } from "../citation.ts";
import { maskOf, STRING } from "./word-mask.ts";
import type { WordRule, WordRules } from "./word-rules.ts";

/** A line may be a whole file; this much of it is looked at for words. Characters. */
const LONGEST = 1000;

interface Open {
  /** Null of a frame that names nothing. */
  readonly definition: { -readonly [Key in keyof Definition]: Definition[Key] } | null;
  readonly kind: Definition["kind"];
  /** What it is called by itself, and with what it stands in. */
  readonly own: string;
  readonly path: string;
  readonly indent: number;
  /** Brackets open before it. */
  readonly depth: number;
  readonly frame: boolean;
}

/** In order, outer before inner. */
export function wordDefinitions(rules: WordRules, text: string): Definition[] {
  return new Reader(rules).read(text);
}

class Reader {
  readonly #rules: WordRules;
  readonly #definitions: Definition[] = [];
  readonly #open: Open[] = [];
  /** The last line that is neither blank nor a comment, 1-based. */
  #last = 0;
  /** The first line of the attributes before the next definition, and the brackets open before it. */
  #mark: { readonly line: number; readonly depth: number } | null = null;
  #depth = 0;

  constructor(rules: WordRules) {
    this.#rules = rules;
  }

  read(text: string): Definition[] {
    const lines = text.split("\n");
    let continued = false;
    for (const [row, masked] of maskOf(text, this.#rules.lexis).split("\n").entries()) {
      const head = masked.slice(0, LONGEST);
      const indent = head.search(/\S/);
      if (indent >= 0) {
        if (!continued && head[0] !== STRING)
          this.#line(head, (lines[row] as string).slice(0, LONGEST), indent, row + 1);
        this.#last = row + 1;
        continued = masked.endsWith("\\") || masked.endsWith("\\\r");
      }
      this.#depth = Math.max(0, this.#depth + balance(masked));
      if (this.#rules.extent === "semicolon" && /;\s*$/.test(masked.slice(-LONGEST))) this.#statementEnds();
    }
    while (this.#open.length > 0) this.#close();
    return this.#definitions;
  }

  #line(line: string, source: string, indent: number, number: number): void {
    if (this.#mark && this.#depth > this.#mark.depth) return;
    const found = this.#found(line, indent);
    const isMark = this.#rules.mark?.test(line) ?? false;
    if (found && this.#goesOn(found, indent)) return;
    const end = this.#rules.end?.exec(line);
    this.#closeBefore(line, indent, Boolean(found ?? end) || isMark || (this.#rules.stop?.test(line) ?? false));
    if (end) this.#endFrame(end.groups?.name ?? "", number);
    if (this.#closesWith(line, indent, number)) return;
    if (found) this.#begin(found, source, indent, number);
    else if (isMark) this.#mark ??= { line: number, depth: this.#depth };
    else this.#mark = null;
  }

  #found(line: string, indent: number): { rule: WordRule; match: RegExpExecArray } | null {
    for (const rule of this.#rules.rules) {
      const match = rule.line.exec(line);
      if (match && (rule.again !== "margin" || indent === 0 || this.#isAgain(match, indent))) return { rule, match };
    }
    return null;
  }

  #isAgain(match: RegExpExecArray, indent: number): boolean {
    const top = this.#open.at(-1);
    return top !== undefined && top.indent === indent && top.own === match.groups?.name;
  }

  #goesOn({ rule, match }: { rule: WordRule; match: RegExpExecArray }, indent: number): boolean {
    if (!rule.again) return false;
    const at = this.#open.findLastIndex((each) => each.indent <= indent);
    const top = this.#open[at];
    if (top?.indent !== indent || top.own !== match.groups?.name) return false;
    while (this.#open.length > at + 1) this.#close();
    return true;
  }

  #closeBefore(line: string, indent: number, begins: boolean): void {
    for (
      let top = this.#open.at(-1);
      top && !top.frame && this.#endsBefore(top, line, indent, begins);
      top = this.#open.at(-1)
    )
      this.#close();
  }

  #endsBefore(top: Open, line: string, indent: number, begins: boolean): boolean {
    const { extent, more, last } = this.#rules;
    if (extent === "next") return begins && indent <= top.indent;
    if (extent === "semicolon") return false;
    if (extent === "brackets") {
      if (this.#depth > top.depth) return false;
      if (/^\s*[)\]}]/.test(line)) return true;
      return indent <= top.indent && !line.startsWith("{", indent) && !more?.test(line);
    }
    if (indent > top.indent || (indent === top.indent && last?.test(line))) return false;
    return indent < top.indent || !more?.test(line);
  }

  /** Whether the line is the last of the innermost definition. */
  #closesWith(line: string, indent: number, number: number): boolean {
    const top = this.#open.at(-1);
    if (!top || top.frame || top.indent !== indent || !this.#rules.last?.test(line)) return false;
    this.#last = number;
    this.#close();
    return true;
  }

  #begin(
    { rule, match }: { rule: WordRule; match: RegExpExecArray },
    source: string,
    indent: number,
    number: number,
  ): void {
    const line = this.#mark?.line ?? number;
    this.#mark = null;
    const [from, to] = match.indices?.groups?.name ?? [0, 0];
    const own = plain(source.slice(from, to));
    const parent = this.#open.findLast((each) => each.definition);
    const root = own.startsWith("_root_.");
    const path = root ? own.slice(7) : parent && own ? `${parent.path}.${own}` : own;
    const isNamed = own !== "" && !(rule.kind === "variable" && this.#isLocal(parent));
    const definition = isNamed ? { name: path, kind: rule.kind, line, endLine: number, nameLine: number } : null;
    if (!definition && !rule.frame) return;
    if (definition) this.#definitions.push(definition);
    this.#open.push({ definition, kind: rule.kind, own, path, indent, depth: this.#depth, frame: rule.frame ?? false });
  }

  /** Variables are told of files, modules and classes. */
  #isLocal(parent: Open | undefined): boolean {
    if (this.#rules.extent !== "brackets") return parent?.kind === "function";
    return parent?.kind === "function" || this.#depth !== (parent ? parent.depth + 1 : 0);
  }

  #endFrame(name: string, number: number): void {
    const at = this.#open.findLastIndex((each) => each.frame);
    if (at < 0) return;
    let rest = name;
    do {
      const place = this.#open.findLastIndex((each) => each.frame);
      const frame = this.#open[place];
      if (!frame) return;
      if (rest && frame.own && frame.own !== rest && !rest.endsWith(`.${frame.own}`)) return;
      while (this.#open.length > place + 1) this.#close();
      this.#last = number;
      this.#close();
      rest = frame.own && rest.length > frame.own.length ? rest.slice(0, -frame.own.length - 1) : "";
    } while (rest);
  }

  #statementEnds(): void {
    for (let top = this.#open.at(-1); top && this.#depth <= top.depth; top = this.#open.at(-1)) this.#close();
  }

  #close(): void {
    const definition = this.#open.pop()?.definition;
    if (definition) definition.endLine = Math.max(this.#last, definition.nameLine);
  }
}

function balance(line: string): number {
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 123 || code === 40 || code === 91) depth++;
    else if (code === 125 || code === 41 || code === 93) depth--;
  }
  return depth;
}

/** `a:b` and `a::b` as `a.b`; without quotes and a dot at its end. */
function plain(name: string): string {
  const text = name.trim().replace(/:+/g, ".");
  return /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text.replace(/\.+$/, "");
}
