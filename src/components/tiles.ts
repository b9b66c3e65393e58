// The four numbers of the index, each with its history: names, sites, names nobody answers, and the worst of replies. It
// counts stretches of the extracts.

import type { Contract, SurfaceExtract } from "../../loaders/report/pages.ts";
import { type Book, shortDay } from "./book.js";
import { h } from "./dom.js";
import { onWidth } from "./figure.js";
import { readings } from "./gaps.js";
import { sparkline } from "./spark.js";
import { summed } from "./steps.js";
import { digits } from "./words.js";

type Steps = readonly (readonly [position: number, value: number])[];

/** The row of tiles. */
export function tiles(book: Book, surface: SurfaceExtract, contracts: readonly Contract[]): HTMLElement {
  const of = (i: 1 | 2 | 3): Steps => summed(surface.totals.map((t) => t.steps.map((d) => [d[0], d[i]] as const)));
  const names = of(2);
  const sites = of(1);
  const unanswered = of(3);
  const breaches = series(contracts, (c) => c.members.flatMap((m) => m.trouble.filter((t) => t.status === "breach")));
  const unread = series(contracts, (c) => readings(c).flatMap((x) => x.unread));
  const lost = (breaches.at(-1)?.[1] ?? 0) > 0;
  return h(
    "div",
    { class: "tiles" },
    tile(book, "surface.html", names, "names sent", atFirst(names), ""),
    tile(book, "surface.html#files", sites, "sites that send them", atFirst(sites), ""),
    tile(
      book,
      "surface.html",
      unanswered,
      "names nobody answers",
      started(book, unanswered),
      now(unanswered) > 0 ? "alarm" : "ok",
    ),
    lost
      ? tile(book, "contracts.html", breaches, "reads that an answerer lacks", started(book, breaches), "alarm")
      : tile(
          book,
          "contracts.html",
          unread,
          "members read by nobody",
          started(book, unread),
          now(unread) > 0 ? "drift" : "ok",
        ),
  );
}

/** How many stretches hold, after each position where that changes. */
function series(
  contracts: readonly Contract[],
  pick: (c: Contract) => readonly { readonly first: number; readonly last: number | null }[],
): Steps {
  const change = new Map<number, number>();
  for (const st of contracts.filter((c) => c.alive).flatMap(pick)) {
    change.set(st.first, (change.get(st.first) ?? 0) + 1);
    if (st.last !== null) change.set(st.last + 1, (change.get(st.last + 1) ?? 0) - 1);
  }
  let n = 0;
  return [...change]
    .sort((a, b) => a[0] - b[0])
    .map(([p, d]) => {
      n += d;
      return [p, n] as const;
    });
}

function now(steps: Steps): number {
  return steps.at(-1)?.[1] ?? 0;
}

function atFirst(steps: Steps): string {
  return steps[0] ? `${digits(steps[0][1])} at first` : "";
}

function started(book: Book, steps: Steps): string {
  const first = steps.find((d) => d[1] > 0);
  return first ? `none before ${shortDay(book, first[0])}` : "never one";
}

function tile(
  book: Book,
  href: string,
  steps: Steps,
  label: string,
  word: string,
  tone: "" | "ok" | "alarm" | "drift",
): HTMLElement {
  const spark = h("div", { class: "sp" });
  onWidth(spark, (width) => spark.replaceChildren(sparkline(book, steps, word, tone, width)));
  return h(
    "div",
    { class: "tile" },
    h("a", { href }, h("div", { class: "v" }, digits(now(steps))), h("div", { class: "l" }, label)),
    spark,
  );
}
