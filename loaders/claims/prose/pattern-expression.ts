// Compiles the regular expressions of a configuration, which are hostile: in linear time only, and bounded before the
// engine unrolls them. It searches nothing.

import { RE2JS } from "re2js";
import { BinnacleError, messageOf } from "../../error.ts";

/** Characters of a source. */
const LONGEST = 1_000;
/** Instructions of a program, most of which may be alive at each character of a document. */
const MOST_STEPS = 1_000;

/** Throws "bad-configuration", naming the place and what is wrong there. */
export function compileExpression(source: string): RE2JS {
  const where = `pattern "${shown(source)}"`;
  if (source.length > LONGEST)
    fail(`${where} has ${source.length} characters; expected at most ${LONGEST}. Take a part of the sentence.`);
  const steps = stepsOf(source);
  if (steps > MOST_STEPS) tooLarge(where, steps);
  const compiled = compiledOf(source, where);
  if (compiled.programSize() > MOST_STEPS) tooLarge(where, compiled.programSize());
  if (compiled.test("")) fail(`${where} matches where nothing is; expected words. Write some that must be there.`);
  return compiled;
}

function compiledOf(source: string, where: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (cause) {
    const at = /\(\?(?:=|!|<=|<!)/.exec(source)?.index;
    if (at !== undefined)
      fail(
        `${where}, character ${at + 1}: "${source.slice(at, at + 4).replace(/[^(?=!<].*/, "")}" looks around, which takes more than linear time; expected RE2's syntax. Match what stands there, or name it in "says:".`,
        cause,
      );
    const back = /\\(?:[1-9]|k<)/.exec(source)?.index;
    if (back !== undefined)
      fail(
        `${where}, character ${back + 1}: a reference to a group takes more than linear time; expected RE2's syntax. Write out what it stands for.`,
        cause,
      );
    const [, said = "", part = ""] = /^error parsing regexp: (.*?)(?:: `([\s\S]*)`)?$/.exec(messageOf(cause)) ?? [];
    const found = part === "" ? -1 : source.indexOf(part);
    const place = found < 0 ? "" : `, character ${found + 1}`;
    return fail(
      `${where}${place}: ${said === "" ? messageOf(cause) : said}; expected RE2's syntax. Correct it.`,
      cause,
    );
  }
}

/** How long a source is when what is counted in it is written out; an estimate, never far too low. */
function stepsOf(source: string): number {
  const outer: number[] = [];
  let sum = 0;
  let last = 0;
  for (const { 0: token } of source.matchAll(TOKEN)) {
    const counted = /^\{(\d+)(?:,(\d*))?\}$/.exec(token);
    if (token.startsWith("(")) {
      outer.push(sum);
      sum = 0;
      last = 0;
    } else if (token === ")") {
      last = sum;
      sum += outer.pop() ?? 0;
    } else if (counted) {
      const times = Math.max(Number(counted[1]), Number(counted[2] ?? 0), 1);
      sum += last * (times - 1);
      last *= times;
    } else if (!/^[*+?|]$/.test(token)) {
      sum++;
      last = 1;
    }
    if (sum > 1e6) return sum;
  }
  return outer.reduce((total, each) => total + each, sum);
}

const TOKEN =
  /\\[pPx]\{[^}]{0,60}\}|\\[\s\S]|\[\^?\]?(?:\[:\^?\w{1,20}:\]|\\[\s\S]|[^\]\\])*\]|\{\d{1,9}(?:,\d{0,9})?\}|\(\?P?<\w{1,80}>|\([?]?[imsU:-]{0,8}|[\s\S]/g;

function tooLarge(where: string, steps: number): never {
  fail(
    `${where} takes ${steps} steps for each character; expected at most ${MOST_STEPS}. Count less in it: what is counted is written out.`,
  );
}

function shown(source: string): string {
  return source.length > 60 ? `${source.slice(0, 60)}…` : source;
}

function fail(message: string, cause?: unknown): never {
  throw new BinnacleError("bad-configuration", message, cause === undefined ? {} : { cause });
}
