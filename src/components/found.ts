// Says whether words that a reader looks for find a row: by pull request, by commit or by what it says. It knows no table.

import type { Moment } from "../../loaders/report/pages.ts";

/** `#860`: a pull request of the moments and nothing else; hex from seven digits: their commits; else the texts. */
export function finds(
  words: string,
  moments: readonly (Pick<Moment, "oid" | "pr"> | null)[],
  texts: readonly string[],
): boolean {
  const q = words.trim().toLowerCase();
  if (q === "") return true;
  const pull = /^#(\d+)$/.exec(q);
  if (pull) return moments.some((moment) => moment !== null && moment.pr === Number(pull[1]));
  if (/^[0-9a-f]{7,64}$/.test(q) && moments.some((moment) => moment?.oid.startsWith(q))) return true;
  return texts.some((text) => text.toLowerCase().includes(q));
}
