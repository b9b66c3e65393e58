// Answers questions across issues from a notebook: which pull requests changed a contract, which issues speak of what is gone,
// which commits changed the surface and name no issue.

import { BinnacleError } from "../../error.ts";
import { groupBy } from "../../group.ts";
import type { Moment } from "../../model.ts";
import { didYouMean } from "../../near.ts";
import type { Database } from "../../store/database.ts";
import { knownContracts } from "../../store/known-contracts.ts";

/** An event of the surface, as it is told. */
export interface ToldEvent {
  readonly kind: string;
  readonly side: string;
  readonly layer: string | null;
  readonly name: string | null;
  readonly subject: string;
  readonly detail: string;
  readonly path: string | null;
  readonly line: number | null;
}

/** A commit that changed the surface. */
export interface Changing {
  readonly moment: Moment;
  readonly subject: string;
  /** Pull requests that brought it; none where its message names none. */
  readonly issues: readonly string[];
  readonly events: readonly ToldEvent[];
}

/** What an open issue speaks of and that is gone. */
export interface SpeaksOfGone {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly names: readonly {
    readonly kind: "name" | "member" | "class" | "symbol" | "path";
    readonly layer: string | null;
    readonly name: string | null;
    readonly text: string;
    readonly times: number;
    /** The first commit without it; null where that is not known. */
    readonly gone: Moment | null;
  }[];
}

interface EventRow extends ToldEvent {
  readonly position: number;
  readonly oid: string;
  readonly origin: string | null;
  readonly pr: number | null;
  readonly day: string;
  readonly title: string;
}

const EVENTS = `
SELECT e.position, c.oid, e.origin, c.pr, c.day, c.subject AS title, e.kind, e.side, e.layer, e.name, e.subject, e.detail, e.path, e.line
FROM event e JOIN "commit" c USING (position)`;

const CHANGES =
  "e.floor IS NULL AND e.name IS NOT NULL AND e.kind <> 'moved' AND e.topic <> 'site' AND e.side <> 'dropped'";

/** Of the commits that changed the surface, those that name nothing. */
export interface NamingNone {
  /** How many changed it. */
  readonly looked: number;
  readonly commits: readonly Changing[];
}

/**
 * Commits that changed a contract (`forward`), or one member of it (`forward.req_ids`), the newest first. Throws "bad-usage"
 * for a word that names none.
 */
export async function changesOfContract(database: Database, word: string): Promise<readonly Changing[]> {
  const { name, key } = await contractOf(database, word);
  const rows = await database.rows<EventRow>(
    `${EVENTS} WHERE e.name = ? AND (?::VARCHAR IS NULL OR e.subject = ?) ORDER BY position DESC, ordinal`,
    [name, key, key],
  );
  return changing(database, rows);
}

/**
 * Commits that changed a contract, more than where it stands, and whose messages name no issue, nor that of the merge which
 * brought them; the newest first.
 */
export async function namingNone(database: Database): Promise<NamingNone> {
  // What the line begins with was there before: nobody brought it with that commit.
  const rows = await database.rows<EventRow>(
    `${EVENTS} WHERE ${CHANGES} AND NOT EXISTS (FROM reference r WHERE r."commit" IN (c.oid, e.origin))
     ORDER BY position DESC, ordinal`,
  );
  const [all] = await database.rows<{ n: number }>(
    `SELECT count(DISTINCT position) AS n FROM event e WHERE ${CHANGES}`,
  );
  return { looked: all!.n, commits: await changing(database, rows) };
}

/** Issues of a state that speak of names, members, symbols or paths that are gone; by number. */
export async function speakingOfGone(database: Database, state: string): Promise<readonly SpeaksOfGone[]> {
  interface Row {
    readonly id: string;
    readonly title: string;
    readonly state: string;
    readonly kind: SpeaksOfGone["names"][number]["kind"];
    readonly layer: string | null;
    readonly name: string | null;
    readonly text: string;
    readonly times: number;
    readonly oid: string | null;
    readonly pr: number | null;
    readonly day: string | null;
  }
  const rows = await database.rows<Row>(
    `SELECT i.id, i.title, i.state, n.kind, n.layer, n.name, n.text, n.times, n.gone_commit AS oid, c.pr, c.day
     FROM issue i JOIN issue_name n ON n.issue = i.id LEFT JOIN "commit" c ON c.oid = n.gone_commit
     WHERE n.gone AND i.state = ? ORDER BY i.number, i.id, n.comment, n.text`,
    [state],
  );
  return [...groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    id,
    title: own[0]!.title,
    state: own[0]!.state,
    names: own.map(({ kind, layer, name, text, times, oid, pr, day }) => ({
      kind,
      layer,
      name,
      text,
      times,
      gone: oid === null ? null : { commit: oid, pr, date: day ?? "" },
    })),
  }));
}

async function changing(database: Database, rows: readonly EventRow[]): Promise<readonly Changing[]> {
  const own = await database.rows<{ commit: string; issue: string }>(
    `SELECT "commit", issue FROM reference WHERE how = 'own'`,
  );
  const brought = groupBy(own, ({ commit }) => commit);
  return [...groupBy(rows, ({ position }) => position).values()].map((events) => {
    const { oid, pr, day, title } = events[0]!;
    // Numbers of commits inside a merge may be those of another repository that it came from.
    const commits = brought.has(oid) ? [oid] : events.flatMap(({ origin }) => origin ?? []);
    return {
      moment: { commit: oid, pr, date: day },
      subject: title,
      issues: [...new Set(commits.flatMap((commit) => (brought.get(commit) ?? []).map(({ issue }) => issue)))],
      events: events.map(({ kind, side, layer, name, subject, detail, path, line }) => ({
        kind,
        side,
        layer,
        name,
        subject,
        detail,
        path,
        line,
      })),
    };
  });
}

async function contractOf(database: Database, word: string): Promise<{ name: string; key: string | null }> {
  const contracts = await knownContracts(database);
  if (contracts.some(({ name }) => name === word)) return { name: word, key: null };
  for (const { name, members } of contracts)
    for (const key of members.keys()) if (`${name}.${key}` === word) return { name, key };
  const near = didYouMean(word, [
    ...contracts.map(({ name }) => name),
    ...contracts.flatMap(({ name, members }) => [...members.keys()].map((key) => `${name}.${key}`)),
  ]);
  throw new BinnacleError("bad-usage", `"${word}" is no contract of this line, nor a member of one.${near}`);
}
