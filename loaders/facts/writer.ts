// Gathers the facts of one body while a language's writer visits its tree: what stands where, under which conditions. It
// reads no node beyond its position; what a node means is for the writers of python-*.ts and script-*.ts.

import type { Access, Binding, Body, Call, Comparison, Import, Lines, Raise, Return, Value } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";

/** Facts of a chunk, and its 0-based lines that the grammar did not understand. */
export interface ChunkFacts {
  readonly body: Body;
  readonly errors: readonly number[];
}

/** How places in the text that was parsed become places in the chunk. */
export interface ParsedSource {
  /** Added to a row gives the line, 0 being the chunk's first. */
  readonly shift: number;
  /** Offset in the chunk's bytes of an index of the text. */
  readonly byteAt: (index: number) => number;
}

/** Where a chunk's `source` stands in the text that is parsed in its stead: behind `before`. */
export function parsedSource(source: string, before: string): ParsedSource {
  const isAscii = Buffer.byteLength(source) === source.length;
  const from = before.length;
  // Places are asked for mostly in order: each goes on from the one before, so that a long line takes time in proportion.
  let known = { index: 0, byte: 0 };
  const byteOf = (index: number): number => {
    if (index < known.index) known = { index: 0, byte: 0 };
    known = { index, byte: known.byte + Buffer.byteLength(source.slice(known.index, index)) };
    return known.byte;
  };
  return {
    shift: -(before.split("\n").length - 1),
    byteAt: (index) => (isAscii ? index - from : byteOf(index - from)),
  };
}

/** What a function says of itself beside its body. */
export type Head = Pick<Body, "parameters" | "returnAnnotation" | "decorators"> & { readonly isAsync: boolean };

/** The head of statements that belong to no function. */
export const NO_HEAD: Head = { parameters: [], returnAnnotation: null, decorators: [], isAsync: false };

/** Writes down one body; a nested function gets a writer of its own. */
export class FactWriter {
  protected readonly source: ParsedSource;
  protected readonly calls: Call[] = [];
  protected readonly bindings: Binding[] = [];
  protected readonly accesses: Access[] = [];
  protected readonly comparisons: Comparison[] = [];
  protected readonly returns: Return[] = [];
  protected readonly raises: Raise[] = [];
  protected readonly asserts: { object: string; line: number }[] = [];
  protected readonly imports: Import[] = [];
  protected readonly nested: { name: string; body: Body; line: number; endLine: number }[] = [];
  protected conditions: readonly string[] = [];
  protected caught: string | null = null;
  protected generator = false;

  constructor(source: ParsedSource) {
    this.source = source;
  }

  protected lineOf(node: Node, side: "start" | "end" = "start"): number {
    return (side === "start" ? node.startPosition.row : node.endPosition.row) + this.source.shift;
  }

  protected linesOf(node: Node): Lines {
    return { line: this.lineOf(node), endLine: this.lineOf(node, "end") };
  }

  /** What `run` writes stands under `condition` too. */
  protected under(condition: string | null, run: () => void): void {
    const before = this.conditions;
    if (condition !== null) this.conditions = [...before, condition];
    run();
    this.conditions = before;
  }

  /** What `run` calls is caught by `exception` when it throws. */
  protected catching(exception: string | null, run: () => void): void {
    const outer = this.caught;
    if (exception !== null) this.caught = exception;
    run();
    this.caught = outer;
  }

  /** Visits statements in order. What follows one that leaves `if c` stands under its guard, `not c`. */
  protected inOrder(
    statements: readonly Node[],
    visit: (statement: Node) => void,
    guardOf: (statement: Node) => string | null,
  ): void {
    const before = this.conditions;
    for (const each of statements) {
      visit(each);
      const guard = guardOf(each);
      if (guard !== null) this.conditions = [...this.conditions, guard];
    }
    this.conditions = before;
  }

  /** The end of a body that control can run off. */
  protected fallsOff(last: Node, text: string, conditions: readonly string[]): void {
    const line = this.lineOf(last, "end");
    this.returns.push({ value: { kind: "null", text }, implicit: true, conditions, line, endLine: line });
  }

  /** Notes that something is taken off `base` at `node`. A path is told by its source, anything else as the value it is. */
  protected taken(base: Value | null, node: Node, what: Pick<Access, "key" | "kind" | "required" | "default">): void {
    const told = base?.kind === "path" || base?.kind === "access";
    // Name by name, here and below: what is spread behind other names takes some microseconds, and this is done for all code.
    this.accesses.push({
      object: told ? base.text : null,
      of: base?.kind === "path" ? null : base,
      key: what.key,
      kind: what.kind,
      required: what.required,
      default: what.default,
      stores: false,
      line: this.lineOf(node),
      endLine: this.lineOf(node, "end"),
    });
  }

  /** Notes a call before its parts are visited, since calls are in order of their start. Answers its index. */
  protected opened(node: Node, how: Pick<Call, "use" | "arity" | "asserted">): number {
    const { conditions, caught } = this;
    this.calls.push({
      receiver: null,
      callee: "",
      args: [],
      keywords: [],
      use: how.use,
      arity: how.arity,
      asserted: how.asserted,
      conditions,
      caught,
      line: this.lineOf(node),
      endLine: this.lineOf(node, "end"),
      start: this.source.byteAt(node.startIndex),
      end: this.source.byteAt(node.endIndex),
    });
    return this.calls.length - 1;
  }

  /** Says what a call that was opened is of. */
  protected closed(index: number, what: Partial<Pick<Call, "receiver" | "callee" | "args" | "keywords">>): void {
    Object.assign(this.calls[index] as Call, what);
  }

  protected body(head: Head): Body {
    const { isAsync, ...said } = head;
    const { calls, bindings, accesses, raises, comparisons, asserts, imports, nested } = this;
    return {
      ...said,
      calls,
      bindings,
      accesses,
      // What a generator returns is no reply of its call.
      returns: this.generator ? [] : this.returns,
      raises,
      comparisons,
      asserts,
      imports,
      nested,
      flavour: this.generator ? "generator" : isAsync ? "async" : "plain",
    };
  }
}
