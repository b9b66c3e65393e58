// Turns a citation of a file that is gone into its ruling: where the file went, and where the lines are that it spoke of.

import type { Suggestion } from "../citation.ts";
import type { Around } from "./around.ts";
import { addressAt, type Case, type Judgement } from "./judge.ts";
import type { Subject } from "./subject.ts";
import { type Ruling, range } from "./verdict.ts";
import { heirOf } from "./whereabouts.ts";

export async function ruleAbsent(
  subject: Subject,
  one: Case | null,
  judgement: Judgement | null,
  around: Around,
): Promise<Ruling> {
  const { whereabouts, target, resolved } = subject;
  const said = `${resolved.kind === "gone" ? resolved.path : "the file"} is gone`;
  const place = judgement?.by === "followed" ? judgement.place : null;
  const found =
    place === null || one === null || whereabouts === null
      ? null
      : whereabouts.renamed !== null
        ? { path: whereabouts.renamed, ...place, symbol: symbolOf(one, place), strength: judgement?.strength ?? "hint" }
        : await inherited(one.now.lines.slice(place.start - 1, place.end), whereabouts.departure.at, around);
  const renamed = whereabouts?.renamed ?? null;
  const says =
    renamed !== null
      ? `${said}: it is now ${renamed}${found === null ? "" : `, the lines ${range(found.start, found.end)}`}`
      : found === null
        ? said
        : `${said}; its lines are now in ${found.path}, ${range(found.start, found.end)}`;
  return { verdict: "missing", says, proven: target !== null, suggestion: found === null ? null : plain(found) };
}

function symbolOf(one: Case, { start, end }: { readonly start: number; readonly end: number }): string | null {
  return addressAt(one.now.definitions, start, end)?.name ?? null;
}

function plain({ path, start, end, symbol, strength }: Suggestion): Suggestion {
  return { path, start, end, symbol, strength };
}

/** Where the lines are now that the commit at `at` took from one file and put into another. Always a hint: they were not followed. */
async function inherited(lines: readonly string[], at: number, around: Around): Promise<Suggestion | null> {
  const { past, library, snapshot } = around;
  const heir = await heirOf(lines, at, past, library);
  const now = heir === null ? undefined : snapshot.files.get(heir.path);
  if (heir === null || now === undefined) return null;
  const found = (await library.align(heir.oid, now))?.place(heir.start, heir.end) ?? null;
  if (found === null) return null;
  const symbol = addressAt(await library.definitions(heir.path, now), found.start, found.end)?.name ?? null;
  return { path: heir.path, start: found.start, end: found.end, symbol, strength: "hint" };
}
