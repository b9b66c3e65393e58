// Turns sound citations into what this audit would have said had somebody written other numbers: each is shifted by some
// lines, in memory, and judged as if it had been written so. It writes nothing and says nothing of the citations themselves.

import type { Snapshot } from "../citation.ts";
import { groupBy } from "../group.ts";
import type { Archive } from "./archive.ts";
import type { Around } from "./around.ts";
import type { Audited } from "./audit.ts";
import { caseOf } from "./case.ts";
import type { AuditConfiguration } from "./configuration.ts";
import { judge, leaningOf, supportFor } from "./judge.ts";
import { rulingOf } from "./ruling.ts";
import type { Subject } from "./subject.ts";
import type { Support } from "./support.ts";
import type { Ruling } from "./verdict.ts";
import { hear, type Voice } from "./voices.ts";
import { WEIGHTS } from "./weights.ts";

/** Lines by which citations are shifted, up and down. */
export const SHIFTS: readonly number[] = [1, 5, 15, 30, 55];

/** So many sound citations are shifted at most, spread evenly over all. */
export const MOST_SHIFTED = 2_000;

/** What became of citations that were shifted by so many lines, up and down together. */
export interface Shifted {
  readonly by: number;
  readonly tried: number;
  /** Shifts that would leave the file; they are not tried. */
  readonly skipped: number;
  /** Called wrong: neither `holds` nor `unknown`. */
  readonly caught: number;
  /** Of those, the ones that would fail a build. */
  readonly failing: number;
  readonly unknown: number;
  /** Of the caught ones, those with a suggestion within two lines of where they came from. */
  readonly ledBack: { readonly strong: number; readonly hint: number };
  /** And those with a strong suggestion that leads elsewhere. */
  readonly misled: number;
}

export interface SelfTest {
  /** Citations that hold. */
  readonly sound: number;
  /** Of those, the ones that were shifted. */
  readonly taken: number;
  /** In the order of SHIFTS. */
  readonly shifts: readonly Shifted[];
}

/** Throws what reading blobs throws. Equal input, equal counts: nothing is drawn by lot. */
export async function selfTest(
  archive: Archive,
  snapshot: Snapshot,
  configuration: AuditConfiguration,
  audited: Pick<Audited, "findings" | "subjects" | "past">,
): Promise<SelfTest> {
  const { subjects, findings, past } = audited;
  const sound = subjects.filter(
    ({ resolved, citation }, at) =>
      findings[at]!.verdict === "holds" && resolved.kind === "file" && !citation.symbolOnly,
  );
  const taken = spread(sound, MOST_SHIFTED);
  const around: Around = {
    past,
    library: archive.library,
    externals: archive.externals,
    snapshot,
    trees: archive.trees,
    configuration,
    forge: archive.repo.forge?.replace(/^https?:\/\//, "") ?? null,
  };
  const shifting = new Shifting(around, subjects);
  const counts = SHIFTS.map((by) => ({
    by,
    tried: 0,
    skipped: 0,
    caught: 0,
    failing: 0,
    unknown: 0,
    ledBack: { strong: 0, hint: 0 },
    misled: 0,
  }));
  for (const subject of taken)
    for (const count of counts)
      for (const by of [-count.by, count.by]) {
        const ruling = await shifting.ruling(subject, by);
        if (ruling === null) count.skipped++;
        else tally(count, ruling, subject);
      }
  return { sound: sound.length, taken: taken.length, shifts: counts };
}

function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]!);
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function tally(
  count: Writable<Omit<Shifted, "ledBack">> & { readonly ledBack: Writable<Shifted["ledBack"]> },
  { verdict, suggestion, proven }: Ruling,
  { citation, target }: Subject,
): void {
  count.tried++;
  if (verdict === "unknown") count.unknown++;
  if (verdict === "unknown" || verdict === "holds") return;
  count.caught++;
  if (proven) count.failing++;
  if (suggestion === null) return;
  const back = suggestion.path === target?.path && Math.abs(suggestion.start - citation.start) <= WEIGHTS.same;
  if (back) count.ledBack[suggestion.strength]++;
  else if (suggestion.strength === "strong") count.misled++;
}

/** Judges citations as if they had other numbers, all others being as they are. */
class Shifting {
  private readonly around: Around;
  private readonly groups: ReadonlyMap<string, readonly Subject[]>;
  private readonly voices = new Map<string, Promise<readonly Voice[]>>();
  /** What a sentence says of a file's lines depends on how many are cited, not on which. */
  private support: { readonly of: Subject; readonly is: Support } | null = null;

  constructor(around: Around, subjects: readonly Subject[]) {
    this.around = around;
    this.groups = groupBy(subjects, groupOf);
  }

  /** Null where the shifted lines are not in the file. */
  async ruling(subject: Subject, by: number): Promise<Ruling | null> {
    const { citation } = subject;
    const shifted: Subject = {
      ...subject,
      citation: { ...citation, start: citation.start + by, end: citation.end + by },
    };
    if (shifted.citation.start < 1) return null;
    const one = await caseOf(shifted, this.around);
    if (one === null || one.end > one.now.lines.length) return null;
    if (this.support?.of !== subject) this.support = { of: subject, is: supportFor(one) };
    const support = this.support.is;
    const leaning = leaningOf(one, support);
    const heard = leaning === null ? 0 : await this.heard(subject, shifted, leaning.bits);
    return rulingOf(shifted, one, judge(one, support, leaning, heard), this.around);
  }

  /** What the neighbours say of the shifted one: all but itself as it is. */
  private async heard(subject: Subject, shifted: Subject, bits: number): Promise<number> {
    const key = groupOf(subject);
    let voices = this.voices.get(key);
    if (voices === undefined) {
      voices = this.voicesOf(this.groups.get(key) ?? []);
      this.voices.set(key, voices);
    }
    const own = voiceOf(shifted, bits);
    const { start, end } = subject.citation;
    const others = (await voices).filter(
      (voice) => !(voice.doc === own.doc && voice.start === start && voice.end === end),
    );
    return hear([own, ...others])[0]!;
  }

  private async voicesOf(subjects: readonly Subject[]): Promise<readonly Voice[]> {
    const voices: Voice[] = [];
    for (const subject of subjects) {
      const one = await caseOf(subject, this.around);
      const leaning = one === null ? null : leaningOf(one, supportFor(one));
      if (leaning !== null) voices.push(voiceOf(subject, leaning.bits));
    }
    return voices;
  }
}

function groupOf({ birth, target }: Subject): string {
  return `${birth} ${target?.path}`;
}

function voiceOf(subject: Subject, bits: number): Voice {
  const { start, end } = subject.citation;
  return { doc: subject.document.path, start, end, group: groupOf(subject), bits };
}
