// Makes the sentences that stand over pages and figures from the extracts, by rule: the finding with its number, or a dull
// one that is still true. It never says why something is so.

import type { EventRow, IndexExtract, NotebookExtract, SurfaceExtract } from "../../loaders/report/pages.ts";
import { isAlone } from "./glyphs.js";
import { count, counted, digits, listed, measured, ordinal, sentence } from "./words.js";

/** The longest title that is set on two lines. */
const LONGEST = 75;

type Meeting = SurfaceExtract["meetings"][number];

/** The first candidate that is short enough; the last is the fallback. */
export function shortest(candidates: readonly (string | null)[]): string {
  const fitting = candidates.find((c): c is string => c !== null && c.length <= LONGEST);
  return fitting ?? candidates.findLast((c): c is string => c !== null) ?? "";
}

/** The surface page's title: how the number of names went, and the commits that did most of it. */
export function surfaceTitle(notebook: NotebookExtract, surface: SurfaceExtract, layer: string): string {
  const now = notebook.layers.find((l) => l.name === layer);
  if (!now || (now.names === 0 && surface.lanes.every((l) => l.layer !== layer))) return "Nothing is sent by name here";
  const dull = `${measured(now.names, "name")}, ${measured(now.sites, "site")}`;
  const steps = surface.totals.find((t) => t.layer === layer)?.steps ?? [];
  const first = steps[0]?.[2] ?? now.names;
  const unanswered = surface.lanes.filter((l) => l.layer === layer && isAlone(l.now?.waits));
  const turned =
    first === 0 || first === now.names
      ? null
      : `${sentence(count(first))} ${first === 1 ? "name" : "names"} became ${count(now.names)}`;
  const big = bigBirths(surface, layer);
  const brought =
    turned !== null && big.commits > 0
      ? `${turned}; ${counted(big.commits, "commit")} brought ${count(big.names)} of them`
      : null;
  const lost =
    unanswered.length === 0
      ? null
      : `${sentence(count(unanswered.length))} of ${counted(now.names, "name")} ${unanswered.length === 1 ? "is" : "are"} answered by nobody`;
  return shortest([lost, brought, turned, dull]);
}

/** Commits after the first that bear three names or more which are still sent, and how many. */
function bigBirths(surface: SurfaceExtract, layer: string): { commits: number; names: number } {
  const births = new Map<number, number>();
  for (const lane of surface.lanes) {
    const position = lane.spans[0]?.first;
    if (lane.layer === layer && lane.now && position !== undefined)
      births.set(position, (births.get(position) ?? 0) + 1);
  }
  const origin = Math.min(...surface.lanes.filter((l) => l.layer === layer).map((l) => l.spans[0]?.first ?? 0));
  const big = [...births].filter(([position, n]) => position !== origin && n >= 3);
  return { commits: big.length, names: big.reduce((sum, [, n]) => sum + n, 0) };
}

/** The surface page's deck: who waits, and who answers. */
export function surfaceDeck(surface: SurfaceExtract, layer: string): string {
  const alive = surface.lanes.filter((l) => l.layer === layer && l.now !== null);
  const n = alive.length;
  if (n === 0) return "";
  const waited = alive.filter((l) => l.now?.waits === "waited" || l.now?.waits === "parks").length;
  const mixed = alive.filter((l) => l.now?.waits === "mixed").length;
  const failing = alive.filter((l) => l.now?.waits === "raises").length;
  const unwaited = n - waited - mixed - failing;
  const waiting =
    waited + failing === n
      ? n === 1
        ? "Its callers wait."
        : "Callers wait on every name."
      : unwaited === n
        ? "Nobody waits on any of them."
        : unwaited + mixed > waited / 2
          ? `Callers wait on ${count(waited)} of ${counted(n, "name")}.`
          : `Callers wait on every name but ${count(unwaited + mixed)}.`;
  const disagree = mixed === 0 ? "" : ` On ${counted(mixed, "name")} they disagree.`;
  const groups = surface.groups.map((g, i) => ({ label: g.label, n: alive.filter((l) => l.group === i).length }));
  const common = groups.find((g) => g.n > 0 && /^(every|each|all)\b/i.test(g.label));
  const others = common ? n - common.n : 0;
  const who =
    !common || n === 1
      ? ""
      : others === 0
        ? ` ${common.label.replace(/ answers?$/i, "")} answers all of them.`
        : ` Only ${common.n} of the ${n} are answered by ${lower(common.label.replace(/ answers?$/i, ""))}: the other ${others} ${others === 1 ? "depends" : "depend"} on which was chosen.`;
  return `${waiting}${disagree}${who}`;
}

/** "38 sites in three files; the third came with #1552". */
export function stepsTitle(files: SurfaceExtract["files"], events: readonly EventRow[]): string {
  const alive = files.filter((f) => (f.steps.at(-1)?.[1] ?? 0) > 0);
  const sites = alive.reduce((sum, f) => sum + (f.steps.at(-1)?.[1] ?? 0), 0);
  const dull = `${measured(sites, "site")} in ${counted(alive.length, "file")}`;
  if (alive.length < 2) return dull;
  const births = alive.map((f) => f.steps[0]?.[0] ?? 0).sort((a, b) => a - b);
  const latest = births.at(-1) ?? 0;
  const pr = events.find((e) => e.position === latest)?.pr ?? null;
  if (pr === null || births.at(-2) === latest) return dull;
  return shortest([`${dull}; the ${ordinal(alive.length)} came with #${pr}`, dull]);
}

/** The matrix' title: how many senders can meet an answerer on which they park. */
export function matrixTitle(meetings: readonly Meeting[]): string {
  const senders = [...new Set(meetings.map((m) => m.broadcaster))];
  const bad = (m: Meeting): boolean => m.names.some((n) => n.outcome === "parks" || n.outcome === "raises");
  const parking = senders.filter((s) => meetings.some((m) => m.broadcaster === s && bad(m)));
  const word = meetings.some((m) => m.names.some((n) => n.outcome === "parks")) ? "park" : "fail";
  if (parking.length === 0) {
    return shortest([
      senders.length === 1
        ? "All that its sender sends is answered"
        : `All that ${counted(senders.length, "class", "classes")} send is answered`,
    ]);
  }
  const s = parking.length === 1 ? "s" : "";
  return shortest([
    parking.length <= 2 ? `${listed(parking)} ${word}${s} on an answerer that does not know the name` : null,
    `${sentence(count(parking.length))} of ${counted(senders.length, "sender")} ${word}${s} on some answerer they may meet`,
    `${digits(parking.length)} senders ${word}`,
  ]);
}

/** "16 commits changed the surface". */
export function eventsTitle(events: readonly EventRow[]): string {
  if (events.length === 0) return "No commit has changed the surface";
  return `${sentence(counted(events.length, "commit"))} changed the surface`;
}

/** The index' title: the worst true thing. */
export function indexTitle(notebook: NotebookExtract, surface: SurfaceExtract, index: IndexExtract): string {
  const names = notebook.layers.reduce((sum, l) => sum + l.names, 0);
  const sites = notebook.layers.reduce((sum, l) => sum + l.sites, 0);
  if (names === 0) return "Nothing is sent by name here";
  const alone = surface.lanes.filter((l) => isAlone(l.now?.waits)).length;
  // Where nothing says who meets whom, a pairing that would park is a possibility and no headline.
  const paired = new Set(surface.meetings.filter((m) => m.when !== null).map((m) => m.layer));
  const bad = new Set(
    surface.meetings
      .filter((m) => paired.has(m.layer))
      .flatMap((m) => m.names.filter((n) => n.outcome === "parks").map((n) => n.slug)),
  ).size;
  const breaches = index.wrong.filter((w) => w.glyph === "breach").length;
  const unread = index.wrong.filter((w) => w.glyph === "unread").length;
  const dull = `${measured(names, "name")}, ${measured(sites, "site")}`;
  return shortest([
    alone > 0
      ? `${sentence(count(alone))} of ${counted(names, "name")} ${alone === 1 ? "is" : "are"} answered by nobody`
      : null,
    bad > 0
      ? `Every name has an answerer, but ${count(bad)} of ${count(names)} ${bad === 1 ? "parks" : "park"} on the wrong one`
      : null,
    breaches > 0
      ? `Every name is answered, but ${count(breaches)} ${breaches === 1 ? "reply lacks" : "replies lack"} what is read off it`
      : null,
    notebook.claims !== null && notebook.claims.false > 0
      ? `Every name is answered, but ${count(notebook.claims.false)} of ${counted(notebook.claims.pins, "claim")} ${notebook.claims.false === 1 ? "is" : "are"} false`
      : null,
    notebook.citations !== null && notebook.citations.wrong > 0 && names > 0
      ? `Every name is answered, but ${untrue(notebook.citations)}`
      : null,
    unread > 0
      ? `Every name is answered; what ${count(unread)} of them ${unread === 1 ? "sends" : "send"} nobody reads`
      : null,
    `Every one of ${counted(names, "name")} is answered, from ${counted(sites, "site")}`,
    dull,
  ]);
}

function untrue({ judged, wrong }: { readonly judged: number; readonly wrong: number }): string {
  if (judged === wrong)
    return judged === 1 ? "the one citation is not true" : `none of ${counted(judged, "citation")} is true`;
  return `${count(wrong)} of ${counted(judged, "citation")} ${wrong === 1 ? "is" : "are"} not true`;
}

/** Of what is wrong now: that it is sorted, and how many of how many are shown. */
export function wrongTitle(all: number, most: number): string {
  return all > most ? `Wrong now, worst first: ${digits(most)} of ${digits(all)}` : "Wrong now, worst first";
}

/** The index' deck: how each layer went. */
export function indexDeck(notebook: NotebookExtract, surface: SurfaceExtract): string {
  const several = notebook.layers.length > 1;
  const parts = notebook.layers.map((layer) => {
    const first = surface.totals.find((t) => t.layer === layer.name)?.steps[0]?.[2] ?? layer.names;
    const of = several ? `in ${layer.name} ` : "";
    const from = `, sent from ${counted(layer.sites, "site")}`;
    if (first === layer.names || first === 0) return `${of}${counted(layer.names, "name")}${from}`;
    return `${of}${counted(first, "name")} became ${count(layer.names)}${from}`;
  });
  return [parts.length === 0 ? "" : `${sentence(parts.join("; "))}.`, citedWords(notebook)]
    .filter((part) => part !== "")
    .join(" ");
}

/** "Of 23 sentences that cite this code, three are still right." */
function citedWords({ citations }: NotebookExtract): string {
  if (citations === null || citations.judged === 0) return "";
  const { judged, wrong } = citations;
  const right = judged - wrong;
  if (judged === 1) return `The one sentence that cites this code is ${right === 1 ? "right" : "not right"}.`;
  if (wrong === 0) return `All ${counted(judged, "sentence")} that cite this code are right.`;
  return `Of ${counted(judged, "sentence")} that cite this code, ${right === 0 ? "none is" : `${count(right)} ${right === 1 ? "is" : "are"}`} still right.`;
}

function lower(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
