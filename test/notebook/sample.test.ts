// What a newcomer does first, in a real browser: the notebook of the sample engine, from its story to every page of it.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildSampleEngine } from "../../data/sample-engine/build.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { ingest } from "../../loaders/ingest.ts";
import { buildNotebook } from "../../loaders/notebook/build.ts";
import { serveFolder } from "../../loaders/notebook/serve.ts";
import { contractSlugs } from "../../loaders/report/extracts.ts";
import { shippedProfile } from "../../loaders/surface/profile.ts";
import { findings, settled } from "../pages/checks.ts";
import { withPage } from "../support/browser.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-newcomer-")));
let server: { url: string; close(): Promise<void> };
let pages: string[] = [];

before(async () => {
  await buildSampleEngine(join(place, "sample.git"));
  const repo = await openRepository(join(place, "sample.git"));
  const store = join(place, "notebook.duckdb");
  await ingest({ repo, profile: shippedProfile("sample"), store, name: "sample/lodestar" });
  repo.close();
  const output = join(place, "site");
  await buildNotebook({ store, output, contracts: await contractSlugs(store) });
  pages = readdirSync(output, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".html"))
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
  server = await serveFolder(output, { base: "/notebooks/lodestar" });
});
after(async () => {
  await server?.close();
  rmSync(place, { recursive: true, force: true });
});

for (const view of [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const) {
  test(`every page of the sample is whole under a sub-path at ${view.width} px, ${view.colorScheme}`, async () => {
    assert.ok(pages.length > 25, `${pages.length} pages`);
    await withPage(async (page, problems) => {
      for (const path of pages) {
        await page.goto(`${server.url}${path}`, { waitUntil: "load" });
        await settled(page);
        assert.deepEqual(await findings(page), [], path);
      }
      assert.deepEqual(problems, []);
    }, view);
  });
}

test("the index says the worst true thing, and a reader gets from it to the bytes", async () => {
  await withPage(
    async (page, problems) => {
      await page.goto(`${server.url}index.html`, { waitUntil: "networkidle" });
      await settled(page);
      assert.match((await page.textContent("h1")) ?? "", /three of 23 park/);
      assert.equal(await page.locator("p.note").count(), 0, "a person wrote this profile");
      await page.click("text=drain can answer None");
      await page.waitForURL(/contract\/drain/);
      await settled(page);
      const cited = (await page.textContent("main")) ?? "";
      assert.match(cited, /swh:1:cnt:[0-9a-f]{40};lines=\d+/, "the bytes have a name");
      assert.match(cited, /console\.py:37/);
      assert.deepEqual(problems, []);
    },
    { width: 1440, height: 900, colorScheme: "light" },
  );
});
