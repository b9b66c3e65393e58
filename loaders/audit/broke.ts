// Turns a citation that is no longer true into the commit that made it so, and what that commit did.

import type { Broke, Oid } from "../model.ts";
import type { Place } from "./align.ts";
import type { Around } from "./around.ts";
import type { Target } from "./frames.ts";
import type { Judgement } from "./judge.ts";
import type { Library } from "./library.ts";
import { momentOf, type Past } from "./past.ts";
import type { Subject } from "./subject.ts";
import { count, type Ruling } from "./verdict.ts";

/** Verdicts that something must have brought about. */
const BROKEN: ReadonlySet<string> = new Set(["moved", "changed", "wrong-when-written", "past-end"]);

/** Null where nothing broke, or what broke it lies before all that is known. */
export async function brokeOf(
  subject: Subject,
  judgement: Judgement | null,
  ruling: Ruling,
  { past, library }: Around,
): Promise<Broke | null> {
  const { birth, citation, target, whereabouts } = subject;
  if (subject.resolved.kind === "gone" && whereabouts !== null) {
    const says =
      whereabouts.departure.to === null ? "deleted the file" : `moved the file to ${whereabouts.departure.to}`;
    return { ...momentOf(past, whereabouts.departure.at), says };
  }
  if (birth === null || target === null || !BROKEN.has(ruling.verdict)) return null;
  const frame = judgement?.frame ?? null;
  if (ruling.verdict === "wrong-when-written") return { ...momentOf(past, birth), says: "wrote it so" };
  if (frame === null || frame.past) return null;
  const found = await breakOf(past, library, target, birth, frame.oid, citation.start, citation.end);
  if (found === null) return null;
  return { ...momentOf(past, found.at), says: whatBroke(found, citation.start) };
}

function whatBroke(
  { place, deleted }: { readonly place: { readonly start: number } | null; readonly deleted: boolean },
  start: number,
): string {
  if (deleted) return "deleted the file";
  if (place === null) return "rewrote the lines";
  const by = place.start - start;
  if (by === 0) return "changed the lines";
  return `moved them ${count(Math.abs(by), "line")} ${by > 0 ? "down" : "up"}`;
}

/** The first commit on the line that parted the lines from their numbers, and what it did to them; null if none did. */
async function breakOf(
  past: Past,
  library: Library,
  target: Target,
  birth: number,
  from: Oid,
  start: number,
  end: number,
): Promise<{ readonly at: number; readonly place: Place | null; readonly deleted: boolean } | null> {
  const landing = past.landed[birth] ?? birth;
  let oid = from;
  const onLine = target.versions.filter((version) => past.landed[version.at] === version.at);
  const later = onLine.filter((version) => version.at < landing);
  // A citation from a side branch meets what the line had become in the merge, and it is the merge that parts them.
  const met = landing === birth ? undefined : onLine.find((version) => version.at >= landing);
  if (met !== undefined) later.push({ ...met, at: landing });
  for (const version of later.toReversed()) {
    if (version.oid === null) return { at: version.at, place: null, deleted: true };
    if (version.oid === oid) continue;
    const place = (await library.align(oid, version.oid))?.place(start, end) ?? null;
    if (place === null || place.start !== start || place.lost > 0) return { at: version.at, place, deleted: false };
    oid = version.oid;
  }
  return null;
}
