// Turns a notebook into surface.json: lanes of names in groups of who answers, sites per file, who meets whom, and the
// table of commits that changed the surface.

import { groupBy } from "../group.ts";
import { at, type SpanRow, stretches } from "../store/spans.ts";
import { isUnanswered } from "../surface/meetings.ts";
import { answererNoun, type Book, isOf, joined, type StoredEvent, spotOf } from "./book.ts";
import type { Change, EventRow, Glyph, Lane, LaneState, SurfaceExtract } from "./pages.ts";
import type { Named } from "./slugs.ts";

export function surfaceExtract(book: Book): SurfaceExtract {
  const { groups, groupOf } = groupsOf(book);
  return {
    groups,
    lanes: book.named.map((named) => laneOf(book, named, groupOf(named))).toSorted((a, b) => a.group - b.group),
    files: filesOf(book),
    meetings: meetingsOf(book),
    events: eventRows(book, isNameEvent),
    totals: totalsOf(book),
    dropped: at(book.dropped, null).map((span) => ({
      reason: span.reason as string,
      spot: spotOf(span),
      text: span.text as string,
    })),
  };
}

/** Events of the surface page: of names, not of what is inside their contracts. */
function isNameEvent(event: StoredEvent): boolean {
  return event.side === "dispatched" && event.topic !== "site" && event.name !== null;
}

const MOST_SETS = 5;

function groupsOf(book: Book) {
  const groups: { layer: string; label: string }[] = [];
  const index = new Map<string, number>();
  for (const { name: layer } of book.meta.layers) {
    const asked = [
      ...new Set(
        at(book.meetings, null)
          .filter((span) => span.layer === layer)
          .map((span) => span.answerer as string),
      ),
    ];
    const alive = at(book.names, null).filter((span) => span.layer === layer);
    const setOf = (name: string) => [
      ...new Set(
        at(book.answerers, null)
          .filter((span) => isOf(span, { layer, name }))
          .map((span) => span.class as string),
      ),
    ];
    const sets = groupBy(alive, (span) =>
      setOf(span.name as string)
        .toSorted()
        .join("\n"),
    );
    const byClass = sets.size > MOST_SETS;
    const labelled = groupBy(alive, (span) => {
      const name = span.name as string;
      const classes = setOf(name);
      if (classes.length === 0) return "Nobody answers";
      if (byClass) return `${at(book.answerers, null).find((each) => isOf(each, { layer, name }))?.defined_in} answers`;
      if (asked.length > 1 && classes.length >= asked.length) return `Every ${answererNoun(asked)} answers`;
      if (asked.length <= 1) return `${classes[0]} answers`;
      return `Only ${joined(classes)} ${classes.length === 1 ? "answers" : "answer"}`;
    });
    const rank = (label: string) => (label.startsWith("Every") ? 0 : label.startsWith("Nobody") ? 2 : 1);
    const firstBirth = (spans: readonly SpanRow[]) => Math.min(...spans.map((span) => span.born));
    const ordered = [...labelled].toSorted(
      ([a, x], [b, y]) => rank(a) - rank(b) || firstBirth(x) - firstBirth(y) || (a < b ? -1 : 1),
    );
    for (const [label, spans] of ordered) {
      for (const span of spans) index.set(`${layer}\n${span.name}`, groups.length);
      groups.push({ layer, label });
    }
    const dead = book.named.filter((named) => named.layer === layer && !index.has(`${layer}\n${named.name}`));
    if (dead.length > 0) {
      for (const named of dead) index.set(`${layer}\n${named.name}`, groups.length);
      groups.push({ layer, label: "No longer sent" });
    }
  }
  return { groups, groupOf: (named: Named) => index.get(`${named.layer}\n${named.name}`) ?? 0 };
}

/** A name's spans, joined where neither state nor sites changed. */
export function lifespan(book: Book, named: Named) {
  const spans = book.names.filter((span) => isOf(span, named));
  return stretches(spans, (a, b) => a.state === b.state && a.sites === b.sites).map((span) => ({
    first: span.first,
    last: span.last,
    state: span.state as LaneState,
    sites: span.sites as number,
  }));
}

function laneOf(book: Book, named: Named, group: number): Lane {
  const now = at(book.names, null).find((span) => isOf(span, named));
  const sites = at(book.sites, null).filter((span) => isOf(span, named));
  const keys = [...book.reads, ...book.keys].filter((span) => isOf(span, named)).map((span) => span.key as string);
  return {
    ...named,
    slug: book.slugOf(named),
    group,
    spans: lifespan(book, named),
    marks: book.events
      .filter((event) => isNameEvent(event) && event.layer === named.layer && event.name === named.name)
      .map((event) => ({ position: event.position, glyph: glyphOf(event), text: markText(event) })),
    now: now ? { waits: now.state as LaneState, sites: now.sites as number, replies: repliesOf(sites) } : null,
    keys: [...new Set(keys)],
  };
}

function repliesOf(sites: readonly SpanRow[]): string {
  const words = sites.map((site) => {
    if (site.use === "discarded") return "dropped";
    if (site.use === "unpacked") return `unpacked ${site.arity}`;
    return site.use === "returned" ? "returned" : "kept";
  });
  return [...groupBy(words, (word) => word)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([word]) => word)
    .join(", ");
}

/** The glyph of an event, by what it says. */
export function glyphOf(event: StoredEvent): Glyph {
  if (event.side === "conformance")
    return event.kind === "disappeared" ? "back" : event.topic === "breach" ? "breach" : "defaulted";
  if (event.kind === "appeared") return event.returned ? "back" : "born";
  if (event.kind === "disappeared") return "died";
  if (event.kind === "moved") return "moved";
  if (event.topic === "wait") return "wait";
  if (event.topic === "lost") return "lost";
  if (event.topic === "answered") return "back";
  if (event.topic === "shape") return "shape";
  if (event.topic === "sites") {
    const [before, after] = event.detail.split(" to ").map((part) => Number.parseInt(part, 10));
    return (after ?? 0) > (before ?? 0) ? "more" : "less";
  }
  return "changed";
}

function markText(event: StoredEvent): string {
  if (event.kind === "appeared")
    return [event.returned ? "is sent again" : "is first sent", event.detail].filter((part) => part !== "").join("; ");
  return event.kind === "disappeared" ? "is no longer sent" : event.detail;
}

/** One row a commit and layer, newest first. Births, returns and deaths stand together, each other change by itself. */
export function eventRows(book: Book, wanted: (event: StoredEvent) => boolean): EventRow[] {
  const rows: EventRow[] = [];
  const totals = new Map(totalsOf(book).map((each) => [each.layer, each.steps]));
  const chosen = book.events.filter((event) => event.layer !== null && wanted(event));
  for (const [key, events] of groupBy(chosen, (event) => `${event.position}\n${event.layer}`)) {
    const [position, layer] = key.split("\n") as [string, string];
    const commit = book.commits[Number(position)];
    if (!commit) continue;
    const total = totals.get(layer)?.findLast(([first]) => first <= commit.position);
    rows.push({
      position: commit.position,
      oid: commit.oid,
      day: commit.day,
      pr: commit.pr,
      subject: commit.subject,
      origin: events.find((event) => event.origin !== null)?.origin ?? null,
      layer,
      changes: nameChanges(book, events),
      sites: total?.[1] ?? 0,
      names: total?.[2] ?? 0,
    });
  }
  return rows.toSorted((a, b) => b.position - a.position || (a.layer < b.layer ? -1 : 1));
}

function nameChanges(book: Book, events: readonly StoredEvent[]): Change[] {
  const linked = (event: StoredEvent) => ({
    text: event.name ?? "",
    slug: book.slugOf({ layer: event.layer ?? "", name: event.name ?? "" }),
  });
  const spot = (event: StoredEvent) =>
    event.path === null ? null : { path: event.path, line: event.line ?? 1, endLine: event.line ?? 1, oid: null };
  const changes: Change[] = [];
  for (const [glyph, same] of groupBy(events, glyphOf)) {
    const together =
      glyph === "born" || glyph === "died" || (glyph === "back" && same.every((event) => event.kind === "appeared"));
    if (together)
      changes.push({ glyph, names: same.map(linked), text: joinedDetail(same), spot: spot(same[0] as StoredEvent) });
    else
      for (const event of same) changes.push({ glyph, names: [linked(event)], text: event.detail, spot: spot(event) });
  }
  return changes;
}

function joinedDetail(events: readonly StoredEvent[]): string {
  const details = [...new Set(events.map((event) => event.detail).filter((detail) => detail !== ""))];
  return details.length === 1 && events.length === 1 ? (details[0] as string) : "";
}

/** Sites, names and unanswered names after each position at which one of them changed. */
export function totalsOf(book: Book): SurfaceExtract["totals"] {
  return book.meta.layers.map(({ name: layer }) => {
    const spans = book.names.filter((span) => span.layer === layer);
    const positions = new Set<number>();
    for (const span of spans) {
      positions.add(span.first);
      if (span.last !== null) positions.add(span.last + 1);
    }
    const steps: [number, number, number, number][] = [];
    for (const position of [...positions].toSorted((a, b) => a - b)) {
      const now = at(spans, position);
      const step: [number, number, number, number] = [
        position,
        now.reduce((sum, span) => sum + (span.sites as number), 0),
        now.length,
        now.filter((span) => isUnanswered(span.state as string)).length,
      ];
      const before = steps.at(-1);
      if (!before || before.slice(1).some((value, index) => value !== step[index + 1])) steps.push(step);
    }
    return { layer, steps };
  });
}

/** Sites per file over time. Where all sites of a file come to stand in another in one commit, it is the same file. */
function filesOf(book: Book): SurfaceExtract["files"] {
  return book.meta.layers.flatMap(({ name: layer }) => {
    const sites = book.sites.filter((span) => span.layer === layer);
    const renamed = renamesOf(sites);
    const last = (path: string): string => (renamed.has(path) ? last(renamed.get(path) as string) : path);
    const files = groupBy(sites, (span) => last(span.path as string));
    return [...files].map(([path, spans]) => {
      const positions = [
        ...new Set(spans.flatMap((span) => (span.last === null ? [span.first] : [span.first, span.last + 1]))),
      ].toSorted((a, b) => a - b);
      const steps: [number, number][] = [];
      for (const position of positions) {
        const count = at(spans, position).length;
        if (steps.at(-1)?.[1] !== count) steps.push([position, count]);
      }
      return { layer, path, steps };
    });
  });
}

function renamesOf(sites: readonly SpanRow[]): Map<string, string> {
  const renamed = new Map<string, string>();
  const byPath = groupBy(sites, (span) => span.path as string);
  for (const [path, spans] of byPath) {
    const end = Math.max(...spans.map((span) => span.last ?? Number.POSITIVE_INFINITY));
    if (!Number.isFinite(end)) continue;
    const ids = new Set(spans.filter((span) => span.last === end).map((span) => span.id));
    const next = sites.filter((span) => span.first === end + 1 && ids.has(span.id));
    const targets = new Set(next.map((span) => span.path as string));
    const [target] = targets;
    if (target === undefined || target === path || targets.size !== 1 || next.length !== ids.size) continue;
    const begin = Math.min(...(byPath.get(target) ?? []).map((span) => span.first));
    if (begin === end + 1) renamed.set(path, target);
  }
  return renamed;
}

function meetingsOf(book: Book): SurfaceExtract["meetings"] {
  const pairs = groupBy(at(book.meetings, null), (span) => `${span.layer}\n${span.broadcaster}\n${span.answerer}`);
  const rows = declared(at(book.sites, null).map((span) => ({ span, name: (span.class ?? span.path) as string })));
  const columns = baseFirst(at(book.answerers, null));
  const order = (names: readonly string[], name: string) =>
    (names.indexOf(name) + names.length + 1) % (names.length + 1);
  const sorted = [...pairs.values()].toSorted(([a], [b]) => {
    const row = (span: SpanRow | undefined) => order(rows, span?.broadcaster as string);
    const column = (span: SpanRow | undefined) => order(columns, span?.answerer as string);
    return row(a) - row(b) || column(a) - column(b);
  });
  return sorted.map((spans) => {
    const { layer, broadcaster, answerer } = spans[0] as SpanRow;
    const pairing = book.meta.pairings.find(
      (each) => each.layer === layer && each.broadcaster === broadcaster && each.answerer === answerer,
    );
    const worst = ["parks", "raises", "skipped", "answered"];
    return {
      layer: layer as string,
      broadcaster: broadcaster as string,
      answerer: answerer as string,
      names: spans
        .map((span) => ({
          name: span.name as string,
          slug: book.slugOf({ layer: layer as string, name: span.name as string }),
          outcome: span.outcome as "answered" | "parks" | "skipped" | "raises",
        }))
        .toSorted((a, b) => worst.indexOf(a.outcome) - worst.indexOf(b.outcome) || (a.name < b.name ? -1 : 1)),
      when: pairing ? pairing.when : null,
    };
  });
}

/** Classes in the order in which their first sites stand. */
function declared(sites: readonly { readonly span: SpanRow; readonly name: string }[]): string[] {
  const inOrder = sites.toSorted(({ span: a }, { span: b }) =>
    a.path === b.path ? (a.line as number) - (b.line as number) : (a.path as string) < (b.path as string) ? -1 : 1,
  );
  return [...new Set(inOrder.map(({ name }) => name))];
}

/** Classes that are asked: first those whose bodies answer for others, then by birth. */
function baseFirst(answerers: readonly SpanRow[]): string[] {
  const lends = (name: string) => answerers.filter((span) => span.defined_in === name && span.class !== name).length;
  const born = (name: string) => Math.min(...answerers.filter((span) => span.class === name).map((span) => span.born));
  const names = [...new Set(answerers.map((span) => span.class as string))];
  return names.toSorted((a, b) => lends(b) - lends(a) || born(a) - born(b) || (a < b ? -1 : 1));
}
