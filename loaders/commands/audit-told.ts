// Gathers all that an audit tells beside citations: pinned claims, notes and measurements where the tree has any; sums and
// references where they are asked for. Each is judged in a module of its own.

import type { Archive } from "../audit/archive.ts";
import type { AuditConfiguration } from "../audit/configuration.ts";
import { outsideDocument } from "../audit/extra-documents.ts";
import type { Telling } from "../audit/report.ts";
import type { Snapshot } from "../citation.ts";
import { type ClaimFinding, type ClaimVerdict, OFF_CLAIMS } from "../claim.ts";
import { judgeCounts } from "../claims/counts/judge-counts.ts";
import type { Claim } from "../claims/pin.ts";
import { judgeReferences } from "../claims/references/judge.ts";
import { restingOn } from "../claims/resting.ts";
import { judgeSums } from "../claims/sums/judge-sums.ts";
import { Facts } from "../facts/source.ts";
import type { NotesConfiguration } from "../knowledge/configuration.ts";
import { claimsTold, sceneOf } from "./audit-claims.ts";
import { paths } from "./audit-found.ts";
import type { Judged } from "./audit-trees.ts";
import type { Flags } from "./context.ts";
import { measurementsTold, notesTold } from "./notes.ts";
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
  const { judged, archive, claims, words, flags, output } = asked;
  const knowledge = await knowledgeOf(judged.now, asked);
  const pins = await claimsTold({ repo: archive.repo, judged, claims, words, flags, output });
  const prose = await proseOf(judged.now, asked);
  // A claim rests on measurements wherever these stand; told are those of the documents that are meant.
  const { wanted } = paths(words, judged.now);
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

/** Notes and measurements; nothing is opened where there are none and none are required. */
async function knowledgeOf(
  snapshot: Snapshot,
  { archive, notes, flags, output }: TellingAsked,
): Promise<readonly ClaimFinding[]> {
  const holds = (folder: string) => [...snapshot.files.keys()].some((path) => path.startsWith(`${folder}/`));
  const asked = { repo: archive.repo, archive, snapshot, configuration: notes, flags, output };
  const hasNotes = holds(notes.notes) || notes.require.length > 0;
  return [
    ...(hasNotes ? (await notesTold(asked)).findings : []),
    ...(holds(notes.measurements) ? (await measurementsTold(asked)).findings : []),
  ];
}

/** What is asked for of prose: sums and references. */
async function proseOf(snapshot: Snapshot, { archive, configuration, words, flags }: TellingAsked): Promise<Telling> {
  if (flags.numbers !== true && flags.references !== true) return { findings: [], skipped: [] };
  const { wanted: meant, outside } = paths(words, snapshot);
  const wanted = (path: string) => meant(path) && configuration.wanted(path);
  const beside = outside.map((path) => outsideDocument(path, archive.examples));
  const past = await archive.open(snapshot);
  const sums = flags.numbers === true ? await judgeSums(snapshot, archive.library, wanted, beside) : [];
  const counts = flags.numbers === true ? await countsOf(snapshot, { archive, configuration, flags }, wanted) : [];
  if (flags.references !== true) return { findings: [...sums, ...counts], skipped: [] };
  // Tens of thousands hold: those are counted, and told where all is asked for.
  const told = (verdict: ClaimVerdict) => flags.all === true || OFF_CLAIMS.has(verdict);
  const references = await judgeReferences({ archive, snapshot, past, configuration, wanted, beside, told });
  const all = Object.values(references.counts).reduce((sum, count) => sum + count, 0);
  return {
    findings: [...sums, ...counts, ...references.findings],
    skipped: references.skipped,
    counts: { references: all },
  };
}

/** Numbers that what they count does not bear out; of dated records none. */
async function countsOf(
  snapshot: Snapshot,
  { archive, configuration, flags }: Pick<TellingAsked, "archive" | "configuration" | "flags">,
  wanted: (path: string) => boolean,
): Promise<readonly ClaimFinding[]> {
  const facts = new Facts();
  const { findings } = await judgeCounts({
    snapshot,
    library: archive.library,
    facts,
    wanted: (path) => wanted(path) && !configuration.isRecord(path),
    rows: sceneOf(snapshot, archive.repo, facts, flags).rows,
  });
  return findings;
}
