// Turns a tree and the history behind it into what its prose names without citing lines: symbols, commits, issues and paths,
// each with a verdict and a birth. Each kind is ruled in a module of its own; here is only their order.

import type { Archive } from "../../audit/archive.ts";
import type { AuditConfiguration } from "../../audit/configuration.ts";
import type { Document } from "../../audit/documents.ts";
import { fingerprintsOf } from "../../audit/fingerprints.ts";
import { departuresOf, type Past, versionsOf } from "../../audit/past.ts";
import type { Skipped, Snapshot } from "../../citation.ts";
import type { ClaimFinding, ClaimVerdict } from "../../claim.ts";
import type { Reference, SymbolReference } from "../../facts/references.ts";
import { firstStood } from "./births.ts";
import { CommitRuler } from "./commits.ts";
import { referenceFinding } from "./finding.ts";
import { IssueRuler } from "./issues.ts";
import type { Left, Mention, Ruling, Scene, Source } from "./mention.ts";
import { PathRuler } from "./paths.ts";
import { sourcesOf } from "./sources.ts";
import { SymbolRuler } from "./symbols.ts";

export interface ReferenceOptions {
  readonly archive: Archive;
  readonly snapshot: Snapshot;
  /** The history behind the snapshot, as the archive opened it. */
  readonly past: Past;
  readonly configuration: AuditConfiguration;
  /** Which documents are judged, of those that the configuration wants. */
  readonly wanted?: (path: string) => boolean;
  /** Documents that are no files of the tree. */
  readonly beside?: readonly Document[];
  /** Which verdicts become findings; the others are only counted. Without it all do, and most of a tree's names hold. */
  readonly told?: (verdict: ClaimVerdict) => boolean;
}

export interface JudgedReferences {
  /** In order of the tree's paths, then of what stands beside; in a document by line and column. None of them fails. */
  readonly findings: readonly ClaimFinding[];
  /** All references by kind and verdict, also those that are not told: `symbol holds`. */
  readonly counts: Readonly<Record<string, number>>;
  /** What was not read, and what only looked like a reference. */
  readonly skipped: readonly Skipped[];
}

/** Throws missing-object. Nothing of the repository is run, and nothing is fetched. */
export async function judgeReferences(options: ReferenceOptions): Promise<JudgedReferences> {
  const { archive, snapshot, past, configuration, wanted, beside, told } = options;
  const { repo, library } = archive;
  const { sources, skipped } = await sourcesOf(snapshot, library, configuration, wanted ?? (() => true), beside ?? []);
  const scene: Scene = {
    snapshot,
    past,
    library,
    repo,
    departures: departuresOf(past),
    versions: versionsOf(
      past,
      sources.map(({ path }) => path),
    ),
    forge: repo.forge?.replace(/^https?:\/\//, "").toLowerCase() ?? null,
    whole: past.floor === "root" || past.floor === null,
  };
  for (const source of sources) await findBirths(source, scene);
  const rule = await rulerOf(sources, scene);
  const findings: ClaimFinding[] = [];
  const counts: Record<string, number> = {};
  for (const source of sources) {
    let fingerprints: readonly string[] | null = null;
    for (const [at, mention] of source.mentions.entries()) {
      const ruled = await rule(mention);
      if ("left" in ruled) {
        skipped.out(ruled.left, `${source.path}:${mention.reference.line} ${mention.reference.text}`);
        continue;
      }
      const key = `${mention.reference.kind} ${ruled.verdict}`;
      counts[key] = (counts[key] ?? 0) + 1;
      if (told?.(ruled.verdict) === false) continue;
      fingerprints ??= fingerprintsIn(source, scene);
      findings.push(referenceFinding(mention, ruled, fingerprints[at]!, past));
    }
  }
  return { findings, counts, skipped: skipped.counted() };
}

async function findBirths({ from, path, oid, mentions }: Source, { versions, library }: Scene): Promise<void> {
  if (from !== "tree") return;
  const placed = mentions.map(({ reference: { text, line } }) => ({ text, line }));
  const births = await firstStood(placed, await library.bytes(oid), versions.get(path) ?? [], library);
  for (const [at, mention] of mentions.entries()) mention.birth = births[at] ?? null;
}

async function rulerOf(
  sources: readonly Source[],
  scene: Scene,
): Promise<(mention: Mention) => Promise<Ruling | Left>> {
  const names: Mention<SymbolReference>[] = [];
  for (const { mentions } of sources) for (const mention of mentions) if (isOf(mention, "symbol")) names.push(mention);
  const symbols = await SymbolRuler.of(names, scene);
  const commits = new CommitRuler(scene);
  const issues = new IssueRuler(scene, commits);
  const paths = await PathRuler.of(scene);
  return async (mention) => {
    if (isOf(mention, "symbol")) return symbols.rule(mention);
    if (isOf(mention, "commit")) return commits.rule(mention);
    if (isOf(mention, "issue")) return issues.rule(mention);
    return isOf(mention, "path") ? paths.rule(mention) : { left: "nothing that is known" };
  };
}

function isOf<Kind extends Reference["kind"]>(
  mention: Mention,
  kind: Kind,
): mention is Mention<Extract<Reference, { kind: Kind }>> {
  return mention.reference.kind === kind;
}

function fingerprintsIn({ path, mentions }: Source, { versions }: Scene): readonly string[] {
  const document = versions.get(path)?.at(-1)?.path ?? path;
  return fingerprintsOf(
    mentions.map(({ reference, sentence }) => ({ document, sentence, file: reference.kind, symbol: reference.text })),
  );
}
