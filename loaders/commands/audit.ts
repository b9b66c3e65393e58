// Runs `audit`: opens what is to be judged, has it judged, prints the reports. Exit code 1 where something fails.

import { Archive } from "../audit/archive.ts";
import { auditSnapshot } from "../audit/audit.ts";
import type { AuditConfiguration } from "../audit/configuration.ts";
import { type Entry, entryOf } from "../audit/ledger.ts";
import { decide, reportOf, type Telling } from "../audit/report.ts";
import { selfTest } from "../audit/self-test.ts";
import type { AuditReport } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import type { Repository } from "../git/repository.ts";
import { didYouMean } from "../near.ts";
import { FORMATS } from "../report/audit/formats.ts";
import { selfTestJson, selfTestText } from "../report/audit/self-test.ts";
import { withBaseline } from "./audit-baseline.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { openExternals } from "./audit-externals.ts";
import { found, paths } from "./audit-found.ts";
import { allTold } from "./audit-told.ts";
import { type Judged, judgedBy } from "./audit-trees.ts";
import { claimsInForce } from "./claim-files.ts";
import { type Flags, listFlag, openFromFlags, textFlag } from "./context.ts";
import { folderOf, inTree } from "./here.ts";
import { repositoryName } from "./name.ts";
import { notesConfigurationOf } from "./notes-configuration.ts";
import type { Output } from "./output.ts";

export async function runAudit(given: Flags, said: readonly string[], output: Output): Promise<number> {
  // Of a merge, words are branches: "--merge main feature/a".
  const merging = given.merge !== undefined;
  const flags: Flags = merging ? { ...given, merge: [...listFlag(given, "merge"), ...said] } : given;
  const typed = merging ? [] : said;
  const format = formatOf(flags);
  const repo = await openFromFlags(flags);
  const folder = folderOf(repo);
  const { configuration, text } = await auditConfigurationOf(repo, flags);
  if (flags["require-history"] === true && repo.shallow.size > 0)
    throw new BinnacleError(
      "missing-object",
      `${repositoryName(repo)}: this clone is shallow, and --require-history is given. Run "git fetch --unshallow".`,
    );
  const { claims } = await claimsInForce(repo, flags);
  const notes = await notesConfigurationOf(repo, flags);
  const externals = await openExternals(flags, configuration);
  const archive = new Archive(repo, flags.examples === true || configuration.examples, externals);
  const trees = await judgedBy(repo, flags, output);
  if (flags["self-test"] === true) return testItself(archive, trees, configuration, typed, flags, output);
  const sheets = new Sheets(format.name, trees.length, output);
  let failing = 0;
  // The oldest first: each goes on from the one before. Told at once: a hundred reports together would not fit in memory.
  for (const judged of await oldestFirst(repo, trees)) {
    const words = inTree(folder, typed, judged.now);
    const entry = await found({ archive, judged, configuration, text, words, flags });
    const told = await allTold({ archive, judged, claims, notes, configuration, words, flags, output });
    const report = reportFor(repo, judged, entry, told, configuration, flags);
    const lineOf = format.name === "rdjson" ? await linesOf(report, judged) : () => null;
    sheets.put(format.render(report, { style: output.style, all: flags.all === true, lineOf }));
    failing += report.counts.failing ?? 0;
  }
  return failing > 0 ? 1 : 0;
}

/** Commits by their time; other trees as they were asked for. */
async function oldestFirst(repo: Repository, trees: readonly Judged[]): Promise<readonly Judged[]> {
  if (trees.some(({ now }) => now.kind !== "commit")) return trees;
  const timed: { judged: Judged; time: number }[] = [];
  for (const judged of trees) {
    const [head] = judged.now.heads;
    timed.push({ judged, time: head === undefined ? 0 : (await repo.commit(head)).time });
  }
  // Of one second, the later named is the older: people write HEAD first, and then HEAD~1.
  return timed
    .reverse()
    .sort((a, b) => a.time - b.time)
    .map(({ judged }) => judged);
}

/** Several reports in one output: a list in JSON, one after the other for people; other formats hold one. */
class Sheets {
  private readonly format: string;
  private readonly count: number;
  private readonly output: Output;
  private told = 0;

  constructor(format: string, count: number, output: Output) {
    this.format = format;
    this.count = count;
    this.output = output;
    if (count > 1 && !["json", "text", "markdown", "github"].includes(format))
      throw new BinnacleError(
        "bad-usage",
        `--format ${format} holds one report, and ${count} were asked for. Ask for one, or for json.`,
      );
  }

  put(sheet: string): void {
    this.told++;
    const isLast = this.told === this.count;
    if (this.format === "json" && this.count > 1)
      this.output.print(`${this.told === 1 ? "[\n" : ""}${sheet}${isLast ? "\n]" : ","}`);
    else this.output.print(isLast ? sheet : `${sheet}\n`);
  }
}

async function testItself(
  archive: Archive,
  trees: readonly Judged[],
  configuration: AuditConfiguration,
  words: readonly string[],
  flags: Flags,
  output: Output,
): Promise<number> {
  const { name } = formatOf(flags);
  refuseBesideSelfTest(flags, name);
  const sheets = new Sheets(name, trees.length, output);
  for (const judged of trees) {
    const { wanted } = paths(inTree(folderOf(archive.repo), words, judged.now), judged.now);
    const audited = await auditSnapshot({ archive, snapshot: judged.now, configuration, wanted });
    const report = reportFor(archive.repo, judged, entryOf(audited, null, null), NOTHING, configuration, flags);
    const test = await selfTest(archive, judged.now, configuration, audited);
    sheets.put(name === "json" ? selfTestJson(report, test) : selfTestText(report, test, output.style));
  }
  return 0;
}

/** A self-test tells of citations alone. */
const NOTHING: Telling = { findings: [], skipped: [] };

function reportFor(
  repo: Repository,
  { now, base, notices }: Judged,
  entry: Entry,
  told: Telling,
  configuration: AuditConfiguration,
  flags: Flags,
): AuditReport {
  const findings = withBaseline(decide(entry.findings, configuration), repo, configuration, flags);
  const heading = {
    repository: repositoryName(repo),
    commit: now.heads[0] ?? "",
    judged: now.name,
    base,
    forge: repo.forge,
    notices: [...repo.warnings, ...notices, ...entry.warnings, ...shallowNotice(repo)],
  };
  return reportOf(heading, { ...entry, findings }, told, entry.newExemptions);
}

/** Lines of the documents that a report names, as they were judged. */
async function linesOf({ citations }: AuditReport, { now }: Judged) {
  const lines = new Map<string, readonly string[]>();
  for (const doc of new Set(citations.map((finding) => finding.doc))) {
    const oid = now.files.get(doc);
    if (oid !== undefined)
      lines.set(
        doc,
        Buffer.from(await now.blob(oid))
          .toString("utf8")
          .split("\n"),
      );
  }
  return (doc: string, line: number) => lines.get(doc)?.[line - 1] ?? null;
}

/** A self-test tells of the audit and not of the citations: it has two formats and writes no baseline. */
function refuseBesideSelfTest(flags: Flags, format: string): void {
  if (format !== "text" && format !== "json")
    throw new BinnacleError(
      "bad-usage",
      `--self-test is printed as text or json, not as ${format}. Leave --format out.`,
    );
  if (flags["update-baseline"] === true)
    throw new BinnacleError("bad-usage", "--self-test writes nothing. Leave --update-baseline out.");
}

function shallowNotice(repo: Repository): readonly string[] {
  const [edge] = repo.shallow;
  return edge === undefined
    ? []
    : [
        `This clone is shallow at ${edge.slice(0, 9)}: nothing is claimed of what was written or moved before it. Run "git fetch --unshallow" for all of history.`,
      ];
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
