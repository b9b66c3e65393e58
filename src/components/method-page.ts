// The method page: how the notebook was made, what its words mean, what it cannot see in this run's own numbers, and with
// which versions.

import type { MethodExtract, NotebookExtract } from "../../loaders/report/pages.ts";
import { type Book, commitMark, openBook } from "./book.js";
import { page } from "./chrome.js";
import { type Child, h, prose, ticked } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { faces } from "./text.js";
import { verdictWord } from "./verdicts.js";
import { counted, digits, sentence } from "./words.js";

const WORDS: readonly (readonly [string, string])[] = [
  ["site", "a call that dispatches a name"],
  ["name", "what is dispatched: a string"],
  ["answerer", "a class that answers the name"],
  ["reply", "what comes back"],
  ["read", "a place that takes something off a reply, followed through assignments, parameters and declared hops"],
  ["product", "what one return of an answerer sends"],
  ["contract", "a name with its sites, reads and products"],
  ["surface", "all contracts at one commit"],
  ["profile", "how an engine spells its dispatches; it decides what is looked for"],
  ["parks", "waits for a reply that nobody sends"],
  ["fails", "sent, answered by nobody, and the call raises"],
  ["skipped", "sent, not waited on, and answered by nobody"],
  ["breach", "a read of what an answerer does not send, which raises"],
  ["defaulted", "the same, where the reader puts a default in its place"],
  ["citation", "prose that names code by its path and lines, or by its path and a symbol"],
  ["claim", "a sentence that code can refute, with the question that is asked of the code"],
  ["seed", "a change to a copy of the facts or the prose: a claim that none turns red cannot fail"],
  ["note", "what people know of a place in the code; it follows the place while lines move"],
  ["measurement", "a figure with its command and commit; stale once a commit touches what it depends on"],
  ["copy", "one place where a sentence stands or stood, or one that says nearly the same, through edits and renames"],
  ["missed", "corrected in one place, while a copy elsewhere still says the old words, or is nearer to them"],
  ["copied", "a commit that changed the file or folder of the earlier text, or quotes it, wrote the later one"],
  [
    "independent",
    "other words, written by a commit that came nowhere near the earlier ones; with the same words: unclear",
  ],
  ["net", "after less before: what a commit brought, by statements, source lines or physical lines"],
  ["disagreement", "how many times one instrument's number is another's of the same change, each taken one larger"],
  ["verdict", "what the audit says of a citation, claim, note or measurement"],
  ["line", "the commits that are walked: one tip, by first parent unless asked"],
  ["floor", "where the line begins; what was there already has no birth that can be seen"],
];

/** The page's content. */
export async function methodPage(notebook: NotebookExtract, method: MethodExtract): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const unseen = method.dropped.reduce((sum, d) => sum + d.count, 0);
  return page(
    book,
    {
      page: "method",
      tab: "Method",
      title:
        unseen === 0
          ? "Everything that was looked at was understood"
          : `${sentence(counted(unseen, "place"))} ${unseen === 1 ? "was" : "were"} left out; here is which, and why`,
      deck: "Every number in this notebook can be walked back to a span of bytes in a blob in a commit.",
    },
    figure(book, { span: 2, title: "How it was made", draw: () => how(book) }),
    figure(book, { span: 1, title: "This run", draw: () => counts(method) }),
    figure(book, {
      title: "What it cannot see",
      caption: () => "Counted at the head. What is not seen is in no other number of this notebook.",
      draw: () => dropped(method),
    }),
    figure(book, {
      id: "profile",
      title: "What the profile looks for",
      caption: () => [
        "Profile ",
        h("code", {}, notebook.profile),
        ". A rule that matches nothing is a rule to mend.",
        notebook.proposed && proposed(),
      ],
      draw: () => rules(book, method),
    }),
    figure(book, {
      id: "verdicts",
      title: "How citations are judged",
      caption: () =>
        "Worst first: where two could be said of a citation, the worse is. What is not judged is never called right.",
      draw: () => verdicts(method),
    }),
    figure(book, {
      id: "weights",
      title: "The constants of the judgement",
      caption: () =>
        "What speaks for a place is weighed in bits: one bit more is twice as sure. These numbers decide; they are read from the program itself.",
      draw: () => weights(method),
    }),
    figure(book, { span: 2, title: "Words", draw: () => words() }),
    figure(book, { span: 1, title: "Versions", draw: () => versions(method) }),
  );
}

/** What can be done about a profile that nobody wrote. */
function proposed(): Child {
  return [
    " This profile was proposed by ",
    h("code", {}, "binnacle init"),
    " from the code, and no person has checked it: ",
    h("code", {}, "binnacle init"),
    " writes it to ",
    h("code", {}, "binnacle.yaml"),
    " with its reasons, to be kept and mended; ",
    h("code", {}, "binnacle profile explain"),
    " shows what each rule matches, and nearly matches.",
  ];
}

function how(book: Book): HTMLElement {
  const { floor, walk } = book.notebook;
  const begins = {
    root: "it begins at the repository's root",
    shallow: `this copy is shallow, and history before ${floor.oid.slice(0, 9)} is not here`,
    since: `it begins at ${floor.oid.slice(0, 9)}, as asked`,
    profile: `before ${floor.oid.slice(0, 9)} the profile matches nothing`,
  }[floor.kind];
  return h(
    "div",
    { class: "text" },
    h(
      "p",
      {},
      `The commits of one line were walked, oldest first, ${walk === "first-parent" ? "by first parent" : "by all parents"}; ${begins}. A commit of a merge is named where it made the change.`,
    ),
    h(
      "p",
      {},
      "Facts belong to blobs: what a file's bytes say is worked out once, however many commits hold them. From the facts of a commit the profile makes sites, answerers, reads and products; comparing each commit with the one before gives stretches, and the edges of stretches are the events.",
    ),
    h(
      "p",
      {},
      "A site keeps its identity when its lines shift, when its file is renamed, and when the same call is taken out here and put in there by one commit: that is a move, not a death and a birth. A pull request is the last number in brackets in a commit's subject.",
    ),
    h(
      "p",
      {},
      "A citation is read against the code twice: as it stood when the sentence was written, and as it stands now. The cited lines are followed from commit to commit by their own bytes, and what stands at either place is weighed against what the sentence says.",
    ),
    h(
      "p",
      {},
      "Nothing is interpolated. A bar begins at the first commit that shows the thing and ends at the first that does not. Dates are the committer's own calendar day.",
    ),
  );
}

function counts(method: MethodExtract): HTMLElement {
  if (method.counts.length === 0) return empty("Nothing was counted.");
  return h(
    "table",
    {},
    h(
      "tbody",
      {},
      method.counts.map((c) => h("tr", {}, h("td", {}, c.what), h("td", { class: "n" }, digits(c.count)))),
    ),
  );
}

function dropped(method: MethodExtract): HTMLElement {
  if (method.dropped.length === 0) return empty("Nothing was dropped.");
  return longTable(
    head(["reason", "what it means", { n: "places" }]),
    method.dropped.map(
      (d) => () =>
        h(
          "tr",
          {},
          h("td", {}, d.reason.replaceAll("-", " ")),
          h("td", {}, d.means),
          h("td", { class: "n", "data-l": "places" }, digits(d.count)),
        ),
    ),
  );
}

function rules(book: Book, method: MethodExtract): HTMLElement {
  if (method.rules.length === 0) return empty("The profile has no rules.");
  return longTable(
    head(["layer", "rule", { n: "matches now" }, "first seen"]),
    method.rules.map(
      (rule) => () =>
        h(
          "tr",
          {},
          h("td", {}, rule.layer),
          h("td", { class: "path" }, prose(ticked(rule.rule))),
          h("td", { class: rule.matchesNow === 0 ? "n bad" : "n", "data-l": "matches now" }, digits(rule.matchesNow)),
          h(
            "td",
            { "data-l": "first seen" },
            rule.firstSeen === null
              ? "never"
              : /^[0-9a-f]{40,64}$/.test(rule.firstSeen)
                ? commitMark(book, rule.firstSeen)
                : rule.firstSeen,
          ),
        ),
    ),
  );
}

function verdicts(method: MethodExtract): HTMLElement {
  return longTable(
    head(["verdict", "what it means", "what to do", "fails an audit", { n: "now" }]),
    method.verdicts.map(
      (v) => () =>
        h(
          "tr",
          {},
          h("td", {}, verdictWord(v.verdict)),
          h("td", {}, v.means),
          h("td", { class: "q" }, prose(ticked(v.todo))),
          h("td", { "data-l": "fails" }, v.fails ? "yes, on strong evidence" : "no"),
          h("td", { class: "n", "data-l": "now" }, digits(v.count)),
        ),
    ),
    "stack verdicts",
  );
}

function weights(method: MethodExtract): HTMLElement {
  return longTable(
    head(["constant", { n: "value" }, "what it decides"]),
    method.weights.map(
      (w) => () =>
        h(
          "tr",
          {},
          h("td", {}, h("code", {}, w.name)),
          h("td", { class: "n", "data-l": "value" }, String(w.value)),
          h("td", {}, prose(ticked(w.says))),
        ),
    ),
  );
}

function words(): HTMLElement {
  return h(
    "table",
    { class: "stack" },
    h(
      "tbody",
      {},
      WORDS.map(([word, means]) => h("tr", {}, h("th", { scope: "row" }, word), h("td", {}, means))),
    ),
  );
}

function versions(method: MethodExtract): HTMLElement {
  return h(
    "table",
    {},
    h(
      "tbody",
      {},
      method.versions.map((v) => h("tr", {}, h("td", {}, v.what), h("td", { class: "n" }, h("code", {}, v.version)))),
    ),
  );
}
