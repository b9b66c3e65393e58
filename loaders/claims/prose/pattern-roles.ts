// The parts that expressions for plain text are put together from: what may stand around words, where words begin and end,
// and what stands for a role. In the syntax of RE2; nothing is compiled or matched here.

import { MARK } from "./sentence-marks.ts";

/** What can stand for a role. A number is no ordinal, and the other way round. */
export type RoleKind = "number" | "ordinal" | "list" | "word";

export const KINDS: readonly RoleKind[] = ["number", "ordinal", "list", "word"];

const hex = (mark: string): string => `\\x{${mark.charCodeAt(0).toString(16)}}`;
const NUMERIC = `${hex(MARK.number)}-${hex(MARK.ordinalEnd)}`;

/** Marks that may stand around a word; as few as can be, for a list or a word may begin with one. */
export const AROUND = `[*"'\`${hex(MARK.underscore)}-${hex(MARK.ordinalEnd)}]*?`;
/** And inside code. */
export const UNSEEN = `[${hex(MARK.code)}-${hex(MARK.ordinalEnd)}]*?`;
/** An underscore of code, which may have been taken for emphasis where nothing marks the code. */
export const UNDERSCORE = `[_${hex(MARK.underscore)}]`;

/** Letters and digits of scripts that part their words by spaces. */
const LETTER =
  "\\w\\x{aa}\\x{b5}\\x{ba}\\x{c0}-\\x{d6}\\x{d8}-\\x{f6}\\x{f8}-\\x{2ff}\\x{370}-\\x{dff}\\x{1e00}-\\x{1fff}";

/** In front of what begins with a word ("four" is none of "twenty-four"), a figure (the 2 of 1.2 is none), a mark. */
export const STARTS = {
  word: `(?:^|[^-${LETTER}])-*`,
  figure: `(?:^|[^-.,:/#${LETTER}])`,
  mark: "",
} as const;

/** Behind what ends so. */
export const ENDS = {
  word: `(?:$|[^-${LETTER}]|-+(?:$|[^-${LETTER}]))`,
  figure: `(?:$|[^-.,:/${LETTER}]|[-.,:/]+(?:$|[^-.,:/${LETTER}]))`,
  mark: "",
} as const;

const SOFT = `[*${hex(MARK.underscore)}${NUMERIC}]*`;
const PART = `[^ *"'\`,;:!?.()\\[\\]{}|<>${hex(MARK.code)}${hex(MARK.codeEnd)}]+`;
const BARE = `${PART}(?:[.:/']+${PART})*(?:\\(\\))?`;
const CODE = `${hex(MARK.code)}[^${hex(MARK.codeEnd)}]*${hex(MARK.codeEnd)}`;

/** What stands for a role, and how many groups it has: one of them holds it. */
export const ROLES: Readonly<Record<RoleKind, { readonly expression: string; readonly groups: number }>> = {
  number: {
    expression: `${hex(MARK.number)}((?:[-+−–]${hex(MARK.number)})?[^${NUMERIC}]*)(?:${hex(MARK.unit)}[^${NUMERIC}]*${hex(MARK.numberEnd)}|[${hex(MARK.unit)}${hex(MARK.numberEnd)}])`,
    groups: 1,
  },
  ordinal: { expression: `${hex(MARK.ordinal)}([^${NUMERIC}]*)${hex(MARK.ordinalEnd)}`, groups: 1 },
  word: { expression: `(?:(${CODE})|(${BARE}))`, groups: 2 },
  list: { expression: listExpression(), groups: 1 },
};

/** Items of code, which only code goes on; else items of any kind. Of two readings the first that fits. */
function listExpression(): string {
  const remark = "(?: \\([^()]*\\))?";
  const coded = `(?:(?i:the|a|an) )?${SOFT}${CODE}${SOFT}${remark}`;
  const any = `(?:(?i:the|a|an) )?${SOFT}(?:${CODE}|"[^",;]*"|${BARE})${SOFT}${remark}`;
  const and = "(?:(?i:and|or|nor|plus)|&)";
  const between = ` ?[,;](?: ${and})? ?| ${and} | (?i:as well as) | / `;
  const list = (item: string, more: string) => `${item}(?:(?:${between}${more})${item})*`;
  return `[\\[{(]?((?:(?i:both|either|neither) )?(?:${list(coded, "|[/|]")}|${list(any, "")}))[\\]})]?`;
}
