// Turns the changes of a line of history, commit by commit, into the lives of its sentences: from which commit to which
// each stood, through edits and renames of its document, and what it became. It reads blobs and keeps nothing on disk.

import { isData } from "../../audit/documents.ts";
import { isText, LARGEST_TARGET } from "../../audit/library.ts";
import { groupBy } from "../../group.ts";
import type { FileChange, Oid } from "../../model.ts";
import { partnersOf } from "./match.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

/** How a life ended: `moved` to another document; `removed` from one that stayed; with its `file`. */
export type End = "corrected" | "renamed" | "moved" | "removed" | "file";

/** A sentence for as long as its words are the same. */
export interface Life {
  readonly id: number;
  /** Positions on the line, from its oldest commit, 0-based, inclusive; `last` is null while it stands. */
  readonly first: number;
  last: number | null;
  /** Where it stood at first, and where it stands or stood last. Lines are 1-based. */
  readonly bornDoc: string;
  readonly bornLine: number;
  doc: string;
  line: number;
  /** Documents that it stood in between, oldest first, where its own was renamed. */
  docs: readonly string[];
  /** Its place among the sentences of its document. */
  order: number;
  /** As it was written last; the words of both never change. */
  text: string;
  readonly key: string;
  readonly shape: string;
  readonly plain: number;
  end: End | null;
  /** Ids of the lives that it became and that it came from. */
  next: number | null;
  before: number | null;
}

/** All lives up to a position, in the order in which they began. */
export class Lives {
  readonly all: Life[];
  /** Standing lives of each document, in order. */
  private readonly pages = new Map<string, Life[]>();

  /** `all` are the lives that are known already. */
  constructor(all: readonly Life[] = []) {
    this.all = [...all];
    for (const life of this.all) {
      if (life.last !== null) continue;
      const page = this.pages.get(life.doc);
      if (page === undefined) this.pages.set(life.doc, [life]);
      else page.push(life);
    }
    for (const page of this.pages.values()) page.sort((a, b) => a.order - b.order);
  }

  /**
   * Goes on by one commit. `blob` reads an object; `wanted` says which paths are documents. Renames come first, so that
   * no document takes the place of one that is still to be moved.
   */
  async turn(
    position: number,
    changes: readonly FileChange[],
    blob: (oid: Oid) => Promise<Uint8Array>,
    wanted: (path: string) => boolean,
  ): Promise<void> {
    const ended: Life[] = [];
    const begun: Life[] = [];
    const before = new Map<string, readonly Life[]>();
    for (const { kind, path, from } of changes)
      before.set(path, kind === "added" ? [] : (this.pages.get(from ?? path) ?? []));
    for (const { kind, path, from } of changes) if (kind !== "added") this.pages.delete(from ?? path);
    for (const { path, oid } of changes) {
      const old = before.get(path)!;
      const isDocument = oid !== null && wanted(path) && !isData(path);
      const now = isDocument ? await readSentences(path, oid, blob) : [];
      const standing = this.match(old, now, position, path, ended, begun, oid === null ? "file" : "removed");
      if (standing.length > 0) this.pages.set(path, standing);
    }
    this.join(ended, begun);
  }

  private match(
    old: readonly Life[],
    now: readonly Sentence[],
    position: number,
    path: string,
    ended: Life[],
    begun: Life[],
    end: End,
  ): Life[] {
    const partners = partnersOf(old, now);
    const gone = new Set(old);
    const standing = now.map((sentence, order) => {
      const partner = partners[order] ?? null;
      const was = partner === null ? null : old[partner.old]!;
      if (was !== null) gone.delete(was);
      if (was !== null && partner!.became === "same") {
        if (was.doc !== path) was.docs = [...was.docs, was.doc];
        was.doc = path;
        was.line = sentence.line;
        was.order = order;
        was.text = sentence.text;
        return was;
      }
      const life = this.begin(sentence, order, position, path);
      if (was === null) begun.push(life);
      else link(was, life, partner!.became as End, position);
      return life;
    });
    for (const life of gone) {
      life.last = position - 1;
      life.end = end;
      ended.push(life);
    }
    return standing;
  }

  private begin({ text, line, key, shape, plain }: Sentence, order: number, first: number, path: string): Life {
    const life: Life = {
      id: this.all.length,
      first,
      last: null,
      bornDoc: path,
      bornLine: line,
      doc: path,
      line,
      docs: [],
      order,
      text,
      key,
      shape,
      plain,
      end: null,
      next: null,
      before: null,
    };
    this.all.push(life);
    return life;
  }

  /** What went in one document and came in another with the same words was moved. */
  private join(ended: readonly Life[], begun: readonly Life[]): void {
    if (ended.length === 0 || begun.length === 0) return;
    const came = groupBy(begun, ({ key }) => key);
    for (const life of ended) {
      const next = came.get(life.key)?.shift();
      if (next !== undefined) link(life, next, "moved", next.first);
    }
  }
}

function link(was: Life, life: Life, end: End, position: number): void {
  was.last = position - 1;
  was.end = end;
  was.next = life.id;
  life.before = was.id;
}

async function readSentences(
  path: string,
  oid: Oid,
  blob: (oid: Oid) => Promise<Uint8Array>,
): Promise<readonly Sentence[]> {
  const bytes = await blob(oid);
  if (bytes.length > LARGEST_TARGET || !isText(bytes)) return [];
  return sentencesOf(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
}
