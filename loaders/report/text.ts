// Turns rows into a table for a terminal or a pipe. Text of a repository is made harmless here: a control character
// shows as its code, so that no subject or path can move the cursor or change a title.

/** Escapes what a terminal would obey: C0, DEL, C1, and characters that reorder a line. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0);
    return character === "\n" || character === "\t" ? " " : `\\u{${code.toString(16)}}`;
  });
}

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly alarm: (text: string) => string;
}

const plainText = (text: string) => text;
export const PLAIN: Style = { bold: plainText, dim: plainText, alarm: plainText };
export const COLOUR: Style = {
  bold: (text) => `\u001b[1m${text}\u001b[22m`,
  dim: (text) => `\u001b[2m${text}\u001b[22m`,
  alarm: (text) => `\u001b[31m${text}\u001b[39m`,
};

/** Colour only on a terminal, and not where NO_COLOR is set to anything. */
export function styleFor(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): Style {
  return stream.isTTY && !environment.NO_COLOR && environment.TERM !== "dumb" ? COLOUR : PLAIN;
}

/** Columns padded to their widest cell, two blanks between, numbers to the right. No line ends in blanks. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  style: Style = PLAIN,
): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell === null ? "" : String(cell))));
  const widths = heads.map((head, column) => Math.max(width(head), ...cells.map((row) => width(row[column] ?? ""))));
  const right = heads.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === "number" || row[column] === null),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        right[column]
          ? cell.padStart(cell.length + (widths[column] as number) - width(cell))
          : cell.padEnd(cell.length + (widths[column] as number) - width(cell)),
      )
      .join("  ")
      .trimEnd();
  return [style.dim(line(heads)), ...cells.map(line)].join("\n");
}

/** Columns that a text takes on a terminal: wide East Asian characters take two, combining marks none. */
function width(text: string): number {
  let columns = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (/\p{M}/u.test(character)) continue;
    columns +=
      code >= 0x1100 &&
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return columns;
}

/** RFC 4180, with cells that a spreadsheet would run as formulas made text. */
export function csv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | boolean | null)[])[],
): string {
  const cell = (value: string | number | boolean | null) => {
    if (value === null) return "";
    if (typeof value !== "string") return String(value);
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [columns.map(cell).join(","), ...rows.map((row) => row.map(cell).join(","))].join("\r\n");
}
