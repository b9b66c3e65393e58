// Words that sections of a hand-off sheet share: code of a repository inside a sentence, what a caller does with a reply,
// and facts whose ids are alike. It reads no store.

import { code as escaped, prose } from "../audit/markdown-text.ts";
import type { Contract } from "../pages.ts";
import type { Fact } from "./sheet.ts";

/** Text of a repository inside backticks, on one line: no mark of it ends them, and none of a table's cells. */
export function code(text: string): string {
  return escaped(text.replace(/\s+/g, " ").trim()) || "nothing";
}

/** Words that hold names of the repository: one that could be markup is set as code, and all others stay text. */
export function plainWords(text: string): string {
  const parts: string[] = [];
  let plain: string[] = [];
  const flush = () => {
    if (plain.length > 0) parts.push(prose(plain.join(" ")));
    plain = [];
  };
  // Each word by itself: an expression over the whole text would look at a long one again from each of its characters.
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    if (!MARKUP.test(word)) {
      plain.push(word);
      continue;
    }
    flush();
    const end = /[,;:.]$/.exec(word)?.[0] ?? "";
    parts.push(`${code(word.slice(0, word.length - end.length))}${end}`);
  }
  flush();
  return parts.join(" ");
}

const MARKUP = /[`*_|<>[\]\\#@{}]/;

type Site = Contract["sites"][number];

/** What a caller does with the reply. */
export const USES: Readonly<Record<Site["use"], string>> = {
  discarded: "discards the reply",
  bound: "keeps it",
  unpacked: "takes it apart",
  returned: "returns it to its own caller",
  argument: "hands it on",
};

/** Facts with the same id are told apart by their order. */
export function apart(facts: readonly Fact[]): readonly Fact[] {
  const counts = new Map<string, number>();
  return facts.map((fact) => {
    const count = (counts.get(fact.id) ?? 0) + 1;
    counts.set(fact.id, count);
    return count === 1 ? fact : { ...fact, id: `${fact.id}~${count}` };
  });
}

/** ` when …`, or nothing where there is no condition. */
export function under(when: string): string {
  return when === "" ? "" : ` when ${code(when)}`;
}

/** "one site", "four sites", in words. */
export function several(count: number, words: string, one: string, many = `${one}s`): string {
  return `${words} ${count === 1 ? one : many}`;
}
