// Asks questions of one tree after another: keeps what each file said, so that from tree to tree only what changed is read
// again. It judges nothing; what an answer is worth is for judge.ts.

import { messageOf } from "../error.ts";
import type { Facts } from "../facts/source.ts";
import type { SourceFile } from "../facts/source-file.ts";
import type { Oid } from "../model.ts";
import { KINDS, type Kind, type Row } from "../surface/rows.ts";
import { grammarOf, languageOf, loadGrammars } from "../syntax/grammar.ts";
import { type Answered, answerOf, type Leaf, leavesOf } from "./answers.ts";
import type { CodeFile, Fact, FilesQuestion, Pinned, Question, SqlQuestion } from "./question.ts";

/** The surface as questions see it at one tree. */
export interface SurfaceView {
  readonly rows: (kind: Kind) => readonly Row[];
  /** Says which rows of a kind these are: while it is the same, so are they. */
  readonly version: (kind: Kind) => number;
  /** Asks the same rows in SQL. Throws "bad-query". */
  readonly sql: (question: SqlQuestion) => Promise<Answered>;
}

export interface PanelOptions {
  readonly facts: Facts;
  /** Bytes of a file at a revision that a question names; null where there is none. */
  readonly pinned: (of: Pinned) => Promise<Uint8Array | null>;
}

/** Files that came or changed, with their bytes' ids, and (null) those that went. */
export type Turn = Iterable<readonly [path: string, oid: Oid | null]>;

/** Bytes that are read as code at most; a larger file says nothing. */
const LARGEST = 8 * 2 ** 20;

export class Panel {
  readonly #leaves = new Map<Leaf, State>();
  readonly #files: readonly FilesState[];
  readonly #options: PanelOptions;
  #view: SurfaceView | null = null;

  constructor(questions: Iterable<Question>, options: PanelOptions) {
    this.#options = options;
    for (const question of questions)
      for (const leaf of leavesOf(question))
        if (!this.#leaves.has(leaf))
          this.#leaves.set(leaf, leaf.about === "files" ? new FilesState(leaf) : new State());
    this.#files = [...this.#leaves.values()].filter((state) => state instanceof FilesState);
  }

  /** Whether any question asks the surface. */
  get asksSurface(): boolean {
    return [...this.#leaves.keys()].some(({ about }) => about !== "files");
  }

  /** Whether any question looks at this path. */
  wants(path: string): boolean {
    return this.#files.some(({ question }) => question.wants(path));
  }

  /** Steps to the next tree. `view` is null where there is no surface. Throws what reading git throws. */
  async turn(changes: Turn, bytesOf: (oid: Oid) => Promise<Uint8Array>, view: SurfaceView | null): Promise<void> {
    for (const state of this.#files) await state.prepare(this.#options.pinned);
    for (const [path, oid] of changes) await this.#take(path, oid, bytesOf);
    this.#view = view;
    await this.#settle();
  }

  /** The answer at the tree where the panel stands. */
  answer(question: Question): Answered {
    return answerOf(question, (leaf) => this.#leaves.get(leaf)!.answered);
  }

  /** Files that a question looked at and that hold its words, in order of path. */
  holding(question: FilesQuestion): readonly string[] {
    const state = this.#leaves.get(question);
    return state instanceof FilesState ? state.holding() : [];
  }

  /** A file as questions see it. */
  async open(path: string, oid: Oid, bytesOf: (oid: Oid) => Promise<Uint8Array>): Promise<CodeFile> {
    const file = new File(path, oid, await bytesOf(oid), this.#options.facts);
    await file.load();
    return file;
  }

  /** Grows whenever the answer may have become another one. */
  version(question: Question): number {
    return leavesOf(question).reduce((sum, leaf) => sum + this.#leaves.get(leaf)!.version, 0);
  }

  async #take(path: string, oid: Oid | null, bytesOf: (oid: Oid) => Promise<Uint8Array>): Promise<void> {
    const asked = this.#files.filter(({ question }) => question.wants(path));
    if (asked.length === 0) return;
    if (oid === null) {
      for (const state of asked) state.drop(path);
      return;
    }
    const file = new File(path, oid, await bytesOf(oid), this.#options.facts);
    for (const state of asked) {
      if (file.holds(state.question.words)) {
        await file.load();
        state.put(path, file);
      } else state.putNothing(path);
    }
  }

  async #settle(): Promise<void> {
    for (const [leaf, state] of this.#leaves) {
      if (leaf.about === "files") (state as FilesState).settle();
      else if (this.#view === null)
        state.settleAs({ error: "there is no profile, so the surface cannot be asked" }, "none");
      else {
        const kinds = leaf.about === "surface" ? leaf.kinds : KINDS;
        const stamp = kinds.map(this.#view.version).join();
        if (state.stamp === stamp) continue;
        state.settleAs(await this.#ask(leaf, this.#view), stamp);
      }
    }
  }

  async #ask(leaf: Exclude<Leaf, FilesQuestion>, view: SurfaceView): Promise<Answered> {
    try {
      return leaf.about === "surface" ? leaf.answer(view.rows) : await view.sql(leaf);
    } catch (thrown) {
      return { error: messageOf(thrown) };
    }
  }
}

const UNASKED: Answered = { error: "it was not asked" };

/** What is known of one question. */
class State {
  answered: Answered = UNASKED;
  version = 0;
  stamp: string | null = null;

  settleAs(answered: Answered, stamp: string): void {
    if (this.stamp === stamp) return;
    this.stamp = stamp;
    this.answered = answered;
    this.version++;
  }
}

/** What each file said to one question. */
class FilesState extends State {
  readonly question: FilesQuestion;
  readonly #said = new Map<string, readonly Fact[]>();
  readonly #holding = new Set<string>();
  #pinned: readonly (Uint8Array | null)[] | null = null;
  readonly #errors = new Map<string, string>();
  #stale = true;

  constructor(question: FilesQuestion) {
    super();
    this.question = question;
  }

  async prepare(pinned: PanelOptions["pinned"]): Promise<void> {
    if (this.#pinned !== null) return;
    const read: (Uint8Array | null)[] = [];
    for (const each of this.question.pinned ?? []) read.push(await pinned(each));
    this.#pinned = read;
  }

  put(path: string, file: CodeFile): void {
    this.#holding.add(path);
    this.#forgive(path);
    try {
      this.#keep(path, this.question.read(file, this.#pinned ?? []));
    } catch (thrown) {
      this.#errors.set(path, messageOf(thrown));
      this.#stale = true;
      this.#keep(path, NOTHING);
    }
  }

  putNothing(path: string): void {
    this.#holding.delete(path);
    this.#forgive(path);
    this.#keep(path, NOTHING);
  }

  #forgive(path: string): void {
    if (this.#errors.delete(path)) this.#stale = true;
  }

  holding(): readonly string[] {
    return [...this.#holding].sort();
  }

  drop(path: string): void {
    this.#holding.delete(path);
    this.#forgive(path);
    if (this.#said.delete(path)) this.#stale = true;
  }

  #keep(path: string, facts: readonly Fact[]): void {
    const before = this.#said.get(path);
    this.#said.set(path, facts);
    // A file that had nothing to say and still has none changes no answer; one that is new counts as looked at.
    if (before === undefined || before.length + facts.length > 0) this.#stale = true;
  }

  settle(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const [error] = this.#errors.values();
    const answered = error === undefined ? this.#answer() : { error };
    if (sameAnswer(this.answered, answered)) return;
    this.answered = answered;
    this.version++;
  }

  #answer(): Answered {
    const paths = [...this.#said.keys()].sort();
    try {
      return this.question.answer(
        paths.flatMap((path) => this.#said.get(path) ?? []),
        paths.length,
      );
    } catch (thrown) {
      return { error: messageOf(thrown) };
    }
  }
}

const NOTHING: readonly Fact[] = [];

function sameAnswer(a: Answered, b: Answered): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A file of one tree; what it takes to look into it is done when a question does. */
class File implements CodeFile {
  readonly path: string;
  readonly oid: Oid;
  readonly bytes: Uint8Array;
  readonly facts: Facts;
  source: SourceFile | null = null;
  readonly #buffer: Buffer;
  readonly #held = new Map<string, boolean>();
  #text: string | null = null;
  #loaded = false;

  constructor(path: string, oid: Oid, bytes: Uint8Array, facts: Facts) {
    this.path = path;
    this.oid = oid;
    this.bytes = bytes;
    this.facts = facts;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get text(): string {
    this.#text ??= this.#buffer.toString("utf8");
    return this.#text;
  }

  holds(words: readonly string[]): boolean {
    if (this.bytes.length > LARGEST) return false;
    return words.every((word) => {
      const known = this.#held.get(word) ?? this.#buffer.includes(word);
      this.#held.set(word, known);
      return known;
    });
  }

  async load(): Promise<void> {
    if (this.#loaded) return;
    this.#loaded = true;
    const grammar = grammarOf(this.path);
    if (grammar !== null) await loadGrammars([grammar]);
    if (languageOf(this.path) !== null && !this.bytes.includes(0))
      this.source = this.facts.file(this.path, this.oid, this.bytes);
  }
}
