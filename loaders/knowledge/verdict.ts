// Turns the trail of what a note is attached to into a verdict: attached, moved with it, changed since, or gone; with what
// changed and which commits did it. It reads nothing.

import { printAddress } from "../address.ts";
import { momentOf, type Past } from "../audit/past.ts";
import type { ClaimVerdict, Place } from "../claim.ts";
import type { Broke, Moment } from "../model.ts";
import type { Subject } from "./note.ts";
import { differenceOf, type Station, type Trail } from "./trail.ts";
import { counted, listed } from "./words.ts";

export interface Ruling {
  readonly verdict: ClaimVerdict;
  readonly says: string;
  /** Its address now; null where it is gone or was not found. */
  readonly found: string | null;
  readonly now: Station | null;
  /** Lines that went and that came since, a few of them. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly places: readonly Place[];
  readonly broke: Broke | null;
}

/** What is shown of a change: lines on each side, and characters of each. */
const MOST_LINES = 6;
const WIDEST = 200;
const MOST_COMMITS = 4;

/** `written`: position of the commit since which the note is to be compared. */
export function ruleTrail(trail: Trail, subject: Subject, written: number, reviewed: boolean, past: Past): Ruling {
  const { stations, gone } = trail;
  const last = stations.at(-1)!;
  if (gone !== null) {
    const says = `it is gone; it stood last at ${whereOf(last)}`;
    return { ...NOTHING, verdict: "missing", says, broke: brokeBy(gone.at, gone.says, past) };
  }
  const begun = stations.findLastIndex(({ at }) => at !== null && at >= written);
  const start = stations[Math.max(0, begun)]!;
  const later = stations.slice(Math.max(0, begun) + 1);
  const found = printAddress(last.subject);
  const isMoved = found !== printAddress(subject);
  const there = { found, now: last, places: placesOf(last) };
  const difference = differenceOf(start, last);
  if (difference !== null) {
    const edits = later.filter((station, at) => differenceOf(later[at - 1] ?? start, station) !== null);
    const [first] = edits;
    const { removed, added } = difference;
    const moved = isMoved ? `; it is ${found} now` : "";
    return {
      ...there,
      verdict: "changed",
      says: `it was changed since the note was ${reviewed ? "reviewed" : "written"}, ${amount(removed.length, added.length)}, by ${commitsOf(edits, past)}${moved}`,
      removed: few(removed),
      added: few(added),
      broke: first === undefined ? null : brokeBy(first.at, "changed it", past),
    };
  }
  if (!isMoved) {
    const back = trail.absences.length === 0 ? "" : "; it went and came back";
    return { ...NOTHING, ...there, verdict: "holds", says: `it is attached, at ${whereOf(last)}${back}` };
  }
  const move = stations.find(
    (each, at) => at > 0 && printAddress(each.subject) !== printAddress(stations[at - 1]!.subject),
  );
  const from = move === undefined ? undefined : stations[stations.indexOf(move) - 1];
  return {
    ...NOTHING,
    ...there,
    verdict: "moved",
    says: `it is ${found} now, at ${whereOf(last)}`,
    broke:
      move === undefined || from === undefined ? null : brokeBy(move.at, moveWords(from.subject, move.subject), past),
  };
}

/** Of something that is there now, and of whose past nothing is known. */
export function ruleThere(now: Station): Ruling {
  const there = { found: printAddress(now.subject), now, places: placesOf(now) };
  return { ...NOTHING, ...there, verdict: "holds", says: `it is attached, at ${whereOf(now)}` };
}

/** A verdict without anything that was found. */
export function ruleNothing(verdict: ClaimVerdict, says: string): Ruling {
  return { ...NOTHING, verdict, says };
}

const NOTHING = { found: null, now: null, removed: [], added: [], places: [], broke: null };

function brokeBy(at: number | null, says: string, past: Past): Broke | null {
  return at === null ? null : { ...momentOf(past, at), says };
}

function placesOf({ path, line, says }: Station): readonly Place[] {
  return path === null ? [] : [{ path, line, text: cut(says.find((each) => each !== "") ?? "") }];
}

function whereOf({ path, line, subject }: Station): string {
  if (path === null) return printAddress(subject);
  return line === null ? path : `${path}:${line}`;
}

function amount(removed: number, added: number): string {
  if (removed === 0) return `${counted(added, "line")} came`;
  return added === 0
    ? `${counted(removed, "line")} went`
    : `${counted(removed, "line")} went and ${added.toLocaleString("en-GB")} came`;
}

function few(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, MOST_LINES).map(cut);
  return lines.length > shown.length ? [...shown, `… ${counted(lines.length - shown.length, "line")} more`] : shown;
}

function cut(text: string): string {
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}

function commitsOf(stations: readonly Station[], past: Past): string {
  const moments = stations.map(({ at }) => (at === null ? "a commit since" : momentWords(momentOf(past, at))));
  const rest = moments.length - MOST_COMMITS;
  if (moments.length === 0) return "commits since";
  return listed(rest > 0 ? [...moments.slice(0, MOST_COMMITS), counted(rest, "more commit")] : moments);
}

function momentWords({ commit, pr }: Moment): string {
  if (commit === "uncommitted") return "a change not committed yet";
  return pr === null ? commit.slice(0, 9) : `${commit.slice(0, 9)} (#${pr})`;
}

function moveWords(from: Subject, to: Subject): string {
  if (from.noun === "site" && to.noun === "site") {
    if (from.path !== to.path) return `moved it to ${to.path}`;
    if (from.function !== to.function) return `put it into \`${to.function}\``;
    return to.ordinal > from.ordinal ? "put another like it before it" : "took one like it away before it";
  }
  if (from.noun === "symbol" && to.noun === "symbol") {
    if (from.path === to.path) return `renamed it to \`${to.name}\``;
    return from.name === to.name ? `moved it to ${to.path}` : `moved it to ${to.path} as \`${to.name}\``;
  }
  return "moved it";
}
