// Turns names that are gone into what they are called now: where the commit that took one away put another word in its
// place on the same lines, and code holds that word still.

import type { Library } from "../../audit/library.ts";
import { groupBy } from "../../group.ts";
import type { FileChange } from "../../model.ts";
import { WordScanner } from "../../syntax/word-scanner.ts";
import { definingOn } from "./defines.ts";
import type { Gone } from "./gone-names.ts";
import type { Scene } from "./mention.ts";
import { NameIndex } from "./name-index.ts";

/** Files of one commit, and lines of one file, that are compared. */
const MOST_FILES = 400;
const MOST_LOST = 60;
const MOST_ADDED = 4_000;

export class Successors {
  private readonly names: ReadonlyMap<string, string>;

  private constructor(names: ReadonlyMap<string, string>) {
    this.names = names;
  }

  static async of(gone: ReadonlyMap<string, Gone>, { past, library, snapshot }: Scene): Promise<Successors> {
    const heirs = new Map<string, string>();
    const defined = [...gone].filter(([, each]) => each.defined !== null);
    for (const [at, its] of groupBy(defined, ([, each]) => each.at)) {
      const votes = await votesIn(
        past.changes[at] ?? [],
        its.map(([name]) => name),
        library,
      );
      for (const [name, counts] of votes) {
        const [best, next] = [...counts].sort((a, b) => b[1] - a[1]);
        // One line may be like another by chance; several that disagree say nothing.
        if (best !== undefined && best[1] > 1 && best[1] > (next?.[1] ?? 0) * 2) heirs.set(name, best[0]);
      }
    }
    const index = await NameIndex.of(snapshot.files, library, heirs.values());
    return new Successors(new Map([...heirs].filter(([, heir]) => index.holding(heir).length > 0)));
  }

  /** What a name is called now, or null. */
  of(name: string): string | null {
    return this.names.get(name) ?? null;
  }
}

type Votes = Map<string, Map<string, number>>;

/** By name: the words that stand in its place in what a commit wrote, with how many lines say so. */
async function votesIn(changes: readonly FileChange[], names: readonly string[], library: Library): Promise<Votes> {
  const scanner = new WordScanner(names);
  const votes: Votes = new Map();
  for (const { oldOid, oid } of changes.slice(0, MOST_FILES)) {
    if (oldOid === null || oid === null || oldOid === oid) continue;
    const before = await library.text(oldOid);
    const held = before === null ? [] : scanner.scan(before.bytes);
    const after = held.length === 0 ? null : await library.text(oid);
    if (before === null || after === null) continue;
    const edit = editOf(before.lines, after.lines);
    for (const number of held) vote(scanner.words[number]!, edit, votes);
  }
  return votes;
}

interface Edit {
  readonly lost: readonly string[];
  readonly added: readonly string[];
  readonly before: string;
}

function editOf(before: readonly string[], after: readonly string[]): Edit {
  const old = new Set(before);
  const now = new Set(after);
  return {
    lost: [...old].filter((line) => !now.has(line)),
    added: [...now].filter((line) => !old.has(line)).slice(0, MOST_ADDED),
    before: before.join("\n"),
  };
}

/** A line that came back but for one word says what the name is called now; one that defines it says it twice. */
function vote(name: string, { lost, added, before }: Edit, votes: Votes): void {
  const whole = wordPattern(name);
  const counts = votes.get(name) ?? new Map<string, number>();
  votes.set(name, counts);
  for (const line of lost.filter((each) => each.includes(name) && whole.test(each)).slice(0, MOST_LOST)) {
    const start = whole.exec(line)!.index;
    const head = line.slice(0, start);
    const tail = line.slice(start + name.length);
    // A line that is little else than the name would fit any.
    if ((head + tail).replace(/\W/g, "").length < 3) continue;
    const words = new Set<string>();
    for (const each of added) {
      if (each.length < head.length + tail.length + 2 || !each.startsWith(head) || !each.endsWith(tail)) continue;
      const word = each.slice(head.length, each.length - tail.length);
      if (/^(?:--)?[A-Za-z_][\w-]*$/.test(word)) words.add(word);
    }
    const [only] = words;
    // A word that the file held before is no new name of anything.
    if (only === undefined || words.size !== 1 || wordPattern(only).test(before)) continue;
    counts.set(only, (counts.get(only) ?? 0) + (definingOn(line, name) === "named" ? 2 : 1));
  }
}

function wordPattern(word: string): RegExp {
  return new RegExp(`(?<![\\w-])${word.replace(/[^\w-]/g, "")}(?![\\w-])`);
}
