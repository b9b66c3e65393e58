// Lists as people write them, in sentences, as items and as columns, as rows; and of all lists, that what is printed
// reads back.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { columnUnder, itemsUnder, type ListItem, readList } from "../../loaders/claims/prose/lists.ts";
import { proseOf } from "../../loaders/syntax/prose.ts";
import { fc, runs } from "../support/properties.ts";

describe("a list in a sentence", () => {
  for (const [title, text, ...items] of [
    ["of code", "`a`, `b` and `c`", "a", "b", "c"],
    ["with a comma before its last", "a, b, or c", "a", "b", "c"],
    ["of two", "`a` and `b`", "a", "b"],
    ["of one", "`a`", "a"],
    ["of nothing", " ", ...[]],
    ["in braces", "{a, b}", "a", "b"],
    ["in square brackets", "[`a`, 'b']", "a", "b"],
    ["in round brackets", "(a, b)", "a", "b"],
    ["without spaces", "`a`,`b`,c,d", "a", "b", "c", "d"],
    ["over lines", "`a`,\n  `b`\nand `c`", "a", "b", "c"],
    ["of figures with thousands", "4,518, 12 and 7", "4,518", "12", "7"],
    ["of strokes between spaces", "4 / 2 / 1 / 1", "4", "2", "1"],
    ["of strokes between backticks", "`a`/`b` | `c`", "a", "b", "c"],
    ["whose strokes are a path's", "a/b/c", "a/b/c"],
    ["with remarks", "`a` (14), `b` (two, or three), and `c` (it waits)", "a", "b", "c"],
    ["whose brackets are a call's", "f(x, y), `g(x, y)` and h()", "f(x, y)", "g(x, y)", "h()"],
    ["of quotes", "\"a b\", “c, d” and 'e'", "a b", "c, d", "e"],
    [
      "with marks",
      "**a**, *b*, _c_, `__init__`, __init__, [d](x.md) and snake\\_case",
      "a",
      "b",
      "c",
      "__init__",
      "d",
      "snake_case",
    ],
    ["of several words", "the head, the last stage and the worker", "head", "last stage", "worker"],
    ["whose items are named by their code", "the `a` name, the `b` name", "a", "b"],
    ["with both, either or namely before it", "both `a` and `b`", "a", "b"],
    ["that goes on", "a, b, etc.", "a", "b"],
    ["that says twice", "a, b and a", "a", "b"],
    ["with a full stop", "a and b.", "a", "b"],
    ["with semicolons", "a; b; and c", "a", "b", "c"],
    ["joined otherwise", "a & b plus c as well as d", "a", "b", "c", "d"],
    ["whose bracket is never closed", "(a, b", "(a", "b"],
    ["with commas inside code", "`f(a, b)`, `{c, d}`", "f(a, b)", "{c, d}"],
  ] as const)
    test(`${title}: ${text.replace(/\n/g, "⏎")}`, () => assert.deepEqual(readList(text), items));
});

const shown = (items: readonly ListItem[]) =>
  items.map(({ text, line, column, list }) => `${list} ${line}:${column} ${text}`);

const PAGE = `# Names

- loose

## Waited names

Three of them:

- \`forward\`: four sites
  - nested: no name
- \`get_num_blocks\`, \`exit\` — both wait
- **stop_profiler** (one site)

Two steps:
1. first
10. tenth

Others.

### Inner

* [a](x.md) - said
* plain words: a remark

## \`Keys\` of *replies*:

- inner
`;

describe("the items under a heading", () => {
  const prose = proseOf("a.md", PAGE);
  test("are named by what is marked at their beginning, outermost level only, list by list", () => {
    assert.deepEqual(shown(itemsUnder(prose, "Waited names")), [
      "0 9:3 forward",
      "0 11:3 get_num_blocks",
      "0 11:3 exit",
      "0 12:3 stop_profiler",
      "1 15:4 first",
      "1 16:5 tenth",
    ]);
  });
  test("are named by what stands before a dash or a colon, where nothing is marked", () => {
    assert.deepEqual(shown(itemsUnder(prose, "inner")), ["0 22:3 a", "0 23:3 plain words"]);
  });
  test("are found by the heading's words, whatever their case and marks", () => {
    assert.deepEqual(shown(itemsUnder(prose, "Keys of Replies")), ["0 27:3 inner"]);
    assert.deepEqual(shown(itemsUnder(prose, "## `keys` of *replies*:")), ["0 27:3 inner"]);
  });
  test("are those right under it, and of sections inside it only where it has none", () => {
    assert.deepEqual(shown(itemsUnder(prose, "names")), ["0 3:3 loose"]);
    const inner = proseOf("a.md", "# A\n\n## B\n\n- x\n\n## C\n\n- y\n");
    assert.deepEqual(shown(itemsUnder(inner, "A")), ["0 5:3 x", "1 9:3 y"]);
  });
  test("of a heading that is not there are none", () => assert.deepEqual(itemsUnder(prose, "nothing"), []));
  test("of no heading are those of the document", () => assert.equal(itemsUnder(prose, null).length, 10));
  test("leave out paragraphs that go on with an item, where the items are marked", () => {
    const loose = proseOf("a.md", "- `a`: one\n\n  It goes on.\n\n- `b`: two\n");
    assert.deepEqual(shown(itemsUnder(loose, null)), ["0 1:3 a", "0 5:3 b"]);
  });
  test("of reStructuredText are the same", () => {
    const rst = proseOf("a.rst", "Names\n=====\n\n* ``a``: one\n* ``b``\n\nKeys\n====\n\n- c\n");
    assert.deepEqual(shown(itemsUnder(rst, "names")), ["0 4:3 a", "0 5:3 b"]);
  });
});

const TABLES = `# A

| name | waits | \`where\` |
|---|---|---|
| \`forward\` | yes | yes |
| \`exit\`, \`stop\` | no | core.py |
| | - | — |
| **total** | yes | \`a | b\` |

Words.

| where | name |
|---|---|
| x | y |
`;

describe("the cells under a column's head", () => {
  const prose = proseOf("a.md", TABLES);
  test("are read table by table, without what is empty", () => {
    assert.deepEqual(shown(columnUnder(prose, "Name", "a")), [
      "0 5:3 forward",
      "0 6:3 exit",
      "0 6:3 stop",
      "0 8:3 total",
      "1 14:7 y",
    ]);
  });
  test("stand where they stand, though others say the same", () => {
    assert.deepEqual(shown(columnUnder(prose, "where", null)).slice(0, 2), ["0 5:21 yes", "0 6:25 core.py"]);
  });
  test("of a column that no table has are none", () => assert.deepEqual(columnUnder(prose, "nothing", null), []));
});

const name = fc
  .tuple(fc.constantFrom("a", "_b", "get", "Engine", "x1"), fc.constantFrom("", "_num", ".seal", "()", "-c", "/d.py"))
  .map((parts) => parts.join(""));
const marks = fc.constantFrom(
  "`%`",
  "**%**",
  "*%*",
  '"%"',
  "“%”",
  "[%](x.md#y)",
  "`%` (14)",
  "`%` (two, or 3)",
  "the `%`",
);
const space = fc.constantFrom(" ", "\n", "  \n  ");

describe("whatever list is printed", () => {
  test("reads back", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
        marks,
        space,
        fc.constantFrom("and", "or", "&"),
        fc.boolean(),
        fc.constantFrom("%", "{%}", "[%]", "both %", "%."),
        (names, mark, gap, and, oxford, around) => {
          const items = names.map((each) => mark.replace("%", each));
          const last = items.at(-1)!;
          const rest = items.slice(0, -1).join(`,${gap}`);
          const list =
            items.length === 1 ? last : `${rest}${oxford && items.length > 2 ? "," : ""}${gap}${and}${gap}${last}`;
          assert.deepEqual(readList(around.replace("%", list)), names);
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  test("as items of a document reads back, each at its place", () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 8 }),
        fc.constantFrom("- ", "* ", "1. ", "+   "),
        fc.constantFrom("`%`", "**%**", "`%`: it waits", "`%` — it waits, and so on", "[%](x.md)", "`%` (one)"),
        fc.constantFrom("\n", "\n\n"),
        (names, marker, mark, gap) => {
          const text = `# A\n\nWords.\n\n${names.map((each) => marker + mark.replace("%", each)).join(gap)}\n`;
          const items = itemsUnder(proseOf("a.md", text), "a");
          assert.deepEqual(
            items.map((each) => each.text),
            names,
          );
          const lines = text.split("\n");
          for (const item of items) {
            assert.equal(item.column, marker.length + 1);
            assert.ok(lines[item.line - 1]!.slice(item.column - 1).includes(item.text), item.text);
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

const ANY = "`a` b , ; / and or ( ) [ ] { } \" “ ” ' * ** _ - \\ | ` `` etc. . : the c(d) \n # - 1. |---| |".split(" ");

describe("whatever a text holds", () => {
  test("reading a list of it never throws, and gives each item once", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ANY, " ", "\n\n"), { maxLength: 60 }), (parts) => {
        const items = readList(parts.join(" "));
        assert.equal(new Set(items).size, items.length);
        assert.ok(
          items.every((item) => item.trim() === item && item !== ""),
          parts.join(" "),
        );
        const text = parts.join("");
        const lines = text.split("\n");
        const prose = proseOf("a.md", text);
        for (const item of [...itemsUnder(prose, null), ...columnUnder(prose, "b", null)])
          assert.ok(item.column >= 1 && item.column <= lines[item.line - 1]!.length + 1, item.text);
      }),
      { numRuns: runs(2000) },
    );
  });

  for (const unit of ["a, ", "`a` and ", "(", "[a](b), ", '"', "`", "**a**, "])
    test(`a long text of ${JSON.stringify(unit)} takes time in proportion`, () => {
      const before = process.cpuUsage();
      readList(unit.repeat(Math.floor(20_000 / unit.length)));
      itemsUnder(proseOf("a.md", `- ${unit.repeat(Math.floor(1_000_000 / unit.length))}`), null);
      columnUnder(proseOf("a.md", `|a|\n|-|\n|${unit.repeat(Math.floor(500_000 / unit.length))}|`), "a", null);
      assert.ok(process.cpuUsage(before).user < 10_000_000);
    });
});
