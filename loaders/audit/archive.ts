// Keeps everything that audits of one repository share: its objects, what was read of blobs, what commits changed. A
// hundred revisions audited in one run read and compare nothing twice.

import type { Snapshot } from "../citation.ts";
import type { Repository } from "../git/repository.ts";
import type { Commit, FileChange, Oid } from "../model.ts";
import type { External } from "./externals.ts";
import { Library } from "./library.ts";
import { changesAt, type Past, pastOf } from "./past.ts";
import { Trees } from "./trees.ts";

export class Archive {
  readonly repo: Repository;
  readonly examples: boolean;
  /** Other repositories that citations may speak of, by the name of their root. */
  readonly externals: ReadonlyMap<string, External>;
  readonly trees: Trees;
  readonly library: Library;
  private readonly changes = new Map<Oid, Promise<readonly FileChange[]>>();
  /** Answers for bytes that no commit holds yet. */
  private snapshot: Snapshot | null = null;

  /** `examples`: whether citations in fenced examples are citations too. */
  constructor(repo: Repository, examples: boolean, externals: ReadonlyMap<string, External> = new Map()) {
    this.externals = externals;
    this.repo = repo;
    this.examples = examples;
    this.trees = new Trees(repo);
    this.library = new Library((oid) => (this.snapshot ?? repo).blob(oid), examples);
  }

  /** The history behind a snapshot. Its bytes can be read from now on, until another one is opened. */
  async open(snapshot: Snapshot): Promise<Past> {
    this.snapshot = snapshot;
    return pastOf(this.repo, snapshot, (commit) => this.changesOf(commit));
  }

  private changesOf(commit: Commit): Promise<readonly FileChange[]> {
    const known = this.changes.get(commit.oid);
    if (known !== undefined) return known;
    const made = changesAt(this.repo, commit);
    this.changes.set(commit.oid, made);
    return made;
  }
}
