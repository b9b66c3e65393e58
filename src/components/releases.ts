// Places the labels of releases above an axis so that no label covers another or a rule that passes it. It draws nothing.

/** Width of a text in pixels, in the face of axis labels. */
export type Measure = (text: string) => number;

/** A release rule. `label` is null where no place was free; `row` counts from the chart upwards. */
export interface Release {
  readonly x: number;
  readonly position: number;
  readonly onLine: boolean;
  readonly names: readonly string[];
  readonly label: string | null;
  readonly row: number;
  readonly side: "left" | "right";
}

interface Tag {
  readonly name: string;
  readonly position: number;
  readonly onLine: boolean;
}

const ROWS = 3;
const MOST = 12;

/**
 * Release rules from left to right, and how many rows of labels they need. Each label tries right, then left, then the
 * next row; one that finds no place keeps its rule. More than twelve: only majors and minors; still more: the latest.
 */
export function releases(
  tags: readonly Tag[],
  x: (position: number) => number,
  limit: number,
  measure: Measure,
): { readonly releases: readonly Release[]; readonly rows: number; readonly hidden: number } {
  const shown = fewer(tags);
  const rules = together(shown);
  const xs = rules.map((r) => x(r.position));
  const placed: { from: number; to: number; row: number; x: number }[] = [];
  const out = rules.map((rule, i): Release => {
    const at = xs[i] ?? 0;
    const label = shortName(rule.names) + (rule.onLine ? "" : "*");
    const width = measure(label);
    for (let row = 0; row < ROWS; row++) {
      for (const side of ["right", "left"] as const) {
        const from = side === "right" ? at + 4 : at - 4 - width;
        const to = from + width;
        const blocked =
          from < 0 ||
          to > limit ||
          placed.some((p) => p.row === row && from < p.to + 6 && to > p.from - 6) ||
          placed.some((p) => p.row < row && at > p.from - 2 && at < p.to + 2) ||
          placed.some((p) => p.row >= row && p.x !== at && p.x > from - 2 && p.x < to + 2) ||
          (row === 0 && xs.some((other, j) => j !== i && other > from - 3 && other < to + 3));
        if (blocked) continue;
        placed.push({ from, to, row, x: at });
        return { x: at, position: rule.position, onLine: rule.onLine, names: rule.names, label, row, side };
      }
    }
    return {
      x: at,
      position: rule.position,
      onLine: rule.onLine,
      names: rule.names,
      label: null,
      row: 0,
      side: "right",
    };
  });
  return { releases: out, rows: Math.max(0, ...placed.map((p) => p.row + 1)), hidden: tags.length - shown.length };
}

/** Whether a tag names a major or minor release: `v1.2`, `1.2.0`, `pkg-3.0.0`. */
export function isMinor(name: string): boolean {
  return /(^|[^\d.])\d+\.\d+(\.0)?$/.test(name);
}

function fewer(tags: readonly Tag[]): readonly Tag[] {
  if (tags.length <= MOST) return tags;
  const minors = tags.filter((t) => isMinor(t.name));
  const left = minors.length > 0 ? minors : tags;
  return left.slice(-MOST);
}

/** Tags on one commit share a rule; the plainest name comes first. */
function together(tags: readonly Tag[]): readonly { position: number; onLine: boolean; names: readonly string[] }[] {
  const groups = new Map<string, { position: number; onLine: boolean; names: string[] }>();
  for (const tag of tags) {
    const key = `${tag.position} ${tag.onLine}`;
    const group = groups.get(key) ?? { position: tag.position, onLine: tag.onLine, names: [] };
    group.names.push(tag.name);
    groups.set(key, group);
  }
  for (const group of groups.values()) group.names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return [...groups.values()].sort((a, b) => a.position - b.position);
}

function shortName(names: readonly string[]): string {
  const name = (names[0] ?? "").replace(/^v(?=\d)/, "");
  return name.length > 16 ? `${name.slice(0, 15)}…` : name;
}
