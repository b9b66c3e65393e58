// A link that opens an issue's row in the table of the same page.

import { h } from "./dom.js";
import type { IssueView } from "./issues-rows.js";

/** Its words are the number, its title the issue's. */
export function issueLink(view: IssueView, open: (id: string) => void): HTMLElement {
  const link = h("a", { href: `?c=${encodeURIComponent(view.id)}#issues`, title: view.title }, view.id);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    open(view.id);
  });
  return link;
}
