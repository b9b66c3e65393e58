// Turns patterns of a configuration into whether they fit a callee or a path. Time grows with pattern times text, whatever
// the pattern: nothing here backtracks.

import { wildmatch } from "../git/wildmatch.ts";

/** A pattern of callees: `recv|get*|self.*_queue.get`. */
export interface CalleePattern {
  readonly source: string;
  /** Whether a call fits. An alternative with a dot is compared with the receiver too, another with the callee alone. */
  readonly fits: (receiver: string | null, callee: string) => boolean;
  /** Texts of which a file must hold one (as bytes) to hold such a call; empty: any file may. */
  readonly words: readonly string[];
}

/** `|` parts alternatives, `*` stands for any characters. */
export function calleePattern(source: string): CalleePattern {
  const alternatives = alternativesOf(source);
  const whole = alternatives.filter((each) => each.includes(".")).map(starPattern);
  const bare = alternatives.filter((each) => !each.includes(".")).map(starPattern);
  const words = alternatives.map(longestPlain);
  return {
    source,
    fits: (receiver, callee) =>
      bare.some((fits) => fits(callee)) ||
      (receiver !== null && whole.length > 0 && whole.some((fits) => fits(`${receiver}.${callee}`))),
    words: words.includes("") ? [] : words,
  };
}

/** Whether one of the alternatives fits a whole text. */
export function textPattern(source: string): (text: string) => boolean {
  const patterns = alternativesOf(source).map(starPattern);
  return (text) => patterns.some((fits) => fits(text));
}

/** Globs of paths; one that ends in `/` is a folder with all that is in it. */
export function pathPattern(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map((glob) => wildmatch(glob.endsWith("/") ? `${glob}**` : glob));
  return (path) => patterns.some((fits) => fits(path));
}

function alternativesOf(source: string): readonly string[] {
  return source
    .split("|")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

/** The pieces between stars are looked for one after another, each as early as it can stand. */
function starPattern(pattern: string): (text: string) => boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}

/** The longest run of plain characters in the callee's own part. */
function longestPlain(alternative: string): string {
  const own = alternative.slice(alternative.lastIndexOf(".") + 1);
  return own.split("*").reduce((best, each) => (each.length > best.length ? each : best), "");
}
