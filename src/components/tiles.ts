// The four numbers of the index, each with its history: names, sites, names nobody answers or the worst of replies, and
// citations and claims that are not true. It counts stretches of the extracts.

import type { Contract, IndexExtract, SurfaceExtract } from "../../loaders/report/pages.ts";
import { type Book, shortDay } from "./book.js";
import { h } from "./dom.js";
import { onWidth } from "./figure.js";
import { readings } from "./gaps.js";
import { sparkline } from "./spark.js";
import { summed } from "./steps.js";
import { digits } from "./words.js";

type Steps = readonly (readonly [position: number, value: number])[];

/** The row of tiles. Where citations were judged they are the last; replies then stand in for names that nobody answers. */
export function tiles(
  book: Book,
  surface: SurfaceExtract,
  contracts: readonly Contract[],
  index: IndexExtract,
): HTMLElement {
  const of = (i: 1 | 2 | 3): Steps => summed(surface.totals.map((t) => t.steps.map((d) => [d[0], d[i]] as const)));
  const names = of(2);
  const sites = of(1);
  const unanswered = of(3);
  const breaches = series(contracts, (c) => c.members.flatMap((m) => m.trouble.filter((t) => t.status === "breach")));
  const unread = series(contracts, (c) => readings(c).flatMap((x) => x.unread));
  const lost = now(breaches) > 0;
  const judged = book.notebook.citations?.judged ?? 0;
  const alone = (): HTMLElement =>
    tile(
      book,
      "surface.html",
      unanswered,
      "names nobody answers",
      started(book, unanswered),
      now(unanswered) > 0 ? "alarm" : "ok",
    );
  const lacking = (): HTMLElement =>
    tile(book, "contracts.html", breaches, "reads that an answerer lacks", started(book, breaches), "alarm");
  const silent = (): HTMLElement =>
    tile(
      book,
      "contracts.html",
      unread,
      "members read by nobody",
      started(book, unread),
      now(unread) > 0 ? "drift" : "ok",
    );
  // Where nothing was counted from the beginning, none were wrong until then.
  const wrongs = (page: string, counted: Steps, what: string, of: number): HTMLElement => {
    const steps: Steps = counted[0]?.[0] === 0 ? counted : [[0, 0], ...counted];
    const role = now(steps) > 0 ? "alarm" : "ok";
    return tile(book, page, steps, what, started(book, steps), role, ` of ${digits(of)}`);
  };
  const untrue = (): HTMLElement =>
    wrongs(
      "citations.html",
      index.verdicts.map(([p, , ...wrong]) => [p, wrong.reduce((sum, n) => sum + n, 0)] as const),
      "citations not true",
      judged,
    );
  const pinned = book.notebook.claims?.pins ?? 0;
  const refuted = (): HTMLElement => wrongs("claims.html", index.falseClaims, "claims false", pinned);
  const replies = lost ? lacking : silent;
  // What is wrong stands before what is counted; citations, and then claims, have a tile wherever there are any.
  const worst = now(unanswered) > 0 ? alone : lost ? lacking : pinned > 0 && judged > 0 ? refuted : alone;
  const last =
    judged > 0
      ? [worst(), untrue()]
      : pinned > 0
        ? [now(unanswered) > 0 ? alone() : replies(), refuted()]
        : [alone(), replies()];
  return h(
    "div",
    { class: "tiles" },
    tile(book, "surface.html", names, "names sent", atFirst(names), ""),
    tile(book, "surface.html#files", sites, "sites that send them", atFirst(sites), ""),
    ...last,
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
  of = "",
): HTMLElement {
  const spark = h("div", { class: "sp" });
  onWidth(spark, (width) => spark.replaceChildren(sparkline(book, steps, word, tone, width)));
  return h(
    "div",
    { class: "tile" },
    h(
      "a",
      { href },
      h("div", { class: "v" }, digits(now(steps)), of !== "" && h("small", {}, of)),
      h("div", { class: "l" }, label),
    ),
    spark,
  );
}
