// Checks differences that a table states, or the text behind it: a row "delta", a column "Δ", "Delta +52" below a table of
// two rows, "merged − control = +65". Which rows or columns are compared is taken from where most of them agree.

import { cellFigure, cellValue, namesIn } from "./cells.ts";
import { isNear, judged, negated, sizeOf } from "./figures.ts";
import { readings } from "./readings.ts";
import type { Draft, Figure } from "./sum.ts";
import type { Cell, Table } from "./tables.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { labelOf, type Placed } from "./totals.ts";

const DELTA = /^(?:[Δ∆]|delta|diff(?:erence)?|change|net|speed-?up|증감|차이)(?![\w-])/i;

/** The rows and columns of a table that say how two others differ. */
export function differencesIn(table: Table): Placed[] {
  const found: Placed[] = [];
  const values = table.rows.map((row) => row.map((cell) => cellFigure(cell)));
  for (const [column, head] of table.head.entries()) {
    if (column < 2 || !DELTA.test(head.text.replace(/[*`]/g, "").trim())) continue;
    found.push(
      ...agreed(
        table.rows.map((row, at) => {
          const [from, to] = [values[at]?.[column - 2] ?? null, values[at]?.[column - 1] ?? null];
          return compare(row[column], from, to, [row[column - 2]?.text ?? "", row[column - 1]?.text ?? ""]);
        }),
      ),
    );
  }
  for (const [at, row] of table.rows.entries()) {
    if (at < 2 || !DELTA.test(labelOf(row))) continue;
    found.push(
      ...agreed(
        row.slice(1).map((cell, index) => {
          const [from, to] = [values[at - 2]?.[index + 1] ?? null, values[at - 1]?.[index + 1] ?? null];
          const texts = [table.rows[at - 2]?.[index + 1]?.text ?? "", table.rows[at - 1]?.[index + 1]?.text ?? ""];
          return compare(cell, from, to, texts);
        }),
      ),
    );
  }
  return found;
}

/** All of them where more agree than do not, and two at the least. */
function agreed(placed: readonly (Placed | null)[]): Placed[] {
  const real = placed.filter((one): one is Placed => one !== null);
  const closing = real.filter(({ draft }) => draft.closes).length;
  return closing > 1 && closing * 2 > real.length ? real : [];
}

function compare(
  cell: Cell | undefined,
  from: Figure | null,
  to: Figure | null,
  texts: readonly string[],
): Placed | null {
  const stated = cell && cellValue(cell);
  if (!cell || !stated || stated.blank || !from || !to) return null;
  const drafts = readings(from, to, stated.figure, stated.signed).map(([computed, what]) =>
    drafted(cell, stated.figure, computed, what, `${texts.join(", ")} | ${cell.text}`, {
      sure: stated.plain && isNear(sizeOf(stated.figure), sizeOf(computed)),
      whole: [from, to, stated.figure].every((figure) => figure.decimals === 0) && what === "difference",
    }),
  );
  const draft = drafts.find((one) => one?.closes) ?? (drafts.every((one) => one !== null) ? drafts[0] : null);
  return draft ? { passage: cell.passage, draft } : null;
}

function drafted(
  place: { from: number; text: string },
  stated: Figure,
  computed: Figure,
  what: string,
  text: string,
  how: { sure: boolean; whole: boolean },
): Draft | null {
  return judged(
    {
      from: place.from,
      to: place.from + place.text.length,
      form: "difference",
      stated,
      computed: { ...computed, unit: stated.unit },
      what,
      text,
    },
    { sure: how.sure, counted: how.whole },
  );
}

/** Numbers of two rows that stand in one column: a cell's own, or those before one noun in "4557 passed, 149 skipped". */
interface Facing {
  readonly noun: string;
  readonly from: Figure;
  readonly to: Figure;
  readonly texts: readonly string[];
}

/**
 * What the text behind a table of two rows says of their difference. `tokens` are the tokens behind the table, of one
 * passage. "Delta +52", "Delta +7 passed, +0 skipped", "merged − control = +65".
 */
export function deltasBehind(table: Table, tokens: readonly Token[]): Draft[] {
  const rows = table.rows.filter((row) => row.some((cell) => /\d/.test(cell.text)));
  const [first, second] = rows;
  if (rows.length !== 2 || !first || !second) return [];
  const facing = facingOf(table, first, second);
  for (const [at, token] of tokens.slice(0, MOST_TOKENS).entries()) {
    const named = namedDifference(tokens, at, first, second);
    const number = named?.number ?? (token.kind === "word" && DELTA.test(token.text) ? at + 1 : -1);
    if (!tokens[number]?.numeral?.sign || tokens[number]?.numeral?.approximate) continue;
    return statedDeltas(tokens, number, named?.turned ? facing.map(turned) : facing, token.from);
  }
  return [];
}

const MOST_TOKENS = 200;

function turned(of: Facing): Facing {
  return { ...of, from: of.to, to: of.from };
}

function statedDeltas(tokens: readonly Token[], number: number, facing: readonly Facing[], from: number): Draft[] {
  const found: Draft[] = [];
  let at = number;
  for (;;) {
    const numeral = tokens[at]?.numeral;
    const token = tokens[at];
    if (!token || !numeral?.sign || numeral.unit !== "") return found;
    const noun = tokens[at + 1]?.kind === "word" ? (tokens[at + 1]?.text ?? "").toLowerCase() : "";
    const own = facing.filter((pair) => pair.noun !== "" && pair.noun === noun);
    const differing = facing.filter((pair) => pair.from.value !== pair.to.value);
    const [pair] = own.length === 1 ? own : at === number && differing.length === 1 ? differing : [];
    if (pair) {
      const stated: Figure = numeral.sign === "-" ? negated(numeral) : numeral;
      for (const [computed, what] of readings(pair.from, pair.to, stated, true)) {
        const place = at === number ? { from, text: "" } : { from: token.from, text: "" };
        const text = `${pair.texts.join(", ")} | ${token.text}`;
        const near = isNear(sizeOf(stated), sizeOf(computed)) || Math.abs(stated.value - computed.value) <= 2;
        const draft = drafted(place, stated, computed, what, text, { sure: near, whole: true });
        if (draft) found.push(draft);
      }
    }
    at += noun === "" ? 1 : 2;
    if (tokens[at]?.kind !== "comma") return found;
    at++;
  }
}

/** "merged − control = +65" with the rows' own names; `turned` where the first row is what is taken from. */
function namedDifference(
  tokens: readonly Token[],
  at: number,
  first: readonly Cell[],
  second: readonly Cell[],
): { number: number; turned: boolean } | null {
  const [left, minus, right, equals] = tokens.slice(at, at + 4);
  if (left?.kind !== "word" || minus?.text !== "-" || right?.kind !== "word" || equals?.kind !== "equals") return null;
  const names = [first, second].map((row) => namesIn(labelOf(row))[0] ?? "");
  const [one, two] = [left.text.toLowerCase(), right.text.toLowerCase()];
  if (one === names[1] && two === names[0]) return { number: at + 4, turned: false };
  if (one === names[0] && two === names[1]) return { number: at + 4, turned: true };
  return null;
}

function facingOf(table: Table, first: readonly Cell[], second: readonly Cell[]): Facing[] {
  const found: Facing[] = [];
  for (const [column, cell] of first.entries()) {
    const other = second[column];
    if (column === 0 || !other) continue;
    const noun = namesIn(table.head[column]?.text ?? "")[0] ?? "";
    const [from, to] = [cellFigure(cell), cellFigure(other)];
    if (from && to) found.push({ noun, from, to, texts: [cell.text, other.text] });
    else {
      const [left, right] = [nounsOf(cell), nounsOf(other)];
      for (const [name, figure] of left) {
        const match = right.get(name);
        if (match)
          found.push({ noun: name, from: figure, to: match, texts: [`${figure.value}`, `${match.value} ${name}`] });
      }
    }
  }
  return found;
}

/** "4557 passed, 149 skipped": each number by the word behind it. */
function nounsOf(cell: Cell): Map<string, Figure> {
  const found = new Map<string, Figure>();
  if (cell.text.length > 300) return found;
  const tokens = tokensOf(cell.text);
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (token.numeral && token.numeral.sign === "" && next?.kind === "word" && !found.has(next.text.toLowerCase()))
      found.set(next.text.toLowerCase(), token.numeral);
  }
  return found;
}
