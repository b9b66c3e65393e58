// Runs `audit`: opens what is to be judged, has it judged, prints the reports. Exit code 1 where something fails.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { auditAgainst } from "../audit/against.ts";
import { Archive } from "../audit/archive.ts";
import { type Audited, auditSnapshot } from "../audit/audit.ts";
import { type Baseline, excuse, parseBaseline, printBaseline, renewed } from "../audit/baseline.ts";
import { type AuditConfiguration, PLAIN, parseAuditConfiguration } from "../audit/configuration.ts";
import { messageDocuments, outsideDocument } from "../audit/extra-documents.ts";
import { decide, reportOf } from "../audit/report.ts";
import type { AuditReport, Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import type { Repository } from "../git/repository.ts";
import { FORMATS } from "../report/audit/formats.ts";
import { type Judged, judgedBy } from "./audit-trees.ts";
import { configurationOf, type Flags, openFromFlags, textFlag } from "./context.ts";
import { repositoryName } from "./name.ts";
import type { Output } from "./output.ts";
import { didYouMean } from "./parse.ts";

export async function runAudit(flags: Flags, words: readonly string[], output: Output): Promise<number> {
  const format = formatOf(flags);
  const repo = await openFromFlags(flags);
  const own = await configurationOf(repo, flags);
  const configuration = own === null ? PLAIN : parseAuditConfiguration(own.text, own.origin);
  if (flags["require-history"] === true && repo.shallow.size > 0)
    throw new BinnacleError(
      "missing-object",
      `${repositoryName(repo)}: this clone is shallow, and --require-history is given. Run "git fetch --unshallow".`,
    );
  const examples = flags.examples === true || configuration.examples;
  const archive = new Archive(repo, examples);
  const reports: { readonly report: AuditReport; readonly lineOf: Audited["lineOf"] }[] = [];
  for (const judged of await judgedBy(repo, flags, output))
    reports.push(await audited(archive, judged, configuration, words, flags));
  const rendered = reports.map(({ report, lineOf }) =>
    format.render(report, { style: output.style, all: flags.all === true, lineOf }),
  );
  output.print(joined(rendered, format.name));
  return reports.some(({ report }) => (report.counts.failing ?? 0) > 0) ? 1 : 0;
}

/** Several reports in one output: a list in JSON, one after the other for people; other formats hold one. */
function joined(rendered: readonly string[], format: string): string {
  if (rendered.length === 1) return rendered[0]!;
  if (format === "json") return `[\n${rendered.join(",\n")}\n]`;
  if (format === "text" || format === "markdown" || format === "github") return rendered.join("\n\n");
  throw new BinnacleError(
    "bad-usage",
    `--format ${format} holds one report, and ${rendered.length} were asked for. Ask for one, or for json.`,
  );
}

async function audited(
  archive: Archive,
  { now, before, base, notices }: Judged,
  configuration: AuditConfiguration,
  words: readonly string[],
  flags: Flags,
) {
  const { repo } = archive;
  const asked = paths(words, now);
  const beside = (past: Parameters<typeof messageDocuments>[0]) => [
    ...asked.outside.map((path) => outsideDocument(path, flags.examples === true)),
    ...(flags.messages === true
      ? messageDocuments(past, (commit) => !before.some((side) => side.heads.includes(commit.oid)))
      : []),
  ];
  const options = { archive, configuration, wanted: asked.wanted, beside };
  const found =
    before.length === 0
      ? { ...(await auditSnapshot({ ...options, snapshot: now })), newExemptions: null }
      : await auditAgainst({ ...options, now, before });
  const findings = withBaseline(decide(found.findings, configuration), repo, configuration, flags);
  const heading = {
    repository: repositoryName(repo),
    commit: now.heads[0] ?? "",
    judged: now.name,
    base,
    forge: repo.forge,
    notices: [...repo.warnings, ...notices, ...found.past.warnings, ...shallowNotice(repo)],
  };
  return { report: reportOf(heading, { ...found, findings }, found.newExemptions), lineOf: found.lineOf };
}

function shallowNotice(repo: Repository): readonly string[] {
  const [edge] = repo.shallow;
  return edge === undefined
    ? []
    : [
        `This clone is shallow at ${edge.slice(0, 9)}: nothing is claimed of what was written or moved before it. Run "git fetch --unshallow" for all of history.`,
      ];
}

/** Which documents are meant: folders and files of the tree, and files from elsewhere. */
function paths(words: readonly string[], { files, links }: Snapshot) {
  const inTree: string[] = [];
  const outside: string[] = [];
  for (const word of words) {
    const name = word.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
    const known =
      name === "" ||
      name === "." ||
      files.has(name) ||
      links.has(name) ||
      [...files.keys()].some((path) => path.startsWith(`${name}/`));
    (known ? inTree : outside).push(known ? name : word);
  }
  const all = words.length === 0 || inTree.some((name) => name === "" || name === ".");
  return {
    outside,
    wanted: (path: string) => all || inTree.some((name) => path === name || path.startsWith(`${name}/`)),
  };
}

/** Excuses what the baseline holds, and writes it anew where that is asked for. */
function withBaseline(
  findings: AuditReport["citations"],
  repo: Repository,
  configuration: AuditConfiguration,
  flags: Flags,
) {
  const named = textFlag(flags, "baseline");
  const place =
    named !== null
      ? resolve(named)
      : configuration.baseline !== null && repo.workTree !== null
        ? join(repo.workTree, configuration.baseline)
        : null;
  if (place === null) {
    if (flags["update-baseline"] === true)
      throw new BinnacleError(
        "bad-usage",
        "--update-baseline writes the file that --baseline or audit.baseline names, and neither does.",
      );
    return findings;
  }
  const today = new Date().toISOString().replace(/T.*$/, "");
  let baseline: Baseline | null = existsSync(place)
    ? parseBaseline(readFileSync(place, "utf8"), named ?? configuration.baseline!)
    : null;
  if (flags["update-baseline"] === true) {
    baseline = renewed(
      findings.filter((finding) => finding.fails),
      baseline,
      today,
    );
    writeFileSync(place, printBaseline(baseline));
  } else if (baseline === null && named !== null)
    throw new BinnacleError("bad-usage", `${named} does not exist. Write it with --update-baseline.`);
  return baseline === null
    ? findings
    : excuse(findings, baseline, today).map((finding) =>
        finding.excused === null ? finding : { ...finding, fails: false },
      );
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
