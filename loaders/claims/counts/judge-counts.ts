// Turns the counts in a tree's prose into candidates: numbers that what they count, or what the prose itself lists, does not
// bear out now. A candidate never fails; what cannot be derived, and what agrees, is only counted.

import { isData } from "../../audit/documents.ts";
import { LARGEST_TARGET, type Library } from "../../audit/library.ts";
import type { Passage, Snapshot } from "../../citation.ts";
import type { ClaimFinding } from "../../claim.ts";
import type { Facts } from "../../facts/source.ts";
import type { Rows } from "../../surface/rows.ts";
import { proseOf } from "../../syntax/prose.ts";
import { entryNames } from "../prose/list-words.ts";
import { askAll, type Scene } from "./ask.ts";
import { isBorneOut } from "./borne-out.ts";
import type { Counted, Listed } from "./count.ts";
import { countFinding, type Found, Ordinals } from "./finding.ts";
import { mayList } from "./list-phrase.ts";
import { listedIn } from "./listed.ts";
import { isClosed, isOfAnotherTime, isOfNow, isSectionOfAnotherTime } from "./mood.ts";
import { mayCount, type Phrase, phrasesIn } from "./phrases.ts";
import { Speaker } from "./speaker.ts";
import { Paths } from "./subject.ts";

export interface CountsAsked {
  readonly snapshot: Snapshot;
  readonly library: Library;
  readonly facts: Facts;
  /** Which documents are read. */
  readonly wanted: (path: string) => boolean;
  /** The surface, derived where a sentence counts something of it; without it nothing is asked of the surface. */
  readonly rows?: (() => Promise<Rows>) | undefined;
}

/** Numbers that count a thing of the catalogue or stand before a list, and what became of them. */
export interface CountsTold {
  /** Verdict "differs", in order of document, then place; `fails` is always false. */
  readonly findings: readonly ClaimFinding[];
  readonly seen: number;
  /** Those of them that could be counted: `agree` and `differ` together. */
  readonly derived: number;
  readonly agree: number;
  readonly differ: number;
}

/** Sentences of a tree that are asked about: each costs a look at the files that hold a name. */
const MOST_ASKED = 400;

/** Throws missing-object. */
export async function judgeCounts(asked: CountsAsked): Promise<CountsTold> {
  const { snapshot, library, facts, rows } = asked;
  const scene: Scene = { files: snapshot.files, bytes: (oid) => library.bytes(oid), facts, rows };
  const paths = new Paths(snapshot.files);
  const documents: Read[] = [];
  let seen = 0;
  let toAsk = 0;
  for (const [path, oid] of snapshot.files) {
    if (!asked.wanted(path) || isData(path) || isClosed(path)) continue;
    const bytes = await library.bytes(oid);
    if (bytes.length > LARGEST_TARGET || bytes.includes(0)) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    const read = readDocument(path, text);
    if (read === null) continue;
    seen += new Set([...read.listed, ...read.phrases].map(keyOf)).size;
    const speaker = new Speaker(path, oid, library, paths);
    for (const phrase of read.phrases) {
      if (toAsk >= MOST_ASKED) break;
      const questions = await speaker.questionsFor(phrase, read.passages[phrase.passage]!, rows !== undefined);
      if (questions.length > 0) toAsk++;
      read.questions.set(phrase, questions);
    }
    documents.push(read);
  }
  const answers = await askAll(
    documents.flatMap(({ questions }) => [...questions.values()].flat()),
    scene,
  );
  const findings: ClaimFinding[] = [];
  let agree = 0;
  for (const document of documents) {
    const ordinals = new Ordinals();
    for (const [counted, found] of foundIn(document, (phrase) =>
      isBorneOut(phrase, document.questions.get(phrase) ?? [], answers),
    )) {
      if (found === "agrees") agree++;
      else findings.push(countFinding(document, counted, found, ordinals));
    }
  }
  return { findings, seen, derived: agree + findings.length, agree, differ: findings.length };
}

/** A document with the counts in it that speak of now. */
interface Read {
  readonly path: string;
  readonly passages: readonly Passage[];
  readonly listed: readonly Listed[];
  readonly phrases: readonly Phrase[];
  readonly questions: Map<Phrase, readonly string[]>;
}

/** Null where it holds none, or tells of a day. */
function readDocument(path: string, text: string): Read | null {
  if (!mayCount(text) && !mayList(text)) return null;
  const { passages, dated, ignores } = proseOf(path, text);
  if (dated !== null) return null;
  const ignored = new Set(ignores.map(({ of }) => of));
  const isMeant = ({ passage: index }: Counted) => {
    const { line, endLine } = passages[index]!;
    for (let at = line; ignored.size > 0 && at <= endLine; at++) if (ignored.has(at)) return false;
    return true;
  };
  const speaksOfNow = ({ passage: index, number, sentence }: Counted) => {
    const { text: whole, headings } = passages[index]!;
    const span = { from: number.from - sentence.from, to: number.to - sentence.from };
    return isOfNow(whole.slice(sentence.from, sentence.to), span) && !isSectionOfAnotherTime(headings);
  };
  // What a list bears out, it bears out whenever it is of.
  const listed = [...listedIn({ path, passages, lines: text.split("\n") })].filter(isMeant);
  const phrases = isOfAnotherTime(path)
    ? []
    : [...phrasesIn(passages)].filter((each) => isMeant(each) && speaksOfNow(each));
  return listed.length + phrases.length === 0 ? null : { path, passages, listed, phrases, questions: new Map() };
}

function keyOf({ passage, number }: Counted): string {
  return `${passage} ${number.from}`;
}

/** What is derived of a document, in order of place. A number that a list or the code bears out is right. */
function foundIn(
  { listed, phrases }: Read,
  judged: (phrase: Phrase) => Found | "agrees" | null,
): readonly (readonly [Counted, Found | "agrees"])[] {
  const byPlace = new Map<string, [Counted, Found | "agrees"]>();
  const put = (counted: Counted, found: Found | "agrees" | null) => {
    if (found === null || byPlace.get(keyOf(counted))?.[1] === "agrees") return;
    byPlace.set(keyOf(counted), [counted, found]);
  };
  for (const each of listed) put(each, listedFound(each));
  for (const phrase of phrases) put(phrase, judged(phrase));
  return [...byPlace.values()].toSorted(([a], [b]) => a.passage - b.passage || a.number.from - b.number.from);
}

/** An item may name two things: "`start` / `stop`". */
function listedFound({ where, items, number }: Listed): Found | "agrees" {
  const names = items.reduce((sum, { text }) => sum + Math.max(1, entryNames(text.replaceAll("**", "")).length), 0);
  // "4 errors:" over "2 of one kind" and "2 of another".
  const parts = items.reduce((sum, { text }) => sum + Number(/^\**(\d{1,3})\s/.exec(text)?.[1] ?? Number.NaN), 0);
  if ([items.length, names, parts].includes(number.value)) return "agrees";
  return { question: null, where, amount: items.length, items: items.map((item) => ({ ...item, path: null })) };
}
