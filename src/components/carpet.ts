// Draws hundreds of names as a carpet on a canvas, one hair a name in the order of the lanes. It labels groups only; the
// pointer names a hair, and the lanes below it and the table behind it are what the keyboard reads.

import type { Lane, LaneState } from "../../loaders/report/pages.ts";
import { bookAxis, drawAxis, footroom, headroom, whenWords } from "./axis-draw.js";
import { axisMode, type Book } from "./book.js";
import { h, s } from "./dom.js";
import { stateWords } from "./glyphs.js";
import { stateAt } from "./lane-bar.js";
import type { LaneGroup } from "./lanes.js";
import { contractLink } from "./links.js";
import { hideTip, tipAt } from "./tip.js";
import { digits, measured } from "./words.js";

/** Above this many names one pixel row holds five. */
const SHARED = 400;

/** Names that share a pixel row. */
export function perRow(names: number): number {
  return names > SHARED ? 5 : 1;
}

const COLOURS: Readonly<Record<LaneState, string>> = {
  waited: "--order",
  mixed: "--order",
  unwaited: "--rule-2",
  parks: "--alarm",
  raises: "--alarm",
  skipped: "--alarm",
};

/** The carpet of groups at a width. */
export function carpet(book: Book, groups: readonly LaneGroup[], total: number): HTMLElement {
  const names = groups.reduce((n, g) => n + g.lanes.length, 0);
  const share = perRow(names);
  const hair = share === 1 ? (names > 150 ? 2 : 4) : 1;
  const axis = bookAxis(book, axisMode(book), 2, total - 8, total);
  const top = headroom(axis);
  const rows: { readonly y: number; readonly lanes: readonly Lane[] }[] = [];
  const labels: SVGTextElement[] = [];
  let y = top + 4;
  for (const group of groups) {
    const now = group.lanes.filter((l) => l.now !== null).length;
    const words = now > 0 ? `${group.label}, ${digits(now)} sent now` : `${group.label}, ${digits(group.lanes.length)}`;
    labels.push(s("text", { class: "grp halo", x: 0, y: y + 15 }, words));
    y += 22;
    for (let i = 0; i < group.lanes.length; i += share) {
      rows.push({ y, lanes: group.lanes.slice(i, i + share) });
      y += hair;
    }
    y += 8;
  }
  const height = y + footroom(axis);
  const canvas = h("canvas", {
    width: Math.round(total * devicePixelRatio),
    height: Math.round(height * devicePixelRatio),
  });
  const paint = (): void => {
    const c = canvas.getContext("2d");
    if (!c) return;
    const style = getComputedStyle(document.documentElement);
    c.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    c.clearRect(0, 0, total, height);
    for (const row of rows) {
      for (const lane of row.lanes) {
        for (const span of lane.spans) {
          const from = axis.x(span.first);
          c.globalAlpha = (lane.now ? 1 : 0.55) / (share === 1 ? 1 : 1.6);
          c.fillStyle = style.getPropertyValue(COLOURS[span.state]);
          c.fillRect(from, row.y, Math.max(1, axis.end(span.last) - from), Math.max(1, hair - (hair > 2 ? 1 : 0)));
        }
      }
    }
  };
  paint();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", function repaint() {
    if (canvas.isConnected) paint();
    else dark.removeEventListener("change", repaint);
  });
  const under = (event: MouseEvent): { lanes: readonly Lane[]; position: number } | null => {
    const box = canvas.getBoundingClientRect();
    const at = event.clientY - box.top;
    const row = rows.find((entry) => at >= entry.y && at < entry.y + hair);
    return row ? { lanes: row.lanes, position: axis.at(event.clientX - box.left) } : null;
  };
  canvas.addEventListener("pointermove", (event) => {
    const hit = under(event);
    if (!hit) return hideTip();
    tipAt(
      [
        h("code", {}, hit.lanes.map((l) => l.name).join(", ")),
        whenWords(book, hit.position),
        ...facts(hit.lanes, hit.position),
      ],
      event.clientX,
      event.clientY,
    );
  });
  canvas.addEventListener("pointerleave", hideTip);
  canvas.addEventListener("click", (event) => {
    const lane = under(event)?.lanes[0];
    if (lane) location.assign(contractLink(book.root, lane.slug));
  });
  const frame = s(
    "svg",
    { class: "chart", width: total, height, "aria-hidden": "true" },
    drawAxis(book, axis, top, y),
    labels,
  );
  const spoken = `${digits(names)} names over time; the lanes below and the table name them`;
  return h("div", { class: "carpet", role: "img", "aria-label": spoken, style: `height:${height}px` }, frame, canvas);
}

function facts(lanes: readonly Lane[], position: number): readonly string[] {
  const span = lanes[0] && stateAt(lanes[0], position);
  if (lanes.length > 1) return [`${measured(lanes.length, "name")} share this row`];
  return [span ? `${measured(span.sites, "site")}, ${stateWords(span.state)}` : "not sent here"];
}
