// Turns a tree and the history behind it into findings: gathers documents, resolves what they cite, finds births, follows
// lines, judges and rules. Each step is a module of its own; here is only their order.

import { posix } from "node:path";
import type { Citation, Definitions, Finding, Passage, Skipped, Snapshot, Unbound } from "../citation.ts";
import { groupBy } from "../group.ts";
import type { Archive } from "./archive.ts";
import type { Around } from "./around.ts";
import { birthsOf } from "./births.ts";
import type { AuditConfiguration } from "./configuration.ts";
import { type Document, type Gathered, gather } from "./documents.ts";
import { findingOf } from "./finding.ts";
import { fingerprintsOf } from "./fingerprints.ts";
import { type Frame, framesOf, type Target } from "./frames.ts";
import { type Case, definitionOf, type Judgement, judge, type Leaning, leaningOf, supportFor } from "./judge.ts";
import type { Library } from "./library.ts";
import { type Departure, departuresOf, type Past, versionsOf } from "./past.ts";
import { type Fit, type Habit, habitOf, type Resolved, Resolver } from "./resolve.ts";
import { type Sentence, sentenceOf } from "./sentence.ts";
import type { Subject } from "./subject.ts";
import type { Support } from "./support.ts";
import type { Trees } from "./trees.ts";
import { hear } from "./voices.ts";
import { type Whereabouts, whereaboutsOf } from "./whereabouts.ts";

export interface AuditOptions {
  readonly archive: Archive;
  readonly snapshot: Snapshot;
  readonly configuration: AuditConfiguration;
  /** Which documents are judged, of those that the configuration wants. */
  readonly wanted?: (path: string) => boolean;
  /** Which citations are judged at all: of a change, those it can touch. */
  readonly only?: (subject: Subject) => boolean;
  /** Documents that are no files of the tree. */
  readonly beside?: (past: Past) => readonly Document[];
}

export interface Audited {
  readonly findings: readonly Finding[];
  readonly unbound: readonly (Unbound & { readonly doc: string })[];
  readonly skipped: readonly Skipped[];
  readonly documents: number;
  readonly past: Past;
  /** By finding, in the same order: what is known beyond what is told. */
  readonly subjects: readonly Subject[];
  /** Lines with `binnacle-ignore`: document, and the words of the line. */
  readonly exemptions: readonly string[];
  /** A line of a document as it was judged, 1-based; null where there is none. */
  readonly lineOf: (doc: string, line: number) => string | null;
}

export async function auditSnapshot(options: AuditOptions): Promise<Audited> {
  const { archive, snapshot, configuration, wanted, only, beside } = options;
  const past = await archive.open(snapshot);
  const isWanted = (path: string) => configuration.wanted(path) && (wanted === undefined || wanted(path));
  const gathered = await gather(snapshot, archive.library, isWanted);
  const documents = [...gathered.documents, ...(beside?.(past) ?? [])];
  return new Audit(archive, snapshot, past, configuration).run({ ...gathered, documents }, only ?? (() => true));
}

class Audit {
  private readonly snapshot: Snapshot;
  private readonly past: Past;
  private readonly configuration: AuditConfiguration;
  private readonly forge: string | null;
  private readonly library: Library;
  private readonly trees: Trees;
  private readonly departures: ReadonlyMap<string, readonly Departure[]>;
  private readonly resolver: Resolver;
  private readonly targets = new Map<string, Target>();

  constructor(archive: Archive, snapshot: Snapshot, past: Past, configuration: AuditConfiguration) {
    this.configuration = configuration;
    this.forge = archive.repo.forge?.replace(/^https?:\/\//, "") ?? null;
    this.snapshot = snapshot;
    this.past = past;
    this.library = archive.library;
    this.trees = archive.trees;
    this.departures = departuresOf(past);
    this.resolver = new Resolver(snapshot, this.departures.keys(), this.fit());
  }

  async run(gathered: Gathered, only: (subject: Subject) => boolean): Promise<Audited> {
    const subjects: Subject[] = [];
    for (const document of gathered.documents) subjects.push(...(await this.subjectsOf(document, only)));
    await this.findBirths(subjects);
    const findings = await this.judgeAll(subjects);
    return {
      findings,
      unbound: gathered.documents.flatMap(({ path, read }) => read.unbound.map((each) => ({ ...each, doc: path }))),
      skipped: gathered.skipped,
      documents: gathered.looked,
      past: this.past,
      subjects,
      exemptions: gathered.documents.flatMap(({ path, read }) =>
        read.prose.ignores.map(({ line }) => `${path}\n${read.lines[line - 1]?.trim() ?? ""}`),
      ),
      lineOf: lineReader(gathered.documents),
    };
  }

  private fit(): Fit {
    const oidOf = (path: string) => this.snapshot.files.get(path)!;
    return {
      lines: (path) => this.library.lines(oidOf(path)),
      defines: async (path, symbol) =>
        definitionOf(symbol, await this.library.definitions(path, oidOf(path))).length > 0,
      holds: async (path, names) => {
        const concordance = await this.library.concordance(oidOf(path));
        return concordance === null ? 0 : names.filter((name) => concordance.names.has(name)).length;
      },
    };
  }

  private async subjectsOf(document: Document, only: (subject: Subject) => boolean): Promise<readonly Subject[]> {
    const habit = habitOf(
      document.read.prose.passages.flatMap((passage) => [passage.text, ...passage.headings]),
      this.snapshot.files,
    );
    const definitions =
      document.from === "tree" ? await this.library.definitions(document.path, document.oid) : NO_DEFINITIONS;
    const inPassage = groupBy(document.read.citations, (citation) => citation.passage);
    const subjects: Subject[] = [];
    for (const [at, citations] of inPassage) {
      const passage = document.read.prose.passages[at]!;
      for (const [index, citation] of citations.entries()) {
        const inside = isProseInCode(passage) ? (innermost(definitions, citation.line) ?? null) : null;
        const near = citations.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1);
        const sentence = sentenceOf(passage, citation, near, inside);
        subjects.push(await this.subject(document, citation, passage, sentence, habit));
      }
    }
    return subjects.filter(only);
  }

  private async subject(
    document: Document,
    citation: Citation,
    passage: Passage,
    sentence: Sentence,
    habit: Habit,
  ): Promise<Subject> {
    const names = sentence.tokens
      .filter((token) => token.kind === "name" && token.weight >= 0.5)
      .map((token) => token.key);
    const resolved = await this.resolver.resolve({ doc: document.path, citation, names, habit });
    const whereabouts = resolved.kind === "gone" ? whereaboutsOf(resolved.path, this.departures, this.snapshot) : null;
    return {
      document,
      citation,
      passage,
      sentence,
      resolved,
      whereabouts,
      target: this.targetOf(resolved, whereabouts),
      birth: null,
      fingerprint: "",
    };
  }

  private targetOf(resolved: Resolved, whereabouts: Whereabouts | null): Target | null {
    if (resolved.kind === "file") return this.target(resolved.path, this.snapshot.files.get(resolved.path)!);
    if (whereabouts === null) return null;
    const { renamed, last, departure } = whereabouts;
    return renamed === null
      ? this.target(last, departure.oid)
      : this.target(renamed, this.snapshot.files.get(renamed)!);
  }

  private target(path: string, oid: string): Target {
    const known = this.targets.get(path);
    if (known !== undefined) return known;
    const versions: Target["versions"] = [];
    const made = { path, oid, versions };
    this.targets.set(path, made);
    return made;
  }

  private async findBirths(subjects: readonly Subject[]): Promise<void> {
    const documents = groupBy(subjects, (subject) => subject.document);
    const paths = new Set([...[...documents.keys()].map((document) => document.path), ...this.targets.keys()]);
    const versions = versionsOf(this.past, paths);
    for (const [path, target] of this.targets) (target.versions as unknown[]).push(...(versions.get(path) ?? []));
    for (const [document, its] of documents) {
      const births =
        document.from === "tree"
          ? await birthsOf(
              its.map((subject) => subject.citation),
              document.read,
              versions.get(document.path) ?? [],
              this.library,
            )
          : its.map(() => document.birth ?? null);
      const first = versions.get(document.path)?.at(-1)?.path ?? document.path;
      const fingerprints = fingerprintsOf(
        its.map(({ citation, sentence }) => ({
          document: first,
          sentence: sentence.text,
          file: posix.basename(citation.path ?? ""),
          symbol: citation.symbol ?? "",
        })),
      );
      for (const [at, subject] of its.entries()) {
        subject.birth = births[at] ?? null;
        subject.fingerprint = fingerprints[at]!;
      }
    }
  }

  private async judgeAll(subjects: readonly Subject[]): Promise<readonly Finding[]> {
    const weighed: { subject: Subject; one: Case | null; support: Support | null; leaning: Leaning | null }[] = [];
    for (const subject of subjects) {
      const one = await this.caseOf(subject);
      const support = one === null ? null : supportFor(one);
      weighed.push({ subject, one, support, leaning: one === null ? null : leaningOf(one, support!) });
    }
    const voices = hear(
      weighed.map(({ subject, leaning }) => ({
        doc: subject.document.path,
        start: subject.citation.start,
        end: subject.citation.end,
        group: `${subject.birth} ${subject.target?.path}`,
        bits: leaning?.bits ?? null,
      })),
    );
    const findings: Finding[] = [];
    const around: Around = {
      past: this.past,
      library: this.library,
      snapshot: this.snapshot,
      trees: this.trees,
      configuration: this.configuration,
      forge: this.forge,
    };
    for (const [at, { subject, one, support, leaning }] of weighed.entries()) {
      const judgement: Judgement | null = one === null ? null : judge(one, support!, leaning, voices[at]!);
      findings.push(await findingOf(subject, one, judgement, around));
    }
    return findings;
  }

  /** Null where there is nothing to judge: no file, or none that can be read. */
  private async caseOf({ target, citation, sentence, birth }: Subject): Promise<Case | null> {
    if (target === null || citation.symbolOnly) return null;
    const concordance = await this.library.concordance(target.oid);
    if (concordance === null) return null;
    const { start, end } = citation;
    const sane = start >= 1 && end >= start && end < Number.MAX_SAFE_INTEGER;
    const frames =
      birth === null || !sane ? [] : await framesOf(this.past, this.trees, this.library, target, birth, start, end);
    const lines = new Map<Frame, readonly string[]>();
    for (const frame of frames) lines.set(frame, (await this.library.text(frame.oid))?.lines ?? []);
    return {
      start,
      end,
      sentence,
      frames,
      now: {
        lines: (await this.library.text(target.oid))!.lines,
        concordance,
        definitions: await this.library.definitions(target.path, target.oid),
      },
      linesOf: (frame) => lines.get(frame) ?? [],
    };
  }
}

const NO_DEFINITIONS: Definitions = { read: "none", definitions: [] };

function lineReader(documents: readonly Document[]): (doc: string, line: number) => string | null {
  const lines = new Map(documents.map(({ path, read }) => [path, read.lines]));
  return (doc, line) => lines.get(doc)?.[line - 1] ?? null;
}

/** Citations on each side of one in its passage that its sentence can hold. */
const NEIGHBOURS = 40;

function isProseInCode({ kind }: Passage): boolean {
  return kind === "comment" || kind === "docstring" || kind === "string";
}

function innermost(definitions: Definitions, line: number): string | undefined {
  return definitions.definitions.findLast((each) => each.line <= line && line <= each.endLine)?.name;
}
