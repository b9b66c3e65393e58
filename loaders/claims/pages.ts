// Finds the sentences of claims in one tree after another: reads each document once for all claims that stand in it, and
// again only when it changes. Whether what they state is true is for judge.ts.

import picomatch from "picomatch";
import type { Prose as DocumentProse } from "../citation.ts";
import type { Oid } from "../model.ts";
import { proseOf } from "../syntax/prose.ts";
import type { Claim } from "./pin.ts";
import { columnUnder, itemsUnder } from "./prose/lists.ts";
import type { Match, Stated } from "./prose/stated.ts";

/** Where a sentence stands, and what it states by role. */
export interface Sentence extends Match {
  readonly doc: string;
}

/** What was found of a claim's prose. */
export interface Found {
  /** Of a sentence or a list, every place that matches; of a phrase that must be absent, every place that holds it. */
  readonly sentences: readonly Sentence[];
  /** Files that were looked into. */
  readonly looked: number;
}

/** A document that is larger is not read. Bytes. */
const LARGEST = 4 * 2 ** 20;

export class Pages {
  readonly #states: ReadonlyMap<Claim, PageState>;

  constructor(claims: Iterable<Claim>) {
    this.#states = new Map([...claims].filter(isOfDocument).map((claim) => [claim, new PageState(claim)]));
  }

  /** Whether any claim stands in this path. */
  wants(path: string): boolean {
    return [...this.#states.values()].some((state) => state.wants(path));
  }

  /** Steps to the next tree: files that came or changed with their bytes' ids, and (null) those that went. */
  async turn(
    changes: Iterable<readonly [path: string, oid: Oid | null]>,
    bytesOf: (oid: Oid) => Promise<Uint8Array>,
  ): Promise<void> {
    for (const [path, oid] of changes) {
      const states = [...this.#states.values()].filter((state) => state.wants(path));
      if (states.length === 0) continue;
      const prose = oid === null ? null : proseIn(path, await bytesOf(oid));
      for (const state of states) state.put(path, prose);
    }
  }

  /** What the tree holds of a claim's prose; null of a claim that says its own sentence. */
  of(claim: Claim): Found | null {
    return this.#states.get(claim)?.found() ?? null;
  }

  /** Grows whenever what was found is another. */
  version(claim: Claim): number {
    return this.#states.get(claim)?.version ?? 0;
  }
}

function isOfDocument({ prose }: Claim): boolean {
  return prose.kind !== "own";
}

function proseIn(path: string, bytes: Uint8Array): DocumentProse | null {
  if (bytes.length > LARGEST || bytes.includes(0)) return null;
  return proseOf(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
}

class PageState {
  version = 0;
  readonly wants: (path: string) => boolean;
  readonly #claim: Claim;
  readonly #pages = new Map<string, readonly Match[]>();

  constructor(claim: Claim) {
    const { prose } = claim;
    this.#claim = claim;
    if (prose.kind === "own") this.wants = () => false;
    else if (prose.kind === "never") this.wants = picomatch([...prose.globs], { dot: true });
    else this.wants = (path) => path === prose.file;
  }

  put(path: string, prose: DocumentProse | null): void {
    const before = this.#pages.get(path);
    if (prose === null) this.#pages.delete(path);
    const now = prose === null ? undefined : matchesOf(this.#claim, prose);
    if (now !== undefined) this.#pages.set(path, now);
    if (JSON.stringify(before) !== JSON.stringify(now)) this.version++;
  }

  found(): Found {
    const sentences = [...this.#pages]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([doc, matches]) => matches.map((match) => ({ ...match, doc })));
    return { sentences, looked: this.#pages.size };
  }
}

function matchesOf({ prose: of }: Claim, prose: DocumentProse): readonly Match[] {
  if (of.kind === "own") return [];
  if (of.kind === "never") return of.phrases.flatMap((phrase) => phrase.in(prose));
  if (of.kind === "sentence") return once(of.patterns.flatMap((pattern) => pattern.in(prose)));
  const items = of.column === null ? itemsUnder(prose, of.under) : columnUnder(prose, of.column, of.under);
  const [first] = items;
  if (first === undefined) return [];
  const texts = items.map(({ text }) => text);
  const list: Stated = { kind: "list", items: texts, text: texts.join(", ") };
  return [{ line: first.line, column: first.column, text: list.text, roles: { [ITEMS]: list } }];
}

/** The role of a list that stands by itself. */
export const ITEMS = "items";

/** Two patterns that match the same sentence from the same place match it once. */
function once(matches: readonly Match[]): readonly Match[] {
  const places = new Map(matches.map((match) => [`${match.line}:${match.column}`, match]));
  return [...places.values()].toSorted((a, b) => a.line - b.line || a.column - b.column);
}
