// Reads a corpus file: cases of a title, an input and what is expected, as tree-sitter's tests have them.

import { readFileSync } from "node:fs";

export interface CorpusCase {
  readonly title: string;
  readonly input: string;
  readonly expected: readonly string[];
}

/** `=== title`, the input, `---`, the expected lines. */
export function readCorpus(name: string): CorpusCase[] {
  const text = readFileSync(new URL(`../corpus/${name}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head, ...rest] = part.split("\n");
      const body = rest.join("\n");
      const at = body.lastIndexOf("\n---\n");
      return {
        title: head ?? "",
        input: body.slice(0, at),
        expected: body
          .slice(at + 5)
          .split("\n")
          .filter((line) => line !== ""),
      };
    });
}
