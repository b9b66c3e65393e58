// Walks claims along a line of history: each is judged where its sentence or what it asks changes, and between two such
// commits it is what it was. The tree of a commit is never read whole but for the first.

import type { Facts } from "../facts/source.ts";
import { diffTrees } from "../git/changes.ts";
import type { Repository } from "../git/repository.ts";
import type { Oid } from "../model.ts";
import { type Judgement, judge } from "./judge.ts";
import { Pages } from "./pages.ts";
import { Panel, type SurfaceView } from "./panel.ts";
import type { Claim } from "./pin.ts";
import { pinnedBytes, questionsOf, readPinned } from "./scene.ts";

/** What a claim was from one position of the line to another, both inclusive; `last` is null while it still is so. */
export interface State {
  readonly first: number;
  readonly last: number | null;
  readonly judgement: Judgement;
}

/** The states of a claim, oldest first. It has none before there was anything that it speaks of. */
export type Life = readonly State[];

/** The surface along the line: it goes forward, and is asked where it stands. */
export interface SurfaceLine {
  readonly goTo: (position: number) => Promise<SurfaceView>;
}

export interface LifeOptions {
  readonly repo: Repository;
  readonly facts: Facts;
  /** Commits of the line, oldest first: positions are places in this list. */
  readonly line: readonly Oid[];
  /** Null where there is no profile, or no claim asks the surface. */
  readonly surface: SurfaceLine | null;
  /** What is known already: lives up to a position of the line, that one included. */
  readonly known?: { readonly position: number; readonly lives: ReadonlyMap<Claim, Life> };
  readonly onProgress?: (done: number, total: number) => void;
}

/** Throws what reading git throws. */
export async function livesOf(claims: readonly Claim[], options: LifeOptions): Promise<ReadonlyMap<Claim, Life>> {
  const { repo, facts, line, surface, known, onProgress } = options;
  const panel = new Panel(questionsOf(claims), { facts, pinned: (of) => readPinned(repo, of) });
  const pages = new Pages(claims);
  const pins = await pinnedBytes(claims, repo);
  const lives = new Map(claims.map((claim) => [claim, new Growing(known?.lives.get(claim) ?? [])]));
  const include = (path: string) => panel.wants(path) || pages.wants(path);
  const bytes = (oid: Oid) => repo.blob(oid);
  let before: Oid | null = null;
  for (const [position, commit] of line.entries()) {
    if (position < (known?.position ?? 0)) continue;
    const changes = (await diffTrees(repo, before, commit, { include })).map(({ path, oid }) => [path, oid] as const);
    before = commit;
    await panel.turn(changes, bytes, surface === null ? null : await surface.goTo(position));
    await pages.turn(changes, bytes);
    for (const [claim, life] of lives) {
      const versions = [pages.version(claim), ...claim.pins.map(({ asked }) => panel.version(asked.question))].join();
      if (!life.isOther(versions)) continue;
      const judgement = judge(claim, {
        found: pages.of(claim),
        answer: (question) => panel.answer(question),
        bytes: (revision, path) => pins.get(`${revision}:${path}`) ?? null,
      });
      life.put(position, judgement);
    }
    onProgress?.(position + 1, line.length);
  }
  return new Map([...lives].map(([claim, life]) => [claim, life.states]));
}

class Growing {
  readonly states: State[];
  #versions: string | null = null;

  constructor(states: Life) {
    this.states = [...states];
  }

  /** Whether anything that the judgement leans on is another than before. */
  isOther(versions: string): boolean {
    if (this.#versions === versions) return false;
    this.#versions = versions;
    return true;
  }

  put(position: number, judgement: Judgement): void {
    const open = this.states.at(-1);
    // Before there is anything that it speaks of, a claim is not yet.
    if (open === undefined && judgement.isAbsent) return;
    if (open !== undefined) {
      if (isSame(open.judgement, judgement)) {
        // Its places may have moved: the state keeps the latest.
        this.states[this.states.length - 1] = { ...open, judgement };
        return;
      }
      this.states[this.states.length - 1] = { ...open, last: position - 1 };
    }
    this.states.push({ first: position, last: null, judgement });
  }
}

/** Whether two judgements say the same; where the things stand may differ. */
function isSame(a: Judgement, b: Judgement): boolean {
  return a.verdict === b.verdict && a.stated === b.stated && a.found === b.found;
}
