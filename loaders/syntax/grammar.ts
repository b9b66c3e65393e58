// Turns text into a tree-sitter tree. The one module that imports tree-sitter; what a tree means is said elsewhere.

import { createRequire } from "node:module";
import { Language, type Node, Parser, Query, type QueryMatch } from "web-tree-sitter";
import { BinnacleError, messageOf } from "../error.ts";

export type { Node, QueryMatch } from "web-tree-sitter";

/** Languages with a grammar here. */
export type GrammarName =
  | "python"
  | "typescript"
  | "tsx"
  | "javascript"
  | "bash"
  | "c-sharp"
  | "cpp"
  | "go"
  | "java"
  | "php"
  | "ruby"
  | "rust";

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

/** Endings, and whole names, of languages whose definitions are told and whose surface is not. */
const OTHERS: readonly (readonly [GrammarName, string])[] = [
  ["typescript", "ts"],
  ["bash", "sh bash zsh ksh bats bashrc zshrc profile"],
  ["c-sharp", "cs csx"],
  ["cpp", "c h cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cu cuh hip"],
  ["go", "go"],
  ["java", "java"],
  ["php", "php phtml"],
  ["ruby", "rb rake gemspec rakefile gemfile"],
  ["rust", "rs"],
];

const OTHER = new Map(
  OTHERS.flatMap(([grammar, endings]) => endings.split(" ").map((ending) => [ending, grammar] as const)),
);

/** The language of a path by its ending, or null where there is no grammar. `.d.ts` declares and does not run: null. */
export function languageOf(path: string): GrammarName | null {
  if (path.endsWith(".d.ts")) return null;
  return EXTENSIONS.find(([extension]) => path.endsWith(extension))?.[1] ?? null;
}

/** The grammar that can read a path, of every language here and with `.d.ts`; null where there is none. */
export function grammarOf(path: string): GrammarName | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return languageOf(name) ?? OTHER.get(name.slice(name.lastIndexOf(".") + 1)) ?? null;
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

/** Microseconds this process has computed: what a parse takes of them does not depend on what else the machine does. */
function computed(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** When a parse or a query is given up: some texts take them a time that grows with the square of their length. */
class Deadline {
  readonly #at: number;
  readonly #earliest: number;
  passed = false;

  /** Milliseconds of computing from now. */
  constructor(limit: number) {
    this.#at = computed() + limit * 1000;
    this.#earliest = performance.now() + limit;
  }

  readonly check = (): boolean => {
    // A parse cannot have computed longer than it has lasted, and what it computed costs more to ask.
    this.passed ||= performance.now() > this.#earliest && computed() > this.#at;
    return this.passed;
  };
}

/**
 * Parses `text`, hands the root to `read` and frees the tree: no node may outlive the call. Rows are 0-based; columns
 * and indices count UTF-16 units of `text`. Throws "syntax-error" if the grammar was not loaded or the parser gives up,
 * which it does after `limit` milliseconds of computing.
 */
export function withTree<Result>(
  language: GrammarName,
  text: string,
  read: (root: Node) => Result,
  limit?: number,
): Result {
  const parser = parsers.get(language);
  if (!parser) throw new BinnacleError("syntax-error", `The ${language} grammar was not loaded.`);
  const deadline = limit === undefined ? null : new Deadline(limit);
  const tree = parser.parse(text, null, deadline ? { progressCallback: deadline.check } : undefined);
  if (!tree) {
    parser.reset();
    throw new BinnacleError("syntax-error", `The ${language} parser gave up.`);
  }
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}

const queries = new Map<string, Query>();

/** Matches that are begun at one time, where matches are bounded: more only come of a pattern that pairs all with all. */
const MOST_BEGUN = 1024;

/**
 * What a query of tree-sitter finds under `root`. Throws "syntax-error" if the grammar does not know a word of it, after
 * `limit` milliseconds of computing, or where there are more than `most` matches.
 */
export function matchesIn(
  root: Node,
  language: GrammarName,
  source: string,
  limit: number,
  most?: number,
): QueryMatch[] {
  const key = `${language} ${source}`;
  let query = queries.get(key);
  if (!query) {
    try {
      query = new Query(root.tree.language, source);
    } catch (cause) {
      if (cause instanceof WebAssembly.RuntimeError) throw cause;
      throw new BinnacleError("syntax-error", `A ${language} query is wrong: ${messageOf(cause)}.`, { cause });
    }
    queries.set(key, query);
  }
  const deadline = new Deadline(limit);
  const bound = most === undefined ? {} : { matchLimit: Math.min(most, MOST_BEGUN) };
  const matches = query.matches(root, { progressCallback: deadline.check, ...bound });
  const isCut = most !== undefined && (query.didExceedMatchLimit() || matches.length > most);
  if (deadline.passed || isCut) throw new BinnacleError("syntax-error", `The ${language} query gave up.`);
  return matches;
}
