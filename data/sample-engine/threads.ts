// Names the files of issues and review threads that belong to the sample engine's story, in the order in which they are to
// be read. It reads none of them.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const THREADS = new URL("issues/", import.meta.url);

/** Paths: exports of a forge first, which tell when what was opened, then saved pages. */
export function sampleThreads(): readonly string[] {
  const names = readdirSync(THREADS).filter((name) => /\.(json|md)$/.test(name));
  const isPage = (name: string): number => (name.endsWith(".json") ? 0 : 1);
  return names
    .toSorted((a, b) => isPage(a) - isPage(b) || (a < b ? -1 : 1))
    .map((name) => fileURLToPath(new URL(name, THREADS)));
}
