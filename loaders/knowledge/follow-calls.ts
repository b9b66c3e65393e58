// Follows a call along the line: from its address at one commit to where it is now, through edits, renames and moves, with
// what it said at each station. What it dispatches is not looked at.

import type { FileChange, Oid } from "../model.ts";
import type { FileText } from "../surface/walk.ts";
import { languageOf } from "../syntax/grammar.ts";
import { type CallPairs, pairCalls } from "./call-pairs.ts";
import { addressesOf, type CallBook, type CallSubject, type CodeCall, callStation, fitting } from "./calls.ts";
import type { Line } from "./line.ts";
import type { Station, Trail } from "./trail.ts";

/** Files of one commit that are read to find out where a call went, and fitting calls in them, on each side. */
const MOST_READ = 400;
const MOST_FITTING = 4_000;

/** The fitting calls on both sides of one commit, with who is whom. */
interface Passage {
  readonly old: readonly CodeCall[];
  readonly now: readonly CodeCall[];
  readonly pairs: CallPairs;
}

export class CallFollower {
  readonly #line: Line;
  readonly #book: CallBook;
  readonly #bytes: (oid: Oid) => Promise<Uint8Array>;
  readonly #passages = new Map<string, Promise<Passage>>();

  constructor(line: Line, book: CallBook, bytes: (oid: Oid) => Promise<Uint8Array>) {
    this.#line = line;
    this.#book = book;
    this.#bytes = bytes;
  }

  /** Null where no call stood at the address after the commit at `from`. */
  async follow(from: number, subject: CallSubject): Promise<Trail | null> {
    const first = await this.#at(from, subject);
    if (first === null) return null;
    let call: CodeCall = first;
    let here = subject;
    const stations: Station[] = [callStation(call, here, from)];
    const absences: { gone: number; back: number }[] = [];
    let gone: { at: number; says: string } | null = null;
    for (let touch = this.#line.next(here.path, from); touch !== null; touch = this.#line.next(here.path, touch.at)) {
      const { at, change } = touch;
      if (gone !== null) {
        const back = backIn(await this.#passage(at, here, change, "commit"), here, call);
        // Another one stands there now: what comes back to the place later is that one.
        if (back === "another") break;
        if (back === null) continue;
        absences.push({ gone: gone.at, back: at });
        gone = null;
        call = back;
      } else {
        const next = await this.#step(at, change, here, call);
        if (next === null) {
          gone = { at, says: change.oid === null ? "deleted the file" : "removed the call" };
          continue;
        }
        [call, here] = next;
      }
      stations.push(callStation(call, here, at));
    }
    return { stations, gone, absences };
  }

  /** The call at an address after a commit of the line. */
  async #at(at: number, subject: CallSubject): Promise<CodeCall | null> {
    const oid = await this.#line.blob(at, subject.path);
    const calls = oid === null ? null : await this.#book.of(subject.path, oid, [subject.callee]);
    return calls === null ? null : callAt(calls, subject);
  }

  /** The call after a commit that touched its file, with its address there. */
  async #step(
    at: number,
    change: FileChange,
    here: CallSubject,
    call: CodeCall,
  ): Promise<readonly [CodeCall, CallSubject] | null> {
    // Most often it is where it was, and no other file need be read.
    const near = await this.#passage(at, here, change, "file");
    const found = metIn(near, call, here.name);
    return found ?? metIn(await this.#passage(at, here, change, "commit"), call, here.name);
  }

  /** Of one change of a commit, or of all of them with that one first. */
  #passage(at: number, { callee, name }: CallSubject, change: FileChange, of: "file" | "commit"): Promise<Passage> {
    const key = JSON.stringify([at, callee, name, change.path, of]);
    const known = this.#passages.get(key);
    if (known !== undefined) return known;
    const others =
      of === "file" ? [] : (this.#line.past.changes[at] ?? []).filter((each) => each !== change && isCode(each));
    const made = this.#read([change, ...others.slice(0, MOST_READ)], { callee, name }, of === "commit");
    this.#passages.set(key, made);
    return made;
  }

  async #read(
    changes: readonly FileChange[],
    sought: Pick<CallSubject, "callee" | "name">,
    moves: boolean,
  ): Promise<Passage> {
    const [old, now]: [CodeCall[], CodeCall[]] = [[], []];
    const [before, after] = [new Map<string, FileText>(), new Map<string, FileText>()];
    const renames = new Map<string, string>();
    for (const { path, from, oid, oldOid } of changes) {
      if (old.length > MOST_FITTING || now.length > MOST_FITTING) break;
      if (from !== null) renames.set(from, path);
      if (oldOid !== null) old.push(...(await this.#fitting(from ?? path, oldOid, sought, before)));
      if (oid !== null) now.push(...(await this.#fitting(path, oid, sought, after)));
    }
    return { old, now, pairs: pairCalls(old, now, { renames, before, after }, { moves, named: sought.name !== "" }) };
  }

  async #fitting(
    path: string,
    oid: Oid,
    sought: Pick<CallSubject, "callee" | "name">,
    files: Map<string, FileText>,
  ): Promise<readonly CodeCall[]> {
    const bytes = await this.#bytes(oid);
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(sought.callee)) return [];
    const calls = await this.#book.of(path, oid, [sought.callee]);
    if (calls === null) return [];
    files.set(path, { bytes });
    return fitting(calls, sought);
  }
}

/** The call that an address means among the calls of its file; null where none does. */
export function callAt(calls: readonly CodeCall[], subject: CallSubject): CodeCall | null {
  const fits = fitting(calls, subject).filter((call) => call.function === subject.function);
  return fits[subject.ordinal] ?? null;
}

/** The call that came new to where one stood last: it is that one; without a name, if it says the same. Null: none is there. */
function backIn({ now, pairs }: Passage, here: CallSubject, last: CodeCall): CodeCall | "another" | null {
  const inFile = now.filter(({ path }) => path === here.path);
  const call = callAt(inFile, here);
  if (call === null) return null;
  const place = now.indexOf(call);
  const isNew = ![...pairs.values()].includes(place);
  return isNew && (here.name !== "" || call.source === last.source) ? call : "another";
}

function isCode({ path, from }: FileChange): boolean {
  return languageOf(path) !== null || (from !== null && languageOf(from) !== null);
}

/** Where a call is after a commit, with its address there; null where it is nowhere. */
function metIn({ old, now, pairs }: Passage, call: CodeCall, name: string): readonly [CodeCall, CallSubject] | null {
  const from = old.findIndex(({ path, start }) => path === call.path && start === call.start);
  const to = from === -1 ? undefined : pairs.get(from);
  if (to === undefined) return null;
  const inFile = now.filter(({ path }) => path === now[to]!.path);
  return [now[to]!, addressesOf(inFile, name)[inFile.indexOf(now[to]!)]!];
}
