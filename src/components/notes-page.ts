// The page of notes: notes and measurements in one table, what is not in order first, with filters by kind, verdict, category
// and status. What its cells say is notes-cells.ts.

import type { NotebookExtract, NotesExtract } from "../../loaders/report/pages.ts";
import { type Book, openBook, placeLink } from "./book.js";
import { page } from "./chrome.js";
import { CLAIM_VERDICT_ORDER, claimInline, claimWord, verdictLabel } from "./claim-verdicts.js";
import { type Child, h, prose, ticked } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { changedWords, measuredWords, noteWords, restsWords, staleWords, subjectWords } from "./notes-cells.js";
import { notesDeck, notesTitle } from "./notes-headlines.js";
import { NONE, type NotesChoice, type NotesRow, notesRowsOf, passes } from "./notes-rows.js";
import { faces } from "./text.js";
import { digits, measured } from "./words.js";

/** The page's content. */
export async function notesPage(notebook: NotebookExtract, extract: NotesExtract): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const rows = notesRowsOf(extract);
  const { notes, measurements } = extract;
  return page(
    book,
    {
      page: "notes",
      tab: "Notes",
      title: notesTitle(extract.judged, rows),
      deck: notesDeck(rows),
      crumbs:
        rows.length === 0
          ? []
          : [
              notes.length > 0 && measured(notes.length, "note"),
              measurements.length > 0 && measured(measurements.length, "measurement"),
            ].filter((crumb) => crumb !== false),
    },
    rows.length === 0
      ? figure(book, { title: "Not yet", draw: () => (extract.judged ? none() : notYet()) })
      : tableFigure(book, rows),
  );
}

function none(): HTMLElement {
  return empty(
    "No note is kept here, and no measurement. ",
    h("code", {}, "binnacle notes new ADDRESS"),
    " begins one, in ",
    h("code", {}, ".binnacle/notes"),
    "; measurements stand in ",
    h("code", {}, ".binnacle/measurements"),
    ".",
  );
}

function notYet(): HTMLElement {
  return empty(
    "Nothing but the walk has written this store. ",
    h("code", {}, "binnacle notebook"),
    " judges notes after it; build the notebook with it.",
  );
}

function choiceOf(book: Book): NotesChoice {
  return {
    kind: book.address.get("kind"),
    verdict: book.address.get("verdict"),
    category: book.address.get("category"),
    status: book.address.get("status"),
    q: book.address.get("q") ?? "",
  };
}

function tableFigure(book: Book, rows: readonly NotesRow[]): HTMLElement {
  const find = h("input", {
    id: "find",
    type: "search",
    placeholder: "word or path",
    value: book.address.get("q") ?? "",
    autocomplete: "off",
    spellcheck: "false",
  });
  find.addEventListener("input", () => book.address.set("q", find.value));
  return figure(book, {
    id: "notes",
    title: "What people know of this code, and whether it may still be relied on",
    keys: ["q", "kind", "verdict", "category", "status"],
    controls: [h("label", {}, "Find ", find)],
    caption: () =>
      "A note is attached to a site, a name, a key, a definition or a commit, and follows it while lines move. A measurement is fresh until a commit touches what it depends on. Commands are shown, and were run by people.",
    draw: () => {
      const choice = choiceOf(book);
      const shown = rows.filter((row) => passes(row, choice));
      return h(
        "div",
        {},
        filters(book, rows, choice),
        shown.length === 0
          ? empty(
              choice.q === ""
                ? `None is of this kind. ${digits(rows.length)} are kept.`
                : `Nothing holds “${choice.q}”. ${digits(rows.filter((row) => passes(row, choice, "q")).length)} were searched: words, addresses, paths and commands.`,
            )
          : longTable(
              head(["verdict", "what is known", "of what", "category", "what changed since", "who may rely on it"]),
              shown.map((row) => () => rowOf(book, row)),
              "stack ledger",
            ),
      );
    },
  });
}

function filters(book: Book, rows: readonly NotesRow[], choice: NotesChoice): HTMLElement {
  const count = (key: "kind" | "verdict", value: string | undefined): number =>
    rows.filter((row) => passes(row, choice, key) && (value === undefined || row[key] === value)).length;
  const chip = (key: "kind" | "verdict", value: string | undefined, content: Child): HTMLElement | null => {
    const n = count(key, value);
    const pressed = choice[key] === value;
    if (n === 0 && !pressed) return null;
    const id = `${key}-${value ?? ""}`;
    const button = h(
      "button",
      { type: "button", class: "chip", "aria-pressed": String(pressed), "data-chip": id },
      content,
      h("span", {}, digits(n)),
    );
    button.addEventListener("click", () => {
      const section = button.closest("section");
      book.address.set(key, pressed ? undefined : value);
      section?.querySelector<HTMLElement>(`.chip[data-chip="${id}"]`)?.focus();
    });
    return button;
  };
  const kinds = new Set(rows.map(({ kind }) => kind));
  const verdicts = CLAIM_VERDICT_ORDER.filter((verdict) => rows.some((row) => row.verdict === verdict));
  const kindOf = (verdict: NotesRow["verdict"]): NotesRow["kind"] =>
    rows.find((row) => row.verdict === verdict)?.kind ?? "note";
  return h(
    "div",
    {},
    h(
      "div",
      { class: "bar", role: "group", "aria-label": "kinds and verdicts" },
      kinds.size > 1 && [chip("kind", "note", "notes"), chip("kind", "measurement", "measurements")],
      verdicts.length > 1 &&
        verdicts.map((verdict) =>
          chip("verdict", verdict, [
            claimInline(verdict),
            verdict === "holds" && kinds.size > 1 ? "attached or fresh" : verdictLabel(verdict, kindOf(verdict)),
          ]),
        ),
      select(book, rows, choice, "category"),
      select(book, rows, choice, "status"),
    ),
  );
}

/** A list of categories or of statuses, each with its count. */
function select(
  book: Book,
  rows: readonly NotesRow[],
  choice: NotesChoice,
  key: "category" | "status",
): HTMLElement | null {
  const counts = new Map<string, number>();
  for (const row of rows.filter((each) => each.of === "note" && passes(each, choice, key)))
    counts.set(row[key] ?? NONE, (counts.get(row[key] ?? NONE) ?? 0) + 1);
  const chosen = choice[key];
  if (chosen !== undefined && !counts.has(chosen)) counts.set(chosen, 0);
  if (counts.size < 2 && chosen === undefined) return null;
  const option = (value: string, text: string): HTMLOptionElement =>
    h("option", { value, selected: value === (chosen ?? "") }, text);
  const list = h(
    "select",
    { "data-select": key },
    option("", "any"),
    [...counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([value, n]) => option(value, `${value} ${digits(n)}`)),
  );
  list.addEventListener("change", () => {
    const section = list.closest("section");
    if (key === "category") book.address.set("category", list.value);
    else book.address.set("status", list.value);
    section?.querySelector<HTMLElement>(`[data-select="${key}"]`)?.focus();
  });
  return h("label", {}, `${key} `, list);
}

function rowOf(book: Book, row: NotesRow): HTMLElement {
  const cells =
    row.of === "note"
      ? noteCells(book, row.note)
      : row.of === "measurement"
        ? measurementCells(book, row.measurement)
        : otherCells(book, row.other);
  return h("tr", { class: row.of === "note" && row.note.retired ? "retired" : "" }, cells);
}

function noteCells(book: Book, note: Extract<NotesRow, { of: "note" }>["note"]): Child {
  return [
    h("td", { class: "nb" }, claimWord(note.verdict, "note")),
    h("td", { class: "sentence" }, noteWords(note), source(book, note)),
    h(
      "td",
      { class: "path", "data-l": "of" },
      note.subjects.map((subject) => subjectWords(book, subject)),
    ),
    h(
      "td",
      { "data-l": "category" },
      note.category ?? h("span", { class: "q" }, "none"),
      h("span", { class: "q" }, `, ${note.status}`),
    ),
    h(
      "td",
      { class: "path" },
      note.subjects.map((subject) => changedWords(book, subject)),
    ),
    h("td", { "data-l": "for" }, note.relies.join(", ")),
  ];
}

function measurementCells(book: Book, measurement: Extract<NotesRow, { of: "measurement" }>["measurement"]): Child {
  const { verdict, claims } = measurement;
  return [
    h("td", { class: "nb" }, claimWord(verdict, "measurement")),
    h("td", { class: "sentence" }, measuredWords(measurement), source(book, measurement)),
    h("td", { class: "path" }, restsWords(book, measurement)),
    h("td", {}, h("span", { class: "q" }, "measurement")),
    h("td", { class: "path" }, staleWords(book, measurement)),
    h(
      "td",
      { "data-l": "for" },
      claims.map((name, i) => [
        i > 0 ? ", " : "claim ",
        h("a", { href: `${book.root}/claims.html?c=${encodeURIComponent(name)}` }, name),
      ]),
    ),
  ];
}

function otherCells(book: Book, other: NotesExtract["others"][number]): Child {
  return [
    h("td", { class: "nb" }, claimWord(other.verdict, other.kind)),
    h("td", { class: "sentence" }, h("div", { class: "nt" }, prose(ticked(other.says))), source(book, other)),
    h("td", {}),
    h("td", {}, h("span", { class: "q" }, other.kind)),
    h("td", {}),
    h("td", {}),
  ];
}

/** Where it is written. */
function source(book: Book, { doc, line }: { readonly doc: string; readonly line: number }): HTMLElement {
  return h("div", { class: "q src" }, placeLink(book, { path: doc, line, endLine: line, oid: null }));
}
