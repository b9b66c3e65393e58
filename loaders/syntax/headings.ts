// Turns Markdown into its sections: each from its heading to the line before the next of the same or a higher level. What
// stands in fenced code and in comments is no heading. It reads no other markup.

import type { Definition } from "../citation.ts";

/** A heading may be a whole page on one line; this much of it is read. Characters. */
const LONGEST = 500;

/** Sections in order, outer before inner, by the heading's own words. */
export function headingDefinitions(text: string): Definition[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const sections: { -readonly [Key in keyof Definition]: Definition[Key] }[] = [];
  const open: { readonly level: number; readonly at: number }[] = [];
  const begin = (level: number, source: string, line: number, nameLine: number) => {
    const name = plain(source);
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) close(line - 1);
    if (name === "") return;
    open.push({ level, at: sections.length });
    sections.push({ name, kind: "module", line, endLine: lines.length, nameLine });
  };
  const close = (line: number) => {
    const section = sections[open.pop()?.at ?? -1];
    if (section) section.endLine = line;
  };
  let fence: string | null = null;
  let comment = false;
  let paragraph = 0;
  for (let row = frontMatter(lines); row < lines.length; row++) {
    const line = (lines[row] as string).slice(0, LONGEST);
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)/.exec(line);
    if (fence) {
      if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === "") fence = null;
      continue;
    }
    if (comment || /^ {0,3}<!--/.test(line)) {
      comment = !(lines[row] as string).includes("-->");
      paragraph = 0;
      continue;
    }
    if (mark) {
      fence = mark[1] as string;
      paragraph = 0;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})(?:[ \t]|\r?$)/.exec(line);
    if (heading) {
      begin((heading[1] as string).length, line.slice(heading[0].length), row + 1, row + 1);
      paragraph = 0;
      continue;
    }
    const underline = paragraph > 0 ? /^ {0,3}(=+|-+)\s*$/.exec(line) : null;
    if (underline) {
      const first = row + 1 - paragraph;
      begin(
        underline[1]?.startsWith("=") ? 1 : 2,
        lines
          .slice(first - 1, row)
          .join(" ")
          .slice(0, LONGEST),
        first,
        first,
      );
      paragraph = 0;
    } else if (
      /^(?: {0,3}(?:[>|]|[-*+] |\d{1,9}[.)] )|\s*$)/.test(line) ||
      (paragraph === 0 && /^(?: {4}|\t)/.test(line))
    ) {
      paragraph = 0;
    } else paragraph++;
  }
  return sections;
}

/** The row behind `---` … `---` at the top. */
function frontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  const end = lines.findIndex((line, row) => row > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return end + 1;
}

/** A heading's text without `#` at its end, code, emphasis and link marks, and `{#anchor}`. */
function plain(source: string): string {
  return source
    .trim()
    .replace(/(?:^|[ \t])#+$/, "")
    .replace(/[ \t]*\{#[\w-]+\}$/, "")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/\*+|`+|~~/g, "")
    .replace(/(^|\s)_+(\S)/g, "$1$2")
    .replace(/(\S)_+(?=\s|$)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
