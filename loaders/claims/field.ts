// Turns a snapshot into what claims may ask of it: its files, and the surface that a profile finds in them, derived when a
// claim asks for it first.

import { siteAddress } from "../address.ts";
import type { Snapshot } from "../citation.ts";
import type { Facts } from "../facts/source.ts";
import type { Repository } from "../git/repository.ts";
import type { Oid, Profile, Surface } from "../model.ts";
import { type Rows, rowsOf } from "../surface/rows.ts";
import { SurfaceWalk } from "../surface/walk.ts";

/** One tree with all that claims may ask of it. */
export interface Field {
  readonly files: ReadonlyMap<string, Oid>;
  readonly bytes: (oid: Oid) => Promise<Uint8Array>;
  readonly surface: () => Promise<{ readonly surface: Surface; readonly profile: Profile }>;
  /** The same surface as rows; sites bear their addresses. */
  readonly rows: () => Promise<Rows>;
}

/** `profileOf` is asked at most once, and only where a claim asks the surface. */
export function fieldOf(
  snapshot: Snapshot,
  repo: Repository,
  facts: Facts,
  profileOf: () => Profile | Promise<Profile>,
): Field {
  let here: ReturnType<Field["surface"]> | null = null;
  const surface = () => {
    here ??= surfaceOf();
    return here;
  };
  const surfaceOf: Field["surface"] = async () => {
    const profile = await profileOf();
    const walk = new SurfaceWalk(repo, profile, facts);
    await walk.goToFiles(snapshot.files, (oid) => snapshot.blob(oid));
    return { surface: walk.surface(), profile };
  };
  return {
    files: snapshot.files,
    bytes: (oid) => snapshot.blob(oid),
    surface,
    rows: async () => {
      const { surface: found, profile } = await surface();
      return rowsOf(found, profile, siteAddress, (path) => snapshot.files.get(path) ?? null);
    },
  };
}
