// Turns a contract into what its callers ask: each site with what it fixes, each read, what is nested in a member, what
// must survive a hop or a route, and callers that no dispatch shows. It reads the notebook's book and looks nothing up.

import { at, list, type SpanRow } from "../../store/spans.ts";
import { prose } from "../audit/markdown-text.ts";
import { addressOf, type Book, inWords, isOf, joined, spotOf } from "../book.ts";
import type { Contract } from "../pages.ts";
import type { Named } from "../slugs.ts";
import type { Fact, Section } from "./sheet.ts";
import { code, several, USES } from "./words.ts";

type Site = Contract["sites"][number];

export function callerSections(book: Book, named: Named, contract: Contract): readonly Section[] {
  return [
    {
      title: "Who calls, and what each call fixes",
      intro: callersIntro(contract),
      facts: contract.sites.map((site) => siteFact(book, named, site)),
    },
    {
      title: "What is read off the reply",
      intro: null,
      facts: at(book.reads, null)
        .filter((span) => isOf(span, named))
        .toSorted(
          (a, b) =>
            order(String(a.key), String(b.key)) ||
            order(String(a.path), String(b.path)) ||
            Number(a.line) - Number(b.line),
        )
        .map(readFact),
    },
    { title: "Nested contracts", intro: null, facts: nestedFacts(book, named) },
    {
      title: "What travels",
      intro: "A reply that is sent on must survive the way.",
      facts: travelFacts(book, named, contract),
    },
    { title: "Callers that a broadcast does not show", intro: null, facts: inProcessFacts(book, named) },
  ];
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function callersIntro({ sites }: Contract): string {
  const waiting = sites.filter(({ wait }) => wait !== false).length;
  const wait =
    waiting === 0
      ? "nobody waits"
      : waiting < sites.length
        ? `${inWords(waiting)} ${waiting === 1 ? "waits" : "wait"}`
        : waiting === 1
          ? "it waits"
          : "all wait";
  return `${several(sites.length, inWords(sites.length, true), "site")} ${sites.length === 1 ? "sends" : "send"} it; ${wait}.`;
}

function siteFact(book: Book, named: Named, site: Site): Fact {
  const { function: fn, conditions, fixes, spot } = site;
  const when =
    conditions.length === 0
      ? "; no condition stands before it in its function"
      : `; it is reached when ${conditions.map(code).join(" and ")}`;
  const span = at(book.sites, null).find(
    (each) => isOf(each, named) && each.path === spot.path && each.line === spot.line,
  );
  return {
    id: `site:${spot.path}:${fn}:${span?.ordinal ?? 0}`,
    says: `${code(fn)} ${waitWords(site, span?.aggregating === true)} and ${USES[site.use]}: it fixes ${fixes}${when}`,
    spot,
    since: (span?.born as number | undefined) ?? null,
    strength: site.evidence,
  };
}

function waitWords({ wait, timeout }: Site, aggregating: boolean): string {
  if (wait === false) return "does not wait";
  if (wait === null) return "may wait";
  return timeout === null ? "waits without end" : `waits ${timeout} s${aggregating ? " for each worker" : ""}`;
}

const TAKEN: Readonly<Record<string, string>> = {
  key: "the key",
  attribute: "the attribute",
  index: "the place",
  method: "the method",
  call: "a call of",
};

function readFact(span: SpanRow): Fact {
  const { key, kind, object, path, function: fn, required, default_value: preset } = span as unknown as Taken;
  const missing = required
    ? ""
    : `; ${preset === null ? "it may be missing" : `${code(preset)} stands in if it is missing`}`;
  const hops = list(span.hops);
  const way = span.second_hand ? `; the reply came there by ${joined(hops.map(hopWords))}` : "";
  const into = span.into_method === null ? "" : `; it goes into ${code(String(span.into_method))}`;
  return {
    id: `read:${key}:${path}:${fn}:${object}:${kind}`,
    says: `${code(key)}: ${TAKEN[kind] ?? kind} is taken off ${code(object)} in ${code(fn)}${missing}${into}${way}`,
    spot: spotOf(span),
    since: span.born,
    strength: span.second_hand ? 3 : 4,
  };
}

interface Taken {
  readonly key: string;
  readonly kind: string;
  readonly object: string;
  readonly path: string;
  readonly function: string;
  readonly required: boolean;
  readonly default_value: string | null;
}

/** A hop without its line, so that a line that moves changes no fact: "pickle by `send_tokens`". */
function hopWords(hop: string): string {
  const what = hop.replace(/^.*?:\d+ /s, "");
  const match = /^(.* )(\S+)$/s.exec(what);
  return match === null ? code(what) : `${match[1]}${code(match[2]!)}`;
}

function nestedFacts(book: Book, named: Named): readonly Fact[] {
  return at(book.nested, null)
    .filter((span) => isOf(span, named))
    .map((span) => {
      const raises = list(span.raises);
      return {
        id: `nested:${span.key}:${span.target}`,
        says: `${code(String(span.key))} is handed to ${code(String(span.target))}, which takes ${span.exact ? "exactly" : "at least"} ${joined(list(span.keys).map(code))}${raises.length === 0 ? "" : ` and raises ${joined(raises.map(code))} otherwise`}`,
        spot: spotOf(span),
        since: span.born,
        strength: 4,
      };
    });
}

function travelFacts(book: Book, named: Named, { sites }: Contract): readonly Fact[] {
  const fates = fatesOf(book, named);
  return [
    ...hopFacts(sites),
    ...fates
      .filter(({ kind }) => kind === "packed")
      .map((fate) =>
        travelFact(
          fate,
          "packed",
          `${code(String(fate.text))}: it can be ${/json|msg/.test(String(fate.text)) ? "encoded" : "pickled"}`,
          3,
        ),
      ),
    ...fates.filter(({ kind }) => kind === "forwarded").flatMap((fate) => forwardedFacts(book, fate)),
    ...fates.filter(({ kind }) => kind === "route").map((fate) => routeFact(fate, "")),
  ];
}

/** What becomes of the replies of a contract's sites, at the head. */
export function fatesOf(book: Book, named: Named): readonly SpanRow[] {
  const addresses = new Set(
    at(book.sites, null)
      .filter((span) => isOf(span, named))
      .map(addressOf),
  );
  return at(book.fates, null).filter((fate) => addresses.has(String(fate.site)));
}

function hopFacts(sites: Contract["sites"]): readonly Fact[] {
  const seen = new Map<string, Fact>();
  for (const hop of sites.flatMap(({ reads }) => reads).flatMap(({ hops }) => hops)) {
    const match = /^(.*):(\d+) (.* by \S+)$/s.exec(hop);
    if (match === null || /^(?:passes|returns) /.test(match[3]!) || seen.has(hop)) continue;
    const line = Number(match[2]);
    const what = match[3]!;
    seen.set(hop, {
      id: `hop:${match[1]}:${what}`,
      says: `${hopWords(hop)}: ${/pickle/i.test(what) ? "it can be pickled" : /json/i.test(what) ? "JSON can hold it" : "it survives the way"}`,
      spot: { path: match[1]!, line, endLine: line, oid: null },
      since: null,
      strength: 3,
    });
  }
  return [...seen.values()];
}

/** Where the reply goes on to something unknown; from a handler of another layer it goes on in that one's reply. */
function forwardedFacts(book: Book, fate: SpanRow): readonly Fact[] {
  const to = String(fate.text);
  const packed = /^(?:pickle|json)\b/.exec(to)?.[0];
  const must =
    packed === undefined
      ? "where nobody followed it: not None, and fit for whatever takes it"
      : packed === "json"
        ? "not None, and JSON can hold it"
        : "not None, and it can be pickled";
  const own = travelFact(fate, "forwarded", `it goes on to ${code(to)}, ${must}`, 2);
  const site = at(book.sites, null).find((each) => each.path === fate.path && addressOf(each) === fate.site);
  const answered = at(book.answerers, null).filter(
    (each) =>
      site !== undefined && each.path === site.path && each.layer !== site.layer && site.function === ownFunction(each),
  );
  return [
    own,
    ...answered.flatMap((each) => {
      const next = { layer: String(each.layer), name: String(each.name) };
      return [
        travelFact(
          fate,
          `reply:${next.layer}.${next.name}`,
          `that is the reply of ${code(next.name)} (${prose(next.layer)}): what its callers ask is asked of it too`,
          2,
        ),
        ...fatesOf(book, next)
          .filter(({ kind }) => kind === "route")
          .map((route) => routeFact(route, ` in the reply of ${code(next.name)}`)),
      ];
    }),
  ];
}

function ownFunction(answerer: SpanRow): string {
  const fn = String(answerer.function);
  return fn.includes(".") ? fn : `${answerer.defined_in}.${fn}`;
}

function routeFact(fate: SpanRow, via: string): Fact {
  return travelFact(
    fate,
    "route",
    `${code(String(fate.text))} answers with it${via}, found by the function's name alone: JSON can hold it`,
    2,
  );
}

function travelFact(fate: SpanRow, kind: string, says: string, strength: 2 | 3): Fact {
  return { id: `${kind}:${fate.path}:${fate.text}`, says, spot: spotOf(fate), since: fate.born, strength };
}

function inProcessFacts(book: Book, named: Named): readonly Fact[] {
  return at(book.inProcess, null)
    .filter((span) => isOf(span, named))
    .map((span) => ({
      id: `in-process:${span.path}:${span.function}`,
      says: `${code(String(span.function))} calls it on ${code(String(span.receiver))} and ${USES[span.use as Site["use"]]}${span.caught ? "; what it raises is caught there" : "; what it raises goes on to its caller"}`,
      spot: spotOf(span),
      since: span.born,
      strength: span.use === "unpacked" ? 4 : span.use === "discarded" ? 1 : 2,
    }));
}
