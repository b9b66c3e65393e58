// Runs `affected`: opens both sides of a change, and tells which sentences lean on what it touches.

import { affectedBy } from "../audit/affected.ts";
import { Archive } from "../audit/archive.ts";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import { mergeBase } from "../git/history.ts";
import type { Repository } from "../git/repository.ts";
import { commitSnapshot, worktreeSnapshot } from "../git/snapshot.ts";
import { affectedJson, affectedText } from "../report/affected.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { type Flags, openFromFlags } from "./context.ts";
import { repositoryName } from "./name.ts";
import type { Output } from "./output.ts";

export async function runAffected(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const repo = await openFromFlags(flags);
  const { configuration } = await auditConfigurationOf(repo, flags);
  const { before, after, notices } = await sidesOf(repo, words[0] ?? "");
  const archive = new Archive(repo, configuration.examples);
  const { touched, shifted, untrue, warnings } = await affectedBy({ archive, before, after, configuration });
  const report = {
    repository: repositoryName(repo),
    from: before.name,
    to: after.name,
    fromCommit: before.heads[0] ?? "",
    toCommit: after.kind === "commit" ? (after.heads[0] ?? null) : null,
    touched,
    shifted,
    untrue,
    notices: [...repo.warnings, ...notices, ...warnings],
  };
  output.print(flags.json === true ? affectedJson(report) : affectedText(report, output.style));
}

interface Sides {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly notices: readonly string[];
}

/** `A..B`, `A...B` from their merge base, `A` to the work tree; a side left out is HEAD. Throws "bad-usage", "unknown-revision". */
async function sidesOf(repo: Repository, range: string): Promise<Sides> {
  const match = /^(?<a>.*?)(?<dots>\.{2,3})(?<b>.*)$/s.exec(range)?.groups;
  if (match === undefined) {
    const before = await commitSnapshot(repo, await repo.resolve(range), range);
    if (repo.workTree === null)
      throw new BinnacleError(
        "bad-usage",
        `${repositoryName(repo)}: a bare repository has no work tree to compare "${range}" with. Pass two commits: ${range}..HEAD.`,
      );
    const after = await worktreeSnapshot(repo);
    return { before, after, notices: after.notices };
  }
  const { dots } = match;
  const [from, to] = [match.a || "HEAD", match.b || "HEAD"];
  if (to.includes("..") || to.startsWith("."))
    throw new BinnacleError("bad-usage", `"${range}" is no change; expected A..B.`);
  const [first, second] = [await repo.resolve(from), await repo.resolve(to)];
  const base = dots === "..." ? await mergeBase(repo, first, second) : first;
  if (base === null)
    throw new BinnacleError(
      "unknown-revision",
      `${repositoryName(repo)}: ${from} and ${to} have no common history${repo.shallow.size > 0 ? ' in this shallow clone. Run "git fetch --unshallow"' : ""}. Pass A..B to compare them as they are.`,
    );
  const name = dots === "..." ? `the merge base of ${from} and ${to}` : from;
  return { before: await commitSnapshot(repo, base, name), after: await commitSnapshot(repo, second, to), notices: [] };
}
