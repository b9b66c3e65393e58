// Words that sections of a hand-off sheet share: code of a repository inside a sentence, what a caller does with a reply,
// and facts whose ids are alike. It reads no store.

import { code as escaped } from "../audit/markdown-text.ts";
import type { Contract } from "../pages.ts";
import type { Fact } from "./sheet.ts";

/** Text of a repository inside backticks, on one line: no mark of it ends them, and none of a table's cells. */
export function code(text: string): string {
  return escaped(text.replace(/\s+/g, " ").trim()) || "nothing";
}

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
