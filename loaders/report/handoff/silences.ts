// Turns a contract into what holds where something is not sent: what a silence does and to whom, what stands in for a
// missing member and where that goes. It reads the notebook's book and looks nothing up.

import { list } from "../../store/spans.ts";
import { prose } from "../audit/markdown-text.ts";
import { type Book, joined, spotOf } from "../book.ts";
import type { Contract } from "../pages.ts";
import type { Named } from "../slugs.ts";
import type { Fact, Section } from "./sheet.ts";
import { fatesOf } from "./travel.ts";
import { code, under } from "./words.ts";

export function silenceSections(book: Book, named: Named, contract: Contract): readonly Section[] {
  return [
    {
      title: "What happens if the answer is not there",
      intro: toWhom(contract),
      facts: silenceFacts(book, named, contract),
    },
    { title: "What is left out, and what then holds", intro: null, facts: defaultFacts(book, named, contract) },
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
    class: null,
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
          class: owner,
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
      class: null,
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
        {
          id: `default:${key}:${target}:${fn}:${how}`,
          says,
          spot: spotOf(span),
          since: span.born,
          strength: null,
          class: null,
        },
      ];
    });
  return [...told("kept"), ...told("taken")];
}
