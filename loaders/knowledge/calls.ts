// Turns a file into its calls, each with the function it stands in and what it says; and an address into the call it is.
// Which calls dispatch is the surface's to say: here every call is one.

import { isUtf8 } from "node:buffer";
import type { Library } from "../audit/library.ts";
import type { Facts } from "../facts/source.ts";
import type { Call, Chunk, Oid, Site, Use, Value } from "../model.ts";
import { Recent } from "../recent.ts";
import { calleesOf } from "../surface/places.ts";
import { placedCalls } from "../surface/sites.ts";
import { CodeTree } from "../surface/tree.ts";
import { LARGEST_BLOB } from "../surface/walk.ts";
import { languageOf, loadGrammars } from "../syntax/grammar.ts";
import type { Subject } from "./note.ts";
import type { Station } from "./trail.ts";

/** The address of a call, one that dispatches a name or any other. */
export type CallSubject = Extract<Subject, { readonly noun: "site" }>;

/** A call where it stands. */
export interface CodeCall {
  readonly path: string;
  /** `Class.fn`, `<module>`, as sites have it. */
  readonly function: string;
  readonly class: string | null;
  readonly receiver: string | null;
  readonly callee: string;
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** Byte offset in the file as it is read, 0-based. */
  readonly start: number;
  /** Its source, lines without the blanks around them. */
  readonly source: string;
  /** What it is given: literals by their value, all else by its source. */
  readonly given: ReadonlySet<string>;
  readonly conditions: readonly string[];
  readonly caught: string | null;
  readonly use: Use;
}

/** Calls that are kept, of the files that were asked last. */
const MOST_CALLS = 400_000;

/** Reads calls of files, each version once. */
export class CallBook {
  readonly #library: Library;
  readonly #facts: Facts;
  readonly #known = new Recent<string, readonly CodeCall[]>(MOST_CALLS, (calls) => calls.length + 10);

  constructor(library: Library, facts: Facts) {
    this.#library = library;
    this.#facts = facts;
  }

  /**
   * Calls of a file in order of their start; null of what no grammar reads, of binary and of very large files. With `words`,
   * only pieces of the file that hold one of them are looked into: all calls of a callee are there if it is one of the words.
   */
  async of(path: string, oid: Oid, words: readonly string[] = []): Promise<readonly CodeCall[] | null> {
    if (languageOf(path) === null) return null;
    const key = `${oid} ${path} ${words.join(" ")}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const calls = await this.#read(path, oid, words);
    if (calls !== null) this.#known.set(key, calls);
    return calls;
  }

  async #read(path: string, oid: Oid, words: readonly string[]): Promise<readonly CodeCall[] | null> {
    const language = languageOf(path);
    const blob = await this.#library.bytes(oid);
    if (language === null || blob.length > LARGEST_BLOB || blob.includes(0)) return null;
    await loadGrammars([language]);
    // As in the walk: a byte that is no UTF-8 is the character of its number, so that lines and offsets stay.
    const bytes = isUtf8(blob) ? blob : Buffer.from(Buffer.from(blob).toString("latin1"));
    const file = this.#facts.file(path, oid, bytes);
    if (file === null) return null;
    const tree = new CodeTree(this.#facts);
    const found: CodeCall[] = [];
    for (const chunk of file.chunks) {
      if (chunk.kind === "class" || !holdsOne(bytes, chunk, words)) continue;
      for (const { call, scope } of placedCalls(tree, file, chunk, calleesOf(tree.body(file, chunk)))) {
        if (call.callee === "") continue;
        const start = chunk.start + call.start;
        const source = Buffer.from(bytes.subarray(start, chunk.start + call.end)).toString("utf8");
        const owner = scope.owner?.name ?? null;
        found.push({
          path,
          function: owner === null ? scope.name : `${owner}.${scope.name}`,
          class: owner,
          receiver: call.receiver,
          callee: call.callee,
          line: chunk.firstLine + call.line,
          endLine: chunk.firstLine + call.endLine,
          start,
          source: source
            .split("\n")
            .map((line) => line.trim())
            .join("\n"),
          given: givenTo(call),
          conditions: call.conditions,
          caught: call.caught,
          use: call.use,
        });
      }
    }
    return found.sort((a, b) => a.start - b.start);
  }
}

function holdsOne(bytes: Uint8Array, { start, end }: Chunk, words: readonly string[]): boolean {
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  return words.length === 0 || words.some((word) => piece.includes(word));
}

function givenTo({ args, keywords }: Call): ReadonlySet<string> {
  const text = (value: Value) => (value.kind === "string" ? value.value : value.text);
  return new Set([...args, ...keywords.map(({ value }) => value)].map(text));
}

/** The calls that an address's callee and name fit: without a name, every call of the callee. */
export function fitting(
  calls: readonly CodeCall[],
  { callee, name }: Pick<CallSubject, "callee" | "name">,
): CodeCall[] {
  return calls.filter((call) => call.callee === callee && (name === "" || call.given.has(name)));
}

/** Addresses of calls that fit one callee and name, in the same order: ordinals count those of one function. */
export function addressesOf(calls: readonly CodeCall[], name: string): CallSubject[] {
  const counts = new Map<string, number>();
  return calls.map(({ path, function: fn, callee }) => {
    const key = `${fn}\n${callee}`;
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    return { noun: "site", path, function: fn, callee, name, ordinal };
  });
}

/** A call as a surface would have it, for telling which is which; `essence` is what two must share to be the same. */
export function asSite(call: CodeCall, essence: string): Site {
  const { path, line, endLine, class: owner, function: fn, callee, use, conditions } = call;
  const unasked = { wait: null, timeout: null, timeoutText: null, aggregating: false, arity: 0, asserted: false };
  const place = { path, line, endLine, class: owner, function: fn, callee, ordinal: 0, use, conditions };
  return { layer: "", name: null, expression: essence, ...place, ...unasked };
}

/** What is compared of a call: the call itself, the conditions it stands under, and what becomes of its value. */
export function callStation(call: CodeCall, subject: CallSubject, at: number | null): Station {
  const says = [
    ...call.conditions.map((condition) => `when ${condition}`),
    ...(call.caught === null ? [] : [`where ${call.caught} is caught`]),
    ...call.source.split("\n"),
    `its value is ${call.use === "argument" ? "an argument" : call.use}`,
  ];
  return { at, subject, path: call.path, line: call.line, says: says.map(fold), own: null };
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
