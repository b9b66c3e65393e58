// Gathers all that an audit tells beside citations: pinned claims, notes and measurements where the tree has any; sums and
// references where they are asked for. Each is judged in a module of its own, which is loaded where it has something to judge:
// most audits are of citations alone, in a hook that people wait for.

import type { Archive } from "../audit/archive.ts";
import type { AuditConfiguration } from "../audit/configuration.ts";
import type { Document } from "../audit/documents.ts";
import { outsideDocument } from "../audit/extra-documents.ts";
import type { Telling } from "../audit/report.ts";
import type { Snapshot } from "../citation.ts";
import { type ClaimFinding, type ClaimVerdict, OFF_CLAIMS } from "../claim.ts";
import type { Claim } from "../claims/pin.ts";
import { restingOn } from "../claims/resting.ts";
import type { NotesConfiguration } from "../knowledge/configuration.ts";
import { paths } from "./audit-found.ts";
import type { Judged } from "./audit-trees.ts";
import { claimsOfSnapshot } from "./claim-files.ts";
import type { Flags } from "./context.ts";
import type { Output } from "./output.ts";

export interface TellingAsked {
  readonly archive: Archive;
  readonly judged: Judged;
  readonly claims: readonly Claim[];
  readonly notes: NotesConfiguration;
  readonly configuration: AuditConfiguration;
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly output: Output;
}

/** Throws what judging throws. */
export async function allTold(asked: TellingAsked): Promise<Telling> {
  const { judged } = asked;
  const { wanted } = paths(asked.words, judged.now);
  const knowledge = await knowledgeOf(judged.now, asked);
  const claims = (await inForce(asked)).filter((claim) => wanted(documentOf(claim)));
  const pins = await pinsOf(claims, asked);
  const prose = await proseOf(judged.now, asked);
  // A claim rests on measurements wherever these stand; told are those of the documents that are meant.
  const meant = knowledge.filter(({ doc }) => wanted(doc));
  const findings = [...restingOn(pins, claims, knowledge), ...meant, ...prose.findings];
  if (judged.before.length === 0) return { ...prose, findings };
  const before = new Set<string>();
  for (const side of judged.before)
    for (const { verdict, fingerprint } of [
      ...(await knowledgeOf(side, asked)),
      ...(await proseOf(side, asked)).findings,
    ])
      if (OFF_CLAIMS.has(verdict)) before.add(`${verdict} ${fingerprint}`);
  return { ...prose, findings: findings.map((finding) => comparedWith(finding, before)) };
}

/** A claim that is off and was not off so on any side is the change's. Pins are compared by themselves. */
function comparedWith(finding: ClaimFinding, before: ReadonlySet<string>): ClaimFinding {
  if (finding.introduced !== null) return finding;
  const introduced = OFF_CLAIMS.has(finding.verdict) && !before.has(`${finding.verdict} ${finding.fingerprint}`);
  return { ...finding, introduced, fails: finding.fails && introduced };
}

/** A tree that is about to be a commit, and a merge, are judged by the claims that they bring themselves. */
async function inForce({ judged, claims, flags }: TellingAsked): Promise<readonly Claim[]> {
  const isOwn = judged.now.kind === "merge" || judged.now.kind === "index";
  return isOwn && flags.claims === undefined && flags.config === undefined ? claimsOfSnapshot(judged.now) : claims;
}

/** The document that a claim stands in; of one that says its own sentence, where it is configured. */
function documentOf({ prose, file }: Claim): string {
  return prose.kind === "sentence" || prose.kind === "list" ? prose.file : file;
}

async function pinsOf(
  claims: readonly Claim[],
  { archive, judged, flags, output }: TellingAsked,
): Promise<readonly ClaimFinding[]> {
  if (claims.length === 0) return [];
  const { claimsTold } = await import("./audit-claims.ts");
  return claimsTold({ repo: archive.repo, judged, claims, flags, output });
}

/** Notes and measurements; nothing is opened where there are none and none are required. */
async function knowledgeOf(
  snapshot: Snapshot,
  { archive, notes, flags, output }: TellingAsked,
): Promise<readonly ClaimFinding[]> {
  const holds = (folder: string) => [...snapshot.files.keys()].some((path) => path.startsWith(`${folder}/`));
  const asked = { repo: archive.repo, archive, snapshot, configuration: notes, flags, output };
  const findings: ClaimFinding[] = [];
  if (holds(notes.notes) || notes.require.length > 0) {
    const { notesTold } = await import("./knowledge.ts");
    findings.push(...(await notesTold(asked)).findings);
  }
  if (holds(notes.measurements)) {
    const { judgeMeasurements } = await import("../knowledge/judge-measurements.ts");
    findings.push(...(await judgeMeasurements(asked)).findings);
  }
  return findings;
}

/** What is asked for of prose: sums and counts, and references. */
async function proseOf(snapshot: Snapshot, asked: TellingAsked): Promise<Telling> {
  const { archive, configuration, words, flags } = asked;
  if (flags.numbers !== true && flags.references !== true) return { findings: [], skipped: [] };
  const { wanted: meant, outside } = paths(words, snapshot);
  const wanted = (path: string) => meant(path) && configuration.wanted(path);
  const beside = outside.map((path) => outsideDocument(path, archive.examples));
  const numbers = flags.numbers === true ? await numbersOf(snapshot, asked, wanted, beside) : [];
  if (flags.references !== true) return { findings: numbers, skipped: [] };
  // Tens of thousands hold: those are counted, and told where all is asked for.
  const told = (verdict: ClaimVerdict) => flags.all === true || OFF_CLAIMS.has(verdict);
  const { judgeReferences } = await import("../claims/references/judge.ts");
  const past = await archive.open(snapshot);
  const references = await judgeReferences({ archive, snapshot, past, configuration, wanted, beside, told });
  const all = Object.values(references.counts).reduce((sum, count) => sum + count, 0);
  return {
    findings: [...numbers, ...references.findings],
    skipped: references.skipped,
    counts: { references: all },
  };
}

/** Sums, and numbers that what they count does not bear out; of dated records no count. */
async function numbersOf(
  snapshot: Snapshot,
  { archive, configuration, flags }: TellingAsked,
  wanted: (path: string) => boolean,
  beside: readonly Document[],
): Promise<readonly ClaimFinding[]> {
  const [{ judgeSums }, { judgeCounts }, { sceneOf }, { Facts }] = await Promise.all([
    import("../claims/sums/judge-sums.ts"),
    import("../claims/counts/judge-counts.ts"),
    import("./audit-claims.ts"),
    import("../facts/source.ts"),
  ]);
  const facts = new Facts();
  const counts = await judgeCounts({
    snapshot,
    library: archive.library,
    facts,
    wanted: (path) => wanted(path) && !configuration.isRecord(path),
    rows: sceneOf(snapshot, archive.repo, facts, flags).rows,
  });
  return [...(await judgeSums(snapshot, archive.library, wanted, beside)), ...counts.findings];
}
