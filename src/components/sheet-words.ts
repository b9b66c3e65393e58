// Turns the Markdown of a sheet's sentences into nodes: code between backticks, links of issues, and words with their
// escapes undone. Anything else of Markdown is text.

import { breakable, type Child, h } from "./dom.js";

const MARKED = /(?<![\\`])(`+)(?!`)([\s\S]*?)(?<!`)\1(?!`)|\[([#!]?\d+)\]\((https?:[^\s()]+)\)/g;

/** A sentence of a sheet, its first letter in upper case. */
export function sheetWords(says: string): readonly Child[] {
  const nodes: Child[] = [];
  let last = 0;
  const words = (end: number): void => {
    const text = plainText(says.slice(last, end));
    if (text !== "") nodes.push(last === 0 ? text.slice(0, 1).toUpperCase() + text.slice(1) : text);
  };
  for (const match of says.matchAll(MARKED)) {
    words(match.index);
    last = match.index + match[0].length;
    const [, , code, number, link] = match;
    if (code !== undefined)
      nodes.push(h("code", {}, breakable(code.replace(/^ (.*) $/s, "$1").replaceAll("\\|", "|"))));
    else nodes.push(h("a", { href: link ?? "" }, number ?? ""));
  }
  words(says.length);
  return nodes;
}

/** Words without what made them harmless in Markdown. */
function plainText(text: string): string {
  return text
    .replaceAll("\u200b", "")
    .replace(/\\([\\`*[\]#|~$_+=.)-])/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
