// Finds in a citation's sentence what is cited and which of its words the code bears too, and marks them. It judges nothing:
// the audit did, and says by which words in its evidence.

import type { CitationDetail } from "../../loaders/report/pages.ts";
import { type Child, h } from "./dom.js";

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Words that speak: identifiers named in the evidence, and those of the sentence that the code holds as they are. */
export function voters(detail: CitationDetail): ReadonlySet<string> {
  const inSentence = new Set(detail.sentence.match(IDENTIFIER) ?? []);
  const quoted = detail.evidence
    .filter((each) => each.bits === null || each.bits > 0)
    .flatMap((each) => [...each.says.matchAll(/`([^`]+)`/g)].flatMap(([, word]) => word?.match(IDENTIFIER) ?? []));
  const code = [detail.written, detail.same].flatMap((excerpt) => excerpt?.lines ?? []).join("\n");
  const inCode = new Set(code.match(IDENTIFIER) ?? []);
  const shared = [...inSentence].filter((word) => inCode.has(word) && isName(word));
  return new Set([...quoted.filter((word) => inSentence.has(word)), ...shared]);
}

/** Whether a word looks like a name that somebody gave, and not like one of the language's. */
function isName(word: string): boolean {
  return word.length >= 4 && (/_|\d/.test(word) || /\p{Ll}\p{Lu}/u.test(word));
}

/** The sentence with what is cited marked, the words that speak underlined, and what stands between backticks as code. */
export function markedSentence(
  sentence: string,
  cited: string,
  words: ReadonlySet<string>,
  wrong: boolean,
): readonly Child[] {
  const runs = runsOf(sentence);
  const whole = runs.map((run) => run.text).join("");
  const wanted = cited.replaceAll("`", "").replace(/\s+/g, " ");
  const from = wanted === "" ? -1 : whole.indexOf(wanted);
  const to = from + wanted.length;
  let at = 0;
  const within: Child[] = [];
  const before: Child[] = [];
  const after: Child[] = [];
  for (const run of runs) {
    const cut = (a: number, b: number, into: Child[]): void => {
      const text = run.text.slice(Math.max(0, a - at), Math.max(0, Math.min(run.text.length, b - at)));
      if (text !== "") into.push(run.code ? h("code", {}, underlined(text, words)) : underlined(text, words));
    };
    if (from < 0) cut(at, at + run.text.length, before);
    else {
      cut(at, from, before);
      cut(Math.max(from, at), to, within);
      cut(Math.max(to, at), at + run.text.length, after);
    }
    at += run.text.length;
  }
  return [before, within.length > 0 && h("mark", { class: wrong ? "wrong" : "" }, within), after];
}

/** Prose and code of a sentence: one or two backticks open code, as many close it. */
function runsOf(sentence: string): readonly { readonly text: string; readonly code: boolean }[] {
  const runs: { text: string; code: boolean }[] = [];
  let from = 0;
  for (const match of sentence.matchAll(/(?<!`)(`{1,2})(?!`)([^`]+)\1(?!`)/g)) {
    runs.push({ text: sentence.slice(from, match.index), code: false }, { text: match[2] ?? "", code: true });
    from = match.index + match[0].length;
  }
  return [...runs, { text: sentence.slice(from), code: false }].filter((run) => run.text !== "");
}

function underlined(text: string, words: ReadonlySet<string>): readonly Child[] {
  return pieces(text, words).map((piece) => (piece.is ? h("em", {}, piece.text) : piece.text));
}

/** A text cut where words of a set begin and end. */
export function pieces(text: string, words: ReadonlySet<string>): readonly { text: string; is: boolean }[] {
  const found: { text: string; is: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(IDENTIFIER)) {
    if (!words.has(match[0])) continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index), is: false });
    found.push({ text: match[0], is: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), is: false });
  return found;
}
