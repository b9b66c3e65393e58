// Turns the bytes of a Python file into its outline by indentation alone, some forty times faster than a parse. It
// reads no expression; on any doubt it answers null, and the file is parsed whole (python-parse.ts).

import type { Chunk } from "../model.ts";
import { fold } from "./nodes.ts";
import { type LogicalLine, logicalLines } from "./python-lines.ts";

interface Block {
  readonly indent: number;
  readonly kind: "class" | "function" | "transparent";
  readonly owner: string | null;
  /** Index of the chunk it belongs to; of a transparent block -1. */
  readonly chunk: number;
}

interface Draft extends Chunk {
  endLine: number;
  lastLine: number;
  end: number;
}

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
const text = new TextDecoder();

/** Chunks in order of their start, or null where indentation does not decide. */
export function outlinePython(bytes: Uint8Array): Chunk[] | null {
  const lines = logicalLines(bytes);
  if (!lines) return null;
  const chunks: Draft[] = [];
  const blocks: Block[] = [];
  let decorators: LogicalLine[] = [];
  let pending: { readonly indent: number; readonly block: Block | null } | null = null;
  let open: Draft | null = null;

  for (const line of lines) {
    if (pending) {
      if (line.indent <= pending.indent) return null;
      if (pending.block) blocks.push({ ...pending.block, indent: line.indent });
      pending = null;
    } else {
      while (blocks.length > 0 && line.indent < (blocks.at(-1) as Block).indent) blocks.pop();
      const level = blocks.at(-1)?.indent ?? 0;
      if (line.indent !== level && blocks.at(-1)?.kind !== "function") return null;
    }
    const block = blocks.at(-1);
    if (block?.kind === "function") {
      const chunk = chunks[block.chunk] as Draft;
      extend(chunk, line);
      for (let outer = 0; outer < blocks.length; outer++) extendClass(chunks, blocks[outer] as Block, line);
      continue;
    }
    for (const outer of blocks) extendClass(chunks, outer, line);
    const owner = block?.owner ?? null;
    if (bytes[line.head] === 64) {
      if (decorators.length === 0) open = null;
      decorators.push(line);
      continue;
    }
    const source = headOf(bytes, line);
    const definition = DEFINITION.exec(source);
    if (definition) {
      const [, word, name] = definition as unknown as [string, "class" | "def", string];
      const first = decorators[0] ?? line;
      const path = owner === null ? name : `${owner}.${name}`;
      const draft: Draft = {
        index: chunks.length,
        kind: word === "class" ? "class" : "function",
        name,
        owner,
        firstLine: first.line,
        line: line.line,
        endLine: line.endLine,
        lastLine: line.endLine,
        start: first.start,
        end: line.end,
        bases: word === "class" ? basesOf(text.decode(bytes.subarray(line.head, line.end))) : [],
        decorators: decorators.map((each) => fold(text.decode(bytes.subarray(each.head + 1, each.end)))),
      };
      chunks.push(draft);
      const kind = word === "class" ? "class" : "function";
      if (line.opens) {
        const inside: Block = { indent: 0, kind, owner: word === "class" ? path : owner, chunk: chunks.length - 1 };
        pending = { indent: line.indent, block: inside };
      }
      decorators = [];
      open = null;
      continue;
    }
    if (decorators.length > 0) return null;
    const word = WORD.exec(source)?.[1] ?? "";
    if (line.opens) {
      if (!TRANSPARENT.has(word)) return null;
      pending = { indent: line.indent, block: { indent: 0, kind: "transparent", owner, chunk: -1 } };
    }
    if (open && open.owner === owner) {
      extend(open, line);
      continue;
    }
    open = {
      index: chunks.length,
      kind: "statement",
      name: null,
      owner,
      firstLine: line.line,
      line: line.line,
      endLine: line.endLine,
      lastLine: line.endLine,
      start: line.start,
      end: line.end,
      bases: [],
      decorators: [],
    };
    chunks.push(open);
  }
  return pending || decorators.length > 0 ? null : chunks;
}

function extend(chunk: Draft, line: LogicalLine): void {
  chunk.end = line.end;
  chunk.endLine = line.endLine;
  chunk.lastLine = line.endLine;
}

function extendClass(chunks: readonly Draft[], block: Block, line: LogicalLine): void {
  if (block.kind === "class") (chunks[block.chunk] as Draft).lastLine = line.endLine;
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
