// Turns the passages of a document into what they name without citing a line: symbols, commits, issues, paths. What is
// cited with its lines is a citation and no reference; whether what is named exists is said in claims/references/.

import type { Citation, Passage, Prose } from "../citation.ts";
import { codeLinesOf } from "./references-commented.ts";
import { evidenceFor, hexIn } from "./references-commits.ts";
import type { CommitReference, IssueReference, Reference, Written } from "./references-forms.ts";
import { issueAt, issuesIn } from "./references-issues.ts";
import { type Marks, marksIn, type Part } from "./references-marks.ts";
import { pathInCode, pathInText, pathOfAddress, pathOfTarget } from "./references-paths.ts";
import { nameInCode, nameInText } from "./references-symbols.ts";

export type { CommitReference, IssueReference, PathReference, Reference, SymbolReference } from "./references-forms.ts";

/** Passages that are not read: what stands in an example or in a string of a program speaks of no tree. */
export function isRead({ kind }: Passage): boolean {
  return kind !== "example" && kind !== "string";
}

/** The references of a document, in order; none of them within a citation. Never throws; linear in its length. */
export function referencesOf(prose: Prose, citations: readonly Citation[]): readonly Reference[] {
  const found: Reference[] = [];
  let next = 0;
  for (const [index, passage] of prose.passages.entries()) {
    while (next < citations.length && citations[next]!.passage < index) next++;
    const first = next;
    while (next < citations.length && citations[next]!.passage === index) next++;
    if (!isRead(passage)) continue;
    const cited = citations.slice(first, next);
    for (const each of new PassageReader(passage, index, cited).read()) found.push(each);
  }
  return found;
}

function isInCode({ kind }: Passage): boolean {
  return kind === "comment" || kind === "docstring";
}

/** What a kind of reference says beyond where it is written. */
type Said<Kind extends Reference = Reference> = Kind extends Reference ? Omit<Kind, keyof Written> : never;

const RUN = /[A-Za-z0-9_./@:$~\\+-]{2,400}/g;
/** Marks of the sentence around a word. */
const AROUND = /^[.:\-+@~/\\]+(?=[\w.])|[.:\-+@~\\$]+$/g;

class PassageReader {
  private readonly passage: Passage;
  private readonly index: number;
  private readonly cited: readonly Citation[];
  private readonly found: Reference[] = [];

  constructor(passage: Passage, index: number, cited: readonly Citation[]) {
    this.passage = passage;
    this.index = index;
    this.cited = cited.toSorted((a, b) => a.from - b.from);
  }

  read(): readonly Reference[] {
    const marks = marksIn(this.passage.text);
    for (const span of marks.spans) this.span(span);
    for (const { from, to, text } of marks.targets)
      this.keep(from, to, false, pathed(pathOfTarget(text)) ?? linked(text));
    for (const { from, to, text } of marks.addresses)
      this.keep(from, to, false, pathed(pathOfAddress(text)) ?? linked(text));
    this.plain(marks);
    return this.placed();
  }

  private span(span: Part): void {
    const { from, to, text } = span;
    if (text.length < 2) return;
    const before = this.passage.text.slice(Math.max(0, from - 64), from);
    const id = /^([0-9a-f]{7,64})(?:[~^]\d{0,2}|…|\.{3})?$/.exec(text)?.[1];
    if (id !== undefined) {
      const by = evidenceFor(id, before, this.passage.text[to] ?? "");
      if (by === null) return;
      this.keep(from, from + id.length, true, { kind: "commit", id, by: by === "look" ? "place" : by, host: null });
      return;
    }
    const owned = text.includes("@") ? [...text.matchAll(OWNED)][0] : undefined;
    if (owned !== undefined && owned[0] === text) {
      this.keep(from, to, true, { kind: "commit", id: owned[2]!, host: owned[1]!, by: "link" });
      return;
    }
    const issue = issuesIn(text)[0];
    if (issue !== undefined) {
      // `#12` alone: `color: #12` is an example of something else.
      if (issue.from === 0 && issue.to === text.length) this.issue(issue, from, true);
      return;
    }
    const path = pathed(pathInCode(text));
    if (path !== null && this.isLinked(text, to)) return;
    const said: Said | null = path ?? named(nameInCode(text));
    if (said !== null) this.keep(from, to, true, said);
    else if (/^\S{7,64}\.\.\S{7,64}$/.test(text) || /^git \w/.test(text))
      for (const hex of hexIn(text)) this.keep(from + hex.from, from + hex.to, false, commit(hex));
  }

  private issue(
    issue: { from: number; to: number; number: number; repository: string | null },
    at: number,
    code: boolean,
  ): void {
    const { number, repository } = issue;
    this.keep(at + issue.from, at + issue.to, code, { kind: "issue", number, repository, host: null });
  }

  private plain({ plain }: Marks): void {
    const numbered = issuesIn(plain);
    for (const each of numbered) this.issue(each, 0, false);
    const taken = new Set(numbered.map(({ to }) => to));
    for (const { 0: text, 1: host, 2: id, index } of plain.includes("@") ? plain.matchAll(OWNED) : []) {
      this.keep(index, index + text.length, false, { kind: "commit", id: id!, host: host!, by: "link" });
      taken.add(index + text.length);
    }
    for (const each of hexIn(plain)) {
      if (!taken.has(each.to)) this.keep(each.from, each.to, false, commit(each));
      taken.add(each.to);
    }
    const code = isInCode(this.passage) ? codeLinesOf(plain) : [];
    let next = 0;
    for (const { 0: whole, index } of plain.matchAll(RUN)) {
      while (next < code.length && code[next]![1] <= index) next++;
      // Most words are words: they could only be a name if they were called.
      if (WORD.test(whole) && plain[index + whole.length] !== "(") continue;
      if (next < code.length && code[next]![0] <= index) continue;
      this.word(whole, index, plain, taken);
    }
  }

  private word(whole: string, index: number, plain: string, taken: ReadonlySet<number>): void {
    // Letters of other scripts around it make it a part of a word.
    const before = plain[index - 1] ?? "";
    if (before > "\u007f" && /\p{L}/u.test(before) && !isScriptWithoutSpaces(before)) return;
    const path = pathInText(whole);
    if (path !== null) {
      const { start, length, ...said } = path;
      if (this.isLinked(said.path, index + start + length)) return;
      this.keep(index + start, index + start + length, false, { kind: "path", ...said });
      return;
    }
    const bare = whole.replace(AROUND, "");
    const from = index + whole.indexOf(bare);
    const to = from + bare.length;
    if (bare === "" || taken.has(to)) return;
    const name = nameInText(bare, plain.slice(to, to + 5));
    if (name !== null) this.keep(from, to + (name.called ? 2 : 0), false, { kind: "symbol", ...name });
  }

  private keep(from: number, to: number, code: boolean, said: Said | null): void {
    if (said === null || this.isCited(from, to)) return;
    const text = this.passage.text.slice(from, to).replace(/\s*\n\s*/g, " ");
    this.found.push({ ...said, text, line: 0, column: 0, passage: this.index, from, to, code } as Reference);
  }

  /** Whether a path that ends here is the words of a link which leads to it: the link's target says more. */
  private isLinked(path: string, to: number): boolean {
    const target = /^[`*_]{0,4}\]\(([^()\s]{1,400})/.exec(this.passage.text.slice(to, to + 410))?.[1];
    return target?.includes(path.slice(path.lastIndexOf("/") + 1)) ?? false;
  }

  /** Whether a citation stands there: they are in order, and a passage may hold very many. */
  private isCited(from: number, to: number): boolean {
    let low = 0;
    let high = this.cited.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.cited[middle]!.from < to) low = middle + 1;
      else high = middle;
    }
    return low > 0 && this.cited[low - 1]!.to > from;
  }

  /** In order, with their lines. */
  private placed(): readonly Reference[] {
    const { lines, line } = this.passage;
    let at = 0;
    let end = 0;
    return this.found
      .sort((a, b) => a.from - b.from || b.to - a.to)
      .filter(({ from, to }) => {
        // What is read in two ways is what begins first.
        const free = from >= end;
        if (free) end = to;
        return free;
      })
      .map((each) => {
        while ((lines[at + 1]?.offset ?? Number.POSITIVE_INFINITY) <= each.from) at++;
        const here = lines[at];
        return { ...each, line: here?.line ?? line, column: (here?.column ?? 1) + each.from - (here?.offset ?? 0) };
      });
  }
}

const WORD = /^[A-Z]?[a-z]*[.:,-]?$/;
/** Chinese and Japanese run into the words of other languages; Korean puts its particles behind them. */
function isScriptWithoutSpaces(character: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(character);
}

function pathed(path: ReturnType<typeof pathOfTarget>): Said | null {
  return path === null ? null : { kind: "path", ...path };
}

function named(name: ReturnType<typeof nameInCode>): Said | null {
  return name === null ? null : { kind: "symbol", ...name };
}

function commit({ id, by }: Pick<CommitReference, "id" | "by">): Said {
  return { kind: "commit", id, by, host: null };
}

/** `owner/name@1a2b3c4`. */
const OWNED = /(?<![\w/.@-])([\w.-]{1,39}\/[\w.-]{1,100})@([0-9a-f]{7,64})(?!\w)/g;
const FORGE_COMMIT =
  /^https?:\/\/(?:www\.)?([\w.-]+(?::\d+)?\/(?:[\w.~-]+\/){1,4}?[\w.~-]+)\/(?:-\/)?commits?\/([0-9a-f]{7,64})(?![\w])/;

/** The issue or commit that an address of a forge names. */
function linked(address: string): Said<IssueReference> | Said<CommitReference> | null {
  const issue = issueAt(address);
  if (issue !== null) return { kind: "issue", ...issue };
  const match = address.length > 2_000 ? null : FORGE_COMMIT.exec(address);
  return match === null ? null : { kind: "commit", id: match[2]!, host: match[1]!.toLowerCase(), by: "link" };
}
