// Says which citations are not about this tree at all: of another repository, of a stated older commit, an example. These
// are told and counted, and never judged against what stands here now.

import type { Passage, Verdict } from "../citation.ts";
import type { Oid } from "../model.ts";
import type { AuditConfiguration } from "./configuration.ts";
import type { Past } from "./past.ts";
import type { Subject } from "./subject.ts";

export interface Standing {
  readonly verdict: Extract<Verdict, "external" | "historical" | "quoted">;
  readonly says: string;
  /** The commit that it speaks of, where it states one that is here. */
  readonly commit: Oid | null;
  /** The name of the other repository that it is configured to be in. */
  readonly root?: string;
}

/** Null of a citation that is about this tree. `forge` is the repository's own address without `https://`. */
export function standingOf(
  subject: Subject,
  configuration: AuditConfiguration,
  past: Past,
  forge: string | null,
): Standing | null {
  const { citation, document, passage, resolved } = subject;
  const none = { commit: null };
  if (citation.host !== null && forge !== null && citation.host.toLowerCase() !== forge.toLowerCase())
    return { verdict: "external", says: `it is in ${citation.host}`, ...none };
  if (citation.revision !== null && /^[0-9a-f]{7,64}$/.test(citation.revision)) {
    const commit = commitOf(past, citation.revision);
    return commit === null
      ? { verdict: "external", says: `the commit ${citation.revision.slice(0, 9)} is not in this history`, ...none }
      : { verdict: "historical", says: `it speaks of ${commit.slice(0, 9)}`, commit };
  }
  const root = configuration.externals.find(
    ({ matches }) => citation.path !== null && matches(citation.path) && resolved.kind !== "file",
  );
  if (root !== undefined) return { verdict: "external", says: `it is in ${root.name}`, root: root.name, ...none };
  if (configuration.isRecord(document.path))
    return { verdict: "historical", says: "the document is a dated record", ...none };
  if (document.read.prose.dated !== null)
    return { verdict: "historical", says: `the document is of ${document.read.prose.dated}`, ...none };
  const stated =
    statedIn(passage, past) ??
    statedIn(document.read.prose.passages[0], past) ??
    statedIn(document.read.prose.passages[1], past);
  if (stated !== null) return { verdict: "historical", says: `it is said as of ${stated.slice(0, 9)}`, commit: stated };
  if (isInsideCode(passage, citation.from, citation.to))
    return { verdict: "quoted", says: "it stands inside a quoted line of output or code", ...none };
  if (isExample(passage, citation.from, citation.to))
    return { verdict: "quoted", says: "it is given as an example", ...none };
  return null;
}

const prefixes = new WeakMap<Past, Map<string, Oid | null>>();

function commitOf(past: Past, prefix: string): Oid | null {
  if (past.position.has(prefix)) return prefix;
  const known = prefixes.get(past) ?? new Map<string, Oid | null>();
  prefixes.set(past, known);
  let found = known.get(prefix);
  if (found === undefined) {
    found = past.commits.find((commit) => commit.oid.startsWith(prefix))?.oid ?? null;
    known.set(prefix, found);
  }
  return found;
}

/** What is asked of a passage for each of its citations, and found out once. */
const stated = new WeakMap<Passage, string>();
const examples = new WeakMap<Passage, boolean>();

function once<Answer extends {}>(
  known: WeakMap<Passage, Answer>,
  passage: Passage,
  ask: (passage: Passage) => Answer,
): Answer {
  const found = known.get(passage) ?? ask(passage);
  known.set(passage, found);
  return found;
}

const STATED =
  /\b(?:as of|as at|line numbers? (?:are )?(?:from|at|of)|pinned (?:to|at)|measured at|verified at|snapshot of)\b[^.\n]{0,40}?\b([0-9a-f]{7,40})\b/i;

/** `as of 1a2b3c4`, where that is a commit of this history. */
function statedIn(passage: Passage | undefined, past: Past): Oid | null {
  if (passage === undefined) return null;
  const found = once(stated, passage, ({ text }) => STATED.exec(text.slice(0, 4_000))?.[1] ?? "");
  return /\d/.test(found) ? commitOf(past, found) : null;
}

const BEFORE =
  /(?:\be\.g\.,?|\bfor example,?|\bfor instance,?|\bexamples?:|\bsuch as|\b(?:bad|good|wrong|right|before|after):)\s*["'`“(*]*$/i;

/** Whether the words before it, or the whole passage, say that it only shows what citations look like. */
function isExample(passage: Passage, from: number, to: number): boolean {
  if (
    BEFORE.test(passage.text.slice(Math.max(0, from - 40), from)) &&
    once(examples, passage, ({ text }) => aboutCitations(text))
  )
    return true;
  const around = passage.text.slice(Math.max(0, from - 120), to + 60);
  return (
    /\b(?:file:line|path:line|line references?|citation|cite[sd]?)\b/i.test(around) &&
    /["“'`][^"”'`\n]*$/.test(passage.text.slice(Math.max(0, from - 60), from)) &&
    aboutCitations(around)
  );
}

function aboutCitations(text: string): boolean {
  return /\b(?:file:line|path:line|citations?|references? (?:format|like|such)|format|example|e\.g\.)/i.test(text);
}

/** Words beside a citation that make a code span more than the citation. */
const SPAN_WORDS = 4;

/** Whether a citation is a part of a longer code span: `` `see core.py:12 for what the tool printed` ``. */
function isInsideCode(passage: Passage, from: number, to: number): boolean {
  const span = spansOf(passage).find(([begin, end]) => begin <= from && to <= end);
  if (span === undefined) return false;
  const rest = passage.text.slice(span[0], from) + passage.text.slice(to, span[1]);
  return (rest.match(/[\p{L}]{2,}/gu) ?? []).length >= SPAN_WORDS;
}

const spans = new WeakMap<Passage, readonly (readonly [begin: number, end: number])[]>();

/** The code spans of a passage. They are paired from its start: from the middle, what lies between two would look like one. */
function spansOf(passage: Passage): readonly (readonly [begin: number, end: number])[] {
  const known = spans.get(passage);
  if (known !== undefined) return known;
  const found: (readonly [number, number])[] = [];
  let open: { readonly at: number; readonly ticks: string } | null = null;
  for (const { 0: ticks, index } of passage.text.matchAll(/`+/g)) {
    if (open === null) open = { at: index, ticks };
    else if (open.ticks === ticks) {
      found.push([open.at, index + ticks.length]);
      open = null;
    }
  }
  spans.set(passage, found);
  return found;
}
