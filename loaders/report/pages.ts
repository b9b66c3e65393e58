// The extracts that pages draw: what each src/data loader hands over as JSON, as types. Every mark carries what its
// link needs (commit, path, line); a position is a commit's 0-based place on the line, oldest first. Types only.

import type { Evidence, Verdict } from "../citation.ts";
import type { ClaimKind, ClaimVerdict, Place } from "../claim.ts";
import type { Measurement } from "../knowledge/measurement.ts";
import type { Oid, Use } from "../model.ts";
import type { Naming } from "../provenance/issues/messages.ts";
import type { Finding, Issue, Link, Role } from "../store/issues.ts";

/** Positions at which something holds: first inclusive; last inclusive, or null where it still holds at the head. */
export interface Stretch {
  readonly first: number;
  readonly last: number | null;
}

/** A place a reader can open. `oid` is the blob's, so that the bytes have a name whatever happens to the branch. */
export interface Spot {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly oid: Oid | null;
}

/** notebook.json: what every page needs, its axis included. */
export interface NotebookExtract {
  readonly repository: string;
  readonly branch: string | null;
  readonly head: { readonly oid: Oid; readonly day: string };
  /** `https://github.com/ROCm/ATOM`, without user part; null where there is none: then marks name and do not link. */
  readonly forge: string | null;
  readonly profile: string;
  /** Whether `binnacle init` proposed the profile and no person wrote it. */
  readonly proposed: boolean;
  readonly version: string;
  readonly schema: number;
  /** Why the history begins where it does; `oid` is its first commit. */
  readonly floor: { readonly kind: "root" | "shallow" | "since" | "profile"; readonly oid: Oid };
  readonly walk: "first-parent" | "all-parents";
  /** Commits of the line, oldest first: committer time in seconds UTC, and the committer's own calendar day. */
  readonly time: readonly number[];
  readonly day: readonly string[];
  /** Tags: `position` is the commit itself where it is on the line, else where it was cut off. */
  readonly tags: readonly {
    readonly name: string;
    readonly position: number;
    readonly time: number;
    readonly onLine: boolean;
  }[];
  readonly layers: readonly {
    readonly name: string;
    readonly names: number;
    readonly sites: number;
    readonly miss: string;
  }[];
  /** Citations that stand at the head: judged right or wrong, and wrong; null where no audit has written the store. */
  readonly citations: { readonly judged: number; readonly wrong: number } | null;
  /** Pinned claims, notes and measurements at the head; null where nothing but the walk has written the store. */
  readonly claims: ClaimCounts | null;
  /** Findings of imported threads that nobody answered; null where no thread was imported. */
  readonly openFindings: number | null;
  /** Sentences that were copied; null where nothing but the walk has written the store. */
  readonly copied: CopiedCounts | null;
  readonly warnings: readonly string[];
}

/** How many sentences stood in several places, and how many of them were corrected in one place and stand in another. */
export interface CopiedCounts {
  readonly told: number;
  readonly surviving: number;
}

/** How many there are, and how many of them are not in order. */
export interface ClaimCounts {
  readonly pins: number;
  readonly false: number;
  readonly unchecked: number;
  readonly notes: number;
  readonly measurements: number;
  /** Notes and measurements that fail an audit, what could not be read as one among them. */
  readonly failing: number;
}

/** waited, unwaited, mixed: by its callers. The others nobody answers. parks: a caller waits. raises: the call fails. skipped: neither. */
export type LaneState = "waited" | "unwaited" | "mixed" | "parks" | "raises" | "skipped";

/** The glyphs of design/SPEC.md, by event. `unread`: produced, read by nobody. `unreadLost`: loses its only reader. */
export type Glyph =
  | "born"
  | "died"
  | "back"
  | "wait"
  | "more"
  | "less"
  | "lost"
  | "moved"
  | "unread"
  | "unreadLost"
  | "breach"
  | "defaulted"
  | "changed"
  | "shape";

export interface Lane {
  readonly layer: string;
  readonly name: string;
  readonly slug: string;
  /** Index into `groups`. */
  readonly group: number;
  readonly spans: readonly (Stretch & { readonly state: LaneState; readonly sites: number })[];
  readonly marks: readonly { readonly position: number; readonly glyph: Glyph; readonly text: string }[];
  /** At the head, or null of a name no longer sent. `replies`: `kept`, `dropped`, `unpacked 3`, `returned`, joined. */
  readonly now: { readonly waits: LaneState; readonly sites: number; readonly replies: string } | null;
  /** Keys read off or produced into its reply, for Find. */
  readonly keys: readonly string[];
}

/** One change inside a commit: `names` are linked, `text` follows them ("2 to 4 sites"). */
export interface Change {
  readonly glyph: Glyph;
  readonly names: readonly { readonly text: string; readonly slug: string | null }[];
  readonly text: string;
  readonly spot: Spot | null;
}

/** A commit that changed something; totals are of the layer after it. */
export interface EventRow {
  readonly position: number;
  readonly oid: Oid;
  readonly day: string;
  readonly pr: number | null;
  readonly subject: string;
  /** The commit inside a merge that made it, where the event's commit is a merge. */
  readonly origin: Oid | null;
  readonly layer: string;
  readonly changes: readonly Change[];
  readonly sites: number;
  readonly names: number;
}

/** surface.json */
export interface SurfaceExtract {
  readonly groups: readonly { readonly layer: string; readonly label: string }[];
  readonly lanes: readonly Lane[];
  /** Sites per file after each change, by layer; a renamed file is one entry under its last path. */
  readonly files: readonly {
    readonly layer: string;
    readonly path: string;
    readonly steps: readonly (readonly [position: number, sites: number])[];
  }[];
  readonly meetings: readonly {
    readonly layer: string;
    readonly broadcaster: string;
    readonly answerer: string;
    readonly names: readonly {
      readonly name: string;
      readonly slug: string;
      readonly outcome: "answered" | "parks" | "skipped" | "raises";
    }[];
    /** Where the code says that the two meet; null: nothing says so (any pairing is possible). */
    readonly when: string | null;
  }[];
  readonly events: readonly EventRow[];
  /** Sites, names and names nobody answers after each change, by layer: for sparklines. */
  readonly totals: readonly {
    readonly layer: string;
    readonly steps: readonly (readonly [position: number, sites: number, names: number, unanswered: number])[];
  }[];
  /** What could not be seen, at the head. */
  readonly dropped: readonly { readonly reason: string; readonly spot: Spot; readonly text: string }[];
}

export interface Member {
  readonly key: string;
  /** When some answerer sends it. */
  readonly produced: readonly Stretch[];
  /** When some caller reads it, and where; stretches of different files do not merge. */
  readonly read: readonly (Stretch & {
    readonly spot: Spot;
    readonly function: string;
    readonly required: boolean;
    readonly default: string | null;
  })[];
  /** When its reply went on to something that cannot be followed, and the member is named elsewhere: nobody can say. */
  readonly untold: readonly Stretch[];
  /** Where reader and answerer disagree. */
  readonly trouble: readonly (Stretch & {
    readonly status: "breach" | "defaulted";
    readonly class: string;
    readonly detail: string;
    readonly when: string;
  })[];
}

export interface Contract {
  readonly slug: string;
  readonly layer: string;
  readonly name: string;
  /** Whether it is sent at the head. */
  readonly alive: boolean;
  readonly state: LaneState;
  readonly members: readonly Member[];
  readonly sites: readonly {
    readonly spot: Spot;
    readonly function: string;
    readonly class: string | null;
    readonly wait: boolean | null;
    readonly timeout: number | null;
    readonly use: Use;
    readonly arity: number;
    readonly conditions: readonly string[];
    /** Members read off this site's reply. */
    readonly reads: readonly {
      readonly key: string;
      readonly spot: Spot;
      readonly function: string;
      readonly hops: readonly string[];
      readonly secondHand: boolean;
    }[];
    /** 4 read or unpacked, 3 read after a hop, 2 forwarded, 1 dropped. */
    readonly evidence: 1 | 2 | 3 | 4;
    /** "8 of the 9 reads", "only that something not None comes back". */
    readonly fixes: string;
  }[];
  readonly answerers: readonly {
    readonly class: string;
    readonly definedIn: string;
    readonly spot: Spot;
    readonly decorators: readonly string[];
    readonly replies: boolean;
    readonly returns: readonly {
      readonly spot: Spot;
      readonly shape: string;
      readonly type: string;
      readonly keys: readonly string[];
      readonly when: string;
      readonly via: readonly string[];
    }[];
  }[];
  /** The reply's shape over time, by answering class. */
  readonly shapes: readonly (Stretch & {
    readonly class: string;
    readonly label: string;
    readonly keys: readonly string[];
    readonly when: string;
  })[];
  readonly nested: readonly {
    readonly key: string;
    readonly target: string;
    readonly spot: Spot;
    readonly keys: readonly string[];
    readonly exact: boolean;
    readonly raises: readonly string[];
  }[];
  readonly inProcess: readonly {
    readonly spot: Spot;
    readonly function: string;
    readonly receiver: string;
    readonly use: Use;
    readonly caught: boolean;
  }[];
  readonly lifespan: readonly (Stretch & { readonly state: LaneState; readonly sites: number })[];
  readonly history: readonly EventRow[];
}

/** contracts.json: all contracts, by slug; one loader process for all pages. */
export interface ContractsExtract {
  readonly contracts: readonly Contract[];
}

/** index.json */
export interface IndexExtract {
  /** Worst first; `since` is the position it began. */
  readonly wrong: readonly {
    readonly glyph:
      | "parks"
      | "breach"
      | "unread"
      | "defaulted"
      | "dropped"
      | "citations"
      | "claims"
      | "notes"
      | "copied";
    /** Of "citations": which they are. */
    readonly verdict?: Verdict;
    /** Of "claims", and of "notes" and measurements: which they are. */
    readonly claim?: ClaimVerdict;
    readonly text: string;
    readonly note: string;
    readonly slug: string | null;
    readonly since: number | null;
  }[];
  readonly lately: readonly {
    readonly position: number;
    readonly pr: number | null;
    readonly oid: Oid;
    readonly day: string;
    readonly glyph: Glyph;
    readonly names: readonly { readonly text: string; readonly slug: string | null }[];
    readonly text: string;
  }[];
  /** How verdicts went, for the tile and the thumbnail; empty where nothing was judged. */
  readonly verdicts: readonly VerdictStep[];
  /** How many pinned claims were false, after each position where that changes. */
  readonly falseClaims: readonly (readonly [position: number, claims: number])[];
}

/** The verdicts that are drawn: the true one, then the others in the order in which they stand below the line. */
export type DrawnVerdict = "holds" | "moved" | "changed" | "past-end" | "missing" | "wrong-when-written";

/** Citations standing after a position at which one of these numbers changed, in the order of `DrawnVerdict`. */
export type VerdictStep = readonly [
  position: number,
  holds: number,
  moved: number,
  changed: number,
  pastEnd: number,
  missing: number,
  wrong: number,
];

/** A commit that wrote or broke a citation. It need not be on the line: a merge may have brought it. */
export interface Moment {
  readonly oid: Oid;
  readonly pr: number | null;
  readonly day: string;
}

/**
 * citations.json: each column of the table as a list of its own, so that ten thousand citations are read in a moment.
 * Citations that stand come first, by document and line, then those that are gone. -1 is none. What only an opened row
 * shows is in the files of `citation.zip`, by the place of the row.
 */
export interface CitationsExtract {
  /** False where the store was filled without an audit. */
  readonly audited: boolean;
  readonly steps: readonly VerdictStep[];
  /** The commit of each step. */
  readonly commits: readonly Moment[];
  /** What looked like a citation and is not drawn, with one of them. */
  readonly left: readonly { readonly reason: string; readonly count: number; readonly example: string }[];
  readonly verdicts: readonly Verdict[];
  readonly moments: readonly Moment[];
  /** Paths and symbols; the columns hold places in this list. */
  readonly strings: readonly string[];
  /** Rows in each file of details, in order. */
  readonly chunk: number;
  readonly rows: {
    readonly fingerprint: readonly string[];
    readonly doc: readonly number[];
    readonly line: readonly number[];
    readonly text: readonly string[];
    readonly path: readonly number[];
    readonly start: readonly number[];
    readonly end: readonly number[];
    readonly symbol: readonly number[];
    readonly verdict: readonly number[];
    /** 1: it fails an audit. */
    readonly fails: readonly number[];
    /**
     * Positions; `last` is -1 while it stands, `until` where it first was not right any more, -1 if it never was or still
     * is; `brokeAt` is where it became what it is now, -1 where nothing broke it or no commit of the line did.
     */
    readonly first: readonly number[];
    readonly last: readonly number[];
    readonly until: readonly number[];
    readonly brokeAt: readonly number[];
    /** Places in `moments`. */
    readonly born: readonly number[];
    readonly broke: readonly number[];
    /** 1: it may be older than its commit, since history begins there. */
    readonly floor: readonly number[];
    /** 0 nothing, 1 a hint, 2 strong. */
    readonly strength: readonly number[];
    /** Lines between what it says and what it should say; 0 where nothing is suggested. */
    readonly distance: readonly number[];
    /** What to write instead; where nothing is suggested, what broke it; else empty. */
    readonly instead: readonly string[];
  };
}

/** A file of `citation.zip`: details of neighbouring rows. */
export type CitationChunk = readonly CitationDetail[];

/** Code as it stands in a commit: lines from `start` on; `cut` more lines are not shown. */
export interface CodeExcerpt {
  readonly path: string;
  readonly commit: Oid;
  readonly start: number;
  readonly lines: readonly string[];
  readonly symbol: string | null;
  readonly cut: number;
}

/** What an opened row shows. */
export interface CitationDetail {
  /** The verdict in a sentence. */
  readonly says: string;
  readonly sentence: string;
  /** What the commit that broke it did. */
  readonly broke: string | null;
  readonly suggestion: {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly symbol: string | null;
    readonly strength: "strong" | "hint";
    /** What a strong one would write; null where its form cannot say it. */
    readonly text: string | null;
  } | null;
  readonly written: CodeExcerpt | null;
  readonly same: CodeExcerpt | null;
  readonly now: CodeExcerpt | null;
  readonly evidence: readonly Evidence[];
  /** Where the code stood that it spoke of, from which commit to which; lines are null where none of it was left. */
  readonly life: readonly (Stretch & {
    readonly verdict: Verdict;
    readonly start: number | null;
    readonly end: number | null;
  })[];
}

/**
 * What a claim was, from which commit to which; `last` is -1 while it is so. A verdict of -1: its sentence is of today, and
 * was not true yet. Verdict and what was found are places in lists of the extract.
 */
export type ClaimStretch = readonly [first: number, last: number, verdict: number, found: number];

/** claims.json: what the page of claims draws and searches. What only an opened row shows is in claim-details.json. */
export interface ClaimsExtract {
  /** False where nothing but the walk has written the store. */
  readonly judged: boolean;
  /** Worst first: what stretches hold places in. */
  readonly verdicts: readonly ClaimVerdict[];
  /** Texts that were found; the same. */
  readonly texts: readonly string[];
  /** By document, then line. */
  readonly pins: readonly {
    /** Without its noun: `forward-sites`. */
    readonly name: string;
    readonly doc: string;
    readonly line: number;
    readonly text: string;
    readonly verdict: ClaimVerdict;
    readonly fails: boolean;
    /** The verdict in a sentence. */
    readonly says: string;
    readonly stated: string | null;
    readonly found: string | null;
    readonly asks: readonly string[];
    readonly broke: Moment | null;
    /** Changes that were tried on one that holds, and those that turn it red; null where none was tried. */
    readonly seeds: { readonly tried: number; readonly red: number } | null;
    readonly life: readonly ClaimStretch[];
  }[];
  /** What prose counts, sums up or names, that nobody pinned. */
  readonly loose: readonly {
    readonly kind: ClaimKind;
    readonly doc: string;
    readonly line: number;
    readonly text: string;
    readonly verdict: ClaimVerdict;
    readonly says: string;
    readonly stated: string | null;
    readonly found: string | null;
    readonly born: Moment | null;
  }[];
}

/** claim-details.json: what opened claims show, in the order of `pins`. */
export type ClaimDetails = readonly {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly places: readonly Place[];
  readonly restsOn: readonly string[];
  /** Kinds of changes that do not turn it red. */
  readonly blind: readonly string[];
  readonly born: Moment | null;
  /** In the order of its stretches. */
  readonly states: readonly { readonly says: string; readonly oid: Oid; readonly pr: number | null }[];
}[];

/** What a note is attached to, and what became of that. */
export interface NoteSubject {
  /** Its address. */
  readonly text: string;
  readonly verdict: ClaimVerdict;
  readonly says: string;
  readonly broke: (Moment & { readonly says: string }) | null;
  readonly path: string | null;
  readonly line: number | null;
  /** The commit's own id where it is attached to a commit. */
  readonly commit: Oid | null;
  /** Pages of the contracts it belongs to. */
  readonly contracts: readonly { readonly name: string; readonly slug: string }[];
}

export interface NoteRow {
  readonly name: string;
  readonly doc: string;
  readonly line: number;
  readonly title: string;
  /** What follows the title, as Markdown; cut where it is long. */
  readonly body: string;
  readonly category: string | null;
  readonly status: string;
  readonly relies: readonly string[];
  readonly retired: boolean;
  /** The worst of its subjects'. */
  readonly verdict: ClaimVerdict;
  readonly fails: boolean;
  readonly subjects: readonly NoteSubject[];
}

export interface MeasurementRow extends Measurement {
  /** Of the commit that it names, where the line has it. */
  readonly oid: Oid | null;
  readonly verdict: ClaimVerdict;
  readonly fails: boolean;
  readonly says: string;
  readonly broke: (Moment & { readonly says: string }) | null;
  /** Commits since that touched what it depends on. */
  readonly touches: number;
  /** Claims that rest on it, by name. */
  readonly claims: readonly string[];
}

/** notes.json */
export interface NotesExtract {
  readonly judged: boolean;
  readonly notes: readonly NoteRow[];
  readonly measurements: readonly MeasurementRow[];
  /** Files that could not be read as a note or a measurement, and what should have a note and has none. */
  readonly others: readonly {
    readonly kind: ClaimKind;
    readonly name: string;
    readonly doc: string;
    readonly line: number;
    readonly verdict: ClaimVerdict;
    readonly fails: boolean;
    readonly says: string;
  }[];
}

/** What a commit changes, by the row it is drawn in: names sent, their sites and waits, who answers, members read and sent … */
export type IssueLane = "names" | "sites" | "answers" | "keys" | "breaches" | "claims" | "citations";

/** What one commit did to contracts, claims and citations. Where a merge brought it, the commit inside the merge. */
export interface IssueChange {
  readonly position: number;
  readonly oid: Oid;
  readonly subject: string;
  /** Places in `rows` of the issues that its message names, its merge's with them. */
  readonly issues: readonly number[];
  /** How many of a kind there are, in the order of lanes. */
  readonly marks: readonly (readonly [lane: IssueLane, glyph: Glyph | Verdict | ClaimVerdict, events: number])[];
  /** Places in `contracts`, each with how many events are of it; most first. */
  readonly contracts: readonly (readonly [contract: number, events: number])[];
  /** Members that were read or sent since, or are no longer. */
  readonly keys: readonly string[];
}

/** What a row may have beside its id, title and commits. What is empty, or not known, is left out: most have only those. */
export interface IssueParts {
  /** What was imported says it; a number that only messages name has no kind. */
  readonly kind: Issue["kind"];
  readonly state: Issue["state"];
  /** Who opened it. */
  readonly role: Role;
  /** Who raised findings. */
  readonly raisers: readonly Role[];
  /** Seconds since 1970-01-01 UTC; `closed` is when it was merged or closed. */
  readonly opened: number;
  readonly closed: number;
  /** Whether title and subject share no word, and nothing says when it was opened: it may be of another repository. */
  readonly stranger: true;
  /** Places in `changes` of what its own commits did. */
  readonly changes: readonly number[];
  readonly findings: { readonly open: number; readonly all: number };
  /** What it cites that is wrong now, of what could be judged. */
  readonly cites: { readonly wrong: number; readonly judged: number };
  /** Places in `contracts` that it speaks of, and members of them. */
  readonly speaks: readonly number[];
  readonly members: readonly string[];
  /** What it speaks of that is gone from the tree. */
  readonly gone: readonly string[];
}

export interface IssueRow extends Partial<IssueParts> {
  /** `#90`; GitLab's merge requests are `!90`. */
  readonly id: string;
  /** Of one that was not imported, the subject of a commit that names it. */
  readonly title: string;
  /** Commits whose messages name it, oldest first; `how` is a place in `hows`. */
  readonly commits: readonly (readonly [position: number, how: number])[];
}

/** issues.json: what the page of issues draws and searches. What only an opened row shows is in issue-details.json. */
export interface IssuesExtract {
  /** False where nothing but the walk has written the store. */
  readonly judged: boolean;
  /** Threads that were imported. */
  readonly imported: number;
  /** How messages name issues, the strongest first. */
  readonly hows: readonly Naming[];
  /** Commits of the line, oldest first. */
  readonly oids: readonly Oid[];
  readonly contracts: readonly { readonly layer: string; readonly name: string; readonly slug: string | null }[];
  /** Oldest first. */
  readonly changes: readonly IssueChange[];
  /** By number. */
  readonly rows: readonly IssueRow[];
}

/** What an opened change shows. */
export interface IssueChangeDetail {
  readonly contracts: readonly {
    readonly name: string;
    readonly slug: string | null;
    readonly changes: readonly Change[];
  }[];
  readonly claims: readonly { readonly name: string; readonly text: string; readonly says: string }[];
  readonly citations: readonly {
    readonly doc: string;
    readonly line: number;
    readonly text: string;
    readonly verdict: Verdict;
  }[];
}

/** What an opened issue shows. Rounds, findings and citations are empty of one that was not imported. */
export interface IssueDetail {
  readonly commits: readonly {
    readonly position: number;
    readonly oid: Oid;
    readonly how: Naming;
    readonly subject: string;
  }[];
  readonly rounds: readonly { readonly round: number | null; readonly verdicts: readonly string[] }[];
  readonly findings: readonly (Pick<
    Finding,
    | "round"
    | "label"
    | "text"
    | "path"
    | "line"
    | "state"
    | "answered"
    | "fixed_in"
    | "fixed_by"
    | "tests"
    | "closed_by"
  > & { readonly role: Role })[];
  /** `to`: whether it leads there; else the other thread leads here. */
  readonly links: readonly {
    readonly kind: Link["kind"];
    readonly to: boolean;
    readonly repository: string | null;
    readonly target: string;
    readonly state: Issue["state"] | null;
  }[];
  readonly cites: readonly {
    readonly text: string;
    readonly path: string | null;
    readonly start: number;
    readonly end: number;
    /** What it was at the commit that the comment spoke of; null where that is not known. */
    readonly said: { readonly oid: Oid; readonly verdict: Verdict } | null;
    readonly verdict: Verdict;
    readonly says: string;
  }[];
  readonly names: readonly {
    readonly kind: "name" | "member" | "class" | "symbol" | "path";
    readonly text: string;
    readonly contract: { readonly name: string; readonly slug: string | null } | null;
    readonly gone: boolean;
    /** The commit that took it away, where it is known. */
    readonly goneIn: Oid | null;
  }[];
}

/** issue-details.json: what opened rows show, in the order of `rows`, and what commits did, in the order of `changes`. */
export interface IssueDetails {
  readonly rows: readonly IssueDetail[];
  readonly changes: readonly IssueChangeDetail[];
}

/** What became of a sentence that stood in several places: corrected in one and standing in another; gone in part … */
export type LineageFate = "survives" | "part" | "stands" | "gone";

/** What became of one copy of it: `removed` from a document that stayed, or with its `file`. */
export type CopyFate = "stands" | "corrected" | "renamed" | "removed" | "file";

/** Where a copy came from. */
export type CopyOrigin = "first" | "copied" | "independent" | "unclear";

/** A copy, by birth. Positions; -1 is none. */
export interface LineageCopy {
  /** Where it stands, or stood last. */
  readonly doc: string;
  readonly line: number;
  /** -1: before the history that is here. */
  readonly first: number;
  /** Where it no longer said so; -1 while it does. */
  readonly lost: number;
  /** The last commit at which it, or what it became, stood; null while it does. */
  readonly last: number | null;
  readonly fate: CopyFate;
  /** Whether it still says what was corrected in another copy. */
  readonly survives: boolean;
  readonly origin: CopyOrigin;
  /** The copy that this is told of, by its place; -1 of the first. */
  readonly of: number;
}

/** lineage.json: sentences that stood in several places. What only an opened row shows is in lineage-details.json. */
export interface LineageExtract {
  /** False where nothing but the walk has written the store. */
  readonly recorded: boolean;
  /** Those first that were corrected in one place and stand in another, then as they are ranked. */
  readonly families: readonly {
    /** What `?c=` says. */
    readonly name: string;
    readonly text: string;
    readonly fate: LineageFate;
    readonly copies: readonly LineageCopy[];
    /** The last commit that corrected a copy, of those that survive; else the last at which a copy was lost. */
    readonly lost: Moment | null;
  }[];
  /** Sentences that are not told, with one of them. */
  readonly left: readonly {
    readonly reason: "many" | "document" | "rank";
    readonly count: number;
    readonly example: string;
  }[];
}

/** lineage-details.json: what opened rows show, in the order of `families`, then of their copies. */
export type LineageDetails = readonly (readonly {
  readonly text: string;
  /** How near it was to the sentence: 0 to 1. */
  readonly likeness: number;
  readonly bornDoc: string;
  readonly bornLine: number;
  readonly born: Moment;
  /** What stood there before and was reworded into it. */
  readonly grew: string | null;
  readonly reasons: readonly string[];
  readonly steps: readonly (Moment & {
    readonly position: number | null;
    readonly did: "corrected" | "renamed" | "moved" | "removed" | "file";
    readonly text: string | null;
    readonly doc: string;
    readonly line: number;
  })[];
}[])[];

/**
 * What was measured of a commit, or of a part of it, net: after less before. The disagreement is a factor from 1, and -1
 * where there is nothing to compare. `measured`, `unread` and `binary` are counts of changed files: by all instruments, by
 * lines only, by none; `unreadLines` are those lines, which are among `physical`.
 */
export type EffortNumbers = readonly [
  statements: number,
  withDocstrings: number,
  source: number,
  physical: number,
  disagreement: number,
  measured: number,
  unread: number,
  unreadLines: number,
  binary: number,
];

/** effort.json: what commits cost, by instruments that need not agree. */
export interface EffortExtract {
  /** False where nothing but the walk has written the store. */
  readonly recorded: boolean;
  /** Parts of the code base in the order in which they are told. */
  readonly parts: readonly string[];
  /** Commits of the line by position. One whose parent is not in the clone is not here. */
  readonly commits: readonly {
    readonly position: number;
    readonly oid: Oid;
    readonly pr: number | null;
    readonly subject: string;
    readonly all: EffortNumbers;
    /** Those with a changed file; `part` is a place in `parts`. */
    readonly parts: readonly (readonly [part: number, numbers: EffortNumbers])[];
  }[];
  /** Commits of the line that were not measured: what they changed is not in the clone. */
  readonly missing: number;
  /** What has no number by some instrument, by the ending of its paths, the most changed first: twenty. */
  readonly left: readonly {
    readonly ending: string;
    readonly why: "no grammar" | "unparsed" | "binary";
    /** Of a file by a commit. */
    readonly changes: number;
    /** Physical, net. */
    readonly lines: number;
  }[];
  /** The sum of the endings behind them. */
  readonly beyond: { readonly endings: number; readonly changes: number };
}

/** method.json: what a run saw and could not see. */
export interface MethodExtract {
  readonly counts: readonly { readonly what: string; readonly count: number }[];
  readonly dropped: readonly { readonly reason: string; readonly means: string; readonly count: number }[];
  readonly rules: readonly {
    readonly layer: string;
    readonly rule: string;
    readonly matchesNow: number;
    readonly firstSeen: string | null;
  }[];
  readonly versions: readonly { readonly what: string; readonly version: string }[];
  /** What verdicts mean, worst first. */
  readonly verdicts: readonly {
    readonly verdict: Verdict;
    readonly means: string;
    readonly todo: string;
    readonly fails: boolean;
    /** Citations of it that stand at the head. */
    readonly count: number;
  }[];
  /** The constants of the judgement, with what they decide. */
  readonly weights: readonly { readonly name: string; readonly value: number; readonly says: string }[];
}
