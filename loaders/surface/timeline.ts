// Turns a line of commits into history: spans of every kind and the events at their edges. It walks, derives and
// compares; where the rows go is the store's business.

import { originsInside } from "../git/history.ts";
import type { Repository } from "../git/repository.ts";
import type { Commit, Oid, Profile, Site, Surface } from "../model.ts";
import { eventsOf, type SurfaceEvent } from "./events.ts";
import { SiteIdentity } from "./identity.ts";
import { KINDS, type Kind, rowsOf } from "./rows.ts";
import { type Edges, type Span, Spans, type ToWrite } from "./spans.ts";
import { type Step, SurfaceWalk } from "./walk.ts";

/** An event with the commit inside a merge that made it, where its own commit is a merge. */
export interface DatedEvent extends SurfaceEvent {
  readonly position: number;
  readonly origin: Oid | null;
}

/** What a stored history holds that a walk needs to go on. */
export interface Stored {
  readonly open: ReadonlyMap<Kind, readonly Span[]>;
  readonly lives: ReadonlyMap<Kind, ReadonlyMap<string, number>>;
  readonly sites: ReadonlyMap<string, Site>;
  /** Sites that are gone, as they stood last, in the order in which they went. */
  readonly gone: readonly (readonly [string, Site])[];
}

/** So many commits are read before they are derived, for a second thread to extract meanwhile what changed in them. */
export const READ_AHEAD = 24;

/** Commits that a merge may bring in and still be searched for an event's origin, one by one. */
const MOST_INSIDE = 2000;

export class Timeline {
  readonly #repo: Repository;
  readonly #profile: Profile;
  readonly #walk: SurfaceWalk;
  readonly #spans: Readonly<Record<Kind, Spans>>;
  readonly #identity: SiteIdentity;
  #aside: SurfaceWalk | null = null;
  #asideAt: Oid | null = null;
  /** What each commit inside a merge made, of those that were looked at: signatures of its events. */
  readonly #made = new Map<Oid, ReadonlySet<string>>();

  constructor(repo: Repository, profile: Profile, walk: SurfaceWalk, stored: Stored | null = null) {
    this.#repo = repo;
    this.#profile = profile;
    this.#walk = walk;
    this.#spans = Object.fromEntries(
      KINDS.map((kind) => [kind, new Spans(stored?.open.get(kind), stored?.lives.get(kind))]),
    ) as Record<Kind, Spans>;
    this.#identity = new SiteIdentity(stored?.sites, stored?.gone);
  }

  /**
   * Takes the next commit of the line. Its events, in order; none where nothing changed. `next` are the commits of the line
   * from it on, as many as are worth reading ahead.
   */
  async advance(commit: Commit, position: number, next: readonly Commit[] = []): Promise<readonly DatedEvent[]> {
    await this.#walk.lookAhead(next.map(({ tree }) => tree));
    const step = await this.#walk.step(commit.tree);
    if (!step.changed) return [];
    const { edges, moves } = this.#lay(this.#walk, step, position, this.#identity, this.#spans);
    const events = eventsOf(edges, moves);
    if (events.length === 0) return [];
    const origins = commit.parents.length > 1 ? await this.#originsOf(commit, events) : null;
    return events.map((event) => ({ ...event, position, origin: origins?.get(signature(event)) ?? null }));
  }

  #lay(walk: SurfaceWalk, step: Step, position: number, identity: SiteIdentity, spans: Readonly<Record<Kind, Spans>>) {
    const { idOf, moves } = identity.advance(step.surface.sites, step);
    const rows = rowsOf(step.surface, this.#profile, idOf, (path) => walk.tree.files.get(path)?.oid ?? null);
    const edges = Object.fromEntries(KINDS.map((kind) => [kind, spans[kind].advance(position, rows[kind])])) as Record<
      Kind,
      Edges
    >;
    return { edges, moves };
  }

  /** What a store lacks of the spans, by kind. */
  toWrite(): Map<Kind, ToWrite> {
    return new Map(KINDS.map((kind) => [kind, this.#spans[kind].toWrite()]));
  }

  /**
   * Takes a commit inside a merge: its events against its own first parent, wherever that stands. It begins and ends no
   * span, for what it did holds on the line from its merge on, whose events name it as their origin.
   */
  async aside(commit: Commit, position: number): Promise<readonly DatedEvent[]> {
    const events = await this.#inside(commit);
    if (events.length === 0) return [];
    const origins = commit.parents.length > 1 ? await this.#originsOf(commit, events) : null;
    return events.map((event) => ({ ...event, position, origin: origins?.get(signature(event)) ?? null }));
  }

  /**
   * The events of one commit against its first parent, by themselves: no id and no life comes from elsewhere. `next` are the
   * commits from it on, each the child of the one before.
   */
  async #inside(commit: Commit, next: readonly Commit[] = []): Promise<readonly SurfaceEvent[]> {
    this.#aside ??= new SurfaceWalk(this.#repo, this.#profile, this.#walk.facts);
    const side = this.#aside;
    const parent = commit.parents[0] ?? null;
    if (this.#asideAt === null || parent !== this.#asideAt)
      await side.goTo(parent === null || !(await this.#has(parent)) ? null : (await this.#repo.commit(parent)).tree);
    const surface = side.surface();
    this.#asideAt = commit.oid;
    await side.lookAhead(next.map(({ tree }) => tree));
    const step = await side.step(commit.tree);
    const events = step.changed ? this.#between(side, surface, step) : [];
    this.#made.set(commit.oid, new Set(events.map(signature)));
    return events;
  }

  #between(side: SurfaceWalk, surface: Surface, step: Step): readonly SurfaceEvent[] {
    const identity = new SiteIdentity();
    const spans = Object.fromEntries(KINDS.map((kind) => [kind, new Spans()])) as Record<Kind, Spans>;
    const start = { surface, changed: true, renames: new Map(), before: new Map(), after: new Map() };
    this.#lay(side, start, 0, identity, spans);
    const { edges, moves } = this.#lay(side, step, 1, identity, spans);
    return eventsOf(edges, moves);
  }

  /** Which commit that a merge brought in made which event: the last one inside, oldest first, at which the same shows. */
  async #originsOf(merge: Commit, events: readonly SurfaceEvent[]): Promise<Map<string, Oid>> {
    const inside = await originsInside(this.#repo, merge);
    const origins = new Map<string, Oid>();
    if (inside.length > MOST_INSIDE) return origins;
    const wanted = new Set(events.map(signature));
    for (const [at, commit] of inside.entries()) {
      if (!this.#made.has(commit.oid)) await this.#inside(commit, chainFrom(inside, at));
      for (const key of this.#made.get(commit.oid) ?? []) if (wanted.has(key)) origins.set(key, commit.oid);
    }
    return origins;
  }

  async #has(oid: Oid): Promise<boolean> {
    return (
      !this.#repo.shallow.has(oid) &&
      (await this.#repo.commit(oid).then(
        () => true,
        () => false,
      ))
    );
  }
}

/** Commits from a place on, each the child of the one before, as many as are worth reading ahead. */
function chainFrom(commits: readonly Commit[], from: number): readonly Commit[] {
  let to = from + 1;
  while (to < from + READ_AHEAD && commits[to]?.parents[0] === commits[to - 1]?.oid) to++;
  return commits.slice(from, to);
}

/** What makes two events the same event: all but where it stands. */
function signature(event: SurfaceEvent): string {
  return [
    event.kind,
    event.side,
    event.layer,
    event.of,
    event.side === "dispatched" && event.topic === "site" ? event.function : event.subject,
    event.topic,
  ].join("\n");
}
