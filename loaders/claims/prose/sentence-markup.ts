// Finds the markup of prose that is no word: links, tags, roles, escapes, emphasis. Of light languages all at once, since
// people mix them; what a document's own language makes of it is not asked.

import type { CodeSpan } from "../../syntax/code-spans.ts";

/** A part of a text that is not read as it is written. Offsets, half-open. */
export interface Replaced {
  readonly from: number;
  readonly to: number;
  /** One character or none. */
  readonly by: string;
}

const LINK =
  /(?<![\p{L}\p{N}_\]])(!?\[)(?:[^[\]`]|`[^`]{0,200}`){1,300}(\](?:\([^()\s]{0,1000}(?:\s"[^"\n]{0,200}")?\)|\[[^[\]]{0,100}\]))/gu;
const TAG = /<\/?(?:a|abbr|b|br|code|em|i|kbd|mark|p|q|s|small|span|strong|sub|sup|tt|u|var)(?:\s[^<>]{0,200})?\/?>/gi;
const ROLE = /(?<![\p{L}\p{N}_]):[a-z][\w+.-]{0,30}(?::[\w+.-]{1,30})?:(?=`)/giu;
/** reStructuredText's footnotes: `[2]_`. */
const FOOTNOTE = /(?<=\])_(?![\p{L}\p{N}_])/gu;
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;
const ENTITY = /&(?:nbsp|amp|lt|gt|quot|#39);/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&nbsp;": " ",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** What is left out or replaced, in order and apart. `isCode`: 1 for each character in backticks. */
export function markupOf(text: string, spans: readonly CodeSpan[], isCode: Uint8Array): readonly Replaced[] {
  const found: Replaced[] = [];
  const leave = (from: number, to: number, by: string = ""): void => {
    if (from < to && isCode[from] !== 1) found.push({ from, to, by });
  };
  if (text.includes("["))
    for (const match of text.matchAll(LINK)) {
      const end = match.index + match[0].length;
      leave(match.index, match.index + match[1]!.length);
      leave(end - match[2]!.length, end);
    }
  if (text.includes("<"))
    for (const { 0: tag, index } of text.matchAll(TAG)) leave(index, index + tag.length, /^<br/i.test(tag) ? " " : "");
  if (spans.length > 0) for (const { 0: role, index } of text.matchAll(ROLE)) leave(index, index + role.length);
  if (text.includes("]_")) for (const { index } of text.matchAll(FOOTNOTE)) leave(index, index + 1);
  if (text.includes("\\")) for (const { index } of text.matchAll(ESCAPE)) leave(index, index + 1);
  if (text.includes("&"))
    for (const { 0: entity, index } of text.matchAll(ENTITY)) leave(index, index + entity.length, ENTITIES[entity]);
  for (const target of targetsOf(text, spans)) found.push(target);
  found.sort((a, b) => a.from - b.from);
  let end = 0;
  return found.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/** In reStructuredText, where `words <target>`_ leads, and its underscore. */
function targetsOf(text: string, spans: readonly CodeSpan[]): readonly Replaced[] {
  return spans.flatMap(({ start, end, to }): Replaced[] => {
    const underscore = /^_{1,2}(?![\p{L}\p{N}_])/u.exec(text.slice(to, to + 3))?.[0];
    if (underscore === undefined) return [];
    const last = { from: to, to: to + underscore.length, by: "" };
    const target = /\s<[^<>]{1,500}>$/.exec(text.slice(Math.max(start, end - 510), end))?.[0];
    return target === undefined ? [last] : [{ from: end - target.length, to: end, by: "" }, last];
  });
}

/** Farther apart, underscores do not belong together. Characters. */
const REACH = 2_000;

/** 1 for each underscore that may be emphasis: around words, in pairs of equally many. */
export function emphasisOf(text: string, isCode: Uint8Array): Uint8Array {
  const places = new Uint8Array(text.length);
  if (!text.includes("_")) return places;
  const open = new Map<number, number>();
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);
  for (const { 0: run, index } of text.matchAll(/_+/g)) {
    if (isCode[index] === 1 || run.length > 3) continue;
    const before = text[index - 1];
    const after = text[index + run.length];
    const opener = open.get(run.length);
    if (!isSpace(before) && !isWord(after) && opener !== undefined && index - opener <= REACH) {
      places.fill(1, opener, opener + run.length).fill(1, index, index + run.length);
      open.delete(run.length);
    } else if (!isWord(before) && !/[\])}.!?]/.test(before ?? "") && !isSpace(after)) open.set(run.length, index);
  }
  return places;
}
