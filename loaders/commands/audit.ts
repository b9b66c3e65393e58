// Runs `audit`: opens what is to be judged, has it judged, prints the report. Exit code 1 where something fails.

import { Archive } from "../audit/archive.ts";
import { auditSnapshot } from "../audit/audit.ts";
import { type AuditConfiguration, PLAIN, parseAuditConfiguration } from "../audit/configuration.ts";
import { reportOf } from "../audit/report.ts";
import type { AuditReport, Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import type { Repository } from "../git/repository.ts";
import { commitSnapshot, indexSnapshot, worktreeSnapshot } from "../git/snapshot.ts";
import { FORMATS } from "../report/audit/formats.ts";
import { configurationOf, type Flags, listFlag, openFromFlags, textFlag } from "./context.ts";
import { repositoryName } from "./name.ts";
import type { Output } from "./output.ts";
import { didYouMean } from "./parse.ts";

export async function runAudit(flags: Flags, words: readonly string[], output: Output): Promise<number> {
  const format = formatOf(flags);
  const repo = await openFromFlags(flags);
  const own = await configurationOf(repo, flags);
  const configuration = own === null ? PLAIN : parseAuditConfiguration(own.text, own.origin);
  const archive = new Archive(repo, flags.examples === true || configuration.examples);
  let failing = 0;
  for (const snapshot of await snapshotsOf(repo, flags)) {
    const report = await audit(archive, snapshot, configuration, words, flags);
    output.print(format.render(report, { style: output.style, all: flags.all === true }));
    failing += report.counts.failing ?? 0;
  }
  return failing > 0 ? 1 : 0;
}

async function audit(
  archive: Archive,
  snapshot: Snapshot,
  configuration: AuditConfiguration,
  words: readonly string[],
  flags: Flags,
): Promise<AuditReport> {
  const { repo } = archive;
  const named = words.map((word) => word.replace(/^\.\//, "").replace(/\/+$/, ""));
  const asked = (path: string) =>
    named.length === 0 || named.some((name) => path === name || path.startsWith(`${name}/`));
  const audited = await auditSnapshot({
    archive,
    snapshot,
    configuration,
    wanted: asked,
  });
  const heading = {
    repository: repositoryName(repo),
    commit: snapshot.heads[0] ?? "",
    judged: snapshot.name,
    base: null,
    forge: repo.forge,
    notices: [...repo.warnings, ...audited.past.warnings],
  };
  return reportOf(heading, audited, configuration);
}

async function snapshotsOf(repo: Repository, flags: Flags): Promise<readonly Snapshot[]> {
  const revisions = listFlag(flags, "at");
  if (revisions.length > 0) {
    const snapshots: Snapshot[] = [];
    for (const revision of revisions)
      snapshots.push(await commitSnapshot(repo, await repo.resolve(revision), revision));
    return snapshots;
  }
  if (flags.staged === true) return [await indexSnapshot(repo)];
  if (repo.workTree === null) return [await commitSnapshot(repo, await repo.resolve("HEAD"), "HEAD")];
  return [await worktreeSnapshot(repo)];
}

function formatOf(flags: Flags) {
  const name = flags.json === true ? "json" : (textFlag(flags, "format") ?? "text");
  const format = FORMATS.find((each) => each.name === name);
  if (format !== undefined) return format;
  const names = FORMATS.map((each) => each.name);
  throw new BinnacleError(
    "bad-usage",
    `--format is "${name}"; expected ${names.join(", ")}.${didYouMean(name, names)}`,
  );
}
