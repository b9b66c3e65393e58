// Makes the tree of one commit from texts, through the real parsers: what surface/ is asked with, without a repository.

import { createHash } from "node:crypto";
import { Facts } from "../../loaders/facts/source.ts";
import { CodeTree } from "../../loaders/surface/tree.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";

await loadGrammars(["python", "typescript"]);

/** The tree of these files: text by path. */
export function treeOf(files: Readonly<Record<string, string>>): CodeTree {
  const facts = new Facts();
  const tree = new CodeTree(facts);
  for (const [path, text] of Object.entries(files)) {
    const bytes = new TextEncoder().encode(text);
    tree.put(path, facts.file(path, createHash("sha1").update(bytes).digest("hex"), bytes));
  }
  return tree;
}
