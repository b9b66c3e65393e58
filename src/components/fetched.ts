// Fetches a file when it is first asked for, and fills an opened row with what is fetched only then: that it is on its way, what came, or why nothing did.

import { h } from "./dom.js";
import { empty } from "./figure.js";

/** A file that the page can fetch. */
export interface JsonFile {
  json(): Promise<unknown>;
}

/** What a file holds, fetched when it is first asked for, and again only where that failed. */
export function fetchOnce<Content>(file: JsonFile): () => Promise<Content> {
  let fetched: Promise<Content> | null = null;
  return () => {
    if (fetched !== null) return fetched;
    const coming = file.json() as Promise<Content>;
    fetched = coming;
    coming.catch(() => {
      fetched = null;
    });
    return coming;
  };
}

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
