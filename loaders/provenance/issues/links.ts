// Turns a thread's words into what it leads to: issues of the same forge, of others, and commits, each with how it is
// named. Whether any of them exists is not known here.

import type { Comment, Link } from "../../store/issues.ts";
import { issuesIn, type Named } from "./messages.ts";

const KIND: Readonly<Record<Named["how"], Link["kind"]>> = {
  own: "mentions",
  closes: "closes",
  reverts: "refs",
  filed: "filed",
  mentions: "mentions",
};

/** Another repository's number: `owner#12`, `owner/name#12`. */
const ELSEWHERE = /(?<![\w/.#&-])([A-Za-z][\w.-]{0,60}(?:\/[\w.-]{1,80})?)#(\d{1,7})(?!\w)/g;
const MERGE_REQUEST = /(?<=^|[\s(])!(\d{1,8})(?![\w.])/g;
const COMMIT = /(?<![\w#/.-])(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?![\w-])/g;
const STACKED_BY = /#(\d{1,8})\)? (?:is )?(?:stacks|stacked) on (?:this|top of this)/gi;
const STACKS_ON = /\b(?:stacks|stacked|restacked) on(?:to)? (?:[^\s.;]+ ){0,4}?\(?#(\d{1,8})\b/gi;
const REFS = /\b(?:refs?|references|see|part of|task record:?)(?: issue)? #(\d{1,8})\b/gi;

interface Place {
  readonly kind: Link["kind"];
  readonly repository: string | null;
  readonly target: string | null;
  readonly commit: string | null;
}

/** By first mention. A commit's own message that a page shows names what it closes, and closes nothing for the thread. */
export function linksOf(id: string, comments: readonly Comment[], forge: string | null): readonly Link[] {
  const found = new Map<string, Place & { times: number; comment: number }>();
  for (const [comment, { text, kind, commit }] of comments.entries()) {
    const put = (place: Place) => {
      const key = `${place.repository ?? ""} ${place.target ?? place.commit!.slice(0, 7)}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...place, times: 1, comment });
      else {
        known.times++;
        if (STRENGTH.indexOf(place.kind) < STRENGTH.indexOf(known.kind))
          Object.assign(known, { kind: place.kind, comment });
        if ((place.commit?.length ?? 0) > (known.commit?.length ?? 0)) Object.assign(known, { commit: place.commit });
      }
    };
    for (const named of issuesIn(text, forge))
      put({
        kind: kind === "commit" && named.how === "closes" ? "mentions" : KIND[named.how],
        repository: null,
        target: `#${named.number}`,
        commit: null,
      });
    const ways = [
      ["stacked-by", STACKED_BY],
      ["stacks-on", STACKS_ON],
      ["refs", REFS],
    ] as const;
    for (const [way, pattern] of kind === "commit" ? [] : ways)
      for (const match of text.matchAll(pattern)) {
        const target = `#${Number(match[1])}`;
        // What is no issue's number was not taken for one above.
        if (!found.has(` ${target}`)) continue;
        put({ kind: way, repository: null, target, commit: null });
        found.get(` ${target}`)!.times--;
      }
    for (const match of text.matchAll(ELSEWHERE))
      if (forge === null || !forge.toLowerCase().endsWith(`/${match[1]!.toLowerCase()}`))
        put({ kind: "mentions", repository: match[1]!, target: `#${Number(match[2])}`, commit: null });
    for (const match of id.startsWith("!") || forge === null || isGitLab(forge) ? text.matchAll(MERGE_REQUEST) : [])
      put({ kind: "mentions", repository: null, target: `!${Number(match[1])}`, commit: null });
    for (const match of text.matchAll(COMMIT))
      put({ kind: "mentions", repository: null, target: null, commit: match[0] });
    if (commit !== null && /^[0-9a-f]{7,}$/.test(commit) && kind === "event")
      put({ kind: "mentions", repository: null, target: null, commit });
  }
  found.delete(` ${id}`);
  return [...found.values()];
}

const STRENGTH: readonly Link["kind"][] = ["closes", "filed", "stacks-on", "stacked-by", "refs", "mentions"];

function isGitLab(forge: string): boolean {
  return /^https?:\/\/[^/]*gitlab/i.test(forge);
}
