// What an opened issue shows: what it did, its findings by round, how it is linked, the commits that name it, what it cites
// and speaks of. Everything of a forge or of the repository is a text node, and no account's name is known.

import type { IssueChangeDetail, IssueDetail, IssueDetails, IssuesExtract } from "../../loaders/report/pages.ts";
import { type Book, commitMark, dayOf, linked, nameMark, placeLink } from "./book.js";
import type { JsonFile } from "./citations-detail.js";
import { claimInline } from "./claim-verdicts.js";
import { breakable, type Child, h } from "./dom.js";
import { changeLine } from "./events.js";
import { fillFetched } from "./fetched.js";
import type { Chooser } from "./issues-choice.js";
import { citesPart, namesPart } from "./issues-detail-cites.js";
import { findingsPart } from "./issues-detail-findings.js";
import { issueLink } from "./issues-link.js";
import type { IssueView } from "./issues-rows.js";
import { roleWord, stateWord, timeWords } from "./issues-words.js";
import { issueHref } from "./links.js";
import { VERDICTS, verdictInline } from "./verdicts.js";
import { elided, listed, shortened } from "./words.js";

/** Where details are fetched from. */
export interface IssueFiles {
  readonly all: () => Promise<IssueDetails>;
}

/** Details out of one file, fetched when the first row is opened. */
export function issueFiles(file: JsonFile): IssueFiles {
  let fetched: Promise<IssueDetails> | null = null;
  return {
    all: () => {
      fetched ??= file.json() as Promise<IssueDetails>;
      fetched.catch(() => {
        fetched = null;
      });
      return fetched;
    },
  };
}

interface Shown {
  readonly book: Book;
  readonly extract: IssuesExtract;
  readonly all: Chooser;
  /** Opens another. */
  readonly open: (id: string) => void;
}

/** Fills an element with an issue's detail once it has come. */
export function issueDetail(shown: Shown, view: IssueView, files: IssueFiles, cell: HTMLElement): Promise<void> {
  return fillFetched(
    cell,
    view.state === "commit" ? "this commit" : "this issue",
    async () => {
      const { rows, changes } = await files.all();
      const did = view.changesAt.map((at) => changes[at]);
      return { issue: rows[view.at] ?? null, did: did.flatMap((each, i) => (each ? [{ each, at: i }] : [])) };
    },
    ({ issue, did }) => content(shown, view, issue, did),
  );
}

function content(
  shown: Shown,
  view: IssueView,
  issue: IssueDetail | null,
  did: readonly { readonly each: IssueChangeDetail; readonly at: number }[],
): HTMLElement {
  const { book } = shown;
  const panel = (title: string, part: Child): Child => part && h("div", {}, h("h3", {}, title), part);
  return h(
    "div",
    { class: "detail issue" },
    h("p", { class: "verdict" }, standing(book, view)),
    issue && issue.findings.length > 0 && findingsPart(book, issue),
    h(
      "div",
      { class: "panels" },
      panel("What it did", did.length > 0 && did.map(({ each, at }) => deed(book, view, each, at))),
      issue && panel("Commits that name it", issue.commits.length > 0 && commits(book, issue)),
      issue && panel("Linked", issue.links.length > 0 && links(shown, issue)),
      panel("Changed the same contract at the time", beside(shown, view)),
      issue && panel("What it cites", issue.cites.length > 0 && citesPart(book, issue)),
      issue && panel("What it speaks of", issue.names.length > 0 && namesPart(book, issue)),
    ),
    view.state !== "commit" &&
      h(
        "p",
        { class: "verdict" },
        "More: ",
        h("code", {}, `binnacle issues show ${view.id.startsWith("#") ? view.id.slice(1) : view.id} --citations`),
      ),
  );
}

function standing(book: Book, view: IssueView): Child {
  const kind = view.state === "commit" ? "commit" : view.kind === "pull" ? "pull request" : (view.kind ?? "number");
  const by = view.role === "bot" || view.role === "ghost" ? `, opened by ${roleWord(view.role)}` : "";
  return `${kind}, ${stateWord(view.state)}${by}; ${timeWords(book, view) || "no time is known"}`;
}

/** What one commit did, contract by contract. Places are as that commit has them. */
function deed(book: Book, view: IssueView, each: IssueChangeDetail, at: number): HTMLElement {
  const change = view.changes[at];
  const there: Book = change ? { ...book, head: { ...book.head, oid: change.oid } } : book;
  return h(
    "div",
    { class: "deed" },
    change && h("p", { class: "cap" }, commitMark(book, change.oid), `, ${dayOf(book, change.position)}`),
    each.contracts.map(({ name, slug, changes }) =>
      h(
        "div",
        { class: "of" },
        nameMark(book, { text: name, slug }),
        changes.map((one) => changeLine(there, one)),
      ),
    ),
    each.claims.map(({ name, text, says }) =>
      h(
        "div",
        { class: "ch bad" },
        claimInline("false"),
        h(
          "span",
          {},
          h("a", { href: `${book.root}/claims.html?c=${encodeURIComponent(name)}` }, shortened(text, 90)),
          ` turned false: ${shortened(says, 120)}`,
        ),
      ),
    ),
    each.citations.map(({ doc, line, text, verdict }) =>
      h(
        "div",
        { class: "ch" },
        verdictInline(verdict),
        h(
          "span",
          {},
          h("code", {}, breakable(text)),
          `, ${VERDICTS[verdict].label}, in `,
          placeLink(book, { path: doc, line, endLine: line, oid: null }),
        ),
      ),
    ),
  );
}

const HOW: Readonly<Record<string, string>> = {
  own: "brings it",
  closes: "says that it closes it",
  reverts: "reverts it",
  filed: "says that it files it",
  mentions: "mentions it",
};

function commits(book: Book, { commits: named }: IssueDetail): HTMLElement {
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

function links({ book, all, open }: Shown, { links: each }: IssueDetail): HTMLElement {
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
function beside({ extract, all, open }: Shown, view: IssueView): Child {
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
