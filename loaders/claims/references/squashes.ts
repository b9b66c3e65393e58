// Turns a commit that is not on this history into the one on it that brought its change: by tree, by the bytes it wrote, by
// its subject, or because a message lists it. Where nothing of that is so, it says nothing.

import { changesAt } from "../../audit/past.ts";
import type { CommitReference } from "../../facts/references.ts";
import { pullRequestOf, subjectOf } from "../../git/history.ts";
import type { FileChange, Oid } from "../../model.ts";
import type { Scene, Source } from "./mention.ts";

/** Shorter subjects ("fix", "wip") are of many commits. */
const SHORTEST_SUBJECT = 16;
/** Characters between digits and the number of a pull request that is theirs. */
const BESIDE = 14;
/** References on each side that can stand so near. */
const NEIGHBOURS = 3;

export class Squashes {
  private readonly scene: Scene;
  private made: Index | null = null;
  private patches: ReadonlyMap<string, number> | null = null;

  constructor(scene: Scene) {
    this.scene = scene;
  }

  /** Position of the oldest commit whose message lists an id as one that it took in, or null. */
  listing(id: string): number | null {
    return (
      this.index()
        .listed.get(id.slice(0, 7))
        ?.find(({ digits }) => digits.startsWith(id) || id.startsWith(digits))?.at ?? null
    );
  }

  /** What on this history is the same change as a commit off it. */
  async twinOf(oid: Oid): Promise<{ readonly at: number; readonly why: string } | null> {
    const { repo } = this.scene;
    const commit = await repo.commit(oid);
    const index = this.index();
    const tree = index.trees.get(commit.tree);
    if (tree !== undefined) return { at: tree, why: "it left the same tree" };
    const patch = patchOf(await changesAt(repo, commit));
    const same = patch === "" ? undefined : this.patchesHere().get(patch);
    if (same !== undefined) return { at: same, why: "it made the same change" };
    const subject = plainSubject(commit.message);
    if (subject === null) return null;
    const twin = index.subjects.get(subject);
    if (twin !== undefined) return { at: twin, why: "it has the same subject" };
    const listed = index.lines.get(subject);
    return listed === undefined ? null : { at: listed, why: "its message lists the subject" };
  }

  /** The commit that landed the pull request whose number stands right beside an id. */
  landedBeside({ passage, from, to }: CommitReference, { mentions }: Source) {
    const own = firstAt(mentions, passage, from);
    for (const { reference } of mentions.slice(Math.max(0, own - NEIGHBOURS), own + NEIGHBOURS + 1)) {
      if (reference.kind !== "issue" || reference.passage !== passage || reference.repository !== null) continue;
      const gap = reference.from >= to ? reference.from - to : from - reference.to;
      const at = gap < 0 || gap > BESIDE ? undefined : this.index().landed.get(reference.number);
      if (at !== undefined) return { at, number: reference.number };
    }
    return null;
  }

  private patchesHere(): ReadonlyMap<string, number> {
    this.patches ??= patchesOf(this.scene.past);
    return this.patches;
  }

  private index(): Index {
    this.made ??= indexOf(this.scene);
    return this.made;
  }
}

/** The place of the first mention at or behind a place of a passage: they are in order. */
function firstAt(mentions: Source["mentions"], passage: number, from: number): number {
  let low = 0;
  let high = mentions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { reference } = mentions[middle]!;
    if (reference.passage < passage || (reference.passage === passage && reference.from < from)) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Index {
  readonly trees: ReadonlyMap<Oid, number>;
  readonly subjects: ReadonlyMap<string, number>;
  /** Lines of bodies without their bullets. */
  readonly lines: ReadonlyMap<string, number>;
  /** By the first seven digits. */
  readonly listed: ReadonlyMap<string, readonly { readonly digits: string; readonly at: number }[]>;
  /** By number of a pull request. */
  readonly landed: ReadonlyMap<number, number>;
}

/** Digits that a message says it took in: of a cherry-pick, and of the log that `git merge --squash` writes. */
const PICKED = /^\(?cherry[- ]picked from(?: commit)?\s+`?([0-9a-f]{7,64})\b|^commit ([0-9a-f]{40,64})$/gim;
/** And of a list, where the message says that it squashes. */
const LISTED = /^\s{0,8}[*-]\s+`?([0-9a-f]{7,64})\b/gim;

function indexOf({ past }: Scene): Index {
  const trees = new Map<Oid, number>();
  const subjects = new Map<string, number>();
  const lines = new Map<string, number>();
  const listed = new Map<string, { digits: string; at: number }[]>();
  const landed = new Map<number, number>();
  // Newest first: of several the oldest stays.
  for (const [at, { tree, message }] of past.commits.entries()) {
    if (tree !== "") trees.set(tree, at);
    const subject = plainSubject(message);
    if (subject !== null) subjects.set(subject, at);
    const pull = pullRequestOf(message);
    if (pull !== null) landed.set(pull, at);
    for (const line of message.split("\n").slice(1, 400)) {
      const bare = line.replace(/^\s*[*-]\s+/, "").trim();
      if (bare.length >= SHORTEST_SUBJECT && bare !== line.trim()) lines.set(bare, at);
    }
    for (const digits of digitsIn(message)) {
      const key = digits.slice(0, 7);
      listed.set(key, [{ digits, at }, ...(listed.get(key) ?? [])]);
    }
  }
  return { trees, subjects, lines, listed, landed };
}

function digitsIn(message: string): readonly string[] {
  const found = [...message.matchAll(PICKED)];
  if (/\bsquash/i.test(message)) found.push(...message.matchAll(LISTED));
  return found.map(([, first, second]) => (first ?? second)!.toLowerCase());
}

/** A subject without the number that a forge put behind it; null of one that says too little, or of a merge. */
function plainSubject(message: string): string | null {
  const subject = subjectOf(message)
    .replace(/\s*\(#\d+\)$/, "")
    .trim();
  return subject.length < SHORTEST_SUBJECT || /^Merge\b/.test(subject) ? null : subject;
}

function patchesOf(past: Scene["past"]): ReadonlyMap<string, number> {
  const patches = new Map<string, number>();
  for (const [at, changes] of past.changes.entries()) {
    const patch = patchOf(changes);
    if (patch !== "") patches.set(patch, at);
  }
  return patches;
}

/** What a change wrote, where it wrote anything. */
function patchOf(changes: readonly FileChange[]): string {
  if (!changes.some(({ oid }) => oid !== null)) return "";
  return changes.map(({ path, oid }) => `${path} ${oid}`).join("\n");
}
