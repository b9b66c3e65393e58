// Turns a contract into who answers it: what each class sends under which guard, and configurations that pair a sender
// with a class that is silent. It reads the notebook's book and looks nothing up.

import { at } from "../../store/spans.ts";
import { prose } from "../audit/markdown-text.ts";
import { type Book, isOf, joined } from "../book.ts";
import type { Contract, Spot } from "../pages.ts";
import type { Named } from "../slugs.ts";
import type { Fact, Section } from "./sheet.ts";
import { code, under } from "./words.ts";

export function answerSections(book: Book, named: Named, contract: Contract): readonly Section[] {
  return [
    { title: "Who answers, and with what", intro: null, facts: answerFacts(book, named, contract) },
    {
      title: "Configurations that would ask a class that does not answer",
      intro: null,
      facts: pairingFacts(book, named),
    },
  ];
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
        class: null,
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
        class: owner,
      },
      ...returns.map((product) => ({
        id: `returns:${owner}:${product.shape}:${product.keys.join()}:${product.when}`,
        says: `${code(owner)} sends ${shapeWords(product)}${under(product.when)}${product.via.length === 0 ? "" : `, through ${joined(product.via.map(code))}`}`,
        spot: product.spot,
        since: returnedSince(book, named, owner, product.spot),
        strength: 0 as const,
        class: owner,
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
      class: answerer,
    };
  });
}

const OUTCOMES: Readonly<Record<string, string>> = {
  parks: "waits for ever",
  raises: "gets an exception",
  skipped: "is skipped",
};
