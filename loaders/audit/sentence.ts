// Turns a citation in its passage into the sentence around it and the tokens by which code can be recognised: names,
// words and whole pieces of code, each with a weight. It looks at prose only.

import type { Citation, Passage } from "../citation.ts";
import { sentenceAround } from "../syntax/sentences.ts";
import { isStopWord, looksLikeName, partsOf, stem } from "./words.ts";

/** `name`: an identifier; `word`: a stem; `phrase`: code without its white space. */
export interface Token {
  readonly kind: "name" | "word" | "phrase";
  readonly key: string;
  /** How much it says, by how it is written and how near it stands: 0 to 1.6. */
  readonly weight: number;
}

export interface Sentence {
  /** White space folded. */
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The one symbol that is written tight beside the citation: `` `sym` (f:12) ``, or null. */
  readonly adjacent: string | null;
}

/** How much a place in the prose counts for a citation, by what stands between. */
const NEARNESS = { own: [1, 0.5, 0.3], other: [0.3, 0.15, 0.15] } as const;

const WEIGHT = {
  /** In backticks; what qualifies a dotted one; bare but shaped like a name; a short quoted string; a number. */
  code: 1,
  qualifier: 0.6,
  bare: 0.8,
  quoted: 0.6,
  number: 0.5,
  word: 0.5,
  part: 0.35,
  /** The definition whose docstring or comment it stands in; the headings above it. */
  inside: 0.12,
  phrase: 1.6,
} as const;

/** Shorter pieces of code stand anywhere. Characters, white space left out. */
const SHORTEST_PHRASE = 8;

/** Characters of a passage that are looked at on each side of a citation. */
const REACH = 1_400;
/** And of a passage longer than this, which nobody wrote as one: a hundred thousand citations may stand in it. */
const ENDLESS = 40_000;
const ENDLESS_REACH = 300;

/** The sentence around a citation, white space folded: what identifies it. */
export function sentenceText(passage: Passage, citation: Citation): string {
  const { start, end } = boundsOf(passage, citation);
  return passage.text.slice(start, end).replace(/\s+/g, " ").trim();
}

/** `citations` are those around it in the passage, itself among them; `inside` the definition around a comment, or null. */
export function sentenceOf(
  passage: Passage,
  citation: Citation,
  citations: readonly Citation[],
  inside: string | null,
): Sentence {
  const { from, to, start, end } = boundsOf(passage, citation);
  const tokens = new Tokens();
  for (const found of wordsOf(passage.text, from, to, citations)) {
    const own = found.at >= start && found.at < end;
    tokens.add(found, NEARNESS[own ? "own" : "other"][Math.min(2, between(found.at, citation, citations))]!);
  }
  for (const around of [inside ?? "", ...passage.headings.slice(-1), ...passage.columns])
    for (const word of around.match(/[\p{L}_]+/gu) ?? [])
      for (const part of partsOf(word)) tokens.word(part, WEIGHT.inside);
  return { text: sentenceText(passage, citation), tokens: tokens.all(), adjacent: citation.symbol };
}

/** What of a passage is looked at for a citation, and where in that its own sentence starts and ends. */
function boundsOf({ text }: Passage, citation: Citation) {
  const reach = text.length > ENDLESS ? ENDLESS_REACH : REACH;
  const from = Math.max(0, citation.from - reach);
  const to = Math.min(text.length, citation.to + reach);
  const sentence = sentenceAround(text, citation, reach);
  return { from, to, start: sentence.from, end: sentence.to };
}

/** How many other citations stand between a place and a citation. */
function between(at: number, citation: Citation, citations: readonly Citation[]): number {
  const [low, high] = at < citation.from ? [at, citation.from] : [citation.to, at];
  let count = 0;
  for (const other of citations) if (other !== citation && other.from >= low && other.to <= high) count++;
  return count;
}

interface Found {
  readonly at: number;
  readonly text: string;
  /** `message`: several words in quotation marks, which code may hold as they are. */
  readonly how: "code" | "quoted" | "message" | "plain";
}

const SPAN =
  /(`+)([^`]{1,300})\1|"([^"\n]{2,60})"|'([^'\n]{2,60})'(?![\p{L}])|“([^”\n]{2,60})”|[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|->)[\p{L}_$][\p{L}\p{N}_$]*)*(?:\(\))?/gu;

/** Pieces of a text that can name something, citations themselves left out. */
function wordsOf(text: string, from: number, to: number, citations: readonly Citation[]): readonly Found[] {
  const found: Found[] = [];
  const part = blanked(text, from, to, citations);
  for (const match of part.matchAll(SPAN)) {
    const at = from + match.index;
    const quoted = match[3] ?? match[4] ?? match[5];
    if (match[2] !== undefined) found.push({ at, text: match[2], how: "code" });
    else if (quoted !== undefined) {
      if (/^\S+(?: \S+)?$/.test(quoted)) found.push({ at, text: quoted, how: "quoted" });
      else found.push({ at, text: quoted, how: "message" });
      if (!/^\S+$/.test(quoted))
        for (const word of quoted.matchAll(/[\p{L}_$][\p{L}\p{N}_$.]*/gu))
          found.push({ at: at + word.index, text: word[0], how: "plain" });
    } else found.push({ at, text: match[0], how: "plain" });
  }
  return found;
}

/** The text with every citation, and the path before it, replaced by blanks. */
function blanked(text: string, from: number, to: number, citations: readonly Citation[]): string {
  let part = text.slice(from, to);
  for (const citation of citations) {
    const low = Math.max(citation.from, from) - from;
    const high = Math.min(citation.to, to) - from;
    // A symbol that is all that is cited says where; a path or a number says nothing about the lines.
    if (high > low) part = part.slice(0, low) + " ".repeat(high - low) + part.slice(high);
  }
  // Where a link leads says nothing either.
  return part
    .replace(/\]\([^()\s]{1,500}\)/g, (link) => " ".repeat(link.length))
    .replace(/[\w./@-]*\w\.\w{1,5}(?=[\s:#`)\],]|$)(?<=\/[\w.@-]*)/g, (path) => " ".repeat(path.length));
}

class Tokens {
  private readonly names = new Map<string, number>();
  private readonly words = new Map<string, number>();
  private readonly phrases = new Map<string, number>();

  add(found: Found, near: number): void {
    if (found.how === "code") this.code(found.text, near);
    else if (found.how === "quoted") this.literal(found.text, WEIGHT.quoted * near, near);
    else if (found.how === "message") this.phrase(found.text, near);
    else this.plain(found.text, near);
  }

  word(part: string, weight: number): void {
    if (!isStopWord(part)) raise(this.words, stem(part), weight);
  }

  all(): readonly Token[] {
    const tokens: Token[] = [];
    for (const [kind, map] of [
      ["name", this.names],
      ["word", this.words],
      ["phrase", this.phrases],
    ] as const)
      for (const [key, weight] of map) tokens.push({ kind, key, weight });
    return tokens;
  }

  private code(text: string, near: number): void {
    const words = text.trim().split(/\s+/).length;
    if (words >= 2 && /[-+*/=<>!&|()[\]{}.:]/.test(text)) this.phrase(text, near);
    this.literal(text, WEIGHT.code * near, near);
  }

  private phrase(text: string, near: number): void {
    const dense = text.replace(/\s+/g, "");
    if (dense.length >= SHORTEST_PHRASE) raise(this.phrases, dense, WEIGHT.phrase * near);
  }

  private literal(text: string, weight: number, near: number): void {
    const dotted = [...text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|->)[\p{L}_$][\p{L}\p{N}_$]*)*/gu)];
    for (const [path] of dotted) this.path(path, weight);
    for (const [number] of text.matchAll(/(?<![\p{L}\p{N}_$.])\p{N}+(?:\.\p{N}+)?/gu))
      raise(this.names, number, WEIGHT.number * near);
  }

  private path(path: string, weight: number): void {
    const names = path.split(/\.|::|->/);
    for (const [at, name] of names.entries()) {
      if (name === "" || isStopWord(name)) continue;
      const worth = at === names.length - 1 ? weight : weight * WEIGHT.qualifier;
      raise(this.names, name, worth);
      for (const part of partsOf(name)) this.word(part, WEIGHT.part * (worth / WEIGHT.code));
    }
  }

  private plain(text: string, near: number): void {
    const bare = text.replace(/\(\)$/, "");
    if (bare !== text || /\.|::|->/.test(bare) || looksLikeName(bare)) this.path(bare, WEIGHT.bare * near);
    else for (const part of partsOf(bare)) this.word(part, WEIGHT.word * near);
  }
}

/** Of several occurrences the best counts. */
function raise(map: Map<string, number>, key: string, weight: number): void {
  if ((map.get(key) ?? 0) < weight) map.set(key, weight);
}
