// Turns the claims of a report into lines for a person at a terminal: a block a kind, what fails first.

import type { AuditReport } from "../../citation.ts";
import type { ClaimFinding, ClaimKind } from "../../claim.ts";
import { groupBy } from "../../group.ts";
import type { Style } from "../text.ts";
import { CLAIM_KINDS, CLAIM_VERDICTS, claimName, isClaimOff, newClaims, whyClaimDoesNotFail } from "./claim-words.ts";
import { shown } from "./log-safe.ts";
import { brokeWords, capital, count, counted } from "./words.ts";

/** Findings of a kind that are told one by one; the others are counted. */
const MOST = 100;
/** Places of a claim that are told. */
const MOST_PLACES = 5;

/** Blocks of lines, one a kind; none where there is nothing to tell. */
export function claimBlocks(report: AuditReport, style: Style, all: boolean): string[] {
  const told = groupBy(newClaims(report, all), ({ kind }) => kind);
  return (Object.keys(CLAIM_KINDS) as ClaimKind[]).flatMap((kind) => {
    const its = told.get(kind) ?? [];
    return its.length === 0 ? [] : [block(kind, its, report.claims, style, all)];
  });
}

function block(
  kind: ClaimKind,
  its: readonly ClaimFinding[],
  claims: readonly ClaimFinding[],
  style: Style,
  all: boolean,
): string {
  const whole = claims.filter((finding) => finding.kind === kind);
  const off = whole.filter(isClaimOff).length;
  const fails = whole.filter((finding) => finding.fails).length;
  const [one, many] = CLAIM_KINDS[kind];
  const ordered = its.toSorted((a, b) => Number(b.fails) - Number(a.fails));
  const rest = ordered.length - MOST;
  return [
    `${style.bold(capital(many))}: ${off === 0 ? "none" : count(off)} of ${counted(whole.length, one, many)} not in order, ${fails === 0 ? "none fails" : `${count(fails)} ${fails === 1 ? "fails" : "fail"}`}`,
    ...ordered.slice(0, all ? ordered.length : MOST).flatMap((finding) => lines(finding, style, all)),
    ...(rest > 0 && !all ? [style.dim(`  and ${counted(rest, "more", "more")}; --all shows them`)] : []),
  ].join("\n");
}

function lines(finding: ClaimFinding, style: Style, all: boolean): string[] {
  const { glyph, label } = CLAIM_VERDICTS[finding.verdict];
  const mark = `${glyph} ${label}${finding.fails ? ", fails" : ""}`;
  const where = shown(`${finding.doc}:${finding.line}`);
  const sentence = claimName(finding) === finding.text ? "" : `  ${shown(`“${finding.text}”`)}`;
  const broke = brokeWords(finding);
  const why = whyClaimDoesNotFail(finding);
  const notes = [broke, why === null ? null : `does not fail: ${why}`].filter((note) => note !== null);
  const places = all || isClaimOff(finding) ? placeWords(finding) : null;
  return [
    `  ${finding.fails ? style.alarm(mark) : mark}  ${where}  ${style.bold(shown(claimName(finding)))}${sentence}`,
    `      ${shown(finding.says)}`,
    ...(notes.length > 0 ? [`      ${shown(notes.join("; "))}`] : []),
    ...(places === null ? [] : [style.dim(`      ${shown(places)}`)]),
  ];
}

function placeWords({ places }: ClaimFinding): string | null {
  if (places.length === 0) return null;
  const named = places.slice(0, MOST_PLACES).map(({ path, line }) => (line === null ? path : `${path}:${line}`));
  const more = places.length - named.length;
  return `found at ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
