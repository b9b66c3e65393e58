// Places names beside dots so that no name lies over another or leaves the plot, over as few other dots as can be. It draws
// nothing, and takes the measure of text as a parameter.

export interface Dot {
  readonly x: number;
  readonly y: number;
}

/** A name that found its place: `y` is its baseline. */
interface Placed {
  readonly at: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end" | "middle";
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A dot that is to be named: its place among the dots, and what may be written, the longest first. */
interface Wanted {
  readonly at: number;
  readonly texts: readonly string[];
}

const HIGH = 15;
const GAP = 7;

/** Names in the order given, the first having the first choice; one that finds no place is left out. */
export function placed(
  wanted: readonly Wanted[],
  dots: readonly Dot[],
  plot: Box,
  measure: (text: string) => number,
): readonly Placed[] {
  const boxes: Box[] = [];
  const out: Placed[] = [];
  for (const { at, texts } of wanted) {
    const dot = dots[at];
    if (!dot) continue;
    const choices = texts.flatMap((text, shorter) =>
      around(dot, at, text, measure(text)).flatMap(({ name, box }) => {
        const isFree = inside(box, plot) && !boxes.some((other) => overlaps(box, other));
        if (!isFree) return [];
        const covered = dots.filter((other, i) => i !== at && within(other, box)).length;
        return [{ name, box, cost: covered + shorter * 3 }];
      }),
    );
    const [best] = choices.sort((a, b) => a.cost - b.cost);
    if (!best) continue;
    boxes.push(best.box);
    out.push(best.name);
  }
  return out;
}

function around({ x, y }: Dot, at: number, text: string, wide: number): readonly { name: Placed; box: Box }[] {
  const box = (left: number, base: number): Box => ({
    left: left - 2,
    right: left + wide + 2,
    top: base - HIGH + 2,
    bottom: base + 5,
  });
  const sides: readonly (readonly [dx: number, dy: number, anchor: Placed["anchor"]])[] = [
    [GAP, 4, "start"],
    [-GAP, 4, "end"],
    [GAP, -6, "start"],
    [-GAP, -6, "end"],
    [GAP, 14, "start"],
    [-GAP, 14, "end"],
    [0, -9, "middle"],
    [0, 18, "middle"],
  ];
  return sides.map(([dx, dy, anchor]) => {
    const left = x + dx - (anchor === "start" ? 0 : anchor === "end" ? wide : wide / 2);
    return { name: { at, text, x: x + dx, y: y + dy, anchor }, box: box(left, y + dy) };
  });
}

function inside(box: Box, plot: Box): boolean {
  return box.left >= plot.left && box.right <= plot.right && box.top >= plot.top && box.bottom <= plot.bottom;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function within({ x, y }: Dot, box: Box): boolean {
  return x > box.left - 3 && x < box.right + 3 && y > box.top - 3 && y < box.bottom + 3;
}
