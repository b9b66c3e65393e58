// Checks of a page in a real browser that any notebook must pass: nothing wider than the window, no SVG text outside its
// chart or over another, axe without serious findings, one tab stop a chart. They look at what stands there and name it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** Waits until the page's content, its faces and its charts have come. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector("#page h1");
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await page.waitForFunction(() =>
    [...document.querySelectorAll("section.fig .body")].every((body) => body.childNodes.length > 0),
  );
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

/** Everything below at once; an empty list is a page without findings. */
export async function findings(page: Page): Promise<readonly string[]> {
  return [
    ...(await tooWide(page)),
    ...(await textOutside(page)),
    ...(await textOverlaps(page)),
    ...(await cutOff(page)),
    ...(await tabStops(page)),
    ...(await axe(page)),
    ...(await failedCells(page)),
  ];
}

/** The page must never be wider than the window. */
export async function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth;
    const room = document.documentElement.clientWidth;
    if (wide <= room) return [];
    const guilty = [...document.querySelectorAll("main *")]
      .filter((e) => e.getBoundingClientRect().right > room + 1)
      .slice(0, 3);
    return [
      `the page is ${wide} px wide in a window of ${room}: ${guilty.map((e) => `${e.tagName}.${e.getAttribute("class")} ${e.textContent?.slice(0, 30)}`).join("; ")}`,
    ];
  });
}

/** SVG text must stand inside its chart. */
export async function textOutside(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("svg.chart")].flatMap((svg) => {
      const box = svg.getBoundingClientRect();
      return [...svg.querySelectorAll("text")].flatMap((text) => {
        const t = text.getBoundingClientRect();
        if (t.width === 0) return [];
        const out =
          t.left < box.left - 2 || t.right > box.right + 2 || t.top < box.top - 4 || t.bottom > box.bottom + 4;
        return out ? [`text "${text.textContent}" stands outside its chart`] : [];
      });
    }),
  );
}

/** SVG texts of one chart must not lie over each other. */
export async function textOverlaps(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("svg.chart")].flatMap((svg) => {
      const boxes = [...svg.querySelectorAll("text")]
        .map((text) => ({ words: text.textContent ?? "", box: text.getBoundingClientRect() }))
        .filter((t) => t.box.width > 0);
      return boxes.flatMap((a, i) =>
        boxes.slice(i + 1).flatMap((b) => {
          const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          // A line's box is taller than its letters: lanes are 17 pixels apart and their boxes 18 high.
          return x > 1 && y > 6 ? [`texts "${a.words}" and "${b.words}" lie over each other`] : [];
        }),
      );
    }),
  );
}

/** Words in tables, titles and controls must not be cut off by their box. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, .cap, .deck, button, .tile, #side a")].flatMap((e) =>
      e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 ? [`"${e.textContent?.slice(0, 40)}" is cut off`] : [],
    ),
  );
}

/** A chart is one tab stop. */
export async function tabStops(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("svg.chart")].flatMap((svg) => {
      const stops = [...svg.querySelectorAll("[tabindex], a[href]")].filter((e) => e.getAttribute("tabindex") !== "-1");
      const inside = svg.querySelectorAll(".row, .line").length;
      if (stops.length > 1) return [`a chart has ${stops.length} tab stops`];
      return inside > 0 && stops.length === 0 ? ["a chart cannot be reached by keyboard"] : [];
    }),
  );
}

/** Serious and critical findings of axe-core. */
export async function axe(page: Page): Promise<readonly string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<AxeResults> } };
    const { violations } = await axe.run();
    return violations.map((v) => ({
      id: v.id,
      impact: v.impact,
      help: v.help,
      nodes: v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)),
    }));
  });
  return found
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `axe ${v.id}: ${v.help}: ${v.nodes.join(" | ")}`);
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** A cell that failed shows Framework's own error. */
export async function failedCells(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".observablehq--error")].map((e) => `a cell failed: ${e.textContent?.slice(0, 200)}`),
  );
}

/** The sizes and themes that every page is looked at in. */
export const VIEWS = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 1024, height: 768, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;
