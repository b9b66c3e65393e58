// Reads a notebook store once into what all extracts draw from: commits, spans, events, names with their slugs. It
// decides nothing about how a page looks.

import { type SiteKey, siteAddress } from "../address.ts";
import { BinnacleError } from "../error.ts";
import { groupBy } from "../group.ts";
import type { Database } from "../store/database.ts";
import { type Meta, readMeta } from "../store/notebook.ts";
import { type SpanRow, spansOf } from "../store/spans.ts";
import type { Spot } from "./pages.ts";
import { type Named, slugsOf } from "./slugs.ts";

export interface CommitRow {
  readonly position: number;
  readonly oid: string;
  readonly time: number;
  readonly day: string;
  readonly pr: number | null;
  readonly subject: string;
}

export interface StoredEvent {
  readonly position: number;
  readonly ordinal: number;
  readonly kind: "appeared" | "changed" | "moved" | "disappeared";
  readonly side: string;
  readonly topic: string;
  readonly layer: string | null;
  readonly name: string | null;
  readonly subject: string;
  readonly detail: string;
  readonly returned: boolean;
  readonly origin: string | null;
  readonly path: string | null;
  readonly line: number | null;
  readonly function: string | null;
  readonly floor: string | null;
}

export interface TagRow {
  readonly name: string;
  readonly oid: string;
  readonly position: number | null;
  readonly time: number;
  readonly on_line: boolean;
}

/** A whole notebook in memory; ATOM's is some 15,000 rows. */
export interface Book {
  readonly meta: Meta;
  readonly commits: readonly CommitRow[];
  readonly tags: readonly TagRow[];
  readonly events: readonly StoredEvent[];
  readonly names: readonly SpanRow[];
  readonly sites: readonly SpanRow[];
  readonly answerers: readonly SpanRow[];
  readonly reads: readonly SpanRow[];
  readonly keys: readonly SpanRow[];
  readonly products: readonly SpanRow[];
  readonly replies: readonly SpanRow[];
  readonly conformance: readonly SpanRow[];
  readonly nested: readonly SpanRow[];
  readonly inProcess: readonly SpanRow[];
  readonly fates: readonly SpanRow[];
  readonly meetings: readonly SpanRow[];
  readonly dropped: readonly SpanRow[];
  /** Every name ever sent, in order of layer, birth and name. */
  readonly named: readonly Named[];
  /** Contracts that no site sends by name: what a hop carries, as a profile declares. */
  readonly carried: readonly Named[];
  readonly slugOf: (named: Named) => string;
}

/** Throws "store-corrupt" of a file that is no notebook, "store-newer". */
export async function readBook(database: Database): Promise<Book> {
  const meta = await readMeta(database);
  if (!meta)
    throw new BinnacleError("store-corrupt", `This file is no notebook of this Binnacle. Run "binnacle ingest".`);
  const names = await spansOf(database, "name");
  const order = new Map(meta.layers.map((layer, at) => [layer.name, at]));
  const births = new Map<string, Named & { born: number }>();
  for (const span of names) {
    const key = `${span.layer}\n${span.name}`;
    const known = births.get(key);
    if (!known || span.first < known.born)
      births.set(key, { layer: span.layer as string, name: span.name as string, born: span.first });
  }
  const named = [...births.values()].toSorted(
    (a, b) => (order.get(a.layer) ?? 0) - (order.get(b.layer) ?? 0) || a.born - b.born || (a.name < b.name ? -1 : 1),
  );
  const products = await spansOf(database, "product");
  const reads = await spansOf(database, "read");
  const carried = [...groupBy(products, (span) => `${span.layer}\n${span.name}`)]
    .filter(([key]) => !births.has(key))
    .map(([, spans]) => ({ layer: spans[0]?.layer as string, name: spans[0]?.name as string }));
  return {
    meta,
    commits: await database.rows<CommitRow>(
      `SELECT position, oid, time, day, pr, subject FROM "commit" ORDER BY position`,
    ),
    tags: await database.rows<TagRow>("SELECT name, oid, position, time, on_line FROM tag ORDER BY time, name"),
    events: withoutUncalled(await database.rows<StoredEvent>("SELECT * FROM event ORDER BY position, ordinal")),
    names,
    sites: await spansOf(database, "site"),
    answerers: await spansOf(database, "answerer"),
    reads,
    keys: (await spansOf(database, "key")).filter(
      (span) =>
        span.shape !== "method" ||
        reads.some(
          (read) => isOf(read, { layer: span.layer as string, name: span.name as string }) && read.key === span.key,
        ),
    ),
    products,
    replies: await spansOf(database, "reply"),
    conformance: await spansOf(database, "conformance"),
    nested: await spansOf(database, "nested"),
    inProcess: await spansOf(database, "in_process"),
    fates: await spansOf(database, "fate"),
    meetings: await spansOf(database, "meeting"),
    dropped: await spansOf(database, "dropped"),
    named,
    carried,
    slugOf: slugsOf([...named, ...carried]),
  };
}

/** A method comes with its object's class; it is worth a word where somebody calls it in the same commit. */
function withoutUncalled(events: readonly StoredEvent[]): StoredEvent[] {
  const member = (event: StoredEvent) => [event.position, event.layer, event.name, event.subject].join("\n");
  const called = new Set(events.filter((event) => event.side === "read").map(member));
  return events.filter((event) => event.topic !== "method" || called.has(member(event)));
}

/** Where a span's row stands. */
export function spotOf(span: SpanRow): Spot {
  return {
    path: (span.path as string | null) ?? "",
    line: (span.line as number | null) ?? 1,
    endLine: ((span.end_line ?? span.line) as number | null) ?? 1,
    oid: span.blob as string | null,
  };
}

export function isOf(span: SpanRow, named: Named): boolean {
  return span.layer === named.layer && span.name === named.name;
}

/** Words joined as a sentence does: `a`, `a and b`, `a, b and c`. */
export function joined(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Numbers up to twelve in words, as prose has them; capital where a sentence begins. */
export function inWords(count: number, capital = false): string {
  const word =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"][count] ??
    String(count);
  return capital ? word[0]?.toUpperCase() + word.slice(1) : word;
}

/** What classes that answer are called together: `runner` of ModelRunner and RapidServeModelRunner; else `answerer`. */
export function answererNoun(classes: readonly string[]): string {
  const last = classes.map((name) => /[A-Z][a-z0-9]+$/.exec(name)?.[0].toLowerCase());
  const [first] = last;
  return first !== undefined && last.every((word) => word === first) ? first : "answerer";
}

/** The address of a stored site. */
export function addressOf(site: SpanRow): string {
  return siteAddress(site as unknown as SiteKey);
}
