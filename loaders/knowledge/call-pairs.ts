// Turns the calls of one callee before and after a commit into pairs that are the same call: by the rules that sites go by,
// asked first of calls that say the same, then of those that were edited. It follows nothing beyond one commit.

import type { Site } from "../model.ts";
import { SiteIdentity } from "../surface/identity.ts";
import type { Step } from "../surface/walk.ts";
import { asSite, type CodeCall } from "./calls.ts";

type Files = Pick<Step, "renames" | "before" | "after">;

/** By the place of a call before, that of the same call after. */
export type CallPairs = ReadonlyMap<number, number>;

/**
 * Pairs of calls, by path and line on both sides. Those that stay in their function or whose line stays come first; with
 * `moves`, what left one place and came to another in this commit is one call too: if it says the same, if a function of the
 * same name calls it, or, where all are dispatches of one name (`named`), anyhow.
 */
export function pairCalls(
  old: readonly CodeCall[],
  now: readonly CodeCall[],
  files: Files,
  { moves, named }: { readonly moves: boolean; readonly named: boolean },
): CallPairs {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const pass = (essence: (call: CodeCall) => string, accepts: "stays" | "moves") => {
    const from = [...old.keys()].filter((at) => !pairs.has(at));
    const to = [...now.keys()].filter((at) => !taken.has(at));
    const sites = to.map((at) => asSite(now[at]!, essence(now[at]!)));
    const open = from.map((at): [string, Site] => [idOf(at), asSite(old[at]!, essence(old[at]!))]);
    const identity = new SiteIdentity(new Map(open));
    const { idOf: idThere, moves: moved } = identity.advance(sites, files);
    const elsewhere = new Set(moved.filter(({ how }) => how === "moved").map(({ id }) => id));
    for (const [place, site] of sites.entries()) {
      const id = idThere(site);
      if (!/^\d+$/.test(id) || elsewhere.has(id) !== (accepts === "moves")) continue;
      pairs.set(Number(id), to[place]!);
      taken.add(to[place]!);
    }
  };
  pass(({ receiver, source }) => `${receiver} ${source}`, "stays");
  pass(() => "", "stays");
  if (!moves) return pairs;
  pass((call) => `${lastName(call)} ${call.source}`, "moves");
  pass(({ source }) => source, "moves");
  pass(lastName, "moves");
  if (named) pass(() => "", "moves");
  return pairs;
}

/** Ids in the order of the places: of two calls in one line, the first comes first. */
function idOf(at: number): string {
  return String(at).padStart(8, "0");
}

function lastName(call: CodeCall): string {
  return call.function.slice(call.function.lastIndexOf(".") + 1);
}
