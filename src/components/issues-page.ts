// The page of issues: issues over commits over what commits did, answers, and every one as a table. It composes figures.

import type { IssuesExtract, NotebookExtract } from "../../loaders/report/pages.ts";
import { openBook } from "./book.js";
import { page } from "./chrome.js";
import { h } from "./dom.js";
import type { JsonFile } from "./fetched.js";
import { empty, figure, notYet } from "./figure.js";
import { answersFigure } from "./issues-answers.js";
import { chooser } from "./issues-choice.js";
import { issueFiles } from "./issues-detail.js";
import { issuesFigure } from "./issues-figure.js";
import { issuesDeck, issuesTitle, toldOf } from "./issues-headlines.js";
import { issueViews, pairsOf } from "./issues-rows.js";
import { issuesTable } from "./issues-table.js";
import { faces } from "./text.js";
import { measured } from "./words.js";

/** The page's content. `details` is fetched when a row is opened. */
export async function issuesPage(
  notebook: NotebookExtract,
  extract: IssuesExtract,
  details: JsonFile,
): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const views = issueViews(extract);
  const pairs = pairsOf(views, notebook.time);
  const all = chooser(views, pairs);
  const told = toldOf(views);
  const open = (id: string): void => book.address.set("c", id);
  const hasAny = extract.judged && views.length > 0;
  return page(
    book,
    {
      page: "issues",
      tab: "Issues",
      title: issuesTitle(extract, told),
      deck: hasAny ? issuesDeck(extract, told) : "An issue is what a forge calls issue, pull request or merge request.",
      crumbs: hasAny
        ? [
            measured(extract.rows.length, "issue or pull request", "issues and pull requests"),
            measured(extract.imported, "thread imported", "threads imported"),
          ]
        : [],
    },
    hasAny
      ? [
          issuesFigure(book, extract, all, open),
          answersFigure(book, extract, told, pairs, open),
          issuesTable({ book, extract, all, files: issueFiles(details), open }),
        ]
      : figure(book, {
          title: "Not yet",
          draw: () => (extract.judged ? none() : notYet("asks commits for their issues")),
        }),
  );
}

function none(): HTMLElement {
  return empty(
    "No message of a commit names an issue, and none was imported. ",
    h("code", {}, "binnacle issues import FILE"),
    " reads what a forge exports, or a saved page.",
  );
}
