// Finds the lines of a comment that are code which somebody took out of a program. It knows the look of such lines and no
// language.

/** A line that somebody took out of a program: an assignment, a call alone, the head of a block. */
const CODE_LINE =
  /^\s*(?:[\w.[\]"', *]{1,80}\s(?:[-+*/|&]?=|:=)\s\S|(?:if|elif|for|while|def|class|with|try|except|else|async def)\b.{0,300}:$|(?:return|import|from|assert|raise|del|await|yield|const|let|var)\s+\S{1,200}(?:\s[=+*/%<>-]{1,3}\s.{0,200})?;?$|return\s[\w.]{1,80}\(.{0,200}\)$|["'][^"']{1,120}["'],?$|[\w.]{1,80}\([^()]{0,200}(?:\([^()]{0,100}\)[^()]{0,100}){0,3}\)[,;:]?$|[\w.]{1,80}\($|.{0,200}[;{]$)/;

/** The lines of a comment that are code and no prose: names in them are used, and nothing is said of them. */
export function codeLinesOf(text: string): readonly (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = [];
  let from = 0;
  for (const line of text.split("\n")) {
    if (line.length < 1_000 && CODE_LINE.test(line)) found.push([from, from + line.length]);
    from += line.length + 1;
  }
  return found;
}
