// Says which part of a code base a path belongs to: production, tests, or what the reader names. It reads nothing.

import picomatch from "picomatch";
import { BinnacleError } from "../../error.ts";
import { TRIALS } from "../../surface/survey.ts";
import { grammarOf } from "../../syntax/grammar.ts";

export interface Parts {
  /** In the order in which they are told. */
  readonly names: readonly string[];
  readonly of: (path: string) => string;
  /** The parts that somebody named, with their folders and globs; none where nobody did. */
  readonly named: readonly NamedPart[];
}

/** A part as it is written: its name, and the folders or globs of its paths. */
export interface NamedPart {
  readonly name: string;
  readonly globs: readonly string[];
}

/** Parts beside the rest: more are told apart by nobody's eye. */
export const MOST_PARTS = 8;

const REST = "other";

/** Where nothing is named: code that only tries things out, other code, and what is no code. */
export const USUAL: Parts = {
  names: ["production", "tests", REST],
  of: (path) => (grammarOf(path) === null ? REST : TRIALS.test(path) ? "tests" : "production"),
  named: [],
};

/**
 * A path belongs to the first part that it fits, and to "other" where it fits none. Throws "bad-usage"; `where` is what a
 * mistake stands in.
 */
export function partsOf(named: readonly NamedPart[], where: string): Parts {
  const mistake = (what: string) => new BinnacleError("bad-usage", `${where} ${what}.`);
  const names = new Set<string>();
  for (const { name, globs } of named) {
    if (names.has(name)) throw mistake(`names "${name}" twice; expected each part once. Join its folders`);
    if (name === "total" || name.length > 40)
      throw mistake(`names a part ${JSON.stringify(name.slice(0, 60))}; expected a name of its own, not "total"`);
    const outside = globs.find((glob) => /^(?:[/\\]|[A-Za-z]:)/.test(glob) || glob.split(/[/\\]/).includes(".."));
    if (outside !== undefined) throw mistake(`has ${JSON.stringify(outside)}; expected a folder inside the repository`);
    names.add(name);
  }
  if (names.size > MOST_PARTS) throw mistake(`names ${names.size} parts; expected at most ${MOST_PARTS}`);
  const matchers = named.map(({ name, globs }) => ({ name, matches: picomatch(globs.map(globOf), { dot: true }) }));
  return {
    names: [...names.add(REST)],
    of: (path) => matchers.find(({ matches }) => matches(path))?.name ?? REST,
    named,
  };
}

/** `production=atom/,tests=tests/+conftest.py`: folders or globs; the first that fits. Throws "bad-usage". */
export function parseParts(text: string): Parts {
  const named = text.split(",").map((each) => {
    const [name, globs, more] = each.split("=");
    const list = (globs ?? "").split("+").map((glob) => glob.trim());
    if (!name?.trim() || list.includes("") || more !== undefined)
      throw new BinnacleError(
        "bad-usage",
        `--split has "${each}"; expected NAME=FOLDER. For example: --split production=src/,tests=tests/`,
      );
    return { name: name.trim(), globs: list };
  });
  return partsOf(named, "--split");
}

function globOf(text: string): string {
  const glob = text.trim().replace(/^\.\//, "");
  if (glob === "." || glob === "") return "**";
  return glob.endsWith("/") ? `${glob}**` : /[*?[{]/.test(glob) || /\.\w+$/.test(glob) ? glob : `${glob}/**`;
}
