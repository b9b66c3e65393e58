// The page of effort over extracts made in code, in a real browser: every size and theme, instruments and sums that are chosen,
// the keyboard, rows that open, two thousand commits, and notebooks in which there is nothing to draw.

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { EffortExtract } from "../../loaders/report/pages.ts";
import { withPage } from "../support/browser.ts";
import { settled, VIEWS } from "./checks.ts";
import { assertWhole, type Servers, servePages } from "./few-pages.ts";
import { extracts } from "./fixture.ts";
import { effort, unreadEffort, unrecordedEffort } from "./fixture-effort.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-effort-page-")));
let servers: Servers = {};

before(async () => {
  servers = await servePages<EffortExtract>(
    place,
    ["index", "effort"],
    {
      few: effort(),
      many: effort(2000),
      unread: unreadEffort(),
      unrecorded: unrecordedEffort(),
      none: { ...unrecordedEffort(), recorded: true, missing: 3 },
    },
    write,
  );
});

after(async () => {
  for (const server of Object.values(servers)) await server.close();
  rmSync(place, { recursive: true, force: true });
});

function write(data: string, extract: EffortExtract): void {
  for (const [name, content] of Object.entries({ ...extracts(), effort: extract }))
    writeFileSync(join(data, `${name}.json`), JSON.stringify(content));
}

async function open(page: Page, path: string, store = "few"): Promise<void> {
  await page.goto(`${servers[store]?.url}${path}`, { waitUntil: "networkidle" });
  await settled(page);
}

/** The address as the page has it; the driver hears of a change a little later. */
function address(page: Page): Promise<string> {
  return page.evaluate(() => location.search);
}

/** The numbers of a column of the table, as they stand. */
function column(page: Page, label: string): Promise<readonly string[]> {
  return page.evaluate(
    (name) =>
      [...document.querySelectorAll(`.efforts > tbody > tr > td[data-l="${name}"]`)].map((e) => e.textContent ?? ""),
    label,
  );
}

const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  few: ["effort.html", "effort.html?pair=source-physical&of=physical&x=commit"],
  many: ["effort.html"],
  unread: ["effort.html"],
  unrecorded: ["effort.html"],
};

for (const view of VIEWS) {
  test(`the page is whole at ${view.width} px, ${view.colorScheme}`, async () => {
    await assertWhole(view, LOOKED_AT, open);
  });
}

test("a mark a commit that can be compared; the farthest off the line are named; what is not drawn is said", async () => {
  await withPage(async (page) => {
    await open(page, "effort.html");
    assert.equal(await page.locator("#instruments .dots > g").count(), 45);
    const names = await page.locator("#instruments svg.chart > text.halo").allTextContents();
    assert.ok(
      names.some((name) => name.startsWith("#900 Only words")),
      names.join("; "),
    );
    assert.ok(
      names.some((name) => name.includes("<img src=x")),
      "a hostile subject is text",
    );
    assert.ok(!names.some((name) => name.includes("Plain change")), "what lies on the line has no name");
    assert.match((await page.textContent("#instruments .cap")) ?? "", /Not drawn: 2 commits.*Left out: \+120 lines/);
    assert.equal(await page.locator("#instruments .agree").count(), 1);
    assert.match((await page.textContent("#instruments .agreed")) ?? "", /physical lines a statement$/);
  });
});

test("the pair of instruments and the sum's instrument stand in the address and change figures and titles", async () => {
  await withPage(async (page) => {
    await open(page, "effort.html");
    const before = await page.textContent("#instruments h2");
    await page.getByRole("button", { name: "source and physical" }).click();
    assert.equal(await address(page), "?pair=source-physical");
    assert.notEqual(await page.textContent("#instruments h2"), before);
    assert.match((await page.textContent("#instruments .agreed")) ?? "", /physical lines a source line$/);
    const sum = await page.textContent("#sums svg .strong");
    await page.locator("#sums").getByRole("button", { name: "source", exact: true }).click();
    assert.equal(await address(page), "?pair=source-physical&of=source");
    assert.notEqual(await page.textContent("#sums svg .strong"), sum);
    await page.reload();
    await settled(page);
    assert.equal(
      await page
        .locator("#instruments")
        .getByRole("button", { name: "source and physical" })
        .getAttribute("aria-pressed"),
      "true",
    );
    await page.getByRole("button", { name: "statements and physical" }).click();
    await page.locator("#sums").getByRole("button", { name: "statements", exact: true }).click();
    assert.equal(await address(page), "");
  });
});

test("the keyboard goes from the farthest commit on, tells what the pointer tells, and Enter opens the row", async () => {
  await withPage(async (page) => {
    await open(page, "effort.html");
    await page.focus("#instruments .slide");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Home");
    const told = (await page.textContent("#tip")) ?? "";
    assert.match(told, /<img src=x.*−66 statements, \+173 source, \+205 physical.*13,802x apart; grew by one/s);
    assert.ok(await page.evaluate(() => document.querySelector("#tip")?.matches(".on.docked[role=status]")));
    assert.match((await page.getAttribute("#instruments .slide", "aria-valuetext")) ?? "", /13,802x apart/);
    const ring = page.locator("#instruments .ringed");
    const box = await ring.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.waitForFunction(() => document.querySelector("#tip")?.matches(".on:not(.docked)"));
    assert.equal(await page.textContent("#tip"), told, "pointer and keyboard tell the same");
    await page.keyboard.press("Escape");
    assert.ok(!(await page.evaluate(() => document.querySelector("#tip")?.matches(".on"))));
    await page.keyboard.press("Enter");
    await page.waitForSelector(".efforts tr.open .parts");
    assert.match(await address(page), /^\?c=[0-9a-f]{9}$/);
    const opened = (await page.textContent(".efforts tr.open")) ?? "";
    assert.match(opened, /production/);
    assert.match(opened, new RegExp(`binnacle effort ${(await address(page)).slice(3)} --functions`));
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-expanded")), "true");
  });
});

test("a click on a mark opens its commit, and a link to one shows it, wherever it stands", async () => {
  await withPage(async (page) => {
    await open(page, "effort.html", "many");
    await page.focus("#instruments .slide");
    await page.keyboard.press("End");
    const box = await page.locator("#instruments .ringed").boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.waitForSelector(".efforts tr.open .parts");
    const asked = await address(page);
    await open(page, `effort.html${asked}`, "many");
    assert.equal(await page.locator('.efforts tr[data-open="true"]').getAttribute("data-c"), asked.slice(3));
    assert.equal(await page.locator(".efforts > tbody > tr:not(.open)").count(), 60);
  });
});

test("the table has the largest disagreement first, orders by each instrument, and Find takes words and pull requests", async () => {
  await withPage(async (page) => {
    await open(page, "effort.html");
    const first = (await page.textContent(".efforts > tbody > tr")) ?? "";
    assert.match(first, /13,802x/);
    assert.match(first, /−66.*−66.*\+173.*\+205/);
    for (const [sort, label] of [
      ["statements", "statements"],
      ["docstrings", "with docstrings"],
      ["source", "source"],
      ["physical", "physical"],
    ] as const) {
      await page.click(`[data-sort="${sort}"]`);
      assert.equal(await address(page), `?sort=${sort}`);
      const values = (await column(page, label)).flatMap((text) =>
        text === "none" ? [] : [Number(text.replace("−", "-").replace(/[+,]/g, ""))],
      );
      assert.equal(values.length, sort === "physical" ? 47 : 46, sort);
      assert.deepEqual(
        values,
        values.toSorted((a, b) => a - b),
        sort,
      );
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-sort")), sort);
    }
    await page.click('[data-sort="apart"]');
    assert.match((await page.textContent(".efforts > tbody > tr")) ?? "", /2\.[0-9]x/);
    await page.fill("#find", "#904");
    assert.equal(await page.locator(".efforts > tbody > tr").count(), 1);
    const documents = (await page.textContent(".efforts > tbody > tr")) ?? "";
    assert.match(
      documents,
      /nothing to compare.*none.*none.*none.*\+120.*3 files without a grammar, \+120 of the lines/s,
    );
    await page.fill("#find", "zzz");
    assert.match((await page.textContent("#commits")) ?? "", /No commit holds “zzz”\. 47 were searched/);
    assert.match(await address(page), /q=zzz/);
  });
});

test("each number leads to its commit, and what was not measured is said with counts", async () => {
  await withPage(async (page) => {
    await open(page, "effort.html");
    const links = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>(".efforts > tbody > tr:first-child td.n a")].map((a) => a.href),
    );
    assert.equal(links.length, 4);
    for (const href of links) assert.match(href, /^https:\/\/forge\.example\/example\/engine\/commit\/[0-9a-f]{40}$/);
    const left = (await page.textContent("#left")) ?? "";
    assert.match(left, /20 changes of files went unmeasured/);
    assert.match(left, /One commit could not be measured: what they changed is not in this clone/i);
    assert.match(left, /and 8 changes of 7 other endings/);
  });
});

test("where there is nothing to draw a sentence says so, and what to do", async () => {
  await withPage(async (page) => {
    await open(page, "effort.html", "unrecorded");
    assert.equal(await page.textContent("h1"), "No commit has been measured yet");
    assert.match((await page.textContent("main")) ?? "", /binnacle notebook measures commits after it/);
    await open(page, "effort.html", "none");
    assert.match(
      (await page.textContent("main")) ?? "",
      /What 3 commits changed is not in this clone\. git fetch --unshallow/,
    );
    await open(page, "effort.html", "unread");
    assert.match(
      (await page.textContent("#instruments")) ?? "",
      /Nothing can be compared: no grammar reads what 2 commits changed/,
    );
    assert.equal(await page.textContent("h1"), "2 commits, 0 statements");
  });
});
