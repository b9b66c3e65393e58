// Turns a notebook into contracts.json: for each name what is sent and read, what each site fixes and how strong that
// evidence is, who answers with what, and the contract's own history.

import { groupBy } from "../group.ts";
import type { Route } from "../model.ts";
import { at, list, type SpanRow, stretches, union } from "../store/spans.ts";
import { addressOf, type Book, inWords, isOf, type StoredEvent, spotOf } from "./book.ts";
import { eventRows, glyphOf, lifespan } from "./extract-surface.ts";
import type { Change, Contract, ContractsExtract, EventRow, LaneState, Member } from "./pages.ts";
import type { Named } from "./slugs.ts";

export function contractsExtract(book: Book): ContractsExtract {
  return { contracts: [...book.named, ...book.carried].map((named) => contractOf(book, named)) };
}

/** All that a notebook knows of one contract. */
export function contractOf(book: Book, named: Named): Contract {
  const spans = lifespan(book, named);
  const now = spans.find((span) => span.last === null);
  const reads = book.reads.filter((span) => isOf(span, named));
  return {
    ...named,
    slug: book.slugOf(named),
    alive: now !== undefined || at(book.products, null).some((span) => isOf(span, named)),
    state: ((now ?? spans.at(-1))?.state ?? "unwaited") as LaneState,
    members: membersOf(book, named, reads),
    sites: sitesOf(book, named, at(reads, null)),
    answerers: answerersOf(book, named),
    shapes: shapesOf(book, named),
    nested: at(book.nested, null)
      .filter((span) => isOf(span, named))
      .map((span) => ({
        key: span.key as string,
        target: span.target as string,
        spot: spotOf(span),
        keys: list(span.keys),
        exact: span.exact as boolean,
        raises: list(span.raises),
      })),
    inProcess: at(book.inProcess, null)
      .filter((span) => isOf(span, named))
      .map((span) => ({
        spot: spotOf(span),
        function: span.function as string,
        receiver: span.receiver as string,
        use: span.use as Contract["inProcess"][number]["use"],
        caught: span.caught as boolean,
      })),
    lifespan: spans,
    history: historyOf(book, named),
  };
}

function membersOf(book: Book, named: Named, reads: readonly SpanRow[]): Member[] {
  const keys = book.keys.filter((span) => isOf(span, named));
  const trouble = book.conformance.filter(
    (span) => isOf(span, named) && (span.status === "breach" || span.status === "defaulted"),
  );
  const untold = book.conformance.filter((span) => isOf(span, named) && isUntold(span));
  const names = [...new Set([...keys, ...reads].map((span) => span.key as string))];
  return names.map((key) => {
    const here = reads.filter((span) => span.key === key).toSorted((a, b) => a.first - b.first);
    const byPlace = groupBy(here, (span) => `${span.path}\n${span.function}`);
    return {
      key,
      untold: union(untold.filter((span) => span.key === key)),
      produced: union(keys.filter((span) => span.key === key)),
      read: [...byPlace.values()]
        .flatMap((spans) =>
          stretches(spans, (a, b) => a.required === b.required && a.default_value === b.default_value),
        )
        .map((span) => ({
          first: span.first,
          last: span.last,
          spot: spotOf(span),
          function: span.function as string,
          required: span.required as boolean,
          default: span.default_value as string | null,
        }))
        .toSorted((a, b) => a.first - b.first),
      trouble: [
        ...groupBy(
          trouble.filter((span) => span.key === key),
          (span) => `${span.class}`,
        ).values(),
      ]
        .flatMap((spans) =>
          stretches(spans, (a, b) => a.status === b.status && a.detail === b.detail && a.guard === b.guard),
        )
        .map((span) => ({
          first: span.first,
          last: span.last,
          status: span.status as "breach" | "defaulted",
          class: span.class as string,
          detail: span.detail as string,
          when: list(span.guard).join(" and "),
        })),
    };
  });
}

/** A member that something which cannot be followed may read. */
function isUntold(span: SpanRow): boolean {
  return span.status === "unknown" && (span.detail as string).startsWith("passed on");
}

function sitesOf(book: Book, named: Named, reads: readonly SpanRow[]): Contract["sites"] {
  const all = new Set(reads.map((span) => span.key as string));
  const sites = at(book.sites, null).filter((span) => isOf(span, named));
  const described = sites.map((span) => {
    const address = addressOf(span);
    const own = reads.flatMap((read) => {
      const route = (JSON.parse(read.routes as string) as Route[]).find((each) => each.site === address);
      if (!route) return [];
      const { hops, secondHand } = route;
      return [{ key: read.key as string, spot: spotOf(read), function: read.function as string, hops, secondHand }];
    });
    const fates = at(book.fates, null).filter((fate) => fate.site === address);
    return {
      spot: spotOf(span),
      function: span.function as string,
      class: span.class as string | null,
      wait: span.wait as boolean | null,
      timeout: span.timeout as number | null,
      use: span.use as Contract["sites"][number]["use"],
      arity: span.arity as number,
      conditions: list(span.conditions),
      reads: own,
      ...evidenceOf(span, own, fates, all.size),
    };
  });
  return described.toSorted(
    (a, b) =>
      b.evidence - a.evidence ||
      b.reads.length - a.reads.length ||
      (a.spot.path < b.spot.path ? -1 : a.spot.path > b.spot.path ? 1 : a.spot.line - b.spot.line),
  );
}

/** How much of the reply a site fixes: 4 what it reads or takes apart, 3 after a hop, 2 that something comes, 1 nothing. */
function evidenceOf(
  site: SpanRow,
  reads: Contract["sites"][number]["reads"],
  fates: readonly SpanRow[],
  total: number,
): { evidence: 1 | 2 | 3 | 4; fixes: string } {
  const keys = new Set(reads.map((read) => read.key));
  const waits = site.wait !== false;
  if (site.use === "unpacked") return { evidence: 4, fixes: `${inWords(site.arity as number)} values, in this order` };
  if (keys.size > 0) {
    const direct = reads.some((read) => !read.secondHand);
    const count =
      keys.size === total
        ? total === 1
          ? "the one read"
          : total === 2
            ? "both reads"
            : `all ${inWords(total)} reads`
        : `${keys.size} of the ${total} reads`;
    const pickled = reads.some((read) => read.hops.some((hop) => /pickle/.test(hop)))
      ? ", and that it can be pickled"
      : "";
    return { evidence: direct ? 4 : 3, fixes: `${count}${pickled}` };
  }
  if (fates.some((fate) => fate.kind === "asserted") || site.asserted === true)
    return { evidence: 2, fixes: "that it is true" };
  const forwarded = fates.filter((fate) => fate.kind === "forwarded");
  if (forwarded.length > 0) return { evidence: 2, fixes: "that it is not None and can be passed on" };
  if (site.use === "returned" || site.use === "argument") return { evidence: 2, fixes: "that it is not None" };
  return { evidence: 1, fixes: waits ? "only that something not None comes back" : "nothing: nobody waits" };
}

function answerersOf(book: Book, named: Named): Contract["answerers"] {
  const products = at(book.products, null).filter((span) => isOf(span, named));
  return at(book.answerers, null)
    .filter((span) => isOf(span, named))
    .map((span) => ({
      class: span.class as string,
      definedIn: span.defined_in as string,
      spot: spotOf(span),
      decorators: list(span.decorators),
      replies: span.replies as boolean,
      returns: products
        .filter((product) => product.class === span.class)
        .map((product) => ({
          spot: spotOf(product),
          shape: product.shape as string,
          type: product.type as string,
          keys: list(product.keys),
          when: list(product.guard).join(" and "),
          via: list(product.via),
        }))
        .toSorted((a, b) => a.spot.line - b.spot.line),
    }));
}

function shapesOf(book: Book, named: Named): Contract["shapes"] {
  const byClass = groupBy(
    book.replies.filter((span) => isOf(span, named)),
    (span) => span.class as string,
  );
  return [...byClass.values()].flatMap((spans) =>
    stretches(
      spans.toSorted((a, b) => a.first - b.first),
      (a, b) => a.label === b.label && a.shapes === b.shapes,
    ).map((span) => {
      const shapes = JSON.parse(span.shapes as string) as { label: string; keys: string[]; when: string }[];
      return {
        first: span.first,
        last: span.last,
        class: span.class as string,
        label: span.label as string,
        keys: [...new Set(shapes.flatMap((shape) => shape.keys))],
        when: shapes
          .map((shape) => shape.when)
          .filter((when) => when !== "")
          .join("; "),
      };
    }),
  );
}

/** A contract's own events: all sides, members told together where they come and go together. */
function historyOf(book: Book, named: Named): EventRow[] {
  const wanted = (event: StoredEvent) =>
    event.layer === named.layer && event.name === named.name && event.topic !== "site";
  const moved = (event: StoredEvent) =>
    event.layer === named.layer && event.name === named.name && event.topic === "site" && event.kind === "moved";
  const rows = eventRows(book, (event) => wanted(event) || moved(event));
  return rows.map((row) => {
    const events = book.events.filter((event) => event.position === row.position && (wanted(event) || moved(event)));
    return { ...row, changes: contractChanges(book, named, events, row.position) };
  });
}

/** What events of one contract at one commit come to, as a reader wants to hear it. */
export function contractChanges(book: Book, named: Named, events: readonly StoredEvent[], position: number): Change[] {
  const changes: Change[] = [];
  const spot = (event: StoredEvent) =>
    event.path === null ? null : { path: event.path, line: event.line ?? 1, endLine: event.line ?? 1, oid: null };
  const bare = (words: readonly string[]) => words.map((text) => ({ text, slug: null }));
  for (const event of events.filter((each) => each.side === "dispatched")) {
    const text =
      event.kind === "appeared"
        ? event.returned
          ? "sent again"
          : "first sent"
        : event.kind === "disappeared"
          ? "no longer sent"
          : event.kind === "moved"
            ? `a site moved ${event.detail}`
            : event.topic === "sites"
              ? `sent from ${event.detail}`
              : event.detail;
    changes.push({ glyph: glyphOf(event), names: [], text, spot: spot(event) });
  }
  changes.push(...memberChanges(book, named, events, position));
  for (const event of events) {
    if (event.side === "produced" && event.topic === "shape")
      changes.push({
        glyph: "shape",
        names: bare([event.subject]),
        text: /^(adds|drops) /.test(event.detail)
          ? `reply ${event.detail}`
          : `reply was ${event.detail.replace(" to ", ", is now ")}`,
        spot: spot(event),
      });
    // A breach that turns into a default is told by what it is now.
    const turned = events.some(
      (each) => each !== event && each.side === "conformance" && each.subject === event.subject,
    );
    if (event.side === "conformance" && !(turned && event.kind === "disappeared")) {
      const [owner, key] = event.subject.split(" ") as [string, string];
      changes.push({
        glyph: glyphOf(event),
        names: bare([key]),
        text:
          event.kind === "disappeared"
            ? `is sent by ${owner} again, or no longer read`
            : `is not sent by ${owner}: ${event.detail}`,
        spot: spot(event),
      });
    }
    if (event.side === "answered") {
      const text =
        event.kind === "appeared" ? "answers it" : event.kind === "disappeared" ? "no longer answers it" : event.detail;
      changes.push({
        glyph: event.kind === "changed" ? "changed" : glyphOf(event),
        names: bare([event.subject]),
        text,
        spot: spot(event),
      });
    }
    if (event.side === "nested")
      changes.push({
        glyph: event.kind === "disappeared" ? "died" : "changed",
        names: bare([event.subject]),
        text: event.detail,
        spot: spot(event),
      });
    if (event.side === "in-process")
      changes.push({
        glyph: event.kind === "disappeared" ? "died" : "born",
        names: bare([event.function ?? event.subject]),
        text: event.kind === "disappeared" ? "no longer calls it in-process" : "calls it in-process",
        spot: spot(event),
      });
  }
  return merged(changes);
}

/** Reads and products of members, told by member: both at once is one line. */
function memberChanges(book: Book, named: Named, events: readonly StoredEvent[], position: number): Change[] {
  const spot = (event: StoredEvent) =>
    event.path === null ? null : { path: event.path, line: event.line ?? 1, endLine: event.line ?? 1, oid: null };
  const members = events.filter(
    (event) => (event.side === "read" || event.side === "produced") && event.topic !== "shape",
  );
  return [...groupBy(members, (event) => event.subject)].flatMap(([key, same]): Change[] => {
    const names = [{ text: key, slug: null }];
    const has = (side: string, kind: string) => same.find((event) => event.side === side && event.kind === kind);
    const read = has("read", "appeared");
    const produced = has("produced", "appeared");
    const unread = has("read", "disappeared");
    const gone = has("produced", "disappeared");
    const isRead = at(book.reads, position).some((span) => isOf(span, named) && span.key === key);
    const moved = has("read", "moved");
    const changed = same.filter((event) => event.side === "read" && event.kind === "changed");
    const changes: Change[] = [];
    if (read && produced)
      changes.push({
        glyph: read.returned || produced.returned ? "back" : "born",
        names,
        text: "produced and read",
        spot: spot(read),
      });
    else if (produced) {
      const mayBeRead =
        isRead ||
        at(book.conformance, position).some((span) => isOf(span, named) && span.key === key && isUntold(span));
      changes.push({
        glyph: mayBeRead ? "born" : "unread",
        names,
        text: isRead ? "produced" : mayBeRead ? "produced, and passed on" : "produced, read by nobody",
        spot: spot(produced),
      });
    } else if (read) {
      const { glyph, verb } = BEFORE[readBefore(book, named, key, position)];
      changes.push({ glyph, names, text: `${verb}, in ${read.function ?? ""}`, spot: spot(read) });
    }
    if (unread && gone) changes.push({ glyph: "died", names, text: "no longer produced nor read", spot: spot(unread) });
    else if (gone) changes.push({ glyph: "died", names, text: "no longer produced", spot: spot(gone) });
    else if (unread && !read)
      changes.push({
        glyph: isRead ? "less" : "unreadLost",
        names,
        text: isRead ? `no longer read in ${unread.function ?? ""}` : "loses its only reader",
        spot: spot(unread),
      });
    if (moved) changes.push({ glyph: "moved", names, text: `read ${moved.detail}`, spot: spot(moved) });
    for (const event of changed) changes.push({ glyph: "changed", names, text: event.detail, spot: spot(event) });
    return changes;
  });
}

/** What a read is, by what became of its key before. */
const BEFORE = {
  still: { glyph: "more", verb: "also read" },
  once: { glyph: "back", verb: "read again" },
  never: { glyph: "born", verb: "read" },
} as const;

/** Whether a key was read at the commit before, or at some time before that. */
function readBefore(book: Book, named: Named, key: string, position: number): keyof typeof BEFORE {
  const before = book.reads.filter((span) => isOf(span, named) && span.key === key && span.first < position);
  if (at(before, position - 1).length > 0) return "still";
  return before.length > 0 ? "once" : "never";
}

/** Changes that say the same of several members stand in one line. */
function merged(changes: readonly Change[]): Change[] {
  return [...groupBy(changes, (change) => `${change.glyph}\n${change.text}`).values()].map((same) => {
    const first = same[0] as Change;
    return same.length === 1 || first.names.length === 0
      ? first
      : { ...first, names: same.flatMap((change) => change.names) };
  });
}
