// How an opened issue is tied to others: the commits that name it, links both ways, and those that changed the same
// contract at the time.

import type { IssueDetail, IssuesExtract } from "../../loaders/report/pages.ts";
import { type Book, commitMark, dayOf, linked } from "./book.js";
import { type Child, h } from "./dom.js";
import type { Chooser } from "./issues-choice.js";
import { issueLink } from "./issues-link.js";
import type { IssueView } from "./issues-rows.js";
import { issueHref } from "./links.js";
import { elided, listed, shortened } from "./words.js";

/** What ties are made of. */
export interface Shown {
  readonly book: Book;
  readonly extract: IssuesExtract;
  readonly all: Chooser;
  /** Opens another. */
  readonly open: (id: string) => void;
}

const HOW: Readonly<Record<string, string>> = {
  own: "brings it",
  closes: "says that it closes it",
  reverts: "reverts it",
  filed: "says that it files it",
  mentions: "mentions it",
};

export function commitsPart(book: Book, { commits: named }: IssueDetail): HTMLElement {
  return h(
    "ul",
    { class: "signs" },
    named
      .slice(0, 30)
      .map(({ position, oid, how, subject }) =>
        h("li", {}, commitMark(book, oid), ` ${dayOf(book, position)}, ${HOW[how] ?? how}: ${shortened(subject, 100)}`),
      ),
    named.length > 30 && h("li", {}, `and ${named.length - 30} more`),
  );
}

const LINKS: Readonly<Record<string, readonly [to: string, from: string]>> = {
  closes: ["closes", "closed by"],
  filed: ["filed", "filed by"],
  "stacks-on": ["stacks on", "stacked under"],
  "stacked-by": ["stacked under", "stacks on"],
  refs: ["refers to", "referred to by"],
  mentions: ["mentions", "mentioned by"],
};

export function linksPart({ book, all, open }: Shown, { links: each }: IssueDetail): HTMLElement {
  const rows = Object.entries(LINKS).flatMap(([kind, words]) =>
    [true, false].flatMap((to) => {
      const own = each.filter((link) => link.kind === kind && link.to === to);
      return own.length === 0 ? [] : [{ word: to ? words[0] : words[1], own }];
    }),
  );
  return h(
    "dl",
    { class: "facts" },
    rows.map(({ word, own }) => [
      h("dt", {}, word),
      h(
        "dd",
        {},
        own.slice(0, 40).map(({ repository, target, state }, i) => {
          const known = repository === null ? all.views.find((view) => view.id === target) : undefined;
          const inner = known
            ? issueLink(known, open)
            : linked(repository === null ? issueHref(book, target, null) : null, `${repository ?? ""}${target}`);
          return [i > 0 && ", ", inner, state !== null && state !== "unknown" && ` (${state})`];
        }),
        own.length > 40 && ` and ${own.length - 40} more`,
      ),
    ]),
  );
}

/** Those that changed the same contracts within its reach, with the contracts. */
export function besidePart({ extract, all, open }: Shown, view: IssueView): Child {
  const own = all.pairs.filter(({ a, b }) => a === view || b === view);
  if (own.length === 0) return null;
  return h(
    "ul",
    { class: "signs" },
    own.slice(0, 12).map(({ a, b, contracts }) => {
      const other = a === view ? b : a;
      const names = contracts.slice(0, 3).map((at) => elided(extract.contracts[at]?.name ?? ""));
      const rest = contracts.length - names.length;
      return h(
        "li",
        {},
        issueLink(other, open),
        ` ${shortened(other.title, 70)}: `,
        listed(rest > 0 ? [...names, `${rest} more`] : names),
      );
    }),
  );
}
