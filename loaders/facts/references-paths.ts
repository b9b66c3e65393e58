// Tells which words of prose name a file or a folder without a line of it: in a code span, as a link's target, or bare
// with a folder and a known extension. Patterns, place-holders and addresses of other things are none.

import { permalinkOf } from "./citations-links.ts";
import { pathIn } from "./citations-paths.ts";
import type { PathReference } from "./references-forms.ts";

export type Pathed = Pick<PathReference, "path" | "anchor" | "how" | "host" | "revision">;

const WRITTEN = { anchor: null, host: null, revision: null };
const FOLDER = /^(?:\.{1,2}\/)*(?:[\w.@+-]{1,100}\/)+$/;
const LIKELY = /^(?:\.{1,2}\/)*[\w.@+-]{1,100}(?:\/[\w.@+-]{1,100})+$/;
/** `<name>`, `*.py`, `{a,b}`, `$HOME`, `...`: a pattern of many. */
const PATTERN = /[*<>{}$|?"'^=,;%]|\.\.\.|…|\bYYYY\b|\bNNNN?\b|\bXXXX?\b/;

/** The path that a code span holds; null where it holds anything else. */
export function pathInCode(span: string): Pathed | null {
  const word = span.replaceAll("\\_", "_");
  if (word.length > 400 || /\s/.test(word) || PATTERN.test(word) || word.includes("://")) return null;
  const name = pathIn(word);
  if (name !== null && name.start === 0 && name.length === word.length) {
    if (name.revision !== null) return null;
    // `BUILD`, `CHANGES`: words in capitals, unless there is such a file.
    const plain = /^[A-Z]+$/.test(name.path);
    return { ...WRITTEN, path: name.path, how: plain || !name.known ? "likely" : "written" };
  }
  const path = word.replaceAll("\\", "/");
  if (FOLDER.test(path)) return { ...WRITTEN, path, how: "written" };
  return LIKELY.test(path) && /[A-Za-z]/.test(path) ? { ...WRITTEN, path, how: "likely" } : null;
}

/** The path that a run of plain text is, and how much of the run it takes; null of a word. */
export function pathInText(run: string): (Pathed & { readonly start: number; readonly length: number }) | null {
  if (!run.includes("/") || run.length > 400 || PATTERN.test(run) || run.includes("//")) return null;
  const name = pathIn(run);
  if (name === null || !name.known || !name.path.includes("/") || name.revision !== null) return null;
  return { ...WRITTEN, path: name.path, how: "written", start: name.start, length: name.length };
}

/** What a link's target names in this tree: a path beside its document, or a heading of it. Null of any other address. */
export function pathOfTarget(target: string): Pathed | null {
  if (target.length > 1_000 || target === "" || target === "#") return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return pathOfAddress(target);
  if (target.startsWith("//") || PATTERN.test(target.replace(/[?#].*$/s, ""))) return null;
  const hash = target.indexOf("#");
  const path = decoded((hash === -1 ? target : target.slice(0, hash)).replace(/\?.*$/s, ""));
  const anchor = hash === -1 ? null : decoded(target.slice(hash + 1));
  // `core.py:12` and `#L12` cite lines.
  if (path === null || /:\d+(?:-\d+)?$/.test(path) || (anchor !== null && /^L\d/.test(anchor))) return null;
  if (path === "" && (anchor === null || anchor === "")) return null;
  if (/[\s\\:]/.test(path)) return null;
  return { path, anchor: anchor === "" ? null : anchor, how: "link", host: null, revision: null };
}

/** The file that a forge's address names without a line; null of any other address. */
export function pathOfAddress(address: string): Pathed | null {
  if (!/^https?:/.test(address)) return null;
  const link = permalinkOf(address);
  if (link === null || link.start > 0) return null;
  const path = link.path.replace(/\/$/, "");
  return path === "" ? null : { path, anchor: null, how: "link", host: link.host, revision: link.revision };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
