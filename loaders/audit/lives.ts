// Turns a line of history into the lives of its citations: from which commit to which each stood, with the same numbers,
// through edits and renames of its document. Whether it was true is states.ts's.

import { posix } from "node:path";
import type { Citation } from "../citation.ts";
import { mayCite } from "../facts/citations.ts";
import { diffLines, mapLine } from "../git/diff.ts";
import { groupBy } from "../group.ts";
import type { Oid } from "../model.ts";
import { isData } from "./documents.ts";
import type { Library, Read } from "./library.ts";
import type { Past } from "./past.ts";
import { sentenceText } from "./sentence.ts";

/** One citation for as long as its numbers are the same. */
export interface Life {
  /** Of renumbered citations the same: what stays when numbers change. */
  readonly identity: number;
  /** Positions in `Past.line`, counted from its oldest commit; `last` is null while it stands. */
  readonly first: number;
  last: number | null;
  /** Where it stands at its last commit. */
  doc: string;
  line: number;
  column: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Standing {
  readonly life: Life;
  readonly key: string;
  readonly numbers: string;
}

interface Page {
  readonly oid: Oid;
  readonly standing: readonly Standing[];
}

/** All lives of a line, in the order in which they began. `wanted` says which paths are documents. */
export async function livesOf(
  past: Past,
  library: Library,
  wanted: (path: string) => boolean,
): Promise<readonly Life[]> {
  const lives: Life[] = [];
  const pages = new Map<string, Page>();
  let identities = 0;
  const line = past.line.toReversed();
  for (const [position, at] of line.entries()) {
    for (const { kind, path, from, oid } of past.changes[at]!) {
      const before = pages.get(from ?? path);
      if (kind === "renamed") pages.delete(from!);
      if (oid === null || !wanted(path) || isData(path)) {
        for (const { life } of before?.standing ?? []) life.last = position - 1;
        pages.delete(path);
        continue;
      }
      const standing = await turn(before ?? null, path, oid, position);
      if (standing.length > 0 || before !== undefined) pages.set(path, { oid, standing });
    }
  }
  return lives;

  /** The next version of a document: what goes on standing, what ends, what begins. */
  async function turn(before: Page | null, path: string, oid: Oid, position: number): Promise<readonly Standing[]> {
    if (before !== null && before.oid === oid) return renamed(before.standing, path);
    const kept = before === null ? null : await untouched(library, before, path, oid);
    if (kept !== null) return kept;
    const read = await library.document(path, oid);
    const found = read === null || typeof read === "string" ? [] : citationsOf(read);
    const old = new Map(groupBy(before?.standing ?? [], ({ key }) => key));
    const loose = new Map(groupBy(before?.standing ?? [], ({ numbers }) => numbers));
    const taken = new Set<Standing>();
    const take = (candidates: readonly Standing[] | undefined) => {
      const free = candidates?.find((each) => !taken.has(each));
      if (free !== undefined) taken.add(free);
      return free;
    };
    // By its sentence first; a sentence that was reworded still cites the same lines.
    const same = found.map(({ key }) => take(old.get(key)));
    const next = found.map(({ citation, key, numbers }, index) => {
      const was = same[index] ?? take(loose.get(numbers));
      if (was !== undefined && was.numbers === numbers) {
        move(was.life, path, citation);
        return { life: was.life, key, numbers };
      }
      const { text, start, end, line: row, column } = citation;
      const identity = was?.life.identity ?? identities++;
      const life: Life = { identity, first: position, last: null, doc: path, line: row, column, text, start, end };
      if (was !== undefined) was.life.last = position - 1;
      lives.push(life);
      return { life, key, numbers };
    });
    for (const each of before?.standing ?? []) if (!taken.has(each)) each.life.last = position - 1;
    return next;
  }
}

function move(life: Life, doc: string, { line, column }: Pick<Citation, "line" | "column">): void {
  life.doc = doc;
  life.line = line;
  life.column = column;
}

function renamed(standing: readonly Standing[], path: string): readonly Standing[] {
  for (const { life } of standing) life.doc = path;
  return standing;
}

/** The same citations on other lines, where no line that came or went can cite anything; null where one can. */
async function untouched(library: Library, before: Page, path: string, oid: Oid): Promise<readonly Standing[] | null> {
  const [old, now] = [await library.text(before.oid), await library.text(oid)];
  if (old === null || now === null) return null;
  const hunks = diffLines(old.bytes, now.bytes);
  for (const { oldStart, oldLines, newStart, newLines } of hunks) {
    const gone = old.lines.slice(oldStart - 1, oldStart - 1 + oldLines).join("\n");
    const come = now.lines.slice(newStart - 1, newStart - 1 + newLines).join("\n");
    if (mayCite(Buffer.from(`${gone}\n${come}`))) return null;
  }
  const lines = before.standing.map(({ life }) => mapLine(hunks, life.line));
  if (lines.some((line) => line === null)) return null;
  for (const [at, { life }] of before.standing.entries()) move(life, path, { line: lines[at]!, column: life.column });
  return before.standing;
}

function citationsOf(read: Read): readonly { citation: Citation; key: string; numbers: string }[] {
  const seen = new Map<string, number>();
  return read.citations.map((citation) => {
    const file = posix.basename(citation.path ?? "");
    const words = sentenceText(read.prose.passages[citation.passage]!, citation).replace(/\d+/g, "");
    const key = `${words}\n${file}\n${citation.symbol ?? ""}`;
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return {
      citation,
      key: `${key}\n${ordinal}`,
      numbers: `${file} ${citation.start} ${citation.end} ${citation.symbol ?? ""}`,
    };
  });
}
