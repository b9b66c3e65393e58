// Turns what made a line what it is into lines for a person and JSON for a program.

import type { Step, Why } from "../provenance/why.ts";
import { commitLink } from "./audit/links.ts";
import { shown } from "./audit/log-safe.ts";
import { listed, momentWords } from "./audit/words.ts";
import type { Style } from "./text.ts";

/** Lines without a line end at their end. */
export function whyText({ path, line, text, steps }: Why, forge: string | null, style: Style): string {
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
  { did, moment, subject, origin, path, line, text, issues }: Step,
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
    ...(link === null ? [] : [style.dim(`              ${shown(link)}`)]),
  ];
}

/** What `why --json` prints. */
export function whyJson({ path, line, text, steps }: Why) {
  return {
    path,
    line,
    text,
    steps: steps.map(({ did, moment, subject, origin, path: then, line: at, text: said, issues }) => ({
      did,
      ...moment,
      subject,
      origin: origin === null ? null : { ...origin.moment, subject: origin.subject },
      path: then,
      line: at,
      text: said,
      issues: issues.map(({ number, how }) => ({ number, how })),
    })),
  };
}
