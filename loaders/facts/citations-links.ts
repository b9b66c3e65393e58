// Reads addresses: where one ends, and what file and lines a forge's link to a blob names. It opens none of them.

/** What a link to a blob on a forge says. Start and end are 0 where it names no lines. */
export interface Permalink {
  readonly host: string;
  readonly revision: string;
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** The end of the address that begins at `from`: without the punctuation of the sentence around it. */
export function urlEnd(text: string, from: number): number {
  let end = from;
  let depth = 0;
  for (; end < text.length; end++) {
    const mark = text[end] ?? "";
    if (/[\s<>"`|]/.test(mark)) break;
    if (mark === "(") depth++;
    if (mark === ")" && --depth < 0) break;
  }
  while (end > from && /[.,;:!?'*\]]/.test(text[end - 1] ?? "")) end--;
  return end;
}

const BLOB =
  /^([^/?#]+(?:\/[^/?#]+)+?)\/(?:-\/)?(?:blob|blame|raw|src\/commit|src\/branch|src\/tag|src)\/([^/?#]+)\/([^?#]+)/;
const LINES = /#(?:L|lines-|n)(\d{1,15})(?:C\d{1,6})?(?:(?:-|:|\.\.)L?(\d{1,15})(?:C\d{1,6})?)?/;

/** The blob an address names, with or without its `https://`; null if it names none. */
export function permalinkOf(url: string): Permalink | null {
  if (url.length > 4000) return null;
  const rest = url.replace(/^https?:\/\//, "").replace(/^[^/@]{1,100}@/, "");
  const match = BLOB.exec(rest);
  if (!match || !/^[\w.-]+\.[a-z]{2,}(?::\d+)?\//i.test(rest)) return null;
  const lines = LINES.exec(rest);
  const start = Number(lines?.[1] ?? 0);
  return {
    host: (match[1] ?? "").replace(/^www\./, ""),
    revision: match[2] ?? "",
    path: decoded(match[3] ?? ""),
    start,
    end: Number(lines?.[2] ?? start),
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The target of a Markdown link whose `(` stands at `open`: where it ends, and its words; null if it is not closed. */
export function targetAt(text: string, open: number): { target: string; from: number; end: number } | null {
  const limit = Math.min(text.length, open + 2000);
  let depth = 0;
  for (let at = open; at < limit; at++) {
    const mark = text[at];
    if (mark === "\n") return null;
    if (mark === "(") depth++;
    if (mark === ")" && --depth === 0) {
      const inner =
        text
          .slice(open + 1, at)
          .trim()
          .replace(/^<|>$/g, "")
          .split(/\s["']/)[0] ?? "";
      return { target: inner, from: open + 1, end: at + 1 };
    }
  }
  return null;
}

/** The longer of a written path and its link's: the link's, where it ends with what is written and stands in this tree. */
export function linkedPath(written: string | null, target: string): string | null {
  const path = target
    .replace(/[?#].*$/, "")
    .replace(/:\d[\d:,-]*$/, "")
    .replace(/^\.\//, "");
  if (path === "" || /^[a-z][a-z0-9+.-]*:/i.test(path)) return written;
  // A path from the root is one of somebody's machine, or of a site: what is written says more.
  if (written === null) return path;
  const inside = path.startsWith("/") ? path.slice(1) : path;
  const fits = inside === written || inside.endsWith(`/${written}`);
  if (path.startsWith("/")) return fits ? written : path;
  return fits ? path : written;
}
