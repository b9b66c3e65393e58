// Whether a commit that changes a file changes what was asked of the tree before.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SourceFile } from "../../loaders/facts/source-file.ts";
import type { Change } from "../../loaders/surface/leaning.ts";
import type { CodeTree } from "../../loaders/surface/tree.ts";
import { treeOf } from "./trees.ts";

type Asking = (tree: CodeTree, file: SourceFile) => unknown;

/** What putting in the next version of `a.py` changes of what two derivations asked; in `told` files rows stand. */
function changes(
  before: string,
  after: string,
  ask: Asking = (tree, file) => tree.importsOf(file),
  told: readonly string[] = [],
): Change {
  const tree = treeOf({ "a.py": before });
  const file = tree.files.get("a.py")!;
  for (const _ of [1, 2]) {
    tree.forget();
    ask(tree, file);
    tree.settle(new Set(told));
  }
  return tree.put("a.py", tree.facts.file("a.py", "2", new TextEncoder().encode(after), file));
}

test("an import that comes changes what a second derivation leant on too", () => {
  assert.equal(changes("import x\n\ny = 1\n", "import x\nfrom z import w\n\ny = 1\n"), "anything");
});

test("a statement that imports nothing changes nothing of the kind, nor does a line more above an import", () => {
  assert.equal(changes("import x\n\ny = 1\n", "import x\n\ny = 2\n"), "nothing");
  assert.equal(changes("import x\n\ny = 1\n", "\n\nimport x\n\ny = 1\n"), "nothing");
});

const CLASSES = `from z import w
class A:
    def f(self):
        return 1
    def g(self):
        return 2
class B:
    def h(self):
        return 3
`;

const edit = (from: string, to: string): string => {
  assert.ok(CLASSES.includes(from), `${from} stands there`);
  return CLASSES.replace(from, to);
};

describe("only what was asked of a file counts", () => {
  const resolves: Asking = (tree, file) => tree.resolveClass("w", file);
  const lists: Asking = (tree, file) => tree.members({ name: "A", file, header: file.chunks[1]! });
  const finds =
    (name: string): Asking =>
    (tree) =>
      tree.method(tree.classesNamed("A")[0]!, name);
  const rows: readonly (readonly [title: string, after: string, ask: Asking, changed: Change, told?: string])[] = [
    ["another name is imported", edit("import w", "import w\nimport v"), resolves, "nothing"],
    ["the name is imported from elsewhere", edit("from z", "from y"), resolves, "anything"],
    ["the name is imported no more", edit("from z import w", "import z"), resolves, "anything"],
    ["another class got a member", edit("        return 3\n", "        return 3\n    x = 1\n"), lists, "nothing"],
    ["the class got a member", edit("class B:", "    def i(self):\n        return 4\nclass B:"), lists, "anything"],
    ["the class lost a member", edit("    def g(self):\n        return 2\n", ""), lists, "anything"],
    ["a member's body changed", edit("return 1", "return 10"), lists, "nothing"],
    ["another method changed", edit("return 2", "return 20"), finds("f"), "nothing"],
    ["the method changed", edit("return 1", "return 10"), finds("f"), "anything"],
    [
      "the method is defined once more",
      edit("class B:", "    def f(self):\n        return 5\nclass B:"),
      finds("f"),
      "anything",
    ],
    [
      "the method that was missing came",
      edit("    def g", "    def e(self):\n        return 5\n    def g"),
      finds("e"),
      "anything",
    ],
    ["a line shifts where no row stands", edit("class A", "x = 1\nclass A"), finds("g"), "nothing"],
    ["a line shifts where a row stands", edit("class A", "x = 1\nclass A"), finds("g"), "lines", "a.py"],
  ];
  for (const [title, after, ask, changed, told] of rows)
    test(title, () => assert.equal(changes(CLASSES, after, ask, told === undefined ? [] : [told]), changed));
});

test("of two files with the same bytes one can go and the other stays", () => {
  const tree = treeOf({ "a.py": "def f():\n    return 1\n", "b.py": "def f():\n    return 1\n" });
  tree.put("a.py", null);
  assert.equal(tree.resolveFunction("f", tree.files.get("b.py")!)?.file.path, "b.py");
});
