// Finds the lines of comments and docstrings that are code: taken out of a program, or shown as an example. It knows the
// look of such lines and no language.

/** Looks of a line of code, each anchored at its start; the words around them are those of several languages. */
const LOOKS: readonly RegExp[] = [
  // An assignment; a call alone, or one that goes on; a string of a list.
  /^[\w.[\]"', *]{1,80}\s(?:[-+*/|&]?=|:=)\s\S/,
  /^[\w.]{1,80}\((?:[^()]{0,200}(?:\([^()]{0,100}\)[^()]{0,100}){0,3}\)[,;:]?)?$/,
  /^["'][^"']{1,120}["'],?$/,
  // The head of a definition or of a block.
  /^(?:async\s+)?(?:def|class|function|fn|func)\s+\w.{0,300}[:{]$/,
  /^for\s+\w+(?:,\s?\w+){0,4}\s+in\s+\S{1,200}:$/,
  /^(?:if|elif|while)\s+\S{1,200}(?:\s(?:==|!=|<=?|>=?|is|in|not|and|or)\s\S{1,80}){0,4}:$/,
  /^(?:with\s+\S{1,200}\(.{0,200}\)(?:\s+as\s+\w+)?|except\s+\w.{0,80}|try|else):$/,
  // A statement of one word and what it is about.
  /^(?:return|import|from|assert|raise|del|await|yield|const|let|var)\s+\S{1,200}(?:\s[=+*/%<>-]{1,3}\s.{0,200})?;?$/,
  /^return\s[\w.]{1,80}\(.{0,200}\)$/,
  // What ends as only code does.
  /^[\w\s*&.:<>[\]-]{1,80}[=(][^;]{0,200};$/,
  /^.{0,200}\)\s?\{$/,
];

/** The lines that are code and no prose, half-open: names in them are used, and nothing is said of them. */
export function codeLinesOf(text: string): readonly (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = [];
  let from = 0;
  for (const line of text.split("\n")) {
    const bare = line.length < 1_000 ? line.trim() : "";
    if (bare !== "" && LOOKS.some((look) => look.test(bare))) found.push([from, from + line.length]);
    from += line.length + 1;
  }
  return found;
}
