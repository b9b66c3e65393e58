// Builds some of the notebook's pages without the others, serves them over several data, and looks at all of them.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { buildNotebook } from "../../loaders/notebook/build.ts";
import { serveFolder } from "../../loaders/notebook/serve.ts";
import { ownPages } from "../../loaders/notebook/workfolder.ts";
import { withPage } from "../support/browser.ts";
import { findings, type VIEWS } from "./checks.ts";

/** Folders that hold no page, or a page for each contract. */
const LEFT: ReadonlySet<string> = new Set(["data", "contract", "handoff", ".observablehq"]);

export type Servers = Readonly<Record<string, { readonly url: string; close(): Promise<void> }>>;

/**
 * Builds the pages over the first data, and serves them over each: only the files that they fetch differ. `write` puts the
 * files of one data into a folder.
 */
export async function servePages<Data>(
  place: string,
  names: readonly string[],
  datas: Readonly<Record<string, Data>>,
  write: (folder: string, data: Data) => void | Promise<void>,
): Promise<Servers> {
  const [[first, data], ...others] = Object.entries(datas) as [[string, Data], ...[string, Data][]];
  const pages = fewPages(place, names);
  await write(join(pages, "data"), data);
  const output = join(place, first);
  await buildNotebook({ store: "none", output, pages, contracts: [] });
  for (const [name, other] of others) {
    const folder = join(place, `${name}-data`);
    mkdirSync(folder);
    await write(folder, other);
    cpSync(output, join(place, name), { recursive: true });
    const fetched = join(place, name, "_file", "data");
    for (const file of readdirSync(fetched, { recursive: true, encoding: "utf8" })) {
      const plain = file.replace(/\.[0-9a-f]{8}(?=\.json$)/, "");
      if (plain !== file) cpSync(join(folder, plain), join(fetched, file));
    }
  }
  const servers: Record<string, Awaited<ReturnType<typeof serveFolder>>> = {};
  for (const name of Object.keys(datas))
    servers[name] = await serveFolder(join(place, name), { base: "/notes/engine" });
  return servers;
}

/** Whether each page is whole over each data, and nothing in the data ran as a script. `open` waits for what is to be seen. */
export async function assertWhole(
  view: (typeof VIEWS)[number],
  lookedAt: Readonly<Record<string, readonly string[]>>,
  open: (page: Page, path: string, store: string) => Promise<void>,
): Promise<void> {
  for (const [store, paths] of Object.entries(lookedAt))
    await withPage(async (page, problems) => {
      for (const path of paths) {
        await open(page, path, store);
        assert.deepEqual(await findings(page), [], `${store} ${path}`);
        assert.ok(!(await page.evaluate(() => "broken" in globalThis)), "a text ran as a script");
        assert.equal(await page.locator("main img").count(), 0, "a text became an element");
      }
      assert.deepEqual(problems, []);
    }, view);
}

/** Answers the folder `pages` of the place, with an empty `data` in it. */
function fewPages(place: string, names: readonly string[]): string {
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
