// Imports issues from a forge into the store, batch by batch, and says where it stopped: what came is kept, and the next
// import goes on from there.

import { BinnacleError } from "../error.ts";
import { type Batch, type ForgeAsked, ForgeLimit, type Patience, USUAL_PATIENCE } from "../provenance/issues/forge.ts";
import { type Imported, importPieces } from "../provenance/issues/import.ts";
import { importedText } from "../report/issue-lists.ts";
import { openIssues } from "../store/issues.ts";

export interface ForgeImport {
  readonly kind: "github" | "gitlab";
  readonly store: string;
  /** The repository's own address, null where it has none. */
  readonly forge: string | null;
  /** `--api`, null where it was not given. */
  readonly api: string | null;
  readonly token: string | null;
  /** Seconds since 1970-01-01 UTC. */
  readonly now: number;
  readonly patience?: Patience;
  readonly onProgress: (done: number, total: number, what: string) => void;
}

/** What came, in words, and whether all did. Throws "bad-usage" where there is no forge to ask or it refuses. */
export async function importForge(given: ForgeImport): Promise<{ readonly text: string; readonly whole: boolean }> {
  const { kind, store, forge, token, now, patience = USUAL_PATIENCE, onProgress } = given;
  const { api, project } = addressOf(given);
  const name = `${kind} ${api} ${project}`;
  const held = await openIssues(store);
  const known = new Map<string, number>();
  let source = null;
  try {
    source = (await held?.sources())?.find((each) => each.name === name) ?? null;
    // What an export or a page told may lack comments that the forge has: only its own imports count.
    if (source !== null)
      for (const row of (await held?.rows<{ id: string; updated: number | null }>("SELECT id, updated FROM issue")) ??
        [])
        if (row.updated !== null) known.set(row.id, row.updated);
  } finally {
    held?.close();
  }
  const asked: ForgeAsked = {
    api,
    project,
    token,
    cursor: source?.cursor ?? null,
    etag: source?.etag ?? null,
    isKnown: (id, updated) => known.get(id) === updated,
    patience,
    onProgress: (done, what) => onProgress(done, 0, what),
  };
  const sum = { issues: 0, pulls: 0, comments: 0, findings: 0, unknown: 0 };
  const told = (): Imported => ({ name: `${kind} ${project}`, kind, ...sum });
  try {
    for await (const { pieces, unknown, cursor, etag } of await batches(kind, asked)) {
      const before = sum.issues + sum.pulls;
      const came = await importPieces({ store, name, kind, forge, now, cursor, etag, pieces, unknown, before });
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += came[key];
    }
  } catch (stopped) {
    const came = sum.issues + sum.pulls;
    if (stopped instanceof ForgeLimit)
      return {
        text: `${importedText([told()])}\nThe forge lets no more through before ${clock(stopped.until)}. What came is kept; run it again then, and it goes on.`,
        whole: false,
      };
    if (stopped instanceof BinnacleError && came > 0)
      throw new BinnacleError(stopped.code, `${stopped.message} ${came} came before and are kept.`, { cause: stopped });
    throw stopped;
  }
  return { text: importedText([told()]), whole: true };
}

async function batches(kind: "github" | "gitlab", asked: ForgeAsked): Promise<AsyncGenerator<Batch>> {
  if (kind === "github") return (await import("../provenance/issues/github.ts")).githubBatches(asked);
  return (await import("../provenance/issues/gitlab.ts")).gitlabBatches(asked);
}

const PUBLIC = {
  github: ["github.com", "https://api.github.com"],
  gitlab: ["gitlab.com", "https://gitlab.com"],
} as const;

/** A token goes to no address that only a clone's configuration names: another host is to be given by hand. */
function addressOf({ kind, forge, api }: ForgeImport): { readonly api: string; readonly project: string } {
  if (forge === null || !URL.canParse(forge))
    throw new BinnacleError(
      "bad-usage",
      `This repository has no remote "origin" on a forge, so ${kind} cannot be asked for its issues. Name files instead, or add the remote.`,
    );
  const { hostname, pathname } = new URL(forge);
  const project = pathname.replace(/^\/+|\/+$/g, "");
  const [host, address] = PUBLIC[kind];
  if (api === null && hostname !== host)
    throw new BinnacleError(
      "bad-usage",
      `"origin" is on ${hostname}, not on ${host}. Pass --api with the address that programs ask there, as https://${hostname}${kind === "github" ? "/api/v3" : ""}.`,
    );
  const chosen = (api ?? address).replace(/\/+$/, "");
  if (!URL.canParse(chosen) || !/^https?:$/.test(new URL(chosen).protocol))
    throw new BinnacleError("bad-usage", `--api is ${chosen}; expected an address of http or https.`);
  const { protocol, hostname: named } = new URL(chosen);
  if (protocol === "http:" && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(named))
    throw new BinnacleError("bad-usage", `--api is ${chosen}, which would send a token in the clear. Use https.`);
  return { api: chosen, project };
}

function clock(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
