// Turns a string of Python's source into what it says when the program runs, byte for byte where it can. Facts keep a plainer
// text, which is enough for names.

import type { Node } from "../../../syntax/grammar.ts";
import { parts } from "../../../syntax/nodes.ts";

/** Null of an f-string with holes, of bytes that are no UTF-8, and of a character that is told by its name. */
export function pythonString(node: Node): string | null {
  if (node.type === "concatenated_string") {
    const pieces = parts(node).map(pythonString);
    return pieces.every((each) => each !== null) ? pieces.join("") : null;
  }
  if (node.type !== "string") return null;
  const open = node.firstChild?.text ?? "";
  const prefix = open.replace(/["'].*/s, "").toLowerCase();
  // The grammar counts a last backslash and line end to the closing mark, which is as long as the opening one.
  const mark = open.length - prefix.length;
  if (parts(node).some(({ type }) => type === "interpolation")) return null;
  // Python ends its lines in `\n`, whatever the file does.
  let inside = node.text.slice(open.length, node.text.length - mark).replaceAll("\r\n", "\n");
  if (/[ft]/.test(prefix)) inside = inside.replaceAll("{{", "{").replaceAll("}}", "}");
  if (prefix.includes("r")) return inside;
  return prefix.includes("b") ? unescapedBytes(inside) : unescaped(inside);
}

const SIMPLE: Readonly<Record<string, string>> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g;

function unescaped(source: string): string | null {
  if (/\\N\{/.test(source)) return null;
  return source.replace(ESCAPE, (whole, x, u, long, octal, character) => {
    if (character !== undefined) return SIMPLE[character as string] ?? whole;
    const code = octal === undefined ? Number.parseInt(x ?? u ?? long, 16) : Number.parseInt(octal, 8);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Bytes of one character each, read as UTF-8. */
function unescapedBytes(source: string): string | null {
  const bytes = source.replace(/\\(?:x([\da-fA-F]{2})|([0-7]{1,3})|([\s\S]))/g, (whole, x, octal, character) => {
    if (character !== undefined) return SIMPLE[character as string] ?? whole;
    return String.fromCharCode((octal === undefined ? Number.parseInt(x, 16) : Number.parseInt(octal, 8)) & 255);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    return null;
  }
}
