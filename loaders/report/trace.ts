// Turns stored events into a trace: what became of the words somebody asks for, oldest first, each with its contract.

import { parseAddress } from "../address.ts";
import { BinnacleError } from "../error.ts";
import { groupBy } from "../group.ts";
import type { Database } from "../store/database.ts";
import { nearestWords } from "../surface/nearest.ts";
import type { StoredEvent } from "./book.ts";
import { PLAIN, printable, type Style } from "./text.ts";

export interface TraceEvent {
  readonly kind: StoredEvent["kind"];
  readonly side: string;
  readonly topic: string;
  readonly layer: string | null;
  readonly of: string | null;
  readonly subject: string;
  readonly commit: string;
  readonly origin: string | null;
  readonly date: string;
  readonly pr: number | null;
  readonly path: string | null;
  readonly line: number | null;
  readonly function: string | null;
  readonly floor: string | null;
  readonly returned: boolean;
  readonly detail: string;
  readonly commitSubject: string;
}

export interface Trace {
  readonly schema: 1;
  readonly words: readonly string[];
  readonly events: readonly TraceEvent[];
  /** Words that nothing was found for, with the nearest that exist. */
  readonly unknown: readonly { readonly word: string; readonly near: readonly string[] }[];
}

/** Events that concern the words: a name, `name.key`, a key, a class, or an address. Oldest first. */
export async function traceWords(database: Database, words: readonly string[]): Promise<Trace> {
  const rows = await database.rows<
    StoredEvent & { oid: string; day: string; pr: number | null; commit_subject: string }
  >(
    `SELECT event.*, c.oid, c.day, c.pr, c.subject AS commit_subject FROM event JOIN "commit" c USING (position) ORDER BY position, ordinal`,
  );
  const tests = words.map((word) => ({ word, fits: testOf(word) }));
  const events = rows.filter((row) => tests.some(({ fits }) => fits(row)));
  const vocabulary = [
    ...new Set(rows.flatMap((row) => [row.name ?? "", row.subject]).filter((word) => /^[\w.$:-]+$/.test(word))),
  ];
  return {
    schema: 1,
    words,
    events: events.map(({ oid, day, pr, commit_subject, name, position: _, ordinal: __, ...event }) => ({
      ...event,
      of: name,
      commit: oid,
      date: day,
      pr,
      commitSubject: commit_subject,
    })),
    unknown: tests
      .filter(({ fits }) => !rows.some(fits))
      .map(({ word }) => ({ word, near: nearest(word, vocabulary) })),
  };
}

function testOf(word: string): (row: StoredEvent) => boolean {
  if (/^(site|name|key):/.test(word)) {
    const address = parseAddress(word);
    if (address.noun === "site") return (row) => row.subject === word;
    if (address.noun === "name") return (row) => row.name === address.name;
    if (address.noun === "key") return (row) => row.name === address.name && subjectHas(row, address.key);
  }
  if (/^(doc|claim):/.test(word))
    throw new BinnacleError("bad-usage", `"${word}": only sites, names and keys can be traced so far.`);
  const dot = word.indexOf(".");
  return (row) =>
    row.name === word ||
    subjectHas(row, word) ||
    row.function === word ||
    (dot > 0 && row.name === word.slice(0, dot) && subjectHas(row, word.slice(dot + 1)));
}

function subjectHas(row: StoredEvent, word: string): boolean {
  return row.subject === word || row.subject.split(" ").includes(word);
}

/** Words that hold the asked one or are held by it, then those spelt alike. */
function nearest(word: string, vocabulary: readonly string[]): string[] {
  const lower = word.toLowerCase();
  const parts = vocabulary.filter(
    (each) => each.toLowerCase().includes(lower) || (each.length > 3 && lower.includes(each.toLowerCase())),
  );
  return [...new Set([...parts.toSorted((a, b) => a.length - b.length), ...nearestWords(word, vocabulary, 5)])].slice(
    0,
    5,
  );
}

/** A block a contract, a line for what a commit did to one side of it. */
export function traceText(trace: Trace, style: Style = PLAIN): string {
  const contracts = groupBy(trace.events, (event) =>
    event.of === null ? "everywhere" : event.layer === null ? event.of : `${event.of} (${event.layer})`,
  );
  const blocks = [...contracts].map(([contract, events]) => {
    const lines = groupBy(events, (event) =>
      [event.commit, event.side, event.topic, verbOf(event), event.detail].join("\n"),
    );
    return [style.bold(printable(contract)), ...[...lines.values()].map((same) => eventLine(same, style))].join("\n");
  });
  for (const { word, near } of trace.unknown) {
    const nearest = near.length > 0 ? ` Near: ${near.map(printable).join(", ")}.` : "";
    blocks.push(`Nothing was ever sent, read or produced as "${printable(word)}".${nearest}`);
  }
  return blocks.join("\n\n");
}

/** One line for events that say the same of several members, classes or sites. */
function eventLine(events: readonly TraceEvent[], style: Style): string {
  const event = events[0] as TraceEvent;
  const commit = `${event.commit.slice(0, 9)}${event.origin === null ? "" : ` (by ${event.origin.slice(0, 9)})`}`;
  const pr = event.pr === null ? "" : ` #${event.pr}`;
  const subjects =
    event.topic === "site"
      ? [events.length === 1 ? "a site" : `${events.length} sites`]
      : [...new Set(events.map((each) => each.subject))];
  const what = [subjects.filter((each) => each !== "").join(", "), verbOf(event)]
    .filter((part) => part !== "")
    .join(" ");
  const floor = event.floor === null ? "" : ` (or before: ${FLOORS[event.floor] ?? event.floor})`;
  const detail = event.detail === "" || what === "" ? event.detail : `: ${event.detail}`;
  const line = `  ${event.date}  ${commit}${pr}  ${sideOf(event)}  ${what}${detail}${floor}${placesOf(events)}`;
  const isTrouble = event.kind !== "disappeared" && (event.topic === "breach" || event.topic === "lost");
  return isTrouble ? style.alarm(printable(line)) : printable(line);
}

function sideOf(event: TraceEvent): string {
  return event.side === "conformance" ? event.topic : (SIDES[event.side] ?? event.side);
}

function verbOf(event: TraceEvent): string {
  if (event.side === "conformance") return event.kind === "disappeared" ? "ends" : "begins";
  if (event.kind === "appeared") return event.returned ? "returned" : "appeared";
  return event.kind === "changed" && event.topic !== "site" ? "" : event.kind;
}

function placesOf(events: readonly TraceEvent[]): string {
  const places = [
    ...new Set(
      events
        .filter((event) => event.path !== null)
        .map((event) => `${event.path}:${event.line ?? 1}${event.function ? ` ${event.function}` : ""}`),
    ),
  ];
  return places.length === 0 ? "" : `  ${places[0]}${places.length > 1 ? ` and ${places.length - 1} more` : ""}`;
}

const SIDES: Readonly<Record<string, string>> = {
  dispatched: "sent",
  answered: "answered",
  read: "read",
  produced: "produced",
  nested: "nested",
  "in-process": "in-process",
  dropped: "not seen",
};
const FLOORS: Readonly<Record<string, string>> = {
  root: "the repository begins here",
  shallow: "this clone is shallow here",
  since: "--since stops here",
  profile: "nothing matched the profile before",
};
