// The extracts that pages draw: what each src/data loader hands over as JSON, as types. Every mark carries what its
// link needs (commit, path, line); a position is a commit's 0-based place on the line, oldest first. Types only.

import type { Oid, Use } from "../model.ts";

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
  readonly warnings: readonly string[];
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
    readonly glyph: "parks" | "breach" | "unread" | "defaulted" | "dropped";
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
}
