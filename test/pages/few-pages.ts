// Copies some of the notebook's pages, with all that they are made of and no data, so that a page is tested without the others.

import { cpSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ownPages } from "../../loaders/notebook/workfolder.ts";

/** Folders that hold no page, or a page for each contract. */
const LEFT: ReadonlySet<string> = new Set(["data", "contract", "handoff", ".observablehq"]);

/** Answers the folder `pages` of the place, with an empty `data` in it. */
export function fewPages(place: string, names: readonly string[]): string {
  const pages = join(place, "pages");
  mkdirSync(join(pages, "data"), { recursive: true });
  // Copies: the server follows no link out of the notebook.
  cpSync(ownPages(), pages, {
    recursive: true,
    filter: (from) => {
      const name = basename(from);
      return !LEFT.has(name) && (!name.endsWith(".md") || names.includes(name.slice(0, -".md".length)));
    },
  });
  return pages;
}
