// Finds the Markdown link whose words hold a citation, and turns its target into one that leads where the citation will:
// the file, relative to the document, and the lines behind `#L`. It opens no address.

import { posix } from "node:path";
import { permalinkOf, targetAt } from "../facts/citations-links.ts";

/** A link around a place in a passage's text: offsets, half-open. */
export interface LinkAround {
  /** Behind its `[`; the passage's start where that is not told. */
  readonly from: number;
  /** Its `]`. */
  readonly to: number;
  readonly target: string;
  readonly targetFrom: number;
  /** Behind its `)`. */
  readonly end: number;
}

/** The link whose words hold the characters `from` to `to`, or null. */
export function linkAround(text: string, from: number, to: number): LinkAround | null {
  const close = text.indexOf("](", to);
  if (close < 0 || close - to > 300 || /[[\]]/.test(text.slice(to, close))) return null;
  const open = text.lastIndexOf("[", from);
  if (open < 0 || text.slice(open + 1, from).includes("]")) return null;
  const found = targetAt(text, close + 1);
  if (found === null || found.target === "") return null;
  const targetFrom = text.indexOf(found.target, found.from);
  return { from: open + 1, to: close, target: found.target, targetFrom, end: found.end };
}

interface Lines {
  readonly start: number;
  readonly end: number;
}

export interface Leads {
  readonly doc: string;
  readonly target: string;
  /** The lines that the citation has, and will have; `to` null: none, it will name a symbol. */
  readonly from: Lines;
  readonly to: Lines | null;
  /** The file that is cited, or was, and the one that will be. */
  readonly oldPath: string | null;
  readonly path: string;
  /** Whether another citation stands in the same words, to which the target's lines may belong. */
  readonly shared: boolean;
}

export type Led = { readonly target: string; readonly why?: never } | { readonly why: string };

const FRAGMENT = /(?<mark>#L|#lines-|:)(?<a>\d+)(?:C\d+)?(?:(?<between>-L?)(?<b>\d+)(?:C\d+)?)?$/;

/** The target of a link that has to lead to another place, or why that cannot be written. */
export function ledTo(leads: Leads): Led {
  const { target } = leads;
  const lines = FRAGMENT.exec(target);
  const behind = lines === null ? "" : renumbered(lines, leads);
  if (behind === null) return { why: "its link names other lines" };
  const front = lines === null ? target : target.slice(0, lines.index);
  if (/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(target)) {
    const blob = permalinkOf(target);
    if (blob !== null && blob.path !== leads.path) return { why: "its link leads to a forge, and the file has moved" };
    return { target: front + behind };
  }
  const path = pathTo(front, leads);
  return path === null ? { why: "its link leads to another file" } : { target: path + behind };
}

/** The end of a target with other numbers; null where its numbers are not the citation's. */
function renumbered(match: RegExpExecArray, { from, to, shared }: Leads): string | null {
  const { mark = "", a, between, b } = match.groups!;
  const isOurs = Number(a) === from.start && (b === undefined || Number(b) === from.end);
  if (!isOurs) return shared ? match[0] : null;
  if (to === null) return "";
  const alone = to.start === to.end || (b === undefined && from.end !== from.start);
  return `${mark}${to.start}${alone ? "" : `${between ?? (mark === "#L" ? "-L" : "-")}${to.end}`}`;
}

/** A target's path, made to lead to the new file; null where it never led to the old one. */
function pathTo(written: string, { doc, oldPath, path }: Leads): string | null {
  let plain: string;
  try {
    plain = decodeURIComponent(written);
  } catch {
    return null;
  }
  if (plain === "") return written;
  const dir = posix.dirname(doc);
  const beside = posix.join(dir, plain);
  const rooted = plain.replace(/^\.?\//, "");
  if (beside === path || rooted === path) return written;
  if (oldPath === null || oldPath === path) return null;
  const spelt = (to: string) => encodeURI(plain.startsWith("./") && !to.startsWith(".") ? `./${to}` : to);
  if (beside === oldPath && !plain.startsWith("/")) return spelt(posix.relative(dir, path));
  if (rooted === oldPath) return plain.startsWith("/") ? `/${encodeURI(path)}` : spelt(path);
  return null;
}
