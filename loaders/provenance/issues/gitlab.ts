// Reads issues and merge requests of GitLab through Gitbeaker, oldest change first, with their discussions. It writes
// nothing there. The client's own way of waiting does not look at when a limit ends: requests go through one that does.

import { createRequesterFn } from "@gitbeaker/requester-utils";
import { IssueDiscussions, Issues, MergeRequestDiscussions, MergeRequests } from "@gitbeaker/rest";
import { BinnacleError, messageOf } from "../../error.ts";
import { piecesOf } from "./exports.ts";
import { BATCH, type Batch, type ForgeAsked, ForgeLimit, limitOf } from "./forge.ts";
import { refusal } from "./github.ts";

const TRIES = 4;
const PAGE = 100;
const TIMEOUT = 60_000;

type Json = { readonly [key: string]: unknown };

/** Where both lists stand: issues and merge requests are counted apart. */
interface Cursor {
  readonly issues: string | null;
  readonly pulls: string | null;
}

/** Batches, issues first. Throws ForgeLimit, and "bad-usage" where the forge refuses or cannot be reached. */
export async function* gitlabBatches(asked: ForgeAsked): AsyncGenerator<Batch> {
  const options = { host: asked.api, token: asked.token ?? "", requesterFn: requesterOf(asked) };
  const start = cursorOf(asked.cursor);
  let at = start;
  const [issues, pulls] = [new Issues(options), new MergeRequests(options)];
  const [spoken, reviewed] = [new IssueDiscussions(options), new MergeRequestDiscussions(options)];
  const kinds = [
    {
      kind: "issues",
      mark: "#",
      list: (some: object) => issues.all(some as never) as Promise<unknown>,
      talk: (iid: number) => spoken.all(asked.project, iid) as Promise<unknown>,
    },
    {
      kind: "pulls",
      mark: "!",
      list: (some: object) => pulls.all(some as never) as Promise<unknown>,
      talk: (iid: number) => reviewed.all(asked.project, iid) as Promise<unknown>,
    },
  ] as const;
  const seen = new Set<string>();
  let done = 0;
  for (const { kind, mark, list, talk } of kinds) {
    let since = start[kind];
    for (let page = 1; ; ) {
      const items = (await list({
        projectId: asked.project,
        scope: "all",
        orderBy: "updated_at",
        sort: "asc",
        perPage: PAGE,
        page,
        ...(since === null ? {} : { updatedAfter: since }),
      })) as readonly Json[];
      const fresh = items.filter(
        ({ iid, updated_at }) => !asked.isKnown(`${mark}${iid}`, Math.floor(Date.parse(String(updated_at)) / 1000)),
      );
      for (const { iid, updated_at } of fresh) seen.add(`${mark}${iid} ${updated_at}`);
      for (let from = 0; from < fresh.length; from += BATCH) {
        const some = fresh.slice(from, from + BATCH);
        const values: unknown[] = [];
        for (const item of some) {
          asked.onProgress(done++, `${mark}${item.iid} ${item.title}`);
          const said = Number(item.user_notes_count) === 0 && kind === "issues" ? [] : await talk(Number(item.iid));
          values.push(item, ...notesOf(said as readonly Json[]));
        }
        at = { ...at, [kind]: String(some.at(-1)!.updated_at) };
        yield { ...piecesOf(values), cursor: JSON.stringify(at), etag: null };
      }
      const last = items.length === 0 ? since : String(items.at(-1)!.updated_at);
      if (items.length < PAGE) break;
      page = last === since ? page + 1 : 1;
      since = last;
    }
  }
}

function cursorOf(written: string | null): Cursor {
  try {
    const { issues, pulls } = JSON.parse(written ?? "{}") as Partial<Cursor>;
    return { issues: issues ?? null, pulls: pulls ?? null };
  } catch {
    return { issues: null, pulls: null };
  }
}

/** Notes with the discussion that they are of: those on lines are a thread. */
function notesOf(discussions: readonly Json[]): readonly Json[] {
  return discussions.flatMap((discussion) => {
    const notes = Array.isArray(discussion.notes) ? (discussion.notes as Json[]) : [];
    const position = notes[0]?.position;
    return notes.map((note) => ({
      ...note,
      discussion_id: discussion.id,
      ...(position ? { position: note.position ?? position } : {}),
    }));
  });
}

function requesterOf(asked: ForgeAsked) {
  return createRequesterFn(
    (_, options) => Promise.resolve(options),
    async (endpoint, options) => {
      const { prefixUrl, searchParams, headers, method } = (options ?? {}) as unknown as {
        prefixUrl: string;
        searchParams?: string;
        headers?: Record<string, string>;
        method?: string;
      };
      const url = new URL(endpoint, prefixUrl.endsWith("/") ? prefixUrl : `${prefixUrl}/`);
      url.search = searchParams ?? "";
      const sent = Object.fromEntries(Object.entries(headers ?? {}).filter(([, value]) => value !== ""));
      return steady(asked, url, { method: method ?? "GET", headers: sent }) as never;
    },
  );
}

/** One answer, whole. A refusal of a short limit is waited for, what breaks off or fails there is tried again. */
async function steady({ api, patience }: ForgeAsked, url: URL, options: RequestInit) {
  for (let tries = 1; ; tries++) {
    let problem: string;
    let status: number | undefined;
    try {
      const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT) });
      const text = await response.text();
      if (response.ok)
        return {
          body: JSON.parse(text) as object,
          headers: Object.fromEntries(response.headers),
          status: response.status,
        };
      status = response.status;
      const now = Math.floor(Date.now() / 1000);
      const until = limitOf(status, (name) => response.headers.get(name), now);
      if (until !== null) {
        if (until - now > patience.limitSeconds || tries === TRIES) throw new ForgeLimit(until);
        await sleep((until - now) * 1000);
        continue;
      }
      problem = `status ${status}`;
    } catch (cause) {
      if (cause instanceof ForgeLimit) throw cause;
      problem = messageOf(cause);
    }
    if ((status !== undefined && status < 500) || tries === TRIES)
      throw new BinnacleError("bad-usage", `${api}: ${refusal(status, problem)}`);
    await sleep(patience.retryMs * tries * tries);
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
