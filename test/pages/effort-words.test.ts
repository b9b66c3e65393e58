// The sentences and marks of the effort page from rows made in code: titles by rule, names that find their places, orders.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EffortExtract } from "../../loaders/report/pages.ts";
import { reach, tens } from "../../src/components/effort-axes.ts";
import { effortDeck, effortTitle, scatterTitle, sumsTitle } from "../../src/components/effort-headlines.ts";
import { placed } from "../../src/components/effort-labels.ts";
import { effortRowsOf, isFound, ordered, outlying, PAIRS, ratioOf } from "../../src/components/effort-rows.ts";
import { factor, signed } from "../../src/components/effort-words.ts";
import { effort, numbers, unreadEffort, unrecordedEffort } from "./fixture-effort.ts";

type Commit = EffortExtract["commits"][number];

function commits(...list: readonly (readonly [Commit["all"], Commit["parts"]?])[]): EffortExtract {
  return {
    recorded: true,
    parts: ["production", "tests"],
    missing: 0,
    left: [],
    beyond: { endings: 0, changes: 0 },
    commits: list.map(([all, parts], position) => ({
      position,
      oid: String(position).padStart(40, "a"),
      pr: position + 1,
      subject: `Change (#${position + 1})`,
      all,
      parts: parts ?? [[0, all]],
    })),
  };
}

const title = (extract: EffortExtract): string => effortTitle(extract, effortRowsOf(extract));

test("the title says how much is tests, in words where a share has some", () => {
  const of = (production: number, tests: number): EffortExtract => {
    const [a, b] = [numbers([production, 0, 0, 0]), numbers([tests, 0, 0, 0])];
    return commits([
      numbers([production + tests, 0, 0, 0]),
      [
        [0, a],
        [1, b],
      ],
    ]);
  };
  assert.equal(title(of(500, 500)), "Half of the 1,000 statements that landed are tests");
  assert.equal(title(of(661, 339)), "A third of the 1,000 statements that landed are tests");
  assert.equal(title(of(764, 236)), "24 % of the 1,000 statements that landed are tests");
  assert.equal(title(of(999, 1)), "1 commit, 1,000 statements", "less than one in a hundred is no finding");
  assert.equal(title(of(-10, 100)), "1 commit, 90 statements", "no share of what a part lost");
});

test("without tests the title says how many commits point apart, else how many there are", () => {
  const split = numbers([3, 3, -4, 13]);
  const grown = numbers([3, 3, 4, 13]);
  assert.equal(
    title(commits([split], [grown], [grown])),
    "One of three commits grew by one instrument and shrank by another",
  );
  assert.equal(title(commits([grown], [grown])), "2 commits, 6 statements");
  assert.equal(title(unrecordedEffort()), "No commit has been measured yet");
  assert.equal(title({ ...unrecordedEffort(), recorded: true }), "No commit could be measured");
});

test("lines that no grammar reads make no commit shrink or grow apart", () => {
  const extract = commits([numbers([3, 3, 4, 8], { unread: 1, unreadLines: -50 })]);
  const [row] = effortRowsOf(extract);
  assert.equal(row?.cost.physical, -42);
  assert.equal(row?.direction, "grew");
});

test("decks and figures' titles have the ratio of all history and the commit that disagrees most", () => {
  const rows = effortRowsOf(commits([numbers([10, 10, 20, 30])], [numbers([0, 2, 17, 44], { disagreement: 45 })]));
  assert.match(
    effortDeck(rows),
    /^Over all of it a statement takes 3\.7 source lines and 7\.4 physical ones\. They disagree most on #2: 0 statements, \+17 source and \+44 physical lines\.$/,
  );
  assert.equal(scatterTitle(rows, PAIRS[0]!), "A statement takes 7.4 physical lines; one commit is far from that");
  assert.equal(sumsTitle(rows, "source"), "Production grew to 37 source lines");
  assert.equal(effortDeck(effortRowsOf(unreadEffort())), "");
});

test("a history that lost statements has no ratio, and its titles are dull and true", () => {
  const rows = effortRowsOf(commits([numbers([-10, -10, -20, -30])]));
  assert.equal(ratioOf(rows, PAIRS[0]!), null);
  assert.equal(scatterTitle(rows, PAIRS[0]!), "Physical lines of 1 commit against their statements");
  assert.equal(sumsTitle(rows, "statements"), "Statements by part");
});

test("rows are ordered by disagreement, or by a column either way; what has no value stands last", () => {
  const rows = effortRowsOf(effort(0));
  const keys = (sort?: string) => ordered(rows, sort).map(({ cost }) => cost.disagreement);
  assert.deepEqual(keys(), [13802, 451, 45, 2.99, 2.25, null, null]);
  assert.deepEqual(keys("apart"), [2.25, 2.99, 45, 451, 13802, null, null]);
  assert.deepEqual(keys("-apart").slice(0, 2), [13802, 451]);
  assert.equal(outlying(rows, PAIRS[0]!)[0]?.row.cost.statements, -66);
});

test("Find takes words, a pull request, and the beginning of an id", () => {
  const [row] = effortRowsOf(effort(1));
  assert.ok(row);
  for (const words of ["plain", "#1", row.oid.slice(0, 7), ""]) assert.ok(isFound(row, words), words);
  for (const words of ["#11", "zzz", "0123456"]) assert.ok(!isFound(row, words), words);
});

test("numbers bear their sign, and a factor no more digits than it needs", () => {
  assert.deepEqual([signed(1203), signed(-4), signed(0)], ["+1,203", "−4", "0"]);
  assert.deepEqual([factor(1), factor(45.04), factor(13802.2)], ["1.0x", "45.0x", "13,802x"]);
});

test("names lie over no other name and in the plot; one without a place is left out", () => {
  const plot = { left: 0, right: 200, top: 0, bottom: 100 };
  const dots = [
    { x: 100, y: 50 },
    { x: 101, y: 50 },
    { x: 195, y: 50 },
    { x: 100, y: 51 },
  ];
  const wide = (text: string): number => text.length * 6;
  const names = placed(
    dots.map((_, at) => ({ at, texts: [`#${at} name`] })),
    dots,
    plot,
    wide,
  );
  assert.ok(names.length >= 2);
  const boxes = names.map(({ text, x, y, anchor }) => {
    const left = x - (anchor === "start" ? 0 : anchor === "end" ? wide(text) : wide(text) / 2);
    return { left, right: left + wide(text), top: y - 11, bottom: y + 3 };
  });
  for (const [i, a] of boxes.entries()) {
    assert.ok(a.left >= 0 && a.right <= 200 && a.top >= 0 && a.bottom <= 100, `${i} is in the plot`);
    for (const b of boxes.slice(i + 1))
      assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top, "no two overlap");
  }
  const tight = placed(
    [{ at: 0, texts: ["a name that is too long for it", "#1"] }],
    dots,
    { ...plot, left: 80, right: 130 },
    wide,
  );
  assert.deepEqual(
    tight.map(({ text }) => text),
    ["#1"],
    "the shorter text where the longer has no place",
  );
  assert.deepEqual(placed([{ at: 0, texts: ["too long"] }], dots, { ...plot, left: 95, right: 110 }, wide), []);
});

test("axes reach over two hundred thousand commits", () => {
  const values = Array.from({ length: 200_000 }, (_, i) => i - 5);
  assert.deepEqual(reach(values), [-5, 199_994]);
  assert.deepEqual(
    [reach([]), reach([3])],
    [
      [0, 1],
      [0, 3],
    ],
  );
  assert.deepEqual(tens(values), [-1, 0, 1, 10, 100, 1000, 1e4, 1e5]);
});

test("the pull request behind a subject is left out, and a subject of 60,000 blanks costs no time", () => {
  const of = (subject: string): string | undefined => {
    const extract = commits([numbers([1, 1, 1, 1])]);
    return effortRowsOf({ ...extract, commits: extract.commits.map((commit) => ({ ...commit, subject })) })[0]?.subject;
  };
  for (const [subject, expected] of [
    ["Change (#12)", "Change"],
    ["Change(#12)  ", "Change"],
    ["Change (see a) (#1)", "Change (see a)"],
    ["Change (a", "Change (a"],
    ["Change (#12) again", "Change (#12) again"],
    ["Change #12)", "Change #12)"],
    ["(#12)", ""],
    ["", ""],
  ] as const)
    assert.equal(of(subject), expected, subject);
  const start = performance.now();
  const long = `Wide${" ".repeat(60_000)}x`;
  assert.equal(of(`${long} (#12)`), long);
  assert.ok(performance.now() - start < 500, `${performance.now() - start} ms`);
});
