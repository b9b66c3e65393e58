// Tells which words of prose name something in code: what stands in a code span and has the form of a name, and bare words
// that nobody writes but for a name. Whether anything is called so is asked where a tree is at hand.

import { extensionOf, isKnownExtension } from "./citations-paths.ts";
import type { SymbolReference } from "./references-forms.ts";

export type Named = Pick<SymbolReference, "shape" | "parts" | "called">;

/** Longer names are written by machines. Characters. */
const LONGEST = 160;
/** `i`, `fn`: they stand for anything. */
const SHORTEST = 3;

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*[?!']{0,2}`;
const PATH = new RegExp(String.raw`^${NAME}(?:(?:\.|::|#|->)${NAME})*$`, "u");
/** What stands around a name in code and is no part of it: a call's arguments, an index, a type's, a literal value. */
const CALL = /^([^()\s]{1,160})\([^()]{0,80}\)$/;
const INDEXED = /^([^[\]\s]{3,160})\[[^[\]]{0,60}\]$/;
const GENERIC = /^([\p{L}_][\w.:]{2,160})<[\w\s,.&:'?[\]|]{1,80}>$/u;
const ASSIGNED = /^([\p{L}_][\w.]{2,160})=(?:["'][^"']{0,60}["']|[\w.+-]{1,40})$/u;
const QUOTED = /^(["'])([\p{L}_][\w.-]{2,80})\1$/u;
const FLAG = /^--[a-zA-Z][\w-]{1,60}(?=$|[\s=[])/;
/** What the object itself is called. */
const SELF = /^(?:self|this|cls|Self)$/;
/** Endings of files that are as often the last part of a dotted name. */
const MEMBERS =
  /^(?:env|log|in|out|expected|golden|spec|service|props|targets|mod|sum|lock|snap|desktop|patch|diff|conf|cfg|properties|d|v|y|l|s|p|m|r|re|ex|fish|go|move|sol|pl|res|st|cl|st|for|odin|pony|wat|less|vala|gd|star|thy|tex|bib|html|json|text|list|map|hbs|liquid)$/;
const LITERAL = /^(?:[Tt]rue|[Ff]alse|None|null|nil|undefined|NaN|TODO|FIXME|NOTE|XXX|HACK|self|this|cls|super)$/;

/** The name that a code span holds; null where it holds anything else. */
export function nameInCode(span: string): Named | null {
  if (span.length > LONGEST * 2) return null;
  const flag = FLAG.exec(span)?.[0];
  if (flag !== undefined) return { shape: "flag", parts: [flag], called: false };
  let word = span
    .replace(/^[~!&@]|^\*{1,2}(?=[a-z_])|^\.(?=[\p{L}_])|^\$\{?(?=[A-Z_])/u, "")
    .replace(/^([A-Z_]\w*)\}$/, "$1");
  const call = CALL.exec(word);
  const quoted = QUOTED.exec(word)?.[2];
  word = call?.[1] ?? INDEXED.exec(word)?.[1] ?? GENERIC.exec(word)?.[1] ?? ASSIGNED.exec(word)?.[1] ?? quoted ?? word;
  if (word.length > LONGEST || !PATH.test(word)) return null;
  if (call === null && isFile(word)) return null;
  const named = named_(word, call !== null);
  // `Node.js`, `foo.py` are told above; a number with a unit, `3px`, begins with no letter.
  return named;
}

/** A name of a file, however much it looks like one of code: `core.py`. */
function isFile(word: string): boolean {
  const extension = extensionOf(word);
  if (!isKnownExtension(extension) || !word.endsWith(extension)) return false;
  return !/^[\p{L}_$][\w$]*(?:\.[\p{L}_$][\w$]*)+$/u.test(word) || !MEMBERS.test(extension);
}

function named_(word: string, called: boolean): Named | null {
  const parts = word
    .split(/\.|::|#|->/)
    .map((part) => part.replace(/^\$|[?!']+$/g, ""))
    .filter((part, at) => !(at === 0 && SELF.test(part) && word.length > part.length));
  const last = parts.at(-1);
  if (last === undefined || last.length < SHORTEST || !parts.every((part) => /^\w+$/.test(part))) return null;
  // `PUMP_` is the beginning of many.
  if (last.endsWith("_") || (parts.length === 1 && LITERAL.test(last))) return null;
  const shape = /^_{0,2}[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(last)
    ? "constant"
    : parts.length > 1 || called || isShaped(last)
      ? "name"
      : "word";
  return { shape, parts, called };
}

/** Whether a word can only be a name: it has an underscore or a hump inside, or begins with an underscore. */
function isShaped(word: string): boolean {
  return /[\p{L}\p{N}]_[\p{L}\p{N}]|[\p{Ll}\p{N}]\p{Lu}|^_{1,2}[\p{L}]/u.test(word);
}

const CLASS_MEMBER =
  /^[A-Z][A-Za-z0-9_]{2,}(?:(?:\.|::|#)_{0,2}[a-z][A-Za-z0-9_]*|(?:\.|::)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/;
const CONSTANT = /^_?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const SNAKE = /^_{0,2}[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;
const PRIVATE = /^_[a-z][a-z0-9]{2,}$/;
const CAMEL = /^[a-z]{2,}[a-z0-9]*(?:[A-Z][a-z0-9]+)+$/;
const PASCAL = /^(?:[A-Z][a-z0-9]+){2,}$/;
const OWN = /^(?:self|this|cls)\.[A-Za-z_]\w{2,}$/;
const DOTTED = /^[a-z_]\w{2,}(?:\.[A-Za-z_]\w+){0,5}\.(?:\w*_\w*|[A-Z]\w*[a-z][A-Z]\w*)$/;
/** Companies and products write themselves with humps too. */
const PRODUCT =
  /^(?:Java|Type|Coffee|Action|Apple|Post)Script$|^(?:Git|Hub|Py|Open|Deep|Duck|Tensor|Num|Sci|You|Linked|Micro|Face|Play|Web|Chat|Cloud|Data|Mac|Rust|Jet|Stack|Code|Type|Power|Fast|Num|Postgre|Maria|Mongo|Click|Red|Docker|Kube|Key|Super|Work|Read|Markdown|Docu|Home|Circle)[A-Z]\w{0,12}$/;

/** The name that a bare word is; null of a word of the language. `after` is what follows it. */
export function nameInText(run: string, after: string): Named | null {
  if (run.length > LONGEST || run.length < SHORTEST) return null;
  const word = run.replaceAll("\\_", "_");
  const called = /^\((?:\)|\.\.\.\)|…\))/.test(after);
  if (called && PATH.test(word) && !LITERAL.test(word)) return named_(word, true);
  if (CONSTANT.test(word)) return { shape: "constant", parts: [word], called };
  if (CLASS_MEMBER.test(word) && !isFile(word)) return named_(word, called);
  if (PASCAL.test(word)) return PRODUCT.test(word) ? null : named_(word, called);
  if (SNAKE.test(word) || PRIVATE.test(word) || CAMEL.test(word) || OWN.test(word)) return named_(word, called);
  return DOTTED.test(word) && !isFile(word) ? named_(word, called) : null;
}
