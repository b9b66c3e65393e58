// Tells what threads speak of that a repository has or had: contracts, their members, classes, and of other symbols and paths
// those that are gone.

import { judgeReferences } from "../../claims/references/judge.ts";
import { groupBy } from "../../group.ts";
import type { Oid } from "../../model.ts";
import type { Thread } from "../../store/issues.ts";
import type { StoredContract } from "../../store/known-contracts.ts";
import { spokenIn } from "./spoken.ts";
import { threadDocument } from "./thread-document.ts";

/** A row of `issue_name`; schema.sql says what each column is. */
export type NamedThing = {
  readonly issue: string;
  readonly kind: "name" | "member" | "class" | "symbol" | "path";
  readonly layer: string | null;
  readonly name: string | null;
  readonly text: string;
  readonly times: number;
  readonly comment: number;
  readonly gone: boolean;
  readonly gone_commit: Oid | null;
};

export interface KnownNames {
  readonly contracts: readonly StoredContract[];
  readonly classes: readonly string[];
}

/** Contracts, members and classes that threads speak of, gone or not; by thread, then by first mention. */
export function contractsNamed(threads: readonly Thread[], { contracts, classes }: KnownNames): readonly NamedThing[] {
  const known = [
    ...contracts.map(({ layer, name, members }) => ({ layer, name, keys: new Set(members.keys()) })),
    ...classes.map((name) => ({ layer: null, name, keys: new Set<string>() })),
  ];
  const byName = new Map(contracts.map((contract) => [`${contract.layer}\n${contract.name}`, contract]));
  return threads.flatMap(({ issue, comments }) => {
    const said = comments.map(({ kind, text }) => (kind === "commit" || kind === "event" ? "" : text));
    // The title is said with what opens the thread.
    const texts = [`${issue.title}\n${said[0] ?? ""}`, ...said.slice(1)];
    return spokenIn(texts, known).map(({ layer, name, key, times, first }) => {
      const contract = layer === null ? null : byName.get(`${layer}\n${name}`)!;
      // A class that is gone is told as a symbol.
      const gone = contract === null ? null : key === null ? contract.gone : contract.members.get(key)!;
      return {
        issue: issue.id,
        kind: contract === null ? "class" : key === null ? "name" : "member",
        layer,
        name,
        text: key ?? name,
        times,
        comment: first,
        gone: gone !== null,
        gone_commit: gone,
      };
    });
  });
}

/** Symbols and paths that a commit took away, by thread, then as they stand in it. Throws what judging references throws. */
export async function goneNamed(
  threads: readonly Thread[],
  given: Omit<Parameters<typeof judgeReferences>[0], "wanted" | "beside" | "told">,
): Promise<readonly NamedThing[]> {
  if (threads.length === 0) return [];
  const documents = threads.map((thread) => ({ id: thread.issue.id, ...threadDocument(thread) }));
  const { findings } = await judgeReferences({
    ...given,
    wanted: () => false,
    beside: documents.map(({ document }) => document),
    // A thread has no commit of its own: what it names and a commit took away since is not called missing.
    told: (verdict) => verdict === "missing" || verdict === "unknown",
  });
  const gone = groupBy(
    findings.filter(({ broke }) => broke !== null),
    ({ doc }) => doc,
  );
  return documents.flatMap(({ id, document, commentAt }) =>
    [...groupBy(gone.get(document.path) ?? [], ({ stated }) => stated ?? "")].flatMap(([stated, named]) => {
      const [kind, text] = [stated.slice(0, stated.indexOf(" ")), stated.slice(stated.indexOf(" ") + 1)];
      if (kind !== "symbol" && kind !== "path") return [];
      const comments = [...new Set(named.map(({ line }) => commentAt(line)))];
      return [
        {
          issue: id,
          kind,
          layer: null,
          name: null,
          text,
          times: comments.length,
          comment: comments[0]!,
          gone: true,
          gone_commit: named[0]!.broke!.commit,
        },
      ];
    }),
  );
}
