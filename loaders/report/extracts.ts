// Hands each page its extract: opens the store, reads it once, answers with data that JSON can hold. The src/data loaders
// call this and nothing else.

import { BinnacleError } from "../error.ts";
import { groupBy } from "../group.ts";
import { Database } from "../store/database.ts";
import { at } from "../store/spans.ts";
import { VERDICT_ORDER, VERDICTS } from "./audit/words.ts";
import { type Book, readBook } from "./book.ts";
import { isWrong, standingCounts } from "./citation-rows.ts";
import { citationArchive } from "./extract-citation-details.ts";
import { citationsExtract } from "./extract-citations.ts";
import { claimDetails, claimsExtract } from "./extract-claims.ts";
import { notesExtract } from "./extract-claims-notes.ts";
import { claimCounts } from "./extract-claims-rows.ts";
import { contractsExtract } from "./extract-contracts.ts";
import { effortExtract } from "./extract-effort.ts";
import { indexExtract } from "./extract-index.ts";
import { issuesExtract, openFindings } from "./extract-issues.ts";
import { issueDetails } from "./extract-issues-details.ts";
import { copiedCounts, lineageDetails, lineageExtract } from "./extract-lineage.ts";
import { surfaceExtract } from "./extract-surface.ts";
import { handoffArchive, sheetSlugs } from "./handoff/sheet-extract.ts";
import type {
  CitationsExtract,
  ClaimDetails,
  ClaimsExtract,
  ContractsExtract,
  EffortExtract,
  IndexExtract,
  IssueDetails,
  IssuesExtract,
  LineageDetails,
  LineageExtract,
  MethodExtract,
  NotebookExtract,
  NotesExtract,
  SurfaceExtract,
} from "./pages.ts";
import { weightsTable } from "./weights-table.ts";

export interface Extracts {
  readonly notebook: NotebookExtract;
  readonly surface: SurfaceExtract;
  readonly contracts: ContractsExtract;
  readonly citations: CitationsExtract;
  readonly claims: ClaimsExtract;
  readonly claimDetails: ClaimDetails;
  readonly notes: NotesExtract;
  readonly issues: IssuesExtract;
  readonly issueDetails: IssueDetails;
  readonly lineage: LineageExtract;
  readonly lineageDetails: LineageDetails;
  readonly effort: EffortExtract;
  readonly index: IndexExtract;
  readonly method: MethodExtract;
}

const MAKERS: {
  readonly [Kind in keyof Extracts]: (book: Book, database: Database) => Extracts[Kind] | Promise<Extracts[Kind]>;
} = {
  notebook: notebookExtract,
  surface: surfaceExtract,
  contracts: contractsExtract,
  citations: citationsExtract,
  claims: claimsExtract,
  claimDetails,
  notes: notesExtract,
  issues: issuesExtract,
  issueDetails,
  lineage: lineageExtract,
  lineageDetails,
  effort: effortExtract,
  index: indexExtract,
  method: methodExtract,
};

/** One extract of the store that BINNACLE_STORE names. Throws "store-missing" where it names none, and what opening throws. */
export async function extract<Kind extends keyof Extracts>(
  kind: Kind,
  store = process.env.BINNACLE_STORE,
): Promise<Extracts[Kind]> {
  return opened(store, async (database) => MAKERS[kind](await readBook(database), database));
}

/** The archive of what opened citations show. Throws as `extract` does. */
export async function citationFiles(store = process.env.BINNACLE_STORE): Promise<Uint8Array> {
  return opened(store, citationArchive);
}

/** The archive of hand-off sheets: `index.json`, and a file for each. Throws as `extract` does. */
export async function handoffFiles(store = process.env.BINNACLE_STORE): Promise<Uint8Array> {
  return opened(store, async (database) => handoffArchive(await readBook(database), database));
}

async function opened<Answer>(
  store: string | undefined,
  read: (database: Database) => Promise<Answer>,
): Promise<Answer> {
  if (!store)
    throw new BinnacleError("store-missing", `BINNACLE_STORE names no store. Run "binnacle notebook", which sets it.`);
  const database = await Database.read(store);
  try {
    return await read(database);
  } finally {
    database.close();
  }
}

/** Slugs of all contract pages, for Framework's dynamic paths. */
export async function contractSlugs(store: string): Promise<string[]> {
  return opened(store, async (database) => {
    const book = await readBook(database);
    return [...book.named, ...book.carried].map((named) => book.slugOf(named));
  });
}

/** Slugs of all pages of hand-off sheets, for Framework's dynamic paths. */
export async function handoffSlugs(store: string): Promise<string[]> {
  return opened(store, async (database) => [...sheetSlugs(await readBook(database)).values()]);
}

async function notebookExtract(book: Book, database: Database): Promise<NotebookExtract> {
  const { meta, commits } = book;
  const head = commits.at(-1);
  const names = at(book.names, null);
  return {
    repository: meta.repository,
    branch: meta.branch,
    head: { oid: meta.head, day: head?.day ?? "" },
    forge: meta.forge,
    profile: meta.profile,
    proposed: meta.proposed ?? false,
    version: meta.version,
    schema: meta.schema,
    floor: {
      kind: meta.floor as NotebookExtract["floor"]["kind"],
      oid: commits[Math.max(0, meta.floorPosition)]?.oid ?? meta.head,
    },
    walk: meta.walk,
    time: commits.map((commit) => commit.time),
    day: commits.map((commit) => commit.day),
    tags: book.tags
      .filter((tag) => tag.position !== null)
      .map((tag) => ({ name: tag.name, position: tag.position as number, time: tag.time, onLine: tag.on_line })),
    layers: meta.layers.map(({ name, miss }) => {
      const own = names.filter((span) => span.layer === name);
      return { name, miss, names: own.length, sites: own.reduce((sum, span) => sum + (span.sites as number), 0) };
    }),
    citations: judgedNow(await standingCounts(database)),
    claims: await claimCounts(database),
    openFindings: await openFindings(database),
    copied: await copiedCounts(database),
    warnings: meta.warnings,
  };
}

function judgedNow(counts: Awaited<ReturnType<typeof standingCounts>>): NotebookExtract["citations"] {
  if (counts === null) return null;
  const wrong = [...counts].reduce((sum, [verdict, n]) => sum + (isWrong(verdict) ? n : 0), 0);
  return { judged: wrong + (counts.get("holds") ?? 0), wrong };
}

const MEANS: Readonly<Record<string, string>> = {
  "non-literal-name": "the name is put together at run time, so nobody can say what is sent",
  "forwarded-name": "a wrapper passes its own parameter on; its callers are the sites",
  "unknown-receiver": "the object's class is not known",
  "excluded-path": "the profile leaves the path out",
  "syntax-error": "the grammar did not understand these lines",
  "too-large": "the file is larger than what is looked at",
  "not-text": "the file holds no text",
};

async function methodExtract(book: Book, database: Database): Promise<MethodExtract> {
  const verdicts = await standingCounts(database);
  const now = (spans: readonly { last: number | null }[]) => spans.filter((span) => span.last === null).length;
  return {
    counts: [
      { what: "commits walked", count: book.commits.length },
      { what: "names ever sent", count: book.named.length },
      { what: "names sent now", count: now(book.names) },
      { what: "sites now", count: now(book.sites) },
      { what: "reads now", count: now(book.reads) },
      { what: "returns of answerers now", count: now(book.products) },
      {
        what: "returns whose shape is not known",
        count: at(book.products, null).filter((span) => span.shape === "unknown").length,
      },
      { what: "in-process callers now", count: now(book.inProcess) },
      { what: "events", count: book.events.length },
    ],
    dropped: [...groupBy(at(book.dropped, null), (span) => span.reason as string)].map(([reason, spans]) => ({
      reason,
      means: MEANS[reason] ?? "",
      count: spans.length,
    })),
    rules: [...groupBy(book.sites, (span) => `${span.layer}\n${span.callee}`)].map(([key, spans]) => {
      const [layer, callee] = key.split("\n") as [string, string];
      const first = Math.min(...spans.map((span) => span.first));
      return {
        layer,
        rule: `calls of \`${callee}\``,
        matchesNow: now(spans),
        firstSeen: book.commits[first]?.oid ?? null,
      };
    }),
    versions: [
      { what: "Binnacle", version: book.meta.version },
      { what: "store schema", version: String(book.meta.schema) },
      { what: "profile", version: book.meta.profile },
    ],
    verdicts: VERDICT_ORDER.map((verdict) => ({
      verdict,
      means: VERDICTS[verdict].means,
      todo: VERDICTS[verdict].todo,
      fails: VERDICTS[verdict].fails,
      count: verdicts?.get(verdict) ?? 0,
    })),
    weights: weightsTable(),
  };
}
