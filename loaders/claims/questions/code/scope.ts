// Turns a glob, or none, into which paths a question looks at. It opens no file and knows no tree: whether any file fits is
// for whoever asks.

import picomatch from "picomatch";
import { BinnacleError } from "../../../error.ts";
import { grammarOf, languageOf } from "../../../syntax/grammar.ts";
import { marksOf } from "../../../syntax/prose-languages.ts";

export type Wants = (path: string) => boolean;

/** Endings of data and pages, whose comments are read as prose and whose text is no code. */
const DATA = new Set(
  "json jsonl json5 jsonc ipynb toml ini cfg conf properties desktop service html htm xml svg xhtml xsl plist edn".split(
    " ",
  ),
);
const SETTINGS = new Set([
  ".gitignore",
  ".gitattributes",
  ".dockerignore",
  ".env",
  ".editorconfig",
  ".npmrc",
  "codeowners",
]);

/** Whether a path is a file of code by its name: no document, no data, nothing of Binnacle's own. */
export function isCode(path: string): boolean {
  if (isOwn(path)) return false;
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (grammarOf(path) !== null) return true;
  return marksOf(path) !== null && !SETTINGS.has(name) && !DATA.has(name.slice(name.lastIndexOf(".") + 1));
}

/** What holds the claims would answer every question about a text that they name. */
function isOwn(path: string): boolean {
  return path === "binnacle.yaml" || path.startsWith(".binnacle/");
}

/**
 * The paths of a glob, a file or a folder; without one, files of code. Binnacle's own files are left out unless they are
 * named. Throws "bad-configuration" for a glob that could take long to match.
 */
export function scopeOf(glob: string | undefined): Wants {
  if (glob === undefined) return isCode;
  const fits = globFits(glob);
  const isNamed = plainPath(glob).startsWith(".binnacle") || plainPath(glob) === "binnacle.yaml";
  return isNamed ? fits : (path) => fits(path) && !isOwn(path);
}

/** Those of them whose calls, imports and values are known: Python, TypeScript and JavaScript. */
export function sourceScope(glob: string | undefined): Wants {
  const fits = scopeOf(glob);
  return (path) => languageOf(path) !== null && fits(path);
}

/** What is looked at, in the plural, for people. */
export function filesIn(glob: string | undefined): string {
  return glob === undefined ? "files of code" : `files in \`${glob}\``;
}

/** A path is a file, or a folder with all that it holds; anything with `*`, `?`, `[`, `{` or a leading `!` is a glob. */
export function globFits(glob: string): Wants {
  refuseSlow(glob);
  if (!isGlob(glob)) {
    const plain = plainPath(glob);
    return plain === "" ? () => true : (path) => path === plain || path.startsWith(`${plain}/`);
  }
  // A parenthesis or a plus would become a regular expression's own.
  return picomatch(glob.replace(/^\.\//, "").replace(/[()+|@]/g, "\\$&"), { dot: true, noextglob: true });
}

function isGlob(text: string): boolean {
  return /^!|[*?[{]/.test(text);
}

function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+|\/+$/g, "").replace(/^\.$/, "");
}

const LONGEST = 500;
/** Stars in one segment, and segments of `**`: what a hostile path costs grows with a power of this. */
const MOST_STARS = 3;

function refuseSlow(glob: string): void {
  const segments = glob.slice(0, LONGEST + 1).split("/");
  const any = segments.filter((each) => each.includes("**")).length;
  const stars = Math.max(...segments.map((each) => each.replace(/\*+/g, "*").split("*").length - 1));
  const isSmall = glob.length <= LONGEST && any <= MOST_STARS && stars <= MOST_STARS;
  if (isSmall && !glob.includes("\\")) return;
  throw new BinnacleError(
    "bad-configuration",
    `\`${glob.slice(0, 80)}\`: a glob has at most ${LONGEST} characters, ${MOST_STARS} segments of \`**\` and ${MOST_STARS} stars in one segment, and no backslash. Write a shorter one.`,
  );
}
