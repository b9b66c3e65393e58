// Turns the bytes of a Python file into its outline by indentation alone, some forty times faster than a parse. It
// reads no expression; on any doubt it answers null, and the file is parsed whole (python-parse.ts).

import type { Chunk } from "../model.ts";
import { fold } from "./nodes.ts";
import { type LogicalLine, logicalLines } from "./python-lines.ts";

/** A block that is open: a class's body, a function's, or one that defines nothing itself, as of an `if`. */
export interface Block {
  readonly indent: number;
  readonly kind: "class" | "function" | "transparent";
  readonly owner: string | null;
  /** Index of the chunk it belongs to; of a transparent block -1. */
  readonly chunk: number;
}

/** A chunk that may still grow. */
export type Draft = { -readonly [Key in keyof Chunk]: Chunk[Key] };

const WORD = /^(?:async\s+)?([a-z]+)\b/;
const DEFINITION = /^(?:async\s+)?(class|def)\s+([^\W\d]\w*)/u;
const TRANSPARENT = new Set([
  "if",
  "elif",
  "else",
  "try",
  "except",
  "finally",
  "with",
  "for",
  "while",
  "match",
  "case",
]);
const AT = 64;
const text = new TextDecoder();

/** Chunks in order of their start, or null where indentation does not decide. */
export function outlinePython(bytes: Uint8Array): Chunk[] | null {
  const outliner = new Outliner(bytes);
  return outliner.take(0, bytes.length, 1) && outliner.isAtRest ? outliner.chunks : null;
}

/** Takes a file's logical lines one after another. `chunks` and `blocks` are what stands before the first of them. */
export class Outliner {
  readonly chunks: Draft[];
  readonly blocks: Block[];
  readonly #bytes: Uint8Array;
  #decorators: LogicalLine[] = [];
  #pending: { readonly indent: number; readonly block: Block } | null = null;
  #open: Draft | null = null;

  constructor(bytes: Uint8Array, chunks: Draft[] = [], blocks: Block[] = []) {
    this.#bytes = bytes;
    this.chunks = chunks;
    this.blocks = blocks;
  }

  /** Whether nothing has to follow: no block's body, nothing that is decorated. */
  get isAtRest(): boolean {
    return this.#pending === null && this.#decorators.length === 0;
  }

  /** Takes whole lines from one offset to another, of which the first is line `row`. False where indentation does not decide. */
  take(from: number, to: number, row: number): boolean {
    const lines = logicalLines(this.#bytes, from, to, row);
    return lines?.every((line) => this.#line(line)) ?? false;
  }

  /**
   * Takes over chunks that stand in another version of the file as they would here: from a definition, of which is said how
   * far it is indented, what it is a member of, and how far its body is if it is a class, up to another, which follows here too. They move
   * by so many `bytes` and `lines`. False where what stands before does not allow it.
   */
  takeOver(
    chunks: readonly Chunk[],
    at: { readonly indent: number; readonly owner: string | null; readonly body: number | null },
    moved: { readonly bytes: number; readonly lines: number },
  ): boolean {
    if (!this.isAtRest) return false;
    const { blocks } = this;
    while (blocks.length > 0 && at.indent < (blocks.at(-1) as Block).indent) blocks.pop();
    const around = blocks.at(-1);
    if ((around?.indent ?? 0) !== at.indent || (around?.owner ?? null) !== at.owner || around?.kind === "function")
      return false;
    for (const [index, chunk] of chunks.entries()) {
      while (blocks.length > 0 && !isWithin(chunk.owner, (blocks.at(-1) as Block).owner)) blocks.pop();
      const copy = movedBy(chunk, this.chunks.length, moved);
      this.chunks.push(copy);
      const lastLine = chunk.kind === "class" ? copy.endLine : copy.lastLine;
      for (const block of blocks) if (block.kind === "class") (this.chunks[block.chunk] as Draft).lastLine = lastLine;
      if (index > 0 || at.body === null) continue;
      const owner = chunk.owner === null ? chunk.name : `${chunk.owner}.${chunk.name}`;
      blocks.push({ indent: at.body, kind: "class", owner, chunk: copy.index });
    }
    return true;
  }

  #line(line: LogicalLine): boolean {
    const { blocks } = this;
    if (this.#pending) {
      if (line.indent <= this.#pending.indent) return false;
      blocks.push({ ...this.#pending.block, indent: line.indent });
      this.#pending = null;
    } else {
      while (blocks.length > 0 && line.indent < (blocks.at(-1) as Block).indent) blocks.pop();
      const level = blocks.at(-1)?.indent ?? 0;
      if (line.indent !== level && blocks.at(-1)?.kind !== "function") return false;
    }
    for (const block of blocks) if (block.kind === "class") (this.chunks[block.chunk] as Draft).lastLine = line.endLine;
    const inside = blocks.at(-1);
    if (inside?.kind === "function") {
      extend(this.chunks[inside.chunk] as Draft, line);
      return true;
    }
    return this.#statement(line, inside?.owner ?? null);
  }

  #statement(line: LogicalLine, owner: string | null): boolean {
    if (this.#bytes[line.head] === AT) {
      if (this.#decorators.length === 0) this.#open = null;
      this.#decorators.push(line);
      return true;
    }
    const source = headOf(this.#bytes, line);
    // What is decorated stands as far in as its decorators.
    if (this.#decorators.some((decorator) => decorator.indent !== line.indent)) return false;
    const definition = DEFINITION.exec(source) as [string, "class" | "def", string] | null;
    if (definition) {
      this.#define(line, owner, definition[1] === "class" ? "class" : "function", definition[2]);
      return true;
    }
    if (this.#decorators.length > 0) return false;
    if (line.opens) {
      if (!TRANSPARENT.has(WORD.exec(source)?.[1] ?? "")) return false;
      this.#pending = { indent: line.indent, block: { indent: 0, kind: "transparent", owner, chunk: -1 } };
    }
    if (this.#open && this.#open.owner === owner) extend(this.#open, line);
    else this.#open = this.#chunk(line, line, "statement", null, owner);
    return true;
  }

  #define(line: LogicalLine, owner: string | null, kind: "class" | "function", name: string): void {
    const draft = this.#chunk(this.#decorators[0] ?? line, line, kind, name, owner);
    if (kind === "class") draft.bases = basesOf(this.#text(line.head, line.end));
    draft.decorators = this.#decorators.map((each) => fold(this.#text(each.head + 1, each.end)));
    if (line.opens) {
      const path = owner === null ? name : `${owner}.${name}`;
      const block: Block = { indent: 0, kind, owner: kind === "class" ? path : owner, chunk: draft.index };
      this.#pending = { indent: line.indent, block };
    }
    this.#decorators = [];
    this.#open = null;
  }

  #chunk(first: LogicalLine, line: LogicalLine, kind: Chunk["kind"], name: string | null, owner: string | null): Draft {
    const draft: Draft = {
      index: this.chunks.length,
      kind,
      name,
      owner,
      firstLine: first.line,
      line: line.line,
      endLine: line.endLine,
      lastLine: line.endLine,
      start: first.start,
      end: line.end,
      bases: [],
      decorators: [],
    };
    this.chunks.push(draft);
    return draft;
  }

  #text(from: number, to: number): string {
    return text.decode(this.#bytes.subarray(from, to));
  }
}

/** Whether what stands in `owner` stands in that class, or in nothing. */
function isWithin(owner: string | null, outer: string | null): boolean {
  return outer === null || owner === outer || (owner?.startsWith(`${outer}.`) ?? false);
}

function movedBy(chunk: Chunk, index: number, { bytes, lines }: { bytes: number; lines: number }): Draft {
  return {
    index,
    kind: chunk.kind,
    name: chunk.name,
    owner: chunk.owner,
    firstLine: chunk.firstLine + lines,
    line: chunk.line + lines,
    endLine: chunk.endLine + lines,
    lastLine: chunk.lastLine + lines,
    start: chunk.start + bytes,
    end: chunk.end + bytes,
    bases: chunk.bases,
    decorators: chunk.decorators,
  };
}

function extend(chunk: Draft, line: LogicalLine): void {
  chunk.end = line.end;
  chunk.endLine = line.endLine;
  chunk.lastLine = line.endLine;
}

function headOf(bytes: Uint8Array, line: LogicalLine): string {
  return text.decode(bytes.subarray(line.head, Math.min(line.end, line.head + 200)));
}

/** The positional bases of `class Name(A, b.C, metaclass=M):`. Generic arguments are taken off: `A[T]` is `A`. */
export function basesOf(header: string): string[] {
  const open = header.indexOf("(");
  if (open < 0) return [];
  const bases: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < header.length; at++) {
    const character = header[at] as string;
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    if ((character === "," && depth === 1) || depth === 0) {
      const base = fold(header.slice(from, at).replace(/#[^\n]*/g, ""));
      if (base && !/^\w+\s*=/.test(base) && !base.startsWith("*")) bases.push(base.replace(/\[.*$/, ""));
      from = at + 1;
      if (depth === 0) break;
    }
  }
  return bases;
}
