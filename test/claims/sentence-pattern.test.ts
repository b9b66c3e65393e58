// Patterns of sentences against documents, as rows; and of all prose, that they never throw, stay inside it, and find a
// sentence again however it is wrapped and marked.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Passage, Prose } from "../../loaders/citation.ts";
import { parsePattern, parseTemplate, phrasePattern } from "../../loaders/claims/prose/sentence-pattern.ts";
import type { SentencePattern, Stated } from "../../loaders/claims/prose/stated.ts";
import { BinnacleError } from "../../loaders/error.ts";
import { proseOf, proseOfMessage } from "../../loaders/syntax/prose.ts";
import { fc, runs } from "../support/properties.ts";

const said = (stated: Stated) => (stated.kind === "list" ? `[${stated.items.join(" | ")}]` : String(stated.value));

/** "3:5 waited=10 total=12": each match with its place and what it states. */
function shown(pattern: SentencePattern, prose: Prose): string[] {
  return pattern
    .in(prose)
    .map(({ line, column, roles }) =>
      [`${line}:${column}`, ...Object.entries(roles).map(([role, stated]) => `${role}=${said(stated)}`)].join(" "),
    );
}

const WAITED = "{waited:number} of the {total:number} names above have a caller that waits";

describe("a template", () => {
  for (const [title, source, text, ...expected] of [
    ["reads its roles", WAITED, "Ten of the twelve names above have a caller that waits.", "1:1 waited=10 total=12"],
    [
      "matches over lines",
      WAITED,
      "So: ten of the\ntwelve names\n   above have a caller\nthat waits.",
      "1:5 waited=10 total=12",
    ],
    [
      "matches whatever is marked",
      WAITED,
      '**Ten** of the `12` _names_ above *have a caller* that "waits".',
      "1:3 waited=10 total=12",
    ],
    ["may be marked itself", "**{n:number}** of the `names` *wait*", "ten of the names wait", "1:1 n=10"],
    [
      "matches whatever the case, but for code",
      "`Waits` ON {n:number} names",
      "waits on two names; Waits on three names",
      "1:21 n=3",
    ],
    [
      "reads through links and tags",
      WAITED,
      '[Ten](#a) of the [**twelve** names](b.md "c") above<br>have a <em>caller</em> that waits',
      "1:2 waited=10 total=12",
    ],
    ["does not match other words", WAITED, "Ten of the twelve names below have a caller that waits."],
    [
      "does not begin inside a word or a figure",
      "{n:number} sites",
      "v12 sites, pre-four sites, a1.12 sites, 5-7 sites, x.4 sites, #4 sites",
    ],
    [
      "does not end inside a word",
      "has {n:number} site",
      "has four sites, has four site-wide, has four site",
      "1:37 n=4",
    ],
    [
      "takes the whole number",
      "{n:number} sites",
      "twenty-four sites, one hundred and twelve sites, 4,518 sites, 4\u2009518 sites",
      "1:1 n=24",
      "1:20 n=112",
      "1:50 n=4518",
      "1:63 n=4518",
    ],
    [
      "reads signs, units and what hangs on a number",
      "{n:number} lines",
      "+141 lines, −3 lines, 12% lines",
      "1:1 n=141",
      "1:13 n=-3",
      "1:23 n=12",
    ],
    [
      "may write the sign, the unit or what hangs on it itself",
      "+{a:number} and {b:number} % and {c:number}-key",
      "+3 and 97.2 % and two-key",
      "1:1 a=3 b=97.2 c=2",
    ],
    [
      "tells an ordinal from a number",
      "the {nth:ordinal} of {n:number}",
      "the third of nine, the three of four, the 21st of 30",
      "1:1 nth=3 n=9",
      "1:39 nth=21 n=30",
    ],
    [
      "reads a list of code",
      "answered by {classes:list}",
      "answered by `A`, `B` (two sites), and `C` in the tree",
      "1:1 classes=[A | B | C]",
    ],
    [
      "ends a list of code where the code ends",
      "answered by {classes:list}",
      "answered by `A` and nobody waits",
      "1:1 classes=[A]",
    ],
    ["reads a list of words", "{names:list} wait", "The names a, b, or c wait", "1:11 names=[a | b | c]"],
    ["reads a list of quotes", "says {words:list}", 'says "a b" and “c”', "1:1 words=[a b | c]"],
    [
      "reads a list in brackets",
      "keys {keys:list}",
      "keys {transfer, checkpoint_spec}; keys [`a`, `b`]; keys `a`/`b`",
      "1:1 keys=[transfer | checkpoint_spec]",
      "1:35 keys=[a | b]",
      "1:52 keys=[a | b]",
    ],
    ["gives back what a list need not hold", "{names:list} and `z` wait", "`x`, `y` and `z` wait", "1:1 names=[x | y]"],
    [
      "reads a word, in code or not",
      "`{name:word}` stands in {file:word}.",
      "`trace_dir` stands in core.py. [x](y) stands in `a b`.",
      "1:1 name=trace_dir file=core.py",
      "1:33 name=x file=a b",
    ],
    [
      "keeps the underscores of a name",
      "calls {name:word}",
      "calls __init__, calls `_x_`, calls _so_, calls _private",
      "1:1 name=__init__",
      "1:17 name=_x_",
      "1:30 name=so",
      "1:42 name=_private",
    ],
    [
      "takes names in code as they are written",
      "`__init__` of `_x`",
      "`__init__` of `_x`, __init__ of _x, init of x, `__INIT__` of `_x`",
      "1:2",
      "1:21",
    ],
    [
      "takes a brace behind a backslash as one, in code too",
      "`f\\{x}` has {n:number} \\{y}",
      "`f{x}` has 2 {y}",
      "1:2 n=2",
    ],
    [
      "reads through footnotes and roles",
      "the `a` of {n:number} [1]_; so",
      "the :ref:`a` of 2 [1]_; so; _x_",
      "1:1 n=2",
    ],
    [
      "takes what looks like a role in code as code, and with a backslash as braces",
      "`{a}` or \\{b\\} is {n:number}",
      "`{a}` or {b} is 2",
      "1:2 n=2",
    ],
    [
      "sees no soft hyphens, joiners and other dashes and quotes",
      "the caller's twenty-two `names`",
      "the call\u00ader’s twen\u200bty‑two names",
      "1:1",
    ],
    [
      "sees one letter, however it is composed",
      "das {n:number} Möbel",
      "das zwei Möbel, das 2 Mo\u0308bel",
      "1:17 n=2",
    ],
    ["needs no spaces where scripts have none", "共有{n:number}个名字", "它共有12个名\n字。", "1:2 n=12"],
    [
      "matches several times, in order",
      "{n:number} sites",
      "two sites and 3 sites\n\nfour sites",
      "1:1 n=2",
      "1:15 n=3",
      "3:1 n=4",
    ],
  ] as const)
    test(`${title}: ${source} ⟵ ${text.replace(/\n/g, "⏎").slice(0, 80)}`, () =>
      assert.deepEqual(shown(parseTemplate(source), proseOf("a.md", text)), expected));

  test("is matched in each passage by itself, and not in examples", () => {
    const text =
      "# two sites\n\n- 3 sites\n\n| four sites | 5\n| - | - |\n| 6 sites | 7\n\n> eight sites\n\n```\nnine sites\n```\nten\n\nsites\n";
    assert.deepEqual(shown(parseTemplate("{n:number} sites"), proseOf("a.md", text)), [
      "1:3 n=2",
      "3:3 n=3",
      "5:3 n=4",
      "7:3 n=6",
      "9:3 n=8",
    ]);
  });

  test("is matched in comments, docstrings, strings, messages and values", () => {
    const sites = parseTemplate("{n:number} call sites");
    const code =
      'def f():\n    """Has two call\n    sites."""\n    # three\n    # call sites\n    raise E("four call "\n            "sites here")\n';
    assert.deepEqual(shown(sites, proseOf("a.py", code)), ["2:12 n=2", "4:7 n=3", "6:14 n=4"]);
    assert.deepEqual(shown(sites, proseOf("a.ts", "/**\n * five call\n * sites\n */\n")), ["2:4 n=5"]);
    assert.deepEqual(shown(sites, proseOf("a.yaml", "a: it has six call sites # seven call sites\n")), [
      "1:11 n=6",
      "1:28 n=7",
    ]);
    assert.deepEqual(shown(sites, proseOfMessage("Subject\n\nIt has 8 call\nsites.\n")), ["3:8 n=8"]);
  });

  test("says the sentence around, its white space folded", () => {
    const text = "First. So\nit has four\n sites, e.g. here; no more. Last.";
    assert.deepEqual(parseTemplate("{n:number} sites").in(proseOf("a.md", text)), [
      {
        line: 2,
        column: 8,
        text: "So it has four sites, e.g. here;",
        roles: { n: { kind: "number", value: 4, text: "four" } },
      },
    ]);
    const [row] = parseTemplate("{n:number} sites").in(proseOf("a.md", "| a | b |\n|-|-|\n| x | four sites |"));
    assert.equal(row?.text, "four sites");
    const [bar] = parsePattern("^.$").in(proseOf("a.md", "|"));
    assert.equal(bar?.text, "|");
  });

  test("binds roles by name, so that a wording with its numbers the other way round states the same", () => {
    const wordings = [WAITED, "of the {total:number} names above, {waited:number} have a caller that waits"].map(
      parseTemplate,
    );
    const states = (text: string) => wordings.flatMap((pattern) => pattern.in(proseOf("a.md", text)));
    for (const text of [
      "Ten of the twelve names above have a caller that waits.",
      "Of the twelve names above, ten have a caller that waits.",
    ]) {
      const [match, other] = states(text);
      assert.equal(other, undefined);
      assert.deepEqual(
        [match?.roles.waited, match?.roles.total].map((each) => each && said(each)),
        ["10", "12"],
      );
    }
    // Read by their order, the numbers of this one would be those of the first.
    const [swapped] = states("Of the ten names above, twelve have a caller that waits.");
    assert.deepEqual(
      [swapped?.roles.waited, swapped?.roles.total].map((each) => each && said(each)),
      ["12", "10"],
    );
    assert.deepEqual(states("Of the names above, ten have a caller that waits, and there are twelve."), []);
  });

  test("names its roles in order", () => assert.deepEqual(parseTemplate(WAITED).roles, ["waited", "total"]));

  for (const [source, said] of [
    [
      "{n:nmber} sites",
      '"{n:nmber} sites", character 1: the role {n:nmber} is of the kind "nmber"; expected {n:number}, {n:ordinal}, {n:list}, {n:word}. Name its kind.',
    ],
    [
      "has {n} sites",
      '"has {n} sites", character 5: the role {n} has no kind; expected {n:number}, {n:ordinal}, {n:list}, {n:word}. Name its kind.',
    ],
    [
      "{n:number} of {n:list} x",
      '"{n:number} of {n:list} x", character 15: the role "n" stands here a second time; expected each once. Name it otherwise.',
    ],
    [
      "{n:number}{m:word} x",
      '"{n:number}{m:word} x": the roles "n" and "m" touch; expected something between them. Write it.',
    ],
    [
      "{n:number}: {m:word}",
      '"{n:number}: {m:word}" has no word besides its roles; expected a piece of a sentence. Write the words around them.',
    ],
    [
      "see [it](b{n:number}.md) there",
      '"see [it](b{n:number}.md) there": the role "n" stands where nothing is read, in a link\'s target or a tag; expected it among words. Move it.',
    ],
    [" ", '" " has no word besides its roles; expected a piece of a sentence. Write the words around them.'],
    ["a \uE004 b", '"a \uE004 b", character 3: a character of private use; expected text. Leave it out.'],
    [
      "a ".repeat(501),
      `"${"a ".repeat(30)}…" has 1002 characters; expected at most 1000. Take a part of the sentence.`,
    ],
    [[..."abcdefghijklm"].map((name) => `{${name}:word} of`).join(" "), undefined],
  ] as const)
    test(`that cannot be one is refused in words: ${source.slice(0, 40)}`, () =>
      refuses(() => parseTemplate(source), said));
});

function refuses(make: () => unknown, said: string | undefined): void {
  assert.throws(make, (thrown) => {
    assert.ok(thrown instanceof BinnacleError);
    assert.equal(thrown.code, "bad-configuration");
    if (said !== undefined) assert.equal(thrown.message, said);
    return true;
  });
}

describe("a phrase", () => {
  for (const [title, phrase, text, ...expected] of [
    [
      "is found whatever its case, marks, quotes and line ends",
      "four sites",
      'Four **sites**; "four\nsites"; `four` __sites__; FOUR [sites](x)',
      "1:1",
      "1:18",
      "2:10",
      "2:27",
    ],
    ["is found whatever emphasis it has itself", "*four* sites", "four _sites_; **four sites**", "1:1", "1:17"],
    [
      "is not found inside longer words",
      "four sites",
      "twenty-four sites; fourteen sites; four sitesx; xfour sites; four_sites; four sites-wide; _four sites",
    ],
    [
      "stands between any punctuation",
      "four sites",
      "(four sites); four sites—four sites, 'four sites'; four sites'",
      "1:2",
      "1:15",
      "1:26",
      "1:39",
      "1:52",
    ],
    ["has its own braces and brackets", "{a:number} [b]", "{a:number} [b]", "1:1"],
    ["of code is found as it is written", "`Exit()`", "`Exit()` Exit() exit()", "1:2", "1:10"],
    ["of figures is none of a longer one", "12", "1.12 12.5 #12 12:30 12-14 v12 (12) 12.", "1:32", "1:36"],
    ["is found through footnotes", "two [1] so", "two [1]_ so", "1:1"],
    ["of Chinese needs no spaces", "四处", "共有四处。", "1:3"],
    ["is found through escapes and entities", "snake_case now", "snake\\_case&nbsp;now", "1:1"],
  ] as const)
    test(`${title}: ${phrase}`, () => assert.deepEqual(shown(phrasePattern(phrase), proseOf("a.md", text)), expected));

  test("without a word is refused", () => refuses(() => phrasePattern("— *"), undefined));
});

describe("a pattern", () => {
  for (const [title, source, text, ...expected] of [
    [
      "reads a number, a list or a word",
      "are (?<what>[^.]+)\\.",
      "They are 12. They are all nine. They are `a`. They are a and b.",
      "1:6 what=12",
      "1:19 what=9",
      "1:38 what=a",
      "1:52 what=[a | b]",
    ],
    [
      "is matched with white space folded",
      "(?<n>\\w+) of the (?<t>\\w+) names",
      "ten of\n   the\n12 names",
      "1:1 n=10 t=12",
    ],
    ["is matched with marks as they are written", "\\*\\*(?<n>\\w+)\\*\\* of", "**ten** of _ten_ of", "1:1 n=10"],
    ["minds the case unless told otherwise", "Ten (?<w>of)", "ten of Ten of", "1:8 w=of"],
    ["minds no case when told", "(?i)TEN (?<w>of)", "ten of", "1:1 w=of"],
    ["reads a list of one where its name says so", "are (?<names_list>[^.]+)\\.", "They are `a`.", "1:6 names=[a]"],
    [
      "reads a number as a word where its name says so",
      "Python (?<version_word>[\\d.]+\\d)",
      "Python 3.10",
      "1:1 version=3.10",
    ],
    [
      "does not match where there is no number and its name says so",
      "has (?<n_number>\\w+) sites",
      "has many sites, has 4 sites",
      "1:17 n=4",
    ],
    [
      "reads lists of several words",
      "are (?<names>[^.]+)\\.",
      "are the head, the last stage and the worker.",
      "1:1 names=[head | last stage | worker]",
    ],
    ["leaves out a group that took no part", "(?<a>x)|(?<b>y)", "x y", "1:1 a=x", "1:3 b=y"],
    ["needs no groups", "stale|outdated", "It is stale.", "1:7"],
    [
      "may look at the edges of a passage",
      "^(?<w>\\w+).*end$",
      "one\nend\n\ntwo, the end\n\nend, no",
      "1:1 w=1",
      "4:1 w=2",
    ],
  ] as const)
    test(`${title}: ${source}`, () => assert.deepEqual(shown(parsePattern(source), proseOf("a.md", text)), expected));

  test("names its roles in order, without their endings", () =>
    assert.deepEqual(parsePattern("(?<b_list>x) (?P<a>y) (?<c_number>z)").roles, ["b", "a", "c"]));

  for (const [source, said] of [
    [
      "a(?=b)",
      'pattern "a(?=b)", character 2: "(?=" looks around, which takes more than linear time; expected RE2\'s syntax. Match what stands there, or name it in "says:".',
    ],
    [
      "(?<!x)a",
      'pattern "(?<!x)a", character 1: "(?<!" looks around, which takes more than linear time; expected RE2\'s syntax. Match what stands there, or name it in "says:".',
    ],
    [
      "(a)\\1",
      'pattern "(a)\\1", character 4: a reference to a group takes more than linear time; expected RE2\'s syntax. Write out what it stands for.',
    ],
    ["(ab", 'pattern "(ab", character 1: missing closing ); expected RE2\'s syntax. Correct it.'],
    ["ab**", 'pattern "ab**", character 3: invalid nested repetition operator; expected RE2\'s syntax. Correct it.'],
    ["x*", 'pattern "x*" matches where nothing is; expected words. Write some that must be there.'],
    [
      "(?:a{90}){90}",
      'pattern "(?:a{90}){90}" takes 8100 steps for each character; expected at most 1000. Count less in it: what is counted is written out.',
    ],
    [
      "(?<a>x)(?<a_list>y)",
      'pattern "(?<a>x)(?<a_list>y)": two groups are the role "a"; expected each once. Name one of them otherwise.',
    ],
    [".{0,999}".repeat(100), undefined],
    ["(".repeat(500), undefined],
    ["\\pL{1000}{1000}", undefined],
    ["a".repeat(1001), undefined],
  ] as const)
    test(`that cannot be one is refused in words: ${source.slice(0, 40)}`, () =>
      refuses(() => parsePattern(source), said));

  test("is refused before the engine writes out what it counts", () => {
    const before = process.cpuUsage();
    for (const source of [".{0,999}".repeat(100), `(?:${"(?:".repeat(3)}${".".repeat(900)}${"{9})".repeat(3)}){9}`])
      refuses(() => parsePattern(source), undefined);
    assert.ok(process.cpuUsage(before).user < 500_000);
  });
});

function passageOf(text: string): Passage {
  const around = { headings: [], columns: [], quoted: false };
  return { kind: "text", line: 1, endLine: 1, text, lines: [{ offset: 0, line: 1, column: 1 }], ...around };
}

const proseWith = (text: string): Prose => ({ passages: [passageOf(text)], dated: null, read: "text", ignores: [] });

/** Ways to mark a word, and to part two. */
const marked = fc.constantFrom(
  "%",
  "%",
  "**%**",
  "*%*",
  "_%_",
  "__%__",
  '"%"',
  "“%”",
  "[%](x.md#y)",
  "<b>%</b>",
  "**_%_**",
);
const parted = fc.constantFrom(" ", " ", "\n", "  ", " \n  ", "\u00a0", "\n\t");
const cased = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text[0]!.toUpperCase() + text.slice(1),
);

describe("whatever a document holds", () => {
  const number = fc.constantFrom<[string, number]>(
    ["ten", 10],
    ["12", 12],
    ["twenty-six", 26],
    ["4,518", 4518],
    ["zero", 0],
  );

  test("a sentence is found again however it is wrapped, marked and written, and states the same", () => {
    const pattern = parseTemplate(WAITED);
    const [, middle, end] = WAITED.split(/\{\w+:number\} /) as [string, string, string];
    fc.assert(
      fc.property(
        number,
        number,
        fc.array(fc.tuple(marked, parted, cased), { minLength: 12, maxLength: 12 }),
        ([waited, ten], [total, twelve], ways) => {
          const words = [waited, ...middle.trim().split(" "), total, ...end.split(" ")];
          const text = words.map((word, at) => ways[at]![0].replace("%", ways[at]![2](word)) + ways[at]![1]).join("");
          const found = shown(pattern, proseWith(`So ${text.trimEnd()}. Then`));
          assert.deepEqual(
            found.map((each) => each.replace(/^\S+ /, "")),
            [`waited=${ten} total=${twelve}`],
            text,
          );
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  test("a phrase is found however it is wrapped and marked, and never in a longer word", () => {
    const phrase = ["four", "call", "sites"];
    const pattern = phrasePattern(phrase.join(" "));
    const glued = fc.constantFrom("", "", "", "x", "é", "2", "_", "twenty-", "un-");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(marked, parted, cased), { minLength: 3, maxLength: 3 }),
        glued,
        glued.map((each) => [...each].reverse().join("")),
        (ways, before, after) => {
          const plain = before + after !== "";
          // Underscores on both sides are emphasis.
          const expected = plain && before + after !== "__" ? 0 : 1;
          const text = phrase
            .map(
              (word, at) =>
                (plain ? word : ways[at]![0].replace("%", ways[at]![2](word))) + (at < 2 ? ways[at]![1] : ""),
            )
            .join("");
          assert.equal(
            pattern.in(proseWith(`So ${before}${text}${after} it is`)).length,
            expected,
            before + text + after,
          );
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  const NAMES = "a.md a.rst a.py a.ts a.txt a.yaml".split(" ");
  const SOURCES = [
    WAITED,
    "{n:number} a",
    "a {n:number}",
    "the {l:list}",
    "{l:list} of",
    "{w:word} of",
    "`{w:word}` {nth:ordinal} of",
    "`a_b` of",
    '*a* "b"',
  ];
  const all = [
    ...SOURCES.map(parseTemplate),
    ...SOURCES.map(phrasePattern),
    ...["(?<n>\\w+) of", "(?<l_list>.+) of", "^.+$", "\\b", "(?<x>a*)b?c"].map(parsePattern),
  ];
  const pieces = fc.constantFrom(
    ..."ten of the twelve names above have a caller that waits a b a_b __a__ `a` `` 12 4,518 third , and or ( ) [a](b) [ ] ** * _ __ \" ' “ ” \\ &nbsp; &amp; <b> </b> <br> :x:`a` `a <b>`_ - + % # | |---| > ``` é 中 \u00ad \u200b \u0308 \ue001 \ue004 \ue100 \ud800 .".split(
      " ",
    ),
    " ",
    " ",
    "\n",
    "\n\n",
    "\u00a0",
  );

  test("no pattern throws, and each match lies in the document, in order, with its sentence", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NAMES),
        fc.array(pieces, { maxLength: 60 }),
        fc.boolean(),
        (path, parts, apart) => {
          const text = parts.join(apart ? " " : "");
          const lines = text.split("\n");
          const folded = text.replace(/\s+/g, " ");
          const prose = proseOf(path, text);
          for (const pattern of all) {
            let last = [0, 0];
            for (const match of pattern.in(prose)) {
              assert.ok(match.line >= 1 && match.line <= lines.length, pattern.source);
              assert.ok(match.column >= 1 && match.column <= lines[match.line - 1]!.length, pattern.source);
              assert.ok(match.line > last[0]! || (match.line === last[0]! && match.column > last[1]!), pattern.source);
              last = [match.line, match.column];
              assert.notEqual(match.text, "", pattern.source);
              for (const [role, stated] of Object.entries(match.roles)) {
                assert.ok(pattern.roles.includes(role), role);
                if (path === "a.txt") assert.ok(folded.includes(stated.text), `${stated.text} in ${folded}`);
              }
            }
          }
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  test("a sentence in a passage of a hundred thousand characters is found once, wherever it stands", () => {
    const sentence = "ten of the twelve names above have a caller that waits";
    const filler = "the names above have nobody who waits for it, and ".repeat(2_000);
    const pattern = parseTemplate(WAITED);
    // Longer passages are searched in windows of eight thousand characters.
    const edges = [8_000, 16_000, 24_000].flatMap((edge) =>
      [0, 1, 2, 5, 20, 40, 55, 56, 57, 60].map((by) => edge - by),
    );
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...edges, 0, filler.length), fc.nat(filler.length)), (at) => {
        const text = `${filler.slice(0, at)} ${sentence} ${filler.slice(at)}`;
        assert.deepEqual(shown(pattern, proseWith(text)), [`1:${at + 2} waited=10 total=12`]);
      }),
      { numRuns: runs(60) },
    );
  });

  test("no word begins where a passage is cut to be searched", () => {
    const cut = phrasePattern("four sites");
    for (const [before, found] of [
      [" twenty-", 0],
      ["four", 0],
      [" (", 1],
    ] as const) {
      const text = `${"a ".repeat(4_000).slice(0, 8_000 - before.length)}${before}four sites ${"a ".repeat(10_000)}`;
      assert.equal(text.indexOf("four sites", 8_000), 8_000);
      assert.equal(cut.in(proseWith(text)).length, found, before);
    }
  });

  test("a word where a passage is cut is found once", () => {
    const text = `${"x".repeat(7_998)} a${" x".repeat(10_000)}`;
    assert.deepEqual(shown(phrasePattern("a"), proseWith(text)), ["1:8000"]);
  });

  test("so many matches are enough, in one passage or in several", () => {
    assert.equal(phrasePattern("a").in(proseWith("a ".repeat(1_000))).length, 200);
    assert.equal(phrasePattern("a").in(proseOf("a.md", `${"a ".repeat(150)}\n\n`.repeat(3))).length, 200);
  });

  const UNITS = [
    "ten of the twelve names above have a caller that ",
    "`a` ",
    "_a ",
    "a, ",
    "1 ",
    "[",
    "[a](b) ",
    "<b>",
    "\\_",
    "`",
    "a",
  ];
  const HOSTILE = [
    "a(.*y)?",
    "(?:a|aa)+$",
    "[ab].{0,200}[cd].{0,200}[ef]!?",
    "\\b(?:.{1,300}q)?",
    "(?<n_number>a(.*y)?)",
    "(?:[a-z]+ ?){1,80}!",
  ];
  for (const unit of UNITS)
    test(`a passage of a million characters of ${JSON.stringify(unit)} takes time in proportion`, () => {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const prose = proseWith(text);
      const before = process.cpuUsage();
      for (const source of SOURCES) parseTemplate(source).in(prose);
      for (const phrase of ["a", "`a_b` of", "names above"]) phrasePattern(phrase).in(prose);
      for (const source of HOSTILE) parsePattern(source).in(prose);
      assert.ok(process.cpuUsage(before).user < 60_000_000);
    });
});
