// Turns a citation's text and a suggestion into the text that cites the suggested lines in the same form. It gives null
// where that form cannot say it, and never guesses: a wrong repair is worse than none.

import type { Suggestion } from "../citation.ts";

/** What a citation was taken to mean: its numbers as written, the path it was resolved to. */
export interface Meant {
  readonly start: number;
  readonly end: number;
  readonly path: string | null;
}

/**
 * `core.py:12-14` becomes `core.py:26-28`, `lines 3 to 5` becomes `line 9`, `pkg/core.py` of a moved file the end of its
 * new path with as many folders. Null where the path changes and the text bears none, where its numbers are not found,
 * and where it is bound to a revision.
 */
export function rewritten(text: string, citation: Meant, suggestion: Suggestion): string | null {
  if (suggestion.start < 1 || suggestion.end < suggestion.start || REVISION.test(text)) return null;
  const parts = text.split("](");
  // Where a link leads is relative to its document, which nobody tells here; only a whole address can be renewed.
  if (citation.path !== suggestion.path && parts.slice(1).some((part) => !part.includes("://"))) return null;
  const done = parts.map((part) => rewrittenPart(part, citation, suggestion));
  if (done.some((part) => part === null) || !done.some((part) => part?.says)) return null;
  return done.map((part) => part?.text).join("](");
}

/** `f:12 @ 1a2b3c4` and permalinks speak of that commit, whatever stands in this tree. */
const REVISION = /@\s*[0-9a-f]{7,64}\b|\/(?:blob|blame|tree|raw|src)\/[0-9a-f]{7,64}\//;

/** `says`: whether this part bears the numbers or the symbol. */
interface Part {
  readonly text: string;
  readonly says: boolean;
}

/** A whole text, or one side of a link: `` `core.py:12` `` and `core.py#L12)`. */
function rewrittenPart(text: string, citation: Meant, suggestion: Suggestion): Part | null {
  const span = spanIn(text, citation);
  if (span !== null) {
    const numbers = renumbered(text, span, suggestion);
    if (numbers === null) return null;
    const before = text.slice(0, span.from);
    const after = text.slice(span.to);
    const path = writtenPath(before, after);
    if (path === null) return samePath(citation, suggestion) ? { text: numbers.join(""), says: true } : null;
    const moved = movedPath(path.text, citation.path, suggestion.path);
    if (moved === null) return null;
    if (path.behind) {
      const at = path.from;
      return { text: numbers[0] + numbers[1] + put(after, at, path.text, moved), says: true };
    }
    return { text: put(numbers[0], path.from, path.text, moved) + numbers[1] + numbers[2], says: true };
  }
  // Numbers that are not the citation's: this text does not say what the citation was taken to mean.
  if (/(?::|#L|\blines?\s+)~?\d/i.test(text)) return null;
  return citation.start === 0 && citation.end === 0
    ? renamed(text, citation, suggestion)
    : pathOnly(text, citation, suggestion);
}

// ── numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────

interface Span {
  /** Offsets in the text, half-open, from the first digit or its `L` to behind the last. */
  readonly from: number;
  readonly to: number;
  readonly mark: string;
  readonly column: string;
  /** Between the numbers of a range, with the second's `L`; null of a single number. */
  readonly between: string | null;
  readonly endColumn: string;
}

const DASH = "[-\u2010-\u2015\u2212]";
const SPAN = new RegExp(
  "(?<![\\p{L}\\p{N}_.\\\\\u2010-\u2015\u2212-]|./)" +
    "(?<mark>[Ll]?)(?<a>\\d+)(?<column>(?:[Cc]\\d+)?)" +
    `(?:(?<between>\\s*${DASH}\\s*[Ll]?|\\s*\\.\\.\\.?\\s*[Ll]?|\\s+(?:up\\s+to|to|through|thru|until|till|and)\\s+[Ll]?)(?<b>\\d+)(?<endColumn>(?:[Cc]\\d+)?))?` +
    "(?<colon>(?::\\d+)?)" +
    `(?![\\p{L}\\p{N}_]|\\.[\\p{L}\\p{N}_]|/[\\p{L}._]|\\\\|${DASH}[\\p{L}\\p{N}_])`,
  "uy",
);

/** Where the citation's own numbers stand in a text, or null. */
function spanIn(text: string, { start, end }: Pick<Meant, "start" | "end">): Span | null {
  for (let at = 0; at < text.length; at++) {
    SPAN.lastIndex = at;
    const groups = SPAN.exec(text)?.groups;
    if (!groups || Number(groups.a) !== start) continue;
    if (Number(groups.b ?? groups.a) !== end) continue;
    return {
      from: at,
      to: SPAN.lastIndex,
      mark: groups.mark ?? "",
      column: (groups.column ?? "") + (groups.b === undefined ? (groups.colon ?? "") : ""),
      between: groups.between ?? null,
      endColumn: (groups.endColumn ?? "") + (groups.b === undefined ? "" : (groups.colon ?? "")),
    };
  }
  return null;
}

/** What stands before the numbers, the numbers anew, and what stands behind. */
function renumbered(text: string, span: Span, { start, end }: Suggestion): [string, string, string] | null {
  const before = text.slice(0, span.from);
  const after = text.slice(span.to);
  const { mark, column } = span;
  if (start === end) return [numbered(before, false), `${mark}${start}${column}`, after];
  // A column belongs to one line; of a range made of it nobody knows where it ends.
  if (span.between === null && column !== "") return null;
  const dash = mark !== "" && !text.includes("/-/blob/") ? `-${mark}` : "-";
  const numbers = `${mark}${start}${column}${span.between ?? dash}${end}${span.endColumn}`;
  return [numbered(before, true), numbers, after];
}

/** `line ` or `lines ` at the end of a text, by how many there are. */
function numbered(before: string, many: boolean): string {
  return before.replace(/(?<![\p{L}\p{N}_])(line)(s?)(\s*[`*"'~]*)$/iu, (_, line: string, s: string, gap: string) =>
    many ? `${line}${s || (line === line.toUpperCase() ? "S" : "s")}${gap}` : line + gap,
  );
}

// ── paths ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface WrittenPath {
  readonly text: string;
  readonly from: number;
  /** Whether it stands behind the numbers ("lines 3 to 5 of core.py"), and `from` counts from behind them. */
  readonly behind: boolean;
}

const TOKEN = /[^\s`'"()[\]<>{}|*,;:#~]+/gu;
const NO_PATH = /^(?:lines?|l|at|around|about|near|on|see|the|in|of|from|file|@|[^\p{L}\p{N}]*)$/iu;

/** The path written with the numbers, or null. */
function writtenPath(before: string, after: string): WrittenPath | null {
  const tokens = [...before.matchAll(TOKEN)].filter((token) => !NO_PATH.test(token[0]));
  const last = tokens.at(-1);
  if (last) return { text: last[0], from: last.index, behind: false };
  const of = /^[`'"*)\]]*\s+(?:of|in)\s+[`'"*([]*/.exec(after);
  if (!of) return null;
  TOKEN.lastIndex = 0;
  const behind = [...after.slice(of[0].length).matchAll(TOKEN)][0];
  if (behind?.index !== 0) return null;
  return { text: behind[0].replace(/\.$/, ""), from: of[0].length, behind: true };
}

/** The written path made one of the new path, or null where it cannot be told how. */
function movedPath(written: string, old: string | null, now: string): string | null {
  if (old === now) return written;
  const backslashes = written.includes("\\") && !written.includes("/");
  const escapes = /%[0-9A-Fa-f]{2}/.test(written);
  let plain = backslashes ? written.replaceAll("\\", "/") : written;
  if (escapes) {
    try {
      plain = decodeURIComponent(plain);
    } catch {
      return null;
    }
  }
  const moved = movedPlain(plain, old, now);
  if (moved === null) return null;
  const spelt = escapes ? encodeURI(moved) : moved;
  // What would end the path for whoever reads it next cannot be written in this form.
  if (/[\s`'"()[\]<>{}|*,;:#~]/.test(spelt) || (backslashes && moved.includes("\\"))) return null;
  return backslashes ? spelt.replaceAll("/", "\\") : spelt;
}

function movedPlain(written: string, old: string | null, now: string): string | null {
  if (old === null && (isEndOf(written, now) || written.endsWith(`/${now}`))) return written;
  // `../core.py` is relative to its document, which nobody tells here.
  if (/^\.\.?\//.test(written)) return null;
  if (old === null && !/[./]/.test(written)) return null;
  if (old !== null && written !== old && written.endsWith(`/${old}`))
    return written.slice(0, written.length - old.length) + now;
  if (old !== null && !isEndOf(written, old)) return null;
  const parts = now.split("/");
  for (let kept = Math.min(written.split("/").length, parts.length); kept <= parts.length; kept++) {
    const end = parts.slice(-kept).join("/");
    // It must not be read as the old file, should that still stand.
    if (old === null || !isEndOf(end, old)) return end;
  }
  return null;
}

/** Whether a path is the last parts of another, or all of it. */
function isEndOf(short: string, long: string): boolean {
  return short === long || long.endsWith(`/${short}`);
}

function samePath(citation: Meant, suggestion: Suggestion): boolean {
  return citation.path === suggestion.path;
}

function put(text: string, from: number, old: string, now: string): string {
  return text.slice(0, from) + now + text.slice(from + old.length);
}

// ── texts without numbers ────────────────────────────────────────────────────────────────────────────────────────

/** The side of a link that bears a path alone: `core.py)`. */
function pathOnly(text: string, citation: Meant, suggestion: Suggestion): Part | null {
  if (samePath(citation, suggestion)) return { text, says: false };
  const token = [...text.matchAll(TOKEN)].findLast((each) => /[./\\]/.test(each[0]));
  if (!token) return { text, says: false };
  const moved = movedPath(token[0], citation.path, suggestion.path);
  return moved === null ? null : { text: put(text, token.index, token[0], moved), says: false };
}

const SYMBOL =
  /^(?<lead>.*?)(?<gap>::|:\s*)(?<symbol>[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*)(?<tail>(?:\(\))?[`'"*)\]]*)$/su;

/** `core.py::Runner.step` with another path or symbol; as many of the symbol's parts as were written. */
function renamed(text: string, citation: Meant, suggestion: Suggestion): Part | null {
  const groups = SYMBOL.exec(text)?.groups;
  if (!groups || suggestion.symbol === null) return null;
  const { lead = "", gap = "", symbol = "", tail = "" } = groups;
  const written = symbol.split(/\.|::|#/);
  const join = /\.|::|#/.exec(symbol)?.[0] ?? ".";
  const name = suggestion.symbol.split(".").slice(-written.length).join(join);
  const path = writtenPath(lead, "");
  if (path === null) return samePath(citation, suggestion) ? { text: lead + gap + name + tail, says: true } : null;
  const moved = movedPath(path.text, citation.path, suggestion.path);
  return moved === null ? null : { text: put(lead, path.from, path.text, moved) + gap + name + tail, says: true };
}
