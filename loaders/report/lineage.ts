// Turns lineages of sentences, and corrections that missed a copy, into lines for a person and JSON for a program.

import type { Step } from "../provenance/lineage/copies.ts";
import type { Lineage } from "../provenance/lineage/lineage.ts";
import type { Missed } from "../provenance/lineage/survivors.ts";
import { lineLink } from "./audit/links.ts";
import { logSafe, shown } from "./audit/log-safe.ts";
import { capital, count, counted, momentWords } from "./audit/words.ts";
import type { Style } from "./text.ts";

/** Characters of a sentence that are printed. */
const WIDEST = 240;
/** Corrections that text tells; JSON has all. */
const MOST_TOLD = 50;
/** Places of one sentence that text tells. */
const MOST_PLACES = 6;

type Told = Lineage["copies"][number];

/** Lines without a line end at their end. */
export function lineageText({ asked, copies, more, momentOf }: Lineage, forge: string | null, style: Style): string {
  const head = `${style.bold(quoted(asked.text))}  ${summary(copies, more)}`;
  return logSafe([head, ...copies.flatMap((copy) => ["", ...copyLines(copy)])].join("\n"));

  function copyLines(copy: Told): string[] {
    const birth = copy.lives[0]!;
    const last = copy.lives.at(-1)!;
    const born = momentOf(birth.first);
    const link = lineLink(forge, born.commit, birth.bornDoc, birth.bornLine);
    const place = shown(`${last.doc}:${last.line}`);
    const now = last.last !== null ? [] : [`    ${copy.fate === "stands" ? "stands" : "stands so"} at ${place}`];
    return [
      `  ${style.bold(shown(`${birth.bornDoc}:${birth.bornLine}`))}  born ${momentWords(born)}  ${FATES[copy.fate]}`,
      ...(copy.key === asked.key ? [] : [`    says ${quoted(copy.text)}`]),
      ...(copy.grew === null ? [] : [`    reworded from ${quoted(copy.grew)}`]),
      ...originLines(copy),
      ...copy.steps.map((step) => `    ${stepWords(step)}`),
      ...now,
      ...(link === null ? [] : [style.dim(`    ${shown(link)}`)]),
    ];
  }

  function originLines({ origin }: Told): string[] {
    const reasons = origin.reasons.map(({ says }) => shown(says)).join("; ");
    if (origin.from === null) return [`    the first of them${reasons === "" ? "" : `: ${reasons}`}`];
    const from = copies[origin.from]!.lives[0]!;
    const of = shown(`${from.bornDoc}:${from.bornLine}`);
    return [`    ${ORIGINS[origin.verdict as keyof typeof ORIGINS](of)}: ${reasons}`];
  }

  function stepWords({ position, end, text, doc, line }: Step): string {
    const when = momentWords(momentOf(position));
    const place = shown(`${doc}:${line}`);
    if (end === "corrected") return `corrected in ${when} to ${quoted(text!)} (${place})`;
    if (end === "renamed") return `names changed in ${when}: ${quoted(text!)} (${place})`;
    if (end === "moved") return `moved in ${when} to ${place}`;
    return end === "file" ? `deleted with its file in ${when}` : `deleted in ${when}`;
  }
}

const FATES: Readonly<Record<Told["fate"], string>> = {
  stands: "still stands",
  corrected: "corrected",
  removed: "deleted",
  file: "deleted with its file",
};

const ORIGINS = {
  copied: (of: string) => `copied from ${of}`,
  independent: (of: string) => `written independently of ${of}`,
  unclear: (of: string) => `unclear whether copied from ${of}`,
} as const;

/** "four instances, one left". */
function summary(copies: readonly Told[], more: number): string {
  if (copies.length === 0) return "never stood on this line, nor does anything near it";
  const left = copies.filter(({ fate }) => fate === "stands").length;
  const beyond = more === 0 ? "" : ` (${counted(more, "more is", "more are")} not told: write more of it)`;
  return `${counted(copies.length, "instance")}, ${left === 0 ? "none" : count(left)} left${beyond}`;
}

function quoted(text: string): string {
  const characters = [...shown(text)];
  return `“${characters.length > WIDEST ? `${characters.slice(0, WIDEST).join("")}…` : characters.join("")}”`;
}

/** What `lineage --json` prints of a sentence. */
export function lineageJson({ asked, copies, more, momentOf }: Lineage) {
  return {
    text: asked.text,
    place: asked.place,
    left: copies.filter(({ fate }) => fate === "stands").length,
    more,
    instances: copies.map(({ text, likeness, lives, grew, fate, steps, origin }) => {
      const [birth, last] = [lives[0]!, lives.at(-1)!];
      return {
        text,
        likeness,
        born: { ...momentOf(birth.first), doc: birth.bornDoc, line: birth.bornLine },
        rewordedFrom: grew,
        origin,
        fate,
        now: last.last === null ? { doc: last.doc, line: last.line, text: last.text } : null,
        steps: steps.map(({ position, end, ...step }) => ({ did: end, ...momentOf(position), ...step })),
      };
    }),
  };
}

/** Lines without a line end at their end. */
export function missedText(missed: readonly Missed[], style: Style): string {
  if (missed.length === 0) return "No sentence was corrected in one place and survives in another.";
  const head = `${capital(counted(missed.length, "sentence was", "sentences were"))} corrected in one place and ${missed.length === 1 ? "survives" : "survive"} in another.`;
  const beyond = missed.length - MOST_TOLD;
  return logSafe(
    [
      head,
      ...missed.slice(0, MOST_TOLD).flatMap((each) => ["", ...missedLines(each, style)]),
      ...(beyond > 0 ? ["", `${capital(counted(beyond, "more sentence", "more sentences"))}: see --json.`] : []),
    ].join("\n"),
  );
}

function missedLines({ text, corrections, survivors }: Missed, style: Style): string[] {
  const all = corrections.length + survivors.length;
  return [
    `${style.bold(quoted(text))}  ${counted(all, "instance")}, ${count(survivors.length)} left`,
    ...capped(corrections).map(
      ({ how, moment, doc, line, text: now }) =>
        `  ${how === "renamed" ? "names changed" : "corrected"} in ${momentWords(moment)} to ${quoted(now)} (${shown(`${doc}:${line}`)})`,
    ),
    ...beyondOf(corrections.length),
    ...capped(survivors).map(
      ({ doc, line, text: now, born }) =>
        `  survives in ${style.alarm(shown(`${doc}:${line}`))}, born ${momentWords(born)}${now === text ? "" : `: ${quoted(now)}`}`,
    ),
    ...beyondOf(survivors.length),
  ];
}

function capped<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(0, MOST_PLACES);
}

function beyondOf(length: number): string[] {
  return length > MOST_PLACES ? [`  and ${count(length - MOST_PLACES)} more`] : [];
}

/** What `lineage --all --json` prints. */
export function missedJson(missed: readonly Missed[]) {
  return missed.map(({ text, corrections, survivors }) => ({
    text,
    corrections: corrections.map(({ how, moment, doc, line, text: to }) => ({
      did: how,
      ...moment,
      doc,
      line,
      text: to,
    })),
    survivors: survivors.map(({ chain: _, ...survivor }) => survivor),
  }));
}
