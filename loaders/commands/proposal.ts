// Looks at all of a commit's code, whatever a profile would leave out: what a proposal is made from.

import { readFileSync, writeFileSync } from "node:fs";
import { BinnacleError } from "../error.ts";
import { Facts } from "../facts/source.ts";
import type { Repository } from "../git/repository.ts";
import type { Oid, Profile } from "../model.ts";
import { besideStore } from "../stamp.ts";
import { profileOf, proposeProfile } from "../surface/propose.ts";
import { SurfaceWalk } from "../surface/walk.ts";
import { codeStamp } from "../version.ts";
import { repositoryName } from "./name.ts";

/**
 * A profile made from the code at a commit, kept beside the store: looking at all of a large repository takes seconds.
 * Throws "nothing-matches" where nothing is sent by name.
 */
export async function proposedProfile(repo: Repository, commit: Oid, store: string): Promise<Profile> {
  const place = besideStore(store, ".proposal.json");
  const of = [codeStamp(), commit, repositoryName(repo)].join(" ");
  const known = readProposal(place, of);
  if (known) return known;
  const profile = await makeProposal(repo, commit);
  try {
    writeFileSync(place, JSON.stringify({ of, profile }));
  } catch {
    // The next run looks again.
  }
  return profile;
}

function readProposal(place: string, of: string): Profile | null {
  try {
    const kept = JSON.parse(readFileSync(place, "utf8")) as { of: string; profile: Profile };
    return kept.of === of ? kept.profile : null;
  } catch {
    return null;
  }
}

async function makeProposal(repo: Repository, commit: Oid): Promise<Profile> {
  const walk = await everything(repo, commit);
  const proposal = proposeProfile(walk.tree, repositoryName(repo), repo.forge);
  if (proposal.layers.length === 0) {
    throw new BinnacleError(
      "nothing-matches",
      `Nothing is sent by name here, as far as "binnacle init" can see. Write a binnacle.yaml, or pass --profile.`,
    );
  }
  return profileOf(proposal);
}

/** All of a commit's files that a grammar reads, as a tree. */
export async function everything(repo: Repository, commit: Oid): Promise<SurfaceWalk> {
  const walk = new SurfaceWalk(repo, { name: "", forge: null, paths: ["**/*"], exclude: [], layers: [] }, new Facts());
  await walk.goTo((await repo.commit(commit)).tree);
  return walk;
}
