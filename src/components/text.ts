// Measures text in the page's own faces, so that labels are placed and never guessed. It draws nothing.

export type Face = "label" | "mono" | "small" | "strong" | "monoStrong";

const FACES: Readonly<Record<Face, string>> = {
  label: '400 13px "Source Sans 3", -apple-system, "Segoe UI", Roboto, sans-serif',
  strong: '600 13px "Source Sans 3", -apple-system, "Segoe UI", Roboto, sans-serif',
  small: '400 12px "Source Sans 3", -apple-system, "Segoe UI", Roboto, sans-serif',
  mono: "450 13.5px Inconsolata, Menlo, Consolas, monospace",
  monoStrong: "700 13.5px Inconsolata, Menlo, Consolas, monospace",
};

let context: CanvasRenderingContext2D | null | undefined;

/** Width of a text in pixels. */
export function width(text: string, face: Face = "label"): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * 8;
  context.font = FACES[face];
  return context.measureText(text).width;
}

/** The text, or as much of its beginning and end as fits. */
export function fitted(text: string, room: number, face: Face = "label"): string {
  if (width(text, face) <= room) return text;
  for (let keep = text.length - 1; keep > 2; keep--) {
    const left = Math.ceil(keep * 0.6);
    const shorter = `${text.slice(0, left)}…${text.slice(text.length - (keep - left))}`;
    if (width(shorter, face) <= room) return shorter;
  }
  return "…";
}

/** Waits for the three faces, so that the first measure is right; at most two seconds, then their fallbacks stand in. */
export async function faces(): Promise<void> {
  const wanted = [...Object.values(FACES), '600 29px "Source Serif 4"'].map((font) => document.fonts.load(font));
  const late = new Promise((resolve) => setTimeout(resolve, 2000));
  await Promise.race([Promise.allSettled(wanted), late]);
}
