// Turns one item of a list into the name that it is: without marks, quotes, an article, a remark in brackets. Where one
// item ends and the next begins is told elsewhere.

import { codeSpansOf } from "../../syntax/code-spans.ts";

/** Marks that stand in pairs around a word; the longer before the shorter. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["**", "**"],
  ["*", "*"],
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
];

/** A text without the marks and quotes around it, of links their words; what stands in backticks as it is written. */
export function unmarked(text: string): string {
  let bare = text.replace(/\s+/g, " ").trim();
  for (let depth = 0; depth < 6; depth++) {
    const inner = withoutPair(bare);
    if (inner === bare) break;
    bare = inner.trim();
  }
  const spans = codeSpansOf(bare);
  if (spans.length === 0) return bare.replace(/\\(?=[!-/:-@[-`{-~])/g, "").trim();
  const [span] = spans;
  if (span!.from === 0 && span!.to === bare.length) return bare.slice(span!.start, span!.end).trim();
  let plain = "";
  let at = 0;
  for (const { from, start, end, to } of spans) {
    plain += bare.slice(at, from) + bare.slice(start, end);
    at = to;
  }
  return (plain + bare.slice(at)).trim();
}

function withoutPair(text: string): string {
  for (const [open, close] of PAIRS) {
    const isAround = text.length > open.length + close.length && text.startsWith(open) && text.endsWith(close);
    if (isAround && !text.slice(open.length, -close.length).includes(close))
      return text.slice(open.length, -close.length);
  }
  const link = /^!?\[([^[\]]{1,500})\](?:\([^()\s]{0,1000}\)|\[[^[\]]{0,200}\])$/.exec(text);
  if (link) return link[1]!;
  // `__init__` is a name, `_so_` and `__so it is__` are words with emphasis.
  const emphasis = /^(_{1,2})([^_\s](?:.*[^_\s])?)\1$/.exec(text);
  return emphasis !== null && (emphasis[1] === "_" || / /.test(emphasis[2]!)) ? emphasis[2]! : text;
}

/** The name of one item of an inline list; empty where it names nothing ("etc.", "and so on"). */
export function itemName(text: string): string {
  const whole = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:the|a|an|also|then) (?=\S)/i, "")
    .replace(/(?<=\S)\s\([^()]{0,500}\)[.:]?$/, "");
  if (/^(?:etc\.?|…|\.\.\.|so on|so forth|others?|more)$/i.test(whole)) return "";
  const spans = codeSpansOf(whole);
  // "the `forward` name" is named by its code.
  const [span] = spans;
  return spans.length === 1 ? whole.slice(span!.start, span!.end).trim() : unmarked(whole);
}

/** What opens a text and is marked as its name: code, bold, a link, a quoted word. */
const HEAD =
  /^(?:(`{1,2})(?!`)[^`]{1,300}\1(?!`)|\*\*[^*]{1,200}\*\*|__[^_\s][^_]{0,200}[^_\s]__(?!\w)|\[[^[\]]{1,300}\]\([^()\s]{1,1000}\)|"[^"]{1,100}"(?=\s|:|,|$))/;

/** Where the remark behind an item's name begins. */
const REMARK = /:(?=\s|$)|\s[—–-]\s|\s(?=\()|[.](?=\s)/;

/** Longer than a name. Characters. */
const LONGEST = 80;

export function hasHead(text: string): boolean {
  return HEAD.test(text);
}

/**
 * The names of an item of a block list, or of a table's cell: what is marked at its beginning, "`a`, `b`: both wait"
 * being two; else what stands before its colon, dash or bracket; else all of it.
 */
export function entryNames(text: string): readonly string[] {
  const folded = text.replace(/\s+/g, " ").trim();
  const head = HEAD.exec(folded)?.[0];
  if (head !== undefined) {
    const names = [unmarked(head).replace(/[.:]$/, "")];
    let rest = folded.slice(head.length);
    for (;;) {
      const more = /^(?: \([^()]{0,200}\))?(?:, and |, or |, | and | or | & | ?\/ ?|; )/.exec(rest)?.[0];
      const next = more === undefined ? undefined : HEAD.exec(rest.slice(more.length))?.[0];
      if (more === undefined || next === undefined || !next.startsWith("`")) break;
      names.push(unmarked(next));
      rest = rest.slice(more.length + next.length);
    }
    return names;
  }
  if (/^(?:|[-–—]|n\/a)$/i.test(folded)) return [];
  const remark = REMARK.exec(folded)?.index ?? -1;
  const name = remark > 0 && remark <= LONGEST ? folded.slice(0, remark) : folded;
  return [unmarked(name.replace(/[.:]$/, ""))].filter((each) => each !== "");
}
