// Turns a table of a comment into a gate: a control, what was merged with it, and the difference of each number, beside the
// difference that the text states. A table of another kind is none.

import type { ThreadTable } from "../../store/issues.ts";

export interface Gate {
  readonly comment: number;
  readonly control: { readonly says: string; readonly commit: string | null };
  readonly merged: { readonly says: string; readonly commit: string | null };
  /** By column of numbers, merged less control. */
  readonly delta: Readonly<Record<string, number>>;
  readonly stated: number | null;
  /** Whether some column differs by what is stated; null where nothing is. */
  readonly agrees: boolean | null;
}

export function gateOf({ comment, columns, rows, stated }: ThreadTable): Gate | null {
  const control = rows.find(([first]) => /^\W*control\b/i.test(first ?? ""));
  const merged = rows.find(([first]) => /^\W*(?:merged|branch|head)\b/i.test(first ?? ""));
  if (control === undefined || merged === undefined) return null;
  const delta: Record<string, number> = {};
  for (const [at, column] of columns.entries()) {
    const [before, after] = [numberOf(control[at]), numberOf(merged[at])];
    if (at > 0 && before !== null && after !== null) delta[column] = after - before;
  }
  if (Object.keys(delta).length === 0) return null;
  const said = stated === null ? null : Number(stated);
  return {
    comment,
    control: side(control),
    merged: side(merged),
    delta,
    stated: said,
    agrees: said === null ? null : Object.values(delta).includes(said),
  };
}

function side(row: readonly string[]) {
  const commit = /(?<![\w])[0-9a-f]{7,40}(?![\w])/.exec(row[1] ?? "")?.[0] ?? null;
  return { says: row[0]!, commit };
}

function numberOf(cell: string | undefined): number | null {
  const match = /^\W{0,4}([+-]?\d{1,9}(?:,\d{3})*)\W{0,4}$/.exec(cell ?? "");
  return match === null ? null : Number(match[1]!.replaceAll(",", ""));
}
