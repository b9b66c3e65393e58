// Takes a picture of a page: node --import tsx scripts/shoot.ts URL out.png [--width 390] [--height 900] [--dark]
// [--wait SELECTOR] [--viewport]. The whole page unless --viewport; problems go to the terminal.

import { parseArgs } from "node:util";
import { withPage } from "../test/support/browser.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: "string", default: "1280" },
    height: { type: "string", default: "900" },
    dark: { type: "boolean", default: false },
    viewport: { type: "boolean", default: false },
    wait: { type: "string" },
  },
});
const [url, out] = positionals;
if (!url || !out) throw new Error("Usage: node --import tsx scripts/shoot.ts URL out.png [--width 390] [--dark]");

const view = {
  width: Number(values.width),
  height: Number(values.height),
  colorScheme: values.dark ? "dark" : "light",
} as const;
await withPage(async (page, problems) => {
  await page.goto(url, { waitUntil: "networkidle" });
  if (values.wait) await page.waitForSelector(values.wait);
  await page.evaluate(() => document.fonts.ready.then(() => 0));
  await page.waitForTimeout(200);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > view.width) console.error(`the page is ${wide} px wide, more than ${view.width}`);
  await page.screenshot({ path: out, fullPage: !values.viewport });
  for (const problem of problems) console.error(problem);
}, view);
