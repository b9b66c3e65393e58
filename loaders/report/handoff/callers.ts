// Turns a contract into what its callers ask: each site with what it fixes, each read, what is nested in a member, and
// callers that no dispatch shows. It reads the notebook's book and looks nothing up; what travels is another file's.

import { at, list, type SpanRow } from "../../store/spans.ts";
import { type Book, inWords, isOf, joined, spotOf } from "../book.ts";
import type { Contract } from "../pages.ts";
import type { Named } from "../slugs.ts";
import type { Fact, Section } from "./sheet.ts";
import { hopWords, travelFacts } from "./travel.ts";
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
    class: null,
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
    class: null,
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
        class: null,
      };
    });
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
      class: null,
    }));
}
