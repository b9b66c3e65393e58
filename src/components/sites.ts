// Who sends a name, as a table: whether it waits, what it does with the reply, what that fixes, how strong the evidence is.
// The extract has judged; this renders rows.

import type { Contract } from "../../loaders/report/pages.ts";
import { type Book, placeLink } from "./book.js";
import { breakable, type Child, h, prose, ticked } from "./dom.js";
import { evidenceBoxes } from "./evidence.js";
import { head, longTable } from "./figure.js";

type Site = Contract["sites"][number];

/** Sites, strongest evidence first. */
export function sitesTable(book: Book, contract: Contract): HTMLElement {
  const sites = [...contract.sites].sort((a, b) => b.evidence - a.evidence || order(a, b));
  return longTable(
    head(["site", "in", "waits", "what the caller does with the reply", "so the site fixes", "evidence"]),
    sites.map(
      (site) => () =>
        h(
          "tr",
          {},
          h("td", {}, placeLink(book, site.spot)),
          h(
            "td",
            { class: "path", "data-l": "in" },
            h("code", {}, breakable(site.function)),
            site.conditions.length > 0 &&
              h("div", { class: "q" }, "only if ", h("code", {}, breakable(site.conditions.join(" and ")))),
          ),
          h("td", { "data-l": "waits" }, waiting(site)),
          h("td", { "data-l": "then" }, useWords(book, site)),
          h("td", { "data-l": "fixes" }, prose(ticked(site.fixes))),
          h(
            "td",
            { class: "nb" },
            evidenceBoxes(site.evidence, site.evidence === 4 && site.use === "unpacked" ? "unpacked" : undefined),
          ),
        ),
    ),
    "stack sites",
  );
}

function order(a: Site, b: Site): number {
  return a.spot.path < b.spot.path ? -1 : a.spot.path > b.spot.path ? 1 : a.spot.line - b.spot.line;
}

function waiting(site: Site): string {
  if (site.wait === null) return "unknown";
  if (!site.wait) return "no";
  return site.timeout === null ? "yes" : `yes, ${site.timeout} s`;
}

/** What a caller does with the reply. */
export const USES: Readonly<Record<Site["use"], string>> = {
  discarded: "drops it",
  bound: "keeps it",
  unpacked: "unpacks it",
  returned: "returns it",
  argument: "passes it on",
};

/** "keeps it, passes it to X core.py:350; reads 8 members off it in Y". */
function useWords(book: Book, site: Site): Child {
  const hops = [...new Set(site.reads.flatMap((r) => r.hops))].slice(0, 4);
  const functions = [...new Set(site.reads.map((r) => r.function))];
  const keys = [...new Set(site.reads.map((r) => r.key))];
  const first = site.reads[0];
  return [
    USES[site.use],
    site.use === "unpacked" && site.arity > 0 && ` into ${site.arity}`,
    hops.map((hop) => ["; ", hopWords(book, site, hop)]),
    first && [
      "; ",
      keys.length <= 3 ? keys.map((k, i) => [i > 0 && ", ", h("code", {}, breakable(k))]) : `${keys.length} members`,
      ` read in `,
      functions.map((f, i) => [i > 0 && ", ", h("code", {}, breakable(f))]),
      " ",
      placeLink(book, first.spot),
    ],
  ];
}

/** A hop is `path:line what`; what it names last is greppable. */
function hopWords(book: Book, site: Site, hop: string): Child {
  const match = /^(.+):(\d+)\s+(.*)$/.exec(hop);
  if (!match) return hop;
  const [, path = "", number = "", what = ""] = match;
  const line = Number(number);
  const spot = { path, line, endLine: line, oid: path === site.spot.path ? site.spot.oid : null };
  const named = /^(.* )?(\S*[._]\S*)$/.exec(what);
  return [
    named ? [named[1] ?? "passes it to ", h("code", {}, breakable(named[2] ?? ""))] : what,
    " ",
    placeLink(book, spot),
  ];
}
