// Imports issues from a forge.
import { BinnacleError } from "../error.ts";
import type { Repository } from "../git/repository.ts";
import type { Flags } from "./context.ts";

export async function importForge(_: { repo: Repository; flags: Flags; store: string; kind: "github" | "gitlab"; now: number; onProgress: (done: number, total: number, what: string) => void }): Promise<string> {
  throw new BinnacleError("bad-usage", "not yet");
}
