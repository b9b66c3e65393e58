// Records in a store what a notebook tells beside citations: pinned claims with their lives and whether they can fail,
// notes, measurements, and sums that do not close. Done after the walk; what is stored of the same head is not done again.

import { add } from "./addition.ts";
import { printAddress } from "./address.ts";
import { Archive } from "./audit/archive.ts";
import type { AuditConfiguration } from "./audit/configuration.ts";
import { byPlace } from "./audit/order.ts";
import type { ClaimFinding, ClaimKind } from "./claim.ts";
import { judgeCounts } from "./claims/counts/judge-counts.ts";
import { type Field, fieldOf } from "./claims/field.ts";
import { type ClaimPast, claimFinding } from "./claims/finding.ts";
import type { Life } from "./claims/life.ts";
import { keptLives } from "./claims/life-ledger.ts";
import type { Claim } from "./claims/pin.ts";
import { restingOn } from "./claims/resting.ts";
import { type Sown, sow } from "./claims/seeds/sow.ts";
import { StoredLine } from "./claims/stored-line.ts";
import { judgeSums } from "./claims/sums/judge-sums.ts";
import { Facts } from "./facts/source.ts";
import { calendarDay, pullRequestOf } from "./git/history.ts";
import type { Repository } from "./git/repository.ts";
import { commitSnapshot } from "./git/snapshot.ts";
import type { NotesConfiguration } from "./knowledge/configuration.ts";
import { type JudgedNotes, judgeNotes } from "./knowledge/judge.ts";
import { type JudgedMeasurement, judgeMeasurements } from "./knowledge/judge-measurements.ts";
import type { JudgedNote, JudgedSubject } from "./knowledge/note.ts";
import type { Oid, Profile } from "./model.ts";
import { Database, type Value } from "./store/database.ts";
import { storedLine } from "./store/notebook.ts";
import { codeStamp } from "./version.ts";

export interface RecordClaimsOptions {
  readonly repo: Repository;
  /** Path of the notebook file; the walk's, at `head`. */
  readonly store: string;
  readonly head: Oid;
  readonly profile: Profile;
  readonly claims: readonly Claim[];
  readonly configuration: AuditConfiguration;
  readonly notes: NotesConfiguration;
  /** All texts that these were read from. */
  readonly text: string;
  /** Folder of the user's cache, for what is kept of claims between runs. */
  readonly folder: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Answers whether anything was done. Throws what judging throws, and what writing a store throws. */
export async function recordClaims(options: RecordClaimsOptions): Promise<boolean> {
  const { store, head, text } = options;
  return add({ store, addition: "claims", head, text, rows: () => rowsFor(options) });
}

type Row = { readonly [column: string]: Value };

type Rows = {
  readonly claim: readonly Row[];
  readonly claim_span: readonly Row[];
  readonly note: readonly Row[];
  readonly measurement: readonly Row[];
};

/** The order of kinds in the table. */
const KINDS: readonly ClaimKind[] = ["pin", "count", "sum", "reference", "note", "measurement"];

async function rowsFor(options: RecordClaimsOptions): Promise<Rows> {
  const { repo, head, claims, configuration, notes: asNotes, store } = options;
  const snapshot = await commitSnapshot(repo, head);
  const archive = new Archive(repo, configuration.examples);
  const facts = new Facts();
  const field = fieldOf(snapshot, repo, facts, () => options.profile);
  const pins = await pinsOf(field, options, facts);
  const past = await archive.open(snapshot);
  const rows = await field.rows();
  const notes: JudgedNotes = await judgeNotes({ snapshot, archive, past, rows, store, configuration: asNotes, facts });
  const measured = await judgeMeasurements({ archive, snapshot, past, configuration: asNotes });
  const sums = (await judgeSums(snapshot, archive.library, configuration.wanted)).filter(
    ({ verdict }) => verdict !== "holds",
  );
  const counted = await judgeCounts({
    snapshot,
    library: archive.library,
    facts,
    wanted: (path) => configuration.wanted(path) && !configuration.isRecord(path),
    rows: field.rows,
  });
  const others = [...notes.findings, ...measured.findings, ...sums, ...counted.findings];
  const resting = restingOn(
    pins.map(({ finding }) => finding),
    claims,
    measured.findings,
  );
  const findings = [...resting, ...others].toSorted(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || byPlace(a, b),
  );
  const idOf = new Map(findings.map((finding, id) => [finding, id]));
  const pinOf = new Map(resting.map((finding, at) => [finding, pins[at]!]));
  return {
    claim: findings.map((finding, id) => ({ id, ...claimRow(finding, pinOf.get(finding) ?? null) })),
    claim_span: resting.flatMap((finding) => spanRows(idOf.get(finding)!, pinOf.get(finding)!.spans)),
    note: notes.notes.flatMap((note) =>
      note.subjects.map((subject) => noteRow(idOf.get(subject.finding)!, note, subject)),
    ),
    measurement: measured.measurements.map((each) => measurementRow(idOf.get(each.finding)!, each)),
  };
}

/** A pin with its life in the store's positions, and what seeds did to it. */
interface Pinned {
  readonly claim: Claim;
  readonly finding: ClaimFinding;
  readonly spans: Life;
  readonly sown: Sown;
}

async function pinsOf(
  field: Field,
  { repo, store, claims, profile, folder, onProgress }: RecordClaimsOptions,
  facts: Facts,
): Promise<readonly Pinned[]> {
  if (claims.length === 0) return [];
  const { line, positions } = await lineOf(store);
  const surfaces: StoredLine[] = [];
  const surface = async () => {
    surfaces.push(await StoredLine.open(store, line));
    return surfaces.at(-1)!;
  };
  const decides = JSON.stringify([codeStamp(), profile]);
  const lives = await keptLives(claims, { repo, facts, line, surface, folder, decides });
  for (const each of surfaces) await each.close();
  const commits = new Map<number, Awaited<ReturnType<Repository["commit"]>>>();
  for (const life of lives.values())
    for (const { first } of life) if (!commits.has(first)) commits.set(first, await repo.commit(line[first]!));
  const pins: Pinned[] = [];
  for (const [done, claim] of claims.entries()) {
    onProgress?.(done, claims.length);
    const life = lives.get(claim)!;
    const sown = await sow(claim, field, { repo, facts });
    const past: ClaimPast = {
      life,
      floor: "root",
      momentOf: (position) => {
        const commit = commits.get(position)!;
        return { commit: commit.oid, pr: pullRequestOf(commit.message), date: calendarDay(commit) };
      },
    };
    const spans = life.map(({ first, last, judgement }) => ({
      first: positions[first]!,
      last: last === null ? null : positions[last]!,
      judgement,
    }));
    pins.push({ claim, finding: claimFinding(claim, sown.judgement, past), spans, sown });
  }
  return pins;
}

/** Commits of the stored line, and the position of each. */
async function lineOf(store: string): Promise<{ line: readonly Oid[]; positions: readonly number[] }> {
  const database = await Database.read(store);
  try {
    const stored = (await storedLine(database)).map((commit, position) => ({ ...commit, position }));
    const own = stored.filter(({ onLine }) => onLine);
    return { line: own.map(({ oid }) => oid), positions: own.map(({ position }) => position) };
  } finally {
    database.close();
  }
}

function claimRow(finding: ClaimFinding, pinned: Pinned | null): Row {
  const { born, broke } = finding;
  const sprouts = pinned?.sown.sprouts ?? [];
  const red = sprouts.filter(({ isRed }) => isRed);
  const seen = new Set(red.map(({ seed }) => seed.kind));
  const blind = [...new Set(sprouts.map(({ seed }) => seed.kind))].filter((kind) => !seen.has(kind));
  return {
    kind: finding.kind,
    address: finding.address,
    doc: finding.doc,
    line: finding.line,
    own: pinned?.claim.prose.kind === "own",
    text: finding.text,
    verdict: finding.verdict,
    fails: finding.fails,
    says: finding.says,
    stated: finding.stated,
    found: finding.found,
    missing: JSON.stringify(finding.missing),
    extra: JSON.stringify(finding.extra),
    places: JSON.stringify(finding.places),
    asks: JSON.stringify(pinned?.claim.pins.map(({ asked }) => asked.text) ?? []),
    rests_on: JSON.stringify(pinned?.claim.restsOn ?? []),
    born_commit: born?.commit ?? null,
    born_pr: born?.pr ?? null,
    born_day: born?.date ?? null,
    broke_commit: broke?.commit ?? null,
    broke_pr: broke?.pr ?? null,
    broke_day: broke?.date ?? null,
    broke_says: broke?.says ?? null,
    seeds: sprouts.length === 0 ? null : sprouts.length,
    red: sprouts.length === 0 ? null : red.length,
    blind: sprouts.length === 0 ? null : JSON.stringify(blind),
  };
}

function spanRows(claim: number, spans: Life): readonly Row[] {
  return spans.map(({ first, last, judgement: { verdict, stated, found, says } }) => ({
    claim,
    first,
    last,
    verdict,
    stated,
    found,
    says,
  }));
}

function noteRow(claim: number, { note, isRetired }: JudgedNote, { attached, now }: JudgedSubject): Row {
  const subject = now?.subject ?? attached.subject;
  return {
    claim,
    name: note.name,
    title: note.title,
    body: note.text,
    category: note.category,
    status: note.status,
    relies: JSON.stringify(note.relies),
    subject: subject === null ? attached.text : printAddress(subject),
    contract: subject?.noun === "site" || subject?.noun === "name" || subject?.noun === "key" ? subject.name : null,
    path: now?.path ?? null,
    line: now?.line ?? null,
    retired: isRetired,
  };
}

function measurementRow(claim: number, { measurement, touches }: JudgedMeasurement): Row {
  const { name, of, value, unit, command, environment, commit, dependsOn } = measurement;
  return {
    claim,
    name,
    says: of,
    value,
    unit,
    command,
    environment: JSON.stringify(environment),
    commit,
    depends_on: JSON.stringify(dependsOn),
    touches,
  };
}
