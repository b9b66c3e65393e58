// Turns an explanation, and the history of its rules where there is one, into the text of `profile explain`. Text out of
// the repository stays on its line; what a terminal could take for a control is a blank.

import type { Explanation } from "./explain.ts";
import { firstMatch, type MatchHistory, type Moment, type RuleHistory, type RuleMatch } from "./matches.ts";

const MOST_PLACES = 3;
const UNITS: Readonly<Record<RuleMatch["kind"], readonly [string, string]>> = {
  dispatch: ["site", "sites"],
  answer: ["answer", "answers"],
  hop: ["call", "calls"],
  pairing: ["place says so", "places say so"],
  carries: ["class", "classes"],
};

/** Lines without colour. `say` prints a commit, by default nine digits; `history` is of the line that ends here. */
export function printExplanation(
  explanation: Explanation,
  history: MatchHistory | null = null,
  say: (moment: Moment) => string = ({ commit }) => commit.slice(0, 9),
): string {
  const { profile, files, rules, nothing } = explanation;
  const lines = [`profile ${profile}, ${files} ${files === 1 ? "file" : "files"}`];
  if (nothing !== null) lines.push(nothing);
  if (files === 0) return `${lines.map(clean).join("\n")}\n`;
  for (const each of rules) {
    const [one, many] = UNITS[each.kind];
    const counted = each.count === 0 ? "matches nothing" : `${each.count} ${each.count === 1 ? one : many}`;
    lines.push("", `${each.rule}  ${each.says}: ${counted}${placesOf(each.places)}`);
    const past = history?.get(each.rule);
    if (history) lines.push(`  ${past ? sayHistory(past, say) : "never matched anything on this line"}`);
    for (const miss of each.near) {
      const times = miss.count > 0 ? `${miss.count} × ` : "";
      lines.push(`  near: ${times}${miss.reason}${placesOf(miss.places)}`);
    }
  }
  const first = history ? firstMatch(history, rules, "dispatch") : null;
  if (first && first.position > 0) lines.push("", `Before ${say(first)} nothing is sent by these rules.`);
  return `${lines.map(clean).join("\n")}\n`;
}

function sayHistory(past: RuleHistory, say: (moment: Moment) => string): string {
  const since = past.first.position === 0 ? "since the line begins" : `since ${say(past.first)}`;
  const until = past.gone === null ? "still" : `until ${say(past.gone)}`;
  const spells = past.spells > 1 ? `, in ${past.spells} spells` : "";
  return `${since}, ${until}${spells}; at most ${past.most}`;
}

function placesOf(places: readonly string[]): string {
  if (places.length === 0) return "";
  return ` (${places.slice(0, MOST_PLACES).join(", ")}${places.length > MOST_PLACES ? ", …" : ""})`;
}

function clean(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
}
