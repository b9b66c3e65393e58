// Keeps what has been read of blobs during one audit: text, concordance, definitions, citations, alignments. Everything
// belongs to bytes, so it is made once however many citations ask; it decides nothing.

import type { Definitions, DocumentCitations } from "../citation.ts";
import { citationsIn, mayCite } from "../facts/citations.ts";
import type { Oid } from "../model.ts";
import { Recent } from "../recent.ts";
import { definitionsByWords, definitionsOf, loadDefinitionGrammars } from "../syntax/definitions.ts";
import { Alignment, type Text } from "./align.ts";
import { type Concordance, concordanceOf, sourceOf } from "./concordance.ts";

/** Larger files are not taken apart: their lines are counted, and nothing is said about what stands there. Bytes. */
export const LARGEST_TARGET = 8 * 2 ** 20;
/** A larger document is not read as prose. */
export const LARGEST_DOCUMENT = 64 * 2 ** 20;

const TEXT_BYTES = 96 * 2 ** 20;
const CONCORDANCE_LINES = 600_000;
const PROSE_CHARACTERS = 24 * 2 ** 20;
const MOST_ALIGNMENTS = 4_000;

/** A document taken apart, with its lines. */
export interface Read extends DocumentCitations {
  readonly lines: readonly string[];
}

export type ReadBlob = (oid: Oid) => Promise<Uint8Array>;

/** Of what is too heavy to be kept beside others so many are kept. */
const MOST_HEAVY = 2;

/** What was used last, and of what weighs too much for that the last few: ten thousand citations may be of one such file. */
class Shelf<Key, Value> {
  private readonly recent: Recent<Key, Value>;
  private readonly heavy = new Map<Key, Value>();

  constructor(limit: number, weigh: (value: Value) => number) {
    this.recent = new Recent(limit, weigh);
  }

  get(key: Key): Value | undefined {
    return this.recent.get(key) ?? this.heavy.get(key);
  }

  set(key: Key, value: Value): void {
    this.recent.set(key, value);
    if (this.recent.get(key) !== undefined) return;
    this.heavy.delete(key);
    this.heavy.set(key, value);
    for (const old of this.heavy.keys()) {
      if (this.heavy.size <= MOST_HEAVY) break;
      this.heavy.delete(old);
    }
  }
}

export class Library {
  private readonly readBlob: ReadBlob;
  private readonly examples: boolean;
  private readonly texts = new Shelf<Oid, Text>(TEXT_BYTES, (text) => text.bytes.length * 3 + 200);
  private readonly concordances = new Shelf<Oid, Concordance>(CONCORDANCE_LINES, (each) => each.count + 20);
  private readonly outlines = new Shelf<string, Definitions>(500_000, (each) => each.definitions.length + 1);
  private readonly prose = new Recent<string, Read>(PROSE_CHARACTERS, weightOf);
  /** Of blobs that are not taken apart. */
  private readonly counts = new Map<Oid, number>();
  private readonly alignments = new Recent<string, Alignment>(MOST_ALIGNMENTS, () => 1);

  /** `examples`: whether citations in fenced examples are citations too. */
  constructor(readBlob: ReadBlob, examples = false) {
    this.readBlob = readBlob;
    this.examples = examples;
  }

  /** The bytes of a blob. Throws missing-object. */
  bytes(oid: Oid): Promise<Uint8Array> {
    return this.readBlob(oid);
  }

  /** Null of what is no text: binary, or too large to be looked into. */
  async text(oid: Oid): Promise<Text | null> {
    const known = this.texts.get(oid);
    if (known !== undefined) return known.lines.length === 0 && known.bytes.length > 0 ? null : known;
    const bytes = await this.readBlob(oid);
    const text = { bytes, lines: isText(bytes) && bytes.length <= LARGEST_TARGET ? sourceOf(bytes).lines : [] };
    this.texts.set(oid, text);
    return text.lines.length === 0 && bytes.length > 0 ? null : text;
  }

  /** How many lines a blob has, whatever it holds. */
  async lines(oid: Oid): Promise<number> {
    const text = await this.text(oid);
    if (text !== null) return text.lines.length;
    const known = this.counts.get(oid);
    if (known !== undefined) return known;
    const bytes = await this.readBlob(oid);
    let count = 0;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
    if (bytes.length > 0 && bytes.at(-1) !== 10) count++;
    this.counts.set(oid, count);
    return count;
  }

  /** Whether a blob is text, also where it is too large to be taken apart. */
  async isText(oid: Oid): Promise<boolean> {
    const text = (await this.text(oid)) ?? this.texts.get(oid);
    return isText(text?.bytes ?? (await this.readBlob(oid)));
  }

  async concordance(oid: Oid): Promise<Concordance | null> {
    const known = this.concordances.get(oid);
    if (known !== undefined) return known;
    const text = await this.text(oid);
    if (text === null) return null;
    const made = concordanceOf(text);
    this.concordances.set(oid, made);
    return made;
  }

  async definitions(path: string, oid: Oid): Promise<Definitions> {
    const key = `${oid} ${path.slice(path.lastIndexOf("/") + 1)}`;
    const known = this.outlines.get(key);
    if (known !== undefined) return known;
    const text = await this.text(oid);
    await loadDefinitionGrammars([path]);
    const made: Definitions = text === null ? NONE : definitionsOf(path, Buffer.from(text.bytes).toString("utf8"));
    this.outlines.set(key, made);
    return made;
  }

  /** Definitions as words of the text tell them: what a comment or a docstring stands in. */
  async outline(path: string, oid: Oid): Promise<Definitions> {
    const text = await this.text(oid);
    return text === null ? NONE : definitionsByWords(path, Buffer.from(text.bytes).toString("utf8"));
  }

  /** Null where the bytes hold nothing that could be a citation; a word where they are not read as prose at all. */
  async document(path: string, oid: Oid): Promise<Read | "binary" | "large" | null> {
    const key = `${oid} ${path.slice(path.lastIndexOf("/") + 1)}`;
    const known = this.prose.get(key);
    if (known !== undefined) return known;
    const bytes = await this.readBlob(oid);
    if (bytes.length > LARGEST_DOCUMENT) return "large";
    if (!isText(bytes)) return "binary";
    if (!mayCite(bytes)) return null;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    const made = { ...citationsIn(path, text, { examples: this.examples }), lines: text.split("\n") };
    this.prose.set(key, made);
    return made;
  }

  /** Null where one of the two is no text. */
  async align(before: Oid, after: Oid): Promise<Alignment | null> {
    const key = `${before} ${after}`;
    const known = this.alignments.get(key);
    if (known !== undefined) return known;
    const [old, now] = [await this.text(before), await this.text(after)];
    if (old === null || now === null) return null;
    const made = new Alignment(old, now);
    this.alignments.set(key, made);
    return made;
  }
}

const NONE: Definitions = { read: "none", definitions: [] };

function weightOf(document: Read): number {
  return document.prose.passages.reduce((sum, passage) => sum + passage.text.length + 200, 500);
}

/** As git tells binary files: by a NUL in the first 8,000 bytes. */
export function isText(bytes: Uint8Array): boolean {
  const nul = bytes.indexOf(0);
  return nul === -1 || nul >= 8_000;
}
