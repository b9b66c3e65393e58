import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { type AttributeState, attributesOf, parseAttributes } from "../../loaders/git/attributes.ts";
import { wildmatch } from "../../loaders/git/wildmatch.ts";
import { fc, runs } from "../support/properties.ts";
import { gitEnvironment, makeRepository } from "../support/repository.ts";

const engine = makeRepository([{ files: { "a.py": "a\n" }, message: "One\n" }]);
after(() => engine.cleanup());

type Files = Readonly<Record<string, string>>;

/** What git says, by path; the files are those of the work tree, by folder. */
function gitSays(files: Files, paths: readonly string[], config: readonly string[] = []) {
  for (const [dir, text] of Object.entries(files)) {
    const path = join(engine.dir, dir, ".gitattributes");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const out = execFileSync("git", [...config, "check-attr", "-z", "--stdin", "-a"], {
    cwd: engine.dir,
    env: { ...gitEnvironment(), XDG_CONFIG_HOME: "/nowhere", GIT_ATTR_NOSYSTEM: "1" },
    input: paths.map((path) => `${path}\0`).join(""),
    stdio: "pipe",
  });
  const said = new Map<string, Map<string, AttributeState>>(paths.map((path) => [path, new Map()]));
  const fields = out.toString().split("\0");
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const state = { set: true, unset: false }[fields[i + 2]!] ?? fields[i + 2]!;
    said.get(fields[i]!)!.set(fields[i + 1]!, state);
  }
  return said;
}

function weSay(files: Files, paths: readonly string[], fold = false) {
  return new Map(
    paths.map((path) => {
      const parts = path.split("/").slice(0, -1);
      const dirs = ["", ...parts.map((_, i) => parts.slice(0, i + 1).join("/"))];
      const read = dirs.map((dir) => parseAttributes(files[dir] ?? "", { dir, macros: dir === "", fold }));
      return [path, new Map(attributesOf(read, path))];
    }),
  );
}

function same(files: Files, paths: readonly string[]): void {
  const plain = (said: ReturnType<typeof weSay>) =>
    [...said].map(([path, found]) => [path, [...found].sort(([a], [b]) => (a < b ? -1 : 1))]);
  assert.deepEqual(plain(weSay(files, paths)), plain(gitSays(files, paths)));
  const folded = gitSays(files, paths, ["-c", "core.ignoreCase=true"]);
  assert.deepEqual(plain(weSay(files, paths, true)), plain(folded));
}

const PATHS = ["a", "b.py", "A.PY", "x/a", "x/b.py", "x/y/a", "x/y/b.c", "x/x/x", "a b", "x/[a]", "x/-", "é", "x/a\\b"];

test("rows of patterns and macros are read as git reads them", () => {
  const rows = [
    "*.py text",
    "/b.py text",
    "x/* text",
    "x/** text",
    "**/a text\n**/y/** -text",
    "x/**/a one\nx**a two\n** three",
    "[a-b]* one\n[!a]* two\n[^a]* three\n[[:alpha:]] four\n[]a] five\n[\\]a] six\n[a-] seven",
    "x/ text\n!a text\n#a text\n  a text",
    '"a b" one\n"x/\\141" two\n"x/[[]a]" three\n"broken one',
    "a text=auto\na !text\nb.py -text eol=crlf\nA.PY text=",
    "[attr]m one two=2 -three\na m\nb.py -m\nx/a m -one\nx/b.py m=v",
    "[attr]m n\n[attr]n m one\na m\nb.py n",
    "[attr]binary one\na binary\n[attr] spaced two\nb.py spaced",
    "a bad@name one\nb.py -",
    "a one\r\nb.py two\r\n",
    "\uFEFFa one",
    "x\\/a one\n\\a two\na\\ three",
    `a ${"b".repeat(2048)}\na ${"c".repeat(2040)}`,
    "[a-z]* one\n[A-Z]* two\n[[:upper:]]* three\n[[:lower:]]* four",
    "? one\n?? two\nx? three\nx?a four\n*? five\nx/?/a six",
    "[ one\n[] two\n[[:nope:]] three\n[a four\n*[ five",
  ];
  for (const row of rows) same({ "": row }, PATHS);
  same({ "": "* one\nx/a two", x: "a -one\n/a three\ny/a four\n[attr]m five\na m", "x/y": "* !one\n../a six" }, PATHS);
});

test("patterns of any kind fit what git says they fit", () => {
  const piece = fc.constantFrom(
    ...["a", "b", "x", "y", "/", "*", "**", "?", "[ab]", "[!a]", "[a-y]", ".", "\\*", "**/", "/**", ".py", "A", "["],
  );
  const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
  const lines = fc.array(pattern, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (root, inner) => {
      const textOf = (patterns: readonly string[]) => patterns.map((each, i) => `${each} at${i}`).join("\n");
      same({ "": textOf(root), x: textOf(inner), "x/y": "" }, PATHS);
    }),
    { numRuns: runs(60) },
  );
});

test("neither a pattern made to take for ever nor a chain of macros does", () => {
  const started = Date.now();
  const pattern = `${"*a".repeat(200)}b`;
  assert.equal(wildmatch(pattern)("a".repeat(4000)), false);
  assert.equal(wildmatch(`**/${"*/".repeat(100)}b`)("a/".repeat(1000)), false);
  const chain = Array.from({ length: 50_000 }, (_, i) => `[attr]m${i} m${i + 1}`).join("\n");
  const file = parseAttributes(`${chain}\na m0`, { dir: "", macros: true, fold: false });
  assert.equal(attributesOf([file], "a").size, 50_001);
  assert.ok(Date.now() - started < 3000);
});
