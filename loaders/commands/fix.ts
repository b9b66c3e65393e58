// Runs `fix`: has the work tree judged, plans and proves what can be repaired, shows it as a diff or writes it.

import { auditAgainst, type Compared } from "../audit/against.ts";
import { Archive } from "../audit/archive.ts";
import { type Audited, auditSnapshot } from "../audit/audit.ts";
import { changeBetween } from "../audit/change.ts";
import type { AuditConfiguration } from "../audit/configuration.ts";
import { editBytes } from "../audit/edits.ts";
import { type Fix, type Judged, planFixes, where } from "../audit/fix.ts";
import type { Manner } from "../audit/forms.ts";
import { prove } from "../audit/proof.ts";
import { Tally } from "../audit/tally.ts";
import type { Snapshot } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import { mergeBase } from "../git/history.ts";
import { readWorkFile, replaceWorkFile } from "../git/put.ts";
import type { Repository } from "../git/repository.ts";
import { commitSnapshot, worktreeSnapshot } from "../git/snapshot.ts";
import { groupBy } from "../group.ts";
import { didYouMean } from "../near.ts";
import { lineLink } from "../report/audit/links.ts";
import { fixJson, fixText } from "../report/fix.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { type Flags, openFromFlags, textFlag } from "./context.ts";
import { folderOf, inTree, standsIn, under } from "./here.ts";
import { repositoryName } from "./name.ts";
import type { Output } from "./output.ts";

const MANNERS: readonly Manner[] = ["lines", "symbol", "permalink"];

export async function runFix(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const manner = mannerOf(flags);
  const repo = await openFromFlags(flags);
  const { workTree } = repo;
  if (workTree === null)
    throw new BinnacleError(
      "bad-usage",
      `${repositoryName(repo)}: a bare repository has no work tree, and so nothing to fix. Run it where one is checked out.`,
    );
  if (manner === "permalink" && repo.forge === null)
    throw new BinnacleError(
      "bad-usage",
      `${repositoryName(repo)}: remote "origin" names no forge that a permalink could lead to. Add one with "git remote add origin".`,
    );
  const { configuration } = await auditConfigurationOf(repo, flags);
  const archive = new Archive(repo, configuration.examples);
  const snapshot = await worktreeSnapshot(repo);
  const base = await baseOf(repo, snapshot, flags);
  const judged = await judge(archive, snapshot, base, configuration, wantedBy(folderOf(repo), words, snapshot));
  const planned = await planFixes(judged.all, {
    manner,
    conflicts: snapshot.conflicts,
    code: async (path) => {
      const oid = snapshot.files.get(path);
      const text = oid === undefined ? null : await archive.library.text(oid);
      return text === null ? null : { lines: text.lines, definitions: await archive.library.definitions(path, oid!) };
    },
    address: addresses(repo, snapshot, await headFiles(archive, snapshot, judged.all, manner)),
    foreign: judged.foreign,
  });
  const proven = await prove({ archive, snapshot, configuration, fixes: planned.fixes });
  const left = new Tally();
  left.add(planned.left);
  left.add(proven.left);
  const write = flags.write === true;
  const fixes = await put(workTree, snapshot, proven.fixes, left, write);
  const report = {
    repository: repositoryName(repo),
    commit: snapshot.heads[0] ?? "",
    judged: snapshot.name,
    base,
    manner,
    written: write,
    fixes,
    left: left.ranked(),
    notices: [...repo.warnings, ...snapshot.notices, ...judged.warnings],
  };
  output.print(flags.json === true ? fixJson(report) : fixText(report, output.style));
}

function mannerOf(flags: Flags): Manner {
  const name = textFlag(flags, "as") ?? "lines";
  const manner = MANNERS.find((each) => each === name);
  if (manner !== undefined) return manner;
  throw new BinnacleError(
    "bad-usage",
    `--as is "${name}"; expected ${MANNERS.join(", ")}.${didYouMean(name, MANNERS)}`,
  );
}

/** Which documents are meant. Throws "bad-usage" for what is no file and no folder of the work tree. */
function wantedBy(folder: string, words: readonly string[], tree: Snapshot): (path: string) => boolean {
  const names = inTree(folder, words, tree);
  if (names.length === 0 || names.includes("")) return () => true;
  const stands = standsIn(tree);
  for (const name of names) {
    if (stands(name)) continue;
    throw new BinnacleError(
      "bad-usage",
      `${name} is no file and no folder that git knows in this work tree. Write it from the top of the repository.`,
    );
  }
  return under(names);
}

async function baseOf(repo: Repository, { heads }: Snapshot, flags: Flags): Promise<string | null> {
  const revision = textFlag(flags, "base");
  const [head] = heads;
  if (revision === null) return null;
  const base = head === undefined ? null : await mergeBase(repo, head, await repo.resolve(revision));
  if (base !== null) return base;
  throw new BinnacleError(
    "unknown-revision",
    `${repositoryName(repo)}: HEAD and ${revision} have no common history${repo.shallow.size > 0 ? ' in this shallow clone. Run "git fetch --unshallow"' : ""}. Pass a revision of the same history as --base.`,
  );
}

interface Told {
  readonly all: readonly Judged[];
  readonly foreign: (judged: Judged) => string | null;
  readonly warnings: readonly string[];
}

async function judge(
  archive: Archive,
  snapshot: Snapshot,
  base: string | null,
  configuration: AuditConfiguration,
  wanted: (path: string) => boolean,
): Promise<Told> {
  if (base === null) {
    const audited = await auditSnapshot({ archive, snapshot, configuration, wanted });
    return { all: pairs(audited), foreign: () => null, warnings: audited.past.warnings };
  }
  const before = await commitSnapshot(archive.repo, base);
  const audited = await auditAgainst({ archive, now: snapshot, before: [before], configuration, wanted });
  const { paths } = changeBetween(before, snapshot);
  return {
    all: pairs(audited),
    warnings: audited.past.warnings,
    foreign: ({ finding, subject }) => {
      if (finding.introduced === false) return "it was so before this change";
      const target = subject.resolved.kind === "gone" ? subject.resolved.path : subject.target?.path;
      return (finding.verdict === "moved" || finding.verdict === "missing") && target !== undefined && paths.has(target)
        ? null
        : "this change did not move what it cites";
    },
  };
}

function pairs({ findings, subjects }: Audited | Compared): readonly Judged[] {
  return findings.map((finding, at) => ({ finding, subject: subjects[at]! }));
}

/** For permalinks: the cited paths whose bytes are those of HEAD. */
async function headFiles(archive: Archive, snapshot: Snapshot, judged: readonly Judged[], manner: Manner) {
  const same = new Set<string>();
  const [head] = snapshot.heads;
  if (manner !== "permalink" || head === undefined) return same;
  const paths = new Set(judged.flatMap(({ finding }) => finding.suggestion?.path ?? finding.path ?? []));
  for (const path of paths) if ((await archive.trees.find(head, path)) === snapshot.files.get(path)) same.add(path);
  return same;
}

function addresses({ forge }: Repository, { heads }: Snapshot, unchanged: ReadonlySet<string>) {
  return ({ path, start, end }: { readonly path: string; readonly start: number; readonly end: number }) => {
    if (!unchanged.has(path)) return { why: "the cited file is not as HEAD has it" };
    const link = lineLink(forge, heads[0] ?? "", path, start);
    if (link === null) return { why: "the forge's address cannot be linked to" };
    return { address: end === start ? link : `${link}-${link.includes("/-/blob/") ? "" : "L"}${end}` };
  };
}

/** Makes the fixes on the bytes of the disk, and writes them if asked to; the fixes of documents for which that went well. */
async function put(
  workTree: string,
  snapshot: Snapshot,
  fixes: readonly Fix[],
  left: Tally,
  write: boolean,
): Promise<readonly Fix[]> {
  const done: Fix[] = [];
  for (const [doc, its] of groupBy(fixes, ({ finding }) => finding.doc)) {
    const why = await putDocument(workTree, snapshot, doc, its, write);
    if (why === null) done.push(...its);
    else for (const { finding } of its) left.out(why, where(finding));
  }
  return done;
}

async function putDocument(
  workTree: string,
  snapshot: Snapshot,
  doc: string,
  fixes: readonly Fix[],
  write: boolean,
): Promise<string | null> {
  const disk = readWorkFile(workTree, doc);
  if (disk === null) return "its document is not in the work tree, or lies behind a symbolic link";
  const judged = await snapshot.blob(snapshot.files.get(doc)!).catch(changed);
  const edited =
    judged === null
      ? null
      : editBytes(
          disk,
          judged,
          fixes.flatMap(({ replacements }) => replacements),
        );
  if (edited === null) return "the document changed since it was judged";
  if (edited.why !== undefined) return edited.why;
  const refusal = write ? replaceWorkFile(workTree, doc, disk, edited.bytes) : null;
  return refusal === null ? null : `its document was not written: ${refusal}`;
}

/** A file that is not what it was when it was hashed cannot be read as that any more. */
function changed(thrown: unknown): null {
  if (thrown instanceof BinnacleError && thrown.code === "missing-object") return null;
  throw thrown;
}
