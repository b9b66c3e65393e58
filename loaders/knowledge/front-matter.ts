// Parts a Markdown text into the YAML between its first two `---` lines and what stands behind them. It reads neither.

export interface FrontMatter {
  /** Blank lines stand for those before it, so that lines of the YAML are lines of the file. */
  readonly yaml: string;
  readonly body: string;
}

/** Null where the text does not begin with `---`, or no second one ends it. */
export function frontMatterOf(text: string): FrontMatter | null {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  if (lines[0]?.trimEnd() !== "---") return null;
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (end === -1) return null;
  return {
    yaml: `\n${lines.slice(1, end).join("\n")}\n`,
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  };
}

/** The heading or the first sentence of a Markdown text, white space folded, at most 200 characters. */
export function titleOf(body: string): string {
  const paragraph: string[] = [];
  for (const line of body.split("\n", 200)) {
    const bare = line.trim();
    if (bare === "" || (paragraph.length > 0 && bare.startsWith("#"))) {
      if (paragraph.length > 0) break;
      continue;
    }
    paragraph.push(bare);
    if (bare.startsWith("#")) break;
  }
  const text = paragraph
    .join(" ")
    .replace(/^#+\s*/, "")
    .replace(/\s+/g, " ")
    .slice(0, 2_000);
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.length > 200 ? `${sentence.slice(0, 199)}…` : sentence;
}
