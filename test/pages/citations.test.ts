// The citations page over stores of made-up citations, in a real browser: every size and theme, filters and the address, the
// keyboard, rows that open, ten thousand rows, and a tree in which nothing is wrong.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { Book } from "../../loaders/report/book.ts";
import { citationRows, standingCounts, verdictSteps } from "../../loaders/report/citation-rows.ts";
import { CHUNKS, chunkOf, citationDetails } from "../../loaders/report/extract-citation-details.ts";
import { citationsExtract } from "../../loaders/report/extract-citations.ts";
import { wrongCitations } from "../../loaders/report/extract-index-citations.ts";
import type { CitationsExtract, NotebookExtract } from "../../loaders/report/pages.ts";
import { Database } from "../../loaders/store/database.ts";
import { createTables } from "../../loaders/store/notebook.ts";
import { isWrong } from "../../src/components/verdicts.ts";
import { withPage } from "../support/browser.ts";
import { fillCitations } from "../support/citations.ts";
import { findings, settled, VIEWS } from "./checks.ts";
import { type Servers, servePages } from "./few-pages.ts";
import { extracts } from "./fixture.ts";

const FEW = 140;
const MANY = 10_000;
const place = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-citations-page-")));
let servers: Servers = {};
let few: CitationsExtract;

before(async () => {
  servers = await servePages<readonly [count: number, only: string | null]>(
    place,
    ["index", "citations", "claims", "notes", "method"],
    { few: [FEW, null], many: [MANY, null], right: [60, "holds"] },
    async (folder, [count, only]) => {
      mkdirSync(join(folder, "citation"));
      const written = await write(folder, count, only);
      if (count === FEW) few = written;
    },
  );
});

after(async () => {
  for (const server of Object.values(servers)) await server.close();
  rmSync(place, { recursive: true, force: true });
});

/** Writes what the loaders of a store with so many citations give; with `only` those of one verdict and what is not judged. */
async function write(data: string, count: number, only: string | null = null): Promise<CitationsExtract> {
  const made = extracts();
  const database = await Database.write(join(place, `${count}.duckdb`));
  await createTables(database);
  const commits = made.notebook.day.map((day, position) => ({
    position,
    oid: oidOf(position),
    tree: "t",
    time: made.notebook.time[position] ?? 0,
    offset: 0,
    day,
    pr: position % 3 === 0 ? 900 + position : null,
    subject: "x",
    parents: 1,
    on_line: true,
  }));
  await database.append("commit", commits);
  await fillCitations(database, count);
  if (only !== null) {
    const unjudged = "'external', 'quoted'";
    await database.run(`DELETE FROM citation WHERE last IS NOT NULL OR verdict NOT IN ('${only}', ${unjudged})`);
    await database.run("DELETE FROM citation_span WHERE citation NOT IN (SELECT id FROM citation)");
    await database.run("DELETE FROM citation_left");
  }
  const extract = await citationsExtract({ commits } as unknown as Book, database);
  const counts = (await standingCounts(database)) ?? new Map();
  const wrong = [...counts].reduce((sum, [verdict, n]) => sum + (isWrong(verdict) ? n : 0), 0);
  const notebook: NotebookExtract = {
    ...made.notebook,
    citations: { judged: wrong + (counts.get("holds") ?? 0), wrong },
  };
  const index = {
    ...made.index,
    wrong: [...made.index.wrong.slice(0, 2), ...wrongCitations(await citationRows(database))],
    verdicts: await verdictSteps(database),
  };
  const details = await citationDetails(database);
  const size = chunkOf(details.length);
  const files: Record<string, unknown> = { ...made, notebook, index, citations: extract };
  for (let i = 0; i < CHUNKS; i++) files[`citation/${i}`] = details.slice(i * size, (i + 1) * size);
  files["citation/sentences"] = details.map((detail) => detail.sentence);
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(data, `${name}.json`), JSON.stringify(content));
  database.close();
  return extract;
}

/** Ids that differ in their first nine digits. */
function oidOf(n: number): string {
  return ((n + 1) * 2654435761).toString(16).slice(-8).padStart(8, "a").repeat(5);
}

async function open(page: Page, path: string, store = "few"): Promise<void> {
  await page.goto(`${servers[store]?.url}${path}`, { waitUntil: "networkidle" });
  await settled(page);
}

/** The address as the page has it; the driver hears of a change a little later. */
function address(page: Page): Promise<string> {
  return page.evaluate(() => location.href);
}

/** Of how many rows a chip speaks. */
async function chip(page: Page, verdict: string): Promise<number> {
  return Number((await page.textContent(`.chip[data-verdict="${verdict}"] span`))?.replaceAll(",", ""));
}

/** What opens the first row of a verdict. */
function keyOf(verdict: string): string {
  const at = few.rows.verdict.findIndex((v, i) => few.verdicts[v] === verdict && few.rows.last[i] === -1);
  return few.rows.fingerprint[at] ?? "";
}

/** A row of each verdict, and the one with hostile text in its sentence, its code and its path. */
const opened = (): readonly string[] => [
  ...["moved", "missing", "changed", "wrong-when-written", "holds", "past-end", "external"].map(keyOf),
  few.rows.fingerprint[few.rows.text.findIndex((text) => text.includes("<img"))] ?? "",
];

for (const view of VIEWS) {
  test(`the page, the index and the method are whole at ${view.width} px, ${view.colorScheme}`, async () => {
    await withPage(async (page, problems) => {
      const rows = view.width === 1024 ? opened() : opened().filter((_, i, all) => i === 0 || i === all.length - 1);
      for (const path of [
        "citations.html",
        ...rows.map((key) => `citations.html?c=${key}`),
        "index.html",
        "method.html",
      ]) {
        await open(page, path);
        if (path.includes("c=")) await page.waitForSelector("tr.open .panels");
        assert.deepEqual(await findings(page), [], path);
        assert.ok(!(await page.evaluate(() => "broken" in globalThis)), "text of the repository ran as a script");
      }
      assert.deepEqual(problems, []);
    }, view);
  });
}

for (const [name, view] of [
  ["many", VIEWS[0]],
  ["many", VIEWS[4]],
  ["right", VIEWS[3]],
] as const) {
  test(`a tree of ${name} citations is whole at ${view.width} px, ${view.colorScheme}`, async () => {
    await withPage(async (page, problems) => {
      await open(page, "citations.html?x=commit", name);
      assert.deepEqual(await findings(page), []);
      assert.deepEqual(problems, []);
    }, view);
  });
}

test("ten thousand citations: a first chart soon, sixty rows, a fast Find, and no details before they are asked for", async (t) => {
  await withPage(async (page, problems) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${servers.many?.url}citations.html`, { waitUntil: "commit" });
    await page.waitForSelector("svg.stackchart");
    const first = await page.evaluate(() => performance.now());
    assert.ok(first < 8000, `the first chart after ${Math.round(first)} ms`);
    await settled(page);
    assert.equal(await page.locator("#citations tbody tr").count(), 60);
    assert.equal(
      asked.filter((url) => /duckdb|\.wasm|data\/citation\//.test(url)).length,
      0,
      "neither WebAssembly nor details are fetched before a row is opened",
    );
    const took = await page.evaluate(async () => {
      const input = document.querySelector<HTMLInputElement>("#find");
      const started = performance.now();
      if (input) input.value = "module_31.py:1";
      input?.dispatchEvent(new Event("input"));
      return performance.now() - started;
    });
    assert.ok(took < 1000, `Find took ${took} ms`);
    t.diagnostic(`first chart ${Math.round(first)} ms after navigation, Find ${Math.round(took)} ms`);
    await page.fill("#find", "word4326");
    await page.waitForFunction(() => document.querySelectorAll("#citations tbody tr").length === 1);
    assert.equal(asked.filter((url) => url.includes("sentences")).length, 1);
    await page.fill("#find", "");
    await page.locator("#citations .opener").first().click();
    await page.waitForSelector("tr.open .panels");
    assert.equal(asked.filter((url) => /citation\/\d+\./.test(url)).length, 1, "one file for one row");
    assert.deepEqual(problems, []);
  });
});

test("a row far down that the address asks for stands on top, open", async () => {
  await withPage(async (page) => {
    const key = (8766).toString(16).padStart(20, "0");
    await open(page, `citations.html?c=${key}`, "many");
    await page.waitForSelector("tr.open .panels");
    assert.equal(await page.locator("#citations tbody tr").first().getAttribute("data-c"), key);
    assert.match((await page.textContent("tr.open")) ?? "", /word8766|<img/);
  });
});

test("chips, Find and heads stand in the address, keep the focus, and come back from it", async () => {
  await withPage(async (page) => {
    await open(page, "citations.html");
    const moved = await chip(page, "moved");
    await page.click('.chip[data-verdict="moved"]');
    assert.equal(await page.locator("#citations tr[data-c]").count(), moved);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-verdict")), "moved");
    await page.click('[data-sort="in"]');
    assert.equal(await page.getAttribute("th:has([data-sort='in'])", "aria-sort"), "ascending");
    await page.click('[data-sort="in"]');
    await page.fill("#find", "chapter_3");
    assert.match(await address(page), /\?q=chapter_3&verdict=moved&sort=-in$/);
    const docs = await page.locator("#citations td.in").allTextContents();
    assert.ok(docs.length > 0 && docs.every((text) => text.includes("chapter_3")));
    await page.reload();
    await settled(page);
    assert.equal(await page.inputValue("#find"), "chapter_3");
    assert.equal(await page.getAttribute(".chip[data-verdict='moved']", "aria-pressed"), "true");
    assert.equal(await page.getAttribute("th:has([data-sort='in'])", "aria-sort"), "descending");
    await page.fill("#find", "zzz");
    assert.match((await page.textContent("#citations")) ?? "", /No citation holds “zzz”\. \d+ were searched/);
    await page.click('.chip[data-verdict="tree"]');
    await page.fill("#find", "");
    assert.match(await address(page), /\?sort=-in$/);
  });
});

test("a row opens in place and closes again by keyboard, and the address says which", async () => {
  await withPage(async (page, problems) => {
    await open(page, "citations.html");
    const opener = page.locator("#citations .opener").nth(2);
    await opener.focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("tr.open .panels h3");
    assert.equal(await opener.getAttribute("aria-expanded"), "true");
    assert.match(await address(page), /\?c=[0-9a-f]{20}$/);
    const titles = await page.locator("tr.open h3").allTextContents();
    assert.equal(titles.length, 4);
    assert.match(titles[0] ?? "", /^When written, lines? \d+/);
    assert.match(titles[2] ?? "", /^Its life/);
    assert.ok((await page.locator("tr.open .code .hit").count()) > 0);
    assert.ok((await page.locator("tr.open svg.chart .walk").count()) === 1);
    const link = await page.getAttribute("tr.open .panels .cap a", "href");
    assert.match(link ?? "", /^https:\/\/forge\.example\/example\/engine\/blob\/[0-9a-f]{40}\/pkg\/.*#L\d+/);
    await page.locator("#citations .opener").nth(4).click();
    await page.waitForFunction(() => document.querySelectorAll("tr.open").length === 1);
    await page.locator("#citations .opener").nth(4).press("Enter");
    assert.equal(await page.locator("tr.open").count(), 0);
    assert.doesNotMatch(await address(page), /c=/);
    assert.deepEqual(problems, []);
  });
});

test("arrows move the cursor from change to change and say what stands; the axis switches", async () => {
  await withPage(async (page) => {
    await open(page, "citations.html");
    const slider = page.locator("svg.stackchart [role='slider']");
    await page.keyboard.press("Tab");
    await slider.focus();
    await page.keyboard.press("Home");
    const first = await slider.getAttribute("aria-valuenow");
    const words = await slider.getAttribute("aria-valuetext");
    assert.match(words ?? "", /\d+ \w+ \d{4}: \d+ /);
    await page.keyboard.press("ArrowRight");
    assert.ok(Number(await slider.getAttribute("aria-valuenow")) > Number(first));
    assert.match((await page.textContent("#tip")) ?? "", /commit \d+/);
    await page.keyboard.press("Escape");
    assert.ok(!(await page.evaluate(() => document.querySelector("#tip")?.matches(".on"))));
    await page.keyboard.press("End");
    await page.keyboard.press("Tab");
    assert.ok(!(await page.evaluate(() => document.activeElement?.closest("svg.stackchart"))), "one stop");
    await page.getByRole("button", { name: "by commit" }).click();
    assert.match(await address(page), /\?x=commit$/);
  });
});

test("what broke most leads to its citations, and a mark of the strip opens its row", async () => {
  await withPage(async (page) => {
    await open(page, "citations.html");
    const name = await page.locator("#broke tr").first().locator("td").first().textContent();
    await page.locator("#broke .marks a").first().click();
    assert.equal(await page.inputValue("#find"), name);
    assert.ok((await page.locator("#citations tr[data-c]").count()) >= 1);
    await page.fill("#find", "");
    await page.locator("#lasted a.line").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("tr.open .panels");
    assert.match(await address(page), /c=[0-9a-f]{20}/);
  });
});

test("where nothing is wrong a sentence says so, with what was judged", async () => {
  await withPage(async (page) => {
    await open(page, "citations.html", "right");
    assert.match((await page.textContent("h1")) ?? "", /^All \w+ citations still say where the code is$/);
    assert.match(
      (await page.textContent("#none")) ?? "",
      /No citation is wrong\. \d+ judged, \d+ not about this tree\./,
    );
    assert.equal(await page.locator("#broke, #lasted").count(), 0);
    assert.equal(await page.textContent("#side li a[aria-current]"), `Citations${await chip(page, "holds")}`);
  });
});

test("the index has a tile, sentences and a picture of citations, and they lead to them", async () => {
  await withPage(
    async (page) => {
      await open(page, "index.html");
      assert.match((await page.textContent(".tiles")) ?? "", /\d+ of \d+citations not true/);
      const wrong = await page.locator("#wrong a[href^='citations.html']").allTextContents();
      assert.equal(wrong.length, 5);
      assert.ok((await page.locator(".go svg .area").count()) > 3);
      assert.match((await page.textContent("#side")) ?? "", /Citations\d+ wrong/);
      await page.locator("#wrong a[href*='verdict=missing']").click();
      await page.waitForURL(/citations\.html\?verdict=missing/);
      await settled(page);
      assert.equal(await page.locator("#citations tr[data-c]").count(), await chip(page, "missing"));
    },
    { width: 1440, height: 900 },
  );
});

test("the method page says what verdicts mean and prints the constants", async () => {
  await withPage(async (page) => {
    await open(page, "method.html");
    assert.equal(await page.locator("#verdicts tbody tr").count(), 11);
    assert.match((await page.textContent("#weights")) ?? "", /prior1/);
  });
});
