// The nouns of imported issues as types: what a forge or a page said, and what was derived from it. Columns of
// issues-schema.sql have the same names, and say what each is.

export type Role = "author" | "reviewer" | "other" | "bot" | "ghost";

export interface Issue {
  /** `#90`; of GitLab's merge requests, which are counted apart from issues, `!90`. */
  readonly id: string;
  readonly number: number;
  readonly kind: "issue" | "pull";
  readonly title: string;
  readonly state: "open" | "closed" | "merged" | "unknown";
  readonly draft: boolean;
  readonly role: Role;
  /** Seconds since 1970-01-01 UTC. */
  readonly opened: number | null;
  readonly closed: number | null;
  readonly merged: number | null;
  readonly updated: number | null;
  readonly base: string | null;
  readonly head: string | null;
  readonly base_branch: string | null;
  readonly head_branch: string | null;
  readonly merge_commit: string | null;
  readonly labels: readonly string[];
}

export interface Comment {
  readonly key: string;
  readonly kind: "body" | "comment" | "review" | "inline" | "commit" | "event";
  readonly role: Role;
  readonly review: string | null;
  readonly thread: string | null;
  readonly verdict: string | null;
  readonly path: string | null;
  readonly line: number | null;
  readonly quoted: string | null;
  readonly commit: string | null;
  readonly text: string;
  readonly time: number | null;
  readonly round: number | null;
}

/** An issue with all that was written there, in order: a comment's ordinal is its place, a body stands first. */
export interface Thread {
  readonly issue: Issue;
  readonly comments: readonly Comment[];
}

export interface Link {
  readonly kind: "closes" | "refs" | "filed" | "stacks-on" | "stacked-by" | "mentions";
  readonly repository: string | null;
  readonly target: string | null;
  readonly commit: string | null;
  readonly times: number;
  readonly comment: number;
}

export interface Finding {
  readonly ordinal: number;
  readonly round: number | null;
  readonly label: string;
  readonly text: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly quoted: string | null;
  readonly comment: number;
  readonly state: "open" | "answered" | "closed";
  readonly answer: number | null;
  readonly answered: string | null;
  readonly fixed_in: string | null;
  readonly fixed_by: "named" | "round" | "push" | null;
  readonly tests: readonly string[];
  readonly closed_by: string | null;
}

export interface ThreadTable {
  readonly comment: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly stated: string | null;
}

export interface Unchecked {
  readonly comment: number;
  readonly round: number | null;
  readonly text: string;
}

/** What a thread says beyond its own words. */
export interface Derived {
  readonly links: readonly Link[];
  readonly findings: readonly Finding[];
  readonly tables: readonly ThreadTable[];
  readonly unchecked: readonly Unchecked[];
}

export interface Source {
  readonly name: string;
  readonly kind: "export" | "page" | "github" | "gitlab";
  readonly imported: number;
  readonly issues: number;
  readonly etag: string | null;
  readonly cursor: string | null;
}
