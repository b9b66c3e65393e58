// The words and marks of verdicts, and the sentences every format says of a finding. It knows no medium: what comes out
// may hold text of a repository, and each format makes that harmless for its own readers. Nothing here needs Node.

import { rewritten } from "../../audit/rewrite.ts";
import type { AuditReport, Finding, Suggestion, Verdict } from "../../citation.ts";
import type { Moment } from "../../model.ts";

export interface VerdictWords {
  /** What stands beside a citation: "wrong when written". */
  readonly label: string;
  /** Behind a citation's text: "core.py:12 has moved". */
  readonly states: string;
  /** Behind a count above one: "12 hold". */
  readonly many: string;
  /** One character for a terminal; pages draw the same shape. */
  readonly glyph: string;
  readonly role: "order" | "drift" | "alarm" | "never" | "mute";
  /** `order` holds; `off` is not in order; `unjudged` is not called right or wrong. */
  readonly group: "order" | "off" | "unjudged";
  /** Whether it fails where nothing is configured and the evidence is strong. */
  readonly fails: boolean;
  /** What it means, in a sentence. */
  readonly means: string;
  /** What to do about it, in a sentence; empty where there is nothing to do. */
  readonly todo: string;
}

/** Worst first: the order of every list of verdicts. */
export const VERDICTS: Readonly<Record<Verdict, VerdictWords>> = {
  missing: {
    label: "missing",
    states: "cites what is missing",
    many: "missing",
    glyph: "☒",
    role: "alarm",
    group: "off",
    fails: true,
    means: "The cited file or definition does not exist.",
    todo: "Cite what took its place, or say at which commit it stood.",
  },
  "past-end": {
    label: "past the end",
    states: "lies past the end",
    many: "past the end",
    glyph: "⇥",
    role: "alarm",
    group: "off",
    fails: true,
    means: "The cited file has no such line.",
    todo: "Cite the lines that the sentence is about.",
  },
  "wrong-when-written": {
    label: "wrong when written",
    states: "was wrong when written",
    many: "wrong when written",
    glyph: "✕",
    role: "never",
    group: "off",
    fails: true,
    means: "The sentence did not match the cited lines when it landed.",
    todo: "Look for what the sentence names: following the old lines repairs nothing.",
  },
  changed: {
    label: "changed",
    states: "has changed",
    many: "changed",
    glyph: "◆",
    role: "alarm",
    group: "off",
    fails: true,
    means: "The cited lines were right when written; that code has since been rewritten or deleted.",
    todo: "Read what stands there now, then change the sentence or cite other lines.",
  },
  moved: {
    label: "moved",
    states: "has moved",
    many: "moved",
    glyph: "→",
    role: "drift",
    group: "off",
    fails: false,
    means: "The cited lines were right when written; the same code now stands elsewhere.",
    todo: 'Renumber it: "binnacle fix" does.',
  },
  ambiguous: {
    label: "ambiguous",
    states: "is ambiguous",
    many: "ambiguous",
    glyph: "⋔",
    role: "mute",
    group: "off",
    fails: false,
    means: "Several files fit the cited path, and nothing decides between them.",
    todo: "Write more of the path.",
  },
  unknown: {
    label: "unknown",
    states: "cannot be judged",
    many: "unknown",
    glyph: "◌",
    role: "mute",
    group: "unjudged",
    fails: false,
    means: "There is nothing to judge the citation by.",
    todo: "",
  },
  historical: {
    label: "historical",
    states: "is historical",
    many: "historical",
    glyph: "◷",
    role: "mute",
    group: "unjudged",
    fails: false,
    means: "The citation speaks of a stated older commit.",
    todo: "",
  },
  external: {
    label: "external",
    states: "is external",
    many: "external",
    glyph: "↗",
    role: "mute",
    group: "unjudged",
    fails: false,
    means: "The citation is of another tree than this one.",
    todo: "",
  },
  quoted: {
    label: "quoted",
    states: "is quoted",
    many: "quoted",
    glyph: "❞",
    role: "mute",
    group: "unjudged",
    fails: false,
    means: "The citation is an example, not a statement about this tree.",
    todo: "",
  },
  holds: {
    label: "holds",
    states: "holds",
    many: "hold",
    glyph: "●",
    role: "order",
    group: "order",
    fails: false,
    means: "The cited lines are what the sentence is about.",
    todo: "",
  },
};

/** All verdicts, worst first. */
export const VERDICT_ORDER = Object.keys(VERDICTS) as readonly Verdict[];

/** Whether a finding is one of the six that are not in order. */
export function isOff(finding: Pick<Finding, "verdict">): boolean {
  return VERDICTS[finding.verdict].group === "off";
}

const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A count in prose: up to twelve in words ("no" for none), digits beyond. */
export function count(n: number): string {
  return NUMBERS[n] ?? n.toLocaleString("en-GB");
}

/** "one citation", "13 citations". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** A sentence's beginning in upper case. */
export function capital(text: string): string {
  // A commit's id stays as it is.
  return /^[0-9a-f]{9}\b/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** `2026-06-04` as "4 Jun 2026". What is no day is given back. */
export function day(iso: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  return match ? `${Number(match[3])} ${MONTHS[Number(match[2]) - 1] ?? match[2]} ${match[1]}` : iso;
}

/** "1a2b3c4d5 (#860, 4 Jun 2026)"; of what no commit holds, "not committed yet". */
export function momentWords(moment: Moment): string {
  if (moment.commit === "uncommitted") return "not committed yet";
  const notes = [moment.pr === null ? "" : `#${moment.pr}`, day(moment.date)].filter((note) => note !== "");
  return `${moment.commit.slice(0, 9)}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}

/** "1a2b3c4d5 (#860, 4 Jun 2026) rewrote it"; null where nothing broke it. */
export function brokeWords(finding: Pick<Finding, "broke">): string | null {
  const { broke } = finding;
  if (broke === null) return null;
  if (broke.commit === "uncommitted") return `a change not committed yet ${broke.says}`;
  return `${momentWords(broke)} ${broke.says}`;
}

/** `core.py:12-14`, as an address in full. */
export function placeWords(place: Pick<Suggestion, "path" | "start" | "end">): string {
  if (place.start < 1) return place.path;
  return `${place.path}:${place.start}${place.end > place.start ? `-${place.end}` : ""}`;
}

export interface Instead {
  /** What to write in the citation's place. */
  readonly text: string;
  /** Whether the text has the form of the old one, so that it can take its place as it is. */
  readonly fits: boolean;
  readonly strength: Suggestion["strength"];
  readonly symbol: string | null;
}

/** What to write instead: in the citation's own form where that carries it, else as an address in full. */
export function insteadOf(finding: Finding): Instead | null {
  const { suggestion } = finding;
  if (suggestion === null) return null;
  const text = rewritten(finding.text, finding, suggestion);
  return {
    text: text ?? placeWords(suggestion),
    fits: text !== null,
    strength: suggestion.strength,
    symbol: suggestion.symbol,
  };
}

/** Replacement that a program may apply: of a strong suggestion, in the citation's form, on one line; else null. */
export function repairOf(finding: Finding): string | null {
  const instead = insteadOf(finding);
  if (instead === null || !instead.fits || instead.strength !== "strong") return null;
  return instead.text === finding.text || /[\r\n]/.test(finding.text) ? null : instead.text;
}

/** Why a finding that is not in order does not fail; null of one that fails or has nothing to fail by. */
export function whyNotFailing(finding: Finding): string | null {
  if (finding.fails || !isOff(finding)) return null;
  if (finding.excused !== null) return finding.excused;
  if (finding.introduced === false) return "so before this change";
  if (!VERDICTS[finding.verdict].fails) return `${VERDICTS[finding.verdict].label} never fails unless configured`;
  return "the evidence is only a hint";
}

/** The whole finding as plain sentences, for formats that have one message: what is so, who broke it, what to write. */
export function messageWords(finding: Finding): string {
  const instead = insteadOf(finding);
  const why = VERDICTS[finding.verdict].fails ? whyNotFailing(finding) : finding.fails ? null : finding.excused;
  const broke = brokeWords(finding);
  return [
    `${finding.text} ${VERDICTS[finding.verdict].states}: ${finding.says}.`,
    broke === null ? "" : `${capital(broke)}.`,
    instead === null
      ? ""
      : `Write instead: ${instead.text}${instead.symbol === null ? "" : `, in ${instead.symbol}`} (${instead.strength}).`,
    why === null ? "" : `Does not fail: ${why}.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** Whether a report tells what a change did: against a merge base, what is staged, or the two sides of a merge. */
export function isOfChange({ base, citations, claims }: AuditReport): boolean {
  return base !== null || [...citations, ...claims].some(({ introduced }) => introduced !== null);
}

/** "This change adds one exemption (binnacle-ignore)."; null where there is none to speak of. */
export function exemptionWords({ counts }: AuditReport): string | null {
  const added = counts.newExemptions;
  if (added !== undefined && added > 0)
    return `This change adds ${counted(added, "exemption", "exemptions")} (binnacle-ignore).`;
  const all = counts.exemptions ?? 0;
  return added === undefined && all > 0
    ? `${capital(counted(all, "line is", "lines are"))} exempt (binnacle-ignore).`
    : null;
}

/** Citations of a verdict in the whole report: as counted by the audit, else by what the report holds. */
export function countOf(report: AuditReport, verdict: Verdict): number {
  return report.counts[verdict] ?? report.citations.filter((finding) => finding.verdict === verdict).length;
}

/** "300 hold, nine changed and one missing" of the verdicts that a group has; empty where it has none. */
export function verdictCounts(report: AuditReport, group: VerdictWords["group"]): string {
  return listed(
    VERDICT_ORDER.filter((verdict) => VERDICTS[verdict].group === group && countOf(report, verdict) > 0).map(
      (verdict) => {
        const n = countOf(report, verdict);
        return `${count(n)} ${n === 1 ? VERDICTS[verdict].label : VERDICTS[verdict].many}`;
      },
    ),
  );
}

/** What the report finds of citations, in a sentence: "Two of 14 citations fail." */
export function headline(report: AuditReport): string {
  const failing = report.citations.filter((finding) => finding.fails).length;
  const all = report.counts.citations ?? report.citations.length;
  if (all === 0) return "Nothing is cited here.";
  const off = report.citations.filter((finding) => isOff(finding) && (!isOfChange(report) || finding.introduced));
  const change = !isOfChange(report) ? "" : " by this change";
  if (failing === 0 && off.length === 0)
    return !isOfChange(report) ? "No citation is wrong." : "This change makes no citation wrong.";
  if (failing === 0)
    return `${capital(counted(off.length, "citation is", "citations are"))} not in order${change}; none fails.`;
  return `${capital(count(failing))} of ${counted(all, "citation")} ${failing === 1 ? "fails" : "fail"}.`;
}
