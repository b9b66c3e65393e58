// Reads issues and pull requests of GitHub through Octokit, oldest change first: comments, reviews, what stands on lines.
// It writes nothing there, waits where a limit is short, and stops where it is long.

import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { BinnacleError, messageOf } from "../../error.ts";
import { piecesOf } from "./exports.ts";
import { BATCH, type Batch, type ForgeAsked, ForgeLimit, limitOf } from "./forge.ts";

const Client = Octokit.plugin(paginateRest, retry, throttling);

/** Tries of one request whose answer breaks off, beside those of the client itself. */
const TRIES = 4;
const PAGE = 100;
const TIMEOUT = 60_000;
/** Pages of comments of one issue. */
const MOST_PAGES = 50;

interface Listed {
  readonly number: number;
  readonly title: string;
  readonly updated_at: string;
  readonly comments?: number;
  readonly pull_request?: object;
}

/** Batches, in order. Throws ForgeLimit, and "bad-usage" where the forge refuses or cannot be reached. */
export async function* githubBatches(asked: ForgeAsked): AsyncGenerator<Batch> {
  const client = clientOf(asked);
  const { cursor, isKnown, onProgress } = asked;
  // What is asked for by time comes with the last of what came before.
  const seen = new Set<string>();
  let since = cursor;
  let page = 1;
  let done = 0;
  for (;;) {
    const isFirst = since === cursor && page === 1;
    const found = await listed(client, asked, since, page, isFirst ? asked.etag : null);
    if (found === null) return;
    const fresh = found.items.filter(
      ({ number, updated_at }) =>
        !seen.has(`${number} ${updated_at}`) && !isKnown(`#${number}`, Date.parse(updated_at) / 1000),
    );
    for (const { number, updated_at } of fresh) seen.add(`${number} ${updated_at}`);
    const last = found.items.at(-1)?.updated_at ?? since;
    for (let at = 0; at < fresh.length; at += BATCH) {
      const values: unknown[] = [];
      const some = fresh.slice(at, at + BATCH);
      for (const item of some) {
        onProgress(done, `#${item.number} ${item.title}`);
        values.push(item, ...(await about(client, asked, item)));
        done++;
      }
      const isLast = at + BATCH >= fresh.length;
      yield { ...piecesOf(values), cursor: isLast ? last : some.at(-1)!.updated_at, etag: null };
    }
    // A tag is of one address: it serves the next import only where that begins at the same place.
    if (found.items.length < PAGE) {
      if (isFirst && last === cursor) yield { pieces: [], unknown: 0, cursor: last, etag: found.etag };
      return;
    }
    // What changes meanwhile moves to the end: the next page is asked for by time, where times differ.
    page = last === since ? page + 1 : 1;
    since = last;
  }
}

function clientOf({ api, token, patience }: ForgeAsked) {
  const isShort = (after: number, _: object, __: object, count: number) => after <= patience.limitSeconds && count < 2;
  return new Client({
    baseUrl: api,
    ...(token === null ? {} : { auth: token }),
    userAgent: "binnacle",
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    retry: {
      retryAfterBaseValue: patience.retryMs,
      retries: 3,
      doNotRetry: [304, 400, 401, 403, 404, 410, 422, 429, 451],
    },
    throttle: { onRateLimit: isShort, onSecondaryRateLimit: isShort, retryAfterBaseValue: 1000 },
    request: { fetch: wholeAnswer },
  });
}

/** The client takes an answer that breaks off for an empty one; read here, it is a failure of the network, and asked again. */
async function wholeAnswer(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT) });
  const { status, headers } = answer;
  const body = await answer.arrayBuffer();
  const whole = new Response(body.byteLength === 0 ? null : body, { status, headers });
  return Object.defineProperty(whole, "url", { value: answer.url });
}

type OfClient = ReturnType<typeof clientOf>;

async function listed(client: OfClient, asked: ForgeAsked, since: string | null, page: number, etag: string | null) {
  const answer = await steady(asked, async () => {
    const { data, headers } = await client.request("GET /repos/{owner}/{repo}/issues", {
      ...named(asked),
      state: "all",
      sort: "updated",
      direction: "asc",
      per_page: PAGE,
      page,
      ...(since === null ? {} : { since }),
      headers: etag === null ? {} : { "if-none-match": etag },
    });
    return { items: wholeList<Listed>(data).filter(isListed), etag: headers.etag ?? null };
  });
  return answer;
}

function wholeList<Item>(data: unknown): readonly Item[] {
  if (!Array.isArray(data)) throw new TypeError("the answer breaks off");
  return data;
}

function isListed(item: Listed): boolean {
  return (
    Number.isSafeInteger(item?.number) && !Number.isNaN(Date.parse(item.updated_at)) && typeof item.title === "string"
  );
}

function named({ project }: ForgeAsked) {
  const [owner = "", repo = ""] = project.split("/");
  return { owner, repo };
}

async function about(
  client: OfClient,
  asked: ForgeAsked,
  { number, comments, pull_request }: Listed,
): Promise<unknown[]> {
  const of = { ...named(asked), per_page: PAGE };
  const all = async (route: string, numbered: object): Promise<unknown[]> => {
    const answer = await steady(asked, async () => {
      const values: unknown[] = [];
      let pages = 0;
      for await (const { data } of client.paginate.iterator(route, { ...of, ...numbered })) {
        values.push(...wholeList(data));
        if (++pages === MOST_PAGES) break;
      }
      return values;
    });
    return answer ?? [];
  };
  const said =
    comments === 0
      ? []
      : await all("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", { issue_number: number });
  if (pull_request === undefined) return said;
  const pull = { pull_number: number };
  const detail = await steady(asked, async () => {
    const { data } = await client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
      ...named(asked),
      ...pull,
    });
    return wholeList<unknown>(typeof data === "object" ? [data] : data);
  });
  return [
    ...(detail ?? []),
    ...said,
    ...(await all("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", pull)),
    ...(await all("GET /repos/{owner}/{repo}/pulls/{pull_number}/comments", pull)),
  ];
}

/** An answer, or null for "not modified". What the client does not take for an error of the network is tried again here. */
async function steady<Answer>({ api, patience }: ForgeAsked, ask: () => Promise<Answer>): Promise<Answer | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (cause) {
      const error = cause as { status?: number; response?: { headers?: Record<string, string> } };
      if (error.status === 304) return null;
      const limit = limitOf(
        error.status ?? 0,
        (name) => (error.response?.headers?.[name] === undefined ? null : String(error.response.headers[name])),
        Math.floor(Date.now() / 1000),
      );
      if (limit !== null) throw new ForgeLimit(limit);
      // What has a status, the client has tried again already.
      if (error.status !== undefined || tries === TRIES)
        throw new BinnacleError("bad-usage", `${api}: ${refusal(error.status, messageOf(cause))}`, { cause });
      await new Promise((resolve) => setTimeout(resolve, patience.retryMs * tries));
    }
  }
}

export function refusal(status: number | undefined, message: string): string {
  if (status === 401) return "the token is not taken. Set GITHUB_TOKEN or GITLAB_TOKEN to one that is, or unset it.";
  if (status === 403 || status === 404)
    return `there is no such repository for this token (${status}). Set GITHUB_TOKEN or GITLAB_TOKEN, or pass --api URL.`;
  return `expected an answer, found: ${message.slice(0, 200)}. Run it again: it goes on from where it stopped.`;
}
