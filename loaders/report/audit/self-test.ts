// Turns a self-test into a table for a person, with one sentence on what green means here, or into JSON.

import type { SelfTest, Shifted } from "../../audit/self-test.ts";
import { type Style, table } from "../text.ts";
import { jsonText, logSafe, shown } from "./log-safe.ts";
import { capital, counted } from "./words.ts";

/** What a self-test is of. */
export interface SelfTestHeading {
  readonly repository: string;
  readonly commit: string;
  /** For people: `HEAD`, `work tree`. */
  readonly judged: string;
}

/** `binnacle audit --self-test --json`, `"schema": 1`. */
export function selfTestJson(heading: SelfTestHeading, test: SelfTest): string {
  return jsonText({
    schema: 1,
    repository: heading.repository,
    commit: heading.commit,
    judged: heading.judged,
    sound: test.sound,
    taken: test.taken,
    shifts: test.shifts.map((shift) => ({ ...shift, share: share(shift.caught, shift.tried) })),
    green: greenMeans(test),
  });
}

export function selfTestText({ repository, judged }: SelfTestHeading, test: SelfTest, style: Style): string {
  const title = style.bold(`Self-test of ${shown(repository)}, ${shown(judged)}`);
  if (test.taken === 0) return logSafe(`${title}\n\n${greenMeans(test)}`);
  const which =
    test.taken === test.sound
      ? `${capital(counted(test.sound, "citation holds and was", "citations hold and were"))} given wrong numbers, up and down the file; nothing was written.`
      : `${capital(counted(test.sound, "citation holds", "citations hold"))}; ${counted(test.taken, "of them, evenly spread, was", "of them, evenly spread, were")} given wrong numbers, up and down the file; nothing was written.`;
  const rows = test.shifts.map((shift) => [
    `±${shift.by}`,
    shift.tried,
    shift.caught,
    percent(shift.caught, shift.tried),
    shift.failing,
    shift.ledBack.strong,
    shift.ledBack.hint,
    shift.misled,
    shift.unknown,
    shift.skipped,
  ]);
  const heads = "lines off|tried|caught|share|fail|led back|by a hint|misled|unknown|left the file".split("|");
  return logSafe([title, which, table(heads, rows, style), greenMeans(test)].join("\n\n"));
}

/** In a sentence or two, what it is worth that nothing is called wrong here. */
export function greenMeans({ taken, shifts }: SelfTest): string {
  const tried = shifts.filter((shift) => shift.tried > 0);
  const [near] = tried;
  const far = tried.at(-1);
  if (taken === 0 || near === undefined || far === undefined)
    return "No citation with line numbers holds here, so there is nothing to try.";
  const ends = near === far ? caught(near, "them") : `${caught(near, "those")}, and ${caught(far, "those")}`;
  return `Green means here that every citation was followed from the commit that wrote it, and that none was seen to be wrong before that. Of numbers that were never right, only the words can tell: they catch ${ends}; the others are green.`;
}

function caught({ by, caught: found, unknown, tried }: Shifted, of: string): string {
  return `${percent(found, tried)} of ${of} ${by} ${by === 1 ? "line" : "lines"} off and leave ${percent(unknown, tried)} undecided`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((100 * part) / whole)} %`;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 1000;
}
