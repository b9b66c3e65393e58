// Turns what a note is attached to into its trail up to what is judged: from the store where it reaches, and from the files'
// own versions where it does not. What the trail means for the note is verdict.ts's to say.

import type { Library } from "../audit/library.ts";
import type { Facts } from "../facts/source.ts";
import type { Kind, Row, Rows } from "../surface/rows.ts";
import { CallBook, type CallSubject, callStation } from "./calls.ts";
import { type ContractSubject, contractStation, contractTrail } from "./contracts.ts";
import { definedIn, type SymbolSubject, symbolStation } from "./definitions.ts";
import { CallFollower, callAt } from "./follow-calls.ts";
import { SymbolFollower } from "./follow-symbols.ts";
import type { Line } from "./line.ts";
import type { Subject } from "./note.ts";
import type { Records } from "./records.ts";
import { isSameCall, siteStation, siteSubject, storedTrail } from "./stored-sites.ts";
import type { Station, Trail } from "./trail.ts";

/** What can be followed; a commit cannot. */
export type Followed = Exclude<Subject, { readonly noun: "commit" }>;

/** A trail, or where it stands now without one, or why nothing can be said. */
export type Found =
  | { readonly how: "followed"; readonly trail: Trail }
  /** It stood nowhere when the note was written, or nobody can look there; it is there now. */
  | { readonly how: "there"; readonly now: Station }
  /** It is not there, and what would tell of its past is not at hand: why, in words. */
  | { readonly how: "unknown"; readonly why: string }
  /** It is not there, and was not when the note was written. */
  | { readonly how: "nothing" };

export interface Sources {
  readonly line: Line;
  readonly library: Library;
  readonly facts: Facts;
  /** The surface of what is judged; null where no profile says how it is found. */
  readonly rows: Rows | null;
  /** Null where there is no store of this line. */
  readonly records: Records | null;
}

export class SubjectFollower {
  readonly book: CallBook;
  readonly #sources: Sources;
  readonly #calls: CallFollower;
  readonly #symbols: SymbolFollower;

  constructor(sources: Sources) {
    const { line, library, facts } = sources;
    this.#sources = sources;
    this.book = new CallBook(library, facts);
    this.#calls = new CallFollower(line, this.book, (oid) => library.bytes(oid));
    this.#symbols = new SymbolFollower(line, library);
  }

  /** `bases`: positions at which the address may be meant, the likeliest first. */
  async follow(subject: Followed, bases: readonly number[]): Promise<Found> {
    switch (subject.noun) {
      case "site":
        return this.#site(subject, bases);
      case "symbol":
        return this.#symbol(subject, bases);
      default:
        return this.#contract(subject, bases);
    }
  }

  async #symbol(subject: SymbolSubject, bases: readonly number[]): Promise<Found> {
    for (const base of bases) {
      const trail = await this.#symbols.follow(base, subject);
      if (trail !== null) return { how: "followed", trail };
    }
    const oid = await this.#sources.line.blob(0, subject.path);
    const now =
      oid === null ? undefined : (await definedIn(this.#sources.library, subject.path, oid)).get(subject.name);
    return now === undefined ? { how: "nothing" } : { how: "there", now: symbolStation(now, 0) };
  }

  async #site(subject: CallSubject, bases: readonly number[]): Promise<Found> {
    for (const base of bases) {
      const trail = (await this.#recorded(subject, base)) ?? (await this.#calls.follow(base, subject));
      if (trail !== null) return { how: "followed", trail: await this.#confirmed(subject, trail) };
    }
    const { rows, records } = this.#sources;
    const row = rows?.site.find((each) => isSameCall(siteSubject(each), subject));
    if (row !== undefined) return { how: "there", now: await siteStation(row, 0, this.book) };
    const call = rows === null || subject.name === "" ? await this.#callNow(subject) : null;
    if (call !== null) return { how: "there", now: call };
    if (subject.name === "" || records !== null) return { how: "nothing" };
    return { how: "unknown", why: "there is no such site now, and its history is needed to say what became of it" };
  }

  /** What the store knows, with what became of it after the store's head. */
  async #recorded(subject: CallSubject, base: number): Promise<Trail | null> {
    const { records, rows } = this.#sources;
    if (records === null || subject.name === "") return null;
    const stored = await storedTrail(records, this.book, base, subject);
    if (stored === null || records.head === 0) return stored;
    const last = stored.stations.at(-1)!;
    if (stored.gone !== null) {
      const back = rows?.site.find((each) => isSameCall(siteSubject(each), last.subject as CallSubject));
      if (back === undefined) return stored;
      const { since } = records;
      return {
        stations: [...stored.stations, await siteStation(back, since, this.book)],
        gone: null,
        absences: [...stored.absences, { gone: stored.gone.at, back: since }],
      };
    }
    const newer = await this.#calls.follow(records.head, last.subject as CallSubject);
    if (newer === null) return stored;
    return {
      stations: [...stored.stations, ...newer.stations.slice(1)],
      gone: newer.gone,
      absences: [...stored.absences, ...newer.absences],
    };
  }

  /** A dispatch that was followed by its call must still be one; its address is the surface's. */
  async #confirmed(subject: CallSubject, trail: Trail): Promise<Trail> {
    const { rows } = this.#sources;
    if (rows === null || subject.name === "" || trail.gone !== null) return trail;
    const last = trail.stations.at(-1)!;
    const { path, line } = last;
    const own = last.subject as CallSubject;
    const sites = rows.site.filter((row) => row.path === path && row.callee === own.callee);
    const row =
      sites.find((each) => isSameCall(siteSubject(each), own) && each.line === line) ??
      sites.find((each) => each.line === line && siteSubject(each).name === own.name) ??
      sites.find((each) => isSameCall(siteSubject(each), own));
    if (row === undefined) return { ...trail, gone: { at: null, says: "made it a call that dispatches nothing" } };
    return { ...trail, stations: [...trail.stations.slice(0, -1), { ...last, subject: siteSubject(row) }] };
  }

  async #callNow(subject: CallSubject): Promise<Station | null> {
    const oid = await this.#sources.line.blob(0, subject.path);
    const calls = oid === null ? null : await this.book.of(subject.path, oid, [subject.callee]);
    const call = calls === null ? null : callAt(calls, subject);
    return call === null ? null : callStation(call, subject, 0);
  }

  async #contract(subject: ContractSubject, bases: readonly number[]): Promise<Found> {
    const { records, rows } = this.#sources;
    const now = rows === null ? null : contractStation(subject, (kind: Kind): readonly Row[] => rows[kind], 0);
    for (const base of records === null ? [] : bases) {
      const trail = await contractTrail(records!, base, subject);
      if (trail !== null) return { how: "followed", trail: rows === null ? trail : upTo(trail, now, records!) };
    }
    if (now !== null) return { how: "there", now };
    if (rows === null) return { how: "unknown", why: "no profile says what this repository sends by name" };
    if (records !== null) return { how: "nothing" };
    return { how: "unknown", why: "it is not there now, and its history is needed to say what became of it" };
  }
}

/** A stored trail with what is so now. */
function upTo(trail: Trail, now: Station | null, { head, since }: Records): Trail {
  if (head === 0) return trail;
  if (now === null) return trail.gone !== null ? trail : { ...trail, gone: { at: since, says: "removed it" } };
  const stations = [...trail.stations, { ...now, at: since }];
  if (trail.gone === null) return { ...trail, stations };
  return { stations, gone: null, absences: [...trail.absences, { gone: trail.gone.at, back: since }] };
}
