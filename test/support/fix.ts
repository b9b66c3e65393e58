// Makes repositories whose documents cite code that has moved, runs `fix` on them as a user does, and reads what it
// says and what it wrote.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { each, filler, give, Module, PYTHON, type Routine, refuse, set } from "./audit-code.ts";
import { type BuiltRepository, type CommitPlan, makeRepository } from "./repository.ts";
import { say } from "./stores.ts";

export const SETTLE: Routine = {
  name: "settle invoice",
  steps: [
    set("ledger", "open ledger", "request"),
    refuse("ledger", "the ledger is frozen"),
    set("postings", "sum postings", "ledger"),
    each("apply discount", "postings"),
    give("postings"),
  ],
};

export const ROUTE: Routine = {
  name: "route parcel",
  steps: [
    set("depot", "nearest depot", "request"),
    refuse("depot", "no courier rides to the depot"),
    set("route", "plan route", "depot"),
    each("notify courier", "route"),
    give("route"),
  ],
};

/** The engine before a change, and after one that moves everything down. */
export const OLD = new Module(PYTHON, [...filler(0, 5), SETTLE, ...filler(5, 2), ROUTE, ...filler(7, 2)]);
export const NEW = new Module(PYTHON, [
  ...filler(12, 2),
  ...filler(0, 5),
  SETTLE,
  ...filler(5, 2),
  ROUTE,
  ...filler(7, 2),
]);

export const ENGINE = "pkg/engine.py";

/** `12-20` of a routine. */
export const lines = (module: Module, name: string) => module.range(name).join("-");

export interface FixJson {
  readonly counts: { readonly fixed: number; readonly documents: number; readonly left: number };
  readonly written: boolean;
  readonly edits: readonly {
    readonly doc: string;
    readonly line: number;
    readonly column: number;
    readonly text: string;
    readonly becomes: string;
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly symbol: string | null;
  }[];
  readonly left: readonly { readonly reason: string; readonly count: number; readonly examples: readonly string[] }[];
}

/** A repository in which everything that documents cite has moved since they were written. */
export class Moved {
  readonly built: BuiltRepository;

  constructor(
    documents: Readonly<Record<string, string | Uint8Array>>,
    options: {
      readonly first?: CommitPlan["files"];
      readonly now?: CommitPlan["files"];
      readonly plan?: Partial<CommitPlan>;
    } = {},
  ) {
    this.built = makeRepository([
      { files: { [ENGINE]: OLD.text, ...options.first, ...documents }, message: "Start", ...options.plan },
      { files: { [ENGINE]: NEW.text, ...options.now }, message: "Move" },
    ]);
  }

  async fix(...words: readonly string[]): Promise<FixJson> {
    return JSON.parse((await say("fix", "--json", "--repo", this.built.dir, ...words)).out) as FixJson;
  }

  async text(...words: readonly string[]): Promise<string> {
    return (await say("fix", "--repo", this.built.dir, ...words)).out;
  }

  read(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }

  write(path: string, text: string | Uint8Array): void {
    writeFileSync(this.path(path), text);
  }

  path(path: string): string {
    return join(this.built.dir, path);
  }

  /** Verdicts of a document in the work tree, by what is cited. */
  async verdicts(doc: string): Promise<Readonly<Record<string, string>>> {
    const { out } = await say("audit", "--json", "--repo", this.built.dir, doc);
    const { citations } = JSON.parse(out) as { citations: { text: string; verdict: string }[] };
    return Object.fromEntries(citations.map(({ text, verdict }) => [text, verdict]));
  }
}

/** Makes a repository, hands it to a test and removes it. */
export async function withMoved(
  documents: Readonly<Record<string, string | Uint8Array>>,
  run: (moved: Moved) => Promise<void>,
  options: ConstructorParameters<typeof Moved>[1] = {},
): Promise<void> {
  const moved = new Moved(documents, options);
  try {
    await run(moved);
  } finally {
    moved.built.cleanup();
  }
}
