// Fills a store's citation tables with made-up rows of any number: every verdict, ones that are gone, renumbered or older
// than history, and text that would do harm if it were ever markup. It judges nothing.

import type { Evidence, Excerpt, Verdict } from "../../loaders/citation.ts";
import type { Database } from "../../loaders/store/database.ts";

export const HOSTILE = "<img src=x onerror=globalThis.broken=1>";

const VERDICTS: readonly Verdict[] = [
  "moved",
  "holds",
  "wrong-when-written",
  "moved",
  "changed",
  "missing",
  "holds",
  "past-end",
  "external",
  "moved",
  "unknown",
  "ambiguous",
  "quoted",
  "historical",
];

/** What breaks a citation. */
const DEEDS: Partial<Record<Verdict, string>> = {
  moved: "moved them 14 lines down",
  changed: "rewrote it",
  missing: "deleted the file",
  "past-end": "cut the file short",
};

interface Place {
  readonly position: number;
  readonly oid: string;
  readonly day: string;
  readonly pr: number | null;
}

/** Writes so many citations over the store's own commits. Every ninth is gone; ids and fingerprints differ by number. */
export async function fillCitations(database: Database, count: number): Promise<void> {
  const commits = await database.rows<Place>(`SELECT position, oid, day, pr FROM "commit" ORDER BY position`);
  const rows = Array.from({ length: count }, (_, id) => rowOf(id, commits));
  await database.append(
    "citation",
    rows.map(({ row }) => row),
  );
  await database.append(
    "citation_span",
    rows.flatMap(({ spans }) => spans),
  );
  await database.append("citation_left", [
    { reason: "no path before it", count: 2, example: `docs/a.md:12 ${HOSTILE}` },
    { reason: "glued to a word", count: 1, example: "docs/b.md:3" },
  ]);
}

function rowOf(id: number, commits: readonly Place[]) {
  const n = commits.length;
  const verdict = VERDICTS[id % VERDICTS.length] as Verdict;
  const deed = DEEDS[verdict];
  // A fixed walk over the history, so that equal numbers make equal stores.
  const first = (id * 7919) % Math.max(1, Math.floor(n * 0.8));
  const broke = deed === undefined ? null : Math.min(n - 1, first + 1 + ((id * 31) % Math.max(1, Math.floor(n / 6))));
  const last = id % 9 === 8 ? n - 1 - (id % 3) - 1 : null;
  const gone = last !== null && last > (broke ?? first) ? last : null;
  const start = 10 + ((id * 37) % 900);
  const to = start + 14 * (1 + (id % 5));
  const suggested = verdict === "moved" || (verdict === "wrong-when-written" && id % 2 === 0);
  const path = `pkg/part_${id % 23}/module_${id % 57}.py`;
  const born = commits[first] as Place;
  const breaker = broke === null ? null : (commits[broke] as Place);
  const hostile = id % 13 === 5;
  const text = hostile
    ? `${HOSTILE}.py:${start}`
    : `module_${id % 57}.py:${start}${id % 3 === 0 ? `-${start + 3}` : ""}`;
  const evidence: Evidence[] = [
    { sign: "resolve", says: `${path}: the only file of that name`, bits: null },
    { sign: "support", says: "the lines hold `num_rejected`, “count”", bits: 4.2 },
  ];
  const row = {
    id,
    fingerprint: id.toString(16).padStart(20, "0"),
    doc: `docs/chapter_${id % 40}.md`,
    line: 1 + (id % 300),
    col: 4,
    text,
    path: verdict === "missing" ? null : path,
    start_line: start,
    end_line: id % 3 === 0 ? start + 3 : start,
    symbol: id % 4 === 0 ? "Engine.step" : null,
    verdict,
    fails: ["changed", "missing", "past-end"].includes(verdict),
    says: hostile ? `there is ${HOSTILE}` : "the same code is now elsewhere; there is `return` in `Engine.step`",
    sentence: `The counter \`seq.length\` is moved on by \`num_rejected\` slots, see ${text}, ${hostile ? HOSTILE : `word${id}`}.`,
    first,
    last: gone,
    born_commit: born.oid,
    born_pr: born.pr,
    born_day: born.day,
    floor: first === 0 ? "root" : null,
    broke_commit: breaker?.oid ?? (verdict === "wrong-when-written" ? born.oid : null),
    broke_pr: breaker?.pr ?? null,
    broke_day: breaker?.day ?? null,
    broke_says: deed ?? (verdict === "wrong-when-written" ? "wrote it so" : null),
    broke_position: broke,
    new_path: suggested ? path : null,
    new_start: suggested ? to : null,
    new_end: suggested ? to : null,
    new_symbol: suggested ? "Engine.after" : null,
    strength: suggested ? (id % 2 === 0 ? "strong" : "hint") : null,
    instead: suggested && id % 2 === 0 ? `module_${id % 57}.py:${to}` : null,
    written: excerpt(path, born.oid, start, hostile),
    now: verdict === "missing" ? null : excerpt(path, (commits[n - 1] as Place).oid, start, false),
    same: suggested ? excerpt(path, (commits[n - 1] as Place).oid, to, hostile) : null,
    evidence: JSON.stringify(evidence),
  };
  return { row, spans: spansOf(id, verdict, first, broke, gone, start, suggested ? to : null) };
}

function spansOf(
  citation: number,
  verdict: Verdict,
  first: number,
  broke: number | null,
  last: number | null,
  start: number,
  to: number | null,
) {
  const span = (from: number, until: number | null, of: Verdict, line: number | null) => ({
    citation,
    first: from,
    last: until,
    verdict: of,
    start_line: line,
    end_line: line,
  });
  if (broke === null) return [span(first, last, verdict, verdict === "wrong-when-written" ? to : start)];
  return [
    ...(broke > first ? [span(first, broke - 1, "holds", start)] : []),
    span(broke, last, verdict, verdict === "changed" || verdict === "missing" ? null : (to ?? start)),
  ];
}

function excerpt(path: string, commit: string, line: number, hostile: boolean): string {
  const from = Math.max(1, line - 4);
  const lines = Array.from({ length: 11 }, (_, k) =>
    from + k === line
      ? "        accepted = reply.accepted[slot] if num_rejected == 1 else self.count_of_everything_that_was_ever_accepted(slot)"
      : hostile && k === 1
        ? `        ${HOSTILE}`
        : `        num_${(from + k) % 7} = count(${from + k})`,
  );
  const made: Excerpt = { path, commit, start: from, lines, symbol: "Engine.step" };
  return JSON.stringify(made);
}
