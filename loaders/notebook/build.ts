// Turns a store and the pages into a static notebook: a folder that any file server shows, made without a network.
// It draws nothing itself, and reads the store only through the pages' data loaders.

import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { BinnacleError } from "../error.ts";
import { lastWords, runFramework } from "./framework.ts";
import { publishFolder, refuseForeignFolder } from "./publish.ts";
import { makeWorkFolder, ownPages } from "./workfolder.ts";

/** What to build. */
export interface BuildOptions {
  /** The published store, a `.duckdb` file; data loaders find its path in BINNACLE_STORE. */
  readonly store: string;
  /** Where the notebook goes: nothing, an empty folder, or an earlier notebook. */
  readonly output: string;
  /** Slugs of the contracts that get a page. */
  readonly contracts: readonly string[];
  /** Slugs of the hand-off sheets that get a page; none if absent. */
  readonly sheets?: readonly string[];
  /** More for the environment of data loaders. */
  readonly env?: Readonly<Record<string, string>>;
  /** The pages, if not Binnacle's own. */
  readonly pages?: string;
  /** Gets each line that Framework says. */
  readonly onLine?: (line: string) => void;
}

/**
 * Builds the notebook and moves it to `output`, which is replaced whole or left as it was. Gives its absolute path, how
 * many pages it has, and seconds taken. Throws "notebook-failed" with Framework's own words, or "disk-full".
 */
export async function buildNotebook(
  options: BuildOptions,
): Promise<{ output: string; pages: number; seconds: number }> {
  const started = performance.now();
  const output = resolve(options.output);
  refuseForeignFolder(output);
  const pages = options.pages ?? ownPages();
  const work = makeWorkFolder({ pages, contracts: options.contracts, sheets: options.sheets ?? [], preview: false });
  try {
    const run = runFramework({
      framework: work.framework,
      args: ["build", "--config", work.config],
      cwd: work.path,
      env: { BINNACLE_STORE: resolve(options.store), ...options.env },
      onLine: options.onLine,
    });
    const code = await run.exited;
    if (code !== 0)
      throw new BinnacleError(
        "notebook-failed",
        `notebook: Framework could not build the pages:\n${lastWords(run.lines)}`,
      );
    refuseBrokenPages(work.output);
    const count = mendPages(work.output);
    addFonts(pages, work.output);
    await publishFolder(work.output, output);
    return { output, pages: count, seconds: (performance.now() - started) / 1000 };
  } finally {
    work.close();
  }
}

/** Framework succeeds although a cell cannot be read or an import found; a reader would see it, so the build fails. */
function refuseBrokenPages(folder: string): void {
  const broken: string[] = [];
  for (const path of filesUnder(folder, /\.html$|^_import\/.*\.js$/)) {
    const text = readFileSync(join(folder, path), "utf8");
    for (const [, words] of text.matchAll(SYNTAX_ERROR)) broken.push(`${path}: ${words}`);
    for (const match of text.matchAll(IMPORT)) {
      const name = (match[1] ?? match[2])!;
      if (/^\.{1,2}\/.*\.tsx?$/.test(name))
        broken.push(`${path}: expected an import that ends in .js, found "${name.replace(/\.[0-9a-f]{8}(?=\.)/, "")}"`);
      else if (!/^(\.|\/|\w+:)/.test(name))
        broken.push(`${path}: expected the package "${name}" in node_modules, with an entry for require, found none`);
    }
  }
  if (broken.length === 0) return;
  throw new BinnacleError("notebook-failed", ["notebook: the pages have errors:", ...new Set(broken)].join("\n"));
}

/** Where Framework shows that it could not read a cell. */
const SYNTAX_ERROR = /observablehq--error"[^>]*>(SyntaxError: [^<]*)/g;

/** `import("name")` as Framework writes it in a page's cell, or `import … from "name"` at the start of a line. */
const IMPORT = /\bimport\("([^"]+)"\)|^(?:import|export)\b[^;"`]*\bfrom "([^"]+)"/gm;

/** What Framework's frame lacks: a language, and leave to enlarge a page on a phone. Returns how many pages there are. */
function mendPages(folder: string): number {
  const pages = filesUnder(folder, /\.html$/);
  for (const path of pages) {
    const html = readFileSync(join(folder, path), "utf8");
    const mended = html.replace("<html>", `<html lang="en">`).replace(", maximum-scale=1", "");
    writeFileSync(join(folder, path), mended);
  }
  // Maps of the pages' modules are not published.
  for (const path of filesUnder(folder, /^_import\/.*\.js$/)) {
    const text = readFileSync(join(folder, path), "utf8");
    writeFileSync(join(folder, path), text.replace(/^\/\/# sourceMappingURL=\S*\n?/gm, ""));
  }
  return pages.length;
}

/** `fonts.css` becomes `_file/fonts.<hash>.css`, and Framework leaves the addresses in it alone: put the fonts there. */
function addFonts(pages: string, folder: string): void {
  if (existsSync(join(pages, "fonts.css")) && existsSync(join(pages, "fonts")))
    cpSync(join(pages, "fonts"), join(folder, "_file", "fonts"), { recursive: true });
}

function filesUnder(folder: string, wanted: RegExp): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.split(sep).join("/"));
  return paths.filter((path) => wanted.test(path));
}
