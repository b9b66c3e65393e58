// Whether a commit that changes a file changes what was asked of the tree before.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CodeTree } from "../../loaders/surface/tree.ts";
import { treeOf } from "./trees.ts";

/** The tree after two derivations that ask for the imports of `a.py`, and a version of it to put in. */
function asked(before: string, after: string): { tree: CodeTree; put: () => boolean } {
  const tree = treeOf({ "a.py": before });
  const file = tree.files.get("a.py")!;
  for (const _ of [1, 2]) {
    tree.forget();
    tree.importsOf(file);
    tree.settle(new Set());
  }
  const next = tree.facts.file("a.py", "2", new TextEncoder().encode(after), file);
  return { tree, put: () => tree.put("a.py", next) };
}

test("an import that comes changes what a second derivation leant on too", () => {
  assert.equal(asked("import x\n\ny = 1\n", "import x\nfrom z import w\n\ny = 1\n").put(), true);
});

test("a statement that imports nothing changes nothing of the kind, nor does a line more above an import", () => {
  assert.equal(asked("import x\n\ny = 1\n", "import x\n\ny = 2\n").put(), false);
  assert.equal(asked("import x\n\ny = 1\n", "\n\nimport x\n\ny = 1\n").put(), false);
});

test("of two files with the same bytes one can go and the other stays", () => {
  const tree = treeOf({ "a.py": "def f():\n    return 1\n", "b.py": "def f():\n    return 1\n" });
  tree.put("a.py", null);
  assert.equal(tree.resolveFunction("f", tree.files.get("b.py")!)?.file.path, "b.py");
});
