import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../../src/style.css", import.meta.url), "utf8");
const ROLES = ["order", "drift", "alarm", "never"] as const;
type Rgb = readonly [number, number, number];

/** The colours of a theme, read from the sheet: the first block of :root is light, the one inside the media query dark. */
function theme(dark: boolean): ReadonlyMap<string, Rgb> {
  const blocks = [...css.matchAll(/:root \{([^}]*)\}/g)].map((m) => m[1] ?? "");
  const text = (blocks[0] ?? "") + (dark ? (blocks[1] ?? "") : "");
  const colours = new Map<string, Rgb>();
  for (const [, name = "", hex = ""] of text.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)) {
    colours.set(name, [0, 2, 4].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255) as unknown as Rgb);
  }
  return colours;
}

function colour(of: ReadonlyMap<string, Rgb>, name: string): Rgb {
  const found = of.get(name);
  assert.ok(found, `--${name} is missing`);
  return found;
}

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const times = (m: readonly Rgb[], v: Rgb): Rgb =>
  m.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as unknown as Rgb;
const TO_LMS: readonly Rgb[] = [
  [17.8824, 43.5161, 4.11935],
  [3.45565, 27.1554, 3.86714],
  [0.0299566, 0.184309, 1.46709],
];
const TO_RGB: readonly Rgb[] = [
  [0.080944447, -0.130504409, 0.116721066],
  [-0.0102485335, 0.0540193266, -0.113614708],
  [-0.000365296938, -0.00412161469, 0.693511405],
];

/** Linear RGB as a dichromat sees it, after Viénot, Brettel and Mollon 1999. */
function seen(rgb: Rgb, kind: "protan" | "deutan" | "all"): Rgb {
  const lin = rgb.map(linear) as unknown as Rgb;
  if (kind === "all") return lin;
  const [l, m, s] = times(TO_LMS, lin);
  const lms: Rgb = kind === "protan" ? [2.02344 * m - 2.52581 * s, m, s] : [l, 0.494207 * l + 1.24827 * s, s];
  return times(TO_RGB, lms).map((c) => Math.min(1, Math.max(0, c))) as unknown as Rgb;
}

function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

for (const dark of [false, true]) {
  const name = dark ? "dark" : "light";
  const of = theme(dark);
  test(`${name}: words stand at 4.5 to 1 on paper and on wash`, () => {
    for (const ink of ["ink", "ink-2", "ink-3", "link", "drift-ink", "alarm-ink", "never-ink"]) {
      for (const ground of ["paper", "wash"]) {
        const ratio = contrast(colour(of, ink), colour(of, ground));
        assert.ok(ratio >= 4.5, `${ink} on ${ground}: ${ratio.toFixed(2)}`);
      }
    }
  });
  test(`${name}: marks stand at 3 to 1 on paper`, () => {
    for (const mark of [...ROLES, "mute", "focus"]) {
      const ratio = contrast(colour(of, mark), colour(of, "paper"));
      assert.ok(ratio >= 3, `${mark}: ${ratio.toFixed(2)}`);
    }
  });
  test(`${name}: a file's name on a bar can be read`, () => {
    assert.ok(contrast(colour(of, "paper"), colour(of, "order")) >= 4.5);
  });
  for (const kind of ["all", "protan", "deutan"] as const) {
    test(`${name}: roles are at least 20 apart (ΔE76) as seen by ${kind}`, () => {
      for (const [i, a] of ROLES.entries()) {
        for (const b of ROLES.slice(i + 1)) {
          const [p, q] = [lab(seen(colour(of, a), kind)), lab(seen(colour(of, b), kind))];
          const apart = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
          assert.ok(apart >= 20, `${a} and ${b}: ${apart.toFixed(1)}`);
        }
      }
    });
  }
}

test("charts take no colour from anywhere but the sheet", () => {
  // A colour inside a component would not follow the theme.
  const used = css.split("/* The frame */")[1]?.match(/#[0-9a-f]{6}\b/g) ?? [];
  assert.deepEqual(used, []);
});
