// Turns the table of questions into help: for a terminal, for a program and for the README.

import { FAMILIES } from "../claims/questions.ts";
import type { Style } from "./text.ts";

/** Lines without a line end at their end. */
export function questionsText(style: Style): string {
  const families = FAMILIES.map(({ title, forms }) =>
    [style.bold(title), ...forms.flatMap(({ form, help }) => [`  ${form}`, style.dim(`      ${help}`)])].join("\n"),
  );
  return [
    ...families,
    [
      style.bold("Put together"),
      "  QUESTION and QUESTION, QUESTION or QUESTION, QUESTION minus QUESTION",
      "  QUESTION by file, by function, by class, by line",
      style.dim('      "count of", "number of" and "how many" may stand before; a text with blanks stands in quotes'),
    ].join("\n"),
  ].join("\n\n");
}

/** What `claim questions --json` prints. */
export function questionsJson() {
  return FAMILIES.flatMap(({ title, forms }) =>
    forms.map(({ form, help, example, unit }) => ({ family: title, form, help, example, finds: unit[1] })),
  );
}

/** Tables of Markdown, a family each. */
export function questionsMarkdown(): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  return FAMILIES.map(({ title, forms }) =>
    [
      `**${title}**`,
      "",
      "| question | finds |",
      "|---|---|",
      ...forms.map(({ form, help }) => `| \`${cell(form)}\` | ${cell(help)} |`),
    ].join("\n"),
  ).join("\n\n");
}
