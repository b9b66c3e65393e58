// Holds the outline by indentation to the outline of a full parse: on odd files, on random ones, and on every version of
// the sample engine; and holds the facts of a function to what a parse of the whole file says of it.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { readStory } from "../../data/sample-engine/story.ts";
import { Facts } from "../../loaders/facts/source.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";
import { outlinePython } from "../../loaders/syntax/python-outline.ts";
import { parsePythonOutline } from "../../loaders/syntax/python-parse.ts";
import { fullParseBodies } from "../support/full-parse.ts";
import { fc, runs } from "../support/properties.ts";
import { pythonLines } from "../support/python-lines.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

before(() => loadGrammars(["python"]));

/** Files on which the outline has to be that of a parse. */
const ODD: readonly (readonly [title: string, source: string])[] = [
  ["an empty file", ""],
  ["no newline at the end", "class A:\n    def f(self):\n        return 1"],
  ["one-line bodies", "class A: pass\ndef f(): return 1\nif x: y = 1\n"],
  ["decorators over lines, with comments between", "@a\n# why\n@b(\n  1,\n)\ndef f():\n    pass\n"],
  [
    "nested classes and their bases",
    "class A(B, c.D[int], metaclass=M):\n    class E(A):\n        x = 1\n        def g(self): ...\n    y = 2\n",
  ],
  [
    "strings that look like code",
    'x = """\ndef no():\n    pass\n"""\ndef yes():\n    s = \'class No:\'\n    return s\n',
  ],
  [
    "escaped quotes and raw strings",
    "x = 'it\\'s'\ny = r'\\'\ndef f():\n    return '\\\\'\n".replace("r'\\'", "r'\\n'"),
  ],
  ["continuations", "def f(a, \\\n      b):\n    return a + \\\n        b\nz = 1\n"],
  ["brackets over lines with less indentation", "def f():\n    x = [\n1,\n2,\n]\n    return x\n\n\ng = 1\n"],
  ["comments at the end of a block and after it", "def f():\n    x = 1\n    # inside\n# outside\ny = 2\n    # deep\n"],
  [
    "definitions under if and try",
    "if a:\n    def f():\n        pass\nelse:\n    class G:\n        pass\ntry:\n    import x\nexcept ImportError:\n    x = None\n",
  ],
  ["tabs", "class A:\n\tdef f(self):\n\t\tif x:\n\t\t\treturn 1\n\t\treturn 2\n"],
  ["CRLF", "class A:\r\n    def f(self):\r\n        return 1\r\n\r\nx = 1\r\n"],
  ["a byte-order mark", "\ufeffdef f():\n    pass\n"],
  ["U+2028 and accents inside strings", 'def f():\n    return "a\u2028b é"\n\ndef g():\n    return 2\n'],
  [
    "async, lambdas and match",
    "async def f(x):\n    match x:\n        case 1:\n            return 1\n        case _:\n            return 2\ng = lambda: 1\n",
  ],
  ["an f-string with quotes inside", "def f(x):\n    return f\"{x['a']} and {x!r:>{5}}\"\n"],
];

const asText = (chunks: readonly unknown[] | null) => chunks?.map((chunk) => JSON.stringify(chunk));

describe("the outline by indentation is that of a parse", () => {
  for (const [title, source] of ODD) {
    test(title, () => {
      const bytes = bytesOf(source);
      const found = outlinePython(bytes);
      assert.ok(found, "indentation decides here");
      assert.deepEqual(asText(found), asText(parsePythonOutline(bytes).chunks));
    });
  }

  test("on random nestings of statements, functions and classes", () => {
    fc.assert(
      fc.property(pythonLines, (lines) => {
        const bytes = bytesOf(`${lines.join("\n")}\n`);
        const found = outlinePython(bytes);
        if (found === null) return;
        const parsed = parsePythonOutline(bytes);
        if (parsed.errors.length > 0) return;
        assert.deepEqual(asText(found), asText(parsed.chunks));
      }),
      { numRuns: runs(300) },
    );
  });

  test("on every version of the sample engine, and so are the facts of its functions", async () => {
    const facts = new Facts();
    let functions = 0;
    for (const commit of await readStory(new URL("../../data/sample-engine/commits/", import.meta.url))) {
      for (const [path, text] of commit.files) {
        if (!path.endsWith(".py")) continue;
        const bytes = bytesOf(text);
        assert.deepEqual(
          asText(outlinePython(bytes)),
          asText(parsePythonOutline(bytes).chunks),
          `${path} at ${commit.id}`,
        );
        const file = facts.file(path, `${commit.id}${path}`, bytes);
        assert.ok(file);
        const whole = fullParseBodies(text);
        for (const chunk of file.chunks.filter((each) => each.kind === "function")) {
          functions++;
          assert.deepEqual(
            placeless(facts.body(file, chunk)),
            placeless(whole.get(chunk.firstLine)),
            `${path} at ${commit.id}: ${chunk.owner}.${chunk.name}`,
          );
        }
      }
    }
    assert.ok(functions > 1000, `${functions} functions were compared`);
  });
});

/** Bytes count from the chunk in one and from the file in the other. */
function placeless(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === "start" || key === "end" ? 0 : value)));
}

describe("where indentation is in doubt the file is parsed", () => {
  const doubtful: readonly (readonly [title: string, source: string])[] = [
    ["an unclosed bracket", "def f(:\n    x = (\n"],
    ["an unclosed string", 'x = """never\n'],
    ["a dedent to no known level", "class A:\n        x = 1\n    y = 2\n"],
    ["a block without a body", "class A:\nx = 1\n"],
    ["a tab after spaces", "class A:\n  \tdef f(self):\n  \t\tpass\n"],
  ];
  for (const [title, source] of doubtful) {
    test(title, () => assert.equal(outlinePython(bytesOf(source)), null));
  }

  test("a syntax error is told with its line, and the rest of the file is still there", () => {
    const file = new Facts().file("a.py", "0", bytesOf("def f(:\n    x = (\n\ndef g():\n    return 1\n"));
    assert.ok(file && file.errors.length > 0);
  });
});
