// Turns a folder of pages into a throw-away folder that Framework can run in: links to the pages and to the libraries
// they import, and a config. Nothing is written into the pages' own folder, into node_modules or into the package.

import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BinnacleError } from "../error.ts";
import { keepModules, restoreModules } from "./modules.ts";
import { answerVersionLookups, frameworkSettings } from "./settings.ts";

/** A folder for one run of Framework. */
export interface WorkFolder {
  readonly path: string;
  readonly config: string;
  /** Where a build's output goes. */
  readonly output: string;
  /** Framework's own folder. */
  readonly framework: string;
  /** Drops what data loaders gave, and makes a running preview start over. */
  forgetExtracts(): void;
  /** Keeps what Framework made of the libraries for the next run, and removes the folder. */
  close(): void;
}

/** The pages that come with Binnacle. */
export function ownPages(): string {
  return fileURLToPath(new URL("../../src", import.meta.url));
}

/** Makes a work folder for `pages`. `contracts` and `sheets` are slugs. Throws "notebook-failed" if a library is not installed. */
export function makeWorkFolder(options: {
  pages: string;
  contracts: readonly string[];
  sheets: readonly string[];
  preview: boolean;
}): WorkFolder {
  const dynamicPaths = [
    ...options.contracts.map((slug) => pagePath("contract", slug)),
    ...options.sheets.map((slug) => pagePath("handoff", slug)),
  ];
  const pages = realpathSync(options.pages);
  const libraries = findLibraries();
  const framework = libraries.get("@observablehq/framework");
  if (!framework) throw missing("@observablehq/framework");

  // Its real path: Framework compares paths as text, and a temp folder is often a link.
  const path = realpathSync(mkdtempSync(join(realpathSync(tmpdir()), "binnacle-notebook-")));
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  process.once("exit", remove);
  const root = join(path, "src");
  const output = join(path, "notebook");
  const config = join(path, "observablehq.config.js");
  mkdirSync(root);
  writeFileSync(join(path, "package.json"), `{"type": "module"}\n`);
  // Links, not copies: a data loader's own imports are relative to where it really is.
  for (const entry of readdirSync(pages)) if (entry !== ".observablehq") link(join(pages, entry), join(root, entry));
  for (const [name, folder] of libraries) {
    mkdirSync(join(path, "node_modules", name, ".."), { recursive: true });
    link(folder, join(path, "node_modules", name));
  }
  answerVersionLookups(framework, root);
  const modules = join(root, ".observablehq", "cache", "_node");
  const key = digestOf(libraries);
  restoreModules(key, modules);
  const settings = {
    root: root.split(sep).join("/"),
    output: output.split(sep).join("/"),
    ...frameworkSettings({ pages, loader: loaderCommand(), preview: options.preview }),
    dynamicPaths,
  };
  writeFileSync(config, `export default ${JSON.stringify(settings, null, 2)};\n`);

  return {
    path,
    config,
    output,
    framework,
    forgetExtracts() {
      rmSync(join(root, ".observablehq", "cache", "data"), { recursive: true, force: true });
      const now = new Date();
      utimesSync(config, now, now);
    },
    close() {
      process.off("exit", remove);
      keepModules(key, modules);
      remove();
    },
  };
}

/** Names come out of a repository; what makes slugs of them is trusted no further than this. */
function pagePath(folder: "contract" | "handoff", slug: string): string {
  if (/^[\p{L}\p{N}_~.-]+$/u.test(slug) && !/^\.+$/.test(slug)) return `/${folder}/${slug}`;
  throw new BinnacleError(
    "notebook-failed",
    `notebook: expected a ${folder === "contract" ? "contract" : "sheet"}'s slug of letters, digits, "_", "~", "." and "-", found ${JSON.stringify(slug)}.`,
  );
}

/** The command that runs a data loader: TypeScript in a checkout, what was made of it in a package. */
export function loaderCommand(): readonly string[] {
  if (!import.meta.url.endsWith(".ts")) return [process.execPath];
  return [process.execPath, "--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href];
}

/** Real folders of everything that Binnacle depends on, by name, wherever the package manager has put it. */
function findLibraries(): Map<string, string> {
  const here = createRequire(import.meta.url);
  const own = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const found = new Map<string, string>();
  for (const name of Object.keys(own.dependencies)) {
    const folder = (here.resolve.paths(name) ?? [])
      .map((path) => join(path, name))
      .find((path) => statSync(join(path, "package.json"), { throwIfNoEntry: false }));
    if (folder) found.set(name, realpathSync(folder));
  }
  return found;
}

function digestOf(libraries: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256").update(process.version);
  for (const [name, folder] of [...libraries].sort()) {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    hash.update(`\n${name}@${version} ${folder}`);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Links `to` to `target`. Windows links folders without a privilege but not files, so there a file is copied. */
function link(target: string, to: string): void {
  if (statSync(target).isDirectory()) symlinkSync(target, to, "junction");
  else if (process.platform === "win32") copyFileSync(target, to);
  else symlinkSync(target, to);
}

function missing(name: string): BinnacleError {
  return new BinnacleError(
    "notebook-failed",
    `notebook: expected the package ${name} beside Binnacle, found none. Install Binnacle again, with its dependencies.`,
  );
}
