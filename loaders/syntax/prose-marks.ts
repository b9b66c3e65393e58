// Tells what a line's marks say: a rule, an underline, a table's delimiter, a list's marker. One line at a time; each
// question is answered in one pass over the line.

/** The columns that leading white space takes, a tab going on to the next multiple of four. */
export function widthOf(text: string): number {
  let width = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === " ") width++;
    else if (text[index] === "\t") width += 4 - (width % 4);
    else break;
  }
  return width;
}

const RULE = /^[-=*_~#+─━═┄╌·.^"'`\s]+$/;

/** A line that only separates: dashes, equals signs, a ruler drawn in boxes. */
export function isRule(text: string): boolean {
  return text.length >= 3 && text.length < 1000 && RULE.test(text);
}

/** A line that makes a heading of what stands above it. */
export function isUnderline(text: string, dialect: "markdown" | "restructuredtext"): boolean {
  const mark = text[0] ?? "";
  if (!(dialect === "markdown" ? "=-" : "=-~^\"'`#*+.:_<>").includes(mark)) return false;
  if (text.length < (dialect === "markdown" ? 2 : 3)) return false;
  for (let index = 1; index < text.length; index++) if (text[index] !== mark) return false;
  return true;
}

/** The line between a table's head and its body: `|---|:--:|`, `+====+====+`. */
export function isDelimiter(text: string): boolean {
  let dashes = 0;
  let bars = 0;
  for (let index = 0; index < text.length; index++) {
    const mark = text[index];
    if (mark === "-" || mark === "=") dashes++;
    else if (mark === "|" || mark === "+") bars++;
    else if (mark !== ":" && mark !== " " && mark !== "\t" && mark !== "\r") return false;
  }
  return dashes > 0 && bars > 0;
}

/** The cells of a table's row, trimmed. `\|` is no border. */
export function cellsOf(row: string): string[] {
  const cells: string[] = [];
  let start = row.startsWith("|") ? 1 : 0;
  for (let index = start; index < row.length; index++) {
    if (row[index] === "\\") index++;
    else if (row[index] === "|") {
      cells.push(row.slice(start, index).trim());
      start = index + 1;
    }
  }
  if (start < row.length) cells.push(row.slice(start).trim());
  return cells;
}

export interface Marker {
  /** Characters up to where the text begins. */
  readonly length: number;
  /** The number of an ordered item, 0 of a bullet. */
  readonly ordinal: number;
  /** False of a field, which opens a passage and no list. */
  readonly list: boolean;
}

const BULLET = /^(?:[-*+•‣◦▪]|(\d{1,9})[.)]|\(\d{1,3}\))[ \t]{1,8}(?:\[[ xX]\][ \t]{1,4})?/;
const FIELD = /^(?=@[a-z]+\b|:(?:param|parameter|arg|argument|key|returns?|raises?|rtype|type|var|ivar|cvar|note)\b)/;

/** The marker a list item or, outside Markdown, a field (`:param x:`, `@param`) begins with. */
export function markerOf(text: string, dialect: string): Marker | null {
  const head = text.slice(0, 40);
  const bullet = BULLET.exec(head);
  if (bullet) return { length: bullet[0].length, ordinal: Number(bullet[1] ?? 0), list: true };
  if (/^[-*+]$/.test(text)) return { length: 1, ordinal: 0, list: true };
  if (dialect !== "markdown" && FIELD.test(head)) return { length: 0, ordinal: 0, list: false };
  return null;
}
