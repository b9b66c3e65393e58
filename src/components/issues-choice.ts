// Says which rows the address chooses: a kind of answer, a state, a role, a name or key, words. It draws nothing.

import type { Book } from "./book.js";
import type { IssueState, IssueView, Pair, Role } from "./issues-rows.js";

export const ISSUE_KINDS = ["contract", "findings", "gone", "together", "unnamed"] as const;
export type IssueKind = (typeof ISSUE_KINDS)[number];

export interface IssuesChoice {
  readonly kind: IssueKind | undefined;
  readonly state: string | undefined;
  readonly role: string | undefined;
  /** A contract or a member, exactly. */
  readonly name: string | undefined;
  readonly q: string;
}

/** The choice of the address. */
export function issuesChoice(book: Book): IssuesChoice {
  const kind = book.address.get("kind");
  return {
    kind: ISSUE_KINDS.find((each) => each === kind),
    state: book.address.get("state"),
    role: book.address.get("role"),
    name: book.address.get("name"),
    q: (book.address.get("q") ?? "").trim(),
  };
}

/** Whether anything but everything is chosen. */
export function isNarrowed({ kind, state, role, name, q }: IssuesChoice): boolean {
  return kind !== undefined || state !== undefined || role !== undefined || name !== undefined || q !== "";
}

/** The keys of the address that choose rows. */
export const CHOICE_KEYS = ["kind", "state", "role", "name", "q"] as const;

/** What rows are chosen from; `beside` are those that change what another changes. */
export interface Chooser {
  readonly views: readonly IssueView[];
  readonly beside: ReadonlySet<IssueView>;
  readonly pairs: readonly Pair[];
}

export function chooser(views: readonly IssueView[], pairs: readonly Pair[]): Chooser {
  return { views, pairs, beside: new Set(pairs.flatMap(({ a, b }) => [a, b])) };
}

/** Whether a choice lets a row through; `but` is a part that is not asked. */
export function passes(view: IssueView, choice: IssuesChoice, { beside }: Chooser, but?: keyof IssuesChoice): boolean {
  return (
    (but === "kind" || isOfKind(view, choice.kind, beside)) &&
    (but === "state" || choice.state === undefined || view.state === (choice.state as IssueState)) &&
    (but === "role" || choice.role === undefined || rolesOf(view).includes(choice.role as Role)) &&
    (but === "name" || choice.name === undefined || view.names.has(choice.name)) &&
    (but === "q" || isFound(view, choice.q))
  );
}

/** Who opened it and who raised findings. */
export function rolesOf({ role, raisers }: IssueView): readonly Role[] {
  return [...new Set([...(role === null ? [] : [role]), ...raisers])];
}

/** Commits that name no issue are shown where they are asked for, and are no part of everything else. */
export function isOfKind(view: IssueView, kind: IssueKind | undefined, beside: ReadonlySet<IssueView>): boolean {
  if (kind === "unnamed") return view.state === "commit";
  if (view.state === "commit") return false;
  if (kind === "contract") return view.events > 0;
  if (kind === "findings") return view.findings.open > 0;
  if (kind === "gone") return view.state === "open" && view.gone.length > 0;
  return kind !== "together" || beside.has(view);
}

/** `#90` is the number alone; hex digits a commit; else its title, and the names and keys that it changed or speaks of. */
function isFound(view: IssueView, words: string): boolean {
  const q = words.toLowerCase();
  if (q === "") return true;
  if (/^[#!]\d+$/.test(q)) return view.id === q;
  if (/^[0-9a-f]{7,64}$/.test(q) && view.changes.some(({ oid }) => oid.startsWith(q))) return true;
  return (
    view.id.includes(q) ||
    view.title.toLowerCase().includes(q) ||
    [...view.names].some((name) => name.toLowerCase().includes(q))
  );
}

/** Those that a choice lets through: what changed contracts most first where that is asked, else the newest first. */
export function chosen(all: Chooser, choice: IssuesChoice): readonly IssueView[] {
  const rows = all.views.filter((view) => passes(view, choice, all));
  if (choice.kind === "findings") return rows.sort((a, b) => b.findings.open - a.findings.open || b.at - a.at);
  if (choice.kind === "unnamed") return rows.sort((a, b) => b.events - a.events);
  if (choice.kind === "contract" || choice.kind === "together" || choice.name !== undefined)
    return rows.sort((a, b) => b.events - a.events || b.at - a.at);
  return rows.sort((a, b) => weight(b) - weight(a) || b.at - a.at);
}

/** Open findings and gone names before what changed contracts, that before the rest. */
function weight(view: IssueView): number {
  if (view.findings.open > 0) return 3;
  if (view.state === "open" && view.gone.length > 0) return 2;
  return view.events + view.turned > 0 ? 1 : 0;
}
