// Turns prose into the calculations that it writes out, each checked against its own figures. What a number is about, and
// whether it is true of any code, is not asked here.

import type { Passage, Prose } from "../../citation.ts";
import { changesIn } from "./changes.ts";
import { ratiosIn, ratiosOfColumns } from "./columns.ts";
import { deltasBehind, differencesIn } from "./differences.ts";
import { equationsIn } from "./equations.ts";
import { printed } from "./figures.ts";
import { partsIn } from "./parts.ts";
import { baseOf, ratioRows, ratiosTo } from "./ratios.ts";
import { rowSums } from "./rows.ts";
import { sharesIn } from "./shares.ts";
import type { Draft, Figure, Sum } from "./sum.ts";
import { type Table, tablesOf } from "./tables.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { type Placed, totalsIn } from "./totals.ts";
import { mayCount } from "./word-values.ts";

/** The calculations of a document, in order of their places. Never throws; linear in its length. */
export function sumsIn(prose: Prose): readonly Sum[] {
  const tables = tablesOf(prose);
  const placed: Placed[] = tables.flatMap((table) => [...totalsIn(table), ...differencesIn(table), ...ratiosIn(table)]);
  const walk = new Walk(prose, tables);
  for (const [index, passage] of prose.passages.entries())
    if (passage.kind !== "example")
      for (const draft of walk.take(passage, index)) placed.push({ passage: index, draft });
  return once(placed, prose.passages);
}

/** How many passages behind a table, or a stated base, still speak of it. */
const REACH = 3;
const FAR = 12;

/** The passages in order, with what the last ones said. */
class Walk {
  private readonly prose: Prose;
  private readonly tables: readonly Table[];
  /** Tables that stand in one passage, with words around them. */
  private readonly inside = new Map<number, Table[]>();
  private next = 0;
  private base: { figure: Figure; passage: number } | null = null;

  constructor(prose: Prose, tables: readonly Table[]) {
    this.prose = prose;
    this.tables = tables;
    for (const table of tables)
      if (table.first === table.last) this.inside.set(table.first, [...(this.inside.get(table.first) ?? []), table]);
  }

  take(passage: Passage, index: number): Draft[] {
    if (!mayCount(passage.text)) return [];
    const tokens = tokensOf(passage.text);
    const found = [
      ...equationsIn(tokens),
      ...partsIn(tokens),
      ...rowSums(passage.text, tokens),
      ...changesIn(tokens),
      ...sharesIn(tokens),
    ];
    const table = this.tableBefore(index);
    for (const inner of this.inside.get(index) ?? []) found.push(...deltasBehind(inner, behind(tokens, inner)));
    if (table) found.push(...deltasBehind(table, tokens), ...ratiosOfColumns(passage.text, tokens, table));
    const base = baseOf(tokens);
    if (base) this.base = { figure: base.figure, passage: index };
    if (this.base && index - this.base.passage <= FAR) found.push(...ratioRows(passage.text, tokens, this.base.figure));
    if (base) found.push(...ratiosTo(passage.text, tokens, base, table));
    return this.isCut(passage, index) ? found.filter((draft) => draft.closes || draft.from > 0) : found;
  }

  /** The last table in front of a passage that is none of its rows. */
  private tableBefore(index: number): Table | null {
    while ((this.tables[this.next]?.last ?? Number.POSITIVE_INFINITY) < index) this.next++;
    const table = this.tables[this.next - 1];
    return table && table.last < index && index - table.last <= REACH ? table : null;
  }

  /** Whether it goes on with what stands above: `+` at the head of a line that wraps makes an item of a sentence's rest. */
  private isCut(passage: Passage, index: number): boolean {
    const above = this.prose.passages[index - 1];
    return above !== undefined && above.endLine === passage.line - 1 && !/[.:;!?|]\s*$/.test(above.text.slice(-20));
  }
}

/** The tokens behind a table that stands in the same passage. */
function behind(tokens: readonly Token[], table: Table): readonly Token[] {
  const last = table.rows.at(-1)?.at(-1);
  const end = (last?.from ?? 0) + (last?.text.length ?? 0);
  return tokens.filter((token) => token.from > end).slice(0, 60);
}

/** Each once, in order of place: what two forms find is one calculation. */
function once(placed: readonly Placed[], passages: readonly Passage[]): Sum[] {
  const seen = new Set<string>();
  const sums: (Sum & { order: number })[] = [];
  for (const { passage: index, draft } of placed) {
    const passage = passages[index];
    const key = `${index} ${draft.from} ${draft.stated.value} ${draft.computed.value}`;
    if (!passage || seen.has(key)) continue;
    seen.add(key);
    sums.push({ ...sumOf(passage, draft), order: index });
  }
  sums.sort((a, b) => a.line - b.line || a.column - b.column || a.order - b.order);
  return sums.map(({ order: _, ...sum }) => sum);
}

function sumOf(passage: Passage, draft: Draft): Sum {
  const { stated, computed, closes, form } = draft;
  const [found, written] = [printed(computed, stated), printed(stated)].map((text) => text + tail(stated.unit));
  const says = !closes
    ? `${found} is the ${draft.what}, and ${written} is stated`
    : `${found} is the ${draft.what}, ${found === written ? "as stated" : `stated as ${written}`}`;
  const text = draft.text ?? passage.text.slice(draft.from, draft.to);
  return {
    ...placeOf(passage, draft.from),
    text: text.slice(0, LONGEST_TEXT).replace(/\s+/g, " ").trim(),
    says,
    closes,
    stated: stated.value,
    computed: Number(computed.value.toPrecision(12)),
    form,
  };
}

const LONGEST_TEXT = 600;

function tail(unit: string): string {
  return unit === "" || unit === "x" ? unit : ` ${unit}`;
}

function placeOf(passage: Passage, offset: number): { line: number; column: number } {
  let low = 0;
  let high = passage.lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((passage.lines[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const line = passage.lines[low];
  if (!line) return { line: passage.line, column: 1 };
  return { line: line.line, column: line.column + offset - line.offset };
}
