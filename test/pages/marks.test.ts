import assert from "node:assert/strict";
import { test } from "node:test";
import type { Contract, Member, Stretch } from "../../loaders/report/pages.ts";
import { filtered, KINDS } from "../../src/components/events.ts";
import { minus, readings, union } from "../../src/components/gaps.ts";
import { barHeight, stateAt } from "../../src/components/lane-bar.ts";
import { weightiest } from "../../src/components/lanes.ts";
import { cellWords } from "../../src/components/matrix.ts";
import { chartable } from "../../src/components/quick-chart.ts";
import { difference, stacked } from "../../src/components/shapes.ts";
import { dodged, valueAt } from "../../src/components/step-lines.ts";
import { summed, topFiles } from "../../src/components/steps.ts";
import { contract, event } from "./fixture.ts";

const st = (first: number, last: number | null): Stretch => ({ first, last });

test("stretches that touch or overlap are one", () => {
  assert.deepEqual(union([st(5, 6), st(0, 2), st(3, 4), st(9, null), st(12, 13)]), [st(0, 6), st(9, null)]);
});

test("what is produced less what is read leaves the gaps", () => {
  assert.deepEqual(minus([st(0, null)], [st(2, 4), st(8, null)]), [st(0, 1), st(5, 7)]);
  assert.deepEqual(minus([st(0, 5)], []), [st(0, 5)]);
  assert.deepEqual(minus([st(3, 5)], [st(0, null)]), []);
  assert.deepEqual(minus([st(0, null)], [st(2, 4)]), [st(0, 1), st(5, null)]);
});

test("members stand in order: never read, interrupted, then by birth", () => {
  const read = (first: number, last: number | null): Member["read"][number] => ({
    first,
    last,
    spot: { path: "a.py", line: 1, endLine: 1, oid: null },
    function: "f",
    required: true,
    default: null,
  });
  const member = (key: string, produced: Stretch, reads: Member["read"]): Member => ({
    key,
    untold: [],
    produced: [produced],
    read: reads,
    trouble: [],
  });
  const of: Contract = {
    ...contract("x"),
    members: [
      member("late", st(4, null), [read(4, null)]),
      member("early", st(1, null), [read(1, null)]),
      member("cut", st(0, null), [read(0, 2), read(5, null)]),
      member("never", st(7, null), []),
    ],
  };
  assert.deepEqual(
    readings(of).map((x) => [x.member.key, x.state]),
    [
      ["never", "never"],
      ["cut", "interrupted"],
      ["early", "read"],
      ["late", "read"],
    ],
  );
});

test("what may be read where nobody can follow is neither unread nor first", () => {
  const told: Member = { key: "passed", untold: [st(3, null)], produced: [st(1, null)], read: [], trouble: [] };
  const [found] = readings({ ...contract("x"), members: [told] });
  assert.deepEqual(found?.unread, [st(1, 2)], "before it went on it was unread");
  const [whole] = readings({ ...contract("x"), members: [{ ...told, untold: [st(1, null)] }] });
  assert.deepEqual([whole?.unread, whole?.state], [[], "read"]);
});

test("a bar is 2.6 and 2 a site high, at most 13, and at least 7 where callers disagree or nobody answers", () => {
  assert.deepEqual(
    [1, 3, 9].map((n) => barHeight("waited", n)),
    [4.6, 8.6, 13],
  );
  assert.deepEqual([barHeight("parks", 1), barHeight("mixed", 1), barHeight("skipped", 4)], [7, 7, 10.6]);
});

test("a lane's state at a commit is that of the stretch around it, and none before its birth or after its death", () => {
  const lane = {
    spans: [
      { ...st(2, 4), state: "waited" as const, sites: 1 },
      { ...st(5, 7), state: "mixed" as const, sites: 2 },
    ],
  };
  assert.deepEqual(
    [1, 2, 4, 5, 7, 8].map((p) => stateAt(lane, p)?.state),
    [undefined, "waited", "waited", "mixed", "mixed", undefined],
  );
});

test("a cell of the matrix says the worst", () => {
  const of = (...outcomes: ("answered" | "parks" | "skipped" | "raises")[]) =>
    cellWords(outcomes.map((outcome) => ({ outcome }))).text;
  assert.equal(of("answered", "parks", "parks"), "2 of 3 park");
  assert.equal(of("raises", "answered"), "1 of 2 raise");
  assert.equal(of("skipped"), "1 of 1 skipped");
  assert.equal(of("answered", "answered"), "all 2 answered");
  assert.equal(of("answered"), "1 answered");
});

test("files beyond the fifth are summed, wherever one of them steps", () => {
  const files = Array.from({ length: 7 }, (_, i) => ({
    path: `d/f${i}.py`,
    steps: [
      [i, 10 - i],
      [i + 10, 9 - i],
    ] as const,
  }));
  const top = topFiles(files);
  assert.deepEqual(
    top.map((f) => f.label),
    ["f0.py", "f1.py", "f2.py", "f3.py", "3 other files"],
  );
  assert.equal(top[4]?.now, 5 + 4 + 3);
  assert.deepEqual(
    summed([
      [
        [1, 2],
        [3, 0],
      ],
      [[2, 5]],
    ]),
    [
      [1, 2],
      [2, 7],
      [3, 5],
    ],
  );
  assert.deepEqual(
    [0, 1, 2, 9].map((p) =>
      valueAt(
        [
          [1, 4],
          [3, 6],
        ],
        p,
      ),
    ),
    [0, 4, 4, 6],
  );
});

test("labels at line ends keep their distance and stay above the floor", () => {
  assert.deepEqual(dodged([10, 12, 100], 15, 100), [10, 25, 100]);
  assert.deepEqual(dodged([98, 99, 100], 15, 100), [70, 85, 100]);
});

test("shapes of one class that overlap under different guards stand under each other", () => {
  const shape = (first: number, last: number | null, label: string): Contract["shapes"][number] => ({
    first,
    last,
    class: "A",
    label,
    keys: [],
    when: "",
  });
  assert.deepEqual(
    stacked([shape(0, 4, "int"), shape(5, null, "3 keys"), shape(2, null, "None")]).map((row) =>
      row.map((x) => x.label),
    ),
    [["int", "3 keys"], ["None"]],
  );
  assert.equal(difference(["a", "b"], ["b", "c"]), "new: c; gone: a");
  assert.equal(difference(["a"], ["a"]), null);
});

test("chips let their kinds through, and every glyph has a chip", () => {
  const rows = [
    event(3, [{ glyph: "born", names: [{ text: "a", slug: "a" }] }]),
    event(2, [{ glyph: "wait", names: [{ text: "b", slug: "b" }] }]),
  ];
  assert.deepEqual(
    filtered(rows, "wait", undefined).map((e) => e.position),
    [2],
  );
  assert.deepEqual(
    filtered(rows, undefined, "a").map((e) => e.position),
    [3],
  );
  assert.equal(filtered(rows, "no such kind", undefined).length, 2);
  const glyphs = KINDS.flatMap((k) => k.glyphs);
  assert.equal(new Set(glyphs).size, 14);
});

test("a result is drawn as steps over days in order, as bars by words, or not at all", () => {
  const rows = (...r: unknown[][]) => r;
  assert.equal(
    chartable({ columns: ["day", "n"], numeric: [false, true], rows: rows(["2026-01-01", 1], ["2026-02-01", 2]) })
      ?.kind,
    "steps",
  );
  assert.equal(
    chartable({ columns: ["day", "n"], numeric: [false, true], rows: rows(["2026-02-01", 1], ["2026-01-01", 2]) })
      ?.kind,
    "bars",
  );
  assert.equal(
    chartable({ columns: ["name", "n"], numeric: [false, true], rows: rows(["a", 1], ["b", 2]) })?.kind,
    "bars",
  );
  assert.equal(chartable({ columns: ["name", "line"], numeric: [false, true], rows: rows(["a", 1], ["b", 2]) }), null);
  assert.equal(chartable({ columns: ["n"], numeric: [true], rows: rows([1]) }), null);
});

test("of marks on one commit the weightiest is drawn", () => {
  const mark = (position: number, glyph: "wait" | "more" | "born") => ({ position, glyph, text: "" });
  const drawn = weightiest([mark(1, "more"), mark(1, "wait"), mark(2, "born"), mark(3, "more"), mark(3, "more")]);
  assert.deepEqual(
    drawn.map((m) => [m.position, m.glyph]),
    [
      [1, "wait"],
      [2, "born"],
      [3, "more"],
    ],
  );
});
