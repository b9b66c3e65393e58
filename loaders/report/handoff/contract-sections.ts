// Turns a contract into the sections of a hand-off sheet: its callers, what they take, what travels, what is answered, and
// what a silence does. It reads the notebook's book and looks nothing up.

import { at, list } from "../../store/spans.ts";
import { type Book, inWords, isOf, joined, spotOf } from "../book.ts";
import { contractOf } from "../extract-contracts.ts";
import type { Contract } from "../pages.ts";
import type { Named } from "../slugs.ts";
import type { Fact, Section, Strength } from "./sheet.ts";

/** Sections without facts are left out. */
export function contractSections(book: Book, named: Named): readonly Section[] {
  const contract = contractOf(book, named);
  const layer = book.meta.layers.find(({ name }) => name === named.layer);
  const sections: Section[] = [
    {
      title: "Who calls, and what each call fixes",
      intro: callersIntro(contract),
      facts: contract.sites.map((site) => siteFact(book, named, site)),
    },
    { title: "What is read off the reply", intro: null, facts: readFacts(contract) },
    { title: "Nested contracts", intro: null, facts: nestedFacts(book, named) },
    {
      title: "What travels",
      intro: "A reply that is sent on must survive the way.",
      facts: travelFacts(book, named, contract),
    },
    { title: "What happens if the answer is not there", intro: null, facts: silenceFacts(contract, layer) },
    { title: "What is left out, and what then holds", intro: null, facts: defaultFacts(contract) },
    { title: "Who answers, and with what", intro: null, facts: answerFacts(book, named, contract) },
    { title: "Callers that a broadcast does not show", intro: null, facts: inProcessFacts(contract) },
    {
      title: "Configurations that would ask a class that does not answer",
      intro: null,
      facts: pairingFacts(book, named),
    },
    { title: "When each part came", intro: null, facts: birthFacts(contract) },
    { title: "What could not be seen", intro: null, facts: unseenFacts(book, contract) },
  ];
  return sections.filter(({ facts }) => facts.length > 0);
}

type Site = Contract["sites"][number];

const STRENGTHS: Readonly<Record<1 | 2 | 3 | 4, Strength>> = {
  4: "fixed",
  3: "after a hop",
  2: "something must come",
  1: "convention",
};

const USES: Readonly<Record<Site["use"], string>> = {
  discarded: "discards the reply",
  bound: "keeps it",
  unpacked: "takes it apart",
  returned: "returns it to its own caller",
  argument: "hands it on",
};

function callersIntro({ sites }: Contract): string {
  const waiting = sites.filter(({ wait }) => wait !== false).length;
  return `${inWords(sites.length, true)} ${sites.length === 1 ? "site sends" : "sites send"} it; ${waiting === sites.length ? "all wait" : waiting === 0 ? "nobody waits" : `${inWords(waiting)} wait`}.`;
}

function siteFact(book: Book, named: Named, site: Site): Fact {
  const { function: fn, wait, timeout, use, conditions, fixes, spot } = site;
  const waits =
    wait === false
      ? "does not wait"
      : wait === null
        ? "may wait"
        : timeout === null
          ? "waits without end"
          : `waits ${timeout} s`;
  const when = conditions.length === 0 ? "" : `; reached when ${conditions.map(code).join(" and ")}`;
  const span = at(book.sites, null).find(
    (each) => isOf(each, named) && each.path === spot.path && each.line === spot.line,
  );
  return {
    id: `site:${spot.path}:${fn}:${span?.ordinal ?? 0}`,
    says: `${code(fn)} ${waits} and ${USES[use]}: it fixes ${fixes}${when}`,
    spot,
    since: (span?.born as number | undefined) ?? null,
    strength: STRENGTHS[site.evidence],
  };
}

function readFacts({ members }: Contract): readonly Fact[] {
  return members.flatMap(({ key, read }) =>
    read
      .filter(({ last }) => last === null)
      .map(({ function: fn, required, default: preset, spot, first }) => ({
        id: `read:${key}:${spot.path}:${fn}`,
        says: `${code(key)} in ${code(fn)}${required ? "" : `, ${preset === null ? "which may be missing" : `${code(preset)} if it is missing`}`}`,
        spot,
        since: first,
        strength: "fixed" as const,
      })),
  );
}

function nestedFacts(book: Book, named: Named): readonly Fact[] {
  return at(book.nested, null)
    .filter((span) => isOf(span, named))
    .map((span) => {
      const keys = list(span.keys);
      const raises = list(span.raises);
      return {
        id: `nested:${span.key}:${span.target}`,
        says: `${code(String(span.key))} is handed to ${code(String(span.target))}, which takes ${span.exact ? "exactly" : "at least"} ${joined(keys.map(code))}${raises.length === 0 ? "" : ` and raises ${joined(raises.map(code))} otherwise`}`,
        spot: spotOf(span),
        since: span.born,
        strength: "fixed" as const,
      };
    });
}

function travelFacts(book: Book, named: Named, { sites }: Contract): readonly Fact[] {
  const facts: Fact[] = [];
  const seen = new Set<string>();
  for (const { reads } of sites)
    for (const hop of reads.flatMap(({ hops }) => hops)) {
      const match = /^(.*):(\d+) (.*)$/s.exec(hop);
      if (match === null || !/pickle|json|socket|send|receive|recv|queue/i.test(hop) || seen.has(hop)) continue;
      seen.add(hop);
      const [, path, line, what] = match as unknown as [string, string, string, string];
      const kind = /pickle/i.test(what)
        ? "it can be pickled"
        : /json/i.test(what)
          ? "JSON can hold it"
          : "it survives the way";
      facts.push({
        id: `hop:${path}:${what}`,
        says: `${what}: ${kind}`,
        spot: { path, line: Number(line), endLine: Number(line), oid: null },
        since: null,
        strength: "after a hop",
      });
    }
  for (const fate of at(book.fates, null).filter(
    (span) => isOf({ ...span, layer: named.layer }, named) && span.kind === "forwarded",
  ))
    facts.push({
      id: `forwarded:${fate.path}:${fate.text}`,
      says: `it goes on to ${code(String(fate.text))}, where nobody followed it: not None, and fit for whatever takes it`,
      spot: spotOf(fate),
      since: fate.born,
      strength: "something must come",
    });
  return facts;
}

const MISSES: Readonly<Record<string, string>> = {
  park: "a caller that waits waits for ever; one that does not is not told",
  skip: "nobody is told: the name is skipped",
  raise: "the caller gets an exception",
  error: "the caller gets an error for an answer",
  drop: "the message is dropped, and a caller that waits runs into its time-out",
};

function silenceFacts({ sites }: Contract, layer: Book["meta"]["layers"][number] | undefined): readonly Fact[] {
  if (layer === undefined) return [];
  const said = (id: string, says: string): Fact => ({
    id: `outcome:${id}`,
    says,
    spot: null,
    since: null,
    strength: null,
  });
  const { none, raise, late } = layer.outcomes ?? {};
  const bounded = sites.some(({ timeout }) => timeout !== null);
  return [
    said("miss", `No class answers: ${MISSES[layer.miss] ?? layer.miss}`),
    said("none", `The answer is None: ${none ?? "the profile does not say what becomes of it"}`),
    said("raise", `The answer raises: ${raise ?? "the profile does not say where that arrives"}`),
    ...(bounded
      ? [
          said(
            "late",
            `A bounded wait runs out: ${late ?? "the profile does not say; the reply that comes late may be taken for the next one"}`,
          ),
        ]
      : []),
  ];
}

function defaultFacts({ members }: Contract): readonly Fact[] {
  return members.flatMap(({ key, trouble, read }) =>
    trouble
      .filter(({ last }) => last === null)
      .map(({ status, class: owner, detail, when, first }) => ({
        id: `${status}:${key}:${owner}`,
        says:
          status === "breach"
            ? `${code(owner)} does not send ${code(key)}${when === "" ? "" : ` when ${code(when)}`}: the reader raises ${code(detail)}`
            : `${code(owner)} does not send ${code(key)}${when === "" ? "" : ` when ${code(when)}`}: the reader goes on with ${code(detail)}`,
        spot: read.find((each) => each.last === null)?.spot ?? null,
        since: first,
        strength: "fixed" as const,
      })),
  );
}

function answerFacts(book: Book, named: Named, { answerers }: Contract): readonly Fact[] {
  return answerers.flatMap((each) => {
    const { class: owner, definedIn, decorators, spot, returns, replies } = each;
    const born = at(book.answerers, null).find((span) => isOf(span, named) && span.class === owner)?.born ?? null;
    const from = definedIn === owner ? "" : `, by ${code(definedIn)}`;
    const under = decorators.length === 0 ? "" : `, decorated with ${joined(decorators.map(code))}`;
    return [
      {
        id: `answerer:${owner}`,
        says: `${code(owner)} answers it${from}${under}${replies ? "" : ", and never replies"}`,
        spot,
        since: born,
        strength: null,
      },
      ...returns.map((product) => ({
        id: `returns:${owner}:${product.shape}:${product.keys.join()}:${product.when}`,
        says: `${code(owner)} sends ${shapeWords(product)}${product.when === "" ? "" : ` when ${code(product.when)}`}${product.via.length === 0 ? "" : `, through ${joined(product.via.map(code))}`}`,
        spot: product.spot,
        since: null,
        strength: "convention" as const,
      })),
    ];
  });
}

function shapeWords({ shape, type, keys }: Contract["answerers"][number]["returns"][number]): string {
  if (shape === "none") return "None";
  if (shape === "unknown") return `something that is not known (${code(type)})`;
  const what = shape === "keys" ? "a mapping" : shape === "items" ? "a tuple" : type === "" ? "a value" : code(type);
  return keys.length === 0 ? what : `${what} of ${joined(keys.map(code))}`;
}

function inProcessFacts({ inProcess }: Contract): readonly Fact[] {
  return inProcess.map(({ function: fn, receiver, use, caught, spot }) => ({
    id: `in-process:${spot.path}:${fn}`,
    says: `${code(fn)} calls it on ${code(receiver)} and ${USES[use]}${caught ? "; what it raises is caught there" : ""}`,
    spot,
    since: null,
    strength: "fixed" as const,
  }));
}

function pairingFacts(book: Book, named: Named): readonly Fact[] {
  const met = at(book.meetings, null).filter((span) => isOf(span, named) && span.outcome !== "answered");
  return met.map((span) => {
    const pairing = book.meta.pairings.find(
      (each) => each.layer === named.layer && each.broadcaster === span.broadcaster && each.answerer === span.answerer,
    );
    const when = pairing === undefined ? "nothing in the profile pairs them" : pairing.when;
    return {
      id: `pairing:${span.broadcaster}:${span.answerer}`,
      says: `${code(String(span.broadcaster))} with ${code(String(span.answerer))} ${span.outcome === "parks" ? "waits for ever" : span.outcome === "raises" ? "gets an exception" : "is skipped"} (${when})`,
      spot: pairing === undefined ? null : { path: pairing.path, line: 1, endLine: 1, oid: null },
      since: span.born,
      strength: null,
    };
  });
}

function birthFacts({ history }: Contract): readonly Fact[] {
  return history.map(({ position, changes }) => ({
    id: `event:${position}`,
    says: changes
      .map(({ names, text }) =>
        [joined(names.map((name) => code(name.text))), text].filter((part) => part !== "").join(" "),
      )
      .join("; "),
    spot: null,
    since: position,
    strength: null,
  }));
}

function unseenFacts(book: Book, { members }: Contract): readonly Fact[] {
  const untold = members.filter((member) => member.untold.some(({ last }) => last === null));
  const dropped = at(book.dropped, null).filter(
    ({ reason }) => reason === "non-literal-name" || reason === "unknown-receiver",
  );
  return [
    ...untold.map(({ key }) => ({
      id: `untold:${key}`,
      says: `whether anybody reads ${code(key)}: its reply was passed on to something that was not followed`,
      spot: null,
      since: null,
      strength: null,
    })),
    ...dropped.map((span) => ({
      id: `dropped:${span.path}:${span.text}`,
      says: `what ${code(String(span.text))} sends: ${span.reason === "non-literal-name" ? "its name is put together at run time" : "the class of its object is not known"}`,
      spot: spotOf(span),
      since: span.born,
      strength: null,
    })),
  ];
}

/** Text of a repository inside backticks: no mark of it ends them. */
export function code(text: string): string {
  const folded = text.replace(/\s+/g, " ").trim();
  const longest = Math.max(0, ...[...folded.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return folded === "" ? "``" : `${fence}${pad}${folded}${pad}${fence}`;
}
