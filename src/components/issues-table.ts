// The table of issues and pull requests: filters that count, a row each with what it did to contracts, rows that open in
// place. What an open row shows is issues-detail.ts.

import type { IssuesExtract } from "../../loaders/report/pages.ts";
import { askedTable } from "./asked-rows.js";
import { type Book, commitMark, linked, nameMark } from "./book.js";
import { type Child, h } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { inline } from "./glyphs.js";
import { CHOICE_KEYS, type Chooser, chosen, issuesChoice } from "./issues-choice.js";
import { type IssueFiles, issueDetail } from "./issues-detail.js";
import { issuesFilters } from "./issues-filters.js";
import type { IssueView } from "./issues-rows.js";
import { deedWords, stateMark, stateWord, timeWords } from "./issues-words.js";
import { issueHref } from "./links.js";
import { type Opens, opens } from "./open-rows.js";
import { digits, elided } from "./words.js";

const COLUMNS = ["number", "title", "commits", "what it did", "findings", "speaks of what is gone"];

/** The figure. */
export function issuesTable(details: Opening): HTMLElement {
  const { book, extract, all } = details;
  const { draw } = askedTable(book, {
    all: all.views,
    keyOf: ({ id }) => id,
    opensTo: (view) => openerOf(details, view),
    chosen: () => chosen(all, issuesChoice(book)),
    table: (shown) => content(details, shown),
  });
  return figure(book, {
    id: "issues",
    title: "Every issue and pull request, what stays open first",
    keys: CHOICE_KEYS,
    caption: () =>
      extract.imported === 0
        ? [
            "Only numbers that messages of commits name. ",
            h("code", {}, "binnacle issues import FILE"),
            " reads what a forge exports, or a saved page, and adds titles, findings and what threads cite.",
          ]
        : null,
    draw,
  });
}

/** What rows are made of, and open from. */
interface Opening {
  readonly book: Book;
  readonly extract: IssuesExtract;
  readonly all: Chooser;
  readonly files: IssueFiles;
  /** Opens another row. */
  readonly open: (id: string) => void;
}

function content(details: Opening, shown: readonly IssueView[]): HTMLElement {
  const { book, all } = details;
  return h(
    "div",
    {},
    issuesFilters(book, all, issuesChoice(book)),
    shown.length === 0
      ? empty(`None is so. ${digits(all.views.filter(({ at }) => at >= 0).length)} were looked through.`)
      : longTable(
          head(COLUMNS),
          shown.map((view) => () => rowOf(details, view)),
          "stack cites issues",
        ),
  );
}

function rowOf(details: Opening, view: IssueView): HTMLElement {
  const { book, extract } = details;
  const own = view.commits.filter(({ how }) => how === "own").length;
  const button = h(
    "button",
    { type: "button", class: "opener strong", "aria-expanded": "false" },
    inline(stateMark(view)),
    view.id,
  );
  const tr = h(
    "tr",
    { "data-c": view.id, "data-open": "false" },
    h(
      "td",
      { class: "nb" },
      button,
      h("div", { class: "q" }, view.state === "unimported" && own > 0 ? "" : stateWord(view.state)),
    ),
    h(
      "td",
      { class: "pr" },
      view.title,
      h("div", { class: "q" }, forgeLink(book, view), timeWords(book, view)),
      view.stranger && h("div", { class: "dr" }, "Title and subject share no word: it may be of another repository."),
    ),
    h("td", { class: "il", "data-l": "named" }, namedWords(view)),
    h("td", { class: "path" }, didCell(book, extract, view)),
    h("td", { class: "nb il", "data-l": "findings" }, findingWords(view)),
    h(
      "td",
      { class: "path" },
      view.gone.slice(0, 3).map((name, i) => [i > 0 && ", ", h("code", { class: "dr" }, elided(name))]),
      view.gone.length > 3 && h("span", { class: "q" }, ` and ${view.gone.length - 3} more`),
    ),
  );
  opens(book, tr, button, view.id, openerOf(details, view));
  return tr;
}

/** The address on the forge, where there is one; a thread of another repository has none here. */
function forgeLink(book: Book, view: IssueView): Child {
  if (view.state === "commit") return view.changes[0] && [commitMark(book, view.changes[0].oid), " "];
  const href = view.stranger ? null : issueHref(book, view.id, view.kind);
  return href !== null && [linked(href, "on the forge"), " "];
}

const HOW: readonly (readonly [how: string, one: string])[] = [
  ["own", "own"],
  ["closes", "closes it"],
  ["reverts", "reverts it"],
  ["filed", "files it"],
  ["mentions", "mentions it"],
];

/** "1 own, 3 mentions it": how commits name it. */
function namedWords({ commits, state }: IssueView): string {
  if (state === "commit") return "";
  return HOW.flatMap(([how, word]) => {
    const n = commits.filter((each) => each.how === how).length;
    return n === 0 ? [] : [`${digits(n)} ${word}`];
  }).join(", ");
}

function findingWords({ findings, cites }: IssueView): Child {
  return [
    findings.all > 0 &&
      h("div", { class: findings.open > 0 ? "dr" : "q" }, `${digits(findings.open)} open of ${digits(findings.all)}`),
    cites.judged > 0 && h("div", { class: "q" }, `cites ${digits(cites.judged)}, ${digits(cites.wrong)} off`),
  ];
}

function didCell(book: Book, extract: IssuesExtract, view: IssueView): Child {
  if (view.changes.length === 0) return "";
  const contracts = new Map<number, number>();
  for (const { contracts: own } of view.changes)
    for (const [contract, n] of own) contracts.set(contract, (contracts.get(contract) ?? 0) + n);
  const named = [...contracts].sort((a, b) => b[1] - a[1]).map(([contract]) => extract.contracts[contract]);
  const shown = named.slice(0, 3).flatMap((contract) => contract ?? []);
  return [
    h("div", { class: view.turned > 0 ? "dr" : "" }, deedWords(view.changes)),
    shown.map(({ name, slug }, i) => [i > 0 && ", ", nameMark(book, { text: name, slug })]),
    named.length > shown.length && h("span", { class: "q" }, ` and ${named.length - shown.length} more`),
  ];
}

/** What fills the row that opens below an issue's. */
function openerOf({ book, extract, all, files, open }: Opening, view: IssueView): Opens {
  return {
    columns: COLUMNS.length,
    fill: (cell) => void issueDetail({ book, extract, all, open }, view, files, cell),
  };
}
