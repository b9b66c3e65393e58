// Turns a name that a commit took away into the name that the same commit put in its place: where its lines came back the
// same but for that one word. It looks at that commit's files only.

import type { Library } from "../../audit/library.ts";
import type { Past } from "../../audit/past.ts";
import { definingOn } from "./defines.ts";

/** Files of one commit, and lines of one file, that are compared. */
const MOST_FILES = 60;
const MOST_LOST = 60;
const MOST_ADDED = 4_000;

/** Names with how many lines say so, the most first; empty where no line came back. A line that defines counts for two. */
export async function successorsOf(
  name: string,
  at: number,
  past: Past,
  library: Library,
): Promise<readonly { readonly name: string; readonly lines: number }[]> {
  const votes = new Map<string, number>();
  let files = 0;
  for (const { oldOid, oid } of past.changes[at] ?? []) {
    if (oldOid === null || oid === null || oldOid === oid) continue;
    const before = await library.text(oldOid);
    if (before === null || !Buffer.from(before.bytes).includes(name)) continue;
    if (++files > MOST_FILES) break;
    const after = await library.text(oid);
    if (after !== null) count(name, before.lines, after.lines, votes);
  }
  return [...votes].map(([word, lines]) => ({ name: word, lines })).sort((a, b) => b.lines - a.lines);
}

function count(name: string, before: readonly string[], after: readonly string[], votes: Map<string, number>): void {
  const whole = new RegExp(`(?<![\\w-])${name.replace(/[^\w-]/g, "")}(?![\\w-])`);
  const known = new Set(before);
  const added = [...new Set(after)].filter((line) => !known.has(line)).slice(0, MOST_ADDED);
  const kept = new Set(after);
  const lost = [...known].filter((line) => !kept.has(line) && whole.test(line)).slice(0, MOST_LOST);
  const text = before.join("\n");
  const isHeld = (word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text);
  for (const line of lost) {
    const start = whole.exec(line)!.index;
    const head = line.slice(0, start);
    const tail = line.slice(start + name.length);
    // A line that is little else than the name would fit any.
    if ((head + tail).replace(/\W/g, "").length < 3) continue;
    const words = new Set<string>();
    for (const each of added) {
      if (each.length < head.length + tail.length + 2 || !each.startsWith(head) || !each.endsWith(tail)) continue;
      const word = each.slice(head.length, each.length - tail.length);
      if (/^(?:--)?[A-Za-z_][\w-]*$/.test(word) && word !== name) words.add(word);
    }
    const [only] = words;
    // A word that the file held before is no new name of anything.
    if (words.size !== 1 || isHeld(only!)) continue;
    votes.set(only!, (votes.get(only!) ?? 0) + (definingOn(line, name) === "named" ? 2 : 1));
  }
}
