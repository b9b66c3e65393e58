// The bar of a life span: its height says how many sites, its filling who waits. Lanes and single lives share it.

import type { Lane, LaneState } from "../../loaders/report/pages.ts";
import { r } from "./axis-draw.js";
import { s } from "./dom.js";

/** Height of a bar by its sites: 2.6 + 2 each, at most 13. */
export function barHeight(state: LaneState, sites: number): number {
  const height = Math.min(13, 2.6 + 2 * sites);
  return state === "waited" || state === "unwaited" ? height : Math.max(7, height);
}

/** One stretch of a life: filled waits, open nobody, half filled mixed, hatched parks or fails, dashed skipped. */
export function bar(
  span: { readonly state: LaneState; readonly sites: number },
  from: number,
  to: number,
  middle: number,
): SVGGElement {
  const height = barHeight(span.state, span.sites);
  const wide = Math.max(1, to - from);
  const box = { x: r(from), y: r(middle - height / 2), width: r(wide), height: r(height) };
  const inset = {
    x: r(from + 0.6),
    y: r(middle - height / 2 + 0.6),
    width: r(Math.max(0.4, wide - 1.2)),
    height: r(height - 1.2),
  };
  if (span.state === "waited") return s("g", {}, s("rect", { class: "w-yes", ...box }));
  if (span.state === "unwaited") return s("g", {}, s("rect", { class: "w-no", ...inset }));
  if (span.state === "mixed") {
    return s(
      "g",
      {},
      s("rect", { class: "w-no", ...inset }),
      s("rect", { class: "w-yes", ...box, height: r(height / 2) }),
    );
  }
  if (span.state === "parks" || span.state === "raises") {
    return s(
      "g",
      {},
      s("rect", { class: "w-paper", ...box }),
      s("rect", { class: "w-parks", fill: "url(#hatch-alarm)", ...inset }),
    );
  }
  return s("g", {}, s("rect", { class: "w-skip", ...inset }));
}

/** The stretch that holds at a position. */
export function stateAt(lane: Pick<Lane, "spans">, position: number): Lane["spans"][number] | undefined {
  return lane.spans.findLast((span) => span.first <= position && (span.last === null || span.last >= position));
}
