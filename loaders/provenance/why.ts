// Turns a line of code into the commits that made it what it is: who wrote it, who edited it, and which issues and pull
// requests these commits name. It follows the line back through edits, moves and renames of its file.

import type { Archive } from "../audit/archive.ts";
import { momentOf, type Past, type Version, versionsOf } from "../audit/past.ts";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import { subjectOf } from "../git/history.ts";
import type { Moment, Oid } from "../model.ts";
import { issuesIn, type Named, strongest } from "./issues/messages.ts";

/** A commit that made a line what it is. */
export interface Step {
  /** `wrote`: nothing like it stood there before; `edited`: it was another one; `brought`: history does not go further back. */
  readonly did: "wrote" | "edited" | "brought";
  readonly moment: Moment;
  readonly subject: string;
  /** The commit inside a merge that did it, where that is another one. */
  readonly origin: { readonly moment: Moment; readonly subject: string } | null;
  /** Where it stood after that commit, and its text then. */
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** What the commit's message names, and its origin's: each number once, its strongest naming first. */
  readonly issues: readonly Named[];
}

export interface Why {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** Newest first; the last one wrote the line. */
  readonly steps: readonly Step[];
}

/** Edits of one line that are told. */
const MOST = 40;

/** Throws "bad-usage" for a file or line that is not there. */
export async function whyLine(archive: Archive, snapshot: Snapshot, path: string, line: number): Promise<Why> {
  const past = await archive.open(snapshot);
  const oid = snapshot.files.get(path);
  if (oid === undefined)
    throw new BinnacleError("bad-usage", `${path} is no file of ${snapshot.name}. Write its path from the root.`);
  const text = await archive.library.text(oid);
  const now = text?.lines[line - 1];
  if (now === undefined)
    throw new BinnacleError(
      "bad-usage",
      `${path}:${line}: the file has ${text?.lines.length ?? 0} lines. Name one of them.`,
    );
  const all = versionsOf(past, [path]).get(path) ?? [];
  const own = all.filter(({ at, oid: each }) => past.landed[at] === at && each !== null);
  const steps: Step[] = [];
  let here = line;
  for (const [index, version] of own.entries()) {
    const older = own[index + 1];
    const before = older === undefined ? null : await placeBefore(archive, version, older, here);
    if (before?.isSame === true) {
      here = before.line;
      continue;
    }
    const did =
      before !== null
        ? "edited"
        : older === undefined && past.floor !== null && index === own.length - 1 && isEdge(past, version)
          ? "brought"
          : "wrote";
    steps.push(await stepOf(archive, past, version, all, here, did));
    if (before === null || steps.length === MOST) break;
    here = before.line;
  }
  return { path, line, text: now, steps };
}

/** Whether history begins with this commit, and it may have found the line there. */
function isEdge({ commits, floor }: Past, { at }: Version): boolean {
  return floor !== "root" && at === commits.length - 1;
}

async function placeBefore({ library }: Archive, version: Version, older: Version, line: number) {
  if (version.oid === older.oid) return { line, isSame: true };
  // Read backwards: where a line of the newer version stood in the older one.
  const place = (await library.align(version.oid!, older.oid!))?.place(line, line) ?? null;
  if (place === null) return null;
  const [now, then] = [await library.text(version.oid!), await library.text(older.oid!)];
  const isSame = now?.lines[line - 1]?.trim() === then?.lines[place.start - 1]?.trim();
  return { line: place.start, isSame };
}

async function stepOf(
  archive: Archive,
  past: Past,
  version: Version,
  all: readonly Version[],
  line: number,
  did: Step["did"],
): Promise<Step> {
  const commit = past.commits[version.at]!;
  const text = (await archive.library.text(version.oid!))?.lines[line - 1] ?? "";
  const inner = commit.parents.length > 1 ? await originOf(archive, past, version, all, text) : null;
  const forge = archive.repo.forge;
  const named = [commit, ...(inner === null ? [] : [inner])].flatMap(({ message }) => issuesIn(message, forge));
  return {
    did,
    moment: momentOf(past, version.at),
    subject: subjectOf(commit.message),
    origin:
      inner === null
        ? null
        : { moment: momentOf(past, past.position.get(inner.oid)!), subject: subjectOf(inner.message) },
    path: version.path,
    line,
    text,
    issues: strongest(named),
  };
}

/** The first commit that a merge brought in after which the line's text stands in the file. */
async function originOf({ library }: Archive, past: Past, { at }: Version, all: readonly Version[], text: string) {
  const inside = all.filter((version) => version.at !== at && past.landed[version.at] === at && version.oid !== null);
  const wanted = text.trim();
  for (const version of inside.toReversed()) {
    const lines = (await library.text(version.oid as Oid))?.lines ?? [];
    if (lines.some((each) => each.trim() === wanted)) return past.commits[version.at]!;
  }
  return null;
}
