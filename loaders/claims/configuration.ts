// Turns `claims:` of a YAML text into pinned claims. It comes from the repository and is hostile: every value is checked,
// and nothing in it is asked or run here.

import { Reader } from "../configuration.ts";
import { BinnacleError } from "../error.ts";
import { ITEMS } from "./pages.ts";
import type { Claim, Expectation, Expected, Pin, Prose } from "./pin.ts";
import { parsePattern, parseTemplate, phrasePattern } from "./prose/sentence-pattern.ts";
import type { SentencePattern } from "./prose/stated.ts";
import type { Asked } from "./question.ts";
import { syntaxQuestion } from "./questions/syntax-query.ts";
import { parseQuestion } from "./questions.ts";

const LONGEST_QUERY = 4000;

const PROSE = ["says", "in", "matches", "pattern", "under", "column", "never"] as const;
const QUESTION = ["asks", "sql", "query", "capture", "files"] as const;
const EXPECTATION = [
  "equals",
  "at_least",
  "at_most",
  "same_set",
  "includes",
  "excludes",
  "only_in",
  "absent",
  "bytes_of",
  "than",
] as const;

/** Claims of a configuration, under `claims:`; none where it has no such list. Throws "bad-configuration". */
export function parseClaims(text: string, origin: string): readonly Claim[] {
  const list = Reader.parse(text, origin).get("claims");
  return list.isGiven ? list.list(readClaim) : [];
}

/** Claims of a file that holds nothing else: a list, by itself or under `claims:`, of at least one. Throws "bad-configuration". */
export function parseClaimsFile(text: string, origin: string): readonly Claim[] {
  const reader = Reader.parse(text, origin);
  if (Array.isArray(reader.value)) return reader.list(readClaim);
  reader.only(["claims"]);
  const list = reader.get("claims");
  const claims = list.list(readClaim);
  // A file that is misspelt and one that is empty would both be green for ever.
  if (claims.length === 0) list.fail("at least one claim, or no such file");
  return claims;
}

/** Claims bear different names. Throws "bad-configuration" naming both places. */
export function assertNamesDiffer(claims: readonly Claim[]): void {
  const known = new Map<string, Claim>();
  for (const claim of claims) {
    const other = known.get(claim.name);
    if (other !== undefined)
      throw new BinnacleError(
        "bad-configuration",
        `${claim.file}:${claim.line}: there is a claim "${claim.name}" in ${other.file}:${other.line} already. Name one of them otherwise.`,
      );
    known.set(claim.name, claim);
  }
}

function readClaim(reader: Reader): Claim {
  reader.only(["name", "where", "rests_on", ...PROSE, ...QUESTION, ...EXPECTATION]);
  const { origin, line } = reader.place;
  const prose = readProse(reader);
  return {
    name: readName(reader.get("name")),
    file: origin,
    line,
    prose,
    pins: readPins(reader, prose),
    restsOn: reader.get("rests_on").optional((each) => each.oneOrMore((name) => name.text())) ?? [],
  };
}

function readName(reader: Reader): string {
  const name = reader.text(80);
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) reader.fail("a name of small letters, digits, dots and dashes");
  return name;
}

function readProse(reader: Reader): Prose {
  const given = ["says", "never", "in"].filter((key) => reader.get(key).isGiven);
  const says = reader.get("says").optional((each) => each.text(1000));
  if (says !== null) {
    refuse(reader, ["in", "matches", "pattern", "under", "column", "never"], "a claim that says its own sentence");
    return { kind: "own", says };
  }
  const never = reader.get("never");
  if (never.isGiven) {
    refuse(
      reader,
      ["matches", "pattern", "under", "column", "where", ...QUESTION, ...EXPECTATION],
      "a phrase that may not come back",
    );
    return {
      kind: "never",
      globs: reader.get("in").oneOrMore((each) => each.glob()),
      phrases: never.oneOrMore((each) => each.made(() => phrasePattern(each.text(1000)))),
    };
  }
  if (given.length === 0) reader.fail('a sentence: "says:" of its own, or "in:" and "matches:" of a document');
  const file = reader.get("in").glob();
  if (/[*?[{]/.test(file)) reader.get("in").fail("one file, since a sentence stands in one");
  const patterns = [
    ...templates(reader.get("matches"), parseTemplate),
    ...templates(reader.get("pattern"), parsePattern),
  ];
  const under = reader.get("under").optional((each) => each.text());
  const column = reader.get("column").optional((each) => each.text());
  if (patterns.length > 0) {
    refuse(reader, ["under", "column"], 'a claim with "matches:"');
    return { kind: "sentence", file, patterns };
  }
  if (under === null && column === null)
    reader.fail('"matches:" with the sentence, or "under:" or "column:" with the list that is meant');
  return { kind: "list", file, under, column };
}

function templates(reader: Reader, parse: (source: string) => SentencePattern): readonly SentencePattern[] {
  return reader.optional((each) => each.oneOrMore((one) => one.made(() => parse(one.text(1000))))) ?? [];
}

function refuse(reader: Reader, keys: readonly string[], beside: string): void {
  const key = keys.find((each) => reader.get(each).isGiven);
  if (key !== undefined) reader.get(key).fail(`nothing, since it does not go with ${beside}`);
}

/** The roles that a claim's prose states. */
function rolesOf(prose: Prose): readonly string[] {
  if (prose.kind === "sentence") return [...new Set(prose.patterns.flatMap(({ roles }) => roles))];
  return prose.kind === "list" ? [ITEMS] : [];
}

function readPins(reader: Reader, prose: Prose): readonly Pin[] {
  if (prose.kind === "never") return [];
  const roles = rolesOf(prose);
  const where = reader.get("where");
  const pins = where.isGiven ? where.entries((role, each) => readRole(role, each, roles)) : [];
  const own = QUESTION.some((key) => reader.get(key).isGiven);
  if (own) {
    const [role, other] = roles;
    const named = pins.map((pin) => pin.role);
    if (other !== undefined && pins.length === 0)
      reader.fail(`"where:" with a question for each of ${roles.join(", ")}, since the sentence states more than one`);
    const free = role !== undefined && !named.includes(role) ? role : null;
    pins.unshift({ role: free, asked: readQuestion(reader), expects: readExpectation(reader, free !== null) });
  } else if (EXPECTATION.some((key) => reader.get(key).isGiven)) reader.fail('a question: "asks:", "sql:" or "query:"');
  const unasked = roles.find((role) => !pins.some((pin) => pin.role === role));
  if (unasked !== undefined) reader.fail(`a question for "${unasked}", which its sentence states`);
  if (pins.length === 0) reader.fail('a question: "asks:", "sql:" or "query:"');
  assertEachPatternStates(reader, prose, pins);
  return pins;
}

/** Two wordings of one sentence state the same. */
function assertEachPatternStates(reader: Reader, prose: Prose, pins: readonly Pin[]): void {
  if (prose.kind !== "sentence") return;
  for (const pattern of prose.patterns) {
    const lacking = pins.find(({ role }) => role !== null && !pattern.roles.includes(role));
    if (lacking !== undefined)
      reader.get("matches").fail(`{${lacking.role}:…} in each wording, also in "${pattern.source}"`);
  }
}

function readRole(role: string, reader: Reader, roles: readonly string[]): Pin {
  if (!roles.includes(role))
    reader.fail(
      roles.length === 0
        ? "a sentence that states it"
        : `one of the roles that its sentence states: ${roles.join(", ")}`,
    );
  if (typeof reader.value === "string")
    return { role, asked: asks(reader), expects: { how: "stated", than: "equals" } };
  reader.only([...QUESTION, ...EXPECTATION]);
  return { role, asked: readQuestion(reader), expects: readExpectation(reader, true) };
}

function readQuestion(reader: Reader): Asked {
  const given = ["asks", "sql", "query"].filter((key) => reader.get(key).isGiven);
  if (given.length !== 1) reader.fail(`one question, "asks:", "sql:" or "query:"; found ${given.length}`);
  if (given[0] !== "query") refuse(reader, ["capture", "files"], `"${given[0]}:"`);
  if (given[0] === "asks") return asks(reader.get("asks"));
  if (given[0] === "sql") {
    const sql = reader.get("sql").text(LONGEST_QUERY);
    return { text: fold(sql), unit: ["row", "rows"], question: { about: "sql", sql } };
  }
  const query = reader.get("query").text(LONGEST_QUERY);
  const capture = reader.get("capture").optional((each) => each.text());
  const glob = reader.get("files").glob();
  const question = reader.get("query").made(() => syntaxQuestion(query, capture, glob));
  const text = `${fold(query)}${capture === null ? "" : ` as @${capture}`} in ${glob}`;
  return { text, unit: ["place", "places"], question };
}

function asks(reader: Reader): Asked {
  return reader.made(() => parseQuestion(reader.text(1000)));
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const AMOUNTS = { equals: "equals", at_least: "at least", at_most: "at most" } as const;
const SETS = { same_set: "same set", includes: "includes", excludes: "excludes", only_in: "only in" } as const;

function readExpectation(reader: Reader, isStated: boolean): Expectation {
  const given = EXPECTATION.filter((key) => reader.get(key).isGiven);
  const [key, other] = given;
  if (other !== undefined) reader.get(other).fail(`nothing, since "${key}" says what must come out`);
  if (key === undefined || key === "than") {
    if (!isStated)
      reader.fail(`what must come out: one of ${EXPECTATION.filter((each) => each !== "than").join(", ")}`);
    const than = reader
      .get("than")
      .optional((each) => each.one(["equals", "at_least", "at_most", "includes", "only_in"] as const));
    return { how: "stated", than: than === null ? "equals" : { ...AMOUNTS, ...SETS }[than] };
  }
  const value = reader.get(key);
  if (key === "absent") {
    if (!value.flag()) value.fail("true, or another expectation");
    return { how: "absent" };
  }
  if (key === "bytes_of") return readSource(value);
  if (key in SETS) return { how: SETS[key as keyof typeof SETS], items: readItems(value) };
  // A thing that is to equal one text is a set of one.
  if (key === "equals" && typeof value.value !== "number") return { how: "same set", items: readItems(value) };
  return { how: AMOUNTS[key as keyof typeof AMOUNTS], number: value.number() };
}

/** A list of texts, one text, or a mapping of texts to how often each is there. */
function readItems(reader: Reader): readonly Expected[] {
  if (typeof reader.value === "object" && !Array.isArray(reader.value))
    return reader.entries((text, count) => ({ text, count: count.number() }));
  return reader.oneOrMore((each) => ({ text: each.text(1000), count: null }));
}

/** `REV:PATH`, or with lines `REV:PATH:12-14`. */
function readSource(reader: Reader): Expectation {
  const match = /^([^:\s]+):([^:\s]+)(?::(\d+)(?:-(\d+))?)?$/.exec(reader.text());
  if (match === null || match[2]!.split("/").includes("..")) reader.fail("REV:PATH, or REV:PATH:12-14");
  const [, revision, path, from, to] = match as unknown as [string, string, string, string?, string?];
  const lines = from === undefined ? null : ([Number(from), Number(to ?? from)] as const);
  return { how: "bytes of", revision, path, lines };
}
