// A thread that was saved from a web page, and what its words say: rounds, findings, answers, tables, links.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { derivedFrom } from "../../loaders/provenance/issues/derive.ts";
import { gateOf } from "../../loaders/provenance/issues/gates.ts";
import { harmlessText, LONGEST_TEXT, textOfHtml } from "../../loaders/provenance/issues/harmless.ts";
import { linksOf } from "../../loaders/provenance/issues/links.ts";
import { tablesIn, uncheckedIn } from "../../loaders/provenance/issues/passages.ts";
import { savedThread } from "../../loaders/provenance/issues/saved.ts";
import type { Comment } from "../../loaders/store/issues.ts";
import { fc, runs } from "../support/properties.ts";

const BORDER = "There was a problem hiding this comment.";

/** As a browser copies it: quoted lines in bars, borders, the opening text behind the count of participants. */
const PAGE = `pump: every valve from its caller (VALVE-2) - #40
Conversation
| A replacement owes \`core.py:12\` a pair. | ||
| | ||
| It is read by the head. |
${BORDER}
The citation names the wrong loop. See core.py:12.
It has two more sites.
${BORDER}
Fixed. Head is 2045c2082.
A new test, test_the_head_reads_it, pins that; test_pump.py holds it.
src/pump/valve.py
Outdated
Comment on lines +10 to +14
| "open": True, # core.py:30 waits | ||
| "close": False, |
${BORDER}
The second value is a dict.
${BORDER}
Recorded, and opened: #98.
| assert True |
${BORDER}
Nobody reads this.
Review — VALVE-2 (#40), round 1, agent-authoredVerdict: REQUEST CHANGES. Three findings are inline.
| tree | commit | passed | skipped |
|---|---|---|---|
| control = head | \`669dc3f9d\` |
4496 | 149 |
merged = control + \`bb11c5e77\` |
6bda771ca | 4561 | 149 |
merged − control = +65, checked.
Not checked: the second machine; the slow tier, which was not started; and the real valve.
…gaps Round-2 response (#40). Closes #41. Co-Authored-By: Some Body <some.body@example.com>
bb11c5e to
2045c20
Compare
Round 2 — VALVE-2 (#40) What changed. (#97) stacks on this branch; it stacks on #39.
| the new line |
${BORDER}
One leg is missing.
Review — VALVE-2 (#40), round 2, agent-authoredVerdict: APPROVE. Landable.
Findings
A. The leg. (inline, src/pump/valve.py:127, non-blocking) It owes JSON too.
B. Record correction: state.py defines two, not three.
Round-1 findings: two closed
| # | finding | closed by, as I verified it |
|---|---|---|
| 1 | the loop | seeded and fired |
| 2 | the dict | read at the source |
What I could not check
The machine of the other kind. I also did not drive the route.
2 participants
Closes nothing yet. Task record: issue #77. The keys came from up#1771.
`;

const thread = () => derivedFrom(savedThread("page.txt", PAGE), "https://github.com/own/pump");

describe("a saved thread", () => {
  test("has its title and number, its opening, and each text in the role and kind that the page gives it", () => {
    const { issue, comments } = thread();
    assert.deepEqual(
      [issue.id, issue.kind, issue.title, issue.state, issue.head],
      ["#40", "pull", "pump: every valve from its caller (VALVE-2)", "unknown", "2045c20"],
    );
    assert.deepEqual(
      comments.map(({ kind, role, round, verdict }) => `${kind} ${role} ${round} ${verdict ?? ""}`.trim()),
      [
        "body author null",
        "inline reviewer 1",
        "inline author 1",
        "inline reviewer 1",
        "inline author 1",
        "inline reviewer 1",
        "review reviewer 1 request-changes",
        "commit author null",
        "event author null",
        "comment author 2",
        "inline reviewer 2",
        "review reviewer 2 approve",
      ],
    );
    assert.equal(comments[1]?.quoted, "A replacement owes `core.py:12` a pair.\n\nIt is read by the head.");
    assert.doesNotMatch(JSON.stringify(comments), /Some Body|example\.com/);
  });

  test("gives each finding its round, its place, its answer, the commit, the tests and what closed it", () => {
    assert.deepEqual(
      thread().findings.map((each) => [
        each.round,
        each.label,
        each.state,
        each.path,
        each.line,
        each.fixed_in,
        each.fixed_by,
        each.tests.join(),
        each.closed_by,
      ]),
      [
        [1, "1", "closed", null, null, "2045c2082", "named", "test_the_head_reads_it", "seeded and fired"],
        [1, "2", "closed", "src/pump/valve.py", 14, "2045c2082", "round", "", "read at the source"],
        [1, "3", "open", null, null, null, null, "", null],
        [2, "A", "open", "src/pump/valve.py", 127, null, null, "", null],
        [2, "B", "open", "state.py", null, null, null, "", null],
      ],
    );
  });

  test("names issues of its own forge and of others, each with how; what a shown commit closes, it does not", () => {
    const { links } = thread();
    const told = links
      .filter(({ target }) => target !== null)
      .map(({ kind, repository, target }) => `${kind} ${repository ?? ""}${target}`);
    assert.deepEqual(told.toSorted(), [
      "filed #98",
      "mentions #41",
      "mentions up#1771",
      "refs #77",
      "stacked-by #97",
      "stacks-on #39",
    ]);
    assert.deepEqual(
      links.flatMap(({ commit }) => commit ?? []),
      ["2045c2082", "669dc3f9d", "bb11c5e77", "6bda771ca"],
    );
  });

  test("keeps a gate as a table, though the page broke its rows, and compares it with what the text states", () => {
    const gates = thread().tables.flatMap((each) => gateOf(each) ?? []);
    assert.equal(gates.length, 1);
    assert.deepEqual(gates[0]?.delta, { passed: 65, skipped: 0 });
    assert.deepEqual([gates[0]?.stated, gates[0]?.agrees], [65, true]);
    assert.equal(gates[0]?.merged.commit, "6bda771ca");
  });

  test("lists what was not checked, by round", () => {
    assert.deepEqual(
      thread().unchecked.map(({ round, text }) => `${round} ${text}`),
      [
        "1 the second machine",
        "1 the slow tier, which was not started",
        "1 the real valve",
        "2 The machine of the other kind",
        "2 I also did not drive the route",
      ],
    );
  });

  test("may be signed: who opened it is the author, an account that is gone a ghost, and no name is kept", () => {
    const page =
      "Leak · Issue #7 · own/pump\nOpen\nfirst commented on Jan 3, 2026\nIt leaks.\nghost commented 2 days ago\nYes.\nfirst commented yesterday\nMended.\n";
    const { issue, comments } = savedThread("page.txt", page);
    assert.deepEqual([issue.id, issue.kind, issue.title, issue.state], ["#7", "issue", "Leak", "open"]);
    assert.deepEqual(
      comments.map(({ kind, role, text }) => `${kind} ${role} ${text}`),
      ["body author It leaks.", "comment ghost Yes.", "comment author Mended."],
    );
  });

  test("without a title and a number is refused in words", () => {
    assert.throws(() => savedThread("notes.txt", "Some notes\nof mine\n"), /notes\.txt: expected a thread/);
  });
});

describe("what is hostile", () => {
  test("a page in HTML ends as text, without what it hides", () => {
    const html =
      "<!DOCTYPE html><html><head><script>alert('#666')</script><style>x</style></head><body><h1>Leak #7</h1><p onclick=\"x()\">It &lt;b&gt; <b>leaks</b>.</p><script>never closed #667";
    const { issue, comments } = savedThread("page.html", html);
    assert.equal(issue.id, "#7");
    assert.deepEqual(
      comments.map(({ text }) => text),
      ["It <b> leaks."],
    );
  });

  test("controls, colours and marks that reorder a line go", () => {
    assert.equal(harmlessText("a\u001b[31mred\u001b[0m\u0000\u202eb\u009b\r\nc\ud800"), "aredb\nc\ufffd");
    assert.equal(harmlessText("write to a.b@example.co.uk now"), "write to (address) now");
    assert.equal(harmlessText("@first said @property", new Set(["first"])), "@someone said @property");
  });

  for (const [name, line] of [
    ["letters", "a".repeat(10_000_000)],
    ["bars", "|".repeat(10_000_000)],
    ["brackets", "<".repeat(10_000_000)],
    ["open tags", "<script ".repeat(1_250_000)],
    ["marks of issues", "a/b#".repeat(2_500_000)],
    ["addresses", "a@a.".repeat(2_500_000)],
    ["blanks", " ".repeat(10_000_000)],
  ] as const)
    test(`ten megabytes of ${name} on one line end as text, bounded and soon`, () => {
      const started = performance.now();
      const told = derivedFrom(savedThread("page.txt", `Leak #7\n${line}\n`), "https://github.com/own/pump");
      derivedFrom(savedThread("page.html", `<html>Leak #7<br>${line}`), null);
      assert.ok(JSON.stringify(told).length < 3 * LONGEST_TEXT);
      assert.ok(performance.now() - started < 10_000);
    });

  test("no text of any kind breaks the reading, and all of it is read the same twice", () => {
    const piece = fc.constantFrom(...PAGE.split("\n"), "|", "", "a #1", BORDER, "\u001b[2J", "<p>", "Findings");
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (lines) => {
        const text = `Title #1\n${lines.join("\n")}`;
        const told = thread0(text);
        assert.deepEqual(thread0(text), told);
        for (const { comment } of [...told.findings, ...told.tables, ...told.unchecked])
          assert.ok(comment >= 0 && comment < told.comments.length);
      }),
      { numRuns: runs(100) },
    );
  });

  const thread0 = (text: string) => derivedFrom(savedThread("x", text), null);

  test("text of HTML holds no tag that a page would run", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("<script>", "</script>", "<", ">", "a", "<b>", "<!--", "-->")), (parts) => {
        assert.doesNotMatch(textOfHtml(parts.join("")), /<script\b[^<>]*>/i);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("passages", () => {
  const rows: readonly [text: string, columns: number, cells: readonly (readonly string[])[]][] = [
    [
      "| a | b |\n|---|---|\n| 1 | 2 |\n| `x|y` | a\\|b |\n",
      2,
      [
        ["1", "2"],
        ["`x|y`", "a|b"],
      ],
    ],
    ["| a | b |\n|---|---|\nfirst |\nsecond |\ntext\n", 2, [["first", "second"]]],
    ["a | b\n--|--\nno row\n", 2, []],
  ];
  for (const [text, columns, cells] of rows)
    test(`a table is read from ${JSON.stringify(text.slice(0, 40))}`, () => {
      const [found] = tablesIn(text);
      assert.equal(found?.columns.length, columns);
      assert.deepEqual(found?.rows, cells);
    });

  test("bars without a rule beneath are no table, and a difference is read with its sign", () => {
    assert.deepEqual(tablesIn("| a | b |\n| c | d |\n"), []);
    assert.equal(tablesIn("|a|b|\n|-|-|\n|1|2|\nDelta −3 passed\n")[0]?.stated, "-3");
  });

  test("a list under a heading is taken item by item, and prose that only speaks of checks is none", () => {
    assert.deepEqual(uncheckedIn("## Not checked\n\n- the first thing\n- the second thing\n\nOther words here.\n"), [
      "the first thing",
      "the second thing",
    ]);
    assert.deepEqual(uncheckedIn("It was not checked in time by anybody.\n"), []);
  });

  test("a number that no issue has is named in no way", () => {
    const comment = { text: "See #0, see #99999999, see #3.", kind: "comment", commit: null } as Comment;
    assert.deepEqual(
      linksOf("#1", [comment], null).map(({ kind, target, times }) => `${kind} ${target} ${times}`),
      ["refs #3 1"],
    );
  });

  test("a merge request is named by its own mark where the forge has such", () => {
    const comment = { text: "see !12 and #3; wow!4", kind: "comment", commit: null } as Comment;
    const on = (forge: string) => linksOf("#1", [comment], forge).map(({ target }) => target);
    assert.deepEqual(on("https://gitlab.com/own/pump"), ["#3", "!12"]);
    assert.deepEqual(on("https://github.com/own/pump"), ["#3"]);
  });
});
