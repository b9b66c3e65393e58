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

/** Measures versions of Python files. */
export class Pieces {
  readonly #known = new Recent<string, Held>(MOST, () => 1);

  /** As `measure`, of bytes that `decode` makes a text of. The grammar must be loaded. Throws "syntax-error". */
  measure(path: string, bytes: Uint8Array, decode: (bytes: Uint8Array) => string): Measured {
    const pieces = cut(bytes);
    const text = decode(bytes);
    if (pieces === null) return measure(path, text);
    const sum = [0, 0, 0];
    for (const [at, start] of pieces.entries()) {
      const held = this.#held(path, bytes.subarray(start, pieces[at + 1] ?? bytes.length), decode);
      for (const [each, n] of held.entries()) sum[each] = (sum[each] ?? 0) + n;
    }
    const [statements = 0, statementsWithDocstrings = 0, source = 0] = sum;
    return { statements, statementsWithDocstrings, source, physical: physicalLines(text) };
  }

  #held(path: string, piece: Uint8Array, decode: (bytes: Uint8Array) => string): Held {
    const key = createHash("sha1").update(piece).digest("base64");
    let held = this.#known.get(key);
    if (held === undefined) {
      const { statements, statementsWithDocstrings, source } = measure(path, decode(piece));
      held = [statements ?? 0, statementsWithDocstrings ?? 0, source ?? 0];
      this.#known.set(key, held);
    }
    return held;
  }
}

/**
 * Bytes at which pieces start; null where the file is not cut. A piece begins with a definition that stands at the left edge,
 * or with a member of a class that does: the grammar reads one that is indented, and a class without a body. So nothing but
 * the first piece begins with a string that could be taken for a docstring.
 */
function cut(bytes: Uint8Array): readonly number[] | null {
  const chunks = outlinePython(bytes);
  if (chunks === null) return null;
  const starts = [0];
  let owner: { readonly name: string; readonly indent: number } | null = null;
  for (const [at, { kind, owner: inside, name, start }] of chunks.entries()) {
    if (kind === "statement") continue;
    const indent = indentOf(bytes, start);
    if (inside === null && indent === 0) {
      const member = chunks[at + 1];
      starts.push(start);
      owner =
        kind === "class" && name !== null && member?.owner === name
          ? { name, indent: indentOf(bytes, member.start) }
          : null;
    } else if (owner !== null && inside === owner.name && indent === owner.indent) starts.push(start);
  }
  return starts.length < 3 ? null : starts;
}

/** Bytes of white space at the beginning of a line. */
function indentOf(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 32 || bytes[at] === 9) at++;
  return at - start;
}
