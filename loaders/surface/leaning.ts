// What a derivation leaned on of one file, and whether another version of it would have answered the same. Only what was
// asked counts: a commit that changes the rest of the file changes nothing that was derived.

import { askOnce, identityOf, isYes } from "../facts/asked.ts";
import type { Facts } from "../facts/source.ts";
import type { Knowledge, SourceFile } from "../facts/source-file.ts";
import type { Chunk, Import } from "../model.ts";
import { type FileShape, importsIn, shapeOf } from "./shape.ts";

/** What another version of a file changes of a derivation: nothing, only on which lines it stands, or what it says. */
export type Change = "nothing" | "lines" | "anything";

type Question = (file: SourceFile, chunk: Chunk) => unknown;

export class Leaning {
  /** Chunks whose facts were read, with the line each stood on. */
  readonly #bodies = new Map<object, number>();
  /** Questions that every chunk was asked. */
  readonly #questions = new Map<string, Question>();
  /** Local names of which it was asked what they import. */
  readonly #imports = new Set<string>();
  /** Classes of which it was asked which members they have. */
  readonly #classes = new Set<string>();
  /** Methods that were looked for, as `Class.name`, found or not. */
  readonly #methods = new Set<string>();
  /** Functions that were found here by their name. */
  readonly #functions = new Set<string>();
  #whole = false;

  onBody(file: SourceFile, chunk: Chunk): void {
    this.#bodies.set(identityOf(file, chunk), chunk.firstLine);
  }

  onAnswers(question: string, answer: Question): void {
    this.#questions.set(question, answer);
  }

  /** On what a local name imports; null: on all that is imported. */
  onImport(local: string | null): void {
    this.#imports.add(local ?? ALL);
  }

  onMembers(ofClass: string): void {
    this.#classes.add(ofClass);
  }

  onMethod(path: string): void {
    this.#methods.add(path);
  }

  onFunction(name: string): void {
    this.#functions.add(name);
  }

  onWhole(): void {
    this.#whole = true;
  }

  /**
   * What the next version of the file, null where it is gone, may change of what was derived. `isTold`: rows stand in this
   * file, so that a line which shifts is a change.
   */
  changeOf(before: SourceFile, after: SourceFile | null, isTold: boolean, facts: Facts): Change {
    if (!after || this.#whole) return "anything";
    if (this.#isImportChanged(before, after, facts) || this.#isShapeChanged(before, after)) return "anything";
    const { gone, come } = differingChunks(before, after);
    if (gone.some((chunk) => this.#bodies.has(identityOf(before, chunk)))) return "anything";
    const says = (file: SourceFile, chunk: Chunk) =>
      [...this.#questions].some(([question, answer]) =>
        isYes(askOnce(file, chunk, question, () => answer(file, chunk))),
      );
    if (come.some((chunk) => says(after, chunk)) || gone.some((chunk) => says(before, chunk))) return "anything";
    return isTold && this.#isMoved(after) ? "lines" : "nothing";
  }

  #isMoved(after: SourceFile): boolean {
    if (this.#bodies.size === 0) return false;
    return after.chunks.some((chunk) => {
      const line = this.#bodies.get(identityOf(after, chunk));
      return line !== undefined && line !== chunk.firstLine;
    });
  }

  /** Takes note that what was derived stands where this version has it. */
  moveTo(after: SourceFile): void {
    for (const chunk of after.chunks) {
      const identity = identityOf(after, chunk);
      if (this.#bodies.has(identity)) this.#bodies.set(identity, chunk.firstLine);
    }
  }

  #isImportChanged(before: SourceFile, after: SourceFile, facts: Facts): boolean {
    if (this.#imports.size === 0) return false;
    const [old, now] = [importsIn(before, facts), importsIn(after, facts)];
    if (this.#imports.has(ALL)) return JSON.stringify(old) !== JSON.stringify(now);
    const first = (imports: readonly Import[], local: string) =>
      JSON.stringify(imports.find((each) => each.local === local));
    return [...this.#imports].some((local) => first(old, local) !== first(now, local));
  }

  #isShapeChanged(before: SourceFile, after: SourceFile): boolean {
    const [old, now] = [shapeOf(before), shapeOf(after)];
    const names = (members: readonly Chunk[] = []) => members.map((chunk) => chunk.name ?? "").join();
    const identity = (file: SourceFile, found: Chunk | undefined) => found && identityOf(file, found);
    const named = (shape: FileShape, name: string) => shape.functions.find((chunk) => chunk.name === name);
    return (
      [...this.#classes].some((each) => names(old.members.get(each)) !== names(now.members.get(each))) ||
      [...this.#methods].some(
        (each) => identity(before, old.methods.get(each)) !== identity(after, now.methods.get(each)),
      ) ||
      [...this.#functions].some((each) => identity(before, named(old, each)) !== identity(after, named(now, each)))
    );
  }
}

/** Stands for all local names; no name has a blank. */
const ALL = "all imports";

/** Chunks whose bytes stand in one of two versions of a file and not in the other, in order. */
function differingChunks(before: SourceFile, after: SourceFile): { gone: readonly Chunk[]; come: readonly Chunk[] } {
  const { known: old } = before;
  const { known: now } = after;
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const was = new Set(old.slice(head, old.length - tail));
  const is = new Set(now.slice(head, now.length - tail));
  return {
    gone: before.chunks.slice(head, old.length - tail).filter((chunk) => !is.has(old[chunk.index] as Knowledge)),
    come: after.chunks.slice(head, now.length - tail).filter((chunk) => !was.has(now[chunk.index] as Knowledge)),
  };
}
