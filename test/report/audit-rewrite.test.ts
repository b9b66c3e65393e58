// Holds the text of a repair to its old form: rows of (written, what it meant, suggested, written anew), then properties.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rewritten } from "../../loaders/audit/rewrite.ts";
import { fc, runs } from "../support/properties.ts";

const at = (start: number, end: number, path = "pkg/core.py", symbol: string | null = null) => ({
  path,
  start,
  end,
  symbol,
  strength: "strong" as const,
});
const meant = (start: number, end: number, path: string | null = "pkg/core.py") => ({ start, end, path });

type Row = readonly [string, ReturnType<typeof meant>, ReturnType<typeof at>, string | null];
const ROWS: readonly Row[] = [
  // Numbers alone.
  ["core.py:12-14", meant(12, 14), at(26, 28), "core.py:26-28"],
  ["core.py:12-14", meant(12, 14), at(26, 26), "core.py:26"],
  ["core.py:12", meant(12, 12), at(26, 28), "core.py:26-28"],
  ["core.py:12–14", meant(12, 14), at(1, 3), "core.py:1–3"],
  ["core.py:12 - 14", meant(12, 14), at(1, 3), "core.py:1 - 3"],
  [":196", meant(196, 196), at(210, 210), ":210"],
  ["(:196", meant(196, 196), at(210, 210), "(:210"],
  ["7", meant(7, 7), at(9, 9), "9"],
  ["7", meant(7, 7), at(9, 10), "9-10"],
  ["~12", meant(12, 12), at(13, 13), "~13"],
  ["core.py:~12", meant(12, 12), at(13, 13), "core.py:~13"],
  ["#L10-L20", meant(10, 20), at(11, 21), "#L11-L21"],
  ["core.py#L10-20", meant(10, 20), at(11, 21), "core.py#L11-21"],
  ["core.py#L10", meant(10, 10), at(11, 21), "core.py#L11-L21"],
  ["core.py#L10-L20", meant(10, 20), at(11, 11), "core.py#L11"],
  ["core.py L10", meant(10, 10), at(11, 11), "core.py L11"],
  ["line 567", meant(567, 567), at(3, 3), "line 3"],
  ["line 567", meant(567, 567), at(3, 4), "lines 3-4"],
  ["Lines 3 to 5", meant(3, 5), at(9, 10), "Lines 9 to 10"],
  ["Lines 3 to 5", meant(3, 5), at(9, 9), "Line 9"],
  ["`core.py` line 12", meant(12, 12), at(13, 14), "`core.py` lines 13-14"],
  ["lines 3 to 5 of core.py", meant(3, 5), at(9, 10), "lines 9 to 10 of core.py"],
  ["core.py, around line 12", meant(12, 12), at(40, 40), "core.py, around line 40"],
  // Columns stay with their line; a range made of one has no known end.
  ["core.py:12:5", meant(12, 12), at(13, 13), "core.py:13:5"],
  ["core.py:12:12", meant(12, 12), at(13, 13), "core.py:13:12"],
  ["core.py:12:5", meant(12, 12), at(13, 14), null],
  ["core.py#L10C3-L20C5", meant(10, 20), at(11, 21), "core.py#L11C3-L21C5"],
  // Digits in names are no lines.
  ["h2.rs:2-4", meant(2, 4, "src/h2.rs"), at(5, 6, "src/h2.rs"), "h2.rs:5-6"],
  ["core-2:2", meant(2, 2, "core-2"), at(5, 5, "core-2"), "core-2:5"],
  ["v1/2.py:2", meant(2, 2, "v1/2.py"), at(5, 5, "v1/2.py"), "v1/2.py:5"],
  ["2024-2025.md:2024", meant(2024, 2024, "2024-2025.md"), at(5, 5, "2024-2025.md"), "2024-2025.md:5"],
  ["10/core.py:10", meant(10, 10, "10/core.py"), at(5, 5, "10/core.py"), "10/core.py:5"],
  // Links say it twice.
  ["[`core.py:12`](core.py#L12)", meant(12, 12), at(13, 14), "[`core.py:13-14`](core.py#L13-L14)"],
  ["[`core.py:12`](../pkg/core.py)", meant(12, 12), at(13, 13), "[`core.py:13`](../pkg/core.py)"],
  ["[`core.py:12`](core.py#L99)", meant(12, 12), at(13, 14), null],
  ["[`core.py:12`](../pkg/core.py)", meant(12, 12), at(13, 13, "lib/core.py"), null],
  [
    "https://github.com/o/r/blob/main/pkg/core.py#L12",
    meant(12, 12),
    at(13, 14, "lib/run.py"),
    "https://github.com/o/r/blob/main/lib/run.py#L13-L14",
  ],
  // What is bound to a revision stays true of it.
  ["https://github.com/o/r/blob/1a2b3c4d5e/pkg/core.py#L12", meant(12, 12), at(13, 14), null],
  ["core.py:12 @ 1a2b3c4", meant(12, 12), at(13, 13), null],
  // Another path: as long as the old one, and never one that still says the old file.
  ["core.py:12", meant(12, 12), at(13, 13, "pkg/runner/step.py"), "step.py:13"],
  ["pkg/core.py:12", meant(12, 12), at(13, 13, "pkg/runner/step.py"), "runner/step.py:13"],
  ["core.py:12", meant(12, 12), at(13, 13, "lib/core.py"), "lib/core.py:13"],
  ["core.py:12", meant(12, 12, "core.py"), at(13, 13, "pkg/core.py"), "pkg/core.py:13"],
  ["core.py:12", meant(12, 12), at(13, 13, "core.py"), null],
  ["a/pkg/core.py:12", meant(12, 12, "a/pkg/core.py"), at(13, 13, "b.py"), "b.py:13"],
  ["repo/pkg/core.py:12", meant(12, 12), at(13, 13, "lib/step.py"), "repo/lib/step.py:13"],
  ["/pkg/core.py:12", meant(12, 12), at(13, 13, "lib/step.py"), "/lib/step.py:13"],
  ["pkg\\core.py:12", meant(12, 12), at(13, 13, "lib/a/step.py"), "a\\step.py:13"],
  ["my%20pkg/core.py#L12", meant(12, 12, "my pkg/core.py"), at(13, 13, "a b/c d.py"), "a%20b/c%20d.py#L13"],
  ["old.py:1", meant(1, 1, null), at(2, 2, "pkg/new.py"), "new.py:2"],
  ["core.py:1", meant(1, 1, null), at(2, 2, "pkg/core.py"), "core.py:2"],
  ["lines 3 to 5 of `core.py`.", meant(3, 5), at(9, 10, "lib/step.py"), "lines 9 to 10 of `step.py`."],
  // The form cannot say it.
  [":196", meant(196, 196), at(210, 210, "lib/step.py"), null],
  ["line 567", meant(567, 567), at(3, 3, "lib/step.py"), null],
  ["../pkg/core.py:12", meant(12, 12), at(13, 13, "lib/step.py"), null],
  ["get_blockscore.py:12", meant(12, 12), at(13, 13, "lib/step.py"), null],
  ["core.py:12", meant(12, 12), at(13, 13, "my lib/my step.py"), null],
  ["core.py:12", meant(30, 30), at(13, 13), null],
  ["core.py", meant(12, 12), at(13, 13), null],
  ["core.py:12", meant(12, 12), at(0, 0), null],
  // Glued: the numbers are told, the path is not.
  ["get_blockscore.py:12", meant(12, 12), at(13, 13), "get_blockscore.py:13"],
  // Symbols, with as many parts as were written.
  ["core.py::step", meant(0, 0), at(13, 14, "pkg/core.py", "Runner.go"), "core.py::go"],
  ["core.py::Runner::step", meant(0, 0), at(13, 14, "lib/x.py", "Runner.go"), "x.py::Runner::go"],
  ["`core.py: Runner.step`", meant(0, 0), at(13, 14, "lib/x.py", "Runner.go"), "`x.py: Runner.go`"],
  ["core.py::step", meant(0, 0), at(13, 14, "lib/x.py", null), null],
  ["core.py:0", meant(0, 0), at(13, 14), "core.py:13-14"],
];

for (const [text, citation, suggestion, expected] of ROWS) {
  test(`${text} (${citation.path}) to ${suggestion.path}:${suggestion.start}-${suggestion.end} is ${expected}`, () => {
    assert.equal(rewritten(text, citation, suggestion), expected);
  });
}

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}[a-z]$/);
const path = fc
  .tuple(fc.array(name, { maxLength: 3 }), name, fc.constantFrom("py", "ts", "md", "h2"))
  .map(([folders, file, extension]) => [...folders, `${file}.${extension}`].join("/"));
const lines = fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 40 })).map(([start, more]) => ({
  start,
  end: start + more,
}));

/** Forms by what they print; `of` says which numbers and which path a reader takes out of one again. */
const FORMS: readonly ((path: string, start: number, end: number) => string)[] = [
  (file, a, b) => `${file}:${a}${b > a ? `-${b}` : ""}`,
  (file, a, b) => `${file}:${a}${b > a ? `–${b}` : ""}`,
  (file, a, b) => `${file}#L${a}${b > a ? `-L${b}` : ""}`,
  (file, a, b) => `\`${file}\` line${b > a ? `s ${a} to ${b}` : ` ${a}`}`,
  (file, a, b) => `line${b > a ? `s ${a} to ${b}` : ` ${a}`} of ${file}`,
  (file, a, b) => `${file} L${a}${b > a ? `-L${b}` : ""}`,
];

function read(text: string): { path: string; start: number; end: number } | null {
  const lines = String.raw`L?(?<start>\d+)(?:\s*(?:[-–]|to)\s*L?(?<end>\d+))?`;
  const forms = [
    String.raw`^\x60?(?<path>[^\s\x60:#]+)\x60?(?::| lines? |#| )${lines}$`,
    String.raw`^lines? ${lines} of (?<path>\S+)$`,
  ];
  for (const form of forms) {
    const groups = new RegExp(form).exec(text)?.groups;
    if (groups?.path)
      return { path: groups.path, start: Number(groups.start), end: Number(groups.end ?? groups.start) };
  }
  return null;
}

const endOf = (short: string, long: string) => short === long || long.endsWith(`/${short}`);

test("the rewritten text reads as the suggested lines of the suggested file", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FORMS),
      path,
      path,
      lines,
      lines,
      fc.nat({ max: 3 }),
      (form, old, other, was, is, shorter) => {
        const written = old
          .split("/")
          .slice(Math.min(shorter, old.split("/").length - 1))
          .join("/");
        for (const now of [old, other]) {
          const anew = rewritten(form(written, was.start, was.end), { ...was, path: old }, at(is.start, is.end, now));
          if (anew === null) {
            assert.ok(now !== old && endOf(now, old), "only a path that says the old file too cannot be written");
            continue;
          }
          const found = read(anew);
          assert.deepEqual([found?.start, found?.end], [is.start, is.end], anew);
          assert.ok(endOf(found?.path ?? "", now), anew);
          if (now === old) assert.equal(found?.path, written);
          else assert.ok(!endOf(found?.path ?? "", old), `${anew} still says ${old}`);
        }
      },
    ),
    { numRuns: runs(2_000) },
  );
});

test("any text gives a text or null, and no text of other numbers is touched", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), lines, lines, (text, was, is) => {
      const anew = rewritten(text, { ...was, path: "pkg/core.py" }, at(is.start, is.end));
      if (!text.includes(String(was.start))) assert.equal(anew, null);
    }),
  );
});

test("a suggestion of the same lines changes nothing", () => {
  fc.assert(
    fc.property(fc.constantFrom(...FORMS), path, lines, (form, file, was) => {
      const text = form(file, was.start, was.end);
      assert.equal(rewritten(text, { ...was, path: file }, at(was.start, was.end, file)), text);
    }),
  );
});
