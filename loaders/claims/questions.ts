// Turns a question as people write it into what is asked: one of the forms, several put together, or split by place.
// The forms stand in questions/, a family a file; a new one is one row there.

import { BinnacleError } from "../error.ts";
import { didYouMean } from "../near.ts";
import { type Fit, fit, type Pattern, patternOf, type Word, wordsOf } from "./forms.ts";
import { type Asked, FIELDS, type Form, type Question } from "./question.ts";
import { CALL_FORMS } from "./questions/calls.ts";
import { DEFINITION_FORMS } from "./questions/definitions.ts";
import { SAME_CODE_FORMS } from "./questions/same-code.ts";
import { STRUCTURE_FORMS } from "./questions/structure.ts";
import { SURFACE_FORMS } from "./questions/surface.ts";
import { TEXT_FORMS } from "./questions/text.ts";
import { VALUE_FORMS } from "./questions/values.ts";

/** A family of questions. */
export interface Family {
  readonly title: string;
  readonly forms: readonly Form[];
}

/** All questions that have a name, in the order in which help lists them. */
export const FAMILIES: readonly Family[] = [
  { title: "The surface", forms: SURFACE_FORMS },
  { title: "Definitions", forms: DEFINITION_FORMS },
  { title: "Calls", forms: CALL_FORMS },
  { title: "Structure", forms: STRUCTURE_FORMS },
  { title: "Values", forms: VALUE_FORMS },
  { title: "Text", forms: TEXT_FORMS },
  { title: "Code that stays the same", forms: SAME_CODE_FORMS },
];

const PATTERNS: readonly { readonly form: Form; readonly pattern: Pattern }[] = FAMILIES.flatMap(({ forms }) =>
  forms.map((form) => ({ form, pattern: patternOf(form.form) })),
);

const OWN_WORDS: ReadonlySet<string> = new Set(
  FAMILIES.flatMap(({ forms }) => forms.flatMap(({ form }) => form.match(/[a-z-]+/g) ?? [])),
);

/** What a question is asked about: its words that are no form's own, and that name no files. */
export function subjectsOf(asked: string): readonly string[] {
  const words = wordsOf(asked) ?? [];
  return words
    .filter(({ text, quoted }) => (quoted || !OWN_WORDS.has(text)) && !/[*/]/.test(text))
    .map(({ text }) => text);
}

const OPERATORS = ["and", "or", "minus"] as const;
type Operator = (typeof OPERATORS)[number];

/** Throws "bad-configuration" with the nearest form. */
export function parseQuestion(text: string): Asked {
  const folded = text.replace(/\s+/g, " ").trim();
  // What stands in quotes keeps its blanks.
  const words = wordsOf(text.trim());
  if (words === null)
    throw refused(`\`${folded.slice(0, 80)}\` has a quotation that is not closed, or too many words. Close it.`);
  const [first, ...others] = partsOf(withoutCount(words));
  const { unit, question } = simple(first!.words, folded);
  const whole = others.reduce<Question>(
    (left, { operator, words: own }) => ({ about: "both", how: operator, left, right: simple(own, folded).question }),
    question,
  );
  return { text: folded, unit, question: whole };
}

/** "count of", "number of", "how many": a question is counted by what is expected of it. */
function withoutCount(words: readonly Word[]): readonly Word[] {
  const [first, second] = words.map(({ text, quoted }) => (quoted ? "" : text.toLowerCase()));
  const isCount =
    ((first === "count" || first === "number") && second === "of") || (first === "how" && second === "many");
  return isCount ? words.slice(2) : words;
}

function isOperator({ text, quoted }: Word): boolean {
  return !quoted && (OPERATORS as readonly string[]).includes(text);
}

function partsOf(words: readonly Word[]): readonly { readonly operator: Operator; readonly words: readonly Word[] }[] {
  const parts: { operator: Operator; words: Word[] }[] = [{ operator: "or", words: [] }];
  for (const word of words) {
    if (isOperator(word)) parts.push({ operator: word.text as Operator, words: [] });
    else parts.at(-1)!.words.push(word);
  }
  return parts;
}

function simple(words: readonly Word[], whole: string): Asked {
  const [by, field] = words.slice(-2);
  const split = by?.text === "by" && !by.quoted ? (FIELDS.find((each) => each === field?.text) ?? null) : null;
  const asked = ofForm(split === null ? words : words.slice(0, -2), whole);
  return split === null ? asked : { ...asked, question: { about: "split", of: asked.question, by: split } };
}

function ofForm(words: readonly Word[], whole: string): Asked {
  let best: { form: Form; fit: Fit } | null = null;
  for (const { form, pattern } of PATTERNS) {
    const found = fit(pattern, words);
    if (found !== null && (best === null || found.own > best.fit.own)) best = { form, fit: found };
  }
  if (best === null) throw unknown(words, whole);
  const question: Question = best.form.make(best.fit.given);
  return { text: whole, unit: best.form.unit, question };
}

function unknown(words: readonly Word[], whole: string): BinnacleError {
  const said = words.map(({ text }) => text).join(" ");
  const forms = PATTERNS.map(({ form }) => form.form);
  const starts = forms.filter((form) => form.split(" ")[0] === words[0]?.text);
  // What is misspelt is mostly one of the form's own words: those without what may be left out are compared.
  const bare = new Map(forms.map((form) => [form.replace(/ ?\[[^\]]*\]/g, ""), form]));
  const near = didYouMean(said, [...bare.keys(), ...forms]);
  const known = near !== "" ? near : starts.length > 0 ? ` Near: ${starts.slice(0, 4).join("; ")}.` : "";
  return refused(`\`${whole}\` is no question that is known.${known} "binnacle claim questions" lists them.`);
}

function refused(message: string): BinnacleError {
  return new BinnacleError("bad-configuration", message);
}
