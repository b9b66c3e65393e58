// Turns a profile's globs into which paths are looked at and which directories are entered: the walk itself is pruned,
// so that a monorepo costs what the globs allow and not what it holds.

import picomatch from "picomatch";
import type { Profile } from "../model.ts";
import { languageOf } from "../syntax/grammar.ts";

export interface PathScope {
  readonly include: (path: string) => boolean;
  readonly enter: (directory: string) => boolean;
}

/** Paths that a profile covers and some grammar reads. Globs are picomatch's; `*` does not cross `/`. */
export function pathScope(profile: Pick<Profile, "paths" | "exclude">): PathScope {
  const included = picomatch([...profile.paths], { dot: true });
  const excluded = profile.exclude.length > 0 ? picomatch([...profile.exclude], { dot: true }) : () => false;
  const bases = profile.paths.map((glob) => picomatch.scan(glob).base);
  return {
    include: (path) => languageOf(path) !== null && included(path) && !excluded(path),
    enter: (directory) =>
      bases.some(
        (base) =>
          base === "" ||
          base === directory ||
          `${base}/`.startsWith(`${directory}/`) ||
          directory.startsWith(`${base}/`),
      ),
  };
}
