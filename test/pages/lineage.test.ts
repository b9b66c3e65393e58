// The page of lineage over extracts made in code, in a real browser: every size and theme, filters and the address, the
// keyboard, threads of an opened sentence, a thousand sentences, and a notebook in which nothing was copied.

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { LineageExtract } from "../../loaders/report/pages.ts";
import { withPage } from "../support/browser.ts";
import { settled, VIEWS } from "./checks.ts";
import { assertWhole, type Servers, servePages } from "./few-pages.ts";
import { extracts } from "./fixture.ts";
import { lineage, lineageDetails, unfollowed } from "./fixture-lineage.ts";

const MANY = 992;
const place = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-lineage-page-")));
let servers: Servers = {};

before(async () => {
  servers = await servePages<LineageExtract>(
    place,
    ["index", "lineage"],
    {
      few: lineage(),
      many: lineage(MANY),
      none: { ...lineage(), families: [] },
      calm: { ...lineage(), families: lineage().families.filter(({ fate }) => fate !== "survives") },
      unfollowed: unfollowed(),
    },
    write,
  );
});

after(async () => {
  for (const server of Object.values(servers)) await server.close();
  rmSync(place, { recursive: true, force: true });
});

function write(data: string, extract: LineageExtract): void {
  const files = { ...extracts(), lineage: extract, "lineage-details": lineageDetails(extract) };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(data, `${name}.json`), JSON.stringify(content));
}

async function open(page: Page, path: string, store = "few"): Promise<void> {
  await page.goto(`${servers[store]?.url}${path}`, { waitUntil: "networkidle" });
  await settled(page);
  if (path.includes("?c=")) await page.waitForSelector(".entry-open svg.threads");
}

/** The address as the page has it; the driver hears of a change a little later. */
function address(page: Page): Promise<string> {
  return page.evaluate(() => location.search);
}

const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  few: ["lineage.html?c=missed01", "lineage.html?c=hostile1&x=commit", "lineage.html?c=gone0001", "index.html"],
  many: ["lineage.html"],
  none: ["lineage.html"],
  unfollowed: ["lineage.html"],
};

for (const view of VIEWS) {
  test(`lineage is whole at ${view.width} px, ${view.colorScheme}`, async () => {
    await assertWhole(view, LOOKED_AT, async (page, path, store) => {
      await open(page, path, store);
      for (const table of await page.locator(".entry-open .behind summary").all()) await table.click();
    });
  });
}

test("what a correction missed is said first, with its places and for how long", async () => {
  await withPage(async (page) => {
    await open(page, "lineage.html");
    assert.equal(await page.textContent("h1"), "Two sentences were corrected in one place and stand in another");
    assert.match(
      (await page.textContent(".deck")) ?? "",
      /^Three places still say what was corrected elsewhere, the longest for .+, in docs\/b\.md\. Of 13 later copies/,
    );
    assert.match((await page.textContent("#side")) ?? "", /Lineage2 missed/);
    const first = page.locator(".entry").first();
    assert.equal(await first.getAttribute("data-c"), "missed01");
    assert.match((await first.textContent()) ?? "", /7, 2 left#12 26 Mar.*guide\.md:3 and 1 more/);
    const caption = (await page.textContent("#lineage .cap")) ?? "";
    assert.match(
      caption,
      /Not drawn: two sentences that have more than forty copies, as “All rights are reserved\. <img/,
    );
    assert.match(caption, /31 sentences that stood in one document only; one sentence that stands behind the 400/);
  });
});

test("an opened sentence shows what it was corrected to, word by word, and where the old words stand", async () => {
  await withPage(async (page) => {
    await open(page, "lineage.html?c=missed01");
    const [corrected, still] = await page.locator(".entry-open .panels > div").all();
    assert.match((await corrected?.textContent()) ?? "", /Corrected by #12 on 26 Mar 2026, docs\/rpc\.md:4/);
    assert.deepEqual(await corrected?.locator(".sk").first().locator("del").allTextContents(), ["a hang"]);
    assert.deepEqual(await corrected?.locator(".sk").first().locator("mark").allTextContents(), ["an error"]);
    assert.match(
      (await corrected?.locator(".cap a").last().getAttribute("href")) ?? "",
      /\/blob\/e+[0-9a-f]{1,2}\/docs\/names\.md#L4$/,
      "a place in the commit that made it",
    );
    assert.match((await still?.textContent()) ?? "", /docs\/guide\.md:3, since 20 Nov 2025 .+, in the same words/);
    assert.match((await still?.textContent()) ?? "", /pkg\/core\.py:3, since 20 Nov 2025 #2, 84 % alike/);
    assert.deepEqual(await still?.locator("mark").allTextContents(), ["soon"]);
  });
});

test("threads have a branch where copied, a dashed one where unclear, none where written independently", async () => {
  await withPage(async (page) => {
    await open(page, "lineage.html?c=missed01");
    const chart = page.locator("svg.threads");
    assert.equal(await chart.locator(".row").count(), 7);
    assert.equal(await chart.locator(".branch:not(.unclear)").count(), 4);
    assert.equal(await chart.locator(".branch.unclear").count(), 1);
    const lines = (label: string) =>
      chart
        .locator(`.row[aria-label^="${label}"] .thread`)
        .evaluateAll((all) => all.map((line) => line.getAttribute("class")));
    assert.deepEqual(await lines("docs/rpc.md"), ["thread after", "thread"]);
    assert.deepEqual(await lines("docs/guide.md"), ["thread", "thread missed"]);
    assert.deepEqual(await lines("docs/gone.md"), ["thread"]);
    assert.deepEqual(await lines("pkg/wire.py"), ["thread"]);
    const wire = await chart.locator('.row[aria-label^="pkg/wire.py"]').getAttribute("aria-label");
    assert.equal(wire, "pkg/wire.py:3: born 25 Jan, written independently; stands");
  });
});

test("rows are one tab stop, Enter opens in place and closes again, and threads are one more stop", async () => {
  await withPage(async (page) => {
    await open(page, "lineage.html");
    assert.equal(await page.locator('.entry[tabindex="0"]').count(), 1);
    await page.focus('.entry[tabindex="0"]');
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-c")), "hostile1");
    assert.match((await page.textContent("#tip")) ?? "", /missed by a correction: two copies, one left/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".entry-open svg.threads");
    assert.equal(await address(page), "?c=missed01");
    await page.focus("svg.threads .row[tabindex='0']");
    await page.keyboard.press("ArrowDown");
    assert.match((await page.textContent("#tip.on.docked")) ?? "", /docs\/guide\.md:3.*copied.*the words are the same/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#tip.on").count(), 0);
    await page.locator(".entry-open .behind summary").press("Enter");
    await page.waitForSelector(".entry-open .behind tbody tr");
    assert.equal(await page.locator(".entry-open .behind tbody tr").count(), 7);
    assert.match((await page.textContent(".entry-open .behind")) ?? "", /written independently of docs\/rpc\.md:2/);
    await page.focus('.entry[data-c="missed01"]');
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".entry-open").count(), 0);
    assert.equal(await address(page), "");
  });
});

test("chips count the whole and filter; Find takes words, paths and pull requests; both stand in the address", async () => {
  await withPage(async (page) => {
    await open(page, "lineage.html");
    for (const chip of await page.locator(".chip").all()) {
      const n = Number(await chip.locator("span").textContent());
      await chip.click();
      assert.equal(await page.locator(".entry").count(), n, (await chip.getAttribute("data-verdict")) ?? "");
    }
    await page.locator('.chip[data-verdict="survives"]').click();
    await page.fill("#find", "wire.py");
    assert.equal(await page.locator(".entry").count(), 1);
    assert.equal(await address(page), "?q=wire.py&verdict=survives");
    await page.fill("#find", "#12");
    assert.equal(await page.locator(".entry").count(), 1);
    await page.fill("#find", "zzz");
    assert.match(
      (await page.textContent("#lineage")) ?? "",
      /No sentence holds “zzz”\. 2 were searched.*binnacle lineage/,
    );
    await page.reload();
    await settled(page);
    assert.equal(await page.inputValue("#find"), "zzz");
  });
});

test("a thousand sentences show sixty at first; what the address asks for is in sight", async () => {
  await withPage(async (page) => {
    await open(page, "lineage.html", "many");
    assert.equal(await page.locator(".entry").count(), 60);
    await page.getByRole("button", { name: "Show 200 more of 1,000" }).click();
    assert.equal(await page.locator(".entry").count(), 260);
    await open(page, "lineage.html?c=many-900", "many");
    assert.ok(
      await page.evaluate(() => {
        const box = document.querySelector('.entry[data-c="many-900"]')?.getBoundingClientRect();
        return box !== undefined && box.top < innerHeight && box.bottom > 0;
      }),
    );
  });
});

test("where no copy was missed, none was made, or none was looked for, a sentence says so", async () => {
  await withPage(async (page) => {
    await open(page, "lineage.html", "calm");
    assert.equal(await page.textContent("h1"), "Six sentences were copied, and no correction missed one");
    await open(page, "lineage.html", "none");
    assert.equal(await page.textContent("h1"), "No sentence here was copied");
    assert.match(
      (await page.textContent("main .empty")) ?? "",
      /^No sentence stands or stood in two documents\. 34 sent/,
    );
    await open(page, "lineage.html", "unfollowed");
    assert.equal(await page.textContent("h1"), "No sentence has been followed yet");
    assert.match((await page.textContent("main .empty")) ?? "", /^Nothing but the walk has written this store\./);
  });
});

test("the index leads to the sentences that a correction missed", async () => {
  await withPage(async (page) => {
    await open(page, "index.html");
    await page.locator("#wrong a[href^='lineage.html']").click();
    await page.waitForURL(/lineage\.html\?verdict=survives/);
    await settled(page);
    assert.equal(await page.locator(".entry").count(), 2);
  });
});
