// Turns the sample engine's story into a real, bare git repository with the same object ids on every machine.
// It does not walk or judge what it built: that is the product's work, and its right answers stand in test/support.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { BinnacleError } from "../../loaders/error.ts";
import type { Oid } from "../../loaders/model.ts";
import { openWriter, type Signature } from "./objects.ts";
import { readStory } from "./story.ts";

const DESCRIPTION = "Lodestar, the sample engine of Binnacle. Built from data/sample-engine; may be deleted.";
const ENGINEER = { name: "Sample Engineer", email: "sample@example.invalid" };
const BRANCH = "main";
const PATCHES = new URL("commits/", import.meta.url);

/** What was built. */
export interface SampleEngine {
  /** Tip of the branch `main`. */
  readonly head: Oid;
  /** The first-parent line of `main`, oldest first. */
  readonly commits: readonly Oid[];
  /** Every commit by its id in the story: `01`, `12a`. */
  readonly byId: ReadonlyMap<string, Oid>;
  /** Tags, annotated ones peeled to their commits. */
  readonly tags: ReadonlyMap<string, Oid>;
  /** Branches and their tips. */
  readonly branches: ReadonlyMap<string, Oid>;
}

/**
 * Builds the sample engine in `dir`, which becomes a bare git directory. Building again writes nothing.
 * Throws "bad-usage" where `dir` holds something else, "bad-configuration" where a patch does not fit.
 */
export async function buildSampleEngine(dir: string, patches: URL = PATCHES): Promise<SampleEngine> {
  await refuseOthers(dir);
  const story = await readStory(patches);
  const git = await openWriter(dir, BRANCH, DESCRIPTION);
  const byId = new Map<string, Oid>();
  const tags = new Map<string, Oid>();
  const branches = new Map<string, Oid>();
  const refs = new Map<string, Oid>();
  const commits: Oid[] = [];
  for (const told of story) {
    const blobs = new Map<string, Oid>();
    for (const [path, text] of told.files) blobs.set(path, await git.blob(text));
    const by: Signature = { ...ENGINEER, time: told.time, offset: told.offset };
    const parents = told.parents.map((id) => byId.get(id)!);
    const oid = await git.commit(await git.tree(blobs), parents, by, told.message);
    byId.set(told.id, oid);
    if (told.branch === BRANCH) commits.push(oid);
    if (told.branch !== null) {
      branches.set(told.branch, oid);
      refs.set(`refs/heads/${told.branch}`, oid);
    }
    if (told.tag !== null) {
      tags.set(told.tag, oid);
      const annotated = told.annotation === null ? oid : await git.tag(told.tag, oid, by, `${told.annotation}\n`);
      refs.set(`refs/tags/${told.tag}`, annotated);
    }
  }
  // Last, so that a build that dies leaves no ref to an object that is not there.
  for (const [name, oid] of refs) await git.ref(name, oid);
  return { head: branches.get(BRANCH)!, commits, byId, tags, branches };
}

async function refuseOthers(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  if (names.length === 0) return;
  const description = await readFile(join(dir, "description"), "utf8").catch(() => "");
  if (description.trim() === DESCRIPTION) return;
  throw new BinnacleError("bad-usage", `${dir}: expected an empty folder or the sample engine, found other files.`);
}
