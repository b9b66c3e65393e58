// Turns a judged citation into the finding that reports print: verdict, sentence, birth, what broke it, evidence, and the
// lines that are shown for it.

import type { Evidence, Excerpt, Finding, Prose } from "../citation.ts";
import type { Birth } from "../model.ts";
import type { Around } from "./around.ts";
import { brokeOf } from "./broke.ts";
import { excerptOf } from "./excerpt.ts";
import { addressAt, type Case, type Judgement, symbolAt } from "./judge.ts";
import { isAtEdge, momentOf, type Past } from "./past.ts";
import { rulingOf } from "./ruling.ts";
import type { Subject } from "./subject.ts";

export async function findingOf(
  subject: Subject,
  one: Case | null,
  judgement: Judgement | null,
  around: Around,
): Promise<Finding> {
  const { citation, document } = subject;
  const ruling = await rulingOf(subject, one, judgement, around);
  const judged = one !== null && judgement !== null && ruling.verdict !== "external" && one.start >= 1;
  const broke = await brokeOf(subject, judgement, ruling, around);
  // A path that is gone is no path of this tree: what is said of it names it.
  const path = subject.resolved.kind === "file" ? subject.resolved.path : null;
  const place = ruling.verdict === "holds" ? { start: citation.start, end: citation.end } : (judgement?.place ?? null);
  const symbol =
    place === null || one === null
      ? citation.symbol
      : (addressAt(one.now.definitions, place.start, place.end)?.name ?? citation.symbol);
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
    fingerprint: subject.fingerprint,
    sentence: subject.sentence.text,
    excused: excuseOf(subject),
    introduced: null,
    written: judged ? await writtenLines(judgement, one, around) : null,
    now: judged && subject.resolved.kind === "file" ? linesNow(subject, one, around) : null,
  };
}

function bornOf({ birth }: Subject, past: Past): Birth | null {
  if (birth === null) return null;
  return { ...momentOf(past, birth), floor: isAtEdge(past, birth) ? past.floor : null };
}

function evidenceOf({ resolved }: Subject): readonly Evidence[] {
  if (resolved.kind !== "file" || resolved.how === "as written") return [];
  return [{ sign: "resolve", says: `${resolved.path}: ${resolved.how}`, bits: null }];
}

/** Why a finding never fails: it is in a commit's message, or a `binnacle-ignore` speaks of its line. */
function excuseOf({ document, citation }: Subject): string | null {
  if (document.from === "message") return "a commit message cannot be changed";
  const ignore = ignoresOf(document.read.prose).get(citation.line);
  return ignore === undefined
    ? null
    : `binnacle-ignore: ${ignore.reason === "" ? "no reason is given" : ignore.reason}`;
}

const ignores = new WeakMap<Prose, ReadonlyMap<number, Prose["ignores"][number]>>();

/** The first `binnacle-ignore` that speaks of each line. */
function ignoresOf(prose: Prose): ReadonlyMap<number, Prose["ignores"][number]> {
  const known = ignores.get(prose) ?? new Map(prose.ignores.toReversed().map((each) => [each.of, each]));
  ignores.set(prose, known);
  return known;
}

async function writtenLines({ frame }: Judgement, { start, end }: Case, { library }: Around): Promise<Excerpt | null> {
  if (frame === null || frame.past) return null;
  const text = await library.text(frame.oid);
  if (text === null) return null;
  const symbol = symbolAt(await library.definitions(frame.path, frame.oid), start, end)?.name ?? null;
  return excerptOf(text.lines, start, end, { path: frame.path, commit: frame.at.commit, symbol });
}

function linesNow(subject: Subject, { start, end, now }: Case, { past }: Around): Excerpt | null {
  if (subject.target === null) return null;
  const symbol = symbolAt(now.definitions, start, end)?.name ?? null;
  const commit = past.commits[0]?.oid ?? "uncommitted";
  return excerptOf(now.lines, start, end, { path: subject.target.path, commit, symbol });
}
