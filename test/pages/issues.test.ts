// The page of issues over extracts made in code, in a real browser: every size and theme, filters and the address, the
// keyboard, arcs, rows that open, two thousand imported issues, and a notebook in which nothing was imported.

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { IssuesExtract } from "../../loaders/report/pages.ts";
import { withPage } from "../support/browser.ts";
import { settled, VIEWS } from "./checks.ts";
import { assertWhole, type Servers, servePages } from "./few-pages.ts";
import { extracts } from "./fixture.ts";
import { issueDetailsOf, issues, unjudgedIssues } from "./fixture-issues.ts";

const MANY = 1992;
const place = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-issues-page-")));
let servers: Servers = {};

before(async () => {
  const named = issues();
  const bare: IssuesExtract = {
    ...named,
    imported: 0,
    rows: named.rows.filter(({ kind }) => kind === undefined),
    changes: named.changes.slice(0, 2),
  };
  servers = await servePages(
    place,
    ["index", "issues"],
    {
      few: named,
      many: withFindings(issues(MANY), "#3", 203),
      bare,
      none: { ...named, imported: 0, rows: [], changes: [] },
      unjudged: unjudgedIssues(),
    },
    write,
  );
});

after(async () => {
  for (const server of Object.values(servers)) await server.close();
  rmSync(place, { recursive: true, force: true });
});

function write(data: string, extract: IssuesExtract): void {
  const files = { ...extracts(), issues: extract, "issue-details": issueDetailsOf(extract) };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(data, `${name}.json`), JSON.stringify(content));
}

/** With so many findings in a row, more than its detail tells. */
function withFindings(extract: IssuesExtract, id: string, all: number): IssuesExtract {
  return {
    ...extract,
    rows: extract.rows.map((row) => (row.id === id ? { ...row, findings: { open: 2, all } } : row)),
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

const rows = (page: Page) => page.locator("table.issues tbody tr[data-c]");

const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  few: ["issues.html?c=%233", "issues.html?x=commit&kind=findings", "index.html"],
  many: ["issues.html", "issues.html?x=commit&state=open"],
  bare: ["issues.html"],
  none: ["issues.html"],
  unjudged: ["issues.html"],
};

for (const view of VIEWS) {
  test(`issues are whole at ${view.width} px, ${view.colorScheme}`, async () => {
    await assertWhole(view, LOOKED_AT, async (page, path, store) => {
      await open(page, path, store);
      if (path.includes("?c=")) await page.waitForSelector(".issue .rounds");
    });
  });
}

test("what stays open is said first, and each answer leads to what it counts", async () => {
  await withPage(async (page) => {
    await open(page, "issues.html");
    assert.equal(await page.textContent("h1"), "Two findings stay open; one open issue speaks of what is gone");
    assert.match((await page.textContent(".deck")) ?? "", /Five threads were imported: four findings, three of them/);
    assert.match((await page.textContent("#side")) ?? "", /Issues3 open/);
    const answers = await page.locator(".answers-list li > div > a").allTextContents();
    assert.deepEqual(
      answers.map((text) => text.replace(/ (was|were|speaks|changed) .*$/, "")),
      ["Three findings", "One open issue", "One commit", "Three pull requests", "One pair of pull requests"],
    );
    for (const [kind, n] of [
      ["findings", 2],
      ["gone", 1],
      ["unnamed", 1],
      ["contract", 3],
      ["together", 2],
    ] as const) {
      await page.locator(`.answers-list a[href*="kind=${kind}#"]`).click();
      assert.equal(await address(page), `?kind=${kind}`);
      assert.equal(await rows(page).count(), n, kind);
    }
  });
});

test("a thread that may be of another repository says so and brings no commit of its own", async () => {
  await withPage(async (page) => {
    await open(page, "issues.html?q=%236");
    assert.match((await rows(page).first().textContent()) ?? "", /share no word: it may be of another repository/);
    assert.equal(await rows(page).locator("a[href*='/issues/6'], a[href*='/pull/6']").count(), 0);
    assert.match((await page.textContent("svg.issues [data-c='#6']")) ?? "", /another repository\?/);
  });
});

test("the picture is one tab stop; arrows move, what has the focus shows its arcs, Enter opens the row", async () => {
  await withPage(async (page) => {
    await open(page, "issues.html");
    assert.equal(await page.locator("svg.issues [tabindex='0']").count(), 1);
    const strong = () => page.evaluate(() => document.querySelector(".arc.strong")?.getAttribute("d") ?? "");
    assert.equal(await strong(), "", "nothing is strong at rest");
    await page.focus("svg.issues [tabindex='0']");
    const first = await strong();
    assert.match(first, /^M.*C/, "an arc is a curve");
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await strong(), first);
    assert.ok(await page.evaluate(() => document.querySelector("#tip")?.matches(".on.docked")));
    const id = await page.evaluate(() => document.activeElement?.getAttribute("data-c"));
    await page.keyboard.press("Enter");
    await page.waitForSelector(".issue .verdict");
    assert.equal(await address(page), `?c=${encodeURIComponent(id ?? "")}`);
    assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("opener")), true);
    await page.focus("svg.issues [tabindex='0']");
    await page.keyboard.press("End");
    const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.match(label ?? "", /citation.* made wrong/, "marks below the line are reached too");
    await page.keyboard.press("Tab");
    assert.ok(!(await page.evaluate(() => document.activeElement?.closest("svg.issues"))), "Tab leaves the picture");
  });
});

test("filters narrow the picture and the table, and stand in the address", async () => {
  await withPage(async (page) => {
    await open(page, "issues.html");
    const labelled = () => page.locator("svg.issues a[data-c]").count();
    const all = await labelled();
    await page.locator('[data-select="state"]').selectOption("open");
    assert.equal(await address(page), "?state=open");
    assert.equal(await rows(page).count(), 1);
    assert.ok((await labelled()) < all);
    assert.notEqual(await page.evaluate(() => document.querySelector(".arc.strong")?.getAttribute("d")), null);
    await page.locator('[data-select="state"]').selectOption("");
    await page.locator('[data-select="role"]').selectOption("reviewer");
    assert.equal(await address(page), "?role=reviewer");
    assert.equal(await rows(page).count(), 1);
    assert.equal((await page.locator("svg.issues .faint").count()) > 0, true, "what others did is faint");
    await page.locator('[data-select="role"]').selectOption("");
    for (const [words, n] of [
      ["#3", 1],
      ["tides", 1],
      ["spare", 1],
      ["zzz", 0],
    ] as const) {
      await page.fill("#find", words);
      assert.equal(await rows(page).count(), n, words);
    }
    assert.match((await page.textContent("#history")) ?? "", /No issue and no pull request is so\. 8 were searched/);
    await page.reload();
    await settled(page);
    assert.equal(await page.inputValue("#find"), "zzz");
    await open(page, "issues.html?name=is_waited");
    assert.match((await page.textContent("#issues")) ?? "", /Only what changed is_waited or speaks of it/);
    await page.getByRole("button", { name: "all names" }).click();
    assert.equal(await address(page), "");
  });
});

test("chips count what the other filters let through", async () => {
  await withPage(async (page) => {
    await open(page, "issues.html");
    const chips = await page.locator("#issues .chip").all();
    assert.equal(chips.length, 6, "everything, and five kinds of which there are some");
    for (const chip of chips) {
      const n = Number(await chip.locator("span").textContent());
      const kind = await chip.getAttribute("data-kind");
      await chip.click();
      assert.equal(await rows(page).count(), n, kind ?? "");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-kind")), kind);
    }
  });
});

test("a row opens in place: findings with what answered them, links, what is cited then and now, what is gone", async () => {
  await withPage(async (page) => {
    await open(page, "issues.html?c=%233");
    await page.waitForSelector(".issue .rounds");
    const detail = (await page.textContent(".issue")) ?? "";
    assert.match(detail, /Round 1, three findings; changes were asked for/);
    assert.match(detail, /open, finding 1, raised by the reviewer pkg\/core\.py:12/);
    assert.match(detail, /fixed inabcdef012/);
    assert.match(detail, /pushed with itabcdef012/);
    assert.match(detail, /pinned bytest_that_it_cannot_come_back/);
    assert.match(detail, /closed byseen to fail/);
    assert.match(detail, /filed#4 \(open\)/);
    assert.match(detail, /closed by#90/);
    assert.match(detail, /other\/engine#77/);
    assert.match(detail, /holds at .*changed/);
    assert.match(detail, /spare of is_waited is gone/);
    assert.match(detail, /binnacle issues show 3 --citations/);
    const place = await page.getAttribute(".issue .deed .ch a[href*='blob']", "href");
    assert.match(place ?? "", /\/blob\/e+17\/pkg\/core\.py#L12$/, "places are as the commit has them");
    await page.locator(".issue a", { hasText: "#4" }).click();
    assert.equal(await address(page), "?c=%234");
    assert.equal(await page.locator("tr[data-open='true']").getAttribute("data-c"), "#4");
    await page.locator("tr[data-c='#4'] .opener").click();
    assert.equal(await address(page), "");
    assert.equal(await page.locator("tr.open").count(), 0);
  });
});

test("two thousand issues are drawn without a label over another, and with no more marks than can be seen", async () => {
  await withPage(async (page) => {
    await open(page, "issues.html", "many");
    const nodes = await page.evaluate(() => document.querySelectorAll("svg.issues *").length);
    assert.ok(nodes < 2500, `${nodes} nodes`);
    const labels = await page.locator("svg.issues a[data-c]").count();
    assert.ok(labels > 40, `${labels} labels`);
    const said = (await page.textContent("#history .cap")) ?? "";
    const left = Number(/(\d[\d,]*) marks have no room/.exec(said)?.[1]?.replace(",", ""));
    assert.ok(left > 0, "those without a label are counted");
    assert.equal(await rows(page).count(), 60);
    await page.getByRole("button", { name: "Show 200 more of 2,000" }).click();
    assert.equal(await rows(page).count(), 260);
    await open(page, "issues.html?c=%231999", "many");
    await page.waitForSelector(".issue .verdict");
    assert.equal(await rows(page).first().getAttribute("data-c"), "#1999", "what is asked for stands on top");
    await open(page, "issues.html?c=%233", "many");
    await page.waitForSelector(".issue .rounds");
    assert.match((await page.textContent(".issue .rounds")) ?? "", /And 200 more findings, on the forge\./);
  });
});

test("without an import the page says what would add to it; where nothing is, a sentence stands there", async () => {
  await withPage(async (page) => {
    await open(page, "issues.html", "bare");
    assert.match(
      (await page.textContent("#issues .cap")) ?? "",
      /binnacle issues import FILE reads what a forge exports/,
    );
    assert.ok((await page.locator("svg.issues a[data-c]").count()) > 0);
    await open(page, "issues.html", "none");
    assert.equal(await page.textContent("h1"), "No commit names an issue");
    assert.match((await page.textContent("main")) ?? "", /No message of a commit names an issue/);
    await open(page, "issues.html", "unjudged");
    assert.equal(await page.textContent("h1"), "No commit has been asked for its issues yet");
    assert.match((await page.textContent("main")) ?? "", /Nothing but the walk has written this store/);
  });
});
