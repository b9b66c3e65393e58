// The notebook's own pages over extracts made in code, in a real browser: every page at every size and theme, the keyboard,
// the address' state, and a question to the store.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Page } from "playwright-core";
import { buildNotebook } from "../../loaders/notebook/build.ts";
import { serveFolder } from "../../loaders/notebook/serve.ts";
import { ownPages } from "../../loaders/notebook/workfolder.ts";
import { withPage } from "../support/browser.ts";
import { findings, settled, VIEWS } from "./checks.ts";
import { extracts } from "./fixture.ts";
import { sheetIndex, sheets } from "./fixture-handoff.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-pages-")));
const PAGES = [
  "index",
  "surface",
  "surface.html?x=commit&q=brought",
  "surface.html?layer=utility",
  "contracts",
  "contract/is_waited",
  "contract/hostile",
  "contract/gone",
  "handoff",
  "handoff.html?q=nothing+holds+this",
  "handoff/is_waited",
  "handoff/hostile",
  "handoff/Runner",
  "citations",
  "claims",
  "claims.html?c=broken&x=commit",
  "notes",
  "issues",
  "issues.html?kind=contract&x=commit",
  "lineage",
  "lineage.html?c=missed01&x=commit",
  "effort",
  "query",
  "method",
];
let server: { url: string; close(): Promise<void> };

before(async () => {
  const pages = join(place, "pages");
  mkdirSync(join(pages, "data"), { recursive: true });
  // Copies: the server follows no link out of the notebook.
  cpSync(ownPages(), pages, {
    recursive: true,
    filter: (from) => from !== join(ownPages(), "data") && !from.includes(".observablehq"),
  });
  const made = extracts();
  for (const [name, extract] of Object.entries(made))
    writeFileSync(join(pages, "data", `${name}.json`), JSON.stringify(extract));
  mkdirSync(join(pages, "data", "citation"));
  for (const name of ["sentences", ...Array(32).keys()])
    writeFileSync(join(pages, "data", "citation", `${name}.json`), "[]");
  mkdirSync(join(pages, "data", "handoff"));
  for (const [name, sheet] of Object.entries({ index: sheetIndex(), ...sheets() }))
    writeFileSync(join(pages, "data", "handoff", `${name}.json`), JSON.stringify(sheet));
  await store(join(pages, "data", "binnacle.duckdb"));
  const output = join(place, "notebook");
  await buildNotebook({
    store: join(pages, "data", "binnacle.duckdb"),
    output,
    pages,
    contracts: made.contracts.contracts.map((c) => c.slug),
    sheets: Object.keys(sheets()),
  });
  server = await serveFolder(output);
});

after(async () => {
  await server?.close();
  rmSync(place, { recursive: true, force: true });
});

/** A store with one table: which questions the real one answers is tested on its schema. */
async function store(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`ATTACH '${path}' AS notebook (STORAGE_VERSION 'v1.2.0')`);
  await connection.run("CREATE TABLE notebook.name_span (name VARCHAR, sites INTEGER)");
  await connection.run("INSERT INTO notebook.name_span VALUES ('alpha', 2), ('=beta', 1)");
  await connection.run("CHECKPOINT notebook");
  connection.closeSync();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}${path.includes(".html") ? path : `${path}.html`}`, { waitUntil: "networkidle" });
  await settled(page);
}

for (const view of VIEWS) {
  test(`every page is whole at ${view.width} px, ${view.colorScheme}`, async () => {
    await withPage(async (page, problems) => {
      for (const path of PAGES) {
        await open(page, path);
        assert.deepEqual(await findings(page), [], path);
        assert.ok(!(await page.evaluate(() => "broken" in globalThis)), "a name ran as a script");
      }
      assert.deepEqual(problems, []);
    }, view);
  });
}

test("the index and the method page say that nobody wrote the profile, and what to do", async () => {
  await withPage(async (page) => {
    await open(page, "index");
    assert.equal(
      await page.textContent("p.note"),
      "This profile was proposed by binnacle init, not written by a person: check its rules.",
    );
    await page.click("p.note a");
    await page.waitForURL("**/method.html#profile");
    await settled(page);
    assert.match(
      (await page.textContent("#profile .cap")) ?? "",
      /proposed by binnacle init from the code, and no person has checked it: binnacle init writes it to binnacle\.yaml/,
    );
  });
});

test("a sheet is reached from its contract and leads back, and its words are text", async () => {
  await withPage(async (page) => {
    await open(page, "contract/is_waited");
    await Promise.all([page.waitForURL("**/handoff/is_waited.html"), page.click("p.crumb a[href*='/handoff/']")]);
    await settled(page);
    assert.equal(await page.textContent("h1"), "A replacement of is_waited owes its five callers two members");
    const evidence = await page.$$eval("#s1 td.evidence", (cells) => cells.map((cell) => cell.textContent));
    assert.deepEqual(evidence, ["read", "read after a hop", "forwarded", "dropped", "convention"]);
    assert.match((await page.textContent("#s1 td.fact code:last-of-type")) ?? "", /^not \(batch \| a_name/);
    assert.match((await page.textContent("#s2")) ?? "", /_words_ <b>/);
    assert.deepEqual(await page.$$eval("#said td:first-child", (cells) => cells.map((cell) => cell.textContent)), [
      "holds",
      "moved",
      "wrong when writtenby the name alone",
      "false",
    ]);
    await Promise.all([page.waitForURL("**/contract/is_waited.html"), page.click("p.crumb a[href*='/contract/']")]);
  });
});

test("a sheet is saved as a file from the page itself", async () => {
  await withPage(async (page, problems) => {
    await open(page, "handoff/is_waited");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#take button:last-child")]);
    assert.equal(download.suggestedFilename(), "handoff-is_waited.md");
    assert.equal(readFileSync(await download.path(), "utf8"), `${sheets().is_waited!.markdown}\n`);
    assert.deepEqual(problems, []);
  });
});

test("the first chart does not wait for WebAssembly", async () => {
  await withPage(async (page) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await open(page, "surface");
    assert.deepEqual(
      asked.filter((url) => /duckdb|\.wasm/.test(url)),
      [],
    );
  });
});

test("a chart is one tab stop; arrows move inside, Enter opens the contract, Escape closes the tip", async () => {
  await withPage(async (page) => {
    await open(page, "surface");
    await page.focus("svg.lanes .row");
    await page.keyboard.press("ArrowDown");
    const name = await page.evaluate(() => document.activeElement?.querySelector(".nm")?.textContent);
    assert.equal(name, "is_unwaited");
    assert.match((await page.textContent("#tip")) ?? "", /is_unwaited/);
    assert.ok(await page.evaluate(() => document.querySelector("#tip")?.matches(".on.docked")));
    await page.keyboard.press("Escape");
    assert.ok(!(await page.evaluate(() => document.querySelector("#tip")?.matches(".on"))));
    await page.keyboard.press("End");
    await page.keyboard.press("Tab");
    assert.ok(!(await page.evaluate(() => document.activeElement?.closest("svg.lanes"))), "Tab leaves the chart");
    await page.focus("svg.lanes .row[tabindex='0']");
    await page.keyboard.press("Home");
    await Promise.all([page.waitForURL("**/contract/is_waited.html"), page.keyboard.press("Enter")]);
  });
});

test("tab order: skip link, pages, find, axis, chart", async () => {
  await withPage(async (page) => {
    await open(page, "surface");
    const stops: string[] = [];
    for (let i = 0; i < 40 && stops.at(-1) !== "chart"; i++) {
      await page.keyboard.press("Tab");
      stops.push(
        await page.evaluate(() => {
          const e = document.activeElement;
          return e?.closest(".skip")
            ? "skip"
            : e?.closest("#side")
              ? "pages"
              : e?.id === "find"
                ? "find"
                : e?.closest("[aria-label='time axis']")
                  ? "axis"
                  : e?.closest("svg.lanes")
                    ? "chart"
                    : "other";
        }),
      );
    }
    const order = stops.filter((s, i) => s !== "other" && s !== stops[i - 1]);
    assert.deepEqual(order.slice(0, 5), ["skip", "pages", "find", "axis", "chart"]);
  });
});

test("what is chosen stands in the address, defaults left out, and comes back from it", async () => {
  await withPage(async (page) => {
    await open(page, "surface");
    await page.fill("#find", "zzz");
    assert.match((await page.textContent("#lanes")) ?? "", /No name or key holds “zzz”\. 11 names were searched/);
    await page.getByRole("button", { name: "by commit" }).click();
    await page.locator(".chip", { hasText: "ends" }).click();
    assert.match(page.url(), /\?x=commit&q=zzz&kind=ends$/);
    assert.equal(await page.locator(".events tbody tr").count(), 1);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-kind")), "ends");
    await page.getByRole("button", { name: "by date" }).click();
    await page.fill("#find", "");
    assert.match(page.url(), /\?kind=ends$/);
    await page.reload();
    await settled(page);
    assert.equal(await page.getAttribute(".chip[data-kind='ends']", "aria-pressed"), "true");
  });
});

test("a contract leads to its own commits on the surface, and from there back to all", async () => {
  await withPage(async (page) => {
    await open(page, "surface");
    const all = await page.locator(".events tbody tr").count();
    await open(page, "contract/is_waited");
    await page.click("text=Those that changed the surface");
    await page.waitForURL("**/surface.html?name=is_waited#events");
    await settled(page);
    assert.match((await page.textContent("#events")) ?? "", /Only commits that touch is_waited/);
    const own = await page.locator(".events tbody tr").count();
    assert.ok(own > 0 && own < all, `${own} of ${all}`);
    await page.getByRole("button", { name: "all names" }).click();
    assert.equal(await page.locator(".events tbody tr").count(), all);
    assert.match(page.url(), /surface\.html#events$/);
  });
});

test("notes stand on the page of the contract that they are attached to", async () => {
  await withPage(async (page) => {
    await open(page, "contract/is_waited");
    assert.equal(await page.textContent("#notes h2"), "Four notes are attached to it");
    assert.equal(await page.locator("#notes tbody tr").count(), 4);
    await open(page, "contract/gone");
    assert.equal(await page.locator("#notes").count(), 0);
  });
});

test("a layer is chosen by its switch, and the switch keeps the focus", async () => {
  await withPage(async (page) => {
    await open(page, "surface");
    await page.getByRole("button", { name: "utility 0" }).click();
    assert.match(page.url(), /\?layer=utility$/);
    assert.match((await page.textContent("h1")) ?? "", /Nothing is sent by name here/);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "utility 0");
  });
});

test("behind every chart stands a table", async () => {
  await withPage(async (page) => {
    await open(page, "surface");
    await page.locator("#lanes .behind summary").click();
    // The table is made when the browser says that it was opened, which is after the click.
    await page.waitForSelector("#lanes .behind tbody tr");
    assert.equal(await page.locator("#lanes .behind tbody tr").count(), 11);
  });
});

test("a question in the address is asked, its answer drawn and saved as CSV without formulas", async () => {
  await withPage(async (page, problems) => {
    await open(page, `query.html?q=${encodeURIComponent("SELECT name, sites FROM name_span ORDER BY name DESC")}`);
    await page.waitForSelector(".result table");
    assert.equal(await page.locator(".result tbody tr").count(), 2);
    assert.equal(await page.locator(".result svg.chart").count(), 1);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as CSV" }).click(),
    ]);
    assert.equal(readFileSync((await download.path()) ?? "", "utf8"), "name,sites\r\nalpha,2\r\n'=beta,1\r\n");
    await page.fill(".sql", "SELEC 1");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector(".result .failed");
    assert.match((await page.textContent(".result")) ?? "", /Parser Error/);
    assert.deepEqual(problems, []);
  });
});

test("on a phone the pages are behind a button", async () => {
  await withPage(
    async (page) => {
      await open(page, "index");
      assert.ok(!(await page.isVisible("#side")));
      await page.getByRole("button", { name: "Pages" }).click();
      assert.ok(await page.isVisible("#side"));
      assert.deepEqual(await findings(page), []);
    },
    { width: 390, height: 844 },
  );
});
