// Turns what changes cost into tables for a person and JSON for a program. Numbers are net: after less before.

import type { Effort, FunctionEffort } from "../provenance/effort/effort.ts";
import type { Left, Net, Part, Unmeasured } from "../provenance/effort/net.ts";
import type { Parts } from "../provenance/effort/parts.ts";
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

const HEADS = ["statements", "with docstrings", "source", "physical"];

/** Functions that are told of one change. */
const MOST = 60;

/** Why a file was not measured by all, for a program's reader. */
const WHY: Readonly<Record<Unmeasured, string>> = {
  "no grammar": "no grammar reads it",
  unparsed: "no parser gets through it",
  binary: "it is binary",
};

/** `estimate`: lines that were estimated, or null. `parts`: what the changes were split into. No line end at its end. */
export function effortText(
  changes: readonly ToldEffort[],
  estimate: number | null,
  parts: Parts,
  style: Style,
): string {
  const untouched = parts.named.filter(({ name }) => changes.every(({ effort }) => !effort.parts.has(name)));
  const blocks = changes.map((change) => block(change, estimate, style));
  const notes = untouched.map(({ name, globs }) =>
    style.dim(`No file that changed lies in "${name}" (${globs.join(" ")}).`),
  );
  return [...blocks, ...(notes.length > 0 ? [notes.join("\n")] : [])].join("\n\n");
}

function block({ title, effort, functions }: ToldEffort, estimate: number | null, style: Style): string {
  const parts = [...effort.parts].map(([name, part]) => [name, ...row(part)]);
  const rows = parts.length > 1 ? [...parts, ["total", ...row(effort.total)]] : parts;
  const share = estimate === null ? [] : [shares(effort.total.net, estimate)];
  const body =
    rows.length === 0 ? "  nothing changed" : table(["part", ...HEADS, "disagreement"], [...rows, ...share], style);
  return [
    style.bold(title),
    body,
    ...leftWords(effort.total.left).map(style.dim),
    ...(functions === null ? [] : [functionTable(functions, style)]),
  ].join("\n");
}

function row({ net, disagreement }: Part): readonly string[] {
  return [...numbers(net).map(signed), disagreement === null ? "" : factor(disagreement)];
}

function numbers({ statements, statementsWithDocstrings, source, physical }: Net): readonly number[] {
  return [statements, statementsWithDocstrings, source, physical];
}

function shares(net: Net, estimate: number): readonly string[] {
  return ["of the estimate", ...numbers(net).map((value) => `${(value / estimate).toFixed(2)}x`), ""];
}

function leftWords({ measured, unread, binary }: Left): readonly string[] {
  const all = `of ${measured + unread + binary} ${measured + unread + binary === 1 ? "file" : "files"}`;
  return [
    ...(unread > 0
      ? [
          `${unread} ${all} ${unread === 1 ? "has" : "have"} physical lines only: no grammar reads ${unread === 1 ? "it" : "them"}.`,
        ]
      : []),
    ...(binary > 0 ? [`${binary} ${all} ${binary === 1 ? "is" : "are"} binary and not measured.`] : []),
  ];
}

function functionTable(functions: readonly FunctionEffort[], style: Style): string {
  if (functions.length === 0) return style.dim("No function or method changed its size.");
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

/** "4.5x", without its fraction from a hundred on. */
function factor(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)}x`;
}

/** What `effort --json` prints. */
export function effortJson(changes: readonly ToldEffort[]) {
  return changes.map(({ title, from, to, effort, functions }) => ({
    title,
    from,
    to,
    parts: Object.fromEntries([...effort.parts].map(([name, { net }]) => [name, net])),
    total: effort.total.net,
    disagreement: {
      parts: Object.fromEntries([...effort.parts].map(([name, { disagreement }]) => [name, disagreement])),
      total: effort.total.disagreement,
    },
    left: effort.total.left,
    files: effort.files.map(({ path, part, kind, net, unmeasured }) => ({
      path,
      part,
      kind,
      ...net,
      unmeasured: unmeasured === null ? null : WHY[unmeasured],
    })),
    ...(functions === null
      ? {}
      : { functions: functions.map(({ path, function: name, net }) => ({ path, function: name, ...net })) }),
  }));
}
