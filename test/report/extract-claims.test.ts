// The loaders of claims, notes and measurements on a small store filled by hand.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { CLAIM_VERDICT_ORDER, CLAIM_VERDICTS } from "../../loaders/report/audit/claim-words.ts";
import type { Book } from "../../loaders/report/book.ts";
import { claimDetails, claimsExtract } from "../../loaders/report/extract-claims.ts";
import { wrongClaims, wrongNotes } from "../../loaders/report/extract-claims-index.ts";
import { notesExtract } from "../../loaders/report/extract-claims-notes.ts";
import { claimCounts, claimRows, falseSteps, isRecorded } from "../../loaders/report/extract-claims-rows.ts";
import { Database, type Value } from "../../loaders/store/database.ts";
import { createTables } from "../../loaders/store/notebook.ts";
import { CLAIM_VERDICT_ORDER as DRAWN_ORDER, CLAIM_VERDICTS as MARKS } from "../../src/components/claim-verdicts.ts";

const place = mkdtempSync(join(tmpdir(), "binnacle-claims-"));
after(() => rmSync(place, { recursive: true, force: true }));

let stores = 0;

function oidOf(position: number): string {
  return (position + 1).toString(16).padStart(2, "0").padEnd(40, "a");
}

/** A fresh store with so many commits, and a book of them with one name in two layers. */
async function store(commits: number): Promise<{ database: Database; book: Book }> {
  const database = await Database.write(join(place, `${stores++}.duckdb`));
  await createTables(database);
  const rows = Array.from({ length: commits }, (_, position) => ({
    position,
    oid: oidOf(position),
    time: position,
    day: `2026-01-${String(position + 1).padStart(2, "0")}`,
    pr: position % 2 === 0 ? position : null,
    subject: "x",
  }));
  const named = ["runner", "command"].map((layer) => ({ layer, name: "drain" }));
  const site = { path: "a.py", function: "A.f", callee: "ask", name: "drain", expression: '"drain"', ordinal: 0 };
  const book = {
    commits: rows,
    tags: [{ name: "v1", oid: oidOf(2), position: 2, time: 2, on_line: true }],
    named,
    carried: [],
    sites: [{ ...site, layer: "command" }],
    slugOf: ({ layer, name }: { layer: string; name: string }) => `${layer}-${name}`,
  };
  return { database, book: book as unknown as Book };
}

/** A row of `claim`, as much of it as is said. */
function claim(id: number, of: Readonly<Record<string, Value>>): Record<string, Value> {
  return {
    id,
    kind: "pin",
    address: `claim:c${id}`,
    doc: ".binnacle/claims/a.yaml",
    line: id + 1,
    own: !String(of.doc ?? ".yaml").endsWith(".md"),
    text: `Claim ${id}.`,
    verdict: "holds",
    fails: false,
    says: "4 names are stated, and found",
    missing: "[]",
    extra: "[]",
    places: "[]",
    asks: "[]",
    rests_on: "[]",
    ...of,
  };
}

function span(claim: number, first: number, last: number | null, verdict: string, found: string | null = null) {
  return { claim, first, last, verdict, stated: null, found, says: `${verdict} it is` };
}

test("a store that only a walk has written says so; a judgement that found nothing is one too", async () => {
  const { database, book } = await store(2);
  assert.equal(await isRecorded(database), false);
  assert.equal(await claimCounts(database), null);
  assert.equal((await claimsExtract(book, database)).judged, false);
  assert.equal((await notesExtract(book, database)).judged, false);
  await database.append("meta", [{ key: "claims", value: '"x"' }]);
  assert.deepEqual(await claimCounts(database), {
    pins: 0,
    false: 0,
    unchecked: 0,
    notes: 0,
    measurements: 0,
    failing: 0,
  });
  assert.equal((await claimsExtract(book, database)).judged, true);
  database.close();
});

test("before a claim's own sentence first holds it is not true yet; a document's is false, and so is one that never held", async () => {
  const { database, book } = await store(9);
  const off = { verdict: "false", fails: true };
  await database.append("claim", [claim(0, {}), claim(1, { doc: "docs/a.md" }), claim(2, off), claim(3, off)]);
  await database.append("claim_span", [
    span(0, 0, 3, "false", "3"),
    span(0, 4, null, "holds", "4"),
    span(1, 2, 3, "false", "3"),
    span(1, 4, null, "holds", "4"),
    span(2, 0, null, "false", "3"),
    span(3, 0, 0, "unchecked"),
    span(3, 1, 4, "holds", "4"),
    span(3, 5, null, "false", "x".repeat(500)),
  ]);
  const { pins, verdicts, texts } = await claimsExtract(book, database);
  const lives = pins.map(({ life }) =>
    life.map(([first, last, verdict, found]) => [
      first,
      last,
      verdicts[verdict] ?? null,
      texts[found]?.slice(0, 2) ?? null,
    ]),
  );
  assert.deepEqual(lives, [
    [
      [0, 3, null, "3"],
      [4, -1, "holds", "4"],
    ],
    [
      [2, 3, "false", "3"],
      [4, -1, "holds", "4"],
    ],
    [[0, -1, "false", "3"]],
    [
      [0, 0, null, null],
      [1, 4, "holds", "4"],
      [5, -1, "false", "xx"],
    ],
  ]);
  assert.equal(texts.length, 3, "each text once");
  assert.ok(texts.every((text) => text.length <= 160));
  assert.deepEqual(await falseSteps(await claimRows(database), database), [
    [0, 1],
    [2, 2],
    [4, 1],
    [5, 2],
  ]);
  database.close();
});

test("details stand in the order of the claims, and each state knows its commit", async () => {
  const { database, book } = await store(4);
  await database.append("claim", [
    claim(0, {
      places: JSON.stringify([{ path: "a.py", line: 3, text: "ask()" }]),
      rests_on: '["speed"]',
      blind: '["flip a wait"]',
      seeds: 9,
      red: 0,
    }),
    claim(1, { missing: '["a"]', extra: '["b"]' }),
    claim(2, {
      kind: "sum",
      address: "doc:README.md:3",
      verdict: "false",
      says: "1 + 1 is 2, not 3",
      stated: "3",
      found: "2",
    }),
    claim(3, { kind: "count", verdict: "differs" }),
  ]);
  await database.append("claim_span", [span(1, 1, 1, "holds"), span(1, 2, null, "false")]);
  const extract = await claimsExtract(book, database);
  assert.deepEqual(
    extract.pins.map(({ name, seeds }) => [name, seeds]),
    [
      ["c0", { tried: 9, red: 0 }],
      ["c1", null],
    ],
  );
  assert.deepEqual(
    extract.loose.map(({ kind, verdict, stated, found }) => [kind, verdict, stated, found]),
    [
      ["sum", "false", "3", "2"],
      ["count", "differs", null, null],
    ],
  );
  const [first, second, ...others] = await claimDetails(book, database);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [first?.places, first?.restsOn, first?.blind],
    [[{ path: "a.py", line: 3, text: "ask()" }], ["speed"], ["flip a wait"]],
  );
  assert.deepEqual([second?.missing, second?.extra], [["a"], ["b"]]);
  assert.deepEqual(second?.states, [
    { says: "holds it is", oid: oidOf(1), pr: null },
    { says: "false it is", oid: oidOf(2), pr: 2 },
  ]);
  database.close();
});

/** A row of `note`, as much of it as is said. */
function note(claim: number, of: Readonly<Record<string, Value>>): Record<string, Value> {
  return {
    claim,
    name: "n",
    title: "It waits.",
    body: "It waits. For ever.",
    status: "open",
    relies: "[]",
    subject: "name:drain",
    retired: false,
    ...of,
  };
}

test("a note is one row with all its subjects, the worst of their verdicts, and the contracts of its layer", async () => {
  const { database, book } = await store(4);
  const kind = { kind: "note", address: "note:n", doc: ".binnacle/notes/n.md" };
  await database.append("claim", [
    claim(0, { ...kind, found: "name:drain" }),
    claim(1, {
      ...kind,
      verdict: "changed",
      broke_commit: oidOf(3),
      broke_pr: 7,
      broke_day: "2026-01-04",
      broke_says: "rewrote it",
    }),
    claim(2, { ...kind, address: "note:m", found: `commit:${oidOf(1)}` }),
    claim(3, { ...kind, address: "note:broken", verdict: "unchecked", fails: true, says: "there is no front matter" }),
  ]);
  await database.append("note", [
    note(0, { contract: "drain", category: "blocking", relies: '["planner"]' }),
    note(1, { contract: "drain", subject: "site:a.py#A.f!ask(drain)[0]", path: "a.py", line: 9 }),
    note(2, { name: "m", subject: "commit:02aaaaa", title: "Lost.", body: "# Lost.\n\nBefore this." }),
  ]);
  const { notes, others } = await notesExtract(book, database);
  assert.deepEqual(
    notes.map(({ name, verdict, body, category }) => [name, verdict, body, category]),
    [
      ["n", "changed", "For ever.", "blocking"],
      ["m", "holds", "Before this.", null],
    ],
  );
  assert.deepEqual(
    notes[0]?.subjects.map(({ contracts, broke }) => [contracts.map(({ slug }) => slug), broke?.pr ?? null]),
    [
      [["runner-drain", "command-drain"], null],
      [["command-drain"], 7],
    ],
  );
  assert.equal(notes[1]?.subjects[0]?.commit, oidOf(1));
  assert.deepEqual(
    others.map(({ name, says }) => [name, says]),
    [["broken", "there is no front matter"]],
  );
  assert.deepEqual(await claimCounts(database), {
    pins: 0,
    false: 0,
    unchecked: 0,
    notes: 2,
    measurements: 0,
    failing: 1,
  });
  database.close();
});

test("a measurement knows its commit by id or tag, what touched it, and the claims that rest on it", async () => {
  const { database, book } = await store(4);
  const kind = { kind: "measurement", address: "measurement:speed", verdict: "stale" };
  await database.append("claim", [claim(0, { rests_on: '["speed"]' }), claim(1, kind), claim(2, kind), claim(3, kind)]);
  const row = (claim: number, commit: string) => ({
    claim,
    name: claim === 1 ? "speed" : `other${claim}`,
    says: "one step",
    value: 11.5,
    unit: "ms",
    command: "rm -rf /",
    environment: '["cpu: 2"]',
    commit,
    depends_on: '["a/**"]',
    touches: 3,
  });
  await database.append("measurement", [row(1, "02aaaa"), row(2, "v1"), row(3, "0")]);
  const { measurements } = await notesExtract(book, database);
  assert.deepEqual(
    measurements.map(({ oid, claims }) => [oid, claims]),
    [
      [oidOf(1), ["c0"]],
      [oidOf(2), []],
      [null, []],
    ],
    "a beginning that fits several commits names none",
  );
  database.close();
});

test("the index says one sentence a verdict and kind, worst first, since when and by whom", async () => {
  const { database, book } = await store(9);
  const broke = (at: number, pr: number | null) => ({ broke_commit: oidOf(at), broke_pr: pr, verdict: "false" });
  await database.append("claim", [
    claim(0, broke(3, 7)),
    claim(1, broke(3, 7)),
    claim(2, broke(5, null)),
    claim(3, { verdict: "unchecked", text: "{n:number} names" }),
    claim(4, {}),
    claim(5, { kind: "note", address: "note:n", verdict: "changed", broke_commit: oidOf(6), broke_pr: 9 }),
    claim(6, { kind: "measurement", address: "measurement:speed", verdict: "stale" }),
    claim(7, { kind: "note", verdict: "moved" }),
    claim(8, { kind: "sum", verdict: "false" }),
  ]);
  const rows = await claimRows(database);
  assert.deepEqual(
    wrongClaims(rows, book).map((wrong) => [wrong.claim, wrong.text, wrong.note, wrong.since]),
    [
      ["false", "Three claims are false", `since #7 and \`${oidOf(5).slice(0, 9)}\``, 3],
      ["unchecked", "Claim `c3` went unchecked", "", null],
    ],
  );
  assert.deepEqual(
    wrongNotes(rows, book).map((wrong) => [wrong.claim, wrong.text, wrong.since]),
    [
      ["stale", "Measurement `speed` is stale", null],
      ["changed", "Note `n` is of code that has changed", 6],
    ],
  );
  assert.deepEqual(
    wrongClaims(rows.slice(0, 1), book).map(({ text }) => text),
    ["“Claim 0” is false"],
  );
  database.close();
});

test("pages say and draw verdicts on claims as the audit's reports do, a shape each", () => {
  assert.deepEqual(DRAWN_ORDER, CLAIM_VERDICT_ORDER);
  for (const verdict of CLAIM_VERDICT_ORDER) {
    const { label, many, group, role } = CLAIM_VERDICTS[verdict];
    const mark = MARKS[verdict];
    assert.deepEqual(
      { label: mark.label, many: mark.many, group: mark.group, role: mark.shape.role },
      { label, many, group, role },
    );
  }
  const shapes = CLAIM_VERDICT_ORDER.map((verdict) => JSON.stringify({ ...MARKS[verdict].shape, word: "", role: "" }));
  assert.equal(new Set(shapes).size, CLAIM_VERDICT_ORDER.length);
});
