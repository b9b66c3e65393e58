// Turns a comment's text into the parts of it that are more than prose: tables with their cells, the difference that a
// gate's text states, and lists of what was not checked. A row that a page broke over lines is put together again.

/** A table as it is written. */
export interface WrittenTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** `+52`, from the lines right behind it that say what changed. */
  readonly stated: string | null;
}

const MOST_ROWS = 500;
const MOST_LINE = 20_000;

export function tablesIn(text: string): readonly WrittenTable[] {
  const lines = text.split("\n");
  const tables: WrittenTable[] = [];
  for (let at = 0; at + 1 < lines.length; at++) {
    if (!isRule(lines[at + 1]!) || !lines[at]!.includes("|")) continue;
    const columns = cellsOf(lines[at]!);
    if (columns.length < 2 || columns.length !== cellsOf(lines[at + 1]!).length) continue;
    const { rows, end } = rowsFrom(lines, at + 2, columns.length);
    tables.push({ columns, rows, stated: statedDelta(lines.slice(end, end + 4)) });
    at = end - 1;
  }
  return tables;
}

function isRule(line: string): boolean {
  return line.length < MOST_LINE && line.includes("-") && /^[\s|:-]+$/.test(line) && line.includes("|");
}

/** Bars in code and escaped ones part nothing. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isCode = false;
  const text = line.slice(0, MOST_LINE).trim();
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === "\\" && text[at + 1] === "|") cell += text[++at];
    else if (character === "|" && !isCode) {
      cells.push(cell.trim());
      cell = "";
    } else {
      if (character === "`") isCode = !isCode && text.includes("`", at + 1);
      cell += character;
    }
  }
  cells.push(cell.trim());
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells;
}

function rowsFrom(lines: readonly string[], from: number, width: number) {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = from;
  for (; at < lines.length && rows.length < MOST_ROWS; at++) {
    const line = lines[at]!.trim();
    const ends = line.endsWith("|");
    // What is left of a row whose cells a page put on lines of their own ends with a bar, or is its last cell.
    if (line === "" || (!line.startsWith("|") && !ends)) break;
    const isWhole = line.startsWith("|");
    if (isWhole && row.length > 0) rows.push(row);
    row = isWhole ? cellsOf(line) : [...row, ...cellsOf(line)];
    if (row.length >= width) {
      rows.push(row.slice(0, width));
      row = [];
    }
  }
  if (row.length > 0) rows.push(row);
  return { rows, end: at };
}

function statedDelta(lines: readonly string[]): string | null {
  for (const line of lines) {
    const match = /(?:\bdelta\b[^\d+−-]{0,40}|[−-] control =? ?)\**\s*([+−-]\d{1,9})\b/i.exec(line.slice(0, 1000));
    if (match !== null) return match[1]!.replace("−", "-");
  }
  return null;
}

const UNCHECKED_HEAD =
  /^(?:#{1,6} )?(?:\d{1,2}\. )?(?:still not checked|not checked|what I could not check)\b[.:]?\**$/i;
/** In a line, also where a page's text glues it to what stands before and behind. */
const UNCHECKED_INSIDE =
  /(?:(?:^|[-*.!?] ?|\s)\*{0,3}(?:Still not|Not) checked\*{0,3}:\*{0,3}\s{0,9}|(?:Still not checked|What I could not check|Not checked)(?=[A-Z]))/;

/** What a text says was not checked, thing by thing. */
export function uncheckedIn(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.slice(0, MOST_LINE).trim());
  const found: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const inside = UNCHECKED_INSIDE.exec(line);
    if (inside === null && !(UNCHECKED_HEAD.test(line) && line.length < 80)) continue;
    const parts = inside === null ? [] : [line.slice(inside.index + inside[0].length)];
    // A page's text breaks a paragraph at marks inside it: what follows is of it up to a heading, an item or an end.
    for (let next = at + 1; next < lines.length && next - at <= 40 && parts.length < 40; next++) {
      const under = lines[next]!;
      if (under === "" ? parts.length > 0 : isHeading(under) && parts.length > 0) break;
      if (inside !== null && /^[-*|] /.test(under)) break;
      if (under !== "") parts.push(under);
    }
    found.push(...joined(parts).flatMap(thingsOf));
  }
  return [...new Set(found)].slice(0, 200);
}

/** Paragraphs and items, each whole. */
function joined(parts: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const part of parts)
    if (whole.length === 0 || /^[-*] /.test(part) || /[.!?:]$/.test(whole.at(-1)!))
      whole.push(part.replace(/^[-*] /, ""));
    else whole[whole.length - 1] += ` ${part}`;
  return whole;
}

function isHeading(line: string): boolean {
  return /^#{1,6} /.test(line) || (line.length < 80 && !/[.;:,|]$/.test(line) && !/^[-*] /.test(line));
}

/** Parts at semicolons where a sentence is a list of them, else sentences. A word before a colon introduces and is no thing. */
function thingsOf(text: string): string[] {
  const sentences = text.split(/(?<=[^\s.][.!?]) (?=[A-Z`*])/);
  return sentences
    .flatMap((sentence) => {
      const list = /^[^;:]{0,160}: (?=[^;]*;)/.exec(sentence);
      const rest = list === null ? sentence : sentence.slice(list[0].length);
      return (rest.match(/;/g)?.length ?? 0) >= 2 ? rest.split(/; /) : [rest];
    })
    .map((each) => each.replace(/^and (?=\w)/, "").replace(/[\s.;|]+$/, ""))
    .filter((each) => each.length > 8 && each !== "");
}
