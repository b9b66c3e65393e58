// The query page: SQL over the notebook's own store, worked questions beside it, the answer as a quick chart and a table.
// DuckDB is started by the first question and not before.

import type { NotebookExtract } from "../../loaders/report/pages.ts";
import { openBook } from "./book.js";
import { page } from "./chrome.js";
import { csv } from "./csv.js";
import { ask, type Result, type StoreFile } from "./database.js";
import { h } from "./dom.js";
import { empty, figure, longTable } from "./figure.js";
import { QUESTIONS } from "./questions.js";
import { quickChart } from "./quick-chart.js";
import { faces } from "./text.js";
import { measured } from "./words.js";

/** The page's content. */
export async function queryPage(notebook: NotebookExtract, file: StoreFile): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const field = h("textarea", { class: "sql", rows: 10, spellcheck: "false", "aria-label": "SQL" });
  const run = h("button", { type: "button" }, "Run");
  const save = h("button", { type: "button", disabled: true }, "Save as CSV");
  const answer = h("div", { class: "result", "aria-live": "polite" });
  let asked = 0;
  let result: Result | null = null;
  let started = false;

  const go = async (sql: string): Promise<void> => {
    const mine = ++asked;
    field.value = sql;
    book.address.set("q", sql.trim() === "" ? undefined : sql);
    result = null;
    save.disabled = true;
    if (sql.trim() === "") return answer.replaceChildren(empty("Write a question in SQL, or choose one."));
    answer.replaceChildren(h("p", { class: "cap" }, started ? "Asking." : "Starting the database, about two seconds."));
    const from = performance.now();
    try {
      const got = await ask(file, sql);
      if (mine !== asked) return;
      started = true;
      result = got;
      save.disabled = got.columns.length === 0;
      answer.replaceChildren(shown(got, answer.clientWidth, performance.now() - from));
    } catch (error) {
      if (mine !== asked) return;
      const words = error instanceof Error ? error.message : String(error);
      answer.replaceChildren(h("p", { class: "failed" }, words));
    }
  };
  run.addEventListener("click", () => void go(field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void go(field.value);
    }
  });
  save.addEventListener(
    "click",
    () => result && download(`${notebook.repository.replace(/[^\w.-]+/g, "-")}.csv`, csv(result.columns, result.rows)),
  );
  const first = book.address.get("q");
  field.value = first ?? QUESTIONS[0]?.sql ?? "";
  const list = QUESTIONS.map((q) => {
    const link = h("a", { href: `?q=${encodeURIComponent(q.sql)}` }, q.title);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void go(q.sql);
      answer.scrollIntoView({ block: "nearest" });
    });
    return h("li", {}, link);
  });
  const content = page(
    book,
    {
      page: "query",
      tab: "Query",
      title: "Ask the store",
      deck: "The pages draw extracts of one DuckDB file. Here is the file itself: every stretch, state and event that was derived.",
    },
    figure(book, {
      span: 2,
      title: "SQL",
      caption: () => [
        "One statement, read only. Tables: ",
        h("code", {}, "SHOW TABLES"),
        ", columns: ",
        h("code", {}, "DESCRIBE event"),
        ". Ctrl Enter runs it; the address holds it.",
      ],
      draw: () => h("div", {}, field, h("div", { class: "bar" }, run, save)),
    }),
    figure(book, { span: 1, title: "Questions to start from", draw: () => h("ul", { class: "questions" }, list) }),
    figure(book, { id: "answer", title: "Answer", draw: () => answer }),
  );
  if (first === undefined)
    answer.append(empty("Nothing has been asked yet. The database starts with the first question."));
  else requestAnimationFrame(() => void go(first));
  return content;
}

function shown(result: Result, width: number, ms: number): HTMLElement {
  const seconds = (ms / 1000).toFixed(ms < 1000 ? 2 : 1);
  if (result.rows.length === 0) return empty(`No row: nothing in the store is so. Asked in ${seconds} s.`);
  const head = h(
    "thead",
    {},
    h(
      "tr",
      {},
      result.columns.map((c, i) => h("th", { scope: "col", class: result.numeric[i] ? "n" : "" }, c)),
    ),
  );
  const rows = result.rows.map(
    (row) => () =>
      h(
        "tr",
        {},
        row.map((value, i) => h("td", { class: result.numeric[i] ? "n" : "" }, words(value))),
      ),
  );
  return h(
    "div",
    {},
    h("p", { class: "cap" }, `${measured(result.rows.length, "row")}, in ${seconds} s.`),
    quickChart(result, Math.max(280, width)),
    h("div", { class: "scroll" }, longTable(head, rows, "")),
  );
}

function words(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "number" && !Number.isInteger(value) ? value.toPrecision(6) : String(value);
}

function download(name: string, text: string): void {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
