// Alters source line by line, as a person might who breaks a claim: what is named is dropped, renamed, copied out of its
// guard, called otherwise. The result need not run; it must be readable.

import type { Chunk } from "../../model.ts";

/** A place that a claim is about, in the lines of its file. */
export interface Spot {
  readonly lines: readonly string[];
  /** 0-based. */
  readonly at: number;
  /** The definition it stands in, or that begins there; null at the top of a file, or where there is no outline. */
  readonly chunk: Chunk | null;
  readonly isPython: boolean;
}

export interface Edit {
  readonly kind: string;
  /** What is done, behind "in core.py:12 ": "the line is gone". */
  readonly says: string;
  readonly lines: readonly string[];
}

/** Edits that need only the place. */
export function editsAt(spot: Spot): readonly Edit[] {
  const { lines, at } = spot;
  const line = lines[at] ?? "";
  const edits: (Edit | null)[] = [
    dropped(spot),
    unguarded(spot),
    atImport(spot),
    earlier(spot),
    ...guards(spot),
    returning(spot),
    ...definition(spot),
  ];
  for (const [kind, says, altered] of literals(line)) edits.push({ kind, says, lines: lines.with(at, altered) });
  return edits.filter((edit) => edit !== null);
}

/** Edits of a word that the claim asks about, where it stands on the spot. */
export function editsOf(word: string, spot: Spot): readonly Edit[] {
  const { lines, at } = spot;
  const line = lines[at] ?? "";
  const edits: Edit[] = [];
  const whole = wholeWord(word);
  if (whole !== null) {
    edits.push({
      kind: "rename what is named",
      says: `\`${word}\` is called \`${word}_v2\` everywhere in the file`,
      lines: lines.map((each) => each.replace(whole, `${word}_v2`)),
    });
    const called = new RegExp(`\\b${word}\\(([^()]*)\\)`).exec(line);
    if (called !== null) {
      const now = called[1]?.trim() === "" ? `${word}(None)` : `${word}()`;
      edits.push({
        kind: "call it otherwise",
        says: `it is called as \`${now}\``,
        lines: lines.with(at, `${line.slice(0, called.index)}${now}${line.slice(called.index + called[0].length)}`),
      });
    }
    const read = appended(spot, `${word}.read_by_a_seed`);
    if (read !== null)
      edits.push({ kind: "read one more", says: `\`${word}.read_by_a_seed\` is read too`, lines: read });
    edits.push({
      kind: "call it once more",
      says: `another function calls \`${word}\``,
      lines: spot.isPython
        ? [...lines, "", "def added_by_a_seed(self):", `    self.${word}()`, ""]
        : [...lines, "", "function addedByASeed() {", `  ${word}();`, "}", ""],
    });
  }
  return edits;
}

function wholeWord(word: string): RegExp | null {
  return /^[\w$]+$/.test(word) ? new RegExp(`(?<![\\w$])${word.replaceAll("$", "\\$")}(?![\\w$])`, "g") : null;
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? "";
}

/** A statement that is whole on its line: its brackets close. */
function isWhole(line: string): boolean {
  let depth = 0;
  for (const character of line) {
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
  }
  return depth === 0 && line.trim() !== "" && !/[\\,]$/.test(line.trim());
}

function dropped({ lines, at, chunk, isPython }: Spot): Edit {
  // A definition goes whole; of a statement its line, and Python wants something in its place.
  const isDefinition = chunk !== null && chunk.kind !== "statement" && chunk.line === at + 1;
  const last = isDefinition ? chunk.lastLine : at + 1;
  const first = isDefinition ? chunk.firstLine - 1 : at;
  const instead = isPython ? `${indentOf(lines[first] ?? "")}pass` : "";
  return {
    kind: "drop the code",
    says: isDefinition ? `\`${chunk.name}\` is gone` : "the line is gone",
    lines: lines.map((line, index) => (index < first || index >= last ? line : index === first ? instead : "")),
  };
}

/** The lines with a statement more at the end of the function, at the depth of its body. */
function appended({ lines, chunk, isPython }: Spot, statement: string): readonly string[] | null {
  if (chunk === null || chunk.kind !== "function") return null;
  const body = lines.slice(chunk.line, chunk.endLine).find((line) => line.trim() !== "");
  if (body === undefined) return null;
  const end = isPython ? chunk.endLine : chunk.endLine - 1;
  return [...lines.slice(0, end), `${indentOf(body)}${statement}`, ...lines.slice(end)];
}

function unguarded(spot: Spot): Edit | null {
  const line = spot.lines[spot.at] ?? "";
  const lines = isWhole(line) ? appended(spot, line.trim()) : null;
  return lines === null
    ? null
    : {
        kind: "do it once more, without its guard",
        says: "its line stands at the end of the function too, under no condition",
        lines,
      };
}

function atImport({ lines, at, isPython }: Spot): Edit | null {
  const line = lines[at] ?? "";
  if (
    !isPython ||
    !isWhole(line) ||
    /^\s*(?:def|class|@|if|for|while|with|try|else|except|return|yield|await)\b/.test(line)
  )
    return null;
  return {
    kind: "do it at import",
    says: "its line stands at the top of the module too",
    lines: [line.trim(), ...lines],
  };
}

/** The statement and the one before it in the same block have changed places. */
function earlier({ lines, at }: Spot): Edit | null {
  const line = lines[at] ?? "";
  if (!isWhole(line)) return null;
  for (let before = at - 1; before >= 0 && at - before < 12; before--) {
    const other = lines[before] ?? "";
    if (other.trim() === "") continue;
    if (indentOf(other) !== indentOf(line)) {
      if (indentOf(other).length < indentOf(line).length) return null;
      continue;
    }
    if (!isWhole(other) || /:$/.test(other.trim())) return null;
    return {
      kind: "change the order",
      says: "its line and the one before have changed places",
      lines: lines.with(at, other).with(before, line),
    };
  }
  return null;
}

/** Conditions of the function, each always true: three at most. */
function guards({ lines, chunk, isPython }: Spot): readonly Edit[] {
  if (chunk === null || chunk.kind !== "function") return [];
  const edits: Edit[] = [];
  for (let at = chunk.line; at < chunk.endLine && edits.length < 3; at++) {
    const line = lines[at] ?? "";
    const match = isPython ? /^(\s*)if (.+):\s*$/.exec(line) : /^(\s*)if \((.+)\)/.exec(line);
    if (match === null) continue;
    const [, indent, condition] = match as unknown as [string, string, string];
    edits.push({
      kind: "loosen a guard",
      says: `\`${condition.slice(0, 60)}\` is always true`,
      lines: lines.with(at, isPython ? `${indent}if True:` : line.replace(condition, "true")),
    });
  }
  return edits;
}

function returning({ lines, chunk, isPython }: Spot): Edit | null {
  if (chunk === null || chunk.kind !== "function") return null;
  const first = lines.findIndex((line, at) => at >= chunk.line && at < chunk.endLine && line.trim() !== "");
  if (first < 0) return null;
  const statement = isPython ? "if not self: return None" : "if (!this) return null;";
  return {
    kind: "return early",
    says: "the function returns nothing at its start",
    lines: [...lines.slice(0, first), `${indentOf(lines[first] ?? "")}${statement}`, ...lines.slice(first)],
  };
}

/** What can be done to a definition that begins on the spot. */
function definition({ lines, at, chunk, isPython }: Spot): readonly Edit[] {
  if (chunk === null || chunk.kind === "statement" || chunk.line !== at + 1) return [];
  const edits: Edit[] = [];
  const line = lines[at] ?? "";
  const indent = indentOf(line);
  edits.push({
    kind: "decorate it",
    says: `\`${chunk.name}\` is decorated with \`decorated_by_a_seed\``,
    lines: [...lines.slice(0, at), `${indent}@decorated_by_a_seed`, ...lines.slice(at)],
  });
  if (chunk.firstLine < chunk.line)
    edits.push({
      kind: "take a decorator away",
      says: `\`${chunk.name}\` has lost a decorator`,
      lines: lines.with(chunk.firstLine - 1, ""),
    });
  if (isPython && chunk.kind === "function" && /\(/.test(line))
    edits.push({
      kind: "take one more parameter",
      says: `\`${chunk.name}\` takes \`added_by_a_seed\` too`,
      lines: lines.with(
        at,
        line.replace(
          /\((self, ?|self(?=\)))?/,
          (open) => `${open === "(self" ? "(self, " : open}added_by_a_seed=None, `,
        ),
      ),
    });
  if (chunk.kind === "class") {
    const member = isPython
      ? [`${indent}    def __getattr__(self, name):`, `${indent}        return None`, ""]
      : [`${indent}  __getattr__() {}`];
    edits.push({
      kind: "add a member",
      says: `\`${chunk.name}\` has a member \`__getattr__\` too`,
      lines: [...lines.slice(0, chunk.endLine), ...member, ...lines.slice(chunk.endLine)],
    });
    if (isPython)
      edits.push({
        kind: "derive it from another",
        says: `\`${chunk.name}\` derives from \`BaseOfASeed\` too`,
        lines: lines.with(
          at,
          /\(\s*\)|\w\s*:/.test(line) && !/\(\s*\w/.test(line)
            ? line.replace(/(\(\s*\))?\s*:/, "(BaseOfASeed):")
            : line.replace("(", "(BaseOfASeed, "),
        ),
      });
  }
  return edits;
}

/** The first literal of the line, another one and one more. */
function* literals(line: string): Generator<readonly [kind: string, says: string, line: string]> {
  const text = /(["'])([^"'\\]+)\1/.exec(line);
  if (text !== null) {
    const [whole, quote, value] = text as unknown as [string, string, string];
    const put = (now: string) => `${line.slice(0, text.index)}${now}${line.slice(text.index + whole.length)}`;
    yield ["change a literal", `"${value}" is "${value}_v2"`, put(`${quote}${value}_v2${quote}`)];
    yield ["add a literal", `"${value}_v2" stands beside "${value}"`, put(`${whole}, ${quote}${value}_v2${quote}`)];
  }
  const number = /(?<![\w.])\d+(?![\w.])/.exec(line);
  if (number !== null)
    yield [
      "change a number",
      `${number[0]} is ${Number(number[0]) + 1}`,
      `${line.slice(0, number.index)}${Number(number[0]) + 1}${line.slice(number.index + number[0].length)}`,
    ];
}
