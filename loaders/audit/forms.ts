// Turns one citation and the place it has to cite into replacements in its document, in one of three manners: other
// lines, a symbol, a permalink. It gives the reason where a manner cannot say it, and never guesses.

import type { Citation, Definition, Suggestion } from "../citation.ts";
import type { Replacement } from "./edits.ts";
import { type LinkAround, ledTo, linkAround } from "./links.ts";
import { rewritten } from "./rewrite.ts";
import type { Cited } from "./subject.ts";

export type Manner = "lines" | "symbol" | "permalink";

/** What a citation is made to cite. */
export interface Aim extends Pick<Suggestion, "path" | "start" | "end"> {
  /** For `symbol`: the definition that is meant. */
  readonly symbol: Definition | null;
  /** For `permalink`: the address. */
  readonly address: string | null;
}

export interface Told {
  readonly subject: Cited;
  /** The file it was resolved to, and the one it led to if that is gone. */
  readonly path: string | null;
  readonly aim: Aim;
}

export interface Written {
  /** Where the citation stands, and what will; also where both are one and only its link changes. */
  readonly own: Replacement;
  /** All that changes; nothing if the citation says it already. */
  readonly replacements: readonly Replacement[];
  readonly why?: never;
}

export type Form = Written | { readonly why: string };

/** Offsets in the passage's text. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly becomes: string;
}

/** The replacements that make a citation cite its aim. */
export function formed(manner: Manner, told: Told): Form {
  const { passage, citation } = told.subject;
  const old = passage.text.slice(citation.from, citation.to);
  if (old !== citation.text) return { why: "it goes over the end of a line" };
  const lines = inLines(old, told);
  if (lines === null) return { why: "its form cannot say where the lines are now" };
  const changes =
    manner === "lines"
      ? linesChanges(lines, told)
      : manner === "symbol"
        ? symbolChanges(lines, told)
        : permalinkChanges(lines, told);
  return "why" in changes ? changes : placed(changes, told);
}

/** The citation's text with the numbers, and the path, of its aim. */
function inLines(old: string, { subject: { citation }, path, aim }: Told): string | null {
  const { start, end } = citation;
  if (path === aim.path && start === aim.start && end === aim.end) return old;
  return rewritten(old, { start, end, path }, { ...aim, symbol: null, strength: "strong" });
}

type Changes = Change[] | { readonly why: string };

function linesChanges(becomes: string, told: Told): Changes {
  return withLink(told, becomes, told.aim);
}

/** The citation's own change, and that of the link around it. */
function withLink(told: Told, becomes: string, to: Pick<Aim, "start" | "end"> | null): Changes {
  const { subject, aim, path } = told;
  const { citation, passage, document, resolved, near } = subject;
  const { from, to: end } = citation;
  const own = { from, to: end, becomes };
  const link = linkAround(passage.text, from, end);
  if (link === null) return [own];
  const led = ledTo({
    doc: document.path,
    target: link.target,
    from: citation,
    to,
    oldPath: resolved.kind === "gone" ? resolved.path : path,
    path: aim.path,
    shared: inWords(link, near) > 1,
  });
  if (led.why !== undefined) return { why: led.why };
  return [own, { from: link.targetFrom, to: link.targetFrom + link.target.length, becomes: led.target }];
}

/** Citations in the words of a link. */
function inWords(link: LinkAround, near: readonly Citation[]): number {
  return near.filter(({ from, to }) => from >= link.from && to <= link.to).length;
}

// ── as a symbol ──────────────────────────────────────────────────────────────────────────────────────────────────

/** `core.py:12-14`, `` core.py`:12 ``, `core.py#L3`: a path, marks that close around it, and numbers. */
const NUMBERED = /^(?<path>[^\s`*]+?)(?<marks>[`*]{0,4})(?<gap>:|#)[~≈]{0,2}(?:lines-)?[Ll]?\d[\d\p{L}:.–—‑−…~-]*$/u;
const CONTINUED = /^:[~≈]{0,2}[Ll]?\d/;

function symbolChanges(lines: string, told: Told): Changes {
  const { citation } = told.subject;
  const { symbol, path } = told.aim;
  if (isInList(told)) return { why: "it is one of several numbers behind one path" };
  const match = NUMBERED.exec(lines)?.groups;
  const isContinued = CONTINUED.test(lines);
  if (isContinued && (citation.path === null || path !== told.path)) return { why: "no path is written with it" };
  if (!isContinued && match === undefined) return { why: "its form has no place for a symbol" };
  const written = isContinued ? citation.path! : match!.path!;
  if (/::|:[A-Za-z_]/.test(written)) return { why: "it names a symbol already" };
  return withLink(told, symbolForm(written, match?.marks ?? "", symbol!, isQuoted(told)), null);
}

/** `core.py: Engine.step` where whoever reads it next takes it for one, else `core.py: step()` or `core.py::LIMIT`. */
function symbolForm(path: string, marks: string, { name, kind }: Definition, quoted: boolean): string {
  if (marks !== "") return name.includes(".") ? `${path}${marks}: \`${name}\`` : `${path}::${name}${marks}`;
  const plain = name.includes(".") && (quoted || (path.includes("/") && /^[A-Z]\w*\./.test(name)));
  if (plain) return `${path}: ${name}`;
  return kind === "function" ? `${path}: ${name}()` : `${path}::${name}`;
}

/** Whether another number goes on from it, or it goes on from another: `core.py:3,7`. */
function isInList({ subject: { citation, passage, near } }: Told): boolean {
  if (/^[~≈]?[Ll]?\d/.test(citation.text)) return true;
  const next = near.find((each) => each.from >= citation.to);
  if (next === undefined || !/^[~≈]?[Ll]?\d/.test(next.text)) return false;
  return /^(?:[\s,/;&+]|and|or){1,8}$/.test(passage.text.slice(citation.to, next.from));
}

function isQuoted({ subject: { citation, passage } }: Told): boolean {
  return passage.text[citation.to] === "`";
}

// ── as a permalink ───────────────────────────────────────────────────────────────────────────────────────────────

function permalinkChanges(lines: string, told: Told): Changes {
  const { subject, aim } = told;
  const { citation, passage, document, near } = subject;
  const { text } = passage;
  const address = aim.address!;
  if (isInList(told)) return { why: "it is one of several numbers behind one path" };
  if (!NUMBERED.test(lines) && !CONTINUED.test(lines)) return { why: "its form has no place for a link" };
  if (document.read.prose.read !== "markdown") {
    if (CONTINUED.test(lines) || /[`*]/.test(lines)) return { why: "its form has no place for an address" };
    return [{ from: citation.from, to: citation.to, becomes: address }];
  }
  const link = linkAround(text, citation.from, citation.to);
  if (link !== null) {
    if (inWords(link, near) > 1) return { why: "its link has room for one address only" };
    return [
      { from: citation.from, to: citation.to, becomes: lines },
      { from: link.targetFrom, to: link.targetFrom + link.target.length, becomes: address },
    ];
  }
  const marks = /`*$/.exec(text.slice(0, citation.from))![0];
  const close = /`/.test(lines) ? "" : marks;
  const isInside = marks === "" && (text.slice(0, citation.from).match(/`+/g) ?? []).length % 2 === 1;
  if (isInside || !text.startsWith(close, citation.to))
    return { why: "it stands inside a longer piece of code, where no link can" };
  return [
    {
      from: citation.from - marks.length,
      to: citation.to + close.length,
      becomes: `[${marks}${lines}${close}](${address})`,
    },
  ];
}

// ── where it stands ──────────────────────────────────────────────────────────────────────────────────────────────

/** Changes of a passage's text as replacements in the document; the first is the citation's own. */
function placed(changes: readonly Change[], { subject: { passage, document } }: Told): Form {
  const placed: Replacement[] = [];
  for (const { from, to, becomes } of changes) {
    const old = passage.text.slice(from, to);
    const at = passage.lines.findLast((line) => line.offset <= from);
    if (at === undefined || /[\r\n]/.test(old)) return { why: "it goes over the end of a line" };
    const column = at.column + from - at.offset;
    if (document.read.lines[at.line - 1]?.startsWith(old, column - 1) !== true)
      return { why: "its text is written otherwise in the document" };
    placed.push({ line: at.line, column, old, becomes });
  }
  return { own: placed[0]!, replacements: placed.filter(({ old, becomes }) => old !== becomes) };
}
