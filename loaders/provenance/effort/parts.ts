// Says which part of a code base a path belongs to: production, tests, or what the reader names. It reads nothing.

import picomatch from "picomatch";
import { BinnacleError } from "../../error.ts";
import { TRIALS } from "../../surface/survey.ts";
import { grammarOf } from "../../syntax/grammar.ts";

export interface Parts {
  /** In the order in which they are told. */
  readonly names: readonly string[];
  readonly of: (path: string) => string;
}

/** Where nothing is named: code that only tries things out, other code, and what is no code. */
export const USUAL: Parts = {
  names: ["production", "tests", "other"],
  of: (path) => (grammarOf(path) === null ? "other" : TRIALS.test(path) ? "tests" : "production"),
};

/** `production=atom/,tests=tests/+conftest.py`: folders or globs; the first that fits. Throws "bad-usage". */
export function parseParts(text: string): Parts {
  const named = text.split(",").map((each) => {
    const [name, globs, more] = each.split("=");
    if (!name?.trim() || !globs?.trim() || more !== undefined)
      throw new BinnacleError(
        "bad-usage",
        `--split has "${each}"; expected NAME=FOLDER. For example: --split production=src/,tests=tests/`,
      );
    return { name: name.trim(), matches: picomatch(globs.split("+").map(globOf), { dot: true }) };
  });
  const names = [...new Set([...named.map(({ name }) => name), "other"])];
  return { names, of: (path) => named.find(({ matches }) => matches(path))?.name ?? "other" };
}

function globOf(text: string): string {
  const glob = text.trim().replace(/^\.\//, "");
  if (glob === "." || glob === "") return "**";
  return glob.endsWith("/") ? `${glob}**` : /[*?[{]/.test(glob) || /\.\w+$/.test(glob) ? glob : `${glob}/**`;
}
