// Holds spans to their law: the rows of each commit can be read back from them, and edges say what changed between two.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../loaders/surface/rows.ts";
import { type Span, Spans } from "../../loaders/surface/spans.ts";
import { fc } from "../support/properties.ts";

const row = (id: string, wait: boolean, line: number): Row => ({
  id,
  wait,
  path: "a.py",
  line,
  end_line: line,
  blob: `b${line}`,
});

/** A history of few ids that often come, go, move and change. */
const history = fc.array(
  fc
    .uniqueArray(
      fc.record({ id: fc.constantFrom("a", "b", "c", "d"), wait: fc.boolean(), line: fc.integer({ min: 1, max: 3 }) }),
      { selector: (each) => each.id },
    )
    .map((rows) => rows.map(({ id, wait, line }) => row(id, wait, line))),
  { minLength: 1, maxLength: 12 },
);

function all(commits: readonly (readonly Row[])[], spans = new Spans(), first = 0) {
  const edges = commits.map((rows, at) => spans.advance(first + at, rows));
  return { edges, closed: spans.toWrite().spans.filter((span) => span.last !== null), open: [...spans.open.values()] };
}

const sorted = (spans: readonly Span[]) =>
  spans.map((span) => JSON.stringify([span.row, span.first, span.last, span.life, span.born])).toSorted();

test("the rows of every commit are those whose span covers it, and no span of an id overlaps another", () => {
  fc.assert(
    fc.property(history, (commits) => {
      const { closed, open } = all(commits);
      const spans = [...closed, ...open];
      commits.forEach((rows, at) => {
        const here = spans.filter((span) => span.first <= at && (span.last === null || span.last >= at));
        assert.deepEqual(
          here.map((span) => JSON.stringify(span.row)).toSorted(),
          rows.map((each) => JSON.stringify(each)).toSorted(),
        );
      });
      for (const span of spans) assert.ok(span.last === null || span.last >= span.first);
    }),
  );
});

test("lives count the absences, and each is born where its first span begins", () => {
  fc.assert(
    fc.property(history, (commits) => {
      const { closed, open } = all(commits);
      for (const id of ["a", "b", "c", "d"]) {
        const births = commits.flatMap((rows, at) =>
          rows.some((each) => each.id === id) && !commits[at - 1]?.some((each) => each.id === id) ? [at] : [],
        );
        const lives = new Map(
          [...closed, ...open].filter((span) => span.row.id === id).map((span) => [span.life, span.born]),
        );
        assert.deepEqual(
          [...lives].toSorted(([a], [b]) => a - b),
          births.map((born, at) => [at + 1, born]),
        );
      }
    }),
  );
});

test("a walk that is taken up again anywhere has the spans and edges of one go", () => {
  fc.assert(
    fc.property(history, fc.nat(), fc.boolean(), (commits, where, backwards) => {
      const cut = where % (commits.length + 1);
      const whole = all(commits);
      const before = all(commits.slice(0, cut));
      const spans = [...before.closed, ...before.open];
      const lives = new Map<string, number>();
      for (const span of spans) lives.set(span.row.id, Math.max(span.life, lives.get(span.row.id) ?? 0));
      // A store gives its rows back in any order.
      const after = all(commits.slice(cut), new Spans(backwards ? before.open.toReversed() : before.open, lives), cut);
      assert.deepEqual(
        sorted([...before.closed, ...after.closed, ...after.open]),
        sorted([...whole.closed, ...whole.open]),
      );
      assert.deepEqual([...before.edges, ...after.edges], whole.edges);
    }),
  );
});

test("a row that only stands elsewhere gets a new span and is no change", () => {
  const { edges, closed, open } = all([[row("a", true, 1)], [row("a", true, 2)], [row("a", false, 2)]]);
  assert.deepEqual(
    edges.map(({ appeared, changed, disappeared }) => [appeared.length, changed.length, disappeared.length]),
    [
      [1, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ],
  );
  assert.deepEqual(
    [...closed, ...open].map((span) => [span.first, span.last, span.life, span.born]),
    [
      [0, 0, 1, 0],
      [1, 1, 1, 0],
      [2, null, 1, 0],
    ],
  );
});

test("taken up from a store, only what changed is written: the rest of it is neither taken out nor written again", () => {
  fc.assert(
    fc.property(history, fc.nat(12), (commits, cut) => {
      const at = Math.min(cut, commits.length);
      const before = all(commits.slice(0, at));
      const lives = new Map(
        [...before.closed, ...before.open]
          .map((span) => [span.row.id, span.life] as const)
          .toSorted((a, b) => a[1] - b[1]),
      );
      const resumed = new Spans(before.open, lives);
      all(commits.slice(at), resumed, at);
      const { spans, withdrawn } = resumed.toWrite();
      const kept = before.open.filter((span) => !withdrawn.includes(span.row.id));
      const whole = all(commits);
      assert.deepEqual(sorted([...before.closed, ...kept, ...spans]), sorted([...whole.closed, ...whole.open]));
      assert.ok(
        spans.every((span) => span.first >= at || span.last !== null),
        "an open span is written once",
      );
    }),
  );
});
