// What an opened issue shows: how it stands, its findings by round, what it did, how it is linked, what it cites and speaks
// of. Everything of a forge or of the repository is a text node, and no account's name is known.

import type { IssueChangeDetail, IssueDetail, IssueDetails } from "../../loaders/report/pages.ts";
import type { Book } from "./book.js";
import { type Child, h } from "./dom.js";
import { fetchOnce, fillFetched, type JsonFile } from "./fetched.js";
import { citesPart, namesPart } from "./issues-detail-cites.js";
import { deedPart } from "./issues-detail-deed.js";
import { findingsPart } from "./issues-detail-findings.js";
import { besidePart, commitsPart, linksPart, type Shown } from "./issues-detail-links.js";
import type { IssueView } from "./issues-rows.js";
import { roleWord, stateWord, timeWords } from "./issues-words.js";

/** Where details are fetched from. */
export interface IssueFiles {
  readonly all: () => Promise<IssueDetails>;
}

/** Details out of one file, fetched when the first row is opened. */
export function issueFiles(file: JsonFile): IssueFiles {
  return { all: fetchOnce<IssueDetails>(file) };
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
  const part = (title: string, body: Child): Child => body && [h("h3", {}, title), body];
  const history = [
    issue && part("Commits that name it", issue.commits.length > 0 && commitsPart(book, issue)),
    issue && part("Linked", issue.links.length > 0 && linksPart(shown, issue)),
    part("Changed the same contract at the time", besidePart(shown, view)),
  ];
  const words = issue && [
    part("What it cites", issue.cites.length > 0 && citesPart(book, issue)),
    part("What it speaks of", issue.names.length > 0 && namesPart(book, issue)),
  ];
  return h(
    "div",
    { class: "detail issue" },
    h("p", { class: "verdict" }, standing(book, view)),
    issue && issue.findings.length > 0 && findingsPart(book, issue, view.findings.all),
    h(
      "div",
      { class: "panels" },
      did.length > 0
        ? [
            h(
              "div",
              {},
              part(
                "What it did",
                did.map(({ each, at }) => deedPart(book, view, each, at)),
              ),
            ),
            h("div", {}, history, words),
          ]
        : [h("div", {}, history), h("div", {}, words)],
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
  if (view.state === "unimported") return `not imported: only what commits say of it; ${timeWords(book, view)}`;
  const kind = view.state === "commit" ? "commit" : view.kind === "pull" ? "pull request" : (view.kind ?? "issue");
  const by = view.role === "bot" || view.role === "ghost" ? `, opened by ${roleWord(view.role)}` : "";
  return `${kind}, ${stateWord(view.state)}${by}; ${timeWords(book, view) || "no time is known"}`;
}
