// Turns what somebody names on a command line, an address or PATH:LINE, into the address that a note is attached to. Where
// several things could be meant it lists them, and never chooses by chance.

import { printAddress } from "../address.ts";
import type { Archive } from "../audit/archive.ts";
import type { Library } from "../audit/library.ts";
import type { Past } from "../audit/past.ts";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import type { Facts } from "../facts/source.ts";
import type { Rows } from "../surface/rows.ts";
import { enclosing } from "../syntax/definitions.ts";
import { addressesOf, type CallBook, fitting } from "./calls.ts";
import type { Requirement } from "./configuration.ts";
import { Line } from "./line.ts";
import { nearAddresses } from "./near-addresses.ts";
import type { Subject } from "./note.ts";
import { subjectOf } from "./notes.ts";
import { siteSubject } from "./stored-sites.ts";
import { SubjectFollower } from "./subjects.ts";
import { listed } from "./words.ts";

export interface Attaching {
  readonly snapshot: Snapshot;
  readonly archive: Archive;
  readonly past: Past;
  readonly rows: Rows | null;
  readonly facts: Facts;
  /** What must be classified: of several calls in a line, one of these is meant. */
  readonly require: readonly Requirement[];
}

/** What is asked about the lines of a file. */
export interface Standing extends Pick<Attaching, "snapshot" | "rows" | "require"> {
  readonly library: Library;
  readonly book: CallBook;
}

/** Throws "bad-usage" with what is near, or with all that could be meant. */
export async function attach(word: string, to: Attaching): Promise<Subject> {
  const line = new Line(to.past, to.snapshot, to.archive.repo, to.archive.trees);
  const { rows, facts } = to;
  const { library } = to.archive;
  const follower = new SubjectFollower({ line, library, facts, rows, records: null });
  const subject = subjectOf(word);
  if (subject !== null) {
    if (subject.noun === "commit") {
      const at = await line.positionOf(subject.oid);
      if (typeof at === "number") return { noun: "commit", oid: to.past.commits[at]!.oid };
    } else {
      const found = await follower.follow(subject, [0]);
      if (found.how === "followed" || found.how === "there") return subject;
    }
    const near = await nearAddresses(subject, { line, library, rows, book: follower.book });
    throw new BinnacleError(
      "bad-usage",
      `There is no ${word}.${near.length === 0 ? "" : ` Near it: ${listed(near, "or")}.`}`,
    );
  }
  const place = placeIn(word, to.snapshot);
  const { snapshot, require } = to;
  const meant = await subjectsAt(place, { snapshot, library, rows, require, book: follower.book });
  if (meant.length === 1) return meant[0]!;
  const choices = meant.map((each) => `\n  ${printAddress(each)}`).join("");
  throw new BinnacleError(
    "bad-usage",
    meant.length === 0
      ? `${word}: there is nothing there that a note can be attached to. Name a line of a call or of a definition.`
      : `${word} could be one of ${meant.length}. Name one of these:${choices}`,
  );
}

function placeIn(word: string, snapshot: Snapshot): CodePlace {
  const place = placeOf(word);
  if (place === null)
    throw new BinnacleError(
      "bad-usage",
      `"${word}" is no address and no place; expected site:…, name:…, key:…, symbol:…, commit:… or PATH:LINE.`,
    );
  if (!snapshot.files.has(place.path))
    throw new BinnacleError("bad-usage", `${word}: there is no file ${place.path}. Name one of the repository's.`);
  return place;
}

export interface CodePlace {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** `PATH:LINE`; null of anything else. */
export function placeOf(word: string): CodePlace | null {
  const match = /^(.+):(\d{1,9})$/.exec(word);
  const path = match?.[1]?.replace(/^(?:\.\/)+/, "");
  return path === undefined ? null : { path, line: Number(match![2]) };
}

/** What stands in a line of a file: one thing where that is clear, else all that could be meant, calls first. */
export async function subjectsAt(
  { path, line }: CodePlace,
  { snapshot, library, rows, require, book }: Standing,
): Promise<readonly Subject[]> {
  const oid = snapshot.files.get(path);
  if (oid === undefined) return [];
  const sites = (rows?.site ?? []).filter((row) => row.path === path);
  const begun = sites.filter((row) => row.line === line);
  const around = sites.filter((row) => Number(row.line) <= line && line <= Number(row.end_line));
  const dispatches = (begun.length > 0 ? begun : around).map(siteSubject);
  if (dispatches.length > 0) return dispatches;
  const definitions = await library.definitions(path, oid);
  const inside = enclosing(definitions, line, line).map((each) => ({ ...each, path }));
  const symbols = inside.map(({ name }): Subject => ({ noun: "symbol", path, name }));
  const named = inside.findLast(({ nameLine }) => nameLine === line);
  if (named !== undefined) return [{ noun: "symbol", path, name: named.name }];
  const calls = (await book.of(path, oid)) ?? [];
  const own = calls.filter((call) => call.line === line);
  const required = own.filter((call) =>
    require.some(
      ({ kind, callee, except, covers }) =>
        kind === "call" &&
        covers(path) &&
        callee!.fits(call.receiver, call.callee) &&
        !except?.fits(call.receiver, call.callee),
    ),
  );
  const meant = required.length > 0 ? required : own;
  if (meant.length === 0) return symbols.slice(-1);
  const found = meant.map((call): Subject => {
    const all = fitting(calls, { callee: call.callee, name: "" });
    return addressesOf(all, "")[all.indexOf(call)]!;
  });
  return found.length === 1 ? found : [...found, ...symbols.slice(-1)];
}
