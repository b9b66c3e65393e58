// Makes text of a repository harmless inside Markdown: no markup, no HTML, no cell or row of a table, no link, no mention
// and no reference that would notify somebody or write to another issue's page.

import { shown } from "./log-safe.ts";

/** Text over `limit` characters without its end. */
export function clipped(text: string, limit: number): string {
  const characters = [...text.slice(0, limit * 2)];
  return characters.length <= limit && text.length <= limit * 2 ? text : `${characters.slice(0, limit - 1).join("")}…`;
}

/** As code. Forges look for no mention and no reference inside it. */
export function code(text: string): string {
  // A pipe ends a cell even in code, but for one with a single backslash before it.
  const inert = shown(text).replace(/\\*\|/g, (pipe) => (pipe === "|" ? "\\|" : "¦"));
  if (inert.trim() === "") return "";
  const longest = Math.max(0, ...[...inert.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  const gap = /^[` ]|[` ]$/.test(inert) ? " " : "";
  return fence + gap + inert + gap + fence;
}

/** As words; what stands between backticks in it becomes code. */
export function prose(text: string): string {
  return shown(text)
    .trim()
    .split(/(?<!`)`([^`]+)`(?!`)/)
    .map((part, at) => (at % 2 === 1 ? code(part) : words(part)))
    .join("");
}

const APART = "\u200b";

/**
 * A forge looks for mentions after it has undone escapes, so that only a character in between keeps `@name`, `#1`, `!1`
 * and addresses from being taken for one.
 */
function words(text: string): string {
  return (
    text
      .replace(/([@#!%~$^&])(?=[\p{L}\p{N}_])/gu, `$1${APART}`)
      .replace(/(GH-)(?=\d)/gi, `$1${APART}`)
      .replace(/:(?=\/\/)|:(?=[\w+-]+:)/g, `:${APART}`)
      .replace(/(www)(?=\.)/gi, `$1${APART}`)
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/[\\`*[\]#|~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&")
      // At a line's start these would make a list, a heading or a rule.
      .replace(/^([-+=])/, "\\$1")
      .replace(/^(\d+)([.)])/, "$1\\$2")
  );
}
