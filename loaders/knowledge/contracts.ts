// Turns a name or a key into what is said of it at a commit, line by line, from rows of the surface; and the stored rows of
// all commits into its trail. What the code around it looks like does not matter here.

import type { Kind, Row } from "../surface/rows.ts";
import type { Subject } from "./note.ts";
import { holdsAt, type Records, type Stretch } from "./records.ts";
import type { Station, Trail } from "./trail.ts";

export type ContractSubject = Extract<Subject, { readonly noun: "name" | "key" }>;

/** What contracts are told from. */
const KINDS = ["name", "answerer", "reply", "key", "read", "conformance"] as const satisfies readonly Kind[];

type RowsOf = (kind: (typeof KINDS)[number]) => readonly Row[];

/** Null where there is no such name or key among the rows. */
export function contractStation(subject: ContractSubject, rowsOf: RowsOf, at: number | null): Station | null {
  const rows: RowsOf = (kind) => rowsOf(kind).filter((row) => row.name === subject.name);
  const told = subject.noun === "name" ? nameWords(rows) : keyWords(rows, subject.key);
  if (told === null) return null;
  const { words, place } = told;
  // One line may be said of two layers.
  const says = [...new Set(words)].sort();
  const path = typeof place?.path === "string" ? place.path : null;
  const line = typeof place?.line === "number" ? place.line : null;
  return { at, subject, path, line, says, own: null };
}

interface Told {
  readonly words: readonly string[];
  readonly place: Row | undefined;
}

function nameWords(rows: RowsOf): Told | null {
  const [names, answerers] = [rows("name"), rows("answerer")];
  if (names.length === 0 && answerers.length === 0) return null;
  const words = [
    ...names.flatMap(({ waits, sites, answerers: count }) => [
      `it is sent from ${sites} ${sites === 1 ? "site" : "sites"}`,
      `callers wait: ${waits}`,
      ...(count === 0 ? ["nobody answers"] : []),
    ]),
    ...(names.length === 0 ? ["nobody sends it"] : []),
    ...answerers.map((row) => `${row.class} answers, with ${listOf(row.parameters) || "no parameters"}`),
    ...answerers.flatMap((row) => listOf(row.decorators, (each) => `${row.class} decorates it with ${each}`)),
    ...rows("reply").map((row) => `${row.class} replies ${row.label}: ${keysOf(row)}`),
    ...rows("read").map((row) => `callers read ${row.key}${need(row)}`),
  ];
  return { words, place: names[0] ?? answerers[0] };
}

function keyWords(rows: RowsOf, key: string): Told | null {
  const isOfKey = (row: Row) => row.key === key;
  const [keys, reads] = [rows("key").filter(isOfKey), rows("read").filter(isOfKey)];
  if (keys.length === 0 && reads.length === 0) return null;
  const words = [
    ...keys.flatMap((row) => listOf(row.classes, (each) => `${each} sends it`)),
    ...(keys.length === 0 ? ["nobody sends it"] : []),
    ...reads.map((row) => `${row.function} reads it${need(row)}`),
    ...(reads.length === 0 ? ["nobody reads it"] : []),
    ...rows("conformance")
      .filter((row) => isOfKey(row) && (row.status === "breach" || row.status === "defaulted"))
      .map((row) => `${row.class}: ${row.status}, ${row.detail}`),
  ];
  return { words, place: keys[0] ?? reads[0] };
}

function need(row: Row): string {
  return row.required === true ? "" : `, or takes ${row.default_value ?? "None"}`;
}

function listOf(cell: unknown, each: (item: string) => string): string[];
function listOf(cell: unknown): string;
function listOf(cell: unknown, each?: (item: string) => string): string[] | string {
  const items = typeof cell === "string" ? (JSON.parse(cell) as string[]) : [];
  return each === undefined ? items.join(", ") : items.map(each);
}

function keysOf(row: Row): string {
  const shapes = JSON.parse(String(row.shapes ?? "[]")) as { readonly keys: readonly string[] }[];
  return [...new Set(shapes.flatMap(({ keys }) => keys))].sort().join(", ") || "no keys";
}

/**
 * What became of a contract since a commit, up to the store's head. Null where the store does not hold that commit, or there
 * was no such contract.
 */
export async function contractTrail(records: Records, from: number, subject: ContractSubject): Promise<Trail | null> {
  const start = records.positionOf(from);
  if (start === null) return null;
  const stretches = new Map<Kind, readonly Stretch[]>();
  const edges = new Set<number>();
  for (const kind of KINDS) {
    const own = (await records.of(kind)).get(subject.name) ?? [];
    stretches.set(kind, own);
    for (const { first, last } of own) for (const edge of [first, (last ?? -1) + 1]) if (edge > start) edges.add(edge);
  }
  const told = (position: number, at: number | null) =>
    contractStation(
      subject,
      (kind) =>
        stretches
          .get(kind)!
          .filter((each) => holdsAt(each, position))
          .map(({ row }) => row),
      at,
    );
  const first = told(start, from);
  if (first === null) return null;
  const stations: Station[] = [first];
  const absences: { gone: number | null; back: number | null }[] = [];
  let gone: Trail["gone"] = null;
  for (const edge of [...edges].sort((a, b) => a - b)) {
    const at = records.atOf(edge);
    const next = told(edge, at);
    if (next === null) {
      gone ??= { at, says: `removed ${subject.noun === "name" ? "the name" : "the key"}` };
      continue;
    }
    if (gone !== null) absences.push({ gone: gone.at, back: at });
    gone = null;
    if (next.says.join("\n") !== stations.at(-1)!.says.join("\n")) stations.push(next);
  }
  return { stations, gone, absences };
}
