// The flags and commands, each declared once: the parser, the help, the README and the tests all read these tables.

import { DISAGREEMENT } from "../provenance/effort/net.ts";

/** A flag. `value` names what follows it; a flag without is a switch. */
export interface Flag {
  readonly name: string;
  readonly value?: string;
  readonly help: string;
  /** Whether it may be given more than once. */
  readonly many?: boolean;
}

export interface Command {
  readonly name: string;
  /** What may stand after the name, as help shows it. */
  readonly words: string;
  readonly help: string;
  readonly flags: readonly Flag[];
  /** How many words it takes besides the repository. */
  readonly takes: { readonly least: number; readonly most: number };
  readonly example: string;
  /** Lines of help after the flags: what a column means. */
  readonly more?: readonly string[];
}

const REPO: Flag = { name: "repo", value: "DIR", help: "the repository; default: the one you stand in" };
const PROFILE: Flag = {
  name: "profile",
  value: "NAME",
  help: "a shipped profile or a YAML file; default: binnacle.yaml, else one proposed from the code",
};
const CONFIG: Flag = { name: "config", value: "FILE", help: "read this instead of the repository's binnacle.yaml" };
const STORE: Flag = {
  name: "store",
  value: "FILE",
  help: "where the notebook is kept; default: your cache folder, or BINNACLE_STORE",
};
const BRANCH: Flag = { name: "branch", value: "REV", help: "the tip; default: HEAD" };
const SINCE: Flag = { name: "since", value: "REV|DATE", help: "look at no older commits; births there are floors" };
const ALL_PARENTS: Flag = { name: "all-parents", help: "walk commits inside merges too, not first parents only" };
const FETCH: Flag = {
  name: "fetch-missing",
  help: "let git fetch the objects that a partial clone lacks, in one batch",
};
const JSON_FLAG: Flag = { name: "json", help: "print JSON" };
const HELP: Flag = { name: "help", help: "print this" };
const PORT: Flag = { name: "port", value: "N", help: "the port on localhost; default: a free one" };

const SAMPLE: Flag = { name: "sample", help: "look at the built-in sample engine" };

const READS: readonly Flag[] = [REPO, SAMPLE, PROFILE, CONFIG, FETCH];
const WALKS: readonly Flag[] = [...READS, STORE, BRANCH, SINCE, ALL_PARENTS];

const FORMAT: Flag = {
  name: "format",
  value: "NAME",
  help: "text, json, sarif, github, gitlab, rdjson, junit or markdown; default: text",
};

const CLAIMS: Flag = {
  name: "claims",
  value: "FILE",
  help: "the claims of FILE instead of the repository's own; a shipped set by its name",
  many: true,
};
const AT: Flag = { name: "at", value: "REV", help: "judge this revision; default: the work tree" };

export const COMMANDS: readonly Command[] = [
  {
    name: "init",
    words: "[REPO]",
    help: "propose a profile from the code and write binnacle.yaml",
    flags: [
      REPO,
      { name: "at", value: "REV", help: "propose from this commit; default: HEAD" },
      { name: "print", help: "print it and write nothing" },
      FETCH,
      HELP,
    ],
    takes: { least: 0, most: 0 },
    example: "binnacle init --print",
  },
  {
    name: "profile",
    words: "explain [REPO]",
    help: "what each rule of the profile matches, now and over history, and nearly matches",
    flags: [...WALKS, JSON_FLAG, HELP],
    takes: { least: 1, most: 1 },
    example: "binnacle profile explain --profile atom",
  },
  {
    name: "ingest",
    words: "[REPO]",
    help: "walk what is new and store it",
    flags: [...WALKS, JSON_FLAG, HELP],
    takes: { least: 0, most: 0 },
    example: "binnacle ingest ../ATOM --profile atom",
  },
  {
    name: "surface",
    words: "[REPO]",
    help: "the contracts at a commit, or what changed between two",
    flags: [
      ...READS,
      STORE,
      BRANCH,
      { name: "at", value: "REV", help: "the commit; default: the tip" },
      { name: "diff", value: "A..B", help: "what changed from A to B; default of B: the tip" },
      JSON_FLAG,
      HELP,
    ],
    takes: { least: 0, most: 0 },
    example: "binnacle surface --diff v0.1.2..HEAD",
  },
  {
    name: "audit",
    words: "[PATH…]",
    help: "which citations and claims are true, which broke, and what to write instead",
    flags: [
      REPO,
      SAMPLE,
      PROFILE,
      CONFIG,
      STORE,
      CLAIMS,
      {
        name: "at",
        value: "REV",
        help: "judge this revision; of more than one, each, the oldest first; default: the work tree",
        many: true,
      },
      {
        name: "base",
        value: "REV",
        help: "what changed since the merge base with REV: what this change breaks or adds",
      },
      { name: "staged", help: "judge what is staged, against HEAD" },
      {
        name: "merge",
        value: "REV",
        help: "judge the merge of REV with each branch that follows, made in memory; a pattern is many",
        many: true,
      },
      {
        name: "external",
        value: "NAME=DIR",
        help: "judge citations of the other repository NAME, which is in DIR, too",
        many: true,
      },
      {
        name: "numbers",
        help: "check sums that prose writes out, and propose counted things that nobody pinned and that differ",
      },
      { name: "references", help: "judge symbols, commits, issues and paths that prose names, too" },
      { name: "messages", help: "judge commit messages too; they never fail" },
      { name: "baseline", value: "FILE", help: "excuse what FILE lists, until the day it says" },
      { name: "update-baseline", help: "write that file: a first one lists all that fails, a later one only shrinks" },
      FORMAT,
      { name: "json", help: "the same as --format json" },
      { name: "all", help: "print what holds too, with all evidence" },
      { name: "examples", help: "judge citations in fenced examples too" },
      { name: "self-test", help: "shift citations that hold, and print how many of the wrong ones are caught" },
      { name: "require-history", help: "exit 2 where a shallow clone hides what a verdict needs" },
      FETCH,
      HELP,
    ],
    takes: { least: 0, most: 1000 },
    example: "binnacle audit docs/ --base main",
  },
  {
    name: "fix",
    words: "[PATH…]",
    help: "repair the citations that the audit is sure of: --write writes, else a diff",
    flags: [
      REPO,
      CONFIG,
      { name: "write", help: "write the documents; what changed since it was judged is left alone" },
      {
        name: "as",
        value: "lines|symbol|permalink",
        help: "write other numbers, or a symbol, or an address at HEAD; default: lines",
      },
      { name: "base", value: "REV", help: "only what was moved since the merge base with REV" },
      JSON_FLAG,
      FETCH,
      HELP,
    ],
    takes: { least: 0, most: 1000 },
    example: "binnacle fix docs/ --base main --write",
  },
  {
    name: "affected",
    words: "A..B",
    help: "which sentences lean on lines that a change touches, before anything is broken",
    flags: [REPO, CONFIG, JSON_FLAG, FETCH, HELP],
    takes: { least: 1, most: 1 },
    example: "binnacle affected main...HEAD",
  },
  {
    name: "trace",
    words: "WORD…",
    help: "births, changes, moves and deaths of a name, key, class, site or citation",
    flags: [...WALKS, JSON_FLAG, HELP],
    takes: { least: 1, most: 50 },
    example: "binnacle trace get_num_blocks.pool_entries",
  },
  {
    name: "claim",
    words: "list|test|add|questions …",
    help: "pinned claims and their lives, a new one from a sentence, what can be asked",
    flags: [
      ...READS,
      STORE,
      CLAIMS,
      AT,
      {
        name: "asks",
        value: "QUESTION",
        help: 'what a number of the sentence counts: "sites of forward", or "ten = waited names"',
        many: true,
      },
      { name: "name", value: "NAME", help: "what the new claim is called; default: words of its sentence" },
      { name: "write", help: "keep the new claim in .binnacle/claims/; else it is only shown" },
      JSON_FLAG,
      HELP,
    ],
    takes: { least: 1, most: 200 },
    example: 'binnacle claim test "count of dispatched names = 26"',
  },
  {
    name: "seeds",
    words: "[CLAIM…]",
    help: "can a claim fail? alters copies of what it is judged by: which changes turn it red",
    flags: [...READS, STORE, CLAIMS, AT, { name: "all", help: "print each change by itself" }, JSON_FLAG, HELP],
    takes: { least: 0, most: 1000 },
    example: "binnacle seeds forward-sites",
  },
  {
    name: "notes",
    words: "list|new ADDRESS",
    help: "notes attached to code: what became of each, what is unclassified, a new one",
    flags: [
      ...READS,
      STORE,
      AT,
      { name: "category", value: "WORD", help: "only notes of this category; of a new one its own" },
      { name: "status", value: "WORD", help: "only notes of this status; of a new one its own" },
      { name: "unclassified", help: "what binnacle.yaml says must be classified, and no note classifies" },
      { name: "ledger", help: "print that as entries for a ledger file, to be filled in" },
      JSON_FLAG,
      HELP,
    ],
    takes: { least: 0, most: 2 },
    example: "binnacle notes list --unclassified",
  },
  {
    name: "handoff",
    words: "[NAME|CLASS]",
    help: "all that a replacement owes its callers, each line with its place; Markdown",
    flags: [
      ...WALKS,
      CLAIMS,
      { name: "for", value: "CLASS", help: "what this class still owes, which is to take the other's place" },
      { name: "check", value: "FILE", help: "whether the facts of a sheet that was written are still so; 1 if not" },
      { name: "update", value: "FILE", help: "the same, and renew the generated part of the file" },
      JSON_FLAG,
      HELP,
    ],
    takes: { least: 0, most: 1 },
    example: "binnacle handoff forward",
  },
  {
    name: "why",
    words: "PATH:LINE…",
    help: "which commits made a line what it is, the issues they name, and what reviews found there",
    flags: [REPO, SAMPLE, STORE, AT, JSON_FLAG, FETCH, HELP],
    takes: { least: 1, most: 50 },
    example: "binnacle why engine/core.py:120",
  },
  {
    name: "lineage",
    words: "SENTENCE|PATH:LINE",
    help: "where a sentence stands and ever stood: its copies and what became of each",
    flags: [
      REPO,
      SAMPLE,
      CONFIG,
      STORE,
      BRANCH,
      { name: "all", help: "what was corrected in one place and survives in another" },
      JSON_FLAG,
      FETCH,
      HELP,
    ],
    takes: { least: 0, most: 200 },
    example: 'binnacle lineage "a breached contract becomes a hang"',
  },
  {
    name: "effort",
    words: "A..B|REV",
    help: "the net cost of a change in statements, source lines and physical lines",
    flags: [
      REPO,
      SAMPLE,
      CONFIG,
      {
        name: "split",
        value: "NAME=FOLDER,…",
        help: "parts to tell apart: production=src/,tests=tests/; default: those of binnacle.yaml",
      },
      { name: "commits", help: "each commit of the range by itself" },
      { name: "functions", help: "each function and method too" },
      { name: "estimate", value: "N", help: "lines that were estimated: ratios against them" },
      JSON_FLAG,
      FETCH,
      HELP,
    ],
    takes: { least: 1, most: 1 },
    example: "binnacle effort main..HEAD --split production=src/,tests=tests/",
    more: DISAGREEMENT,
  },
  {
    name: "issues",
    words: "import|list|show|touches|changed|gone|unnamed …",
    help: "what issues brought, found and leave open",
    flags: [
      ...WALKS,
      { name: "state", value: "WORD", help: "of list and gone: issues that are open, closed, merged or unknown" },
      { name: "citations", help: "judge what the thread cites, too" },
      { name: "at", value: "REV", help: "judge that at this revision; default: the tip" },
      {
        name: "api",
        value: "URL",
        help: "the forge's address for programs; default: that of the repository's own forge",
      },
      JSON_FLAG,
      HELP,
    ],
    takes: { least: 1, most: 1000 },
    example: "binnacle issues show 90",
  },
  {
    name: "query",
    words: '"SQL"',
    help: "ask the store; without SQL: its tables",
    flags: [
      ...WALKS,
      { name: "format", value: "table|json|csv", help: "how to print; default: table" },
      {
        name: "json",
        help: "print JSON: lists and structs nest, BLOBs are hexadecimal, what no number holds is text",
      },
      HELP,
    ],
    takes: { least: 0, most: 1 },
    example: 'binnacle query "SELECT name, sites FROM name_span WHERE last IS NULL"',
  },
  {
    name: "notebook",
    words: "[REPO]",
    help: "build the notebook as a static site",
    flags: [
      ...WALKS,
      CLAIMS,
      { name: "out", value: "DIR", help: "where to; default: binnacle-notebook, or beside the store with --serve" },
      { name: "serve", help: "show it on localhost when it is built" },
      PORT,
      HELP,
    ],
    takes: { least: 0, most: 0 },
    example: "binnacle notebook --out site",
  },
  {
    name: "dev",
    words: "[REPO]",
    help: "preview the notebook, live while its pages or the repository change",
    flags: [...WALKS, CLAIMS, PORT, HELP],
    takes: { least: 0, most: 0 },
    example: "binnacle dev",
  },
];
