// Says why what is stored cannot be gone on from and is walked again: which of all that decides its rows is another now.

import type { Decided, Meta } from "./store/notebook.ts";
import { digestOf } from "./target.ts";

/** One line about the store, with what to do where flags decided it; `since` is what the run was asked for. */
export function whyAgain(store: string, before: Meta | "older", now: Decided, since: string | null): string {
  const reasons = before === "older" ? [OTHER] : reasonsOf(before, now, since);
  const kept = reasons.some((reason) => reason.chosen);
  const why = reasons.map(({ text }) => text).join("; ");
  return `${store}: walked again from the beginning: ${why}.${kept ? " Pass --store elsewhere.duckdb to keep both." : ""}`;
}

interface Reason {
  readonly text: string;
  /** Whether a flag of the run decides it, so that two stores can be kept. */
  readonly chosen: boolean;
}

const OTHER: Reason = { text: "another version of Binnacle made it", chosen: false };

function reasonsOf({ decided: was, since: saidBefore }: Meta, now: Decided, since: string | null): Reason[] {
  if (was === undefined || digestOf(was.program) !== digestOf(now.program)) return [OTHER];
  const reasons: Reason[] = [];
  const say = (text: string, chosen: boolean) => reasons.push({ text, chosen });
  if (was.profile.name !== now.profile.name)
    say(`the profile was ${was.profile.name} and is ${now.profile.name}`, true);
  else if (was.profile.digest !== now.profile.digest) say(`the profile ${now.profile.name} is not what it was`, true);
  if (was.since !== now.since) say(sinceText(saidBefore ?? null, since), true);
  if (was.allParents !== now.allParents)
    say(now.allParents ? "--all-parents was not given and is" : "--all-parents was given and is not", true);
  if (was.name !== now.name) say(`the repository was called ${was.name} and is called ${now.name}`, false);
  if (digestOf(was.shallow) !== digestOf(now.shallow)) say(shallowText(was.shallow.length, now.shallow.length), false);
  return reasons.length === 0 ? [OTHER] : reasons;
}

function sinceText(was: string | null, is: string | null): string {
  if (was === null) return `--since was not given and is ${is}`;
  if (is === null) return `--since was ${was} and is not given`;
  return was === is ? `--since ${is} is another commit now` : `--since was ${was} and is ${is}`;
}

function shallowText(was: number, is: number): string {
  if (is === 0) return "the clone was shallow and is whole";
  return was === 0 ? "the clone was whole and is shallow" : "the shallow clone ends at other commits now";
}
