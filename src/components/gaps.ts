// Arithmetic of stretches: what is produced less what is read, and the other way round. Positions only; it draws nothing.

import type { Contract, Member, Stretch } from "../../loaders/report/pages.ts";
import { days } from "./words.js";

/** Stretches joined where they touch or overlap, in order. */
export function union(stretches: readonly Stretch[]): readonly Stretch[] {
  const out: { first: number; last: number | null }[] = [];
  for (const s of [...stretches].sort((a, b) => a.first - b.first)) {
    const before = out.at(-1);
    if (before && (before.last === null || s.first <= before.last + 1)) {
      if (before.last !== null) before.last = s.last === null ? null : Math.max(before.last, s.last);
    } else out.push({ first: s.first, last: s.last });
  }
  return out;
}

/** What of `from` lies in none of `less`. */
export function minus(from: readonly Stretch[], less: readonly Stretch[]): readonly Stretch[] {
  let left = union(from);
  for (const cut of union(less)) {
    left = left.flatMap((s) => {
      const end = s.last ?? Number.POSITIVE_INFINITY;
      const cutEnd = cut.last ?? Number.POSITIVE_INFINITY;
      if (cut.first > end || cutEnd < s.first) return [s];
      const out: Stretch[] = [];
      if (s.first < cut.first) out.push({ first: s.first, last: cut.first - 1 });
      if (cutEnd < end) out.push({ first: cutEnd + 1, last: s.last });
      return out;
    });
  }
  return left;
}

/** A member's stretches, by what is the matter with them. */
export interface Reading {
  readonly member: Member;
  readonly produced: readonly Stretch[];
  readonly read: readonly Stretch[];
  /** Produced and read by nobody. */
  readonly unread: readonly Stretch[];
  /** Read and produced by nobody. */
  readonly unsent: readonly Stretch[];
  readonly state: "never" | "interrupted" | "read";
}

/** Members as they are drawn: never read first, then interrupted ones, then by birth. */
export function readings(contract: Contract): readonly Reading[] {
  const rank = { never: 0, interrupted: 1, read: 2 } as const;
  // Where an answerer sends what no one can list, nobody knows that a member is missing.
  const unknown = contract.shapes.filter((shape) => shape.keys.length === 0);
  return contract.members
    .map((member): Reading => {
      const produced = union(member.produced);
      const read = union(member.read);
      const unread = minus(minus(produced, read), member.untold);
      const state = unread.length === 0 && read.length <= 1 ? "read" : read.length === 0 ? "never" : "interrupted";
      return { member, produced, read, unread, unsent: minus(minus(read, produced), unknown), state };
    })
    .sort((a, b) => rank[a.state] - rank[b.state] || birth(a) - birth(b) || (a.member.key < b.member.key ? -1 : 1));
}

/** Stretches without a reader, as titles want them: how long, and whether one follows. */
export function silences(
  list: readonly Reading[],
  time: readonly number[],
): readonly { key: string; days: number; open: boolean; never: boolean }[] {
  return list.flatMap((r) =>
    r.unread.map((s) => ({
      key: r.member.key,
      days: days(time[s.first] ?? 0, time[s.last === null ? time.length - 1 : s.last + 1] ?? 0),
      open: s.last === null,
      never: r.state === "never",
    })),
  );
}

function birth(r: Reading): number {
  return Math.min(r.produced[0]?.first ?? Number.POSITIVE_INFINITY, r.read[0]?.first ?? Number.POSITIVE_INFINITY);
}
