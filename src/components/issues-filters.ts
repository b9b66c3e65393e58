// The filters of the page of issues: chips for kinds of answers, lists for states and roles, the name that is asked for; each
// with its count of what the other filters let through. The choice stands in the address.

import type { Book } from "./book.js";
import { chip } from "./chips.js";
import { type Child, h } from "./dom.js";
import {
  type Chooser,
  ISSUE_KINDS,
  type IssueKind,
  type IssuesChoice,
  isOfKind,
  passes,
  rolesOf,
} from "./issues-choice.js";
import { ROLE_ORDER, roleWord, STATE_ORDER, stateWord } from "./issues-words.js";
import { selectBox } from "./select.js";

const KIND_WORDS: Readonly<Record<IssueKind, string>> = {
  contract: "changed a contract",
  findings: "findings nobody answered",
  gone: "open, speaks of what is gone",
  together: "near another of the same contract",
  unnamed: "commits that name none",
};

/** The bar of filters. */
export function issuesFilters(book: Book, all: Chooser, choice: IssuesChoice): HTMLElement {
  const rows = all.views.filter((view) => passes(view, choice, all, "kind"));
  const made = (kind: IssueKind | undefined, content: Child): Child => {
    const n = rows.filter((view) => isOfKind(view, kind, all.beside)).length;
    if (n === 0 && kind !== choice.kind && kind !== undefined) return null;
    return chip(book, { key: "kind", value: kind ?? "", sets: kind, isPressed: kind === choice.kind, content, n });
  };
  return h(
    "div",
    {},
    h(
      "div",
      { class: "bar", role: "group", "aria-label": "what is asked" },
      made(undefined, "everything"),
      ISSUE_KINDS.map((kind) => made(kind, KIND_WORDS[kind])),
      selectBox({
        label: "state",
        options: counts(all, choice, "state"),
        chosen: choice.state,
        choose: (value) => book.address.set("state", value),
      }),
      selectBox({
        label: "role",
        options: counts(all, choice, "role"),
        chosen: choice.role,
        choose: (value) => book.address.set("role", value),
      }),
    ),
    choice.name !== undefined && onlyName(book, choice.name),
  );
}

function counts(
  all: Chooser,
  choice: IssuesChoice,
  key: "state" | "role",
): readonly { readonly value: string; readonly text: string; readonly n: number }[] {
  const rows = all.views.filter((view) => passes(view, choice, all, key));
  const values: readonly string[] = key === "state" ? STATE_ORDER : ROLE_ORDER;
  return values.flatMap((value) => {
    const n = rows.filter((view) =>
      key === "state" ? view.state === value : (rolesOf(view) as readonly string[]).includes(value),
    ).length;
    return n === 0 ? [] : [{ value, text: key === "state" ? stateWord(value as never) : roleWord(value), n }];
  });
}

function onlyName(book: Book, name: string): HTMLElement {
  const clear = h("button", { type: "button" }, "all names");
  clear.addEventListener("click", () => book.address.set("name", undefined));
  return h("p", { class: "cap" }, "Only what changed ", h("code", {}, name), " or speaks of it. ", clear);
}
