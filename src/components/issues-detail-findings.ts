// The findings of an opened thread, by round: what was raised and where, what answered it, the commit it was fixed in, the
// tests that pin it, what a later review says closed it.

import type { IssueDetail } from "../../loaders/report/pages.ts";
import { type Book, commitMark } from "./book.js";
import { breakable, type Child, h, prose, ticked } from "./dom.js";
import { inline, type Mark } from "./glyphs.js";
import { roleWord } from "./issues-words.js";
import { counted, elided, listed, shortened } from "./words.js";

type Finding = IssueDetail["findings"][number];

const STATES: Readonly<Record<Finding["state"], readonly [mark: Mark, word: string, tone: string]>> = {
  open: ["unread", "open", "dr"],
  answered: ["ring", "answered", "q"],
  closed: ["answered", "closed", "q"],
};

const VERDICTS: Readonly<Record<string, string>> = {
  approve: "approved",
  "request-changes": "changes were asked for",
  comment: "commented",
  dismissed: "dismissed",
};

/** Rounds in order, each with its findings; `count`: how many there are with those that the detail leaves out. */
export function findingsPart(book: Book, { findings, rounds }: IssueDetail, count: number): HTMLElement {
  const all = [...new Set([...rounds, ...findings].map(({ round }) => round))].sort((a, b) => (a ?? 0) - (b ?? 0));
  return h(
    "div",
    { class: "rounds" },
    all.map((round) => {
      const own = findings.filter((finding) => finding.round === round);
      const said = rounds.find((each) => each.round === round)?.verdicts ?? [];
      const decided = said.map((verdict) => VERDICTS[verdict] ?? verdict);
      return [
        h(
          "h3",
          {},
          round === null ? "Findings" : `Round ${round}`,
          h(
            "span",
            { class: "q" },
            `, ${counted(own.length, "finding")}${decided.length === 0 ? "" : `; ${listed(decided)}`}`,
          ),
        ),
        own.map((finding) => findingRow(book, finding)),
      ];
    }),
    count > findings.length &&
      h("p", { class: "none" }, `And ${counted(count - findings.length, "more finding")}, on the forge.`),
  );
}

function findingRow(book: Book, finding: Finding): HTMLElement {
  const [mark, word, tone] = STATES[finding.state];
  const line = (term: string, value: Child): Child => value && [h("dt", {}, term), h("dd", {}, value)];
  return h(
    "div",
    { class: "finding" },
    h(
      "p",
      {},
      h("span", { class: `nb ${tone}` }, inline(mark), word),
      h("span", { class: "q" }, `, finding ${elided(finding.label, 20)}, raised by ${role(finding.role)} `),
      finding.path !== null &&
        h("code", { class: "q" }, breakable(`${finding.path}${finding.line === null ? "" : `:${finding.line}`}`)),
    ),
    h("p", { class: "said" }, words(finding.text, 420)),
    h(
      "dl",
      { class: "facts" },
      line("answered", finding.answered !== null && words(finding.answered, 260)),
      line(
        finding.fixed_by === "named" ? "fixed in" : "pushed with it",
        finding.fixed_in !== null && commitMark(book, finding.fixed_in),
      ),
      line(
        "pinned by",
        finding.tests.length > 0 && finding.tests.map((name, i) => [i > 0 && ", ", h("code", {}, breakable(name))]),
      ),
      line("closed by", finding.closed_by !== null && words(finding.closed_by, 260)),
    ),
  );
}

/** Prose of a thread; what stands between backticks is greppable. */
function words(text: string, limit: number): Child {
  return prose(ticked(shortened(text, limit)));
}

function role(of: Finding["role"]): string {
  return of === "author" || of === "reviewer" ? `the ${of}` : roleWord(of);
}
