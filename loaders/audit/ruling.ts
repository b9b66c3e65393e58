// Turns a citation and its judgement into a ruling, by what it leads to: another tree, an older commit, several files, a
// file that is gone, a symbol, or lines.

import type { Verdict } from "../citation.ts";
import { ruleAbsent } from "./absent.ts";
import type { Around } from "./around.ts";
import type { Case, Judgement } from "./judge.ts";
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
      if (one === null || judgement === null) return none("unknown", "the file cannot be read as text");
      return rule(target!.path, one, judgement, await wasSupported(one, judgement, around));
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

/** Of lines that are gone: whether they fitted the sentence when they were written. Null where they are not gone. */
async function wasSupported(one: Case, { frame, place }: Judgement, { library }: Around): Promise<boolean | null> {
  if (place !== null || frame === null || frame.past) return null;
  const concordance = await library.concordance(frame.oid);
  if (concordance === null) return null;
  const definitions = await library.definitions(frame.path, frame.oid);
  const support = supportOf(one.sentence.tokens, concordance, definitions, one.end - one.start + 1);
  return support.relative(one.start) >= WEIGHTS.speaks && support.bits(one.start) >= 1;
}
