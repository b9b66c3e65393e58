// The nouns of references as types: what prose names without citing a line of it. Types only: nothing here runs. Whether
// such a thing is or was here, claims/references/ says.

/** Where a reference is written. */
export interface Written {
  /** As written, without back quotes; a line's end is a space. */
  readonly text: string;
  /** 1-based; the column in characters. */
  readonly line: number;
  readonly column: number;
  /** Its passage's place in `Prose.passages`, and where it stands in the passage's text, half-open, in characters. */
  readonly passage: number;
  readonly from: number;
  readonly to: number;
  /** Whether it is all that a code span holds. */
  readonly code: boolean;
}

/**
 * A name of code. `flag`: `--dry-run`; `constant`: `MAX_BYTES`; `word`: without a mark of code, in a code span alone
 * (`forward`, `Config`); `name`: everything else.
 */
export interface SymbolReference extends Written {
  readonly kind: "symbol";
  readonly shape: "flag" | "constant" | "name" | "word";
  /** Outer before inner: `Engine.step` is two; what stands for the object itself (`self.`) is left out. Never empty. */
  readonly parts: readonly string[];
  /** Whether it is written as a call: `step()`. */
  readonly called: boolean;
}

export interface CommitReference extends Written {
  readonly kind: "commit";
  /** 7 to 64 hexadecimal digits, lower case. */
  readonly id: string;
  /** `github.com/owner/name` of a link, `owner/name` of `owner/name@1a2b3c4`; else null. */
  readonly host: string | null;
  /**
   * What says that it is a commit: a link of a forge, a word before it ("commit", "reverts", `git show`), a preposition
   * or a code span, or nothing but its look.
   */
  readonly by: "link" | "word" | "place" | "look";
}

export interface IssueReference extends Written {
  readonly kind: "issue";
  readonly number: number;
  /** `owner/name`, or `owner` alone, as written; null of a bare number. */
  readonly repository: string | null;
  /** `github.com` of a link; else null. */
  readonly host: string | null;
}

export interface PathReference extends Written {
  readonly kind: "path";
  /** As written, with `/` for `\`; empty of a link into its own document. A folder's ends in `/` where it is written so. */
  readonly path: string;
  /** What stands behind `#` in a link; null where nothing does. */
  readonly anchor: string | null;
  /** `link`: a target of Markdown or HTML, which is relative to its document. `likely`: a path only if there is such a file. */
  readonly how: "link" | "written" | "likely";
  /** Of a forge's address of a file: `github.com/owner/name`, and the branch or commit in it; else null. */
  readonly host: string | null;
  readonly revision: string | null;
}

export type Reference = SymbolReference | CommitReference | IssueReference | PathReference;
