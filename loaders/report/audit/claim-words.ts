// The words and marks of verdicts on claims, and the sentences every format says of one. It knows no medium, as words.ts.

import type { AuditReport } from "../../citation.ts";
import { type ClaimFinding, type ClaimKind, type ClaimVerdict, OFF_CLAIMS } from "../../claim.ts";
import { brokeWords, capital, count, counted, headline, isOfChange, listed, type VerdictWords } from "./words.ts";

/** Worst first: the order of every list of verdicts. */
export const CLAIM_VERDICTS: Readonly<Record<ClaimVerdict, Omit<VerdictWords, "fails">>> = {
  false: {
    label: "false",
    states: "is false",
    many: "false",
    glyph: "✕",
    role: "alarm",
    group: "off",
    means: "What is stated is not what was found.",
    todo: "Correct the sentence, or the code that it speaks of.",
  },
  unchecked: {
    label: "unchecked",
    states: "went unchecked",
    many: "unchecked",
    glyph: "☒",
    role: "alarm",
    group: "off",
    means: "Nothing could be compared: the sentence was not found or found twice, or the question has no answer.",
    todo: "Mend the claim's pattern or its question: a check that cannot be made is none.",
  },
  missing: {
    label: "missing",
    states: "names what is gone",
    many: "missing",
    glyph: "⊠",
    role: "alarm",
    group: "off",
    means: "What it names or is attached to is not there any more.",
    todo: "Name what took its place, or say at which commit it stood.",
  },
  stale: {
    label: "stale",
    states: "is stale",
    many: "stale",
    glyph: "◆",
    role: "drift",
    group: "off",
    means: "What the measurement depends on has been changed since it was made.",
    todo: "Measure again, or say why the change does not matter.",
  },
  changed: {
    label: "changed",
    states: "is of code that has changed",
    many: "changed",
    glyph: "◇",
    role: "drift",
    group: "off",
    means: "The code that the note is attached to has been changed since the note was written.",
    todo: "Read the change, then write the note anew or mark it as reviewed.",
  },
  squashed: {
    label: "squashed",
    states: "names a commit that was squashed",
    many: "squashed",
    glyph: "⋈",
    role: "drift",
    group: "off",
    means: "The commit is on no branch; another one brought its change.",
    todo: "Name that commit.",
  },
  elsewhere: {
    label: "elsewhere",
    states: "names a commit of another branch",
    many: "elsewhere",
    glyph: "⑂",
    role: "drift",
    group: "off",
    means: "The commit is no ancestor of what is judged.",
    todo: "",
  },
  differs: {
    label: "differs",
    states: "differs from what is counted",
    many: "differ",
    glyph: "≠",
    role: "drift",
    group: "off",
    means: "A candidate: the number in the prose is not the one that is counted now.",
    todo: 'If the sentence means what was counted, correct it, and pin it: "binnacle claim add" does.',
  },
  ambiguous: {
    label: "ambiguous",
    states: "is ambiguous",
    many: "ambiguous",
    glyph: "⋔",
    role: "mute",
    group: "off",
    means: "Several things fit, and nothing decides between them.",
    todo: "Write more of the name.",
  },
  moved: {
    label: "moved",
    states: "has moved with its subject",
    many: "moved",
    glyph: "→",
    role: "order",
    group: "order",
    means: "The note is attached: its subject stands elsewhere now, and was followed.",
    todo: "",
  },
  unknown: {
    label: "unknown",
    states: "cannot be judged",
    many: "unknown",
    glyph: "◌",
    role: "mute",
    group: "unjudged",
    means: "There is nothing to judge it by.",
    todo: "",
  },
  external: {
    label: "external",
    states: "is external",
    many: "external",
    glyph: "↗",
    role: "mute",
    group: "unjudged",
    means: "It is not about this repository.",
    todo: "",
  },
  holds: {
    label: "holds",
    states: "holds",
    many: "hold",
    glyph: "●",
    role: "order",
    group: "order",
    means: "It is true; a note is attached to what it was written of, a measurement fresh.",
    todo: "",
  },
};

export const CLAIM_VERDICT_ORDER = Object.keys(CLAIM_VERDICTS) as readonly ClaimVerdict[];

/** What each kind is called, one and many. */
export const CLAIM_KINDS: Readonly<Record<ClaimKind, readonly [one: string, many: string]>> = {
  pin: ["claim", "claims"],
  sum: ["sum", "sums"],
  count: ["counted thing", "counted things"],
  reference: ["reference", "references"],
  note: ["note", "notes"],
  measurement: ["measurement", "measurements"],
};

export function isClaimOff({ verdict }: Pick<ClaimFinding, "verdict">): boolean {
  return OFF_CLAIMS.has(verdict);
}

/** Characters of a sentence that a message repeats. */
const LONGEST = 160;

/** How a format calls a claim: its name, or what is written. */
export function claimName({ kind, address, text }: ClaimFinding): string {
  const said = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return kind === "pin" || kind === "note" || kind === "measurement" ? address : said;
}

/** The whole finding as plain sentences: what is so, who made it so, why it does not fail. */
export function claimMessage(finding: ClaimFinding): string {
  const { verdict, says, kind, text } = finding;
  const broke = brokeWords(finding);
  const why = whyClaimDoesNotFail(finding);
  const sentence = kind === "pin" ? ` “${text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text}”` : "";
  return [
    `${claimName(finding)}${sentence} ${CLAIM_VERDICTS[verdict].states}: ${says}.`,
    broke === null ? "" : `${capital(broke)}.`,
    why === null ? "" : `Does not fail: ${why}.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** Why one that is off does not fail; null of one that fails or is in order. */
export function whyClaimDoesNotFail(finding: ClaimFinding): string | null {
  if (finding.fails || !isClaimOff(finding)) return null;
  if (finding.excused !== null) return finding.excused;
  if (finding.introduced === false) return "so before this change";
  if (finding.kind === "count") return "it is a candidate, which nobody pinned";
  return finding.kind === "pin" ? null : `a ${CLAIM_KINDS[finding.kind][0]} never fails`;
}

/** Claims that a report tells where not all are asked for. */
export function toldClaims(report: AuditReport, all: boolean): readonly ClaimFinding[] {
  return report.claims.filter((finding) => all || isClaimOff(finding) || finding.fails);
}

/** Those of them that a reader of a change is told: what was so before is counted. */
export function newClaims(report: AuditReport, all: boolean): readonly ClaimFinding[] {
  const isOld = ({ introduced, fails }: ClaimFinding) => isOfChange(report) && introduced === false && !fails;
  return toldClaims(report, all).filter((finding) => all || !isOld(finding));
}

/** "Three claims were not in order before this change"; null where none was, or no change is looked at. */
export function oldClaimsWords(report: AuditReport): string | null {
  const old = isOfChange(report)
    ? report.claims.filter((finding) => isClaimOff(finding) && finding.introduced === false)
    : [];
  return old.length === 0
    ? null
    : `${capital(counted(old.length, "claim was", "claims were"))} not in order before this change`;
}

/** What the whole report finds: of citations and of claims. */
export function reportHeadline(report: AuditReport): string {
  const claims = claimHeadline(report);
  if (claims === null) return headline(report);
  return (report.counts.citations ?? report.citations.length) === 0 ? claims : `${headline(report)} ${claims}`;
}

/** "One of 30 claims fails. Two references: one missing and one holds."; null where the report has no claims. */
function claimHeadline({ claims }: AuditReport): string | null {
  const sentences: string[] = [];
  for (const kind of Object.keys(CLAIM_KINDS) as ClaimKind[]) {
    const its = claims.filter((finding) => finding.kind === kind);
    if (its.length > 0) sentences.push(headlineOf(kind, its));
  }
  return sentences.length === 0 ? null : sentences.join(" ");
}

function headlineOf(kind: ClaimKind, its: readonly ClaimFinding[]): string {
  const [one, many] = CLAIM_KINDS[kind];
  const failing = its.filter(({ fails }) => fails).length;
  if (failing > 0)
    return `${capital(count(failing))} of ${counted(its.length, one, many)} ${failing === 1 ? "fails" : "fail"}.`;
  const counts = CLAIM_VERDICT_ORDER.map((verdict) => {
    const n = its.filter((finding) => finding.verdict === verdict).length;
    const { label, many: plural } = CLAIM_VERDICTS[verdict];
    return n === 0 ? null : `${count(n)} ${n === 1 ? label : plural}`;
  }).filter((part) => part !== null);
  return `${capital(counted(its.length, one, many))}: ${listed(counts)}.`;
}
