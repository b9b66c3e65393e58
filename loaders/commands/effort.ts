// Runs `effort`: what a range, a commit, or each commit of a range cost by three instruments.

import { BinnacleError } from "../error.ts";
import { ancestorsOf } from "../git/ancestry.ts";
import { subjectOf, walkLine } from "../git/history.ts";
import type { Repository } from "../git/repository.ts";
import type { Oid } from "../model.ts";
import { Efforts } from "../provenance/effort/effort.ts";
import { type Parts, parseParts } from "../provenance/effort/parts.ts";
import { effortJson, effortText, type ToldEffort } from "../report/effort.ts";
import { type Flags, openFromFlags, textFlag } from "./context.ts";
import { configuredParts } from "./effort-configuration.ts";
import type { Output } from "./output.ts";

export async function runEffort(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const repo = await openFromFlags(flags);
  const split = textFlag(flags, "split");
  const parts: Parts = split === null ? await configuredParts(repo, flags) : parseParts(split);
  const estimate = estimateOf(flags);
  const efforts = new Efforts(repo);
  const told: ToldEffort[] = [];
  for (const { title, from, to } of await changesOf(repo, words[0]!, flags.commits === true))
    told.push({
      title,
      from,
      to,
      effort: await efforts.between(from, to, parts),
      functions: flags.functions === true ? await efforts.functionsBetween(from, to) : null,
    });
  const json = effortJson(told);
  // A single change is told as one object, as DESIGN.md has it.
  if (flags.json === true) output.print(JSON.stringify(json.length === 1 ? json[0] : json, null, 2));
  else
    output.print(told.length === 0 ? "No commit lies in that range." : effortText(told, estimate, parts, output.style));
}

interface Change {
  readonly title: string;
  readonly from: Oid | null;
  readonly to: Oid;
}

/** `A..B` as one change, or each commit of the line between; a revision alone is its own change against its first parent. */
async function changesOf(repo: Repository, range: string, each: boolean): Promise<readonly Change[]> {
  if (range.includes("...")) throw wanted(range);
  const match = /^(.*?)\.\.(.*)$/.exec(range);
  if (match === null) return [await commitOf(repo, await repo.resolve(range))];
  const [from, to] = [await repo.resolve(match[1] || "HEAD"), await repo.resolve(match[2] || "HEAD")];
  if (!each) return [{ title: `${from.slice(0, 9)}..${to.slice(0, 9)}`, from, to }];
  const changes: Change[] = [];
  for (const { oid } of await commitsBetween(repo, from, to)) changes.push(await commitOf(repo, oid));
  return changes;
}

/** Commits of the line of `to` that `from` cannot reach, oldest first. */
async function commitsBetween(repo: Repository, from: Oid, to: Oid): Promise<readonly { readonly oid: Oid }[]> {
  const line = await walkLine(repo, to, { until: new Set([from]) });
  // Where `from` does not lie on that line, what both can reach is known only when all that `from` can reach is.
  if (line.floor === null) return line.commits;
  return (await walkLine(repo, to, { until: new Set(await ancestorsOf(repo, from)) })).commits;
}

async function commitOf(repo: Repository, oid: Oid): Promise<Change> {
  const { parents, message } = await repo.commit(oid);
  if (parents.length > 0 && repo.shallow.has(oid))
    throw new BinnacleError(
      "missing-object",
      `This shallow clone begins at ${oid.slice(0, 9)}; what that commit changed is not here. Run "git fetch --unshallow".`,
    );
  return { title: `${oid.slice(0, 9)} ${subjectOf(message)}`, from: parents[0] ?? null, to: oid };
}

function wanted(range: string): BinnacleError {
  return new BinnacleError("bad-usage", `"${range}" is no range that is measured; expected A..B, or a revision.`);
}

function estimateOf(flags: Flags): number | null {
  const text = textFlag(flags, "estimate");
  if (text === null) return null;
  const estimate = Number(text);
  if (!(estimate > 0))
    throw new BinnacleError("bad-usage", `--estimate is ${text}; expected a number of lines above 0.`);
  return estimate;
}
