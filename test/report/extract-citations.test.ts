// The citations' loaders on a small store filled by hand.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { VERDICT_ORDER, VERDICTS } from "../../loaders/report/audit/words.ts";
import type { Book } from "../../loaders/report/book.ts";
import { citationRows, isAudited, standingCounts, verdictSteps } from "../../loaders/report/citation-rows.ts";
import { CHUNKS, chunkOf, citationArchive, citationDetails } from "../../loaders/report/extract-citation-details.ts";
import { citationsExtract } from "../../loaders/report/extract-citations.ts";
import { wrongCitations } from "../../loaders/report/extract-index-citations.ts";
import { commentsOf, weightsTable } from "../../loaders/report/weights-table.ts";
import { crc32, zip } from "../../loaders/report/zip.ts";
import { Database, type Value } from "../../loaders/store/database.ts";
import { createTables } from "../../loaders/store/notebook.ts";
import { VERDICT_ORDER as DRAWN_ORDER, VERDICTS as MARKS } from "../../src/components/verdicts.ts";
import { fillCitations } from "../support/citations.ts";

const place = mkdtempSync(join(tmpdir(), "binnacle-citations-"));
after(() => rmSync(place, { recursive: true, force: true }));

let stores = 0;

/** A fresh store with so many commits, a day apart. */
async function store(commits: number): Promise<{ database: Database; book: Book }> {
  const database = await Database.write(join(place, `${stores++}.duckdb`));
  await createTables(database);
  const rows = Array.from({ length: commits }, (_, position) => ({
    position,
    oid: position.toString(16).padStart(40, "0"),
    tree: "t",
    time: 1_700_000_000 + position * 86400,
    offset: 0,
    day: new Date((1_700_000_000 + position * 86400) * 1000).toISOString().slice(0, 10),
    pr: position % 2 === 0 ? position : null,
    subject: `Step ${position}`,
    parents: 1,
    on_line: true,
  }));
  await database.append("commit", rows);
  return { database, book: { commits: rows } as unknown as Book };
}

/** A row of `citation`, as much of it as is said. */
function citation(id: number, of: Readonly<Record<string, Value>>): Record<string, Value> {
  return {
    id,
    fingerprint: `f${id}`,
    doc: "docs/a.md",
    line: id + 1,
    col: 1,
    text: "core.py:12",
    path: "pkg/core.py",
    start_line: 12,
    end_line: 12,
    verdict: "holds",
    fails: false,
    says: "the lines fit the sentence",
    sentence: "See core.py:12.",
    first: 0,
    evidence: "[]",
    ...of,
  };
}

test("a store that no audit has written says so; what was left out is an audit too", async () => {
  const { database, book } = await store(3);
  assert.equal(await isAudited(database), false);
  assert.equal(await standingCounts(database), null);
  const extract = await citationsExtract(book, database);
  assert.equal(extract.audited, false);
  assert.deepEqual(extract.steps, []);
  await database.append("citation_left", [{ reason: "in an example", count: 4, example: "a.md:1" }]);
  assert.deepEqual(await standingCounts(database), new Map());
  assert.equal((await citationsExtract(book, database)).audited, true);
  database.close();
});

test("columns keep what stands before what is gone, commits and paths once each, -1 for none", async () => {
  const { database, book } = await store(10);
  const oid = "a".repeat(40);
  await database.append("citation", [
    citation(0, { last: 4, first: 1, born_commit: oid, born_pr: 7, born_day: "2026-01-02" }),
    citation(1, {
      verdict: "moved",
      born_commit: oid,
      born_pr: 7,
      born_day: "2026-01-02",
      floor: "root",
      broke_commit: "b".repeat(40),
      broke_day: "2026-01-04",
      broke_position: 3,
      broke_says: "moved it two lines down",
      new_path: "pkg/core.py",
      new_start: 14,
      new_end: 15,
      strength: "hint",
    }),
    citation(2, { verdict: "missing", path: null, broke_position: 5, broke_says: "deleted the file" }),
    citation(3, { verdict: "wrong-when-written", broke_position: 0, broke_says: "wrote it so", fails: true }),
  ]);
  await database.append("citation_span", [
    { citation: 1, first: 0, last: 1, verdict: "holds" },
    { citation: 1, first: 2, last: 2, verdict: "moved" },
    { citation: 1, first: 3, last: null, verdict: "moved" },
    { citation: 2, first: 0, last: null, verdict: "missing" },
    { citation: 3, first: 0, last: null, verdict: "wrong-when-written" },
  ]);
  const { rows, strings, moments, verdicts } = await citationsExtract(book, database);
  assert.deepEqual(rows.fingerprint, ["f1", "f2", "f3", "f0"]);
  assert.deepEqual(rows.last, [-1, -1, -1, 4]);
  assert.deepEqual(
    rows.verdict.map((v) => verdicts[v]),
    ["moved", "missing", "wrong-when-written", "holds"],
  );
  assert.deepEqual(
    moments.map((moment) => [moment.oid.slice(0, 1), moment.pr]),
    [
      ["a", 7],
      ["b", null],
    ],
  );
  assert.deepEqual(rows.born, [0, -1, -1, 0]);
  assert.deepEqual(rows.until, [2, -1, -1, -1], "it moved before the commit that moved it last");
  assert.deepEqual(rows.brokeAt, [3, 5, -1, -1], "one that was wrong when written is broken by no commit");
  assert.deepEqual(rows.instead, ["core.py:14-15", "deleted the file", "", ""]);
  assert.deepEqual(rows.strength, [1, 0, 0, 0]);
  assert.deepEqual(rows.distance, [2, 0, 0, 0]);
  assert.deepEqual(rows.floor, [1, 0, 0, 0]);
  assert.deepEqual(rows.fails, [0, 0, 1, 0]);
  assert.deepEqual(
    rows.path.map((p) => strings[p] ?? null),
    ["pkg/core.py", null, "pkg/core.py", "pkg/core.py"],
  );
  database.close();
});

test("steps count what stands after each commit; what is not drawn makes none", async () => {
  const { database } = await store(10);
  const span = (citation: number, first: number, last: number | null, verdict: string) => ({
    citation,
    first,
    last,
    verdict,
  });
  await database.append("citation_span", [
    span(0, 1, 3, "holds"),
    span(0, 4, null, "moved"),
    span(1, 4, 6, "wrong-when-written"),
    span(2, 5, null, "external"),
  ]);
  assert.deepEqual(await verdictSteps(database), [
    [1, 1, 0, 0, 0, 0, 0],
    [4, 0, 1, 0, 0, 0, 1],
    [7, 0, 1, 0, 0, 0, 0],
  ]);
  database.close();
});

test("an opened row's code is at most fourteen lines around the cited one, and says how many it leaves out", async () => {
  const { database } = await store(2);
  const lines = Array.from({ length: 60 }, (_, i) => (i === 40 ? "x".repeat(1000) : `line ${i + 1}`));
  const excerpt = JSON.stringify({ path: "pkg/core.py", commit: "c", start: 1, lines, symbol: null });
  await database.append("citation", [citation(0, { start_line: 41, written: excerpt })]);
  await database.append("citation_span", [{ citation: 0, first: 1, last: null, verdict: "holds", start_line: 41 }]);
  const [detail] = await citationDetails(database);
  assert.equal(detail?.written?.start, 37);
  assert.equal(detail?.written?.lines.length, 14);
  assert.equal(detail?.written?.cut, 46);
  assert.ok((detail?.written?.lines[4]?.length ?? 0) < 500);
  assert.equal(detail?.now, null);
  assert.deepEqual(detail?.life, [{ first: 1, last: null, verdict: "holds", start: 41, end: null }]);
  database.close();
});

test("details of ten thousand fill the files that the page names, in the table's order", async () => {
  const { database, book } = await store(50);
  await fillCitations(database, 10_000);
  const extract = await citationsExtract(book, database);
  assert.equal(extract.chunk, chunkOf(10_000));
  assert.ok(extract.chunk * CHUNKS >= 10_000);
  const files = unzipped(await citationArchive(database));
  assert.equal(files.size, CHUNKS + 1);
  const all = Array.from({ length: CHUNKS }, (_, i) => JSON.parse(files.get(`${i}.json`) ?? "") as unknown[]).flat();
  assert.equal(all.length, 10_000);
  const sentences = JSON.parse(files.get("sentences.json") ?? "") as string[];
  const at = 4321;
  assert.ok(sentences[at]?.includes(extract.rows.text[at] ?? "?"));
  assert.equal((all[at] as { sentence: string }).sentence, sentences[at]);
  const size = JSON.stringify(extract).length;
  assert.ok(size < 2_500_000, `citations.json is ${size} bytes`);
  assert.ok(!JSON.stringify(extract).includes("slots, see"), "no sentence is in the first file");
  database.close();
});

test("the page names every file of the archive", () => {
  const page = readFileSync(new URL("../../src/citations.md", import.meta.url), "utf8");
  const named = [...page.matchAll(/FileAttachment\("data\/citation\/(\d+)\.json"\)/g)].map((match) => Number(match[1]));
  assert.deepEqual(named, [...Array(CHUNKS).keys()]);
});

/** The files of an archive of ours, read by the format's own rules. */
function unzipped(bytes: Uint8Array): Map<string, string> {
  const data = Buffer.from(bytes);
  const files = new Map<string, string>();
  const end = data.length - 22;
  assert.equal(data.toString("latin1", end, end + 4), "PK\x05\x06");
  let at = data.readUInt32LE(end + 16);
  for (let n = data.readUInt16LE(end + 10); n > 0; n--) {
    assert.equal(data.toString("latin1", at, at + 4), "PK\x01\x02");
    const size = data.readUInt32LE(at + 20);
    const long = data.readUInt16LE(at + 28);
    const name = data.toString("utf8", at + 46, at + 46 + long);
    const local = data.readUInt32LE(at + 42);
    const from = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28);
    files.set(name, inflateRawSync(data.subarray(from, from + size)).toString("utf8"));
    at += 46 + long;
  }
  return files;
}

test("an archive holds its texts, under names in UTF-8, and is the same each time", () => {
  const entries = [
    { name: "0.json", text: "[1]" },
    { name: "ü.txt", text: "é".repeat(5000) },
    { name: "empty", text: "" },
  ];
  assert.deepEqual(
    [...unzipped(zip(entries))],
    entries.map(({ name, text }) => [name, text]),
  );
  assert.deepEqual(zip(entries), zip(entries));
  assert.equal(crc32(Buffer.from("123456789")), 0xcbf43926);
});

test("the index says one sentence a verdict, worst first, since when, and what can be repaired", async () => {
  const { database } = await store(10);
  await database.append("citation", [
    citation(0, { verdict: "moved", broke_position: 6, strength: "strong" }),
    citation(1, { verdict: "moved", broke_position: 4 }),
    citation(2, { verdict: "missing", path: null, text: "`eagle.py:443`", broke_position: 5 }),
    citation(3, { verdict: "missing", path: null, text: "spec/eagle.py:430", broke_position: 5 }),
    citation(4, { verdict: "wrong-when-written", first: 2, text: "core.py:12" }),
    citation(5, { verdict: "moved", broke_position: 1, last: 3 }),
    citation(6, { verdict: "external" }),
  ]);
  assert.deepEqual(
    wrongCitations(await citationRows(database)).map((w) => [w.verdict, w.text, w.note, w.since]),
    [
      ["missing", "Two citations name `eagle.py`, which is gone", "", 5],
      ["wrong-when-written", "`core.py:12` never matched the code it names", "", 2],
      ["moved", "Two citations point beside the code they mean", "`binnacle fix` can repair one", 4],
    ],
  );
  database.close();
});

test("constants of the judgement come with the comments of their module", () => {
  const table = weightsTable();
  assert.ok(table.length >= 15);
  assert.deepEqual(
    table.filter((row) => row.says === "").map((row) => row.name),
    [],
    "a constant without a comment",
  );
  assert.equal(table.find((row) => row.name === "prior")?.value, 1);
  const text = "x = {\n  /** Of two. */\n  a: 1,\n  b: 2,\n\n  c: 3,\n  /** Of one. */\n  d: 4,\n};";
  assert.deepEqual(
    [...commentsOf(text)],
    [
      ["a", "Of two."],
      ["b", "Of two."],
      ["d", "Of one."],
    ],
  );
});

test("pages say and draw verdicts as the audit's reports do, a shape each", () => {
  assert.deepEqual(DRAWN_ORDER, VERDICT_ORDER);
  for (const verdict of VERDICT_ORDER) {
    const { label, many, group, role } = VERDICTS[verdict];
    const mark = MARKS[verdict];
    assert.deepEqual(
      { label: mark.label, many: mark.many, group: mark.group, role: mark.shape.role },
      { label, many, group, role },
    );
  }
  const shapes = VERDICT_ORDER.map((verdict) => JSON.stringify({ ...MARKS[verdict].shape, word: "", role: "" }));
  assert.equal(new Set(shapes).size, VERDICT_ORDER.length);
});
