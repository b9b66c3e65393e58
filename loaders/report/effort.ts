// Turns what changes cost into tables for a person and JSON for a program. Numbers are net: after less before.

import type { Effort, FunctionEffort, Net } from "../provenance/effort/effort.ts";
import { type Style, table } from "./text.ts";

/** A change that was measured. */
export interface ToldEffort {
  /** What it is called: a range, or a commit with its subject. */
  readonly title: string;
  readonly from: string | null;
  readonly to: string;
  readonly effort: Effort;
  /** Where they were asked for. */
  readonly functions: readonly FunctionEffort[] | null;
}

const HEADS = ["statements", "with docstrings", "source", "physical", "source a statement"];

/** Functions that are told of one change. */
const MOST = 60;

/** `estimate`: lines that were estimated, or null. Lines without a line end at their end. */
export function effortText(changes: readonly ToldEffort[], estimate: number | null, style: Style): string {
  return changes.map((change) => block(change, estimate, style)).join("\n\n");
}

function block({ title, effort, functions }: ToldEffort, estimate: number | null, style: Style): string {
  const parts = [...effort.parts].map(([name, net]) => [name, ...row(net)]);
  const rows = parts.length > 1 ? [...parts, ["total", ...row(effort.total)]] : parts;
  const { total } = effort;
  const against = (value: number) => `${(value / estimate!).toFixed(2)}x`;
  const shares =
    estimate === null
      ? []
      : [
          [
            "of the estimate",
            against(total.statements),
            against(total.statementsWithDocstrings),
            against(total.source),
            against(total.physical),
            "",
          ],
        ];
  const unmeasured = effort.files.filter((file) => file.unmeasured !== null).length;
  const body = rows.length === 0 ? "  nothing changed" : table(["part", ...HEADS], [...rows, ...shares], style);
  return [
    style.bold(title),
    body,
    ...(unmeasured > 0
      ? [style.dim(`${unmeasured} of ${effort.files.length} files have physical lines only: no grammar reads them.`)]
      : []),
    ...(functions === null ? [] : [functionTable(functions, style)]),
  ].join("\n");
}

function row(net: Net): readonly string[] {
  return [
    signed(net.statements),
    signed(net.statementsWithDocstrings),
    signed(net.source),
    signed(net.physical),
    disagreement(net),
  ];
}

function functionTable(functions: readonly FunctionEffort[], style: Style): string {
  const largest = functions.toSorted((a, b) => Math.abs(b.net.source) - Math.abs(a.net.source)).slice(0, MOST);
  const rows = largest.map(({ path, function: name, net }) => [
    `${path} ${name}`,
    signed(net.statements),
    signed(net.statementsWithDocstrings),
    signed(net.source),
  ]);
  const more = functions.length - rows.length;
  return [
    table(["function", ...HEADS.slice(0, 3)], rows, style),
    ...(more > 0 ? [style.dim(`and ${more} more`)] : []),
  ].join("\n");
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

/** How many source lines stand for a statement: far from the others' it says that a change is data, or prose. */
export function disagreement({ statements, source }: Pick<Net, "statements" | "source">): string {
  return statements === 0 ? "" : `${(source / statements).toFixed(2)}x`;
}

/** What `effort --json` prints. */
export function effortJson(changes: readonly ToldEffort[]) {
  return changes.map(({ title, from, to, effort, functions }) => ({
    title,
    from,
    to,
    parts: Object.fromEntries(effort.parts),
    total: effort.total,
    files: effort.files.map(({ path, part, kind, net, unmeasured }) => ({ path, part, kind, ...net, unmeasured })),
    ...(functions === null
      ? {}
      : { functions: functions.map(({ path, function: name, net }) => ({ path, function: name, ...net })) }),
  }));
}
