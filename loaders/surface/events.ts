// Turns the edges of one commit into events: what appeared, changed, moved or disappeared, on which side of which
// contract, in words a table can show. Where a row merely stands elsewhere there is no event.

import type { EventKind, Side } from "../model.ts";
import type { Move } from "./identity.ts";
import { isUnanswered } from "./meetings.ts";
import type { Cell, Kind, Row } from "./rows.ts";
import type { Edges } from "./spans.ts";

/** An event before it is known which commit inside a merge made it. */
export interface SurfaceEvent {
  readonly kind: EventKind;
  readonly side: Side;
  readonly layer: string | null;
  /** The name whose contract it is of. */
  readonly of: string | null;
  /** The member, answering class or site that changed, where it is not the name itself. */
  readonly subject: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly function: string | null;
  /** Whether the thing was there before, and gone between. */
  readonly returned: boolean;
  /** `now waited on`, `int to 3 keys`, `2 to 4 sites`. */
  readonly detail: string;
  /** A finer word for charts: `wait`, `sites`, `state`, `shape`, `breach`, `defaulted`, `unread` …; else empty. */
  readonly topic: string;
}

/** The events of one commit, names first, then what belongs to them. */
export function eventsOf(edges: Readonly<Record<Kind, Edges>>, moves: readonly Move[]): SurfaceEvent[] {
  return [
    ...nameEvents(edges.name, edges.site),
    ...siteEvents(edges.site, moves),
    ...answererEvents(edges.answerer),
    ...readEvents(edges.read),
    ...memberEvents(edges.key),
    ...replyEvents(edges.reply),
    ...conformanceEvents(edges.conformance),
    ...nestedEvents(edges.nested),
    ...plain(edges.in_process, "in-process", (row) => text(row.receiver)),
    ...plain(edges.dropped, "dropped", (row) => text(row.reason)),
  ];
}

function text(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? "" : String(cell);
}

function event(
  kind: EventKind,
  side: Side,
  row: Row,
  subject: string,
  detail = "",
  topic = "",
  returned = false,
): SurfaceEvent {
  return {
    kind,
    side,
    layer: row.layer === undefined ? null : text(row.layer),
    of: row.name === undefined || row.name === null ? null : text(row.name),
    subject,
    path: row.path === undefined ? null : text(row.path),
    line: typeof row.line === "number" ? row.line : null,
    function: row.function === undefined || row.function === null ? null : text(row.function),
    returned,
    detail,
    topic,
  };
}

const STATES: Readonly<Record<string, string>> = {
  waited: "is answered",
  unwaited: "is answered",
  mixed: "is answered",
  parks: "is waited on and nobody answers",
  raises: "is sent and nobody answers: the call fails",
  skipped: "is sent and nobody answers",
};

function nameEvents(edges: Edges, sites: Edges): SurfaceEvent[] {
  const placeOf = (row: Row): Row => {
    const site = sites.appeared.find((each) => each.row.layer === row.layer && each.row.name === row.name)?.row;
    return site ? { ...row, path: text(site.path), line: site.line ?? null, function: site.function ?? null } : row;
  };
  return [
    ...edges.appeared.map(({ row, returned }) =>
      event("appeared", "dispatched", placeOf(row), "", unanswered(row), "", returned),
    ),
    ...edges.changed.flatMap(({ before, after }) => {
      const events: SurfaceEvent[] = [];
      const at = placeOf(after);
      if (before.waits !== after.waits)
        events.push(event("changed", "dispatched", at, "", WAITS[text(after.waits)] ?? "", "wait"));
      if (before.sites !== after.sites)
        events.push(
          event("changed", "dispatched", at, "", `${text(before.sites)} to ${text(after.sites)} sites`, "sites"),
        );
      const wasAnswered = !isUnanswered(text(before.state));
      const isAnswered = !isUnanswered(text(after.state));
      if (wasAnswered !== isAnswered)
        events.push(
          event(
            "changed",
            "dispatched",
            at,
            "",
            isAnswered ? "finds an answerer" : "loses its last answerer",
            isAnswered ? "answered" : "lost",
          ),
        );
      return events;
    }),
    ...edges.disappeared.map(({ row }) => event("disappeared", "dispatched", row, "")),
  ];
}

const WAITS: Readonly<Record<string, string>> = {
  yes: "is now waited on",
  no: "is no longer waited on",
  mixed: "its callers now disagree about waiting",
};

function unanswered(row: Row): string {
  const state = text(row.state);
  return isUnanswered(state) ? (STATES[state] as string) : "";
}

function siteEvents(edges: Edges, moves: readonly Move[]): SurfaceEvent[] {
  const moved = new Set(moves.map((move) => move.id));
  return [
    ...edges.appeared.map(({ row, returned }) => event("appeared", "dispatched", row, row.id, "", "site", returned)),
    ...moves.map((move): SurfaceEvent => {
      const { to, from } = move;
      const detail = from.path === to.path ? `from ${from.function}` : `from ${from.path} ${from.function}`;
      return {
        kind: "moved",
        side: "dispatched",
        layer: to.layer,
        of: to.name,
        subject: move.id,
        path: to.path,
        line: to.line,
        function: to.function,
        returned: false,
        detail,
        topic: "site",
      };
    }),
    ...edges.changed.flatMap(({ before, after }) => {
      const differences = ["wait", "timeout", "timeout_text", "use", "arity", "aggregating", "name"].filter(
        (column) => before[column] !== after[column],
      );
      if (differences.length === 0) return [];
      const detail = differences
        .map((column) => `${column} ${text(before[column])} to ${text(after[column])}`)
        .join(", ");
      return [event("changed", "dispatched", after, after.id, detail, "site")];
    }),
    ...edges.disappeared
      .filter((span) => !moved.has(span.row.id))
      .map(({ row }) => event("disappeared", "dispatched", row, row.id, "", "site")),
  ];
}

function answererEvents(edges: Edges): SurfaceEvent[] {
  const pairs = paired(edges, (row) => `${text(row.layer)}\n${text(row.name)}\n${text(row.class)}`);
  return [
    ...pairs.appeared.map(({ row, returned }) => event("appeared", "answered", row, text(row.class), "", "", returned)),
    ...pairs.moved.map(({ before, after }) =>
      event("moved", "answered", after, text(after.class), `from ${text(before.function)}`),
    ),
    ...edges.changed.flatMap(({ before, after }) => answererChanges(before, after)),
    ...pairs.disappeared.map((row) => event("disappeared", "answered", row, text(row.class))),
  ];
}

/** One event for each thing about an answerer that is no longer what it was. */
function answererChanges(before: Row, after: Row): SurfaceEvent[] {
  const details = {
    decorators: `decorators ${words(before.decorators)} to ${words(after.decorators)}`,
    parameters: `parameters ${words(before.parameters)} to ${words(after.parameters)}`,
    replies: after.replies ? "now replies" : "no longer replies",
  };
  return Object.entries(details)
    .filter(([column]) => before[column] !== after[column])
    .map(([column, detail]) => event("changed", "answered", after, text(after.class), detail, column));
}

function words(cell: Cell | undefined): string {
  const items = JSON.parse(text(cell) || "[]") as string[];
  return items.length === 0 ? "none" : items.join(", ");
}

/** A read that leaves one place and comes to another in the same commit has moved, if the key is the same. */
function readEvents(edges: Edges): SurfaceEvent[] {
  const pairs = paired(edges, (row) => `${text(row.layer)}\n${text(row.name)}\n${text(row.key)}`);
  return [
    ...pairs.appeared.map(({ row, returned }) => event("appeared", "read", row, text(row.key), "", "", returned)),
    ...pairs.moved.map(({ before, after }) =>
      event("moved", "read", after, text(after.key), `from ${text(before.path)} ${text(before.function)}`),
    ),
    ...edges.changed.flatMap(({ before, after }) => {
      if (before.required === after.required && before.default_value === after.default_value) return [];
      const detail = after.required ? "is now required" : `now defaults to ${text(after.default_value)}`;
      return [event("changed", "read", after, text(after.key), detail, "default")];
    }),
    ...pairs.disappeared.map((row) => event("disappeared", "read", row, text(row.key))),
  ];
}

function memberEvents(edges: Edges): SurfaceEvent[] {
  // A method comes with its object's class: whether that is worth a word depends on whether somebody calls it.
  const told = (row: Row): [string, string] => (row.shape === "method" ? ["a method", "method"] : ["", ""]);
  return [
    ...edges.appeared.map(({ row, returned }) =>
      event("appeared", "produced", row, text(row.key), ...told(row), returned),
    ),
    ...edges.disappeared.map(({ row }) => event("disappeared", "produced", row, text(row.key), ...told(row))),
  ];
}

function replyEvents(edges: Edges): SurfaceEvent[] {
  return edges.changed.map(({ before, after }) =>
    event("changed", "produced", after, text(after.class), replyChange(before, after), "shape"),
  );
}

interface ShapeCell {
  readonly label: string;
  readonly keys: readonly string[];
}

function replyChange(before: Row, after: Row): string {
  if (before.label !== after.label) return `${text(before.label)} to ${text(after.label)}`;
  const keysOf = (row: Row) => new Set((JSON.parse(text(row.shapes)) as ShapeCell[]).flatMap((shape) => shape.keys));
  const [old, now] = [keysOf(before), keysOf(after)];
  const more = [...now].filter((key) => !old.has(key));
  const less = [...old].filter((key) => !now.has(key));
  const parts = [
    more.length > 0 ? `adds ${more.join(", ")}` : "",
    less.length > 0 ? `drops ${less.join(", ")}` : "",
  ].filter((part) => part !== "");
  return parts.length > 0 ? parts.join("; ") : `${text(after.label)}, under another guard`;
}

const TROUBLE = new Set(["breach", "defaulted"]);

/** Only what is in trouble, or leaves it, is an event; that a read conforms is what one expects. */
function conformanceEvents(edges: Edges): SurfaceEvent[] {
  const inTrouble = (row: Row) => TROUBLE.has(text(row.status));
  const begins = (row: Row, returned = false) =>
    event("appeared", "conformance", row, memberOf(row), told(row), text(row.status), returned);
  const ends = (row: Row) => event("disappeared", "conformance", row, memberOf(row), told(row), text(row.status));
  const turned = edges.changed.filter(({ before, after }) => before.status !== after.status);
  return [
    ...edges.appeared.filter(({ row }) => inTrouble(row)).map(({ row, returned }) => begins(row, returned)),
    ...turned
      .filter(({ before }) => inTrouble(before))
      .map(({ before, after }) => ends({ ...before, path: after.path ?? null, line: after.line ?? null })),
    ...turned.filter(({ after }) => inTrouble(after)).map(({ after }) => begins(after)),
    ...edges.disappeared.filter(({ row }) => inTrouble(row)).map(({ row }) => ends(row)),
  ];
}

function memberOf(row: Row): string {
  return `${text(row.class)} ${text(row.key)}`;
}

function told(row: Row): string {
  const guard = words(row.guard);
  const under = guard === "none" ? "" : ` when ${guard.replaceAll(", ", " and ")}`;
  return `${row.status === "breach" ? `raises ${text(row.detail)}` : `the caller takes ${text(row.detail)} instead`}${under}`;
}

function nestedEvents(edges: Edges): SurfaceEvent[] {
  const subject = (row: Row) => `${text(row.key)} into ${text(row.target)}`;
  return [
    ...edges.appeared.map(({ row, returned }) =>
      event("appeared", "nested", row, subject(row), `takes ${words(row.keys)}`, "", returned),
    ),
    ...edges.changed.flatMap(({ before, after }) =>
      before.keys === after.keys
        ? []
        : [event("changed", "nested", after, subject(after), `takes ${words(after.keys)}`)],
    ),
    ...edges.disappeared.map(({ row }) => event("disappeared", "nested", row, subject(row))),
  ];
}

function plain(edges: Edges, side: Side, subject: (row: Row) => string): SurfaceEvent[] {
  return [
    ...edges.appeared.map(({ row, returned }) => event("appeared", side, row, subject(row), "", "", returned)),
    ...edges.disappeared.map(({ row }) => event("disappeared", side, row, subject(row))),
  ];
}

/** Takes what left and what came with the same essence as one thing that moved. */
function paired(edges: Edges, essence: (row: Row) => string) {
  const gone = new Map<string, Row[]>();
  for (const { row } of edges.disappeared) gone.set(essence(row), [...(gone.get(essence(row)) ?? []), row]);
  const moved: { before: Row; after: Row }[] = [];
  const appeared = edges.appeared.filter(({ row }) => {
    const before = gone.get(essence(row))?.shift();
    if (before) moved.push({ before, after: row });
    return !before;
  });
  return { appeared, moved, disappeared: [...gone.values()].flat() };
}
