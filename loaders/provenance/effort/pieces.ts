// Cuts a Python file between its definitions, so that one which stands in a hundred versions is measured once: what a file
// holds is the sum of what its pieces hold. It cuts only where indentation decides; the whole file is the way out.

import { createHash } from "node:crypto";
import { Recent } from "../../recent.ts";
import { outlinePython } from "../../syntax/python-outline.ts";
import { type Measured, measure, physicalLines } from "./measure.ts";

/** Pieces whose numbers are remembered. */
const MOST = 200_000;

/** What a piece holds: statements, docstrings among them, source lines. */
type Held = readonly [statements: number, withDocstrings: number, source: number];

/** Lines that stand before or after a piece so that it parses as it does in its file; each is a statement and a line. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/** Measures versions of Python files. */
export class Pieces {
  readonly #known = new Recent<string, Held>(MOST, () => 1);

  /** As `measure`, of bytes that `decode` makes a text of. The grammar must be loaded. Throws "syntax-error". */
  measure(path: string, bytes: Uint8Array, decode: (bytes: Uint8Array) => string): Measured {
    const pieces = cut(bytes);
    const text = decode(bytes);
    if (pieces === null) return measure(path, text);
    const sum = [0, 0, 0];
    for (const piece of pieces)
      for (const [at, n] of this.#held(path, bytes, piece, decode).entries()) sum[at] = (sum[at] ?? 0) + n;
    const [statements = 0, statementsWithDocstrings = 0, source = 0] = sum;
    return { statements, statementsWithDocstrings, source, physical: physicalLines(text) };
  }

  #held(path: string, bytes: Uint8Array, piece: Piece, decode: (bytes: Uint8Array) => string): Held {
    const own = bytes.subarray(piece.start, piece.end);
    const key = createHash("sha1").update(`${piece.before}\n${piece.after}\n`).update(own).digest("base64");
    let held = this.#known.get(key);
    if (held === undefined) {
      const { statements, statementsWithDocstrings, source } = measure(path, piece.before + decode(own) + piece.after);
      const added = (piece.before === "" ? 0 : 1) + (piece.after === "" ? 0 : 1);
      held = [(statements ?? 0) - added, (statementsWithDocstrings ?? 0) - added, (source ?? 0) - added];
      this.#known.set(key, held);
    }
    return held;
  }
}

/** Pieces in order, which together are the file; null where it is not cut. */
function cut(bytes: Uint8Array): readonly Piece[] | null {
  const chunks = outlinePython(bytes);
  if (chunks === null) return null;
  const pieces: Piece[] = [{ start: 0, end: bytes.length, before: "", after: "" }];
  let owner: { readonly name: string; readonly indent: number; readonly piece: number } | null = null;
  const begin = (start: number, before: string) => {
    pieces[pieces.length - 1] = { ...pieces.at(-1)!, end: start };
    pieces.push({ start, end: bytes.length, before, after: "" });
  };
  for (const [at, chunk] of chunks.entries()) {
    const indent = indentOf(bytes, chunk.start);
    if (chunk.kind !== "statement" && chunk.owner === null && indent === 0) {
      begin(chunk.start, "");
      const inside = chunks[at + 1];
      owner =
        chunk.kind === "class" && chunk.name !== null && inside?.owner === chunk.name
          ? { name: chunk.name, indent: indentOf(bytes, inside.start), piece: pieces.length - 1 }
          : null;
    } else if (owner !== null && chunk.kind !== "statement" && chunk.owner === owner.name && indent === owner.indent) {
      // A class whose body begins here would be left without one.
      const isFirst = chunks[at - 1]?.kind === "class" && pieces.length - 1 === owner.piece;
      if (isFirst) pieces[owner.piece] = { ...pieces[owner.piece]!, after: `${" ".repeat(indent)}x\n` };
      begin(chunk.start, "class _:\n");
    }
  }
  return pieces.length < 3 ? null : pieces;
}

/** Bytes of white space at the beginning of a line. */
function indentOf(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 32 || bytes[at] === 9) at++;
  return at - start;
}
