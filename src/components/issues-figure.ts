// The figure of issues over time: Find, the axis switch, the picture, its caption and the table behind it. What the picture
// looks like is issues-chart.ts.

import type { IssuesExtract } from "../../loaders/report/pages.ts";
import { axisWords, bookAxis } from "./axis-draw.js";
import { axisMode, type Book, commitMark, dayOf, keyed } from "./book.js";
import { type Child, h } from "./dom.js";
import { axisSwitch, empty, figure, head, longTable } from "./figure.js";
import { findBox } from "./find.js";
import { issuesChart } from "./issues-chart.js";
import { CHOICE_KEYS, type Chooser, chosen, isNarrowed, issuesChoice } from "./issues-choice.js";
import { FEW } from "./issues-layout.js";
import { weight } from "./issues-place.js";
import type { IssueView } from "./issues-rows.js";
import { LANES, tally } from "./issues-words.js";
import { digits, measured } from "./words.js";

/** The figure; `open` opens one in the table. */
export function issuesFigure(
  book: Book,
  extract: IssuesExtract,
  all: Chooser,
  open: (id: string) => void,
): HTMLElement {
  const find = findBox(book, "number, name or key");
  const words = h("span");
  return figure(book, {
    id: "history",
    title: "Which pull request moved the contract, and when",
    keys: [...CHOICE_KEYS, "x"],
    controls: [find.label, axisSwitch(book)],
    caption: () => [caption(book, extract, all.views), words],
    draw: (total) => {
      find.renew();
      words.textContent = "";
      const choice = issuesChoice(book);
      const list = chosen(all, choice);
      const narrowed = isNarrowed(choice);
      if (list.length === 0 && narrowed)
        return empty(
          `No issue and no pull request is so. ${digits(all.views.filter(({ at }) => at >= 0).length)} were searched: numbers, titles, names and keys.`,
        );
      const labelled = narrowed ? list : list.filter((view) => weight(view) > 0);
      const { chart, left } = issuesChart(
        book,
        { extract, views: all.views, labelled, chosen: narrowed ? new Set(list) : null, open },
        total,
      );
      words.textContent = [
        left > 0 &&
          ` ${measured(left, "mark has", "marks have")} no room for a label and ${left === 1 ? "stands" : "stand"} below the others.`,
        labelled.length > FEW && " How long each was open only its tip says, since they are many.",
      ]
        .filter((part) => part !== false)
        .join("");
      return chart;
    },
    behind: () => table(book, extract),
  });
}

function caption(book: Book, extract: IssuesExtract, views: readonly IssueView[]): Child {
  const nowhere = views.filter(({ opened, position }) => opened === null && position === null).length;
  const axis = bookAxis(book, axisMode(book), 0, 800, 800);
  const stranger = views.filter((view) => view.stranger).length;
  return [
    "Above the line what changed something or is open, below it what commits did to contracts, claims and citations: the larger the mark, the more of it. ",
    extract.imported > 0
      ? [keyed("answered", "merged"), ", ", keyed("ring", "open"), ", ", keyed("died", "closed"), ". "]
      : null,
    "Grey: how many others there are, imported ones while they were open, the rest at the commit that names them. ",
    nowhere > 0 &&
      `Not drawn: ${measured(nowhere, "thread")} of which no commit speaks and nothing says when it was open. `,
    stranger > 0 &&
      `${measured(stranger, "thread shares", "threads share")} no word with the commit of ${stranger === 1 ? "its" : "their"} number and may be of another repository. `,
    axisWords(book, axis.hidden),
  ];
}

function table(book: Book, extract: IssuesExtract): HTMLElement {
  const used = LANES.filter(({ lane }) => extract.changes.some(({ marks }) => marks.some(([each]) => each === lane)));
  return longTable(
    head(["date", "commit", "names", ...used.map(({ label }) => ({ n: label }))]),
    [...extract.changes].reverse().map((change) => () => {
      const sums = tally([change]);
      return h(
        "tr",
        {},
        h("td", { class: "d il" }, dayOf(book, change.position)),
        h("td", { class: "il" }, commitMark(book, change.oid)),
        h("td", { "data-l": "names" }, change.issues.map((at) => extract.rows[at]?.id ?? "").join(", ")),
        used.map(({ lane, label }) => h("td", { class: "n il", "data-l": label }, digits(sums.get(lane) ?? 0))),
      );
    }),
  );
}
