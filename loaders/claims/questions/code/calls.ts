// Turns what people write for a call (`f`, `queue.put`, `put(SystemExit())`, `ask("forward", ...)`) into a test of the calls
// that facts tell. It follows no value: a call is what its source says.

import { BinnacleError } from "../../../error.ts";
import type { Call } from "../../../model.ts";
import type { CodeFile, Item } from "../../question.ts";
import { itemAt, type Place, within } from "./places.ts";
import { type Piece, piecesOf, plainSource, sourceOf, splitBy } from "./source.ts";

export interface CallPattern {
  readonly text: string;
  /** A word that stands in every file with such a call. */
  readonly word: string;
  readonly callee: string;
  /** The end of what the call must stand on; null: anything, or nothing. */
  readonly receiver: string | null;
  readonly args: Arguments | null;
}

interface Arguments {
  readonly positional: readonly string[];
  readonly keywords: ReadonlyMap<string, string>;
  /** Whether more may follow. */
  readonly isOpen: boolean;
}

/** Throws "bad-configuration" for what is no call. */
export function callPattern(text: string): CallPattern {
  const pieces = piecesOf(text.replaceAll("…", "...").replaceAll("?.", "."));
  const open = openOfLast(pieces);
  const isEmpty = open >= 0 && open === pieces.length - 2;
  const called = open < 0 ? pieces : pieces.slice(0, open);
  const dot = called.findLastIndex(({ text: mark }) => mark === ".");
  const callee = sourceOf(called.slice(dot + 1));
  const word = /[\p{L}\p{N}_$]+/u.exec(callee)?.[0];
  if (word === undefined || called.length === 0)
    throw new BinnacleError(
      "bad-configuration",
      `\`${text.slice(0, 80)}\` is no call; expected \`f\`, \`object.f\` or \`f(argument, ...)\`.`,
    );
  return {
    text,
    word,
    callee,
    receiver: dot <= 0 ? null : sourceOf(called.slice(0, dot)),
    args: open < 0 || isEmpty ? null : argumentsOf(pieces.slice(open + 1, -1)),
  };
}

/** Where the arguments open that the text ends in; -1 where it ends in none. */
function openOfLast(pieces: readonly Piece[]): number {
  if (pieces.at(-1)?.text !== ")") return -1;
  let depth = 0;
  for (let at = pieces.length - 1; at >= 0; at--) {
    const { kind, text } = pieces[at] as Piece;
    if (kind !== "mark") continue;
    if (text === ")" || text === "]" || text === "}") depth++;
    if ((text === "(" || text === "[" || text === "{") && --depth === 0) return at;
  }
  return -1;
}

const DOTS = "...";

function argumentsOf(pieces: readonly Piece[]): Arguments {
  const positional: string[] = [];
  const keywords = new Map<string, string>();
  let isOpen = false;
  for (const part of splitBy(pieces, ({ text }) => text === ",")) {
    const source = sourceOf(part);
    if (source === DOTS) isOpen = true;
    else if (part[1]?.text === "=" && part[0]?.kind === "word")
      keywords.set(part[0].text, argument(sourceOf(part.slice(2))));
    else positional.push(argument(source));
  }
  return { positional, keywords, isOpen };
}

/** An argument's source; what waits for it and the parentheses around it are no part of the value. */
function argument(source: string): string {
  return plainSource(source.replace(/^await /, ""));
}

/** Whether a call is meant. */
export function isCall(pattern: CallPattern, call: Call): boolean {
  if (call.callee !== pattern.callee && plainSource(call.callee) !== pattern.callee) return false;
  if (pattern.receiver !== null) {
    const receiver = call.receiver === null ? "" : plainSource(call.receiver);
    if (receiver !== pattern.receiver && !receiver.endsWith(`.${pattern.receiver}`)) return false;
  }
  return pattern.args === null || hasArguments(pattern.args, call);
}

function hasArguments({ positional, keywords, isOpen }: Arguments, call: Call): boolean {
  const given = call.args.map(({ text }) => argument(text));
  const named = new Map(call.keywords.map(({ name, value }) => [name, argument(value.text)]));
  const isLong = given.length > positional.length || named.size > keywords.size;
  if (isLong && !isOpen) return false;
  return (
    positional.every((each, at) => each === given[at]) &&
    [...keywords].every(([name, value]) => named.get(name) === value)
  );
}

/** A call where it stands. */
export interface FoundCall {
  readonly call: Call;
  readonly place: Place;
}

/** Calls in a place and in what is nested there, in the order in which they run: those inside of others first. */
export function callsIn(place: Place, pattern: CallPattern): readonly FoundCall[] {
  const found: FoundCall[] = [];
  for (const inner of within(place))
    for (const call of inner.body.calls) if (isCall(pattern, call)) found.push({ call, place: inner });
  return found.toSorted((a, b) => a.call.end - b.call.end);
}

export function itemOfCall(file: CodeFile, { call, place }: FoundCall, text?: string): Item {
  return itemAt(file, place, call, text);
}
