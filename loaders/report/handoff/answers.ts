// Turns a contract into what is answered: what a silence does and to whom, what stands in for a missing member and where
// that goes, what each class sends under which guard, and configurations that pair a sender with a class that is silent.

import { at, list } from "../../store/spans.ts";
import { prose } from "../audit/markdown-text.ts";
import { type Book, isOf, joined, spotOf } from "../book.ts";
import type { Contract, Spot } from "../pages.ts";
import type { Named } from "../slugs.ts";
import { fatesOf } from "./callers.ts";
import type { Fact, Section } from "./sheet.ts";
import { code, under } from "./words.ts";

export function answerSections(book: Book, named: Named, contract: Contract): readonly Section[] {
  return [
    {
      title: "What happens if the answer is not there",
      intro: toWhom(contract),
      facts: silenceFacts(book, named, contract),
    },
    { title: "What is left out, and what then holds", intro: null, facts: defaultFacts(book, named, contract) },
    { title: "Who answers, and with what", intro: null, facts: answerFacts(book, named, contract) },
    {
      title: "Configurations that would ask a class that does not answer",
      intro: null,
      facts: pairingFacts(book, named),
    },
  ];
}

/** Who would meet a silence: those that wait, and those that are not told. */
function toWhom({ sites }: Contract): string | null {
  if (sites.length === 0) return null;
  const named = (wait: boolean) => [
    ...new Set(sites.filter((site) => (site.wait !== false) === wait).map((site) => code(site.function))),
  ];
  const waiting = named(true);
  const others = named(false);
  return [
    waiting.length === 0
      ? "Nobody waits for it."
      : `It would happen to ${joined(waiting)}, which ${waiting.length === 1 ? "waits" : "wait"}.`,
    others.length === 0
      ? ""
      : `${joined(others)} ${others.length === 1 ? "does" : "do"} not wait and would not be told.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

const MISSES: Readonly<Record<string, readonly [waiting: string, other: string]>> = {
  park: ["a caller that waits waits for ever", "one that does not is not told"],
  skip: ["the name is skipped, and a caller that waits goes on", "nobody is told"],
  raise: ["a caller that waits gets an exception", "one that does not gets it too, where it sends"],
  error: ["a caller that waits gets an error for an answer", "one that does not is not told"],
  drop: ["the message is dropped, and a caller that waits runs into its time-out", "one that does not is not told"],
};

function silenceFacts(book: Book, named: Named, { sites }: Contract): readonly Fact[] {
  const layer = book.meta.layers.find(({ name }) => name === named.layer);
  if (layer === undefined) return [];
  const { miss, none, raise, late } = layer.outcomes ?? {};
  const bounded = sites.filter(({ wait, timeout }) => wait !== false && timeout !== null);
  const waits = sites.some(({ wait }) => wait !== false);
  const [waiting, other] = MISSES[layer.miss] ?? [layer.miss, ""];
  const missing = [
    waits || sites.length === 0 ? waiting : null,
    sites.some(({ wait }) => wait === false) || sites.length === 0 ? other : null,
  ]
    .filter((part) => part !== null)
    .join("; ");
  type Told = NonNullable<NonNullable<typeof layer.outcomes>["none"]>;
  const fact = (id: string, says: string, told: Told | undefined): Fact => ({
    id: `outcome:${id}`,
    says: `${says}${told?.at != null && told.at.line === null ? `; ${code(told.at.path)} no longer says ${code(told.at.text)}, so this may not be so any more` : ""}`,
    spot: told?.at?.line == null ? null : { path: told.at.path, line: told.at.line, endLine: told.at.line, oid: null },
    since: null,
    strength: null,
  });
  const silent = "the profile does not say";
  const told = (outcome: Told | undefined) => (outcome === undefined ? null : prose(outcome.means));
  return [
    fact("miss", `No class answers: ${missing}${miss === undefined ? "" : `; ${prose(miss.means)}`}`, miss),
    fact("none", `The answer is None: ${told(none) ?? `${silent} what becomes of it`}`, none),
    fact("raise", `The answer raises: ${told(raise) ?? `${silent} where that arrives`}`, raise),
    ...(bounded.length > 0
      ? [
          fact(
            "late",
            `The wait of ${joined([...new Set(bounded.map((site) => `${code(site.function)} (${site.timeout} s)`))])} runs out: ${told(late) ?? `${silent}; the reply that comes late may be taken for the next one`}`,
            late,
          ),
        ]
      : []),
  ];
}

function defaultFacts(book: Book, named: Named, { members }: Contract): readonly Fact[] {
  const misses = members.flatMap(({ key, trouble, read }) =>
    trouble
      .filter(({ last }) => last === null)
      .map(
        ({ status, class: owner, detail, when, first }): Fact => ({
          id: `${status}:${key}:${owner}:${when}`,
          says: `${code(owner)} does not send ${code(key)}${under(when)}: the reader ${status === "breach" ? "raises" : "goes on with"} ${code(detail)}`,
          spot: read.find((each) => each.last === null)?.spot ?? null,
          since: first,
          strength: 4,
        }),
      ),
  );
  return [...misses, ...flowFacts(book, named), ...unreadFacts(members)];
}

/** Members that are sent and that nobody is known to read: a replacement may leave them out. */
function unreadFacts(members: Contract["members"]): readonly Fact[] {
  const now = (spans: readonly { readonly last: number | null }[]) => spans.some(({ last }) => last === null);
  return members
    .filter(({ produced, read, untold }) => now(produced) && !now(read) && !now(untold))
    .map(({ key, produced }) => ({
      id: `unread:${key}`,
      says: `${code(key)} is sent and nobody reads it: it may be left out`,
      spot: null,
      since: produced.find(({ last }) => last === null)?.first ?? null,
      strength: 0,
    }));
}

/** Where the value of a member that may be missing is kept, and each place that takes it from there. */
function flowFacts(book: Book, named: Named): readonly Fact[] {
  const own = fatesOf(book, named).filter(({ kind }) => kind === "default");
  const told = (wanted: string) =>
    own.flatMap((span) => {
      const [key, target, fn, how] = list(span.text) as [string, string, string, string];
      if (how !== wanted) return [];
      const says =
        how === "kept"
          ? `${code(key)}, or what stands in for it, is kept in ${code(target)} by ${code(fn)}`
          : `${code(fn)} takes it from ${code(target)}${target.includes(".") ? ", found by the attribute's name alone" : ""}`;
      return [
        { id: `default:${key}:${target}:${fn}:${how}`, says, spot: spotOf(span), since: span.born, strength: null },
      ];
    });
  return [...told("kept"), ...told("taken")];
}

function answerFacts(book: Book, named: Named, { answerers, sites }: Contract): readonly Fact[] {
  if (answerers.length === 0 && sites.length > 0)
    return [
      {
        id: "answerer:none",
        says: "no class that the profile knows of answers it",
        spot: null,
        since: null,
        strength: null,
      },
    ];
  return answerers.flatMap(({ class: owner, definedIn, decorators, spot, returns, replies }) => {
    const born = at(book.answerers, null).find((span) => isOf(span, named) && span.class === owner)?.born ?? null;
    const from = definedIn === owner ? "" : `, by ${code(definedIn)}`;
    const decorated = decorators.length === 0 ? "" : `, decorated with ${joined(decorators.map(code))}`;
    return [
      {
        id: `answerer:${owner}`,
        says: `${code(owner)} answers it${from}${decorated}${replies ? "" : ", and never replies"}`,
        spot,
        since: born,
        strength: null,
      },
      ...returns.map((product) => ({
        id: `returns:${owner}:${product.shape}:${product.keys.join()}:${product.when}`,
        says: `${code(owner)} sends ${shapeWords(product)}${under(product.when)}${product.via.length === 0 ? "" : `, through ${joined(product.via.map(code))}`}`,
        spot: product.spot,
        since: returnedSince(book, named, owner, product.spot),
        strength: 0 as const,
      })),
    ];
  });
}

function returnedSince(book: Book, named: Named, owner: string, spot: Spot): number | null {
  const span = at(book.products, null).find(
    (each) => isOf(each, named) && each.class === owner && each.path === spot.path && each.line === spot.line,
  );
  return span?.born ?? null;
}

function shapeWords({ shape, type, keys }: Contract["answerers"][number]["returns"][number]): string {
  if (shape === "none") return "None";
  if (shape === "unknown") return `something that is not known (${code(type)})`;
  const what = shape === "keys" ? "a mapping" : shape === "items" ? "a tuple" : type === "" ? "a value" : code(type);
  return keys.length === 0 ? what : `${what} of ${joined(keys.map(code))}`;
}

/** Pairs of sender and class that would meet in a silence: those that the profile pairs, and those that nothing rules out. */
function pairingFacts(book: Book, named: Named): readonly Fact[] {
  const met = at(book.meetings, null).filter((span) => isOf(span, named) && span.outcome !== "answered");
  return met.map((span) => {
    const [broadcaster, answerer] = [String(span.broadcaster), String(span.answerer)];
    const own = book.meta.pairings.filter((each) => each.layer === named.layer && each.broadcaster === broadcaster);
    const pairing = own.find((each) => each.answerer === answerer) ?? own[0];
    const when =
      pairing === undefined
        ? "the profile pairs that sender with no class, so nothing rules it out"
        : pairing.answerer === answerer
          ? `when ${prose(pairing.when)}`
          : `unless ${prose(pairing.when)}, which pairs it with ${code(pairing.answerer)}`;
    const gone =
      pairing !== undefined && pairing.line === null
        ? `; ${code(pairing.path)} no longer says ${code(pairing.text)}`
        : "";
    return {
      id: `pairing:${broadcaster}:${answerer}`,
      says: `${code(broadcaster)} with ${code(answerer)} ${OUTCOMES[String(span.outcome)] ?? "is skipped"} ${when}${gone}`,
      spot:
        pairing === undefined || pairing.line === null
          ? null
          : { path: pairing.path, line: pairing.line, endLine: pairing.line, oid: null },
      since: span.born,
      strength: null,
    };
  });
}

const OUTCOMES: Readonly<Record<string, string>> = {
  parks: "waits for ever",
  raises: "gets an exception",
  skipped: "is skipped",
};
