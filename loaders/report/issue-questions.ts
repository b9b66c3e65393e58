// Turns answers across issues into lines for a person. What is asked is provenance/issues/questions.ts's.

import type { Changing, NamingNone, SpeaksOfGone, ToldEvent } from "../provenance/issues/questions.ts";
import { shown } from "./audit/log-safe.ts";
import { capital, count, counted, listed, momentWords } from "./audit/words.ts";
import { cut } from "./issue-words.ts";
import type { Style } from "./text.ts";

/** Events of one commit that are told. */
const MOST_EVENTS = 12;

/** `what`: the contract that was asked for. Lines without a line end at their end. */
export function changesText(what: string, all: readonly Changing[], style: Style): string {
  if (all.length === 0) return `No commit of this line changed ${shown(what)}.`;
  const pulls = new Set(all.flatMap(({ issues }) => issues));
  const without = all.filter(({ issues }) => issues.length === 0).length;
  const rest = without === 0 ? "" : `; ${counted(without, "commit")} of no pull request`;
  return [
    `${style.bold(shown(what))}  ${counted(pulls.size, "pull request")} changed it, in ${counted(all.length - without, "commit")}${rest}`,
    ...all.flatMap((each) => changingLines(each, false)),
  ].join("\n");
}

export function namingNoneText({ looked, commits }: NamingNone, style: Style): string {
  if (looked === 0) return "No commit of this line changed the surface.";
  const of = `${capital(counted(commits.length, "commit"))} of ${count(looked)} that changed the surface`;
  if (commits.length === 0)
    return `${looked === 1 ? "The one commit that changed the surface names" : `All ${count(looked)} commits that changed the surface name`} an issue or a pull request.`;
  return [
    style.bold(`${of} ${commits.length === 1 ? "names" : "name"} no issue.`),
    ...commits.flatMap((each) => changingLines(each, true)),
  ].join("\n");
}

function changingLines({ moment, subject, events }: Changing, isNamed: boolean): string[] {
  return [
    `  ${shown(`${momentWords(moment)}  ${cut(subject, 100)}`)}`,
    ...events.slice(0, MOST_EVENTS).map((event) => `      ${shown(eventWords(event, isNamed))}`),
    ...(events.length > MOST_EVENTS ? [`      and ${counted(events.length - MOST_EVENTS, "more event")}`] : []),
  ];
}

/** `isNamed`: whether the contract is told too. */
export function eventWords({ side, kind, name, subject, detail, path, line }: ToldEvent, isNamed: boolean): string {
  const what = [isNamed ? name : null, subject, detail].filter(Boolean).join("  ");
  return `${side} ${kind}${what === "" ? "" : `  ${what}`}${path === null ? "" : `  ${path}:${line}`}`;
}

/** `state`: of the issues that were looked at. */
export function goneText(state: string, all: readonly SpeaksOfGone[], looked: number, style: Style): string {
  if (looked === 0) return `No imported issue is ${state}.`;
  if (all.length === 0)
    return `${capital(counted(looked, "imported issue"))} ${looked === 1 ? "is" : "are"} ${state}; none speaks of anything that is gone.`;
  return [
    style.bold(
      `${capital(counted(all.length, "issue"))} of ${count(looked)} that ${looked === 1 ? "is" : "are"} ${state} ${all.length === 1 ? "speaks" : "speak"} of what is gone.`,
    ),
    ...all.flatMap(({ id, title, names }) => [
      `  ${id}  ${cut(shown(title), 100)}`,
      ...names.map(({ kind, name, text, times, gone }) => {
        const what = kind === "member" ? `${name}.${text}` : text;
        const when = gone === null ? "gone" : `gone since ${momentWords(gone)}`;
        return `      ${kind} ${shown(what)}, in ${listed([counted(times, "text")])}: ${when}`;
      }),
    ]),
  ].join("\n");
}
