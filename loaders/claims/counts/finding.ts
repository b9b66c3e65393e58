// Turns a number that is not borne out into a finding: what is stated, what was found, where it stands. It judges nothing.

import { createHash } from "node:crypto";
import { printAddress } from "../../address.ts";
import type { Passage } from "../../citation.ts";
import { type ClaimFinding, UNSAID } from "../../claim.ts";
import { placeIn } from "../prose/sentence-place.ts";
import type { Counted } from "./count.ts";

/** What was counted instead. */
export interface Found {
  /** The question that counted it; null of what the prose lists itself. */
  readonly question: string | null;
  /** What lists it: "the list below"; empty of a question. */
  readonly where: string;
  readonly amount: number;
  /** The things, in order: `path` null of those in the document itself. */
  readonly items: readonly { readonly text: string; readonly path: string | null; readonly line: number | null }[];
}

/** Counts sentences of the same words, so that each has a fingerprint of its own. */
export class Ordinals {
  readonly #seen = new Map<string, number>();

  of(words: string): number {
    const ordinal = this.#seen.get(words) ?? 0;
    this.#seen.set(words, ordinal + 1);
    return ordinal;
  }
}

const MOST_NAMED = 8;
const MOST_PLACES = 20;
const LONGEST = 600;

export function countFinding(
  { path: doc, passages }: { readonly path: string; readonly passages: readonly Passage[] },
  { passage: index, number, sentence }: Counted,
  { question, where, amount, items }: Found,
  ordinals: Ordinals,
): ClaimFinding {
  const passage = passages[index]!;
  const { line, column } = placeIn(passage, number.from);
  const text = passage.text.slice(sentence.from, sentence.to);
  // Other numbers make no other sentence of it.
  const words = `${text.slice(0, number.from - sentence.from)}#${text.slice(number.to - sentence.from)}`
    .replace(/\s+/g, " ")
    .replace(/\d[\d.,]*/g, "0");
  const identity = `count ${doc}\n${words}\n${ordinals.of(words)}`;
  const names = items.slice(0, MOST_NAMED).map((item) => item.text.replace(/\s+/g, " ").slice(0, 60));
  const list = names.length === 0 ? "" : `: ${names.join(", ")}${items.length > names.length ? ", …" : ""}`;
  const counts = question === null ? `${where} has ${amount}` : `\`${question}\` finds ${amount}`;
  return {
    ...UNSAID,
    kind: "count",
    address: printAddress({ noun: "doc", path: doc, line }),
    doc,
    line,
    column,
    text: text.slice(0, LONGEST).replace(/\s+/g, " ").trim(),
    verdict: "differs",
    fails: false,
    says: `${number.text} ${number.value === 1 ? "is" : "are"} stated, and ${counts}${list}`,
    stated: String(number.value),
    found: String(amount),
    places: items.slice(0, MOST_PLACES).map((item) => ({ path: item.path ?? doc, line: item.line, text: item.text })),
    fingerprint: createHash("sha256").update(identity).digest("hex").slice(0, 32),
  };
}
