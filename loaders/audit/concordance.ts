// Turns the text of a file into its concordance: every identifier and every stem with the lines it stands on. Built once
// for a blob; what a sentence makes of it is support.ts's.

import { isStopWord, partsOf, stem } from "./words.ts";

export interface Source {
  /** Lines without their `\n`; line 1 is at 0. */
  readonly lines: readonly string[];
}

export interface Concordance {
  readonly count: number;
  /** Lines by identifier as it is written, 1-based, in order, each once. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  /** Lines by the stem of a word or of a part of an identifier. */
  readonly stems: ReadonlyMap<string, readonly number[]>;
  /** Lines with all white space taken out, for phrases. */
  readonly dense: readonly string[];
}

/** Longer lines are cut: no sentence speaks of the tail of a minified file. Characters. */
const LONGEST_LINE = 2_000;

/** Text as lines. Only `\n` ends a line; an end without `\n` is a line, an empty rest behind the last is none. */
export function sourceOf(bytes: Uint8Array): Source {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return { lines };
}

const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+(?:\.\p{N}+)?/gu;

export function concordanceOf(source: Source): Concordance {
  const names = new Map<string, number[]>();
  for (const [at, whole] of source.lines.entries()) {
    const line = whole.length > LONGEST_LINE ? whole.slice(0, LONGEST_LINE) : whole;
    for (const token of line.match(TOKEN) ?? []) note(names, token, at + 1);
  }
  const stems = new Map<string, Set<number>>();
  for (const [name, lines] of names) {
    for (const part of partsOf(name)) {
      if (isStopWord(part)) continue;
      const key = stem(part);
      const known = stems.get(key);
      if (known === undefined) stems.set(key, new Set(lines));
      else for (const line of lines) known.add(line);
    }
  }
  return {
    count: source.lines.length,
    names,
    stems: new Map([...stems].map(([key, lines]) => [key, [...lines].sort((a, b) => a - b)])),
    dense: source.lines.map((line) =>
      (line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line).replace(/\s+/g, ""),
    ),
  };
}

function note(index: Map<string, number[]>, key: string, line: number): void {
  const lines = index.get(key);
  if (lines === undefined) index.set(key, [line]);
  else if (lines.at(-1) !== line) lines.push(line);
}
