// Turns a citation and its judgement into a ruling, by what it leads to: another tree, an older commit, several files, a
// file that is gone, a symbol, or lines.

import type { Verdict } from "../citation.ts";
import { ruleAbsent } from "./absent.ts";
import type { Around } from "./around.ts";
import type { Case, Judgement } from "./judge.ts";
import { isAtEdge } from "./past.ts";
import { type Standing, standingOf } from "./standing.ts";
import type { Subject } from "./subject.ts";
import { supportOf } from "./support.ts";
import { ruleSymbol } from "./symbols.ts";
import { count, type Ruling, rule } from "./verdict.ts";
import { WEIGHTS } from "./weights.ts";

/** The ruling on one citation; `one` and `judgement` are null where there was nothing to judge. */
export async function rulingOf(
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
      return ruleAbsent(subject, one, judgement, around);
    case "file":
      if (subject.citation.symbolOnly) return ruleSymbol(subject, around);
      if (one === null || judgement === null) return ruleUnread(subject, around);
      return seenFromEdge(
        rule(target!.path, one, judgement, await wasSupported(one, judgement, around)),
        subject,
        judgement,
        around,
      );
  }
}

/** A file too large to be taken apart still has a number of lines; what is binary has none. */
async function ruleUnread({ target, citation }: Subject, { library }: Around): Promise<Ruling> {
  const told = { proven: false, suggestion: null };
  if (target === null || !(await library.isText(target.oid)))
    return { ...told, verdict: "unknown", says: "the file cannot be read as text" };
  const lines = await library.lines(target.oid);
  return citation.end > lines
    ? { ...told, verdict: "past-end", proven: true, says: `the file has ${count(lines, "line")} now` }
    : { ...told, verdict: "unknown", says: "the file is too large to be looked into" };
}

/** Verdicts that say what was so when a citation was written. */
const OF_THE_PAST: ReadonlySet<Verdict> = new Set(["moved", "changed", "wrong-when-written"]);

/**
 * Where the text stood already at the edge of a shallow clone, nobody knows what was cited when it was written: lines that
 * were followed from there count only where they say themselves that they are meant.
 */
function seenFromEdge(ruling: Ruling, { birth }: Subject, judgement: Judgement, { past }: Around): Ruling {
  if (birth === null || past.floor !== "shallow" || !isAtEdge(past, birth)) return ruling;
  const suggestion = ruling.suggestion === null ? null : { ...ruling.suggestion, strength: "hint" as const };
  if (!OF_THE_PAST.has(ruling.verdict)) return { ...ruling, suggestion };
  if (ruling.verdict === "changed" && ruling.proven) return ruling;
  if (ruling.verdict === "moved" && judgement.relative >= WEIGHTS.speaks) return ruling;
  return {
    verdict: "unknown",
    proven: false,
    suggestion,
    says: `${ruling.says}; what was cited when it was written lies beyond the edge of this shallow clone`,
  };
}

/** What is said of an older commit is looked up there: a permalink can lead to no such line too. */
async function standingRuling(subject: Subject, standing: Standing, around: Around): Promise<Ruling> {
  const { verdict, says, commit, root } = standing;
  const { citation, target } = subject;
  const told: Ruling = { verdict, says, proven: false, suggestion: null };
  const other = root === undefined ? undefined : around.externals.get(root);
  if (other !== undefined && citation.path !== null && !citation.symbolOnly)
    return other.rule(citation.path, citation.start, citation.end, subject.sentence);
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

/** Of lines that are gone: whether they fitted the sentence when they were written. Null where they are not gone. */
async function wasSupported(one: Case, { frame, place }: Judgement, { library }: Around): Promise<boolean | null> {
  if (place !== null || frame === null || frame.past) return null;
  const concordance = await library.concordance(frame.oid);
  if (concordance === null) return null;
  const definitions = await library.definitions(frame.path, frame.oid);
  const support = supportOf(one.sentence.tokens, concordance, definitions, one.end - one.start + 1);
  return support.relative(one.start) >= WEIGHTS.speaks && support.bits(one.start) >= 1;
}
