// Turns the files that a claim asks into altered copies, near to what it is about: the places of its answer, else the
// lines that hold the words of its question.

import { posix } from "node:path";
import type { Chunk } from "../../model.ts";
import type { Answer, CodeFile, FilesQuestion } from "../question.ts";
import { type Edit, editsAt, editsOf, type Spot } from "./edits.ts";
import type { Seed } from "./seed.ts";

/** Spots of one question that are altered, and words of it. */
const MOST_SPOTS = 3;
const MOST_WORDS = 3;

/** What a question is about, and its files: those it looks at, and those of them that hold all its words; both in order. `open` reads one. */
export interface Ground {
  readonly subjects: readonly string[];
  readonly wanted: readonly string[];
  readonly holding: readonly string[];
  readonly open: (path: string) => Promise<CodeFile>;
}

export async function codeSeeds(
  question: FilesQuestion,
  answer: Answer | null,
  { subjects, wanted, holding: paths, open }: Ground,
): Promise<readonly Seed[]> {
  const added = await forbidden([...new Set([...subjects, ...question.words])].slice(0, MOST_WORDS), wanted, open);
  const places = (answer?.items ?? []).filter(({ path }) => path !== null && paths.includes(path));
  const home = places[0]?.path ?? paths[0];
  if (home === undefined) return added;
  const file = await open(home);
  const lines = file.text.split("\n");
  const seeds: Seed[] = [...added];
  const seen = new Set([file.text]);
  const sow = ({ kind, says, lines: altered }: Edit, at: number) => {
    const text = altered.join("\n");
    if (seen.has(text)) return;
    seen.add(text);
    seeds.push({ kind, soil: "code", says: `in ${home}:${at + 1} ${says}`, files: new Map([[home, text]]) });
  };
  const own = places.filter(({ path }) => path === home).map(({ line }) => line);
  for (const at of spotsOf(question, own, file, lines)) {
    const spot: Spot = { lines, at, chunk: chunkAt(file, at), isPython: /\.pyi?$/.test(home) };
    for (const word of wordsAt(question.words, lines[at] ?? "")) for (const edit of editsOf(word, spot)) sow(edit, at);
    for (const edit of editsAt(spot)) sow(edit, at);
  }
  const copy = posix.join(posix.dirname(home), `copied_by_a_seed${posix.extname(home)}`);
  seeds.push({
    kind: "copy the file",
    soil: "code",
    says: `${copy} holds what ${home} holds`,
    files: new Map([[copy, file.text]]),
  });
  seeds.push({ kind: "drop the file", soil: "code", says: `${home} is gone`, files: new Map([[home, null]]) });
  const comment = /\.(?:[cm]?[jt]sx?|go|rs|java|cs|cpp|cc|c|h|php)$/.test(home) ? "//" : "#";
  seeds.push({
    kind: "shift lines",
    soil: "code",
    says: `everything in ${home} stands a line further down`,
    files: new Map([[home, `${comment} shifted by a seed\n${file.text}`]]),
  });
  return seeds;
}

/** Ways to say words in a file that does not say them: of what nothing may hold, call or import, something does. */
async function forbidden(
  words: readonly string[],
  wanted: readonly string[],
  open: (path: string) => Promise<CodeFile>,
): Promise<readonly Seed[]> {
  const home = wanted.find((path) => /\.(?:pyi?|[cm]?[jt]sx?)$/.test(path));
  if (home === undefined || words.length === 0) return [];
  const { text } = await open(home);
  const isPython = /\.pyi?$/.test(home);
  const all = words.join(isPython ? ", " : "; ");
  const [word] = words;
  const lines = isPython
    ? [all, ...words.map((each) => `${each}()`), `import ${word}`, `from ${word} import something`]
    : [
        all,
        ...words.map((each) => `${each}();`),
        `import "${word}";`,
        `import { something } from "${word}";`,
        `export default ${word};`,
      ];
  const body = isPython
    ? ["def added_by_a_seed():", ...lines.slice(0, words.length + 1).map((line) => `    ${line}`)]
    : ["function addedByASeed() {", ...lines.slice(0, words.length + 1).map((line) => `  ${line}`), "}"];
  const seed = (altered: readonly string[], says: string): Seed => ({
    kind: "put in what may not be there",
    soil: "code",
    says: `${home} ${says}`,
    files: new Map([[home, `${altered.join("\n")}\n${text}`]]),
  });
  return [
    ...lines.map((line) => seed([line], `has the line \`${line}\``)),
    seed(body, "has a function with such lines"),
  ];
}

/**
 * 0-based lines that are altered: of the answer, else those that say most of the question: by the words that they hold,
 * and by the names of the definition that they stand in.
 */
function spotsOf(
  { words }: FilesQuestion,
  places: readonly (number | null)[],
  file: CodeFile,
  lines: readonly string[],
): readonly number[] {
  const answered = places.filter((line) => line !== null).map((line) => line - 1);
  const holding = lines
    .map((line, at) => ({ at, held: words.filter((word) => line.includes(word)) }))
    .filter(({ held }) => held.length > 0)
    .map(({ at, held }) => {
      const chunk = chunkAt(file, at);
      const around = words.filter((word) => !held.includes(word) && (chunk?.name === word || chunk?.owner === word));
      return { at, score: held.length + around.length };
    })
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .map(({ at }) => at);
  // Of each word one line at least: a claim on calls in a function names both.
  const each = words.map((word) => lines.findIndex((line) => line.includes(word))).filter((at) => at >= 0);
  return [
    ...new Set([...answered.slice(0, MOST_SPOTS), ...holding.slice(0, MOST_SPOTS), ...each.slice(0, MOST_WORDS)]),
  ];
}

function wordsAt(words: readonly string[], line: string): readonly string[] {
  return words.filter((word) => line.includes(word)).slice(0, MOST_WORDS);
}

/** The definition that begins on a line, else the innermost one that holds it. */
function chunkAt({ source }: CodeFile, at: number): Chunk | null {
  const line = at + 1;
  const chunks = source?.chunks ?? [];
  return (
    chunks.find((chunk) => chunk.line === line && chunk.kind !== "statement") ??
    chunks.findLast((chunk) => chunk.kind !== "statement" && chunk.firstLine <= line && line <= chunk.endLine) ??
    null
  );
}
