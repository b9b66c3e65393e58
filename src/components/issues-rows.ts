// Turns issues.json into rows that have all their parts, commits that name no issue among them, and tells which were changing
// the same contract at the same time. It draws nothing.

import type { IssueChange, IssueParts, IssuesExtract } from "../../loaders/report/pages.ts";

/** `unimported`: only a number that messages name; `commit`: no issue, a commit that changed a contract and names none. */
export type IssueState = IssueParts["state"] | "unimported" | "commit";

export type Role = IssueParts["role"];

type How = IssuesExtract["hows"][number];

export interface IssueView {
  /** Place in the extract's rows; -1 of a commit that names none. */
  readonly at: number;
  /** `#90`, or nine digits of the commit. */
  readonly id: string;
  readonly kind: IssueParts["kind"] | null;
  readonly title: string;
  readonly state: IssueState;
  readonly role: Role | null;
  readonly raisers: readonly Role[];
  readonly opened: number | null;
  readonly closed: number | null;
  readonly stranger: boolean;
  readonly commits: readonly { readonly position: number; readonly how: How }[];
  /** Where it stands by commits: of its own, else of the first that names it; null where none does. */
  readonly position: number | null;
  /** What its own commits did, and their places in the extract. */
  readonly changes: readonly IssueChange[];
  readonly changesAt: readonly number[];
  /** Events of contracts; claims that turned false and citations that broke. */
  readonly events: number;
  readonly turned: number;
  readonly findings: IssueParts["findings"];
  readonly cites: IssueParts["cites"];
  readonly gone: readonly string[];
  /** Names of contracts and members that it changed or speaks of. */
  readonly names: ReadonlySet<string>;
}

const NONE = { open: 0, all: 0 };

/** By number, then commits that name no issue. */
export function issueViews(extract: IssuesExtract): readonly IssueView[] {
  const nameOf = (contract: number): string => extract.contracts[contract]?.name ?? "";
  const rows = extract.rows.map((row, at): IssueView => {
    const commits = row.commits.map(([position, how]) => ({ position, how: extract.hows[how] ?? "mentions" }));
    const changesAt = row.changes ?? [];
    const changes = changesAt.flatMap((change) => extract.changes[change] ?? []);
    const of = commits.find(({ how }) => how === "own") ?? commits[0];
    return {
      at,
      id: row.id,
      kind: row.kind ?? null,
      title: row.title,
      state: row.state ?? "unimported",
      role: row.role ?? null,
      raisers: row.raisers ?? [],
      opened: row.opened ?? null,
      closed: row.closed ?? null,
      stranger: row.stranger ?? false,
      commits,
      position: of?.position ?? null,
      changes,
      changesAt,
      ...weightOf(changes),
      findings: row.findings ?? NONE,
      cites: row.cites ?? { wrong: 0, judged: 0 },
      gone: row.gone ?? [],
      names: new Set([
        ...changes.flatMap((change) => [...change.contracts.map(([contract]) => nameOf(contract)), ...change.keys]),
        ...(row.speaks ?? []).map(nameOf),
        ...(row.members ?? []),
        ...(row.gone ?? []),
      ]),
    };
  });
  const unnamed = extract.changes.flatMap((change, place): readonly IssueView[] => {
    const weight = weightOf([change]);
    if (change.issues.length > 0 || weight.events === 0) return [];
    return [
      {
        at: -1,
        id: change.oid.slice(0, 9),
        kind: null,
        title: change.subject,
        state: "commit",
        role: null,
        raisers: [],
        opened: null,
        closed: null,
        stranger: false,
        commits: [{ position: change.position, how: "own" }],
        position: change.position,
        changes: [change],
        changesAt: [place],
        ...weight,
        findings: NONE,
        cites: { wrong: 0, judged: 0 },
        gone: [],
        names: new Set([...change.contracts.map(([contract]) => nameOf(contract)), ...change.keys]),
      },
    ];
  });
  return [...rows, ...unnamed];
}

function weightOf(changes: readonly IssueChange[]): Pick<IssueView, "events" | "turned"> {
  let [events, turned] = [0, 0];
  for (const { marks } of changes)
    for (const [lane, , n] of marks)
      if (lane === "claims" || lane === "citations") turned += n;
      else events += n;
  return { events, turned };
}

/** Two that changed the same contract close to each other. */
export interface Pair {
  readonly a: IssueView;
  readonly b: IssueView;
  /** Places in the extract's contracts. */
  readonly contracts: readonly number[];
}

/** Days between two commits that are near each other. */
export const NEAR_DAYS = 7;

/**
 * Pairs whose own commits changed one contract within seven days of each other, or that were open at the same time. What
 * one merge brought is one, and no pair.
 */
export function pairsOf(views: readonly IssueView[], time: readonly number[]): readonly Pair[] {
  const byContract = new Map<number, IssueView[]>();
  for (const view of views)
    if (view.at >= 0 && view.events > 0)
      for (const contract of new Set(view.changes.flatMap((change) => change.contracts.map(([place]) => place))))
        byContract.set(contract, [...(byContract.get(contract) ?? []), view]);
  const pairs = new Map<string, { a: IssueView; b: IssueView; contracts: number[] }>();
  for (const [contract, own] of byContract)
    own.forEach((a, i) => {
      for (const b of own.slice(i + 1)) {
        if (a.changesAt.some((change) => b.changesAt.includes(change)) || !areNear(a, b, time)) continue;
        const key = `${a.at} ${b.at}`;
        const pair = pairs.get(key) ?? { a, b, contracts: [] };
        pair.contracts.push(contract);
        pairs.set(key, pair);
      }
    });
  return [...pairs.values()].sort((x, y) => y.contracts.length - x.contracts.length || x.a.at - y.a.at);
}

function areNear(a: IssueView, b: IssueView, time: readonly number[]): boolean {
  if (a.opened !== null && b.opened !== null) {
    const [endA, endB] = [a.closed ?? Number.POSITIVE_INFINITY, b.closed ?? Number.POSITIVE_INFINITY];
    if (a.opened <= endB && b.opened <= endA) return true;
  }
  const [atA, atB] = [time[a.position ?? -1], time[b.position ?? -1]];
  return atA !== undefined && atB !== undefined && Math.abs(atA - atB) <= NEAR_DAYS * 86400;
}
