// Who meets whom, as a table of senders and answerers: a mark a name, those that park first, then the same in words. It
// draws what the extract says and guesses no pairing.

import type { SurfaceExtract } from "../../loaders/report/pages.ts";
import { type Book, currentLayer, keyed, nameMark } from "./book.js";
import { breakable, type Child, h, s } from "./dom.js";
import { empty, figure, head, longTable } from "./figure.js";
import { glyph, type Mark, SHAPES } from "./glyphs.js";
import { matrixTitle } from "./headlines.js";
import { contractLink } from "./links.js";
import { oneStop, tells } from "./tip.js";
import { digits } from "./words.js";

type Meeting = SurfaceExtract["meetings"][number];
type Outcome = Meeting["names"][number]["outcome"];

const WORST: readonly Outcome[] = ["parks", "raises", "skipped", "answered"];

/** The figure of senders and answerers, or null where nobody is known to meet. */
export function matrixFigure(book: Book, surface: SurfaceExtract, span: 2 | 3): HTMLElement | null {
  const meetings = surface.meetings.filter((m) => m.layer === currentLayer(book));
  if (meetings.length === 0) return null;
  return figure(book, {
    id: "meetings",
    span,
    title: matrixTitle(meetings),
    caption: () => caption(meetings),
    draw: (width) => draw(book, meetings, width),
    behind: () => table(book, meetings),
  });
}

/** "4 of 4 park", "all 7 answered", "2 of 3 skipped": the words of a cell, the worst first. */
export function cellWords(names: readonly { readonly outcome: Outcome }[]): {
  readonly text: string;
  readonly bad: boolean;
} {
  const n = (outcome: Outcome): number => names.filter((x) => x.outcome === outcome).length;
  if (n("parks") > 0) return { text: `${n("parks")} of ${names.length} park`, bad: true };
  if (n("raises") > 0) return { text: `${n("raises")} of ${names.length} raise`, bad: true };
  if (n("skipped") > 0) return { text: `${n("skipped")} of ${names.length} skipped`, bad: false };
  return { text: names.length === 1 ? "1 answered" : `all ${names.length} answered`, bad: false };
}

function draw(book: Book, meetings: readonly Meeting[], width: number): Node {
  const senders = unique(meetings.map((m) => m.broadcaster));
  const answerers = unique(meetings.map((m) => m.answerer));
  const parks = (sender: string): boolean =>
    meetings.some(
      (m) => m.broadcaster === sender && m.names.some((n) => n.outcome === "parks" || n.outcome === "raises"),
    );
  const large = senders.length > 12 || answerers.length > 8;
  const shown = large ? senders.filter(parks) : senders;
  const hidden = senders.length - shown.length;
  if (shown.length === 0) return empty(`${digits(senders.length)} classes send; all of what they send is answered.`);
  const stops: HTMLElement[] = [];
  const room = (width - 150) / answerers.length;
  const perLine = Math.max(4, Math.floor((room - 16) / 14));
  const rows = shown.map((sender) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("code", {}, breakable(sender))),
      answerers.map((answerer) => {
        const meeting = meetings.find((m) => m.broadcaster === sender && m.answerer === answerer);
        const td = h(
          "td",
          { "data-l": answerer },
          meeting ? cell(book, meeting, perLine, stops) : h("span", { class: "q" }, "do not meet"),
        );
        return td;
      }),
    ),
  );
  oneStop(stops, answerers.length);
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "mx stack" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "sends"),
          answerers.map((a) => h("th", { scope: "col" }, h("code", {}, breakable(a)))),
        ),
      ),
      h("tbody", {}, rows),
    ),
    hidden > 0 &&
      h("p", { class: "cap" }, `${digits(hidden)} more ${hidden === 1 ? "class" : "classes"}, all answered.`),
  );
}

function cell(book: Book, meeting: Meeting, perLine: number, stops: HTMLElement[]): HTMLElement {
  const names = [...meeting.names].sort((a, b) => WORST.indexOf(a.outcome) - WORST.indexOf(b.outcome));
  const words = cellWords(names);
  const lines = Math.ceil(names.length / perLine);
  const box = h(
    "div",
    { class: "cell", role: "group", "aria-label": `${meeting.broadcaster} and ${meeting.answerer}: ${words.text}` },
    s(
      "svg",
      { class: "marks", width: Math.min(names.length, perLine) * 14, height: lines * 14, "aria-hidden": "true" },
      names.map((n, i) =>
        glyph(n.outcome as Mark, 7 + (i % perLine) * 14, 7 + Math.floor(i / perLine) * 14, 11, false),
      ),
    ),
    h("span", { class: words.bad ? "bad strong" : "q" }, words.text),
  );
  const byOutcome = WORST.map((o) => [o, names.filter((n) => n.outcome === o)] as const).filter(
    ([, list]) => list.length > 0,
  );
  tells(box, () => [
    h("b", {}, `${meeting.broadcaster} → ${meeting.answerer}`),
    ...byOutcome.map(([o, list]) =>
      h("span", {}, `${SHAPES[o].word}: `, h("code", {}, list.map((n) => n.name).join(", "))),
    ),
    meeting.when === null
      ? "nothing in the code says when they meet"
      : h("span", {}, "when ", h("code", {}, meeting.when)),
  ]);
  box.addEventListener("keydown", (event) => {
    const first = names[0];
    if (event.key === "Enter" && first) location.assign(contractLink(book.root, first.slug));
  });
  stops.push(box);
  return box;
}

function caption(meetings: readonly Meeting[]): Child {
  const outcomes = new Set(meetings.flatMap((m) => m.names.map((n) => n.outcome)));
  const free = meetings.filter((m) => m.when === null).length;
  return [
    "Rows send, columns answer. One mark a name the row's class sends: ",
    keyed("answered", "answered"),
    outcomes.has("parks") && [", ", keyed("parks", "waited on and never answered, so the caller parks")],
    outcomes.has("raises") && [", ", keyed("raises", "not answered, which raises")],
    outcomes.has("skipped") && [", ", keyed("skipped", "not answered and not waited on, so it is skipped")],
    ".",
    free === meetings.length
      ? " Nothing in the profile says who meets whom: every pairing is drawn."
      : free > 0
        ? ` Of ${digits(free)} pairings nothing says when they meet.`
        : null,
  ];
}

function table(book: Book, meetings: readonly Meeting[]): HTMLElement {
  const rows = meetings.flatMap((m) =>
    m.names.map(
      (n) => () =>
        h(
          "tr",
          {},
          h("td", {}, h("code", {}, m.broadcaster)),
          h("td", { "data-l": "meets" }, h("code", {}, m.answerer)),
          h("td", { "data-l": "sends" }, nameMark(book, { text: n.name, slug: n.slug })),
          h(
            "td",
            { "data-l": "which", class: n.outcome === "parks" || n.outcome === "raises" ? "bad" : "" },
            SHAPES[n.outcome].word,
          ),
          h("td", { "data-l": "when" }, m.when ?? ""),
        ),
    ),
  );
  return longTable(head(["sends", "meets", "name", "outcome", "when"]), rows);
}

function unique(list: readonly string[]): readonly string[] {
  return [...new Set(list)];
}
