// Judges one pinned claim at one tree: its sentence as it was found, its questions as they were answered. A claim that
// could not be compared went unchecked, and that is never silence.

import type { ClaimFinding } from "../claim.ts";
import { type Answered, isAnswer } from "./answers.ts";
import { type Compared, compare } from "./compare.ts";
import type { Found, Sentence } from "./pages.ts";
import type { Claim, Pin } from "./pin.ts";
import type { Question } from "./question.ts";

export interface Judgement extends Pick<ClaimFinding, "says" | "stated" | "found" | "missing" | "extra" | "places"> {
  readonly verdict: "holds" | "false" | "unchecked";
  /** Where its sentence stands; null of a claim that says its own, and of one that was not found. */
  readonly at: Sentence | null;
  /** Whether there is nothing yet, or no longer, that it speaks of: no document, no thing to look at. */
  readonly isAbsent: boolean;
}

/** What is known of one tree. */
export interface Witness {
  readonly found: Found | null;
  readonly answer: (question: Question) => Answered;
  /** Bytes at a revision that a claim compares with; null where they are not there. */
  readonly bytes: (revision: string, path: string) => Uint8Array | null;
}

export function judge(claim: Claim, witness: Witness): Judgement {
  const { prose } = claim;
  if (prose.kind === "own") return judgePins(claim.pins, null, witness);
  const { sentences, looked } = witness.found!;
  if (prose.kind === "never") return judgeAbsence(prose.globs, sentences, looked);
  if (looked === 0) return unchecked(`${prose.file} is not there`, true);
  const [sentence, other] = sentences;
  if (sentence === undefined)
    return unchecked(
      prose.kind === "sentence" ? `no sentence of ${prose.file} matches` : `${prose.file} has no such list`,
      true,
    );
  if (other !== undefined)
    return unchecked(
      `${sentences.length} sentences of ${prose.file} match, in lines ${sentences.map(({ line }) => line).join(", ")}, and one is meant`,
    );
  return judgePins(claim.pins, sentence, witness);
}

function judgePins(pins: readonly Pin[], at: Sentence | null, witness: Witness): Judgement {
  const met: { pin: Pin; compared: Compared }[] = [];
  for (const pin of pins) {
    const answered = witness.answer(pin.asked.question);
    if (!isAnswer(answered))
      return { ...unchecked(withRole(pin, `"${pin.asked.text}" cannot be answered: ${answered.error}`)), at };
    if (answered.looked === 0)
      return {
        ...unchecked(withRole(pin, `"${pin.asked.text}" is about nothing: there are no ${answered.of}`), true),
        at,
      };
    const { expects } = pin;
    if (answered.items.length === 0 && answered.number === null && isBound(expects))
      return {
        ...unchecked(withRole(pin, `"${pin.asked.text}" finds nothing, in these places or in others`), true),
        at,
      };
    const bytes = expects.how === "bytes of" ? witness.bytes(expects.revision, expects.path) : null;
    const stated = pin.role === null ? null : (at?.roles[pin.role] ?? null);
    const compared = compare(expects, pin.asked, answered, stated, bytes);
    if (typeof compared === "string") return { ...unchecked(withRole(pin, compared)), at };
    met.push({ pin, compared });
  }
  const failed = met.filter(({ compared }) => !compared.isMet);
  const told = failed.length > 0 ? failed : met;
  const words = (of: (compared: Compared) => string | null) =>
    met.length === 1
      ? of(met[0]!.compared)
      : met.map(({ pin, compared }) => withRole(pin, of(compared) ?? "")).join("; ");
  return {
    verdict: failed.length > 0 ? "false" : "holds",
    says: told.map(({ pin, compared }) => (met.length === 1 ? compared.says : withRole(pin, compared.says))).join("; "),
    stated: words((compared) => compared.stated),
    found: words((compared) => compared.found),
    missing: failed.flatMap(({ compared }) => compared.missing),
    extra: failed.flatMap(({ compared }) => compared.extra),
    places: told.flatMap(({ compared }) => compared.places),
    at,
    isAbsent: false,
  };
}

/** What is to stand in some places only must stand somewhere. */
function isBound(expects: Pin["expects"]): boolean {
  return expects.how === "only in" || (expects.how === "stated" && expects.than === "only in");
}

function withRole({ role }: Pin, text: string): string {
  return role === null ? text : `${role}: ${text}`;
}

function judgeAbsence(globs: readonly string[], sentences: readonly Sentence[], looked: number): Judgement {
  if (looked === 0) return unchecked(`no file matches ${globs.join(", ")}`, true);
  const places = sentences.map(({ doc, line, text }) => ({ path: doc, line, text }));
  const [first] = sentences;
  const where = places.map(({ path, line }) => `${path}:${line}`).join(", ");
  return {
    verdict: first === undefined ? "holds" : "false",
    says:
      first === undefined
        ? `none of ${looked} ${looked === 1 ? "document" : "documents"} holds the phrase`
        : `the phrase stands in ${where}`,
    stated: "none",
    found: String(places.length),
    missing: [],
    extra: places.map(({ path, line }) => `${path}:${line}`),
    places: places.slice(0, 20),
    at: first ?? null,
    isAbsent: false,
  };
}

function unchecked(why: string, isAbsent = false): Judgement {
  return {
    verdict: "unchecked",
    says: why,
    stated: null,
    found: null,
    missing: [],
    extra: [],
    places: [],
    at: null,
    isAbsent,
  };
}
