// Turns a sentence into the questions whose answer now is what it states: the number that it writes, or the list. What it is
// about is guessed from the names in it and from where it stands; a question that comes to something else is not proposed.

import { posix } from "node:path";
import type { Passage } from "../../citation.ts";
import { codeSpansOf } from "../../syntax/code-spans.ts";
import { definitionsByWords, enclosing } from "../../syntax/definitions.ts";
import { languageOf } from "../../syntax/grammar.ts";
import { countsIn } from "../draft.ts";
import { readList } from "../prose/lists.ts";
import { type Answered, askAll, type Scene } from "./ask.ts";
import { phrasesIn } from "./phrases.ts";
import { Paths, type Subject, subjectsOf } from "./subject.ts";
import { thingsOf } from "./things.ts";

/** A sentence that is to be pinned, with where it stands; null of one that stands nowhere. */
export interface Stands {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
}

/** A question whose answer is what the sentence states. */
export interface Proposal {
  /** The number that it is asked for, as written; null of a list. */
  readonly number: string | null;
  /** The list that it is asked for, as written; null of a number. */
  readonly list: string | null;
  readonly question: string;
}

const MOST_QUESTIONS = 400;

/** Best first: of what the sentence ties the number to, then of other names in it, then of where it stands. */
export async function proposeQuestions(text: string, where: Stands | null, scene: Scene): Promise<readonly Proposal[]> {
  const subjects = await subjectsIn(text, where, scene);
  const wanted: { readonly number: string | null; readonly value: number; readonly questions: readonly string[] }[] =
    [];
  for (const { value, text: number, from, to } of countsIn(text)) {
    const tied = [...phrasesIn([passageOf(text)])].find((phrase) => phrase.number.from === from);
    const nouns = nounsBehind(text.slice(to, to + 80));
    const own = tied === undefined ? [] : subjectsOf(tied.of, tied.noun, new Paths(scene.files), placeOf(where));
    const questions = nouns.flatMap((noun) =>
      [...own, ...subjects].flatMap((subject) => questionsOf({ ...subject, noun })),
    );
    wanted.push({ number, value, questions });
  }
  const list = listIn(text);
  const nouns = list === null ? [] : nounsBehind(text);
  const listed = nouns.flatMap((noun) => subjects.flatMap((subject) => questionsOf({ ...subject, noun })));
  const asked = [...wanted.flatMap(({ questions }) => questions), ...listed];
  const answers = await askAll([...new Set(asked)].slice(0, MOST_QUESTIONS), scene);
  const proposals: Proposal[] = [];
  for (const { number, value, questions } of wanted)
    for (const question of new Set(questions))
      if (answers.get(question)?.amount === value) proposals.push({ number, list: null, question });
  if (list !== null)
    for (const question of new Set(listed))
      if (isSameSet(answers.get(question), list.items)) proposals.push({ number: null, list: list.text, question });
  return proposals;
}

/** What the catalogue asks, and of a name where it stands: that is too wide for sentences that nobody chose. */
function questionsOf(subject: Subject): readonly string[] {
  const found = thingsOf(subject.noun).flatMap((thing) => thing.questions(subject));
  if (subject.kind !== "name" || subject.text.includes(": ")) return found;
  const word = `\`${subject.text.slice(subject.text.lastIndexOf(".") + 1)}\``;
  if (/^files?$/i.test(subject.noun)) return [...found, `files containing word ${word}`, `files containing ${word}`];
  return /^lines?$/i.test(subject.noun)
    ? [...found, `lines containing word ${word}`, `lines containing ${word}`]
    : found;
}

/** The nouns of the catalogue behind a number, nearest first, each once. */
function nounsBehind(text: string): readonly string[] {
  const words = text.match(/[\p{L}-]+/gu) ?? [];
  const pairs = words.flatMap((word, index) => [`${words[index - 1] ?? ""} ${word}`, word]);
  return [...new Set(pairs)].filter((noun) => thingsOf(noun.trim()).length > 0).slice(0, 4);
}

/** The names and paths of a sentence, then what it stands in, then the surface. */
async function subjectsIn(text: string, where: Stands | null, scene: Scene): Promise<readonly Subject[]> {
  const paths = new Paths(scene.files);
  const place = placeOf(where);
  const named = [...codesOf(text), ...(where?.headings.toReversed().flatMap(codesOf) ?? [])];
  const home = place.isCode ? place.path : null;
  const subjects = named.flatMap((name): readonly Subject[] => [
    ...subjectsOf(name, "", paths, place),
    ...(scene.rows === undefined
      ? []
      : (["contract", "answerer"] as const).map((kind): Subject => ({ kind, text: name, noun: "", home }))),
  ]);
  const around = where === null ? [] : await subjectsAround(where, scene);
  const surface: readonly Subject[] = scene.rows === undefined ? [] : [{ kind: "surface", text: "", noun: "", home }];
  return [...subjects, ...around, ...surface];
}

function placeOf(where: Stands | null) {
  return { path: where?.path ?? "", isCode: where !== null && languageOf(where.path) !== null };
}

/** What is set in backticks, and what has a slash or an ending. */
function codesOf(text: string): readonly string[] {
  const codes = codeSpansOf(text).map(({ start, end }) => text.slice(start, end).trim());
  const bare = text.match(/[\w.-]+\/[\w./-]*\w|\b[\w-]+\.(?:py|tsx?|jsx?|mjs)\b/g) ?? [];
  return [...new Set([...codes, ...bare])].slice(0, 12);
}

async function subjectsAround({ path, line }: Stands, { files, bytes }: Scene): Promise<readonly Subject[]> {
  const folder = posix.dirname(path);
  const isFront = /^(?:__init__|index|mod|readme)\./i.test(posix.basename(path));
  const around: readonly Subject[] =
    isFront && folder !== "." ? [{ kind: "folder", text: folder, noun: "", home: null }] : [];
  const oid = files.get(path);
  if (languageOf(path) === null || oid === undefined) return around;
  const outline = definitionsByWords(path, Buffer.from(await bytes(oid)).toString("utf8"));
  const inner = enclosing(outline, line, line).filter(({ kind }) => kind === "class" || kind === "function");
  return [
    ...inner
      .toReversed()
      .map(({ name }): Subject => ({ kind: "name", text: `${path}: ${name}`, noun: "", home: path })),
    { kind: "file", text: path, noun: "", home: path },
    ...around,
  ];
}

/** The longest run of code that a sentence lists. */
function listIn(text: string): { readonly text: string; readonly items: readonly string[] } | null {
  const runs = text.match(/`[^`]{1,120}`(?:(?:,? and |,? or |, )`[^`]{1,120}`)+/g) ?? [];
  const [run] = runs.toSorted((a, b) => b.length - a.length);
  return run === undefined ? null : { text: run, items: readList(run) };
}

function isSameSet(answered: Answered | undefined, items: readonly string[]): boolean {
  if (answered === undefined) return false;
  const found = new Set(answered.answer.items.map(({ text }) => text));
  return found.size === new Set(items).size && items.every((item) => found.has(item));
}

function passageOf(text: string): Passage {
  const lines = [{ offset: 0, line: 1, column: 1 }];
  return { kind: "paragraph", line: 1, endLine: 1, text, lines, headings: [], columns: [], quoted: false };
}
