// The filters of the page of notes: chips for kinds and verdicts, lists for categories and statuses, each with its count of
// what the other filters let through. The choice stands in the address.

import type { Book } from "./book.js";
import { chip } from "./chips.js";
import { CLAIM_VERDICT_ORDER, claimInline, verdictLabel } from "./claim-verdicts.js";
import { type Child, h } from "./dom.js";
import { NONE, type NotesChoice, type NotesRow, passes } from "./notes-rows.js";
import { selectBox } from "./select.js";

/** The choice of the address. */
export function notesChoice(book: Book): NotesChoice {
  return {
    kind: book.address.get("kind"),
    verdict: book.address.get("verdict"),
    category: book.address.get("category"),
    status: book.address.get("status"),
    q: book.address.get("q") ?? "",
  };
}

/** The bar of filters. */
export function notesFilters(book: Book, rows: readonly NotesRow[], choice: NotesChoice): HTMLElement {
  const made = (key: "kind" | "verdict", value: string, content: Child): HTMLElement | null => {
    const n = rows.filter((row) => passes(row, choice, key) && row[key] === value).length;
    const isPressed = choice[key] === value;
    if (n === 0 && !isPressed) return null;
    return chip(book, { key, value, sets: isPressed ? undefined : value, isPressed, content, n });
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
      kinds.size > 1 && [made("kind", "note", "notes"), made("kind", "measurement", "measurements")],
      verdicts.length > 1 &&
        verdicts.map((verdict) =>
          made("verdict", verdict, [
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
  return selectBox({
    label: key,
    options: [...counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([value, n]) => ({ value, text: value, n })),
    chosen: choice[key],
    choose: (value) => {
      if (key === "category") book.address.set("category", value);
      else book.address.set("status", value);
    },
  });
}
