// Turns a notebook into index.json: what is wrong now, worst first, each in one sentence made by rule, and what changed
// lately. A sentence says only what rows show.

import { groupBy } from "../group.ts";
import type { Database } from "../store/database.ts";
import { at, list, type SpanRow } from "../store/spans.ts";
import { answererNoun, type Book, inWords, joined } from "./book.ts";
import { citationRows, verdictSteps } from "./citation-rows.ts";
import { wrongClaims, wrongNotes } from "./extract-claims-index.ts";
import { claimRows, falseSteps } from "./extract-claims-rows.ts";
import { contractsExtract } from "./extract-contracts.ts";
import { wrongCitations } from "./extract-index-citations.ts";
import { wrongCopies } from "./extract-lineage.ts";
import { eventRows } from "./extract-surface.ts";
import type { IndexExtract } from "./pages.ts";
import type { Named } from "./slugs.ts";

type Wrong = IndexExtract["wrong"][number];

export async function indexExtract(book: Book, database: Database): Promise<IndexExtract> {
  const claims = await claimRows(database);
  const wrong = [
    ...unanswered(book),
    ...breaches(book),
    ...parkedPairings(book),
    ...silences(book),
    ...wrongClaims(claims, book),
    ...(await wrongCopies(database)),
    ...wrongCitations(await citationRows(database)),
    ...unread(book),
    ...neverSent(book),
    ...wrongNotes(claims, book),
    ...defaulted(book),
  ];
  return {
    wrong,
    lately: lately(book),
    verdicts: await verdictSteps(database),
    falseClaims: await falseSteps(claims, database),
  };
}

function slug(book: Book, span: SpanRow): string {
  return book.slugOf({ layer: span.layer as string, name: span.name as string });
}

/** What is said of a name that nobody answers, by its state. */
const ALONE = {
  parks: { glyph: "parks", text: "is waited on and nobody answers", note: "its caller waits for ever" },
  raises: { glyph: "parks", text: "is sent and nobody answers", note: "the call fails" },
  skipped: { glyph: "dropped", text: "is sent and nobody answers", note: "it is skipped without a word" },
} as const;

function unanswered(book: Book): Wrong[] {
  return at(book.names, null).flatMap((span): Wrong[] => {
    const said = ALONE[span.state as keyof typeof ALONE];
    if (!said) return [];
    const since = book.names
      .filter((each) => each.id === span.id && each.life === span.life && each.state === span.state)
      .reduce((first, each) => Math.min(first, each.first), span.first);
    return [{ ...said, text: `${code(span.name)} ${said.text}`, slug: slug(book, span), since }];
  });
}

function breaches(book: Book): Wrong[] {
  return at(book.conformance, null)
    .filter((span) => span.status === "breach")
    .map((span) => ({
      glyph: "breach" as const,
      text: `${code(span.name)} of ${span.class} leaves out ${code(span.key)}, which its caller needs`,
      note: [`${span.detail}`, guardOf(span)].filter((part) => part !== "").join(" when "),
      slug: slug(book, span),
      since: sinceOf(book.conformance, span, "status"),
    }));
}

/** Names that only some answerers have, by who has them: on any other their callers park. */
function parkedPairings(book: Book): Wrong[] {
  const parked = at(book.meetings, null).filter((span) => span.outcome === "parks" || span.outcome === "raises");
  const nobody = new Set(
    at(book.names, null)
      .filter((span) => span.answerers === 0)
      .map((span) => `${span.layer}\n${span.name}`),
  );
  const names = groupBy(
    parked.filter((span) => !nobody.has(`${span.layer}\n${span.name}`)),
    (span) => `${span.layer}\n${span.name}`,
  );
  const sets = groupBy([...names], ([key]) => {
    const [layer, name] = key.split("\n") as [string, string];
    return `${layer}\n${at(book.answerers, null)
      .filter((each) => each.layer === layer && each.name === name)
      .map((each) => each.class as string)
      .toSorted()
      .join("\n")}`;
  });
  const paired = new Set(book.meta.pairings.map((pairing) => pairing.layer));
  return [...sets]
    .map(([set, entries]) => {
      const [layer, ...named] = set.split("\n");
      const classes = [...new Set(named)];
      const asked = at(book.meetings, null).filter((span) => span.layer === layer);
      const noun = answererNoun([...new Set(asked.map((span) => span.answerer as string))]);
      const spans = entries.flatMap(([, each]) => each);
      const first = spans[0] as SpanRow;
      const senders = [...groupBy(spans, (span) => span.broadcaster as string)].map(
        ([sender, of]) => `${sender} ${new Set(of.map((span) => span.name)).size}`,
      );
      const raises = first.outcome === "raises";
      const count = entries.length;
      const subject = count === 1 ? code(first.name) : `${inWords(count, true)} names`;
      return {
        glyph: "parks" as const,
        text: `${subject} ${raises ? (count === 1 ? "fails" : "fail") : count === 1 ? "parks" : "park"} on every ${noun} but ${joined(classes)}`,
        note: `sent by ${joined(senders)}${paired.has(layer as string) ? "" : ", if they meet: no pairing is declared"}`,
        slug: count === 1 ? slug(book, first) : null,
        since: Math.min(...spans.map((span) => span.born)),
        count,
      };
    })
    .toSorted((a, b) => b.count - a.count)
    .map(({ count: _, ...wrong }) => wrong);
}

/** Waited names that some path answers with None: to the caller the same as no answer. */
function silences(book: Book): Wrong[] {
  const waited = new Map(
    at(book.names, null)
      .filter((span) => span.waits !== "no")
      .map((span) => [`${span.layer}\n${span.name}`, span]),
  );
  const none = at(book.products, null).filter(
    (span) => span.shape === "none" && waited.has(`${span.layer}\n${span.name}`),
  );
  const miss = new Map(book.meta.layers.map((layer) => [layer.name, layer.miss]));
  return [
    ...groupBy(
      none.filter((span) => miss.get(span.layer as string) === "park"),
      (span) => `${span.layer}\n${span.name}`,
    ).values(),
  ].map((spans) => {
    const span = spans[0] as SpanRow;
    return {
      glyph: "parks" as const,
      text: `${code(span.name)} can answer None, which never reaches its caller`,
      note: [span.function as string, guardOf(span)].filter((part) => part !== "").join(" when "),
      slug: slug(book, span),
      since: Math.min(...spans.map((each) => each.born)),
    };
  });
}

function unread(book: Book): Wrong[] {
  const rows = at(book.conformance, null).filter((span) => span.status === "unread");
  return [...groupBy(rows, (span) => `${span.layer}\n${span.name}`).values()].map((spans) => {
    const span = spans[0] as SpanRow;
    const keys = [...new Set(spans.map((each) => each.key as string))];
    const forwarded = at(book.fates, null).some((fate) => fate.name === span.name && fate.kind === "forwarded");
    return {
      glyph: "unread" as const,
      text: `${code(span.name)} produces ${joined(keys.map(code))}; nobody reads ${keys.length === 1 ? "it" : "them"}`,
      note: forwarded ? "forwarded whole, so a convention only" : "",
      slug: slug(book, span),
      since: Math.min(...spans.map((each) => sinceOf(book.conformance, each, "status"))),
    };
  });
}

/** Handlers of a table or a chain that nobody sends to. */
function neverSent(book: Book): Wrong[] {
  const sent = new Set(at(book.names, null).map((span) => `${span.layer}\n${span.name}`));
  const ever = new Set(book.names.map((span) => `${span.layer}\n${span.name}`));
  return at(book.answerers, null)
    .filter((span) => !sent.has(`${span.layer}\n${span.name}`))
    .map((span) => ({
      glyph: "unread" as const,
      text: `${code(span.name)} is handled and ${ever.has(`${span.layer}\n${span.name}`) ? "no longer" : "never"} sent`,
      note: span.function as string,
      slug: slug(book, span) || null,
      since: span.born,
    }));
}

function defaulted(book: Book): Wrong[] {
  const rows = at(book.conformance, null).filter((span) => span.status === "defaulted");
  return [...groupBy(rows, (span) => `${span.layer}\n${span.name}\n${span.class}`).values()].map((spans) => {
    const span = spans[0] as SpanRow;
    return {
      glyph: "defaulted" as const,
      text: `${code(span.name)} of ${span.class} leaves out ${joined(spans.map((each) => code(each.key)))}; ${spans.length === 1 ? "its caller defaults it" : "callers default them"}`,
      note: guardOf(span) === "" ? "" : `when ${guardOf(span)}`,
      slug: slug(book, span),
      since: Math.min(...spans.map((each) => sinceOf(book.conformance, each, "status"))),
    };
  });
}

/** Identifiers stand in backticks; pages set them in mono. */
function code(text: unknown): string {
  return `\`${String(text)}\``;
}

function guardOf(span: SpanRow): string {
  return list(span.guard).join(" and ");
}

/** Since when the row has said so without a break. */
function sinceOf(spans: readonly SpanRow[], now: SpanRow, column: string): number {
  let since = now.first;
  for (const span of spans.filter((each) => each.id === now.id && each.life === now.life).toReversed()) {
    if (span.last === null || (span.last === since - 1 && span[column] === now[column]))
      since = Math.min(since, span.first);
  }
  return since;
}

const LATELY = 5;

/** The newest changes, whichever contract they are of; a commit's first change speaks for it. */
function lately(book: Book): IndexExtract["lately"] {
  const surface = eventRows(book, (event) => event.side === "dispatched" && event.topic !== "site");
  const contracts = contractsExtract(book).contracts.flatMap((contract) =>
    contract.history.map((row) => ({ row, contract })),
  );
  const byCommit = groupBy(
    [
      ...surface.flatMap((row) => row.changes.map((change) => ({ row, change, rank: 0 }))),
      ...contracts.flatMap(({ row, contract }) =>
        row.changes
          .filter((change) => change.glyph !== "moved")
          .map((change) => ({
            row,
            change: named(change, contract),
            rank: ["breach", "unread", "unreadLost", "shape"].includes(change.glyph) ? 1 : 2,
          })),
      ),
    ],
    ({ row }) => row.position,
  );
  return [...byCommit]
    .toSorted(([a], [b]) => b - a)
    .slice(0, LATELY)
    .map(([, changes]) => {
      const { row, change } = changes.toSorted((a, b) => a.rank - b.rank)[0] as (typeof changes)[number];
      return {
        position: row.position,
        pr: row.pr,
        oid: row.oid,
        day: row.day,
        glyph: change.glyph,
        names: change.names,
        text: change.text,
      };
    });
}

function named(
  change:
    | IndexExtract["lately"][number]
    | { glyph: IndexExtract["lately"][number]["glyph"]; names: IndexExtract["lately"][number]["names"]; text: string },
  contract: Named & { slug: string },
) {
  const members = change.names.map((name) => name.text);
  return {
    glyph: change.glyph,
    names: [{ text: contract.name, slug: contract.slug }],
    text:
      members.length === 0
        ? change.text
        : `${joined(members.slice(0, 4))}${members.length > 4 ? ` and ${members.length - 4} more` : ""} ${change.text}`,
  };
}
