// Turns what people write for a function, a class or a constant (`f`, `Class.method`, `path: Class.method`, `path::f`) into
// a test of the names that files define. It looks into no file: what is defined where is for places.ts.

import { BinnacleError } from "../../../error.ts";
import { globFits } from "./scope.ts";

/** A name as it was asked for. */
export interface Wanted {
  /** Without its path, in dots: `Class.method`. */
  readonly name: string;
  /** The last part: it stands in every file that defines it. */
  readonly word: string;
  /** Whether a path is one of those that it may stand in. */
  readonly in: (path: string) => boolean;
  /** For people: `Class.method` in backticks, with its path where one is given. */
  readonly text: string;
}

/** Throws "bad-configuration" for what is no name. */
export function wantedName(given: string): Wanted {
  const [path, name] = pathAndName(given.trim());
  const plain = name.replace(/\(\)$/, "").replaceAll("::", ".");
  const word = plain.slice(plain.lastIndexOf(".") + 1);
  if (!plain.split(".").every((part) => /^[#@~]?[\p{L}\p{N}_$]+[?!=]?$/u.test(part)))
    throw new BinnacleError(
      "bad-configuration",
      `\`${given.slice(0, 80)}\` is no name of code; expected \`f\`, \`Class.method\` or \`path: Class.method\`.`,
    );
  const text = path === null ? `\`${plain}\`` : `\`${plain}\` in \`${path}\``;
  return { name: plain, word, in: path === null ? () => true : globFits(path), text };
}

/** A path is told by its slash, its ending or its stars: in `A::b` there is none. */
function pathAndName(given: string): readonly [path: string | null, name: string] {
  const colon = given.indexOf(":");
  if (colon < 0) return [null, given];
  const path = given.slice(0, colon);
  const name = given.slice(colon).replace(/^::?\s*/, "");
  return looksLikePath(path) ? [path, name] : [null, given];
}

function looksLikePath(text: string): boolean {
  return /[/*?[{]/.test(text) || /\.\w+$/.test(text);
}

/** Whether a dotted name is the wanted one, or ends in it: `close` and `Engine.close` both mean `pkg.Engine.close`. */
export function isNamed(wanted: Wanted, name: string): boolean {
  return name === wanted.name || name.endsWith(`.${wanted.name}`);
}

/** Whether a dotted name is, or stands in, the wanted one. */
export function isWithin(wanted: Wanted, name: string): boolean {
  return `.${name}.`.includes(`.${wanted.name}.`);
}
