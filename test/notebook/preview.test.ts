// The live preview in a real browser.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BinnacleError } from "../../loaders/error.ts";
import { previewNotebook } from "../../loaders/notebook/preview.ts";
import { withPage } from "../support/browser.ts";

test("an edited page and a changed store reach the reader of a preview", async () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "binnacle preview ")));
  const pages = join(place, "pages");
  const store = join(place, "store.duckdb");
  cpSync(fileURLToPath(new URL("../support/pages", import.meta.url)), pages, { recursive: true });
  writeFileSync(store, "first");
  const urls: string[] = [];
  const preview = await previewNotebook({
    store,
    contracts: ["forward"],
    pages,
    port: 0,
    onUrl: (url) => urls.push(url),
  });
  try {
    assert.deepEqual(urls, [preview.url]);
    await assert.rejects(
      previewNotebook({ store, contracts: [], pages, port: Number(new URL(preview.url).port) }),
      (thrown) => thrown instanceof BinnacleError && /EADDRINUSE/.test(thrown.message),
    );
    await withPage(async (page, problems) => {
      await page.goto(new URL("contract/forward.html", preview.url).href);
      await page.waitForSelector("#store:text('first')");
      await page.waitForTimeout(300);
      const contract = join(pages, "contract", "[name].md");
      writeFileSync(contract, readFileSync(contract, "utf8").replace("home", "edited"));
      await page.waitForSelector("a:text('edited')");
      writeFileSync(store, "second");
      preview.refresh();
      await page.waitForSelector("#store:text('second')");
      assert.deepEqual(
        problems.filter((problem) => !/ERR_CONNECTION/.test(problem)),
        [],
      );
    });
  } finally {
    await preview.close();
    rmSync(place, { recursive: true, force: true });
  }
});
