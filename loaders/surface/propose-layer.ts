// Turns callees and who answers them into a layer of a proposed profile, each rule with the evidence that speaks for it.
// It chooses no callee and no answerer: propose-candidates.ts and propose-answers.ts did.

import type { AnswerRule, DispatchRule, Layer, Slot } from "../model.ts";
import { type Answering, familyOf } from "./propose-answers.ts";
import { type Candidate, labelOf } from "./propose-candidates.ts";
import { type Carrying, type Lookup, missOfTable, replyOf, timeoutOf, waitOf } from "./propose-evidence.ts";
import type { Survey } from "./survey.ts";

/** A rule with what speaks for it: sentences without line ends, the strongest first. */
export interface Reasoned<Rule> {
  readonly rule: Rule;
  readonly why: readonly string[];
}

export interface ProposedLayer {
  readonly name: string;
  readonly dispatch: readonly Reasoned<DispatchRule>[];
  readonly answer: readonly Reasoned<AnswerRule>[];
  readonly miss: Reasoned<Layer["miss"]>;
  readonly reply: Layer["reply"];
  /** Sites with a literal name, and distinct names. */
  readonly sites: number;
  readonly names: number;
}

/** Callees with who answers them; `switched` of a table or a chain. */
export interface Group {
  readonly answers: Answering[];
  readonly candidates: Candidate[];
  readonly switched: boolean;
}

/** The layer that a group spells. */
export function layerOf(
  survey: Survey,
  group: {
    readonly answers: readonly Answering[];
    readonly candidates: readonly Candidate[];
    readonly switched: boolean;
  },
  lookups: readonly Lookup[],
): ProposedLayer {
  const candidates = group.candidates.toSorted((a, b) => b.sites.length - a.sites.length);
  const sent = new Set(candidates.flatMap((each) => [...each.names]));
  const dispatch = candidates.map((each) => dispatchOf(survey, each));
  const calls = candidates.flatMap((each) => each.sites);
  const all = group.switched ? null : familyOf(survey, sent, calls, lookups);
  const answers = all ? [all] : group.answers;
  const best = answers[0] as Answering;
  const answer = answers.map((each): Reasoned<AnswerRule> => {
    const methods = each.rule.kind === "methods";
    const covered = [...sent].filter((name) => (methods ? each.covered : each.held).has(name)).length;
    const rest = methods ? `${each.held.size} of them itself` : `of ${each.held.size} that it holds`;
    return {
      rule: each.rule,
      why: [
        `${labelOf(each.rule)} at ${each.path}:${each.line} answers ${covered} of ${sent.size} ${sent.size === 1 ? "name" : "names"}, ${rest}`,
      ],
    };
  });
  const waits = dispatch.some(({ rule }) => rule.wait !== false);
  return {
    name: snake(best.rule.kind === "methods" ? (best.rule.roots[0] ?? "names") : (candidates[0]?.callee ?? "commands")),
    dispatch,
    answer,
    miss: missOf(
      survey,
      best,
      candidates.flatMap((each) => (each.carrying ? [each.carrying] : [])),
      lookups,
      waits,
    ),
    reply: best.rule.kind === "table" ? replyOf(survey, best.handlers) : null,
    sites: candidates.reduce((sum, each) => sum + each.sites.length, 0),
    names: sent.size,
  };
}

const HOW: Readonly<Record<Carrying["kind"], string>> = {
  asks: "it looks the name up",
  packs: "it packs the name with its arguments",
  posts: "it sends the name alone",
  prints: "it prints the name",
};

function dispatchOf(survey: Survey, candidate: Candidate): Reasoned<DispatchRule> {
  const { callee, argument, keyword, carrying, sites, calls, names } = candidate;
  const { wait, why } = waitOf(survey, callee, sites);
  const timeout = wait === false ? null : timeoutOf(survey, callee);
  const name: Slot = { argument, ...(keyword === null ? {} : { keyword }) };
  const places = sites.slice(0, 3).map((each) => `${each.scope.file.path}:${each.line}`);
  const how =
    carrying === null
      ? "its definition is not in this tree"
      : `${HOW[carrying.kind]} (${carrying.definition.file.path}:${carrying.definition.chunk.line})`;
  return {
    rule: {
      callee,
      name,
      wait,
      ...(timeout === null ? {} : { timeout }),
      ...(/aggregat|gather/i.test(callee) ? { aggregating: true } : {}),
    },
    why: [
      `${sites.length} of ${calls} calls give a literal, ${names.size} different ${names.size === 1 ? "name" : "names"}: ${places.join(", ")}${sites.length > 3 ? ", …" : ""}`,
      `${how}; wait: ${why}`,
    ],
  };
}

function missOf(
  survey: Survey,
  best: Answering,
  carryings: readonly Carrying[],
  lookups: readonly Lookup[],
  waits: boolean,
): Reasoned<Layer["miss"]> {
  if (best.rule.kind === "table") {
    const rule = missOfTable(survey, best.rule.variable);
    return { rule, why: [rule === "drop" ? "the table is asked with `.get`" : "the table is indexed"] };
  }
  if (best.rule.kind !== "methods") return { rule: "drop", why: ["a chain that knows no such name goes on; check it"] };
  const root = best.root;
  const of = (each: Lookup) =>
    root !== null &&
    each.class !== null &&
    (survey.tree.derives(each.class, root) || survey.tree.derives(root, each.class));
  const asked = carryings.map((each) => each.lookup);
  const words = carryings.map((each) => each.parameter);
  const lookup =
    lookups.find((each) => asked.includes(each.call)) ??
    lookups.find(of) ??
    lookups.find((each) => each.class === null && words.includes(each.name));
  if (!lookup) return { rule: "raise", why: ["no lookup of a name was found; this is a guess"] };
  const place = `${lookup.scope.file.path}:${lookup.line}`;
  if (lookup.miss === "raise")
    return { rule: "raise", why: [`\`getattr(${lookup.object}, …)\` without a guard at ${place}`] };
  return {
    rule: waits ? "park" : "skip",
    why: [`\`getattr(${lookup.object}, …, None)\` and nothing if there is none, at ${place}: who waits, waits on`],
  };
}

function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/_/g, "-")
    .toLowerCase();
}
