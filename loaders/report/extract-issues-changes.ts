// Gathers what each commit did to contracts, to pinned claims and to citations, as the page of issues draws it. Code that only
// moved counts for nothing here, nor does a site of a name: what its name does, tells it.

import type { Verdict } from "../citation.ts";
import { groupBy } from "../group.ts";
import type { Naming } from "../provenance/issues/messages.ts";
import type { Database } from "../store/database.ts";
import type { Book, StoredEvent } from "./book.ts";
import { isWrong } from "./citation-rows.ts";
import { contractChanges } from "./extract-contracts.ts";
import { glyphOf } from "./extract-surface.ts";
import type { IssueChange, IssueChangeDetail, IssueLane } from "./pages.ts";

export interface Reference {
  readonly position: number;
  readonly commit: string;
  readonly issue: string;
  readonly how: Naming;
}

/** All that messages name, by position. */
export async function references(database: Database): Promise<readonly Reference[]> {
  return database.rows<Reference>(`SELECT position, "commit", issue, how FROM reference ORDER BY position, rowid`);
}

interface TurnedClaim {
  readonly position: number;
  readonly address: string;
  readonly text: string;
  readonly says: string;
}

interface BrokenCitation {
  readonly position: number;
  readonly commit: string | null;
  readonly doc: string;
  readonly line: number;
  readonly text: string;
  readonly verdict: Verdict;
}

/** All that one commit did; `oid` is the one inside the merge that brought it, where that is known. */
export interface Deed {
  readonly position: number;
  readonly oid: string;
  readonly events: readonly StoredEvent[];
  readonly claims: readonly TurnedClaim[];
  readonly citations: readonly BrokenCitation[];
}

/** Oldest first. */
export async function deeds(book: Book, database: Database): Promise<readonly Deed[]> {
  const claims = await database.rows<TurnedClaim>(
    `SELECT s.first AS position, c.address, c.text, s.says FROM claim_span s
     JOIN claim_span b ON b.claim = s.claim AND b.last = s.first - 1 AND b.verdict = 'holds'
     JOIN claim c ON c.id = s.claim WHERE s.verdict = 'false' ORDER BY s.first, c.id`,
  );
  const citations = await database.rows<BrokenCitation>(
    `SELECT broke_position AS position, broke_commit AS "commit", doc, line, text, verdict
     FROM citation WHERE broke_position IS NOT NULL ORDER BY id`,
  );
  const oidAt = (position: number) => book.commits[position]?.oid ?? "";
  const key = (position: number, oid: string | null) => `${position}\n${oid ?? oidAt(position)}`;
  const events = groupBy(
    book.events.filter((event) => laneOf(event) !== null),
    (event) => key(event.position, event.origin),
  );
  const turned = groupBy(claims, ({ position }) => key(position, null));
  const broken = groupBy(
    citations.filter(({ verdict }) => isWrong(verdict) && verdict !== "moved"),
    ({ position, commit }) => key(position, commit),
  );
  const named = new Set(
    (await database.rows<{ oid: string }>(`SELECT DISTINCT "commit" AS oid FROM reference`)).map(({ oid }) => oid),
  );
  // What the line begins with was there before: nobody brought it with a commit that names no issue.
  const isFound = (deed: Deed) =>
    deed.claims.length + deed.citations.length === 0 &&
    deed.events.every(({ floor }) => floor !== null) &&
    !named.has(deed.oid) &&
    !named.has(oidAt(deed.position));
  return [...new Set([...events.keys(), ...turned.keys(), ...broken.keys()])]
    .map((each) => {
      const [position, oid] = each.split("\n") as [string, string];
      return {
        position: Number(position),
        oid,
        events: events.get(each) ?? [],
        claims: turned.get(each) ?? [],
        citations: broken.get(each) ?? [],
      };
    })
    .filter((deed) => !isFound(deed))
    .toSorted((a, b) => a.position - b.position);
}

/** The row that an event is drawn in; null of one that changes no contract. */
function laneOf({ kind, side, topic, name }: StoredEvent): IssueLane | null {
  if (kind === "moved" || name === null || topic === "site") return null;
  if (side === "conformance") return "breaches";
  if (side === "read" || side === "produced") return "keys";
  if (side === "answered" || side === "in-process" || side === "nested") return "answers";
  if (side !== "dispatched") return null;
  return topic === "sites" || topic === "wait" ? "sites" : "names";
}

/** `contractAt` gives a contract its place in the extract, `issuesOf` the rows that a commit's message names. */
export function issueChange(
  book: Book,
  deed: Deed,
  contractAt: (layer: string, name: string) => number,
  issuesOf: (position: number, oid: string) => readonly number[],
): IssueChange {
  const { position, oid, events, claims, citations } = deed;
  const marks = [...groupBy(events, (event) => `${laneOf(event)}\n${glyphOf(event)}`)].map(([key, same]) => {
    const [lane, glyph] = key.split("\n") as [IssueLane, IssueChange["marks"][number][1]];
    return [lane, glyph, same.length] as const;
  });
  const contracts = [...groupBy(events, (event) => contractAt(event.layer ?? "", event.name ?? ""))];
  return {
    position,
    oid,
    subject: subjectOf(book, position, oid),
    issues: issuesOf(position, oid),
    marks: [
      ...marks,
      ...(claims.length > 0 ? [["claims", "false", claims.length] as const] : []),
      ...[...groupBy(citations, ({ verdict }) => verdict)].map(
        ([verdict, same]) => ["citations", verdict, same.length] as const,
      ),
    ],
    contracts: contracts
      .map(([contract, same]) => [contract, same.length] as const)
      .toSorted((a, b) => b[1] - a[1] || a[0] - b[0]),
    keys: [
      ...new Set(events.filter((event) => laneOf(event) === "keys" && event.topic === "").map((each) => each.subject)),
    ],
  };
}

/** What an opened one shows. */
export function changeDetail(book: Book, { position, events, claims, citations }: Deed): IssueChangeDetail {
  const named = groupBy(events, (event) => `${event.layer}\n${event.name}`);
  return {
    contracts: [...named].map(([key, same]) => {
      const [layer, name] = key.split("\n") as [string, string];
      return {
        name,
        slug: book.slugOf({ layer, name }) || null,
        changes: contractChanges(book, { layer, name }, same, position),
      };
    }),
    claims: claims.map(({ address, text, says }) => ({ name: address.replace(/^claim:/, ""), text, says })),
    citations: citations.map(({ doc, line, text, verdict }) => ({ doc, line, text, verdict })),
  };
}

/** Of a commit inside a merge, whose subject the line does not hold, the merge's. */
export function subjectOf(book: Book, position: number, oid: string): string {
  const commit = book.commits[position];
  if (commit === undefined) return "";
  return commit.oid === oid ? commit.subject : `inside “${commit.subject}”`;
}
