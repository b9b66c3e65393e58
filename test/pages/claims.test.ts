// The pages of claims and of notes over extracts made in code, in a real browser: every size and theme, filters and the
// address, the keyboard, rows that open, a thousand claims, and a notebook in which nothing is pinned.

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { ClaimsExtract, NotesExtract } from "../../loaders/report/pages.ts";
import { withPage } from "../support/browser.ts";
import { settled, VIEWS } from "./checks.ts";
import { assertWhole, type Servers, servePages } from "./few-pages.ts";
import { extracts } from "./fixture.ts";
import { claimDetails, claims, notes, unjudgedClaims } from "./fixture-claims.ts";

const MANY = 991;
const place = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-claims-page-")));
let servers: Servers = {};
const NO_NOTES: NotesExtract = { judged: true, notes: [], measurements: [], others: [] };

before(async () => {
  servers = await servePages<readonly [ClaimsExtract, NotesExtract]>(
    place,
    ["index", "claims", "notes"],
    {
      few: [claims(), notes()],
      many: [claims(MANY), manyNotes()],
      none: [{ ...claims(), pins: [], loose: [] }, NO_NOTES],
      unjudged: [unjudgedClaims(), { ...NO_NOTES, judged: false }],
    },
    write,
  );
});

after(async () => {
  for (const server of Object.values(servers)) await server.close();
  rmSync(place, { recursive: true, force: true });
});

function write(data: string, [pinned, noted]: readonly [ClaimsExtract, NotesExtract]): void {
  const files = { ...extracts(), claims: pinned, "claim-details": claimDetails(pinned), notes: noted };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(data, `${name}.json`), JSON.stringify(content));
}

/** A ledger of many call sites. */
function manyNotes(): NotesExtract {
  const made = notes();
  const [note] = made.notes;
  return {
    ...made,
    notes: Array.from({ length: 600 }, (_, i) => ({
      ...(note as NonNullable<typeof note>),
      name: `site-${i}`,
      category: `category ${i % 6}`,
    })),
  };
}

async function open(page: Page, path: string, store = "few"): Promise<void> {
  await page.goto(`${servers[store]?.url}${path}`, { waitUntil: "networkidle" });
  await settled(page);
}

/** The address as the page has it; the driver hears of a change a little later. */
function address(page: Page): Promise<string> {
  return page.evaluate(() => location.search);
}

const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  few: ["claims.html?c=hostile", "claims.html?c=always&x=commit", "notes.html", "index.html"],
  many: ["claims.html", "notes.html"],
  none: ["claims.html", "notes.html"],
  unjudged: ["claims.html"],
};

for (const view of VIEWS) {
  test(`claims and notes are whole at ${view.width} px, ${view.colorScheme}`, async () => {
    await assertWhole(view, LOOKED_AT, async (page, path, store) => {
      await open(page, path, store);
      if (path.includes("?c=")) await page.waitForSelector(".entry-open .panels");
    });
  });
}

test("the worst is said first: how many are false, which broke, and what cannot fail", async () => {
  await withPage(async (page) => {
    await open(page, "claims.html");
    assert.equal(await page.textContent("h1"), "Four of nine claims are false");
    assert.match((await page.textContent(".deck")) ?? "", /^Two were true once; one never was\. One went unchecked\./);
    assert.match((await page.textContent(".deck")) ?? "", /One is a check that no change we tried can turn red/);
    const broken = (await page.textContent('.entry[data-c="broken"]')) ?? "";
    assert.match(broken, /stated 26, found 37/);
    assert.match(broken, /#12 4 Feb/);
    assert.match((await page.textContent('.entry[data-c="blind"]')) ?? "", /nothing turns it red/);
    assert.match((await page.textContent('.entry[data-c="never"]')) ?? "", /never true/);
    assert.match((await page.textContent("#loose")) ?? "", /One number in prose differs/);
  });
});

test("a strip has a mark for each state and none for a state before the claim was", async () => {
  await withPage(async (page) => {
    await open(page, "claims.html");
    const marks = (name: string) =>
      page.evaluate(
        (key) =>
          [...document.querySelectorAll(`.entry[data-c="${key}"] .strip > *`)]
            .map((mark) => mark.getAttribute("class") ?? "")
            .filter((mark) => !mark.startsWith("gm") && mark !== "w-paper"),
        name,
      );
    assert.deepEqual(await marks("always"), ["w-yes"]);
    assert.deepEqual(await marks("later"), ["notyet", "w-yes"]);
    assert.deepEqual(await marks("back"), ["w-yes", "w-skip", "w-parks", "w-yes"], "two false stretches are one mark");
    assert.deepEqual(await marks("unchecked"), []);
    const first = await page.evaluate(() =>
      document.querySelector('.entry[data-c="broken"] .strip .w-yes')?.getAttribute("x"),
    );
    assert.ok(Number(first) > 10, "white before it was written");
  });
});

test("rows are one tab stop, arrows move among them, Enter opens in place and closes again", async () => {
  await withPage(async (page) => {
    await open(page, "claims.html");
    assert.equal(await page.locator('.entry[tabindex="0"]').count(), 1);
    await page.focus('.entry[tabindex="0"]');
    await page.keyboard.press("ArrowDown");
    const name = await page.evaluate(() => document.activeElement?.getAttribute("data-c"));
    assert.match((await page.textContent("#tip")) ?? "", /found|false|holds/);
    assert.ok(await page.evaluate(() => document.querySelector("#tip")?.matches(".on.docked[role=status]")));
    await page.keyboard.press("Escape");
    assert.ok(!(await page.evaluate(() => document.querySelector("#tip")?.matches(".on"))));
    await page.keyboard.press("Enter");
    await page.waitForSelector(".entry-open .panels");
    assert.equal(await address(page), `?c=${name}`);
    const detail = (await page.textContent(".entry-open")) ?? "";
    assert.match(detail, /dispatched names of worker/);
    assert.match(detail, /All that it was/);
    assert.match(
      (await page.getAttribute(".entry-open .places a", "href")) ?? "",
      /\/blob\/[0-9a-f]{40}\/pkg\/core\.py#L12$/,
    );
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".entry-open").count(), 0);
    assert.equal(await address(page), "");
    await page.keyboard.press("End");
    await page.keyboard.press("Tab");
    assert.ok(!(await page.evaluate(() => document.activeElement?.closest(".strips"))), "Tab leaves the rows");
  });
});

test("chips count the whole and filter; Find takes words and pull requests; both stand in the address", async () => {
  await withPage(async (page) => {
    await open(page, "claims.html");
    for (const chip of await page.locator(".chip").all()) {
      const n = Number(await chip.locator("span").textContent());
      const verdict = await chip.getAttribute("data-verdict");
      await chip.click();
      assert.equal(await page.locator(".entry").count(), n, verdict ?? "");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-verdict")), verdict);
    }
    await page.locator('.chip[data-verdict="false"]').click();
    await page.fill("#find", "#12");
    assert.equal(await page.locator(".entry").count(), 1);
    assert.equal(await address(page), "?q=%2312&verdict=false");
    await page.fill("#find", "zzz");
    assert.match((await page.textContent("#claims")) ?? "", /No claim holds “zzz”\. 4 were searched/);
    await page.reload();
    await settled(page);
    assert.equal(await page.inputValue("#find"), "zzz");
  });
});

test("a thousand claims show sixty at first and stay quick", async () => {
  await withPage(async (page) => {
    await open(page, "claims.html", "many");
    assert.equal(await page.locator(".entry").count(), 60);
    const took = await page.evaluate(() => {
      const find = document.querySelector<HTMLInputElement>("#find");
      const from = performance.now();
      for (const words of ["c", "cl", "claim-9", "claim-99", ""]) {
        if (find) find.value = words;
        find?.dispatchEvent(new Event("input"));
      }
      return performance.now() - from;
    });
    assert.ok(took < 1500, `five searches took ${Math.round(took)} ms`);
    await page.getByRole("button", { name: "Show 200 more of 1,000" }).click();
    assert.equal(await page.locator(".entry").count(), 260);
    await open(page, "claims.html?c=claim-990", "many");
    await page.waitForSelector(".entry-open .panels");
    assert.ok(
      await page.evaluate(() => {
        const box = document.querySelector('.entry[data-c="claim-990"]')?.getBoundingClientRect();
        return box !== undefined && box.top < innerHeight && box.bottom > 0;
      }),
      "what is asked for is in sight",
    );
  });
});

test("where nothing is pinned or kept a sentence says so, and what to do", async () => {
  await withPage(async (page) => {
    await open(page, "claims.html", "none");
    assert.equal(await page.textContent("h1"), "No claim is pinned here");
    assert.match((await page.textContent("main")) ?? "", /No claim is pinned here\. binnacle claim add pins one\./);
    await open(page, "notes.html", "none");
    assert.match((await page.textContent("main")) ?? "", /binnacle notes new ADDRESS begins one/);
    await open(page, "claims.html", "unjudged");
    assert.equal(await page.textContent("h1"), "No claim has been judged yet");
  });
});

test("the ledger filters by kind, verdict, category and status, and each stands in the address", async () => {
  await withPage(async (page) => {
    await open(page, "notes.html");
    assert.equal(await page.locator(".ledger tbody tr").count(), 9);
    assert.equal(await page.textContent("h1"), "Two notes could not be checked; one note is attached to what is gone");
    await page.locator('[data-select="category"]').selectOption("blocking");
    assert.equal(await page.locator(".ledger tbody tr").count(), 3);
    assert.equal(await address(page), "?category=blocking");
    await page.locator('[data-select="status"]').selectOption("settled");
    assert.equal(await address(page), "?category=blocking&status=settled");
    assert.equal(await page.locator(".ledger tbody tr").count(), 1);
    await page.locator('[data-select="category"]').selectOption("");
    await page.locator('[data-select="status"]').selectOption("");
    await page.locator('.chip[data-kind="measurement"]').click();
    assert.equal(await page.locator(".ledger tbody tr").count(), 2);
    assert.match(
      (await page.textContent(".ledger")) ?? "",
      /stale since #6 9 Jan touched pkg\/core\.py; 2 commits more have since/,
    );
    assert.match((await page.textContent(".ledger")) ?? "", /18,432 bytes one step, warm/);
    await page.fill("#find", "wire");
    assert.equal(await page.locator(".ledger tbody tr").count(), 1);
    assert.equal(await address(page), "?q=wire&kind=measurement");
  });
});

test("the index counts claims, notes and measurements, and leads to what is wrong among them", async () => {
  await withPage(async (page) => {
    await open(page, "index.html");
    assert.match((await page.textContent(".crumb")) ?? "", /9 claims.*6 notes.*2 measurements/);
    assert.match((await page.textContent("#side")) ?? "", /Claims4 false.*Notes3 fail/);
    await page.locator("#wrong a[href^='claims.html']").click();
    await page.waitForURL(/claims\.html\?verdict=false/);
    await settled(page);
    assert.equal(await page.locator(".entry").count(), 4);
  });
});
