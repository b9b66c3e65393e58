// Turns names that are gone into what they are called now: where the commit that took one away put another word in its
// place on the same lines, and code holds that word still.

import { groupBy } from "../../group.ts";
import type { Gone } from "./gone-names.ts";
import type { Scene } from "./mention.ts";
import { NameIndex } from "./name-index.ts";
import { successorsOf } from "./renamed.ts";

/** Names that are asked about: each has its commit's files compared. */
const MOST = 2_000;

export class Successors {
  private readonly names: ReadonlyMap<string, string>;

  private constructor(names: ReadonlyMap<string, string>) {
    this.names = names;
  }

  static async of(gone: ReadonlyMap<string, Gone>, { past, library, snapshot }: Scene): Promise<Successors> {
    const heirs = new Map<string, string>();
    const asked = [...gone].filter(([, { defined }]) => defined !== null).slice(0, MOST);
    // By commit: its files are then read one after the other.
    for (const [at, its] of groupBy(asked, ([, each]) => each.at))
      for (const [name] of its) {
        const [best, next] = await successorsOf(name, at, past, library);
        // One line may be like another by chance; several that disagree say nothing.
        if (best !== undefined && best.lines > 1 && best.lines > (next?.lines ?? 0) * 2) heirs.set(name, best.name);
      }
    const index = await NameIndex.of(snapshot.files, library, heirs.values());
    return new Successors(new Map([...heirs].filter(([, heir]) => index.holding(heir).length > 0)));
  }

  /** What a name is called now, or null. */
  of(name: string): string | null {
    return this.names.get(name) ?? null;
  }
}
