// Makes the sentences that stand over the citations page and its figures, by rule: the finding with its number, or a dull
// one that is still true. It never says why something is so.

import type { CitationsExtract } from "../../loaders/report/pages.ts";
import type { Row } from "./citations-rows.js";
import type { Phrase } from "./dom.js";
import { shortest } from "./headlines.js";
import { isJudged, isWrong, VERDICT_ORDER, VERDICTS } from "./verdicts.js";
import { count, counted, digits, listed, measured, sentence } from "./words.js";

/** How many stand, of those that are judged. */
interface Tally {
  readonly standing: number;
  readonly judged: number;
  readonly holds: number;
  readonly wrong: number;
}

export function tally(rows: readonly Row[]): Tally {
  const standing = rows.filter((row) => row.last === null);
  const holds = standing.filter((row) => row.verdict === "holds").length;
  const wrong = standing.filter((row) => isWrong(row.verdict)).length;
  return { standing: standing.length, judged: holds + wrong, holds, wrong };
}

/** The page's title. */
export function citationsTitle(audited: boolean, { standing, judged, holds, wrong }: Tally): string {
  if (!audited) return "No citation has been judged yet";
  if (standing === 0) return "Nothing in this tree cites code by line";
  if (judged === 0) return `${sentence(counted(standing, "citation"))}, and none of them could be judged`;
  const all = counted(judged, "citation");
  return shortest([
    wrong === 0
      ? judged === 1
        ? "The one citation still says where the code is"
        : `All ${all} still say where the code is`
      : null,
    holds === 0 ? (judged === 1 ? "The one citation is not true" : `None of ${all} says where the code is`) : null,
    `${sentence(count(holds))} of ${all} still ${holds === 1 ? "says" : "say"} where the code is`,
    `${measured(judged, "citation")}, ${digits(wrong)} of them wrong`,
  ]);
}

/** The page's deck: what never was true, what is gone, and how fast the right ones broke. */
export function citationsDeck(rows: readonly Row[]): string {
  const standing = rows.filter((row) => row.last === null);
  const of = (verdict: Row["verdict"]): number => standing.filter((row) => row.verdict === verdict).length;
  const never = of("wrong-when-written");
  const gone = of("missing");
  const broken = standing.filter((row) => row.until !== null && row.held !== null);
  const parts = [
    never > 0 && `${count(never)} never matched the code ${never === 1 ? "it names" : "they name"}`,
    gone > 0 && `${count(gone)} ${gone === 1 ? "names" : "name"} what is gone`,
  ].filter((part) => part !== false);
  const said = [
    parts.length > 0 && `${sentence(parts.join("; "))}.`,
    broken.length > 0 &&
      `${sentence(count(broken.length))} ${broken.length === 1 ? "was right when written and broke" : "were right when written and broke"}, ${
        broken.length === 1
          ? `after ${age(broken[0]?.held ?? 0)}`
          : `half of them within ${age(median(broken.map((row) => row.held ?? 0)))}`
      }.`,
  ].filter((part) => part !== false);
  const strong = standing.filter((row) => row.strength === 2).length;
  if (strong > 0 && said.length < 2) said.push(`${sentence(count(strong))} can be repaired without a person.`);
  return said.join(" ");
}

/** What is not drawn: "38 external and one quoted"; empty where all is. */
export function unjudgedWords(rows: readonly Row[]): string {
  const standing = rows.filter((row) => row.last === null && !isJudged(row.verdict));
  return listed(
    VERDICT_ORDER.flatMap((verdict) => {
      const n = standing.filter((row) => row.verdict === verdict).length;
      return n === 0 ? [] : [`${count(n)} ${VERDICTS[verdict].label}`];
    }),
  );
}

/** "No citation is wrong. 23 judged, 39 not about this tree." */
export function nothingWrong(extract: CitationsExtract, rows: readonly Row[]): string {
  const { judged, standing } = tally(rows);
  const elsewhere = rows.filter(
    (row) => row.last === null && ["external", "historical", "quoted"].includes(row.verdict),
  ).length;
  const left = extract.left.reduce((sum, each) => sum + each.count, 0);
  const unjudged = standing - judged - elsewhere;
  const parts = [
    `${digits(judged)} judged`,
    elsewhere > 0 && `${digits(elsewhere)} not about this tree`,
    unjudged > 0 && `${digits(unjudged)} without anything to judge by`,
    left > 0 && `${digits(left)} left out`,
  ].filter((part) => part !== false);
  return `No citation is wrong. ${parts.join(", ")}.`;
}

/** The title of "what broke the most": commits with what they broke, most first. */
export function brokeTitle(
  groups: readonly { readonly name: string; readonly rows: readonly Row[]; readonly file: string | null }[],
): Phrase {
  const [top] = groups;
  if (!top) return ["No commit broke a citation"];
  const all = groups.reduce((sum, group) => sum + group.rows.length, 0);
  if (groups.length === 1 && all === 1) return [`${top.name} broke the only one that broke`];
  if (top.rows.length === 1) return [`${sentence(counted(groups.length, "commit"))} broke one citation each`];
  if (top.file !== null && top.file.length < 30)
    return [`${top.name} broke ${count(top.rows.length)} citations of `, { code: top.file }];
  return [`${top.name} broke ${count(top.rows.length)} of the ${count(all)} that broke`];
}

/** The title of the survival plot. */
export function lastedTitle(held: readonly number[]): string {
  if (held.length === 0) return "How long right ones last";
  if (held.length === 1) return `The one that broke was right for ${age(held[0] ?? 0)}`;
  return shortest([
    `How long a right one stayed right: the median is ${age(median(held))}`,
    `Right ones lasted ${age(median(held))}`,
  ]);
}

/** The middle value, or the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
}

/** Days in words: "under a day", "one day", "three days", "149 days". */
export function age(days: number): string {
  return days < 1 ? "under a day" : counted(Math.round(days), "day");
}
