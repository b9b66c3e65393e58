// Turns a tree into definitions: what the queries matched, each with where it begins and ends, nested by their spans. What
// defines something is said in definition-queries.ts, what it is called in definition-names.ts.

import type { Definition } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import { declaredName, plainName } from "./definition-names.ts";
import { QUERIES } from "./definition-queries.ts";
import { type GrammarName, matchesIn, type Node, withTree } from "./grammar.ts";

/** A definition before it is nested. Offsets in characters of the text, half-open; lines 1-based, inclusive. */
interface Found {
  kind: Definition["kind"];
  /** A function that is one only inside a class or a variable. */
  readonly member: boolean;
  /** Whether it is one inside a function too: variables and prototypes are not. */
  anywhere: boolean;
  readonly name: string;
  readonly nameAt: number;
  readonly nameLine: number;
  start: number;
  end: number;
  line: number;
  endLine: number;
}

/**
 * In order: by start, outer before inner. Null where the text is beyond the parser: nested so deep that it would break,
 * or of a kind that takes it for ever. Throws "syntax-error" if the grammar was not loaded.
 */
export function grammarDefinitions(grammar: GrammarName, text: string): Definition[] | null {
  if (isBroken || isDeep(text)) return null;
  const limit = LEAST + text.length * EACH;
  try {
    return withTree(
      grammar,
      text,
      (root) => {
        const { found, marks } = foundIn(root, grammar, text, limit);
        found.sort((a, b) => a.start - b.start || b.end - a.end || a.nameAt - b.nameAt);
        if (marks.length > 0) takeMarks(found, marks, text);
        return nested(found);
      },
      limit,
    );
  } catch (error) {
    if (isGivenUp(error)) return null;
    throw error;
  }
}

/** Milliseconds for a parse, most of them for what a grammar takes at first; and ten times what a character takes. */
const LEAST = 3000;
const EACH = 0.002;

/** Memory that a parser broke stays broken: no text is given to it any more. */
let isBroken = false;

function isGivenUp(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) isBroken = true;
  return isBroken || (error instanceof BinnacleError && / gave up\.$/.test(error.message));
}

/** The parser's own stack overflows between 3000 and 4000 open brackets, in the grammars that read them two ways. */
const DEEPEST = 1500;
/** And it takes seconds, or all memory, for as many operators with nothing between, or 10,000 in one expression. */
const LONGEST_RUN = 4000;

/** Whether brackets are open so deep, or operators follow each other so long, as no person writes them; or it is no text. */
function isDeep(text: string): boolean {
  let depth = 0;
  let run = 0;
  let operators = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) return true;
    if (code <= 32) continue;
    if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 126) {
      run = 0;
      continue;
    }
    if (run === 0) operators++;
    run++;
    if (code === 40 || code === 91 || code === 123) depth++;
    else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth--;
    if (code === 44 || code === 59 || code === 123 || code === 125) operators = 0;
    if (depth > DEEPEST || run > LONGEST_RUN || operators > LONGEST_RUN) return true;
  }
  return false;
}

const KINDS = ["class", "function", "variable", "module", "member"] as const;

function foundIn(root: Node, grammar: GrammarName, text: string, limit: number): { found: Found[]; marks: Node[] } {
  const outer = new Map<number, Node>();
  const marks: Node[] = [];
  const matched: { readonly at: Found; readonly node: Node }[] = [];
  for (const { captures, setProperties } of matchesIn(root, grammar, QUERIES[grammar], limit)) {
    const by: Record<string, Node | undefined> = {};
    for (const { name, node } of captures) by[name] = node;
    if (by.mark) marks.push(by.mark);
    if (by.outer && by.inner) outer.set(by.inner.id, by.outer);
    const kind = KINDS.find((each) => by[each]);
    if (!kind) continue;
    const node = by[kind] as Node;
    const declared = by.declared ? declaredName(by.declared) : null;
    const name = by.name ?? declared?.name;
    if (!name && typeof setProperties?.name !== "string") continue;
    const written = name ? text.slice(name.startIndex, name.endIndex) : (setProperties?.name as string);
    // A parser that recovers from an error puts in a name of no width.
    if (written === "") continue;
    const owner = by.owner ? `${plainName(grammar, text.slice(by.owner.startIndex, by.owner.endIndex))}.` : "";
    const at = {
      kind: kind === "member" || declared?.isFunction ? "function" : kind,
      member: kind === "member",
      anywhere: kind !== "variable",
      name: owner + plainName(grammar, written),
      nameAt: (name ?? node).startIndex,
      nameLine: (name ? name.endPosition : node.startPosition).row + 1,
      start: 0,
      end: 0,
      line: 0,
      endLine: 0,
    } satisfies Found;
    matched.push({ at, node });
  }
  const found = new Map<string, Found>();
  for (const { at, node } of matched) {
    span(at, outermost(node, outer), root, grammar === "python" ? text : null);
    const key = `${at.nameAt} ${at.name}`;
    const same = found.get(key);
    if (same) unite(same, at);
    else found.set(key, at);
  }
  return { found: [...found.values()], marks };
}

function outermost(node: Node, outer: ReadonlyMap<number, Node>): Node {
  let at = node;
  for (let around = outer.get(at.id); around; around = outer.get(at.id)) at = around;
  return at;
}

/** Further in than any comment. Characters. */
const WIDEST = 1000;

/** A namespace without a body reaches to the end of the file. */
const BODILESS = new Set(["file_scoped_namespace_declaration", "namespace_definition"]);

/** Python's grammar counts comments to a block that stand behind it, as far in: what a node ends with before those. */
function beforeComments(node: Node, text: string): Node {
  const from = text.lastIndexOf("\n", node.endIndex - 1) + 1;
  if (!/^\s*#/.test(text.slice(from, Math.min(node.endIndex, from + WIDEST)))) return node;
  let at = node;
  for (let last = at.lastChild; last; last = at.lastChild) {
    while (last?.type === "comment") last = last.previousSibling;
    if (!last) return at;
    at = last;
  }
  return at;
}

function span(at: Found, node: Node, root: Node, text: string | null): void {
  const bodiless = BODILESS.has(node.type) && !node.childForFieldName("body");
  const last = bodiless ? root : text === null ? node : beforeComments(node, text);
  const { row, column } = last.endPosition;
  at.start = node.startIndex;
  at.end = last.endIndex;
  at.line = node.startPosition.row + 1;
  at.endLine = column === 0 && row > node.startPosition.row ? row : row + 1;
}

/** Two patterns matched one definition: the wider span holds, and what is more than a variable. */
function unite(into: Found, other: Found): void {
  if (into.kind === "variable") into.kind = other.kind;
  into.anywhere ||= other.anywhere;
  if (other.end - other.start <= into.end - into.start) return;
  into.start = other.start;
  into.end = other.end;
  into.line = other.line;
  into.endLine = other.endLine;
}

/** Lets a definition begin at the first of the attributes before it. Both in order of their start. */
function takeMarks(found: readonly Found[], marks: readonly Node[], text: string): void {
  let next = 0;
  let start = -1;
  let line = 0;
  let end = 0;
  for (const at of found) {
    for (let mark = marks[next]; mark && mark.startIndex < at.start; mark = marks[++next]) {
      if (start < 0 || !onlyComments(text, end, mark.startIndex)) {
        start = mark.startIndex;
        line = mark.startPosition.row + 1;
      }
      end = mark.endIndex;
    }
    if (start >= 0 && onlyComments(text, end, at.start)) {
      at.start = start;
      at.line = line;
    }
    start = -1;
  }
}

/** Longer than any comment between an attribute and what it belongs to. Characters. */
const GAP = 20_000;

function onlyComments(text: string, from: number, to: number): boolean {
  if (to < from || to - from > GAP) return false;
  return text
    .slice(from, to)
    .split("\n")
    .every((line) => /^\s*(?:$|\/\/|\/\*|\*)/.test(line));
}

function nested(found: readonly Found[]): Definition[] {
  const around: (Found & { readonly path: string })[] = [];
  const definitions: Definition[] = [];
  let last: Found | null = null;
  for (const at of found) {
    for (let top = around.at(-1); top && !contains(top, at); top = around.at(-1)) around.pop();
    const parent = around.at(-1);
    if (parent?.kind === "function" ? at.member || !at.anywhere : at.member && !parent) continue;
    if (last && last.start === at.start && last.end === at.end && last.name === at.name) continue;
    last = at;
    const path = parent ? `${parent.path}.${at.name}` : at.name;
    const { kind, line, endLine, nameLine } = at;
    definitions.push({ name: path, kind, line, endLine, nameLine });
    around.push({ ...at, path });
  }
  return definitions;
}

function contains(outer: Found, inner: Found): boolean {
  if (inner.start === outer.start && inner.end === outer.end) return false;
  return outer.start <= inner.start && inner.end <= outer.end;
}
