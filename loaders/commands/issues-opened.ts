// What every part of the command `issues` is given, and how the word for an issue is read.

import { BinnacleError } from "../error.ts";
import type { Repository } from "../git/repository.ts";
import { type IssueStore, openIssues } from "../store/issues.ts";
import { type Flags, textFlag } from "./context.ts";
import type { Output } from "./output.ts";

export interface Opened {
  readonly repo: Repository;
  readonly flags: Flags;
  readonly output: Output;
  /** The notebook's file, and the one of the issues beside it. */
  readonly notebook: string;
  readonly store: string;
}

/** Throws "store-missing" where nothing was imported yet, and what opening a store throws. */
export async function opening({ store }: Opened): Promise<IssueStore> {
  const issues = await openIssues(store);
  if (issues !== null) return issues;
  throw new BinnacleError("store-missing", 'No issue was imported yet. Run "binnacle issues import SOURCE…" first.');
}

/** `90`, `#90`, `!12`. */
export function idOf(word: string | undefined, verb: string): string {
  const match = /^([#!]?)(\d{1,9})$/.exec(word ?? "");
  if (match === null)
    throw new BinnacleError(
      "bad-usage",
      `"${word ?? ""}" is no issue; expected its number. For example: binnacle issues ${verb} 90`,
    );
  return `${match[1] || "#"}${Number(match[2])}`;
}

const STATES: readonly string[] = ["open", "closed", "merged", "unknown"];

/** The state of --state; null where none is asked for. Throws "bad-usage". */
export function stateOf(flags: Flags): string | null {
  const state = textFlag(flags, "state");
  if (state !== null && !STATES.includes(state))
    throw new BinnacleError("bad-usage", `--state is ${state}; expected ${STATES.join(", ")}.`);
  return state;
}
