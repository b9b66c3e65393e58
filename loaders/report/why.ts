// Turns what made a line what it is into lines for a person and JSON for a program.

import type { Behind } from "../provenance/issues/behind.ts";
import type { Step, Why } from "../provenance/why.ts";
import { commitLink } from "./audit/links.ts";
import { shown } from "./audit/log-safe.ts";
import { counted, listed, momentWords } from "./audit/words.ts";
import { cut } from "./issue-words.ts";
import type { Style } from "./text.ts";

/** A step with what was imported of the issues that it names, by number. */
export interface ToldStep extends Step {
  readonly behind: ReadonlyMap<number, Behind>;
}

export interface ToldWhy extends Omit<Why, "steps"> {
  readonly steps: readonly ToldStep[];
}

/** Findings of one pull request that are told. */
const MOST_FINDINGS = 5;

/** Lines without a line end at their end. */
export function whyText({ path, line, text, steps }: ToldWhy, forge: string | null, style: Style): string {
  const head = `${style.bold(shown(`${path}:${line}`))}  ${shown(text.trim())}`;
  if (steps.length === 0) return `${head}\n  not committed yet`;
  return [head, ...steps.flatMap((step) => stepLines(step, forge, style))].join("\n");
}

const DEEDS: Readonly<Record<Step["did"], string>> = {
  wrote: "wrote it",
  edited: "edited it",
  brought: "history begins with it",
};

function stepLines(
  { did, moment, subject, origin, path, line, text, issues, behind }: ToldStep,
  forge: string | null,
  style: Style,
): string[] {
  const link = commitLink(forge, moment);
  return [
    `  ${DEEDS[did].padEnd(10)}  ${shown(`${momentWords(moment)}  ${subject}`)}`,
    style.dim(`              ${shown(`${path}:${line}  ${text.trim()}`)}`),
    ...(origin === null
      ? []
      : [`              inside the merge: ${shown(`${momentWords(origin.moment)}  ${origin.subject}`)}`]),
    ...(issues.length === 0
      ? []
      : [`              ${listed(issues.map(({ number, how }) => `${how === "own" ? "" : `${how} `}#${number}`))}`]),
    ...issues.flatMap(({ number }) => behindLines(behind.get(number))),
    ...(link === null ? [] : [style.dim(`              ${shown(link)}`)]),
  ];
}

function behindLines(behind: Behind | undefined): string[] {
  if (behind === undefined) return [];
  const { issue, closes, findings, others } = behind;
  const more = Math.max(0, findings.length - MOST_FINDINGS) + others;
  return [
    `              ${issue.id} (${issue.state})  ${shown(issue.title)}`,
    ...closes.map(({ id, title }) => `                closes ${id}${title === null ? "" : `  ${shown(title)}`}`),
    ...findings.slice(0, MOST_FINDINGS).map(({ round, label, state, line, text }) => {
      const where = line === null ? "" : ` on line ${line}`;
      return `                ${state} finding ${round === null ? "" : `${round}.`}${shown(label)}${where}: ${cut(shown(text), 140)}`;
    }),
    ...(findings.length > 0 && more > 0 ? [`                and ${counted(more, "more finding")}`] : []),
    ...(findings.length === 0 && others > 0
      ? [`                ${counted(others, "finding")}, none on this file`]
      : []),
  ];
}

/** What `why --json` prints. */
export function whyJson({ path, line, text, steps }: ToldWhy) {
  return {
    path,
    line,
    text,
    steps: steps.map(({ did, moment, subject, origin, path: then, line: at, text: said, issues, behind }) => ({
      did,
      ...moment,
      subject,
      origin: origin === null ? null : { ...origin.moment, subject: origin.subject },
      path: then,
      line: at,
      text: said,
      issues: issues.map(({ number, how }) => ({ number, how, imported: importedJson(behind.get(number)) })),
    })),
  };
}

function importedJson(behind: Behind | undefined) {
  if (behind === undefined) return null;
  const { issue, closes, findings, others } = behind;
  return { id: issue.id, kind: issue.kind, title: issue.title, state: issue.state, closes, findings, others };
}
