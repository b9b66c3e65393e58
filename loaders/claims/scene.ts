// Judges claims at one tree: a commit, the index, a work tree, a merge, or an altered copy of one. It reads what the
// claims ask for and nothing else; history is life.ts's.

import { Trees } from "../audit/trees.ts";
import { BinnacleError } from "../error.ts";
import type { Facts } from "../facts/source.ts";
import type { Repository } from "../git/repository.ts";
import type { Rows } from "../surface/rows.ts";
import type { Field } from "./field.ts";
import { type Judgement, judge } from "./judge.ts";
import { Pages } from "./pages.ts";
import { Panel, type SurfaceView } from "./panel.ts";
import type { Claim } from "./pin.ts";
import type { Pinned } from "./question.ts";
import { SqlDesk } from "./sql/desk.ts";

/** What all scenes of a repository share. */
export interface Surroundings {
  readonly repo: Repository;
  readonly facts: Facts;
}

/** Claims with their judgements, in the order of the claims. Throws what reading git throws. */
export async function judgeScene(
  claims: readonly Claim[],
  scene: Pick<Field, "files" | "bytes" | "rows">,
  { repo, facts }: Surroundings,
): Promise<ReadonlyMap<Claim, Judgement>> {
  const pins = await pinnedBytes(claims, repo);
  const panel = new Panel(questionsOf(claims), { facts, pinned: (of) => readPinned(repo, of) });
  const pages = new Pages(claims);
  const rows = panel.asksSurface ? await rowsOrNone(scene) : null;
  const desk = rows === null ? null : new LazyDesk(rows);
  try {
    const wanted = [...scene.files].filter(([path]) => panel.wants(path));
    await panel.turn(wanted, scene.bytes, desk?.view ?? null);
    await pages.turn(
      [...scene.files].filter(([path]) => pages.wants(path)),
      scene.bytes,
    );
    const judged = claims.map((claim): [Claim, Judgement] => [
      claim,
      judge(claim, {
        found: pages.of(claim),
        answer: (question) => panel.answer(question),
        bytes: (revision, path) => pins.get(`${revision}:${path}`) ?? null,
      }),
    ]);
    return new Map(judged);
  } finally {
    await desk?.close();
  }
}

/** Null where nothing says how names are sent here: claims that ask for them go unchecked, and the others are judged. */
export async function rowsOrNone(scene: Pick<Field, "rows">): Promise<Rows | null> {
  try {
    return await scene.rows();
  } catch (thrown) {
    if (thrown instanceof BinnacleError && thrown.code === "nothing-matches") return null;
    throw thrown;
  }
}

/** All questions of claims. */
export function* questionsOf(claims: Iterable<Claim>) {
  for (const { pins } of claims) for (const { asked } of pins) yield asked.question;
}

/** Rows in memory as questions see them; a database is opened for the first one in SQL. Close it. */
export class LazyDesk {
  #rows: Rows;
  #version = 1;
  #desk: Promise<SqlDesk> | null = null;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  readonly view: SurfaceView = {
    rows: (kind) => this.#rows[kind],
    version: () => this.#version,
    sql: async ({ sql }) => {
      this.#desk ??= SqlDesk.ofRows(this.#rows);
      return (await this.#desk).ask(sql);
    },
  };

  /** Takes other rows in the place of those that it has. */
  async lay(rows: Rows): Promise<void> {
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#version++;
    if (this.#desk !== null) await (await this.#desk).lay(rows);
  }

  async close(): Promise<void> {
    if (this.#desk !== null) (await this.#desk).close();
  }
}

/** The bytes that claims compare with, by `REV:PATH`. */
export async function pinnedBytes(
  claims: readonly Claim[],
  repo: Repository,
): Promise<ReadonlyMap<string, Uint8Array | null>> {
  const read = new Map<string, Uint8Array | null>();
  for (const { pins } of claims)
    for (const { expects } of pins) {
      if (expects.how !== "bytes of") continue;
      const { revision, path } = expects;
      read.set(`${revision}:${path}`, await readPinned(repo, { revision, path }));
    }
  return read;
}

/** A file at a revision; null where either is not there. */
export async function readPinned(repo: Repository, { revision, path }: Pinned): Promise<Uint8Array | null> {
  try {
    const oid = await new Trees(repo).find(await repo.resolve(revision), path);
    return oid === null ? null : await repo.blob(oid);
  } catch (thrown) {
    if (thrown instanceof BinnacleError && (thrown.code === "unknown-revision" || thrown.code === "missing-object"))
      return null;
    throw thrown;
  }
}
