// The four boxes of evidence with their word: how much a place in the code fixes. It judges nothing.

import { type Child, s } from "./dom.js";

const WORDS = ["convention", "dropped", "forwarded", "read after a hop", "read"];

/** Boxes filled from the left: 4 read or unpacked, 3 read after a hop, 2 forwarded, 1 dropped, 0 a convention. */
export function evidenceBoxes(strength: 0 | 1 | 2 | 3 | 4, word: string = WORDS[strength] ?? ""): Child {
  const boxes = [0, 1, 2, 3].map((i) =>
    s("rect", { class: i < strength ? "w-yes" : "ev0", x: i * 10 + 0.5, y: 0.5, width: 8, height: 8 }),
  );
  return [s("svg", { class: "gl", width: 40, height: 9, "aria-hidden": "true" }, boxes), word];
}
