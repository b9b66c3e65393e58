// The answers of the page of issues: each a sentence with its number, made by rule, the first of what it speaks of, and a
// link that shows them all.

import type { IssuesExtract } from "../../loaders/report/pages.ts";
import type { Book } from "./book.js";
import { type Child, h } from "./dom.js";
import { empty, figure } from "./figure.js";
import { inline, type Mark } from "./glyphs.js";
import type { IssueKind } from "./issues-choice.js";
import type { Told } from "./issues-headlines.js";
import { issueLink } from "./issues-link.js";
import { type IssueView, NEAR_DAYS, type Pair } from "./issues-rows.js";
import { deedWords } from "./issues-words.js";
import { count, counted, elided, sentence } from "./words.js";

interface Answer {
  readonly mark: Mark;
  /** What it leads to; null where there is nothing to show. */
  readonly kind: IssueKind | null;
  readonly says: string;
  readonly first: Child;
}

/** The figure. `open` opens one in the table. */
export function answersFigure(
  book: Book,
  extract: IssuesExtract,
  told: Told,
  pairs: readonly Pair[],
  open: (id: string) => void,
): HTMLElement {
  const answers = answersOf(extract, told, pairs, (view) => issueLink(view, open));
  return figure(book, {
    id: "answers",
    title: "What history answers",
    draw: () =>
      answers.length === 0
        ? empty("No commit changed a contract, and nothing that was imported stays open.")
        : h(
            "ul",
            { class: "answers-list" },
            answers.map(({ mark, kind, says, first }) => {
              const words = kind === null ? says : kindLink(book, kind, says);
              return h("li", {}, inline(mark), h("div", {}, words, h("div", { class: "q" }, first)));
            }),
          ),
  });
}

/** A link that shows all of a kind in the table. */
function kindLink(book: Book, kind: IssueKind, says: string): HTMLElement {
  const link = h("a", { href: `?kind=${kind}#issues` }, says);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    book.address.set("kind", kind);
    const section = document.querySelector<HTMLElement>("#issues");
    section?.scrollIntoView({ block: "start" });
    section?.querySelector<HTMLElement>(`.chip[data-kind="${kind}"]`)?.focus({ preventScroll: true });
  });
  return link;
}

function answersOf(
  extract: IssuesExtract,
  { movers, unnamed, unanswered, open, gone, strangers }: Told,
  pairs: readonly Pair[],
  link: (view: IssueView) => HTMLElement,
): readonly Answer[] {
  const separated = (items: readonly Child[]): Child => items.map((item, i) => [i > 0 && "; ", item]);
  const answers: Answer[] = [];
  if (open > 0)
    answers.push({
      mark: "unread",
      kind: "findings",
      says: `${sentence(counted(open, "finding"))} ${open === 1 ? "was" : "were"} raised that nobody answered`,
      first: separated(
        unanswered
          .slice(0, 4)
          .map((view) => [
            link(view),
            `, ${view.findings.open} of ${view.findings.all}${strangers.includes(view) ? " (a thread that may be of another repository)" : ""}`,
          ]),
      ),
    });
  if (gone.length > 0)
    answers.push({
      mark: "unreadLost",
      kind: "gone",
      says: `${sentence(counted(gone.length, "open issue"))} ${gone.length === 1 ? "speaks" : "speak"} of names that no longer exist`,
      first: separated(
        gone.slice(0, 4).map((view) => [link(view), ": ", h("code", {}, elided(view.gone[0] ?? "", 40))]),
      ),
    });
  if (movers.length + unnamed.length > 0)
    answers.push({
      mark: unnamed.length > 0 ? "raises" : "answered",
      kind: unnamed.length > 0 ? "unnamed" : null,
      says:
        unnamed.length === 0
          ? "Every commit that changed a contract names an issue or a pull request"
          : `${sentence(counted(unnamed.length, "commit"))} changed contracts and ${unnamed.length === 1 ? "names" : "name"} no issue`,
      first: separated(
        unnamed.slice(0, 4).map((view) => [link(view), ` ${elided(view.title, 50)}: ${deedWords(view.changes, 2)}`]),
      ),
    });
  const [most] = movers;
  if (most !== undefined)
    answers.push({
      mark: "born",
      kind: "contract",
      says:
        movers.length === 1
          ? `${most.id} alone changed contracts`
          : `${sentence(counted(movers.length, "pull request"))} changed contracts, ${most.id} the most`,
      first: separated(movers.slice(0, 4).map((view) => [link(view), `, ${deedWords(view.changes, 2)}`])),
    });
  if (pairs.length > 0) {
    const names = ({ contracts }: Pair): Child => {
      const first = contracts
        .slice(0, 2)
        .map((at, i) => [i > 0 && ", ", h("code", {}, elided(extract.contracts[at]?.name ?? "", 30))]);
      return [first, contracts.length > 2 && ` and ${contracts.length - 2} more`];
    };
    answers.push({
      mark: "moved",
      kind: "together",
      says: `${sentence(counted(pairs.length, "pair"))} of pull requests changed the same contract within ${count(NEAR_DAYS)} days, or while both were open`,
      first: separated(pairs.slice(0, 3).map((pair) => [link(pair.a), " and ", link(pair.b), ", ", names(pair)])),
    });
  }
  return answers;
}
