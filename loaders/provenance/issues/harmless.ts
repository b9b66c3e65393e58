// Turns what a forge or a saved page holds into text that may be kept: bounded, without markup that a page would obey,
// without control characters and addresses of persons. It judges no content.

/** Characters of one comment that are kept; a forge takes 65,536 of one. */
export const LONGEST_TEXT = 200_000;
const LONGEST_WORD = 500;

/** Trailers that hold nothing but a person. */
const PERSONAL =
  /^[ \t]*(?:co-authored-by|signed-off-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|cc):.*$/gim;

/** What a terminal would obey, sequences whole, and what reorders a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /\u001b\[[0-9;?]{0,20}[ -/]{0,4}[@-~]|[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** A text of more than one line. `people` are account names: where one is mentioned, only that somebody is. */
export function harmlessText(text: string, people: ReadonlySet<string> = new Set()): string {
  const cut = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}\n… cut: ${text.length} characters` : text;
  const plain = cut
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(CONTROLS, "")
    .replace(PERSONAL, "")
    .replace(/[ \t]Co-Authored-By: [^\n<>]{0,100}<[^\s<>]{1,200}>/gi, "")
    .replace(/(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,20}(?![\w-])/gi, "(address)");
  return plain
    .replace(/(?<![\w`@/.])@([\w](?:[\w-]{0,38}))/g, (whole, name: string) =>
      people.has(name.toLowerCase()) ? "@someone" : whole,
    )
    .trim();
}

/** A title, a label, a branch: one line. */
export function harmlessLine(text: string): string {
  return harmlessText(text.slice(0, LONGEST_WORD)).replace(/\s+/g, " ");
}

const BLOCKS =
  /<\/?(?:p|div|br|li|ul|ol|tr|h[1-6]|pre|blockquote|section|article|table|hr|details|summary)\b[^<>]{0,2000}>/gi;
const HIDDEN = ["script", "style", "template", "noscript", "svg", "iframe"];
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
};

/** Whether a page was saved as HTML and not as text. */
export function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<html\b)/i.test(text.slice(0, 1000));
}

/** The text of a page in HTML, as far as text can be had without obeying it: what is hidden is left out, tags go. */
export function textOfHtml(html: string): string {
  let shown = html.replace(/<!--|-->/g, (each) => (each === "<!--" ? "<!" : ">"));
  for (const name of HIDDEN) shown = withoutElement(shown, name);
  return shown
    .replace(BLOCKS, "\n")
    .replace(/<[a-z/!][^<>]{0,20000}>/gi, "")
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? "")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}

/** One pass, whatever is nested or never closed. */
function withoutElement(html: string, name: string): string {
  const tag = new RegExp(`<(/?)${name}\\b[^<>]{0,2000}>?`, "gi");
  const kept: string[] = [];
  let depth = 0;
  let from = 0;
  for (const match of html.matchAll(tag)) {
    if (match[1] === "") {
      if (depth === 0) kept.push(html.slice(from, match.index));
      depth++;
    } else if (depth > 0) depth--;
    if (depth === 0) from = match.index + match[0].length;
  }
  if (depth === 0) kept.push(html.slice(from));
  return kept.join("");
}
