// Turns what an issue hangs together with into lines and JSON: what it names and what names it, stacks, and the commits whose
// lines it replaced or that replaced its own.

import type { Dependencies, Dependency } from "../provenance/issues/dependencies.ts";
import type { Link } from "../store/issues.ts";
import { shown } from "./audit/log-safe.ts";
import { count, counted, listed, momentWords } from "./audit/words.ts";
import { cut } from "./issue-words.ts";
import type { ShownIssue } from "./shown-issue.ts";

const LINKS: readonly (readonly [Link["kind"], string, string])[] = [
  ["closes", "Closes", "Closed by"],
  ["filed", "Filed", "Filed by"],
  ["stacks-on", "Stacks on", "Stacked under"],
  ["stacked-by", "Stacked under", "Stacks on"],
  ["refs", "Refers to", "Referred to by"],
  ["mentions", "Mentions", "Mentioned by"],
];

export function linkLines({ thread, leading, known }: ShownIssue): string[] {
  const name = ({ repository, target }: Link) => `${repository === null ? "" : shown(repository)}${target}`;
  const stateOf = (link: Link) => {
    const state = link.repository === null && link.target !== null ? known.get(link.target)?.state : undefined;
    return state === undefined || state === "unknown" ? name(link) : `${name(link)} (${state})`;
  };
  return LINKS.flatMap(([kind, there, here]) => {
    const to = (thread?.links ?? []).filter((each) => each.kind === kind && each.target !== null);
    const from = leading.filter((each) => each.kind === kind);
    return [
      ...(to.length === 0 ? [] : [`${there} ${listed(to.slice(0, 60).map(stateOf))}`]),
      ...(from.length === 0 ? [] : [`${here} ${listed([...new Set(from.map(({ issue }) => issue))].slice(0, 60))}`]),
    ];
  });
}

export function stackLines({ stacks, thread, leading }: ShownIssue): string[] {
  // What its words say already is not said again.
  const said = new Set([
    ...(thread?.links ?? []).filter(({ kind }) => /^stack/.test(kind)).map(({ target }) => target),
    ...leading.filter(({ kind }) => /^stack/.test(kind)).map(({ issue }) => issue),
  ]);
  return stacks
    .filter(({ id }) => !said.has(id))
    .map(
      ({ id, how, branch }) => `${how === "on" ? "Stacks on" : "Stacked under"} ${id}, by its branch ${shown(branch)}`,
    );
}

/** Commits that are told of each kind. */
const MOST_DEPENDENCIES = 12;

export function dependencyLines(of: Dependencies | null): string[] {
  if (of === null || of.brought + of.replaces.length === 0) return [];
  const told = (title: string, all: readonly Dependency[]) =>
    all.length === 0
      ? []
      : [
          `${title}: ${counted(all.length, "commit")}`,
          ...all.slice(0, MOST_DEPENDENCIES).map(({ moment, subject, lines, paths }) => {
            const where = paths.length === 1 ? paths[0]! : counted(paths.length, "file");
            return `  ${shown(`${momentWords(moment)}  ${cut(subject, 70)}  ${counted(lines, "line")} in ${where}`)}`;
          }),
          ...(all.length > MOST_DEPENDENCIES ? [`  … ${count(all.length - MOST_DEPENDENCIES)} more`] : []),
        ];
  return [
    ...told("It replaces lines of", of.replaces),
    ...told("Its lines were replaced by", of.replacedBy),
    ...(of.brought === 0 ? [] : [broughtWords(of.brought, of.standing)]),
  ];
}

function broughtWords(brought: number, standing: number | null): string {
  if (standing === null) return `It brings ${counted(brought, "line")}, and is not merged here.`;
  const stand = standing === 0 ? "none stands" : `${count(standing)} ${standing === 1 ? "stands" : "stand"}`;
  return `Of ${counted(brought, "line")} that it brought, ${stand}.`;
}

/** What `issues show --json` prints of them. */
export function dependencyJson({ replaces, replacedBy, ...counts }: Dependencies) {
  const each = ({ moment, ...rest }: Dependency) => ({ ...moment, ...rest });
  return { replaces: replaces.map(each), replacedBy: replacedBy.map(each), ...counts };
}
