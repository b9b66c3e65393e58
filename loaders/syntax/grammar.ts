// Turns text into a tree-sitter tree. The one module that imports tree-sitter; what a tree means is said elsewhere.

import { createRequire } from "node:module";
import { Language, type Node, Parser } from "web-tree-sitter";
import { BinnacleError, messageOf } from "../error.ts";

export type { Node } from "web-tree-sitter";

/** Languages with a grammar here. */
export type GrammarName = "python" | "typescript" | "tsx" | "javascript";

const EXTENSIONS: readonly (readonly [string, GrammarName])[] = [
  [".py", "python"],
  [".pyi", "python"],
  [".ts", "typescript"],
  [".mts", "typescript"],
  [".cts", "typescript"],
  [".tsx", "tsx"],
  [".js", "javascript"],
  [".mjs", "javascript"],
  [".cjs", "javascript"],
  [".jsx", "javascript"],
];

/** The language of a path by its ending, or null where there is no grammar. `.d.ts` declares and does not run: null. */
export function languageOf(path: string): GrammarName | null {
  if (path.endsWith(".d.ts")) return null;
  return EXTENSIONS.find(([extension]) => path.endsWith(extension))?.[1] ?? null;
}

const parsers = new Map<GrammarName, Parser>();
let started: Promise<void> | null = null;

/** Loads grammars; `withTree` works on these afterwards. Idempotent. */
export async function loadGrammars(names: readonly GrammarName[]): Promise<void> {
  started ??= Parser.init();
  await started;
  const require = createRequire(import.meta.url);
  for (const name of names) {
    if (parsers.has(name)) continue;
    try {
      const wasm = require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
      const parser = new Parser();
      parser.setLanguage(await Language.load(wasm));
      parsers.set(name, parser);
    } catch (cause) {
      throw new BinnacleError("syntax-error", `The ${name} grammar cannot be loaded: ${messageOf(cause)}. Reinstall.`, {
        cause,
      });
    }
  }
}

/**
 * Parses `text`, hands the root to `read` and frees the tree: no node may outlive the call. Rows are 0-based; columns
 * and indices count UTF-16 units of `text`. Throws "syntax-error" if the grammar was not loaded or the parser gives up.
 */
export function withTree<Result>(language: GrammarName, text: string, read: (root: Node) => Result): Result {
  const parser = parsers.get(language);
  if (!parser) throw new BinnacleError("syntax-error", `The ${language} grammar was not loaded.`);
  const tree = parser.parse(text);
  if (!tree) throw new BinnacleError("syntax-error", `The ${language} parser gave up.`);
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}
