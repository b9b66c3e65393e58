// The surface page: names over time, sites per file, who meets whom, and the commits that did it. It composes figures.

import type { NotebookExtract, SurfaceExtract } from "../../loaders/report/pages.ts";
import { type Book, currentLayer, openBook, severalLayers } from "./book.js";
import { page } from "./chrome.js";
import { h } from "./dom.js";
import { eventsFigure } from "./events.js";
import { segment } from "./figure.js";
import { eventsTitle, surfaceDeck, surfaceTitle } from "./headlines.js";
import { matrixFigure } from "./matrix.js";
import { stepsFigure } from "./steps.js";
import { surfaceLanes } from "./surface-lanes.js";
import { faces } from "./text.js";

/** The page's content, once its faces have come. */
export async function surfacePage(notebook: NotebookExtract, surface: SurfaceExtract): Promise<HTMLElement> {
  await faces();
  const book = openBook(notebook, ".");
  const holder = h("div");
  const draw = (): void => {
    const within = document.activeElement?.closest(".layers") ?? null;
    holder.replaceChildren(content(book, surface));
    if (within !== null) holder.querySelector<HTMLElement>('.layers [aria-pressed="true"]')?.focus();
  };
  book.address.listen(["layer"], draw);
  draw();
  return holder;
}

function content(book: Book, surface: SurfaceExtract): HTMLElement {
  const layer = currentLayer(book);
  const meets = surface.meetings.some((m) => m.layer === layer);
  const events = surface.events.filter((e) => e.layer === layer);
  const files = surface.files.some((f) => f.layer === layer);
  return page(
    book,
    {
      page: "surface",
      tab: "Surface",
      title: surfaceTitle(book.notebook, surface, layer),
      deck: surfaceDeck(surface, layer),
      crumbs: severalLayers(book) ? [h("span", { class: "layers" }, "layer ", layerSwitch(book))] : [],
    },
    surfaceLanes(book, surface),
    files && stepsFigure(book, surface, meets ? 1 : 3),
    matrixFigure(book, surface, files ? 2 : 3),
    (events.length > 0 || files) &&
      eventsFigure(book, {
        title: eventsTitle(events),
        caption: events.length > 0 ? "Newest first. Sites and names are the totals after the commit." : null,
        events: () => surface.events.filter((e) => e.layer === currentLayer(book)),
        chips: true,
        totals: true,
      }),
  );
}

function layerSwitch(book: Book): HTMLElement {
  const options = book.notebook.layers.map((l) => ({ value: l.name, text: `${l.name} ${l.names}` }));
  const first = options[0]?.value;
  return segment("layer", options, currentLayer(book), (value) =>
    book.address.set("layer", value === first ? undefined : value),
  );
}
