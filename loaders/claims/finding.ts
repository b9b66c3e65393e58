// Turns a judged claim and its life into the finding that reports print: where it is written, since when it is so and what
// made it so. It judges nothing again.

import { createHash } from "node:crypto";
import { printAddress } from "../address.ts";
import type { ClaimFinding } from "../claim.ts";
import type { Birth, Broke, Moment } from "../model.ts";
import type { Judgement } from "./judge.ts";
import type { Life } from "./life.ts";
import type { Claim } from "./pin.ts";

/** What is known of a claim's past: null where nobody looked. */
export interface ClaimPast {
  readonly life: Life;
  /** The commit at a position of the line. */
  readonly momentOf: (position: number) => Moment;
  /** Why nothing is known before position 0. */
  readonly floor: Birth["floor"];
}

export function claimFinding(claim: Claim, judgement: Judgement, past: ClaimPast | null): ClaimFinding {
  const { at, verdict } = judgement;
  const isOwn = claim.prose.kind === "own" || at === null;
  return {
    kind: "pin",
    address: printAddress({ noun: "claim", name: claim.name }),
    doc: isOwn ? claim.file : at.doc,
    line: isOwn ? claim.line : at.line,
    column: isOwn ? 1 : at.column,
    text: sentenceOf(claim, judgement),
    verdict,
    fails: verdict !== "holds",
    says: judgement.says,
    stated: judgement.stated,
    found: judgement.found,
    missing: judgement.missing,
    extra: judgement.extra,
    places: judgement.places.slice(0, 20),
    born: past === null ? null : bornOf(past),
    broke: past === null || verdict === "holds" ? null : brokeOf(past, verdict),
    fingerprint: createHash("sha256").update(`claim ${claim.name}`).digest("hex").slice(0, 32),
    excused: null,
    introduced: null,
  };
}

/** The sentence as it stands, or as the claim says it, or as it is looked for. */
export function sentenceOf({ prose }: Claim, { at }: Pick<Judgement, "at">): string {
  if (prose.kind === "own") return prose.says;
  if (at !== null) return at.text;
  if (prose.kind === "sentence") return prose.patterns.map(({ source }) => source).join(" / ");
  if (prose.kind === "never") return prose.phrases.map(({ source }) => source).join(" / ");
  return [prose.under, prose.column].filter((part) => part !== null).join(": ");
}

function bornOf({ life, momentOf, floor }: ClaimPast): Birth | null {
  const [first] = life;
  if (first === undefined) return null;
  return { ...momentOf(first.first), floor: first.first === 0 ? floor : null };
}

/** The commit that ended the last time it held; null of one that never did, or that holds on the line still. */
export function brokeOf({ life, momentOf }: ClaimPast, verdict: Judgement["verdict"]): Broke | null {
  const held = life.findLastIndex((state) => state.judgement.verdict === "holds");
  const state = life[held + 1];
  if (held < 0) return null;
  // It holds at the head, and what is not committed yet broke it.
  if (state === undefined) return { commit: "uncommitted", pr: null, date: "", says: saysOf(verdict) };
  return { ...momentOf(state.first), says: saysOf(state.judgement.verdict) };
}

function saysOf(verdict: Judgement["verdict"]): string {
  return verdict === "false" ? "made it false" : "left it unchecked";
}
