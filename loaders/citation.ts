// The nouns of the audit as types, from prose to a report. Types only: nothing here runs. The order is the order of the
// walk: a document's passages, the citations in them, the tree they are judged against, what was found.

import type { ClaimFinding } from "./claim.ts";
import type { Birth, Broke, Oid } from "./model.ts";

// ── prose ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Where one line of a passage's text stands in its document. */
export interface PassageLine {
  /** Start of the line in the passage's text: characters (UTF-16 units), 0-based. */
  readonly offset: number;
  /** The document's line, 1-based. Only `\n` ends a line. */
  readonly line: number;
  /** The column at which the text begins in that line, 1-based, in characters: behind `#`, `- `, ` * `, `> `. */
  readonly column: number;
}

/** A run of prose that is read as one, and across whose edges nothing refers. */
export interface Passage {
  /** `text` is a run of plain text; `message` a paragraph of a commit message; `string` a string that is no docstring. */
  readonly kind:
    | "paragraph"
    | "item"
    | "row"
    | "heading"
    | "comment"
    | "docstring"
    | "string"
    | "message"
    | "text"
    | "example";
  /** First and last line in the document, 1-based, inclusive. */
  readonly line: number;
  readonly endLine: number;
  /** The words without comment, list and quotation marks; the document's lines joined by `\n`. */
  readonly text: string;
  /** In order; one for each line of `text`. */
  readonly lines: readonly PassageLine[];
  /** The headings it stands under, outermost first; of code none. */
  readonly headings: readonly string[];
  /** The cells of the table's head, of a `row`; else none. */
  readonly columns: readonly string[];
  /** Whether it stands in a block quotation. */
  readonly quoted: boolean;
}

/** A document taken apart. */
export interface Prose {
  readonly passages: readonly Passage[];
  /** `front matter` and the like: the day a document says it is of (`date: 2026-06-04`), `YYYY-MM-DD`; else null. */
  readonly dated: string | null;
  /** How its comments were found: by a grammar, by a table of comment marks, or not at all. */
  readonly read: "markdown" | "restructuredtext" | "grammar" | "table" | "text";
  /** Lines with `binnacle-ignore`, the reason behind it, and the lines it speaks of (its own, or the next if alone). */
  readonly ignores: readonly { readonly line: number; readonly of: number; readonly reason: string }[];
}

// ── citations ────────────────────────────────────────────────────────────────────────────────────────────────────

/** One cited span as it is written. Several spans of one citation (`a.py:3,7`) are several of these. */
export interface Citation {
  /** As written, of this span alone: `core.py:12-14`, `:196`, `7`. */
  readonly text: string;
  /** Where it is written, 1-based; the column in characters. */
  readonly line: number;
  readonly column: number;
  /** Its passage's place in `Prose.passages`, and where it stands in the passage's text, half-open, in characters. */
  readonly passage: number;
  readonly from: number;
  readonly to: number;
  /** The path as written, `\` as `/`; of one that continues another, that one's. Null: none that it could be bound to. */
  readonly path: string | null;
  /**
   * `own`: no path, and its own document is meant ("line 567"). `continued`: the path stands further up. `glued`: the word
   * before runs into the path, so only its end can be trusted (`get_num_blocksengine_core.py:132`).
   */
  readonly bound: "written" | "continued" | "own" | "glued" | "unbound";
  /** 1-based, as written: `core.py:0` and `a.py:30-20` keep their numbers. At most 2^53; greater ones are that. */
  readonly start: number;
  readonly end: number;
  /** A symbol that is written with it: `f::Symbol`, `f: A.b`, `f:12 (A.b)`, `` `sym` (f:12) ``; else null. */
  readonly symbol: string | null;
  /** Where that symbol is all that is cited (`f::Symbol`, `f: A.b`), start and end are 0. */
  readonly symbolOnly: boolean;
  /** `~12`, "around line 12". */
  readonly approximate: boolean;
  /** A revision written with it: of a permalink, `f:12 @ 1a2b3c4`; else null. */
  readonly revision: string | null;
  /** `github.com/owner/name` of a link; else null. */
  readonly host: string | null;
}

/** What looks like a citation and is not judged, with the reason. */
export interface Unbound {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly reason: "no path before it" | "in an example" | "glued to a word" | "past a number's range";
}

export interface DocumentCitations {
  readonly prose: Prose;
  readonly citations: readonly Citation[];
  readonly unbound: readonly Unbound[];
}

// ── the tree that is judged ──────────────────────────────────────────────────────────────────────────────────────

/** A tree and the history behind it: a commit, the index, the work tree, or a merge that exists only here. */
export interface Snapshot {
  readonly kind: "commit" | "index" | "worktree" | "merge";
  /** For people: `HEAD`, `work tree`, `merge of main and fix/a`. */
  readonly name: string;
  /** The commits whose history is behind it: of a commit itself; of the others the heads it was made from. */
  readonly heads: readonly Oid[];
  /** Files by path; the id of the bytes as git stores them, also where no such object is stored. */
  readonly files: ReadonlyMap<string, Oid>;
  /** Paths of submodules and of symbolic links, which are no files. */
  readonly submodules: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
  /** Paths in which a merge left a conflict; their bytes hold both sides with markers. Empty otherwise. */
  readonly conflicts: ReadonlySet<string>;
  /** The bytes of a file, as git would store them. Throws missing-object. */
  blob(oid: Oid): Promise<Uint8Array>;
}

// ── definitions ──────────────────────────────────────────────────────────────────────────────────────────────────

/** A definition in a file. */
export interface Definition {
  /** With what it stands in: `Scheduler.postprocess`. */
  readonly name: string;
  readonly kind: "class" | "function" | "variable" | "module";
  /** From its first decorator or attribute to its last line, 1-based, inclusive. */
  readonly line: number;
  readonly endLine: number;
  /** The line that bears its name. */
  readonly nameLine: number;
}

/** The definitions of a file, outer before inner, by line. `read`: whether a grammar told them, or words of the text. */
export interface Definitions {
  readonly read: "grammar" | "words" | "none";
  readonly definitions: readonly Definition[];
}

// ── what was found ───────────────────────────────────────────────────────────────────────────────────────────────

export type Verdict =
  | "holds"
  | "moved"
  | "changed"
  | "wrong-when-written"
  | "past-end"
  | "missing"
  | "ambiguous"
  | "external"
  | "historical"
  | "quoted"
  | "unknown";

export interface Suggestion {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** The innermost definition there, or null. */
  readonly symbol: string | null;
  /** `strong`: two independent signs agree, and `fix` applies it. `hint`: for a person to look at. */
  readonly strength: "strong" | "hint";
}

/** Lines of code shown as evidence: the cited ones and a few around them. `start` is the first that is shown. */
export interface Excerpt {
  readonly path: string;
  readonly commit: Oid | "uncommitted";
  readonly start: number;
  readonly lines: readonly string[];
  /** The innermost definition around them, or null. */
  readonly symbol: string | null;
}

/** One thing that speaks for or against. */
export interface Evidence {
  /** A stable word for programs: `frame`, `support`, `definition`, `neighbours`, `neatness`, `follow`, `resolve`, `now`. */
  readonly sign: string;
  /** A sentence for people, without a full stop at the end. */
  readonly says: string;
  /** What it added to the weighing, in bits; positive speaks for the verdict. Null: it is told and not weighed. */
  readonly bits: number | null;
}

/** A citation with its verdict. The first fields are DESIGN.md's JSON. */
export interface Finding {
  readonly doc: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly path: string | null;
  readonly start: number;
  readonly end: number;
  readonly symbol: string | null;
  readonly verdict: Verdict;
  readonly fails: boolean;
  readonly suggestion: Suggestion | null;
  readonly born: Birth | null;
  readonly broke: Broke | null;
  readonly evidence: readonly Evidence[];
  /** The verdict in one sentence: "the cited line is blank; `forward` is 14 lines down". */
  readonly says: string;
  /** Hex; survives line moves of the document and renumbering: of document, sentence without numbers, and ordinal. */
  readonly fingerprint: string;
  /** The sentence it stands in, white space folded. */
  readonly sentence: string;
  /** Why it does not fail though its verdict could; null otherwise. */
  readonly excused: string | null;
  /** Whether the change that is looked at made it so; null where no change is. */
  readonly introduced: boolean | null;
  /** The cited lines when written, and now; where they could be read. */
  readonly written: Excerpt | null;
  readonly now: Excerpt | null;
}

/** What was left out, and how much of it. */
export interface Skipped {
  readonly reason: string;
  readonly count: number;
  /** The first few, `path:line`. */
  readonly examples: readonly string[];
}

export interface AuditReport {
  readonly schema: 1;
  readonly repository: string;
  /** The commit judged, or the head of what was judged. */
  readonly commit: Oid;
  /** What was judged, for people: `HEAD`, `work tree`. */
  readonly judged: string;
  /** What it was compared with: a merge base; null for a full audit. */
  readonly base: Oid | null;
  /**
   * Citations by verdict, and `citations`, `documents`, `failing`, `strong`, `hints`, `unbound`. Of claims, where there are
   * any: `claims`, `sums`, `candidates`, `references`, `notes`, `measurements`, and of each those that do not hold
   * (`claimsOff`).
   */
  readonly counts: Readonly<Record<string, number>>;
  /** Claims by document, then line, then column. */
  readonly claims: readonly ClaimFinding[];
  /** By document, then line, then column. */
  readonly citations: readonly Finding[];
  readonly unbound: readonly (Unbound & { readonly doc: string })[];
  readonly skipped: readonly Skipped[];
  /** Lines that a reader must know: a shallow clone, what was not looked at. */
  readonly notices: readonly string[];
  /** The forge's address for links, or null. */
  readonly forge: string | null;
}
