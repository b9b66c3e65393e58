// Turns a configured regular expression into one that takes time linear in the text, whatever it says. Patterns with
// back references and look-arounds do not exist here.

import { RE2JS } from "re2js";
import { BinnacleError, messageOf } from "../../../error.ts";

const LONGEST = 500;

/** Throws "bad-configuration" with what is wrong. `^` and `$` are ends of lines. */
export function linearPattern(source: string): RE2JS {
  if (source.length > LONGEST)
    throw new BinnacleError("bad-configuration", `A pattern has ${source.length} characters; at most ${LONGEST}.`);
  try {
    return RE2JS.compile(source, RE2JS.MULTILINE);
  } catch (cause) {
    throw new BinnacleError(
      "bad-configuration",
      `\`${source.slice(0, 80)}\` is no pattern: ${messageOf(cause)}. Patterns are RE2's, without look-around.`,
      { cause },
    );
  }
}
