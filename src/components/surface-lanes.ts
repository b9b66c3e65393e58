// The first figure of the surface page: Find, the axis switch, lanes or the carpet, their caption and their table. What a
// lane looks like is lanes.ts.

import type { Lane, SurfaceExtract } from "../../loaders/report/pages.ts";
import { axisWords, bookAxis } from "./axis-draw.js";
import { axisMode, type Book, currentLayer, dayOf, keyed, nameMark } from "./book.js";
import { carpet, perRow } from "./carpet.js";
import { type Child, h } from "./dom.js";
import { axisSwitch, empty, figure, head, longTable } from "./figure.js";
import { findBox } from "./find.js";
import { inline, isAlone, SHAPES, waits } from "./glyphs.js";
import { type LaneGroup, lanesChart } from "./lanes.js";
import { digits } from "./words.js";

const CARPET = 60;
const NEWEST = 20;

/** The figure "What is sent by name, and since when". */
export function surfaceLanes(book: Book, surface: SurfaceExtract): HTMLElement {
  return figure(book, {
    id: "lanes",
    title: "What is sent by name, and since when",
    keys: ["q", "x", "layer"],
    ...(surface.lanes.some((l) => l.layer === currentLayer(book))
      ? { controls: [findBox(book, "name or key").label, axisSwitch(book)] }
      : {}),
    caption: () => caption(book, found(book, surface)),
    draw: (width) => draw(book, surface, width),
    behind: () => table(book, found(book, surface)),
  });
}

/** Lanes of a layer whose name or keys hold the words, in their groups. */
function matching(surface: SurfaceExtract, layer: string, words: string): readonly LaneGroup[] {
  const q = words.trim().toLowerCase();
  const hits = surface.lanes.filter(
    (l) =>
      l.layer === layer &&
      (q === "" || l.name.toLowerCase().includes(q) || l.keys.some((k) => k.toLowerCase().includes(q))),
  );
  return surface.groups
    .map((group, i) => ({ label: group.label, lanes: hits.filter((l) => l.group === i) }))
    .filter((g) => g.lanes.length > 0);
}

function found(book: Book, surface: SurfaceExtract): readonly LaneGroup[] {
  return matching(surface, currentLayer(book), book.address.get("q") ?? "");
}

function draw(book: Book, surface: SurfaceExtract, width: number): Node {
  const groups = found(book, surface);
  const lanes = groups.flatMap((g) => g.lanes);
  const layer = currentLayer(book);
  const events = surface.events.filter((e) => e.layer === layer);
  if (lanes.length === 0) return nothing(book, surface);
  if (lanes.length <= CARPET) return lanesChart(book, groups, events, width);
  const wrong = lanes.filter((l) => isAlone(l.now?.waits) || l.now?.waits === "mixed");
  const newest = lanes
    .filter((l) => !wrong.includes(l) && l.marks.length > 0)
    .sort((a, b) => (b.marks.at(-1)?.position ?? 0) - (a.marks.at(-1)?.position ?? 0))
    .slice(0, NEWEST);
  const below = [
    { label: "Nobody answers, or callers disagree", lanes: wrong },
    { label: "Changed last", lanes: newest },
  ].filter((g) => g.lanes.length > 0);
  return h("div", {}, carpet(book, groups, width), lanesChart(book, below, [], width));
}

function nothing(book: Book, surface: SurfaceExtract): HTMLElement {
  const layer = currentLayer(book);
  const all = surface.lanes.filter((l) => l.layer === layer).length;
  const q = book.address.get("q") ?? "";
  if (all === 0)
    return empty(
      "Nothing is sent by name here. ",
      h("a", { href: `${book.root}/method.html` }, "What the profile looks for"),
      ".",
    );
  return empty(
    `No name or key holds “${q}”. ${digits(all)} names were searched, their reads and produced keys with them.`,
  );
}

function caption(book: Book, groups: readonly LaneGroup[]): Child {
  const lanes = groups.flatMap((g) => g.lanes);
  if (lanes.length === 0) return null;
  const states = new Set(lanes.flatMap((l) => l.spans.map((s) => s.state)));
  const glyphs = new Set(lanes.flatMap((l) => l.marks.map((m) => m.glyph)));
  const rows = perRow(lanes.length);
  const axis = bookAxis(book, axisMode(book), 0, 800, 800);
  const many = lanes.length > CARPET;
  const single = (["born", "back", "died", "wait", "lost", "moved"] as const).filter((g) => glyphs.has(g));
  const key: Child[] = single.map((g) => keyed(g, SHAPES[g].word));
  if (glyphs.has("more") || glyphs.has("less"))
    key.push(h("span", { class: "nb" }, inline("more"), inline("less"), "more or fewer sites"));
  return [
    many
      ? `${digits(lanes.length)} names, a hair each${rows > 1 ? `, ${rows} to a row of pixels` : ""}; below them the names that are wrong and the ${NEWEST} changed last, as bars. `
      : null,
    "A bar runs while some site sends the name; its height is the number of sites. Filled: the caller waits. ",
    states.has("unwaited") && "Open: nobody waits. ",
    states.has("mixed") && "Half filled: callers disagree. ",
    states.has("parks") && "Hatched: waited on, and nobody answers. ",
    states.has("raises") && "Hatched: nobody answers, so the call fails. ",
    states.has("skipped") && "Dashed: nobody answers, nobody waits. ",
    key.map((part, i) => [i > 0 && ", ", part]),
    key.length > 0 && ". ",
    axisWords(book, axis.hidden),
  ];
}

function table(book: Book, groups: readonly LaneGroup[]): HTMLElement {
  const rows = groups.flatMap((group) => group.lanes.map((lane) => () => row(book, group.label, lane)));
  return longTable(head(["name", "group", "sent since", "until", "waits", { n: "sites" }, "reply is"]), rows);
}

function row(book: Book, group: string, lane: Lane): HTMLElement {
  const first = lane.spans[0]?.first ?? 0;
  const last = lane.spans.at(-1)?.last ?? null;
  return h(
    "tr",
    {},
    h("td", {}, nameMark(book, { text: lane.name, slug: lane.slug })),
    h("td", { class: "q" }, group),
    h("td", { class: "d", "data-l": "since" }, dayOf(book, first)),
    h("td", { class: "d", "data-l": "until" }, last === null ? "now" : dayOf(book, last + 1)),
    h("td", { "data-l": "waits" }, lane.now ? waits(lane.now.waits) : ""),
    h("td", { class: "n", "data-l": "sites" }, lane.now ? lane.now.sites : ""),
    h("td", { "data-l": "reply is" }, lane.now?.replies ?? ""),
  );
}
