// Turns pairs of callees (`invoke` and `handle`, `send` and `on`) into a proposed layer: one sends a channel's name, the
// other registers a function for it. Only pairs that share names are proposed.

import type { AnswerRule, DispatchRule, Value } from "../model.ts";
import type { ProposedLayer, Reasoned } from "./propose-layer.ts";
import { type Registrar, registrarsOf } from "./propose-tables.ts";
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
  /** Calls of the same callee that name something else, or give something that names nothing. */
  readonly others: readonly PlacedCall[];
}

/** At most one layer; `paths` are the files that take part. */
export function proposeChannels(survey: Survey): { layers: ProposedLayer[]; paths: string[] } {
  const shared = sharedConstants(survey);
  const all = {
    handlers: HANDLERS.map((callee) => side(survey, callee, shared, handles)),
    senders: SENDERS.map((callee) => side(survey, callee, shared, () => true)),
  };
  const registrars = registrarsAmong(survey, all.senders);
  const prefix = constantOf([...all.handlers, ...registrars], all.senders);
  const handlers = all.handlers.map((each) => within(each, prefix, shared));
  const handled = new Set([...handlers, ...registrars].flatMap((each) => [...each.names]));
  const senders = all.senders
    .map((each) => within(each, prefix, shared))
    .filter((each) => {
      const shared = [...each.names].filter((name) => handled.has(name)).length;
      return prefix === null ? shared >= 2 && shared >= 0.5 * each.names.size : shared >= 1;
    });
  const sent = new Set(senders.flatMap((each) => [...each.names]));
  const answers = (each: { readonly names: ReadonlySet<string> }) => {
    const shared = [...each.names].filter((name) => sent.has(name)).length;
    return shared >= 1 && (prefix !== null || shared >= 0.3 * each.names.size);
  };
  const answering = handlers.filter(answers);
  const listening = registrars.filter(answers);
  if (senders.length === 0 || answering.length + listening.length === 0) return { layers: [], paths: [] };
  const dispatch = senders.map((each): Reasoned<DispatchRule> => {
    const wait = WAITS.has(each.callee);
    return {
      rule: { callee: each.callee, ...receiversOf(each), name: { argument: 0 }, wait },
      why: [`${said(each)}; ${wait ? "its caller awaits a reply" : "nobody waits"}`],
    };
  });
  const answer = [
    ...answering.map(
      (each): Reasoned<AnswerRule> => ({
        rule: { kind: "calls", callee: each.callee, ...receiversOf(each), name: { argument: 0 } },
        why: [said(each)],
      }),
    ),
    ...listening.map(({ rule, why }): Reasoned<AnswerRule> => ({ rule, why: [why] })),
  ];
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
    paths: [...senders, ...answering, ...listening].flatMap((each) => each.placed.map(({ scope }) => scope.file.path)),
  };
}

/** Those functions that register by a key of a table whose channels somebody sends. */
function registrarsAmong(survey: Survey, senders: readonly Side[]): Registrar[] {
  const sent = new Set(senders.flatMap((each) => [...each.names]));
  const registrations = HANDLERS.flatMap((callee) => survey.calls.get(callee) ?? []).filter(handles);
  return registrarsOf(survey, registrations).filter(({ names }) => {
    const shared = [...names].filter((name) => sent.has(name)).length;
    return shared >= 2 && shared >= 0.5 * names.size;
  });
}

function side(
  survey: Survey,
  callee: string,
  shared: ReadonlySet<string>,
  fits: (placed: PlacedCall) => boolean,
): Side {
  const all = (survey.calls.get(callee) ?? []).filter(fits);
  const placed = all.filter(({ call }) => channelsIn(call.args[0], shared).length > 0);
  const others = all.filter(({ call }) => NAMELESS.has(call.args[0]?.kind ?? "other"));
  return { callee, placed, names: namesOf(placed, shared), others };
}

/** Kinds of values that are no name, whatever they turn out to be. */
const NAMELESS: ReadonlySet<Value["kind"]> = new Set(["keys", "items", "number", "true", "false", "null", "function"]);

/** Plain constants (`READY_SIGNAL`) that one callee sends and another registers a handler for. */
function sharedConstants(survey: Survey): Set<string> {
  const given = (callees: readonly string[], fits: (placed: PlacedCall) => boolean) =>
    new Set(
      callees.flatMap((callee) =>
        (survey.calls.get(callee) ?? []).filter(fits).flatMap(({ call: { args } }) => {
          const name = args[0]?.kind === "path" ? args[0].text : "";
          return /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(name) ? [name] : [];
        }),
      ),
    );
  const sent = given(SENDERS, () => true);
  return new Set([...given(HANDLERS, handles)].filter((name) => sent.has(name)));
}

function channelsIn(value: Value | undefined, shared: ReadonlySet<string>): string[] {
  return value?.kind === "path" && shared.has(value.text) ? [value.text] : namesIn(value);
}

function namesOf(placed: readonly PlacedCall[], shared: ReadonlySet<string>): Set<string> {
  return new Set(placed.flatMap(({ call }) => channelsIn(call.args[0], shared)));
}

/** The constant whose members (`Channels.OPEN`) most shared names are; null where names are mostly literals. */
function constantOf(handlers: readonly Pick<Side, "names">[], senders: readonly Side[]): string | null {
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

function within(each: Side, prefix: string | null, shared: ReadonlySet<string>): Side {
  if (prefix === null) return each;
  const inside = (placed: PlacedCall) =>
    channelsIn(placed.call.args[0], shared).some((name) => name.startsWith(prefix) || shared.has(name));
  const placed = each.placed.filter(inside);
  const others = [...each.others, ...each.placed.filter((one) => !inside(one))];
  return { ...each, placed, names: namesOf(placed, shared), others };
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
