// Judges citations of other repositories, where the command line says in which folder they are: whether such a file and such
// lines are there at the stated revision, and whether they fit the sentence. Nothing is followed through their history.

import type { Snapshot } from "../citation.ts";
import type { Repository } from "../git/repository.ts";
import { commitSnapshot } from "../git/snapshot.ts";
import type { ExternalRoot } from "./configuration.ts";
import { Library } from "./library.ts";
import type { Sentence } from "./sentence.ts";
import { spotOf } from "./spot.ts";
import { supportOf } from "./support.ts";
import { count, type Ruling } from "./verdict.ts";
import { WEIGHTS } from "./weights.ts";

export class External {
  readonly name: string;
  private readonly snapshot: Snapshot;
  private readonly library: Library;

  private constructor(name: string, snapshot: Snapshot) {
    this.name = name;
    this.snapshot = snapshot;
    this.library = new Library((oid) => snapshot.blob(oid));
  }

  /** Throws what resolving the revision throws. */
  static async open({ name, at }: ExternalRoot, repo: Repository): Promise<External> {
    return new External(name, await commitSnapshot(repo, await repo.resolve(at ?? "HEAD")));
  }

  async rule(path: string, start: number, end: number, sentence: Sentence): Promise<Ruling> {
    const where = `in ${this.name} at ${this.snapshot.heads[0]!.slice(0, 9)}`;
    const found = this.fileOf(path);
    const plain = { suggestion: null, proven: false };
    if (found === "several") return { verdict: "ambiguous", says: `several files fit ${where}`, ...plain };
    if (found === null) return { verdict: "missing", says: `no such file ${where}`, suggestion: null, proven: true };
    const lines = await this.library.lines(found.oid);
    if (start < 1 || end > lines)
      return {
        verdict: "past-end",
        says: `the file has ${count(lines, "line")} ${where}`,
        suggestion: null,
        proven: true,
      };
    const concordance = await this.library.concordance(found.oid);
    if (concordance === null) return { verdict: "unknown", says: `the file cannot be read as text ${where}`, ...plain };
    const definitions = await this.library.definitions(found.path, found.oid);
    const support = supportOf(sentence.tokens, concordance, definitions, end - start + 1);
    if (support.relative(start) >= WEIGHTS.silent)
      return { verdict: "holds", says: `the lines fit the sentence ${where}`, ...plain };
    const text = await this.library.text(found.oid);
    return {
      verdict: "unknown",
      says: `nothing to judge by: there is ${spotOf(text?.lines ?? [], definitions, start)} ${where}`,
      ...plain,
    };
  }

  /** By its whole path, by its end, or by what is left of it without its first folders. */
  private fileOf(path: string): { readonly path: string; readonly oid: string } | "several" | null {
    const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
    for (let from = 0; from < parts.length; from++) {
      const tail = parts.slice(from).join("/");
      const own = this.snapshot.files.get(tail);
      if (own !== undefined) return { path: tail, oid: own };
      const ends = [...this.snapshot.files].filter(([each]) => each.endsWith(`/${tail}`));
      if (ends.length > 1) return "several";
      const [end] = ends;
      if (end !== undefined) return { path: end[0], oid: end[1] };
    }
    return null;
  }
}
