// Reads the things that a sentence lists behind a number: "(a) … (b) …", "`a`, `b` and `c`", what stands in brackets. A
// list of which it cannot be told where its items part is none.

import { readList } from "../prose/lists.ts";

const LONGEST = 1500;
const OPEN_ENDED =
  /\b(?:etc|e\.g|i\.e|including|such as|like|for example|notably|among|mostly|mainly|plus|versus|vs|not|except|see|cf|incl|so on|and more)\b|…|\.\.\.|[=→⇒×]|->/i;

/** The items of a run with marks: "(1) … (2) …", "(a) … (b) …", "1) … 2) …". Null where there are none, or gaps. */
export function enumeratedIn(text: string): readonly string[] | null {
  const part = text.slice(0, LONGEST);
  for (const mark of [/(?:^|\s)\((\d{1,2})\)\s/g, /(?:^|\s)\(([a-z])\)\s/g, /(?:^|\s)(\d{1,2})\)\s/g]) {
    const found = [...part.matchAll(mark)];
    if (found.length < 2 || found[0]!.index > 3) continue;
    const isRun = found.every(([, each], index) => ordinal(each!) === index + 1);
    if (!isRun || part.length < text.length) return null;
    return found.map((match, index) =>
      part
        .slice(match.index + match[0].length, found[index + 1]?.index ?? part.length)
        .slice(0, 60)
        .replace(/\s+/g, " ")
        .trim()
        .replace(/[,;.]$/, ""),
    );
  }
  return null;
}

function ordinal(mark: string): number {
  return /\d/.test(mark) ? Number(mark) : mark.charCodeAt(0) - 96;
}

/** The code that is listed up to the end of its sentence: words may go on to anything. `stated`: how many there are said to be. */
export function inlineItems(text: string, stated: number): readonly string[] | null {
  const end = /[.!?](?:\s|$)|;|\n\s*\n|\||\s[—–]\s/.exec(text.slice(0, LONGEST));
  if (end === null && text.length > LONGEST) return null;
  const list = text.slice(0, end?.index ?? text.length);
  return list.includes("`") ? itemsOf(list, stated) : null;
}

/** The items in a bracket that opens at an offset. */
export function bracketBehind(text: string, open: number, stated: number): readonly string[] | null {
  const rest = text.slice(open + 1, open + 1 + LONGEST);
  const close = rest.search(/[()]/);
  return close < 0 || rest[close] === "(" ? null : itemsOf(rest.slice(0, close), stated);
}

/** What says where, and is no thing of the list. */
const CITED = /:\d+(?:[-–]\d+)?$|\.(?:py|[mc]?[jt]sx?|rs|lean|go|sh|md|json|ya?ml)$/;

/** Only items of one kind: all in code and nothing besides, or all of few words with "and" or "or" before the last. */
function itemsOf(text: string, stated: number): readonly string[] | null {
  const folded = text.replace(/\s+/g, " ").trim();
  const plain = folded.replace(/(`+)[^`]*\1/g, "`");
  if (folded === "" || OPEN_ENDED.test(plain) || /[:;]/.test(plain) || /`[^`]*\*[^`]*`/.test(folded)) return null;
  const items = readList(folded);
  if (items.length < 2 || (stated > 0 && items.length > stated + 12) || items.some((item) => CITED.test(item)))
    return null;
  const isCode = /^(?:(?:the |an? )?`(?:,? and |,? or | & |, |$)){2,}$/i.test(plain);
  const isWords =
    !plain.includes("`") &&
    /,/.test(folded) &&
    /,? (?:and|or|&) [^,]+$/.test(folded) &&
    items.every((item) => /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+){0,2}$/u.test(item));
  return isCode || isWords ? items : null;
}
