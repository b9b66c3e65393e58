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

/** The sentence with what is cited marked, and the words that speak underlined. */
export function markedSentence(
  sentence: string,
  cited: string,
  words: ReadonlySet<string>,
  wrong: boolean,
): readonly Child[] {
  const folded = cited.replace(/\s+/g, " ");
  const at = folded === "" ? -1 : sentence.indexOf(folded);
  if (at < 0) return underlined(sentence, words);
  return [
    underlined(sentence.slice(0, at), words),
    h("mark", { class: wrong ? "wrong" : "" }, sentence.slice(at, at + folded.length)),
    underlined(sentence.slice(at + folded.length), words),
  ];
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
