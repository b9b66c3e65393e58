// Looks up what was imported of the issues and pull requests that a line's commits name: their titles and states, what they
// close, and the findings that reviews raised on the line's file.

import type { Finding, Issue, IssueStore } from "../../store/issues.ts";
import type { Step } from "../why.ts";

export interface Behind {
  readonly issue: Issue;
  /** What its thread says that it closes, with their titles where they are imported. */
  readonly closes: readonly { readonly id: string; readonly title: string | null }[];
  /** On the file, as the step calls it; those nearest to the line first. */
  readonly findings: readonly Finding[];
  /** Its findings elsewhere. */
  readonly others: number;
}

/** By number, those that are imported. */
export async function behindStep(
  store: IssueStore,
  { path, line, issues }: Pick<Step, "path" | "line" | "issues">,
): Promise<ReadonlyMap<number, Behind>> {
  const threads = await store.threads(issues.map(({ number }) => `#${number}`));
  const found = new Map<number, Behind>();
  for (const { issue } of threads.values()) {
    const { links, findings } = await store.derived(issue.id);
    const targets = links.flatMap(({ kind, target, repository }) =>
      kind === "closes" && target !== null && repository === null ? [target] : [],
    );
    const titles = await store.threads(targets);
    const here = findings.filter((finding) => isOn(finding.path, path));
    found.set(issue.number, {
      issue,
      closes: targets.map((id) => ({ id, title: titles.get(id)?.issue.title ?? null })),
      findings: here.toSorted((a, b) => distance(a, line) - distance(b, line) || a.ordinal - b.ordinal),
      others: findings.length - here.length,
    });
  }
  return found;
}

/** Reviews write a file's whole path, or its name alone. */
function isOn(written: string | null, path: string): boolean {
  return written !== null && (written === path || path.endsWith(`/${written}`));
}

/** A finding on no line is on the whole file. */
function distance({ line: on }: Finding, line: number): number {
  return on === null ? Number.MAX_SAFE_INTEGER : Math.abs(on - line);
}
