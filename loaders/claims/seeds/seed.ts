// A change that is made to a copy of what a claim is judged by, to see whether the claim notices: as types. Nothing is
// written anywhere; the copy is forgotten.

import type { Rows } from "../../surface/rows.ts";

/** What is changed: facts of the surface, source, or the document that the claim stands in. */
export type Soil = "facts" | "code" | "prose";

export interface Seed {
  /** What kind of change it is, the same for all claims: "drop a site". */
  readonly kind: string;
  readonly soil: Soil;
  /** What exactly is changed: "a site of `forward` in engine_core.py is gone". */
  readonly says: string;
  /** Files with their altered text; null: gone. */
  readonly files?: ReadonlyMap<string, string | null>;
  /** The surface's rows, altered. */
  readonly rows?: Rows;
}

/** What became of a claim under one seed. */
export interface Sprout {
  readonly seed: Omit<Seed, "files" | "rows">;
  readonly isRed: boolean;
  /** What the claim says then. */
  readonly says: string;
}
