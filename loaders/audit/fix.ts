// Turns judged citations into fixes: replacements for those that can be repaired safely, and a count of the others with
// the reason. It judges nothing and writes nothing; whether a fix says what it should is for proof.ts to see.

import type { Finding, Skipped } from "../citation.ts";
import { OFF } from "./change.ts";
import { overlap, type Replacement } from "./edits.ts";
import { type Aim, formed, type Manner } from "./forms.ts";
import { type Code, symbolMeant } from "./meant.ts";
import type { Cited } from "./subject.ts";
import { Tally } from "./tally.ts";

export interface Judged {
  readonly subject: Cited;
  readonly finding: Finding;
}

/** One citation that is to be written anew. */
export interface Fix extends Judged {
  readonly aim: Aim;
  readonly manner: Manner;
  /** Where the citation stands, and what will. */
  readonly own: Replacement;
  /** In the document as it was judged; at least one. */
  readonly replacements: readonly Replacement[];
}

export interface FixOptions {
  readonly manner: Manner;
  /** Paths with both sides of a merge in them. */
  readonly conflicts: ReadonlySet<string>;
  /** A file of the tree, or null if it is no text. */
  readonly code: (path: string) => Promise<Code | null>;
  /** The permanent address of lines, or why there is none. */
  readonly address: (
    place: Pick<Aim, "path" | "start" | "end">,
  ) => { readonly address: string } | { readonly why: string };
  /** Why a citation is not of the change that is looked at; null if it is, or none is. */
  readonly foreign: (judged: Judged) => string | null;
}

export interface Planned {
  /** By document, then line, then column; none overlaps another. */
  readonly fixes: readonly Fix[];
  readonly left: readonly Skipped[];
}

/** Whether a citation is one that ought to be repaired. */
export function isOff({ verdict }: Finding): boolean {
  return OFF.has(verdict);
}

export async function planFixes(judged: readonly Judged[], options: FixOptions): Promise<Planned> {
  const fixes: Fix[] = [];
  const left = new Tally();
  for (const each of judged) {
    const { finding, subject } = each;
    if (!isOff(finding) && (options.manner === "lines" || finding.verdict !== "holds")) continue;
    if (finding.verdict === "holds" && subject.citation.symbolOnly) continue;
    const planned = await planOf(each, options);
    if ("why" in planned) left.out(planned.why, where(finding));
    else if (planned.replacements.length > 0) fixes.push(planned);
  }
  return { fixes: apart(fixes, left), left: left.counted() };
}

export function where({ doc, line }: Pick<Finding, "doc" | "line">): string {
  return `${doc}:${line}`;
}

async function planOf(judged: Judged, options: FixOptions): Promise<Fix | { readonly why: string }> {
  const { finding, subject } = judged;
  const why = untouchable(judged, options) ?? unsure(finding) ?? options.foreign(judged);
  if (why !== null) return { why };
  const aim = await aimOf(finding, options);
  if ("why" in aim) return aim;
  const form = formed(options.manner, { subject, path: finding.path, aim });
  if (form.why !== undefined) return { why: form.why };
  const { own, replacements } = form;
  return { ...judged, aim, manner: options.manner, own, replacements };
}

/** Why a citation is nobody's to rewrite, however wrong it is. */
function untouchable({ finding, subject }: Judged, { conflicts }: FixOptions): string | null {
  const { passage, citation } = subject;
  if (passage.quoted) return "it stands in a quotation";
  if (passage.kind === "example") return "it stands in an example";
  if (passage.kind === "string") return "it stands in a string of code, which may be read by a program";
  if (passage.kind === "message") return "it stands in a commit message";
  if (finding.excused !== null) return "binnacle-ignore stands beside it";
  if (conflicts.has(finding.doc)) return "its document has a merge conflict";
  if (conflicts.has(finding.suggestion?.path ?? finding.path ?? "")) return "the cited file has a merge conflict";
  if (citation.bound === "glued" || citation.bound === "unbound") return "its path runs into the word before";
  return null;
}

/** Why nobody can say what to write. */
function unsure({ verdict, suggestion }: Finding): string | null {
  if (verdict === "holds") return null;
  if (suggestion === null)
    return verdict === "ambiguous" ? "several files fit its path" : "nothing is suggested: a person has to look";
  if (suggestion.strength === "strong") return null;
  return verdict === "moved" ? "it moved, and where to is only a hint" : "what to write is only a hint";
}

async function aimOf(finding: Finding, options: FixOptions): Promise<Aim | { readonly why: string }> {
  const { path, start, end } = finding.verdict === "holds" ? finding : finding.suggestion!;
  if (path === null) return { why: "its file is not known" };
  const aim = { path, start, end, symbol: null, address: null };
  if (options.manner === "permalink") {
    const found = options.address(aim);
    return "why" in found ? found : { ...aim, ...found };
  }
  if (options.manner === "lines") return aim;
  const code = await options.code(path);
  if (code === null) return { why: "the cited file is no text" };
  const meant = symbolMeant(code, start, end);
  return meant.why === undefined ? { ...aim, symbol: meant.symbol } : { why: meant.why };
}

/** Without those that touch what another one replaces. */
function apart(fixes: readonly Fix[], left: Tally): readonly Fix[] {
  const kept: Fix[] = [];
  for (const one of fixes) {
    const near = kept.filter(({ finding }) => finding.doc === one.finding.doc);
    if (near.some((other) => other.replacements.some((a) => one.replacements.some((b) => overlap(a, b)))))
      left.out("it overlaps another one", where(one.finding));
    else kept.push(one);
  }
  return kept;
}
