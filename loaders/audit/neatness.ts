// Says how neatly a range of lines is cut: people cite whole statements and definitions, and rarely the middle of one. A
// weak sign, in bits; it never decides alone.

import { isTrivial } from "./align.ts";

/** Positive is neat. `start` and `end` are 1-based, inclusive; a range outside the file is as untidy as can be. */
export function neatness(lines: readonly string[], start: number, end: number): number {
  const first = lines[start - 1];
  const last = lines[end - 1];
  if (first === undefined || last === undefined) return -2;
  let bits = 0;
  if (first.trim() === "") bits -= 1;
  else if (/^[)\]}>,;]/.test(first.trim())) bits -= 0.7;
  else if (/^("""|'''|\*\/|`)$/.test(first.trim())) bits -= 0.6;
  if (last.trim() === "") bits -= 0.4;
  if (DEFINES.test(first)) bits += 0.5;
  if (startsInsideComment(lines, start)) bits -= 0.3;
  const above = lines[start - 2];
  if (above === undefined || above.trim() === "" || indentOf(above) < indentOf(first)) bits += 0.3;
  return end > start ? bits + rangeNeatness(lines, start, end) : bits;
}

function rangeNeatness(lines: readonly string[], start: number, end: number): number {
  const part = lines.slice(start - 1, Math.min(end, start + 400));
  const first = part[0]!;
  const last = part.at(-1)!;
  let bits = 0;
  const least = Math.min(...part.filter((line) => line.trim() !== "").map(indentOf));
  bits += indentOf(first) === least ? 0.3 : -0.5;
  bits += balanced(part) ? 0.3 : -0.3;
  const below = lines[end];
  if (below === undefined || below.trim() === "" || indentOf(below) < indentOf(first)) bits += 0.3;
  if (/[([{,:]\s*$/.test(last)) bits -= 0.3;
  return bits;
}

const DEFINES =
  /^\s*(?:@|(?:export |public |private |protected |static |async |pub(?:\([\w:]+\))? |abstract |final |noncomputable )*(?:def|class|func|function|fn|interface|struct|enum|trait|impl|type|theorem|lemma|instance|structure|inductive|abbrev|module|namespace)\b)/;

function startsInsideComment(lines: readonly string[], start: number): boolean {
  const mark = /^\s*(#|\/\/|--|\*)/;
  const own = mark.exec(lines[start - 1] ?? "")?.[1];
  return own !== undefined && mark.exec(lines[start - 2] ?? "")?.[1] === own;
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function balanced(lines: readonly string[]): boolean {
  let depth = 0;
  for (const line of lines) {
    if (isTrivial(line) && line.trim() === "") continue;
    for (const character of line) {
      if ("([{".includes(character)) depth++;
      else if (")]}".includes(character) && --depth < 0) return false;
    }
  }
  return depth === 0;
}
