// What claims may be configured as, and how a mistake is told.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { assertNamesDiffer, parseClaimsFile } from "../../loaders/claims/configuration.ts";
import { FAMILIES, parseQuestion } from "../../loaders/claims/questions.ts";
import { parseNotesConfiguration } from "../../loaders/knowledge/configuration.ts";
import { fc, runs } from "../support/properties.ts";

const GUIDE = readFileSync(new URL("../../docs/claims.md", import.meta.url), "utf8");
const shown = [...GUIDE.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]!);

test("what the guide shows is taken", () => {
  const claims = parseClaimsFile(shown[0]!, "claims.yaml");
  assert.deepEqual(
    claims.map(({ name, prose, pins }) => [name, prose.kind, pins.map(({ role, expects }) => [role, expects.how])]),
    [
      [
        "waiting",
        "sentence",
        [
          ["waited", "stated"],
          ["total", "stated"],
        ],
      ],
      ["enumerated", "sentence", [["names", "stated"]]],
      ["commands", "list", [["items", "stated"]]],
      ["two-each", "own", [[null, "same set"]]],
      ["puts-under-the-guard", "own", [[null, "absent"]]],
      ["not-a-hang", "never", []],
    ],
  );
  assert.equal(parseNotesConfiguration(shown[1]!, "binnacle.yaml").require.length, 1);
});

test("the shipped claims are taken, and their names differ", () => {
  const claims = parseClaimsFile(
    readFileSync(new URL("../../data/claims/atom.yaml", import.meta.url), "utf8"),
    "atom.yaml",
  );
  assert.ok(claims.length >= 30);
  assertNamesDiffer(claims);
});

describe("every question", () => {
  for (const { title, forms } of FAMILIES)
    for (const { form, example } of forms)
      test(`of ${title} is known by its example: ${form}`, () => {
        assert.equal(parseQuestion(example).text, example);
      });
});

test("questions are put together, split and counted", () => {
  const asked = parseQuestion("count of dispatched names minus names answered by Runner by file");
  assert.equal(asked.question.about, "both");
  assert.deepEqual(asked.unit, ["name", "names"]);
  assert.deepEqual(parseQuestion("number of sites").question.about, "surface");
});

const OWN = "- name: a\n  says: A sentence.\n  asks: dispatched names\n  equals: 3\n";
const OF = '- name: a\n  in: docs/a.md\n  matches: "{n:number} names"\n  asks: dispatched names\n';

test("a mistake is named with its line, what was found and what was expected", () => {
  const rows: readonly [string, string, string, RegExp][] = [
    [OWN, "name: a", "name: A b", /^x\.yaml:1: \[0\]\.name is "A b"; expected a name of small letters/],
    [OWN, "  equals: 3\n", "", /^x\.yaml:1: \[0\] is .*; expected what must come out: one of equals, /],
    [
      OWN,
      "equals: 3",
      "equals: 3\n  at_least: 2",
      /^x\.yaml:5: \[0\]\.at_least is 2; expected nothing, since "equals" says/,
    ],
    [OWN, "equals: 3", "absent: false", /expected true, or another expectation/],
    [OWN, "says: A sentence.\n", "asks2: x\n", /^x\.yaml:2: unknown key "asks2"/],
    [
      OWN,
      "dispatched names",
      "dispatchd names",
      /^x\.yaml:3: `dispatchd names` is no question that is known\. Did you mean "dispatched names"/,
    ],
    [OWN, "asks: dispatched names", "sql: SELECT 1\n  asks: dispatched names", /expected one question, .*; found 2/],
    [
      OWN,
      "says: A sentence.",
      "says: A sentence.\n  in: docs/a.md",
      /^x\.yaml:3: \[0\]\.in is "docs\/a\.md"; expected nothing, since it does not go with a claim that says its own sentence/,
    ],
    [
      OF,
      "asks: dispatched names",
      "where: { m: dispatched names }",
      /expected one of the roles that its sentence states: n/,
    ],
    [OF, "{n:number} names", "{n:number} of {m:number}", /expected "where:" with a question for each of n, m/],
    [OF, "{n:number}", "{n}", /^x\.yaml:3: .*the role \{n\} has no kind; expected \{n:number\}/],
    [OF, "docs/a.md", "../a.md", /^x\.yaml:2: \[0\]\.in is "\.\.\/a\.md"; expected a path inside the repository/],
    [OF, '  matches: "{n:number} names"\n', "", /expected "matches:" with the sentence, or "under:" or "column:"/],
    [OF, 'matches: "{n:number} names"', 'pattern: "(?=x)"', /^x\.yaml:3: .*\(\?=/],
    [OF, "asks: dispatched names", 'query: "(call"\n  files: "**"', /^x\.yaml:/],
  ];
  for (const [claim, from, to, message] of rows) {
    assert.ok(claim.includes(from), from);
    assert.throws(
      () =>
        parseClaimsFile(
          claim.replace(from, () => to),
          "x.yaml",
        ),
      { code: "bad-configuration", message },
      to,
    );
  }
});

test("a file of claims that holds none, or spells them wrong, is refused: it would be green for ever", () => {
  assert.throws(() => parseClaimsFile("clams: []\n", "x.yaml"), {
    message: /^x\.yaml:1: unknown key "clams"; expected claims/,
  });
  assert.throws(() => parseClaimsFile("claims: []\n", "x.yaml"), {
    message: /expected at least one claim, or no such file/,
  });
  assert.throws(() => parseClaimsFile("claims:\n", "x.yaml"), { message: /expected a list/ });
  assert.throws(() => parseClaimsFile("", "x.yaml"), { message: /expected a list/ });
});

test("two claims of one name are refused, with both places", () => {
  const claims = [...parseClaimsFile(OWN, "x.yaml"), ...parseClaimsFile(`\n${OWN}`, "y.yaml")];
  assert.throws(() => assertNamesDiffer(claims), { message: /^y\.yaml:2: there is a claim "a" in x\.yaml:1 already/ });
});

test("any text is claims or a mistake of one line", () => {
  const words = fc.constantFrom(
    "- ",
    "name: a\n",
    "  says: x\n",
    "  asks: ",
    "dispatched names\n",
    "  equals: ",
    "3\n",
    "{",
    "}",
    "\n",
    ":",
    "  matches: ",
    '"{n:number}"\n',
    "  where: ",
    "never",
    "claims:\n",
    "\u2028",
    "&a ",
    "*a ",
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 30 }), (pieces) => {
      try {
        parseClaimsFile(pieces.join(""), "x.yaml");
      } catch (thrown) {
        const { code, message } = thrown as { code?: string; message: string };
        assert.equal(code, "bad-configuration", message);
        assert.match(message, /^x\.yaml(:\d+)?: [^\n]+$/);
      }
    }),
    { numRuns: runs(500) },
  );
});
