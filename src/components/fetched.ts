// Fills an opened row with what is fetched only then: that it is on its way, what came, or why nothing did.

import { h } from "./dom.js";
import { empty } from "./figure.js";

/** `what`: of what the details are, "this claim"; null that came is nothing known. */
export async function fillFetched<Detail>(
  cell: HTMLElement,
  what: string,
  detail: () => Promise<Detail | null>,
  content: (detail: Detail) => HTMLElement,
): Promise<void> {
  cell.replaceChildren(h("p", { class: "cap wait" }, "Fetching what is known of it."));
  try {
    const come = await detail();
    cell.replaceChildren(come === null ? empty("Nothing more is known of it.") : content(come));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    cell.replaceChildren(
      h("p", { class: "failed" }, `The details of ${what} could not be fetched: ${why}. Reload the page.`),
    );
  }
}
