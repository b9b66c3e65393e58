// Turns pairs of callees (`invoke` and `handle`, `send` and `on`) into a proposed layer: one sends a channel's name, the
// other registers a function for it. Only pairs that share names are proposed.

import type { AnswerRule, DispatchRule } from "../model.ts";
import type { ProposedLayer, Reasoned } from "./propose-layer.ts";
import { namesIn, type PlacedCall, type Survey } from "./survey.ts";

const SENDERS = ["invoke", "sendSync", "request", "send", "emit", "publish", "dispatch", "postMessage", "trigger"];
const HANDLERS = [
  "handle",
  "handleOnce",
  "on",
  "once",
  "subscribe",
  "addListener",
  "register",
  "register_handler",
  "add_handler",
];
const WAITS = new Set(["invoke", "sendSync", "request"]);

interface Side {
  readonly callee: string;
  readonly placed: readonly PlacedCall[];
  readonly names: ReadonlySet<string>;
  /** Calls of the same callee that name something else. */
  readonly others: readonly PlacedCall[];
}

/** At most one layer; `paths` are the files that take part. */
export function proposeChannels(survey: Survey): { layers: ProposedLayer[]; paths: string[] } {
  const all = {
    handlers: HANDLERS.map((callee) => side(survey, callee, handles)),
    senders: SENDERS.map((callee) => side(survey, callee, () => true)),
  };
  const prefix = constantOf(all.handlers, all.senders);
  const handlers = all.handlers.map((each) => within(each, prefix));
  const handled = new Set(handlers.flatMap((each) => [...each.names]));
  const senders = all.senders
    .map((each) => within(each, prefix))
    .filter((each) => {
      const shared = [...each.names].filter((name) => handled.has(name)).length;
      return prefix === null ? shared >= 2 && shared >= 0.5 * each.names.size : shared >= 1;
    });
  const sent = new Set(senders.flatMap((each) => [...each.names]));
  const answering = handlers.filter((each) => {
    const shared = [...each.names].filter((name) => sent.has(name)).length;
    return shared >= 1 && (prefix !== null || shared >= 0.3 * each.names.size);
  });
  if (senders.length === 0 || answering.length === 0) return { layers: [], paths: [] };
  const dispatch = senders.map((each): Reasoned<DispatchRule> => {
    const wait = WAITS.has(each.callee);
    return {
      rule: { callee: each.callee, ...receiversOf(each), name: { argument: 0 }, wait },
      why: [`${said(each)}; ${wait ? "its caller awaits a reply" : "nobody waits"}`],
    };
  });
  const answer = answering.map(
    (each): Reasoned<AnswerRule> => ({
      rule: { kind: "calls", callee: each.callee, ...receiversOf(each), name: { argument: 0 } },
      why: [said(each)],
    }),
  );
  return {
    layers: [
      {
        name: "channels",
        dispatch,
        answer,
        miss: { rule: "error", why: ["a channel without a handler; check what a caller then sees"] },
        reply: null,
        sites: senders.reduce((sum, each) => sum + each.placed.length, 0),
        names: sent.size,
      },
    ],
    paths: [...senders, ...answering].flatMap((each) => each.placed.map(({ scope }) => scope.file.path)),
  };
}

function side(survey: Survey, callee: string, fits: (placed: PlacedCall) => boolean): Side {
  const placed = (survey.calls.get(callee) ?? []).filter((each) => namesIn(each.call.args[0]).length > 0 && fits(each));
  return { callee, placed, names: namesOf(placed), others: [] };
}

function namesOf(placed: readonly PlacedCall[]): Set<string> {
  return new Set(placed.flatMap(({ call }) => namesIn(call.args[0])));
}

/** The constant whose members (`Channels.OPEN`) most shared names are; null where names are mostly literals. */
function constantOf(handlers: readonly Side[], senders: readonly Side[]): string | null {
  const handled = new Set(handlers.flatMap((each) => [...each.names]));
  const shared = [...new Set(senders.flatMap((each) => [...each.names]))].filter((name) => handled.has(name));
  const counts = new Map<string, number>();
  for (const name of shared) {
    const prefix = /^[A-Z]\w*\./.exec(name)?.[0];
    if (prefix) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const best = [...counts].toSorted(([, a], [, b]) => b - a)[0];
  return best && best[1] >= 3 && best[1] >= 0.5 * shared.length ? best[0] : null;
}

function within(each: Side, prefix: string | null): Side {
  if (prefix === null) return each;
  const inside = (placed: PlacedCall) => namesIn(placed.call.args[0]).some((name) => name.startsWith(prefix));
  const placed = each.placed.filter(inside);
  return { ...each, placed, names: namesOf(placed), others: each.placed.filter((one) => !inside(one)) };
}

/** Receivers are said where the same callee on others names something else. */
function receiversOf(each: Side): { receivers?: readonly string[] } {
  const own = new Set(each.placed.map(({ call }) => call.receiver ?? ""));
  const apart = each.others.some(({ call }) => !own.has(call.receiver ?? ""));
  const plain = [...own].every((receiver) => /^[\w$.]+$/.test(receiver));
  return apart && plain && own.size <= 6 ? { receivers: [...own].toSorted() } : {};
}

function handles({ call }: PlacedCall): boolean {
  const kind = call.args[1]?.kind;
  return kind === "function" || kind === "path" || kind === "call";
}

function said(each: Side): string {
  const places = each.placed.slice(0, 3).map(({ scope, line }) => `${scope.file.path}:${line}`);
  return `${each.placed.length} calls name ${each.names.size} channels: ${places.join(", ")}${each.placed.length > 3 ? ", …" : ""}`;
}
