// Judges the notes of a snapshot: what each is attached to is followed from when it was written to what is judged, and what
// the configuration requires is asked of what is found. The order of the steps is here; each is a module of its own.

import { printAddress } from "../address.ts";
import type { Archive } from "../audit/archive.ts";
import { isAtEdge, momentOf, type Past, versionsOf } from "../audit/past.ts";
import type { Snapshot } from "../citation.ts";
import type { ClaimFinding } from "../claim.ts";
import { Facts } from "../facts/source.ts";
import type { Birth } from "../model.ts";
import type { Rows } from "../surface/rows.ts";
import { placeOf, subjectsAt } from "./attach.ts";
import type { NotesConfiguration } from "./configuration.ts";
import { brokenFinding, noteFinding } from "./finding.ts";
import { Line } from "./line.ts";
import { type Nearby, nearAddresses } from "./near-addresses.ts";
import type { Attached, BrokenNote, JudgedNote, JudgedSubject, Note, Notes } from "./note.ts";
import { readNotes } from "./notes.ts";
import { Records } from "./records.ts";
import { surveyRequirements, type Unclassified } from "./requirements.ts";
import { type Found, SubjectFollower } from "./subjects.ts";
import { type Ruling, ruleNothing, ruleThere, ruleTrail } from "./verdict.ts";
import { listed } from "./words.ts";
import { Handwriting } from "./written.ts";

export interface NotesAsked {
  readonly snapshot: Snapshot;
  readonly archive: Archive;
  /** The history behind the snapshot, where the archive was opened for it already. */
  readonly past?: Past;
  /** The surface of the snapshot; null where no profile says how it is found. */
  readonly rows: Rows | null;
  /** Path of a store of this history, for sites, names and keys; null: none. */
  readonly store: string | null;
  readonly configuration: NotesConfiguration;
  readonly facts?: Facts;
  /** Notes that were read already. */
  readonly notes?: Notes;
}

export interface JudgedNotes {
  /** By path, then line. */
  readonly notes: readonly JudgedNote[];
  /** Files and entries that are no notes. */
  readonly broken: readonly BrokenNote[];
  /** By requirement, path and line. */
  readonly unclassified: readonly Unclassified[];
  /** Of notes, of what is no note, and of requirements. */
  readonly findings: readonly ClaimFinding[];
}

/** Throws what reading git and the store throw; what is wrong with a note is a finding. */
export async function judgeNotes(asked: NotesAsked): Promise<JudgedNotes> {
  const { snapshot, archive, rows, store, configuration } = asked;
  const { notes, broken } = asked.notes ?? (await readNotes(snapshot, configuration));
  const wrong = broken.map((each) => brokenFinding("note", each, configuration));
  // Where there is nothing to judge, nobody waits for history.
  if (notes.length === 0 && configuration.require.length === 0)
    return { notes: [], broken, unclassified: [], findings: wrong };
  const past = asked.past ?? (await archive.open(snapshot));
  const line = new Line(past, snapshot, archive.repo, archive.trees);
  const records = store === null || notes.length === 0 ? null : await Records.open(store, line);
  try {
    const { library } = archive;
    const follower = new SubjectFollower({ line, library, facts: asked.facts ?? new Facts(), rows, records });
    const near = { line, library, rows, book: follower.book };
    const judge = new NoteJudge(line, follower, near, configuration);
    const versions = versionsOf(past, new Set(notes.map(({ doc }) => doc)));
    const hands = new Map<string, Handwriting>();
    for (const [path, all] of versions)
      hands.set(
        path,
        new Handwriting(
          all.filter(({ at }) => past.landed[at] === at),
          library,
        ),
      );
    const judged: JudgedNote[] = [];
    for (const note of notes) judged.push(await judge.judge(note, hands.get(note.doc)!));
    const around = { snapshot, rows, book: follower.book };
    const surveyed = await surveyRequirements(configuration, judged, around);
    return {
      notes: judged,
      broken,
      unclassified: surveyed.unclassified,
      findings: [
        ...wrong,
        ...judged.flatMap(({ subjects }) => subjects.map(({ finding }) => finding)),
        ...surveyed.findings,
      ],
    };
  } finally {
    records?.close();
  }
}

/** Since when a note is compared. */
interface Since {
  readonly at: number;
  readonly reviewed: boolean;
}

class NoteJudge {
  readonly #line: Line;
  readonly #follower: SubjectFollower;
  readonly #near: Nearby;
  readonly #configuration: NotesConfiguration;

  constructor(line: Line, follower: SubjectFollower, near: Nearby, configuration: NotesConfiguration) {
    this.#line = line;
    this.#follower = follower;
    this.#near = near;
    this.#configuration = configuration;
  }

  async judge(note: Note, hand: Handwriting): Promise<JudgedNote> {
    const since = await this.#since(note, hand);
    const subjects: JudgedSubject[] = [];
    for (const attached of note.attachedTo) subjects.push(await this.#subject(note, attached, since, hand));
    return { note, subjects, isRetired: this.#configuration.retired.has(note.status) };
  }

  /** When the note was written; in words what is wrong with a revision that it names. */
  async #since({ line, endLine, reviewed, since }: Note, hand: Handwriting): Promise<Since | string> {
    if (since !== null && !/^\d{4}-\d{2}-\d{2}$/.test(since)) {
      const at = await this.#line.positionOf(since);
      if (typeof at !== "number") return `its "since" is ${since}, which is ${unknownRevision(at)} and no day`;
    }
    if (reviewed === null) return { at: (await hand.touched(line, endLine)) ?? 0, reviewed: false };
    const at = await this.#line.positionOf(reviewed);
    if (typeof at !== "number") return `it was reviewed at ${reviewed}, which is ${unknownRevision(at)}`;
    return { at: this.#line.landing(at), reviewed: true };
  }

  async #subject(note: Note, attached: Attached, since: Since | string, hand: Handwriting): Promise<JudgedSubject> {
    const { past } = this.#line;
    const came = await hand.came(attached.text);
    const ruling =
      typeof since === "string" ? ruleNothing("unchecked", since) : await this.#rule(attached, since, came);
    const written = typeof since === "string" || past.commits.length === 0 ? null : momentOf(past, since.at);
    const born: Birth | null =
      came === null || past.commits.length === 0
        ? null
        : { ...momentOf(past, came), floor: isAtEdge(past, came) ? past.floor : null };
    const { now } = ruling;
    return {
      attached,
      verdict: ruling.verdict,
      now: now === null ? null : { subject: now.subject, path: now.path, line: now.line },
      written,
      finding: noteFinding(note, attached, ruling, born, this.#configuration),
    };
  }

  async #rule({ text, subject }: Attached, since: Since, came: number | null): Promise<Ruling> {
    const { past } = this.#line;
    if (subject === null) return this.#noAddress(text);
    if (subject.noun === "commit") return this.#commit(subject.oid);
    // An address is meant as of when it was written down: what is at it later may be something else.
    const bases = [...new Set([came ?? since.at, since.at])];
    const found = await this.#follower.follow(subject, past.commits.length === 0 ? [] : bases);
    if (found.how === "followed") return ruleTrail(found.trail, subject, since.at, since.reviewed, past);
    return this.#unfollowed(found, subject);
  }

  async #noAddress(text: string): Promise<Ruling> {
    const place = placeOf(text);
    const { snapshot } = this.#line;
    const meant = place === null ? [] : await subjectsAt(place, { ...this.#near, ...this.#configuration, snapshot });
    const instead =
      meant.length === 0 ? "write one of these" : `write instead: ${listed(meant.slice(0, 5).map(printAddress), "or")}`;
    return ruleNothing("unchecked", `${text} is no address of a site, name, key, symbol or commit; ${instead}`);
  }

  async #unfollowed(
    found: Exclude<Found, { readonly how: "followed" }>,
    subject: NonNullable<Attached["subject"]>,
  ): Promise<Ruling> {
    if (found.how === "there") return ruleThere(found.now);
    const near = await nearAddresses(subject, this.#near);
    const hint = near.length === 0 ? "" : `; near it: ${listed(near, "or")}`;
    if (found.how === "unknown") return ruleNothing("unknown", `${found.why}${hint}`);
    return ruleNothing("unchecked", `there is no such thing, and there was none when the note was written${hint}`);
  }

  async #commit(oid: string): Promise<Ruling> {
    const at = await this.#line.positionOf(oid);
    if (at === "ambiguous") return ruleNothing("ambiguous", "several commits begin so; write more of it");
    if (at !== null) {
      const { commit, date } = momentOf(this.#line.past, at);
      return { ...ruleNothing("holds", `it is attached, to a commit of ${date || "now"}`), found: `commit:${commit}` };
    }
    if (await this.#line.exists(oid)) return ruleNothing("elsewhere", "that commit is not behind what is judged");
    return ruleNothing("missing", "there is no such commit");
  }
}

function unknownRevision(at: "ambiguous" | null): string {
  return at === null ? "no commit behind what is judged, and no tag of one" : "the beginning of several commits";
}
