// The other tables of a contract: who answers and with what, where reader and answerer disagree, members with a contract
// of their own, callers in the same process. The extract has judged; this renders rows.

import type { Contract } from "../../loaders/report/pages.ts";
import { type Book, dayOf, linked, placeLink } from "./book.js";
import { breakable, h, prose, ticked } from "./dom.js";
import { head, longTable } from "./figure.js";
import { inline } from "./glyphs.js";
import { blobLink } from "./links.js";
import { USES } from "./sites.js";

type Answerer = Contract["answerers"][number];

/** Answerers with their decorators, and what each of their returns sends. */
export function answerersTable(book: Book, contract: Contract): HTMLElement {
  return longTable(
    head(["class", "defined at", "returns"]),
    contract.answerers.map(
      (a) => () =>
        h(
          "tr",
          {},
          h(
            "td",
            { class: "path" },
            h("code", {}, breakable(a.class)),
            a.definedIn !== a.class && h("div", { class: "q" }, "by ", h("code", {}, breakable(a.definedIn))),
            a.decorators.map((d) => h("div", { class: "q" }, h("code", {}, "@", breakable(d)))),
          ),
          h("td", { "data-l": "at" }, placeLink(book, a.spot)),
          h(
            "td",
            { "data-l": "returns" },
            a.replies ? a.returns.map((x) => returned(book, a, x)) : h("span", { class: "bad" }, "never replies"),
          ),
        ),
    ),
    "stack answers",
  );
}

function returned(book: Book, a: Answerer, x: Answerer["returns"][number]): HTMLElement {
  const link = linked(blobLink(book, x.spot), h("code", {}, `:${x.spot.line}`));
  link.title = x.spot.path;
  const keys =
    x.keys.length > 0 && x.shape === "keys" ? `${x.keys.length} ${x.keys.length === 1 ? "key" : "keys"}` : null;
  return h(
    "div",
    { class: x.shape === "none" ? "bad" : "" },
    link,
    " ",
    x.shape === "none" ? "None" : (keys ?? prose(ticked(x.type === "" ? x.shape : x.type))),
    x.spot.path !== a.spot.path && [" in ", h("code", {}, breakable(x.spot.path))],
    x.when !== "" && h("span", { class: "q" }, " when ", h("code", {}, breakable(x.when))),
    x.via.length > 0 && h("span", { class: "q" }, " through ", h("code", {}, breakable(x.via.join(", ")))),
  );
}

/** Where reader and answerer disagree, those that still do first. */
export function troubleTable(book: Book, contract: Contract): HTMLElement {
  const list = contract.members.flatMap((m) => m.trouble.map((t) => ({ ...t, key: m.key })));
  list.sort(
    (a, b) =>
      Number(b.last === null) - Number(a.last === null) ||
      (a.status < b.status ? -1 : a.status > b.status ? 1 : a.first - b.first),
  );
  return longTable(
    head(["member", "class", "what happens", "when", "from", "until"]),
    list.map(
      (t) => () =>
        h(
          "tr",
          {},
          h("td", {}, h("code", {}, breakable(t.key))),
          h("td", { class: "path", "data-l": "of" }, h("code", {}, breakable(t.class))),
          h(
            "td",
            { class: t.last === null ? (t.status === "breach" ? "bad" : "dr") : "" },
            inline(t.status),
            t.status === "breach" ? `does not send it: ${t.detail}` : "does not send it: the reader falls back to ",
            t.status === "defaulted" && h("code", {}, t.detail),
          ),
          h("td", { class: "path", "data-l": "when" }, t.when === "" ? "always" : h("code", {}, breakable(t.when))),
          h("td", { class: "d", "data-l": "from" }, dayOf(book, t.first)),
          h("td", { class: "d", "data-l": "until" }, t.last === null ? "now" : dayOf(book, t.last + 1)),
        ),
    ),
  );
}

/** Values that are handed to a method which checks them. */
export function nestedTable(book: Book, contract: Contract): HTMLElement {
  return longTable(
    head(["member", "is handed to", "which takes", "and raises"]),
    contract.nested.map(
      (n) => () =>
        h(
          "tr",
          {},
          h("td", {}, h("code", {}, breakable(n.key))),
          h("td", { "data-l": "to" }, h("code", {}, breakable(n.target)), " ", placeLink(book, n.spot)),
          h(
            "td",
            { class: "path", "data-l": "takes" },
            n.exact ? "exactly " : "at least ",
            h(
              "code",
              {},
              n.keys.map((k, i) => [i > 0 && ", ", breakable(k)]),
            ),
          ),
          h(
            "td",
            { class: "path", "data-l": "raises" },
            n.raises.length === 0 ? "nothing it names" : h("code", {}, n.raises.join(", ")),
          ),
        ),
    ),
  );
}

/** Calls of the answering methods that no dispatch carries. */
export function inProcessTable(book: Book, contract: Contract): HTMLElement {
  return longTable(
    head(["call", "in", "on", "reply", "if it raises"]),
    contract.inProcess.map(
      (c) => () =>
        h(
          "tr",
          {},
          h("td", {}, placeLink(book, c.spot)),
          h("td", { class: "path", "data-l": "in" }, h("code", {}, breakable(c.function))),
          h("td", { class: "path", "data-l": "on" }, h("code", {}, breakable(c.receiver))),
          h("td", { "data-l": "reply" }, USES[c.use]),
          h("td", {}, c.caught ? "caught" : "goes on up"),
        ),
    ),
  );
}
