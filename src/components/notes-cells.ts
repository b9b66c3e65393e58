// The cells of notes and measurements: what is said, what it is attached to with links, and what became of that. The page
// of notes and those of contracts share them.

import type { MeasurementRow, Moment, NoteRow, NoteSubject } from "../../loaders/report/pages.ts";
import { type Book, commitMark, nameMark, placeLink, pullMark } from "./book.js";
import { CLAIM_VERDICTS } from "./claim-verdicts.js";
import { breakable, type Child, h, prose, ticked } from "./dom.js";
import { begun, day, elided, measured } from "./words.js";

/** Characters of a note that stand in its row; the rest is behind a word. */
const LONG = 260;

/** Its title, and its text below. */
export function noteWords(note: NoteRow): Child {
  return [
    h("div", { class: "nt" }, prose(ticked(note.title === "" ? note.name : note.title))),
    note.body !== "" && body(note.body),
  ];
}

/** Markdown as text: paragraphs and code, and nothing that acts. */
function body(text: string): Child {
  const paragraphs = (of: string): Child =>
    of.split(/\n\s*\n/).map((part) => h("p", {}, prose(ticked(part.replace(/\s+/g, " ").trim()))));
  if (text.length <= LONG) return h("div", { class: "q nbody" }, paragraphs(text));
  return h(
    "details",
    { class: "q nbody" },
    h("summary", {}, `${text.slice(0, 120).replace(/\s+/g, " ").trim()}…`),
    paragraphs(text),
  );
}

/** What it is attached to: the place at the head, the contracts' pages, else its address. */
export function subjectWords(book: Book, subject: NoteSubject): HTMLElement {
  const { text, path, line, commit, contracts } = subject;
  const place = path !== null && line !== null ? placeLink(book, { path, line, endLine: line, oid: null }) : null;
  const noun = text.slice(0, text.indexOf(":"));
  const [own] = contracts;
  const name = text.slice(noun.length + 1);
  return h(
    "div",
    { class: "subject" },
    commit !== null
      ? ["commit ", commitMark(book, commit)]
      : (noun === "name" || noun === "key") && own !== undefined && contracts.length === 1
        ? [
            nameMark(book, { text: own.name, slug: own.slug }),
            h("code", {}, breakable(name.slice(own.name.length))),
            " ",
            place,
          ]
        : [
            noun === "symbol" && place !== null
              ? h("code", {}, breakable(name.slice(name.indexOf("#") + 1)))
              : noun === "site" && place !== null
                ? null
                : h("code", {}, breakable(elided(name, 60))),
            " ",
            place,
            contracts.length > 0 && [
              h("span", { class: "q" }, " of "),
              contracts.map((contract, i) => [
                i > 0 && ", ",
                nameMark(book, { text: contract.name, slug: contract.slug }),
              ]),
            ],
          ],
  );
}

/** What became of what it is attached to, where it is not in order; else nothing. */
export function changedWords(book: Book, { verdict, says, broke }: NoteSubject): Child {
  if (verdict === "holds") return null;
  return h(
    "div",
    { class: CLAIM_VERDICTS[verdict].group === "off" ? "" : "q" },
    broke === null ? unbroken(says) : [by(book, broke), " ", prose(ticked(broke.says === "" ? says : broke.says))],
  );
}

/** A verdict that no commit made; what may be meant instead is behind a word. */
function unbroken(says: string): Child {
  const [what = "", near] = says.split("; near it: ");
  return [
    addressed(`${begun(what)}.`),
    near !== undefined && h("details", { class: "q" }, h("summary", {}, "what is near it"), addressed(near)),
  ];
}

/** A sentence in which addresses, and what stands between backticks, are greppable. */
export function addressed(text: string): readonly Child[] {
  const parts = text.split(/((?:site|symbol|key|name|commit):\S*[^\s,.;:])/);
  return parts.map((part, i) => (i % 2 === 1 ? h("code", {}, breakable(part)) : prose(ticked(part))));
}

/** What a commit did: the path that ends it is greppable. */
function deed(says: string): Child {
  const [, what, path] = /^(touched )(\S+)$/.exec(says) ?? [];
  return path === undefined ? prose(ticked(says)) : [what, h("code", {}, breakable(path))];
}

function by(book: Book, moment: Moment): Child {
  const year = moment.day.slice(0, 4) !== book.notebook.head.day.slice(0, 4);
  return [
    moment.pr === null ? commitMark(book, moment.oid) : pullMark(book, moment.pr),
    h("span", { class: "q nb" }, ` ${day(moment.day, year)}`),
  ];
}

/** The figure, what it is of, and how it was made. */
export function measuredWords(measurement: MeasurementRow): Child {
  const { value, unit, of, command, environment, name } = measurement;
  return [
    h(
      "div",
      { class: "nt" },
      h("b", {}, `${value.toLocaleString("en-GB", { maximumFractionDigits: 6 })}${unit === "" ? "" : ` ${unit}`}`),
      " ",
      of === "" ? name : of,
    ),
    command !== null && h("div", { class: "cmd" }, h("code", {}, command)),
    environment.length > 0 && h("div", { class: "q" }, environment.join("; ")),
  ];
}

/** On which commit it was made, and what it depends on. */
export function restsWords(book: Book, { commit, oid, dependsOn }: MeasurementRow): Child {
  return [
    h("div", {}, "at ", oid === null ? h("code", {}, commit) : commitMark(book, oid)),
    h(
      "div",
      {},
      h("span", { class: "q" }, "depends on "),
      dependsOn.map((glob, i) => [i > 0 && ", ", h("code", {}, breakable(glob))]),
    ),
  ];
}

/** "stale since #860 touched loaders/x", and how many more did. */
export function staleWords(book: Book, { verdict, says, broke, touches }: MeasurementRow): Child {
  if (verdict === "holds") return null;
  if (broke === null) return h("div", {}, addressed(`${begun(says)}.`));
  return h(
    "div",
    {},
    "stale since ",
    by(book, broke),
    " ",
    deed(broke.says),
    touches > 1 &&
      h("span", { class: "q" }, `; ${measured(touches - 1, "commit")} more ${touches === 2 ? "has" : "have"} since`),
  );
}
