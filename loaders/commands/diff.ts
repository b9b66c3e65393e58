// Turns two revisions into what changed between their surfaces, through the same spans and events as history.

import { BinnacleError } from "../error.ts";
import type { Oid, Surface } from "../model.ts";
import { PLAIN, type Style, table } from "../report/text.ts";
import { eventsOf } from "../surface/events.ts";
import { explainProfile } from "../surface/explain.ts";
import { SiteIdentity } from "../surface/identity.ts";
import { KINDS, type Kind, rowsOf } from "../surface/rows.ts";
import { type Edges, Spans } from "../surface/spans.ts";
import { SurfaceWalk } from "../surface/walk.ts";
import type { Context } from "./context.ts";

/** The surface at a commit, from its tree alone; where nothing is sent there, why, as a sentence. */
export async function surfaceAt(
  context: Context,
  commit: Oid,
): Promise<{ readonly surface: Surface; readonly nothing: string | null }> {
  const walk = new SurfaceWalk(context.repo, context.profile);
  await walk.goTo((await context.repo.commit(commit)).tree);
  const surface = walk.surface();
  return { surface, nothing: surface.sites.length > 0 ? null : explainProfile(walk.tree, context.profile).nothing };
}

/** `A..B`, or `A..` to the tip, as JSON or a table. Throws "bad-usage", "unknown-revision". */
export async function diffSurfaces(
  context: Context,
  range: string,
  tip: string,
  json: boolean,
  style: Style = PLAIN,
): Promise<string> {
  const [, from, to] = /^(.+?)\.\.(?!\.)(.*)$/s.exec(range) ?? [];
  if (from === undefined || to === undefined || from.endsWith(".") || to.includes(".."))
    throw new BinnacleError("bad-usage", `--diff is "${range}"; expected A..B.`);
  const { repo, profile } = context;
  const before = await repo.resolve(from);
  const after = await repo.resolve(to === "" ? tip : to);
  const walk = new SurfaceWalk(repo, profile);
  const identity = new SiteIdentity();
  const spans = Object.fromEntries(KINDS.map((kind) => [kind, new Spans()])) as Record<Kind, Spans>;
  await walk.goTo((await repo.commit(before)).tree);
  const lay = (position: number, surface: Surface, step: Parameters<SiteIdentity["advance"]>[1]) => {
    const { idOf, moves } = identity.advance(surface.sites, step);
    const rows = rowsOf(surface, profile, idOf, (path) => walk.tree.files.get(path)?.oid ?? null);
    const edges = Object.fromEntries(KINDS.map((kind) => [kind, spans[kind].advance(position, rows[kind])])) as Record<
      Kind,
      Edges
    >;
    return eventsOf(edges, moves);
  };
  lay(0, walk.surface(), { renames: new Map(), before: new Map(), after: new Map() });
  const step = await walk.step((await repo.commit(after)).tree);
  const events = lay(1, step.surface, step);
  if (json) return JSON.stringify({ schema: 1, from: before, to: after, events }, null, 2);
  if (events.length === 0) return `The surface is the same at ${from} and ${to === "" ? "HEAD" : to}.`;
  return table(
    ["what", "contract", "subject", "detail", "at"],
    events.map((event) => [
      `${event.side} ${event.kind}`,
      event.of,
      event.topic === "site" ? "a site" : event.subject,
      event.detail,
      event.path === null ? "" : `${event.path}:${event.line ?? 1}`,
    ]),
    style,
  );
}
