// Turns the document of a claim into altered ones: the sentence reworded, doubled, with another number, with two numbers
// swapped; a phrase that must not come back put back.

import type { Sentence } from "../pages.ts";
import type { Claim } from "../pin.ts";
import type { Stated } from "../prose/stated.ts";
import type { Seed } from "./seed.ts";

/** Seeds for one claim. `text` is its document's; `sentence` where the claim stands in it. */
export function proseSeeds({ prose }: Claim, doc: string, text: string, sentence: Sentence | null): readonly Seed[] {
  if (prose.kind === "own") return [];
  const seeds: Seed[] = [];
  const sow = (kind: string, says: string, altered: string) => {
    if (altered !== text) seeds.push({ kind, soil: "prose", says, files: new Map([[doc, altered]]) });
  };
  if (prose.kind === "never") {
    for (const { source } of prose.phrases.slice(0, 3))
      sow("put a phrase back", `${doc} says “${source}” again`, withParagraph(doc, text, source));
    return seeds;
  }
  if (sentence === null) return seeds;
  const lines = text.split("\n");
  const { first, last } = extentOf(lines, sentence);
  const own = lines.slice(first, last + 1);
  const replaced = (now: readonly string[]) => [...lines.slice(0, first), ...now, ...lines.slice(last + 1)].join("\n");
  sow(
    "reword the sentence",
    `${doc} says it in other words`,
    replaced(own.map((line) => line.replace(/\p{L}{4,}/gu, "reworded"))),
  );
  if (prose.kind === "sentence")
    sow(
      "say the sentence twice",
      `${doc} says it twice`,
      [...lines.slice(0, last + 1), "", ...own, ...lines.slice(last + 1)].join("\n"),
    );
  const roles = Object.entries(sentence.roles);
  for (const [role, stated] of roles.slice(0, 4)) {
    const other = otherThan(stated);
    if (other !== null)
      sow("state something else", `${role} is stated as ${other.words}`, replaced(put(own, stated.text, other.text)));
  }
  const numbers = roles.filter(([, stated]) => stated.kind === "number");
  const [a, b] = numbers;
  if (a !== undefined && b !== undefined && a[1].text !== b[1].text)
    sow("swap two numbers", `${a[0]} and ${b[0]} have changed places`, replaced(swapped(own, a[1].text, b[1].text)));
  return seeds;
}

/** A sentence spans lines until its roles all stood: those that a reader would rewrite. */
function extentOf(lines: readonly string[], { line, roles }: Sentence): { first: number; last: number } {
  const first = line - 1;
  const wanted = Object.values(roles).flatMap((stated) => (stated.kind === "list" ? stated.items : [stated.text]));
  let last = first;
  const whole = () =>
    lines
      .slice(first, last + 1)
      .join(" ")
      .replace(/\s+/g, " ");
  while (
    last < lines.length - 1 &&
    last - first < 60 &&
    !wanted.every((text) => whole().includes(text.replace(/\s+/g, " ")))
  )
    last++;
  return { first, last };
}

function otherThan(stated: Stated): { text: string; words: string } | null {
  if (stated.kind === "number") return { text: String(stated.value + 1), words: String(stated.value + 1) };
  if (stated.kind === "word") return { text: "something_else", words: "`something_else`" };
  const [item] = stated.items;
  return item === undefined
    ? null
    : { text: stated.text.replace(item, `${item}_v2`), words: `a list with \`${item}_v2\`` };
}

/** The text stands once: its first place is altered. One that goes over a line's end is looked for in parts. */
function put(lines: readonly string[], text: string, other: string): readonly string[] {
  const whole = lines.join("\n");
  const at = whole.indexOf(text);
  if (at >= 0) return `${whole.slice(0, at)}${other}${whole.slice(at + text.length)}`.split("\n");
  const [word] = text.split(/[\s,]+/);
  return word === undefined || word === "" ? lines : whole.replace(word, () => `${word}_v2`).split("\n");
}

function swapped(lines: readonly string[], a: string, b: string): readonly string[] {
  const whole = lines.join("\n");
  const [first, second] = whole.indexOf(a) < whole.indexOf(b) ? [a, b] : [b, a];
  const at = whole.indexOf(first);
  const then = whole.indexOf(second, at + first.length);
  if (at < 0 || then < 0) return lines;
  return `${whole.slice(0, at)}${second}${whole.slice(at + first.length, then)}${first}${whole.slice(then + second.length)}`.split(
    "\n",
  );
}

/** A document with one more paragraph at its end, in the form that its readers take for prose. */
function withParagraph(doc: string, text: string, paragraph: string): string {
  const end = text.endsWith("\n") ? "" : "\n";
  if (/\.pyi?$|\.rb$|\.sh$|\.ya?ml$/.test(doc)) return `${text}${end}\n# ${paragraph}\n`;
  if (/\.(?:[cm]?[jt]sx?|go|rs|java|cs|cpp|cc|c|h|php)$/.test(doc)) return `${text}${end}\n// ${paragraph}\n`;
  return `${text}${end}\n${paragraph}\n`;
}
