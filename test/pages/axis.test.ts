import assert from "node:assert/strict";
import { test } from "node:test";
import { type Line, makeAxis } from "../../src/components/axis.ts";
import { isMinor } from "../../src/components/releases.ts";

const measure = (text: string): number => text.length * 7;
const DAY = 86400;

/** A line with a commit each `step` days from a day on. */
function line(from: string, commits: number, step: number, tags: Line["tags"] = []): Line {
  const start = Date.parse(`${from}T12:00:00Z`) / 1000;
  const time = Array.from({ length: commits }, (_, i) => start + Math.round(i * step * DAY));
  return { time, day: time.map((t) => new Date(t * 1000).toISOString().slice(0, 10)), tags };
}

function labels(ticks: readonly { readonly x: number; readonly label: string | null }[]): readonly string[] {
  return [...ticks].sort((a, b) => a.x - b.x).flatMap((t) => (t.label === null ? [] : [t.label]));
}

test("month labels take the densest regular stride that fits, the year on the first and on January", () => {
  const ten = line("2025-11-06", 290, 1);
  assert.deepEqual(labels(makeAxis(ten, "date", 0, 800, measure).months), [
    "Nov 2025",
    "Dec",
    "Jan 2026",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
  ]);
  assert.deepEqual(labels(makeAxis(ten, "date", 0, 260, measure).months), ["Jan 2026", "Apr", "Jul"]);
});

test("a year that fits no month is ruled by years", () => {
  assert.deepEqual(labels(makeAxis(line("2016-03-01", 100, 37), "date", 0, 400, measure).months).slice(0, 3), [
    "Mar 2016",
    "Jan 2018",
    "Jan 2020",
  ]);
});

test("a history of weeks is labelled by days", () => {
  assert.deepEqual(labels(makeAxis(line("2026-03-02", 15, 2), "date", 0, 400, measure, 430).months), [
    "2 Mar 2026",
    "8 Mar",
    "15 Mar",
    "22 Mar",
    "29 Mar",
  ]);
});

test("no two labels of months lie over each other, at any width, in either mode", () => {
  for (const [from, commits, step] of [
    ["2025-11-06", 290, 1],
    ["2019-01-31", 900, 2.5],
    ["2026-03-02", 15, 2],
    ["2026-03-02", 3, 0.1],
    ["2025-12-31", 40, 1],
  ] as const) {
    for (const mode of ["date", "commit"] as const) {
      for (let width = 120; width < 1300; width += 37) {
        const axis = makeAxis(line(from, commits, step), mode, 10, width, measure);
        for (const ticks of [axis.months, axis.numbers]) {
          const shown = [...ticks].filter((t) => t.label !== null).sort((a, b) => a.x - b.x);
          for (const [i, tick] of shown.entries()) {
            const next = shown[i + 1];
            if (next)
              assert.ok(tick.x + measure(tick.label ?? "") <= next.x, `${mode} ${width}: ${tick.label} ${next.label}`);
          }
        }
      }
    }
  }
});

test("by commit, commits stand at equal distances and are numbered from 1", () => {
  const axis = makeAxis(line("2025-11-06", 1168, 0.25), "commit", 0, 1167, measure);
  assert.equal(axis.x(0), 0);
  assert.equal(axis.x(583), 583);
  assert.equal(axis.x(1167), 1167);
  assert.deepEqual(labels(axis.numbers), [
    "100",
    "200",
    "300",
    "400",
    "500",
    "600",
    "700",
    "800",
    "900",
    "1,000",
    "1,100",
  ]);
});

test("a stretch ends where the next commit stands, and at the axis' end while it holds", () => {
  const axis = makeAxis(line("2026-01-01", 11, 10), "date", 0, 100, measure);
  assert.equal(axis.end(3), 40);
  assert.equal(axis.end(null), 100);
  assert.equal(axis.end(10), 100);
});

test("a clock that runs backwards moves no commit to the left of the one before it", () => {
  const base = line("2026-01-01", 4, 10);
  const axis = makeAxis(
    { ...base, time: [base.time[0] ?? 0, base.time[2] ?? 0, base.time[1] ?? 0, base.time[3] ?? 0] },
    "date",
    0,
    90,
    measure,
  );
  assert.deepEqual([0, 1, 2, 3].map(axis.x), [0, 60, 60, 90]);
});

test("the commit under a pixel is the last at or before it", () => {
  const axis = makeAxis(line("2026-01-01", 11, 10), "date", 0, 100, measure);
  assert.deepEqual([-5, 0, 9, 10, 55, 100, 400].map(axis.at), [0, 0, 0, 1, 5, 10, 10]);
});

test("a line of one commit has an axis", () => {
  const axis = makeAxis(line("2026-01-01", 1, 1), "date", 5, 100, measure);
  assert.equal(axis.x(0), 5);
  assert.equal(axis.end(null), 100);
  assert.ok(axis.months.every((t) => Number.isFinite(t.x)));
});

const tag = (name: string, position: number, onLine = true): Line["tags"][number] => ({
  name,
  position,
  time: 0,
  onLine,
});

test("labels of releases try right, then left, then a row above; tags on one commit share a rule", () => {
  const axis = makeAxis(
    line("2026-01-01", 101, 1, [
      tag("v0.1.3", 60),
      tag("v0.1.4-rc0", 61, false),
      tag("v0.1.4", 61, false),
      tag("v0.1.5", 65, false),
    ]),
    "date",
    0,
    1000,
    measure,
  );
  assert.deepEqual(
    axis.releases.map((r) => [r.label, r.side, r.row]),
    [
      ["0.1.3", "left", 0],
      ["0.1.4*", "right", 1],
      ["0.1.5*", "right", 0],
    ],
  );
  assert.deepEqual(axis.releases[1]?.names, ["v0.1.4", "v0.1.4-rc0"]);
});

test("over twelve releases only majors and minors are drawn, and the rest counted", () => {
  const many = Array.from({ length: 30 }, (_, i) => tag(`v1.${Math.floor(i / 5)}.${i % 5}`, i * 3));
  const axis = makeAxis(line("2026-01-01", 101, 1, many), "date", 0, 1000, measure);
  assert.deepEqual(
    axis.releases.flatMap((r) => r.names),
    ["v1.0.0", "v1.1.0", "v1.2.0", "v1.3.0", "v1.4.0", "v1.5.0"],
  );
  assert.equal(axis.hidden, 24);
  assert.deepEqual(["v1.2", "1.2.0", "pkg-3.0.0", "v1.2.3", "1.2.0-rc1", "nightly"].map(isMinor), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
