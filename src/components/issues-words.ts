// The words and marks of the page of issues: what a state is, what commits did to contracts in a few words, and the facts
// that pointer and keyboard are told. It places nothing.

import type { IssueChange, IssueLane, IssuesExtract } from "../../loaders/report/pages.ts";
import { whenWords } from "./axis-draw.js";
import type { Book } from "./book.js";
import { shortDay } from "./book.js";
import { CLAIM_VERDICTS } from "./claim-verdicts.js";
import { drawn, type Mark, SHAPES, type Shape } from "./glyphs.js";
import type { IssueState, IssueView, Role } from "./issues-rows.js";
import type { Facts } from "./tip.js";
import { VERDICTS } from "./verdicts.js";
import { day, digits, elided, listed, measured, shortened } from "./words.js";

/** The rows below the line, in order: what stands before one, and what one and many events of it are. */
export const LANES: readonly {
  readonly lane: IssueLane;
  readonly label: string;
  readonly one: string;
  readonly many: string;
}[] = [
  { lane: "names", label: "names", one: "name", many: "names" },
  { lane: "sites", label: "sites, waits", one: "change of sites or waits", many: "changes of sites or waits" },
  { lane: "answers", label: "who answers", one: "change of answerers", many: "changes of answerers" },
  { lane: "keys", label: "keys, replies", one: "key or reply", many: "keys and replies" },
  { lane: "breaches", label: "disagreement", one: "change of agreement", many: "changes of agreement" },
  { lane: "claims", label: "claims", one: "claim turned false", many: "claims turned false" },
  { lane: "citations", label: "citations", one: "citation made wrong", many: "citations made wrong" },
];

const STATES: Readonly<Record<IssueState, readonly [word: string, mark: Mark]>> = {
  open: ["open", "ring"],
  closed: ["closed", "died"],
  merged: ["merged", "answered"],
  unknown: ["state not known", "dropped"],
  unimported: ["not imported", "skipped"],
  commit: ["commit, no issue", "raises"],
};

export const STATE_ORDER = Object.keys(STATES) as readonly IssueState[];

export function stateWord(state: IssueState): string {
  return STATES[state][0];
}

/** Of a number whose own commit is on the line, the mark of what was merged: there it is. */
export function stateMark(view: IssueView): Mark {
  if (view.stranger) return "dropped";
  const isOwn = view.commits.some(({ how }) => how === "own");
  return view.state === "unimported" && isOwn ? "answered" : STATES[view.state][1];
}

const ROLES: Readonly<Record<Role, string>> = {
  author: "author",
  reviewer: "reviewer",
  other: "somebody else",
  bot: "a bot",
  ghost: "an account that is gone",
};

export const ROLE_ORDER = Object.keys(ROLES) as readonly Role[];

export function roleWord(role: string): string {
  return ROLES[role as Role] ?? role;
}

/** The shape of a mark below the line. */
export function laneShape([lane, glyph]: IssueChange["marks"][number]): Shape {
  if (lane === "claims") return CLAIM_VERDICTS[glyph as keyof typeof CLAIM_VERDICTS]?.shape ?? SHAPES.changed;
  if (lane === "citations") return VERDICTS[glyph as keyof typeof VERDICTS]?.shape ?? SHAPES.changed;
  return SHAPES[glyph as Mark] ?? SHAPES.changed;
}

/** A mark below the line, its middle at a place. */
export function laneGlyph(mark: IssueChange["marks"][number], x: number, y: number, size: number): SVGGElement {
  return drawn(laneShape(mark), x, y, size);
}

/** How many events there are of each lane. */
export function tally(changes: readonly IssueChange[]): ReadonlyMap<IssueLane, number> {
  const sums = new Map<IssueLane, number>();
  for (const { marks } of changes) for (const [lane, , n] of marks) sums.set(lane, (sums.get(lane) ?? 0) + n);
  return sums;
}

/** "2 names appear", "12 keys and replies": what commits did, what a reader wants to know first; empty where nothing. */
function deeds(changes: readonly IssueChange[]): readonly string[] {
  const parts: string[] = [];
  const of = (lane: IssueLane, ...glyphs: readonly string[]): number =>
    changes
      .flatMap(({ marks }) => marks.filter(([each, glyph]) => each === lane && glyphs.includes(glyph)))
      .reduce((sum, [, , n]) => sum + n, 0);
  const [born, died] = [of("names", "born", "back"), of("names", "died")];
  if (born > 0) parts.push(`${measured(born, "name")} ${born === 1 ? "appears" : "appear"}`);
  if (died > 0) parts.push(`${measured(died, "name")} gone`);
  const sums = tally(changes);
  const others = (sums.get("names") ?? 0) - born - died;
  if (others > 0) parts.push(measured(others, "change of names", "changes of names"));
  const [begun, settled] = [of("breaches", "breach", "defaulted"), of("breaches", "back")];
  if (begun > 0) parts.push(`${measured(begun, "disagreement")} ${begun === 1 ? "begins" : "begin"}`);
  if (settled > 0) parts.push(`${measured(settled, "disagreement")} settled`);
  for (const wanted of TOLD) {
    const n = sums.get(wanted) ?? 0;
    const { one, many } = laneWords(wanted);
    if (n > 0) parts.push(measured(n, one, many));
  }
  return parts;
}

/** Lanes behind names and disagreements, trouble first. */
const TOLD: readonly IssueLane[] = ["claims", "citations", "keys", "sites", "answers"];

export function deedWords(changes: readonly IssueChange[], most = Number.POSITIVE_INFINITY): string {
  return deeds(changes).slice(0, most).join(", ");
}

function laneWords(lane: IssueLane): { readonly one: string; readonly many: string } {
  return LANES.find((each) => each.lane === lane) ?? { one: "event", many: "events" };
}

/** What stands beside a mark, behind its number: what stays open, else what it did; else the beginning of its title. */
export function labelWords(view: IssueView): string {
  if (view.stranger) return "another repository?";
  if (view.findings.open > 0) return `${measured(view.findings.open, "finding")} open`;
  if (view.state === "open" && view.gone.length > 0) return `speaks of ${elided(view.gone[0] ?? "", 24)}, gone`;
  const { changes } = view;
  if (changes.length === 0) return shortened(view.title, 30);
  return deedWords(changes, 1) || shortened(view.title, 30);
}

/** When it was opened and closed, or when a commit named it. */
export function timeWords(book: Book, view: IssueView): string {
  const { opened, closed, state, position } = view;
  const on = (seconds: number): string => day(new Date(seconds * 1000).toISOString());
  const end = closed === null ? "" : `${state === "merged" ? "merged" : "closed"} ${on(closed)}`;
  if (opened !== null) return [`opened ${on(opened)}`, end].filter((part) => part !== "").join(", ");
  if (end !== "") return end;
  return position === null ? "" : `named ${shortDay(book, position)}`;
}

/** The facts of an issue for pointer and keyboard. */
export function issueFacts(book: Book, view: IssueView, extract: IssuesExtract): Facts {
  const contracts = new Map<number, number>();
  for (const { contracts: own } of view.changes)
    for (const [contract, n] of own) contracts.set(contract, (contracts.get(contract) ?? 0) + n);
  const touched = [...contracts].sort((a, b) => b[1] - a[1]);
  const named = touched.slice(0, 4).map(([contract]) => elided(extract.contracts[contract]?.name ?? ""));
  const rest = touched.length - named.length;
  return [
    `${view.id} ${shortened(view.title, 110)}`,
    [view.state === "unimported" ? "" : stateWord(view.state), timeWords(book, view)]
      .filter((p) => p !== "")
      .join(", "),
    view.stranger && "Title and subject share no word: the thread may be of another repository.",
    view.findings.all > 0 && `${digits(view.findings.open)} of ${measured(view.findings.all, "finding")} open`,
    view.changes.length > 0 && deedWords(view.changes),
    named.length > 0 && `of ${listed(rest > 0 ? [...named, `${rest} more`] : named)}`,
    view.gone.length > 0 && `speaks of what is gone: ${elided(view.gone.slice(0, 3).join(", "), 80)}`,
    view.commits.length > 1 && `${measured(view.commits.length, "commit")} name it`,
  ];
}

/** The facts of marks below the line that stand on one place. */
export function marksFacts(
  book: Book,
  lane: IssueLane,
  changes: readonly IssueChange[],
  extract: IssuesExtract,
): Facts {
  const { one, many } = laneWords(lane);
  const sum = (change: IssueChange): number => tally([change]).get(lane) ?? 0;
  const shown = changes.slice(0, 5);
  const last = changes.at(-1);
  return [
    measured(
      changes.reduce((n, change) => n + sum(change), 0),
      one,
      many,
    ),
    last && whenWords(book, last.position),
    ...shown.map((change) => {
      const ids = change.issues.flatMap((at) => extract.rows[at]?.id ?? []);
      const by = ids.length === 0 ? change.oid.slice(0, 9) : ids.slice(0, 3).join(", ");
      const names = change.contracts.slice(0, 3).map(([contract]) => elided(extract.contracts[contract]?.name ?? ""));
      return `${by}: ${lane === "claims" || lane === "citations" ? measured(sum(change), one, many) : names.join(", ")}`;
    }),
    changes.length > shown.length && `and ${digits(changes.length - shown.length)} more commits`,
  ];
}
