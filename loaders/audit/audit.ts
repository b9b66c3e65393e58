// Turns a tree and the history behind it into findings: gathers documents, resolves what they cite, finds births, follows
// lines, judges and rules. Each step is a module of its own; here is only their order.

import { posix } from "node:path";
import type { Definitions, Finding, Passage, Snapshot, Unbound } from "../citation.ts";
import { groupBy } from "../group.ts";
import { innermostAt } from "../syntax/definitions.ts";
import type { Archive } from "./archive.ts";
import type { Around } from "./around.ts";
import { birthsOf } from "./births.ts";
import { caseOf } from "./case.ts";
import type { AuditConfiguration } from "./configuration.ts";
import { type Document, type Gathered, gather, type Left } from "./documents.ts";
import { findingOf } from "./finding.ts";
import { fingerprintsOf } from "./fingerprints.ts";
import type { Target } from "./frames.ts";
import { type Case, definitionOf, judge, type Leaning, leaningOf, supportFor } from "./judge.ts";
import type { Library } from "./library.ts";
import { type Departure, departuresOf, type Past, type Version, versionsOf } from "./past.ts";
import { type Fit, habitOf, type Resolved, Resolver } from "./resolve.ts";
import { type Sentence, sentenceOf, sentenceText } from "./sentence.ts";
import type { Cited, Subject } from "./subject.ts";
import type { Support } from "./support.ts";
import type { Trees } from "./trees.ts";
import { hear, type Voice } from "./voices.ts";
import { type Whereabouts, whereaboutsOf } from "./whereabouts.ts";

export interface AuditOptions {
  readonly archive: Archive;
  readonly snapshot: Snapshot;
  readonly configuration: AuditConfiguration;
  /** Which documents are judged, of those that the configuration wants. */
  readonly wanted?: (path: string) => boolean;
  /** Which citations are judged at all: of a change, those it can touch. */
  readonly only?: (cited: Cited) => boolean;
  /** Which documents are read at all for that, by path and bytes. */
  readonly mayMatter?: (path: string, bytes: Uint8Array) => boolean;
  /** What citations say that are not judged now, to those of the same commit and target. */
  readonly others?: readonly Voice[];
  /** Documents that are no files of the tree. */
  readonly beside?: (past: Past) => readonly Document[];
}

/** What an audit tells. */
export interface Told {
  readonly findings: readonly Finding[];
  readonly unbound: readonly (Unbound & { readonly doc: string })[];
  /** Lines with `binnacle-ignore`: document, a line end, the words of the line. */
  readonly exemptions: readonly string[];
  readonly left: readonly Left[];
  /** Documents that were looked into. */
  readonly looked: number;
}

export interface Audited extends Told {
  /** By finding, in the same order: what is known beyond what is told. */
  readonly subjects: readonly Subject[];
  readonly voices: readonly Voice[];
  readonly past: Past;
}

export async function auditSnapshot(options: AuditOptions): Promise<Audited> {
  const { archive, snapshot, configuration, wanted, mayMatter, beside } = options;
  const past = await archive.open(snapshot);
  const isWanted = (path: string) => configuration.wanted(path) && (wanted === undefined || wanted(path));
  const gathered = await gather(snapshot, archive.library, isWanted, mayMatter ?? null);
  const documents = [...gathered.documents, ...(beside?.(past) ?? [])];
  return new Audit(archive, snapshot, past, configuration).run(
    { ...gathered, documents },
    options.only ?? (() => true),
    options.others ?? [],
  );
}

/** A document with all its citations, and those of them that are judged. */
interface Chosen {
  readonly document: Document;
  readonly all: readonly Cited[];
  readonly its: readonly Cited[];
}

class Audit {
  private readonly snapshot: Snapshot;
  private readonly past: Past;
  private readonly configuration: AuditConfiguration;
  private readonly externals: Archive["externals"];
  private readonly forge: string | null;
  private readonly library: Library;
  private readonly trees: Trees;
  private readonly departures: ReadonlyMap<string, readonly Departure[]>;
  private readonly resolver: Resolver;
  private readonly targets = new Map<string, Target>();

  constructor(archive: Archive, snapshot: Snapshot, past: Past, configuration: AuditConfiguration) {
    this.configuration = configuration;
    this.externals = archive.externals;
    this.forge = archive.repo.forge?.replace(/^https?:\/\//, "") ?? null;
    this.snapshot = snapshot;
    this.past = past;
    this.library = archive.library;
    this.trees = archive.trees;
    this.departures = departuresOf(past);
    this.resolver = new Resolver(snapshot, this.departures.keys(), this.fit());
  }

  async run(gathered: Gathered, only: (cited: Cited) => boolean, others: readonly Voice[]): Promise<Audited> {
    const chosen: Chosen[] = [];
    for (const document of gathered.documents) {
      const all = await this.citedIn(document);
      const its = all.filter(only);
      if (its.length > 0) chosen.push({ document, all, its });
    }
    const subjects = await this.subjectsOf(chosen);
    const { findings, voices } = await this.judgeAll(subjects, others);
    return {
      findings,
      unbound: gathered.documents.flatMap(({ path, read }) => read.unbound.map((each) => ({ ...each, doc: path }))),
      exemptions: gathered.documents.flatMap(({ path, read }) =>
        read.prose.ignores.map(({ line }) => `${path}\n${read.lines[line - 1]?.trim() ?? ""}`),
      ),
      left: gathered.left,
      looked: gathered.looked,
      subjects,
      voices,
      past: this.past,
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

  /** Every citation of a document, with what it means. */
  private async citedIn(document: Document): Promise<readonly Cited[]> {
    const { passages } = document.read.prose;
    const habit = habitOf(
      passages.flatMap((passage) => [passage.text, ...passage.headings]),
      this.snapshot.files,
    );
    const cited: Cited[] = [];
    for (const [at, citations] of groupBy(document.read.citations, (citation) => citation.passage)) {
      const passage = passages[at]!;
      for (const [index, citation] of citations.entries()) {
        const near = citations.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1);
        const names = () => namesOf(sentenceOf(passage, citation, near, null));
        const resolved = await this.resolver.resolve({ doc: document.path, citation, names, habit });
        const whereabouts =
          resolved.kind === "gone" ? whereaboutsOf(resolved.path, this.departures, this.snapshot) : null;
        const text = sentenceText(passage, citation);
        const target = this.targetOf(resolved, whereabouts);
        cited.push({ document, citation, passage, near, text, resolved, whereabouts, target });
      }
    }
    return cited;
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

  /** Adds births, fingerprints and what the sentences say. */
  private async subjectsOf(chosen: readonly Chosen[]): Promise<readonly Subject[]> {
    const paths = new Set<string>();
    for (const { document, its } of chosen) {
      paths.add(document.path);
      for (const { target } of its) if (target !== null) paths.add(target.path);
    }
    const versions = versionsOf(this.past, paths);
    for (const [path, target] of this.targets) (target.versions as Version[]).push(...(versions.get(path) ?? []));
    const subjects: Subject[] = [];
    for (const { document, all, its } of chosen) {
      const own = versions.get(document.path) ?? [];
      const births = await this.birthsOf(document, its, own);
      const fingerprints = this.fingerprints(own.at(-1)?.path ?? document.path, all);
      const isCode = document.from === "tree" && its.some(({ passage }) => isProseInCode(passage));
      const definitions = isCode ? await this.library.outline(document.path, document.oid) : NO_DEFINITIONS;
      for (const [at, cited] of its.entries()) {
        const { citation, passage, near } = cited;
        const inside = isProseInCode(passage) ? innermost(definitions, citation.line) : null;
        const sentence = sentenceOf(passage, citation, near, inside);
        subjects.push({ ...cited, sentence, birth: births[at] ?? null, fingerprint: fingerprints.get(cited)! });
      }
    }
    return subjects;
  }

  private async birthsOf(document: Document, its: readonly Cited[], versions: readonly Version[]) {
    if (document.from !== "tree") return its.map(() => document.birth ?? null);
    const citations = its.map(({ citation }) => citation);
    return birthsOf(citations, document.read, versions, this.library);
  }

  /** Of all citations of a document, so that each has its place among equals whichever are judged. */
  private fingerprints(document: string, all: readonly Cited[]): ReadonlyMap<Cited, string> {
    const made = fingerprintsOf(
      all.map(({ citation, text }) => ({
        document,
        sentence: text,
        file: posix.basename(citation.path ?? ""),
        symbol: citation.symbol ?? "",
      })),
    );
    return new Map(all.map((cited, at) => [cited, made[at]!]));
  }

  private async judgeAll(subjects: readonly Subject[], others: readonly Voice[]) {
    const around: Around = {
      past: this.past,
      library: this.library,
      snapshot: this.snapshot,
      trees: this.trees,
      configuration: this.configuration,
      externals: this.externals,
      forge: this.forge,
    };
    const findings = new Array<Finding>(subjects.length);
    const voices: Voice[] = [];
    const choices: { at: number; one: Case; support: Support; leaning: Leaning }[] = [];
    for (const [at, subject] of subjects.entries()) {
      const one = await caseOf(subject, around);
      const support = one === null ? null : supportFor(one);
      const leaning = one === null ? null : leaningOf(one, support!);
      voices.push(this.voiceOf(subject, leaning));
      if (leaning !== null) choices.push({ at, one: one!, support: support!, leaning });
      else findings[at] = await findingOf(subject, one, one === null ? null : judge(one, support!, null, 0), around);
    }
    // Only where there is a choice do neighbours count, and they must have been asked first.
    const heard = hear([...voices, ...others]);
    for (const { at, one, support, leaning } of choices)
      findings[at] = await findingOf(subjects[at]!, one, judge(one, support, leaning, heard[at]!), around);
    return { findings, voices };
  }

  private voiceOf({ document, citation, birth, target }: Subject, leaning: Leaning | null): Voice {
    const commit = birth === null ? "" : this.past.commits[birth]!.oid;
    const group = `${commit} ${target?.path ?? ""}`;
    return { doc: document.path, start: citation.start, end: citation.end, group, bits: leaning?.bits ?? null };
  }
}

const NO_DEFINITIONS: Definitions = { read: "none", definitions: [] };

/** Citations on each side of one in its passage that its sentence can hold. */
const NEIGHBOURS = 40;

function isProseInCode({ kind }: Passage): boolean {
  return kind === "comment" || kind === "docstring" || kind === "string";
}

/** Names of a sentence that are written as names. */
function namesOf({ tokens }: Sentence): readonly string[] {
  return tokens.filter(({ kind, weight }) => kind === "name" && weight >= 0.5).map(({ key }) => key);
}

function innermost(definitions: Definitions, line: number): string | null {
  return innermostAt(definitions, line)?.name ?? null;
}
