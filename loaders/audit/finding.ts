// Turns a judged citation into the finding that reports print: verdict, sentence, birth, what broke it, evidence. What is
// said of paths that lead nowhere is said here too.

import { createHash } from "node:crypto";
import type { Birth, Broke, Evidence, Finding, Snapshot, Suggestion, Verdict } from "../citation.ts";
import type { AuditConfiguration } from "./configuration.ts";
import { breakOf } from "./frames.ts";
import type { Case, Judgement } from "./judge.ts";
import { symbolAt } from "./judge.ts";
import type { Library } from "./library.ts";
import { momentOf, type Past } from "./past.ts";
import { type Standing, standingOf } from "./standing.ts";
import type { Subject } from "./subject.ts";
import type { Trees } from "./trees.ts";
import { count, type Ruling, range, rule } from "./verdict.ts";
import type { Heir } from "./whereabouts.ts";

export interface Around {
  readonly past: Past;
  readonly library: Library;
  readonly snapshot: Snapshot;
  readonly trees: Trees;
  readonly configuration: AuditConfiguration;
  /** `github.com/owner/name`, or null. */
  readonly forge: string | null;
  heir(lines: readonly string[], at: number): Promise<Heir | null>;
}

export async function findingOf(
  subject: Subject,
  one: Case | null,
  judgement: Judgement | null,
  around: Around,
): Promise<Finding> {
  const { citation, document, target } = subject;
  const ruling = await rulingOf(subject, one, judgement, around);
  const broke = await brokeOf(subject, judgement, ruling, around);
  const path = subject.resolved.kind === "gone" ? subject.resolved.path : (target?.path ?? null);
  const place = ruling.verdict === "holds" ? { start: citation.start, end: citation.end } : (judgement?.place ?? null);
  const symbol =
    place === null || one === null
      ? citation.symbol
      : (symbolAt(one.now.definitions, place.start, place.end)?.name ?? citation.symbol);
  return {
    doc: document.path,
    line: citation.line,
    column: citation.column,
    text: citation.text,
    path,
    start: citation.start,
    end: citation.end,
    symbol,
    verdict: ruling.verdict,
    fails: ruling.proven,
    suggestion: ruling.suggestion,
    born: bornOf(subject, around.past),
    broke,
    evidence: [...evidenceOf(subject), ...(judgement?.evidence ?? [])],
    says: ruling.says,
    fingerprint: fingerprintOf(subject),
    sentence: subject.sentence.text,
    excused: null,
    introduced: null,
    written: null,
    now: null,
  };
}

async function rulingOf(
  subject: Subject,
  one: Case | null,
  judgement: Judgement | null,
  around: Around,
): Promise<Ruling> {
  const { resolved, target } = subject;
  const standing = standingOf(subject, around.configuration, around.past, around.forge);
  if (standing !== null) return standingRuling(subject, standing, around);
  const none = (verdict: Verdict, says: string, proven = false): Ruling => ({
    verdict,
    says,
    proven,
    suggestion: null,
  });
  switch (resolved.kind) {
    case "external":
      return none("external", resolved.why);
    case "ambiguous":
      return none(
        "ambiguous",
        `${resolved.candidates.length} files fit: ${resolved.candidates.slice(0, 4).join(", ")}`,
      );
    case "gone":
      return missing(subject, one, judgement, around);
    case "file":
      if (one === null || judgement === null) return none("unknown", "the file cannot be read as text");
      return rule(target!.path, one, judgement, null);
  }
}

/** What is said of an older commit is looked up there: a permalink can lead to no such line too. */
async function standingRuling(subject: Subject, { verdict, says, commit }: Standing, around: Around): Promise<Ruling> {
  const { citation, target } = subject;
  const told: Ruling = { verdict, says, proven: false, suggestion: null };
  if (commit === null || citation.revision === null || citation.path === null) return told;
  const path = citation.path;
  const oid =
    (await around.trees.find(commit, path)) ?? (target === null ? null : await around.trees.find(commit, target.path));
  if (oid === null) return { ...told, verdict: "missing", proven: true, says: `${says}, which has no ${path}` };
  const lines = await around.library.lines(oid);
  return citation.end > lines
    ? { ...told, verdict: "past-end", proven: true, says: `${says}, where the file has ${count(lines, "line")}` }
    : told;
}

async function missing(
  subject: Subject,
  one: Case | null,
  judgement: Judgement | null,
  around: Around,
): Promise<Ruling> {
  const { whereabouts, target } = subject;
  const place = judgement?.by === "followed" ? judgement.place : null;
  const renamed = whereabouts?.renamed ?? null;
  let suggestion: Suggestion | null = null;
  let says = "the file is gone";
  if (renamed !== null) {
    says =
      place === null
        ? `the file is now ${renamed}`
        : `the file is now ${renamed}, the lines ${range(place.start, place.end)}`;
    if (place !== null && one !== null)
      suggestion = {
        path: renamed,
        start: place.start,
        end: place.end,
        symbol: symbolAt(one.now.definitions, place.start, place.end)?.name ?? null,
        strength: judgement?.strength ?? "hint",
      };
  } else if (place !== null && one !== null && whereabouts !== null) {
    const heir = await around.heir(one.now.lines.slice(place.start - 1, place.end), whereabouts.departure.at);
    const now = heir === null ? undefined : around.snapshot.files.get(heir.path);
    if (heir !== null && now !== undefined) {
      const found = (await around.library.align(heir.oid, now))?.place(heir.start, heir.end) ?? null;
      if (found !== null) {
        says = `the file is gone; its lines are now in ${heir.path}, ${range(found.start, found.end)}`;
        const symbol = symbolAt(await around.library.definitions(heir.path, now), found.start, found.end)?.name ?? null;
        suggestion = { path: heir.path, start: found.start, end: found.end, symbol, strength: "hint" };
      }
    }
  }
  return { verdict: "missing", says, proven: target !== null, suggestion };
}

async function brokeOf(
  subject: Subject,
  judgement: Judgement | null,
  ruling: Ruling,
  { past, library }: Around,
): Promise<Broke | null> {
  const { birth, citation, target, whereabouts } = subject;
  if (subject.resolved.kind === "gone" && whereabouts !== null) {
    const says =
      whereabouts.departure.to === null ? "deleted the file" : `moved the file to ${whereabouts.departure.to}`;
    return { ...momentOf(past, whereabouts.departure.at), says };
  }
  if (birth === null || target === null || ["holds", "unknown"].includes(ruling.verdict)) return null;
  const frame = judgement?.frame ?? null;
  if (ruling.verdict === "wrong-when-written") return { ...momentOf(past, birth), says: "wrote it so" };
  if (frame === null || frame.past) return null;
  const found = await breakOf(past, library, target, birth, frame.oid, citation.start, citation.end);
  if (found === null) return null;
  return { ...momentOf(past, found.at), says: whatBroke(found, citation.start) };
}

function whatBroke(
  { place, deleted }: { readonly place: { readonly start: number } | null; readonly deleted: boolean },
  start: number,
): string {
  if (deleted) return "deleted the file";
  if (place === null) return "rewrote the lines";
  const by = place.start - start;
  if (by === 0) return "changed the lines";
  return `moved them ${Math.abs(by)} ${Math.abs(by) === 1 ? "line" : "lines"} ${by > 0 ? "down" : "up"}`;
}

function bornOf({ birth }: Subject, past: Past): Birth | null {
  if (birth === null) return null;
  const commit = past.commits[birth]!;
  const atEdge = !commit.parents.some((parent) => past.position.has(parent)) && commit.oid !== "uncommitted";
  return { ...momentOf(past, birth), floor: atEdge ? past.floor : null };
}

function evidenceOf({ resolved }: Subject): readonly Evidence[] {
  if (resolved.kind !== "file" || resolved.how === "as written") return [];
  return [{ sign: "resolve", says: `${resolved.path}: ${resolved.how}`, bits: null }];
}

function fingerprintOf({ document, citation, sentence }: Subject): string {
  const words = sentence.text.replace(/\d+/g, "");
  return createHash("sha256")
    .update(`${document.path}\n${words}\n${citation.symbol ?? ""}`)
    .digest("hex")
    .slice(0, 20);
}
