// Says of each copy of a sentence whether it was copied from an earlier one or written independently, with the reasons:
// what its commit had in reach. It reads the file of sentences and commit messages, and tells no person's name.

import { posix } from "node:path";
import { originsInside } from "../../git/history.ts";
import type { Repository } from "../../git/repository.ts";
import { groupBy } from "../../group.ts";
import type { Floor } from "../../model.ts";
import type { Database } from "../../store/database.ts";
import type { Copy } from "./copies.ts";
import type { Life } from "./lives.ts";
import { likeness } from "./match.ts";
import { wordsOf } from "./words.ts";

/** `unclear`: nothing shows that the earlier text was in reach, and nothing shows that it was not. */
export type Verdict = "first" | "copied" | "independent" | "unclear";

export interface Reason {
  /** A stable word for programs. */
  readonly sign: "same-commit" | "file-touched" | "folder-touched" | "quoted" | "disjoint" | "gone" | "words" | "edge";
  /** A sentence for people, without a full stop at the end. */
  readonly says: string;
}

export interface Origin {
  readonly verdict: Verdict;
  /** The earlier copy that it is told of, by its place among the copies; null of the first. */
  readonly from: number | null;
  readonly reasons: readonly Reason[];
}

/** Copies before one that it is compared with, the most alike first. */
const MOST_EARLIER = 30;
/** Commits of a merge whose messages are read, and characters of each. */
const MOST_MESSAGES = 200;
const LONGEST_MESSAGE = 50_000;

interface Reach {
  readonly touched: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Words of the commit's messages, and of those of the commits it merged, blanks around. */
  readonly messages: readonly string[];
}

/** What commits of the line had in reach; each is asked for once. */
export class Reaches {
  readonly #repo: Repository;
  readonly #database: Database;
  readonly #known = new Map<number, Reach>();

  constructor(repo: Repository, database: Database) {
    this.#repo = repo;
    this.#database = database;
  }

  /** By position, at least those asked for. */
  async at(positions: Iterable<number>): Promise<ReadonlyMap<number, Reach>> {
    const wanted = [...new Set(positions)].filter((position) => !this.#known.has(position));
    if (wanted.length === 0) return this.#known;
    const list = wanted.join(", ");
    const touched = groupBy(
      await this.#database.rows<{ position: number; path: string }>(
        `SELECT position, path FROM touched WHERE position IN (${list})`,
      ),
      ({ position }) => position,
    );
    const line = await this.#database.rows<{ position: number; oid: string }>(
      `SELECT position, oid FROM line WHERE position IN (${list})`,
    );
    for (const { position, oid } of line) {
      const paths = (touched.get(position) ?? []).map(({ path }) => path);
      this.#known.set(position, {
        touched: new Set(paths),
        folders: new Set(paths.map((path) => posix.dirname(path))),
        messages: await messagesOf(this.#repo, oid),
      });
    }
    return this.#known;
  }
}

/** In the order of `copies`, which is that of their births. */
export async function originsOf(reaches: Reaches, copies: readonly Copy[], floor: Floor): Promise<readonly Origin[]> {
  const reach = await reaches.at(copies.map(({ lives }) => lives[0]!.first));
  return copies.map((copy, at) => {
    const { first } = copy.lives[0]!;
    const edge: Reason[] =
      first === 0 && floor !== "root"
        ? [{ sign: "edge", says: "history begins with it: what stood before is not known" }]
        : [];
    if (at === 0) return { verdict: "first", from: null, reasons: edge };
    const earlier = copies
      .slice(0, at)
      .map((each, from) => ({ from, each, like: likeness(each.key, copy.key) }))
      .toSorted((a, b) => b.like - a.like || a.from - b.from)
      .slice(0, MOST_EARLIER);
    if (edge.length > 0) return { verdict: "unclear", from: earlier[0]!.from, reasons: edge };
    const judged = earlier.map(({ from, each, like }) => ({ from, ...judge(copy, each, like, reach.get(first)!) }));
    return ORDER.map((verdict) => judged.find((each) => each.verdict === verdict)).find((each) => each !== undefined)!;
  });
}

const ORDER: readonly Verdict[] = ["copied", "unclear", "independent"];

function judge(copy: Copy, earlier: Copy, like: number, reach: Reach): Pick<Origin, "verdict" | "reasons"> {
  const { first } = copy.lives[0]!;
  const words: Reason = {
    sign: "words",
    says: earlier.key === copy.key ? "the words are the same" : `${Math.round(100 * like)}% of the words are the same`,
  };
  const birth = earlier.lives[0]!;
  if (birth.first === first) {
    const says = `the same commit wrote ${birth.bornDoc}:${birth.bornLine}`;
    return { verdict: "copied", reasons: [{ sign: "same-commit", says }, words] };
  }
  const quoted = reach.messages.some((message) => message.includes(` ${earlier.key} `));
  const quotes: readonly Reason[] = quoted
    ? [{ sign: "quoted", says: "its commit's message quotes the earlier text" }]
    : [];
  const stood = earlier.lives.find((life) => life.first < first && (life.last === null || life.last >= first - 1));
  if (stood === undefined) {
    const reasons: readonly Reason[] = [...quotes, { sign: "gone", says: "the earlier text had gone by then" }, words];
    return { verdict: quoted ? "copied" : verdictOfWords(copy, earlier), reasons };
  }
  const docs = documentsOf(stood);
  const file = docs.find((doc) => reach.touched.has(doc));
  const folder = docs.find((doc) => reach.folders.has(posix.dirname(doc)));
  const inReach: readonly Reason[] =
    file !== undefined
      ? [{ sign: "file-touched", says: `the earlier text stood in ${file}, which the commit changed` }]
      : folder !== undefined
        ? [
            {
              sign: "folder-touched",
              says: `the earlier text stood in ${folder}, and the commit changed files of the same folder`,
            },
          ]
        : [];
  if (inReach.length + quotes.length > 0) return { verdict: "copied", reasons: [...inReach, ...quotes, words] };
  const says = `the earlier text stood in ${docs.at(-1)}, and the commit changed nothing in that folder`;
  return { verdict: verdictOfWords(copy, earlier), reasons: [{ sign: "disjoint", says }, words] };
}

/** Nobody writes the same words twice by chance; that they were in reach is not shown either. */
function verdictOfWords(copy: Copy, earlier: Copy): Verdict {
  return copy.key === earlier.key ? "unclear" : "independent";
}

function documentsOf({ bornDoc, docs, doc }: Life): readonly string[] {
  return [...new Set([bornDoc, ...docs, doc])];
}

async function messagesOf(repo: Repository, oid: string): Promise<readonly string[]> {
  const commit = await repo.commit(oid);
  const inside = await originsInside(repo, commit);
  return [commit, ...inside.slice(0, MOST_MESSAGES)].map(
    ({ message }) => ` ${wordsOf(message.slice(0, LONGEST_MESSAGE)).key} `,
  );
}
