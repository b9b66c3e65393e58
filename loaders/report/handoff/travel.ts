// Turns a contract into what its reply must survive: hops that a profile declares, what packs it there, handlers that
// answer with it in another layer, and web routes. It reads the notebook's book and looks nothing up.

import { at, type SpanRow } from "../../store/spans.ts";
import { prose } from "../audit/markdown-text.ts";
import { addressOf, type Book, isOf, spotOf } from "../book.ts";
import type { Contract } from "../pages.ts";
import type { Named } from "../slugs.ts";
import type { Fact } from "./sheet.ts";
import { code } from "./words.ts";

export function travelFacts(book: Book, named: Named, { sites }: Contract): readonly Fact[] {
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
      class: null,
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
  return { id: `${kind}:${fate.path}:${fate.text}`, says, spot: spotOf(fate), since: fate.born, strength, class: null };
}

/** A hop without its line, so that a line that moves changes no fact: "pickle by `send_tokens`". */
export function hopWords(hop: string): string {
  const what = hop.replace(/^.*?:\d+ /s, "");
  const match = /^(.* )(\S+)$/s.exec(what);
  return match === null ? code(what) : `${match[1]}${code(match[2]!)}`;
}
