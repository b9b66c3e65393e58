// Over made-up histories: what is followed ends where it truly is, or is gone by the commit that truly took it away; and
// what the store says of sites, their calls say too.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { printAddress } from "../../loaders/address.ts";
import { Archive } from "../../loaders/audit/archive.ts";
import { Facts } from "../../loaders/facts/source.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { commitSnapshot } from "../../loaders/git/snapshot.ts";
import { addressesOf, CallBook, fitting } from "../../loaders/knowledge/calls.ts";
import { CallFollower } from "../../loaders/knowledge/follow-calls.ts";
import { SymbolFollower } from "../../loaders/knowledge/follow-symbols.ts";
import { Line } from "../../loaders/knowledge/line.ts";
import { Records } from "../../loaders/knowledge/records.ts";
import { siteSubject, storedTrail } from "../../loaders/knowledge/stored-sites.ts";
import type { Trail } from "../../loaders/knowledge/trail.ts";
import { fc, runs } from "../support/properties.ts";
import { type CommitPlan, makeRepository } from "../support/repository.ts";
import { cleanFolders, folder, ingestAt, plans } from "../support/stores.ts";

after(cleanFolders);

/** A function of the model: its name, and the numbers of the calls in it. Calls are told apart by their numbers alone. */
interface Fn {
  readonly name: string;
  readonly calls: readonly number[];
}
type Model = Readonly<Record<string, readonly Fn[]>>;

/** What a commit does. `at` chooses a function, `by` what it needs besides. */
interface Step {
  readonly kind: "shift" | "rename" | "move" | "swap" | "drop" | "add" | "file";
  readonly at: number;
  readonly by: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("shift", "rename", "move", "swap", "drop", "add", "file"),
  at: fc.nat({ max: 20 }),
  by: fc.nat({ max: 20 }),
});

/** Every function has lines of its own, so that one that moves can be known. */
function textOf(functions: readonly Fn[], shift: number): string {
  const body = ({ name, calls }: Fn) =>
    [
      `def ${name}(queue):`,
      `    seen_${calls[0] ?? name} = open_ledger("${calls.join(" and ")}")`,
      ...calls.flatMap((id) => [`    value = queue.get(${id})`, `    book(value, "entry ${id}")`]),
      `    return close_ledger(seen_${calls[0] ?? name})`,
    ].join("\n");
  return `${"# shifted\n".repeat(shift)}${functions.map(body).join("\n\n")}\n`;
}

/** The model after a step; the number of the commit gives new names and calls. */
function afterStep(model: Model, { kind, at, by }: Step, commit: number): Model {
  const paths = Object.keys(model);
  const all = paths.flatMap((path) => model[path]!.map((fn) => ({ path, fn })));
  const { path, fn } = all[at % all.length]!;
  const put = (where: string, fns: readonly Fn[]): Model => ({ ...model, [where]: fns });
  const own = model[path]!;
  switch (kind) {
    case "shift":
      return model;
    case "rename":
      return put(
        path,
        own.map((each) => (each === fn ? { ...fn, name: `fn_${commit}` } : each)),
      );
    case "move": {
      const to = paths[(paths.indexOf(path) + 1) % paths.length]!;
      if (to === path) return model;
      return {
        ...put(
          path,
          own.filter((each) => each !== fn),
        ),
        [to]: [...model[to]!, fn],
      };
    }
    case "swap":
      return put(path, [...own.slice(1), ...own.slice(0, 1)]);
    case "drop":
      return put(
        path,
        own.map((each) =>
          each === fn ? { ...fn, calls: fn.calls.filter((_, n) => n !== by % fn.calls.length) } : each,
        ),
      );
    case "add":
      return put(
        path,
        own.map((each) =>
          each === fn
            ? { ...fn, calls: [...fn.calls.slice(0, by % 3), 1000 + commit, ...fn.calls.slice(by % 3)] }
            : each,
        ),
      );
    case "file": {
      const { [path]: moved, ...rest } = model;
      return { ...rest, [`pkg/file_${commit}.py`]: moved! };
    }
  }
}

const START: Model = {
  "a.py": [
    { name: "first", calls: [1, 2, 3] },
    { name: "second", calls: [4, 5] },
  ],
  "b.py": [
    { name: "third", calls: [6, 7] },
    { name: "fourth", calls: [8] },
  ],
};

function history(steps: readonly Step[]): { readonly plans: readonly CommitPlan[]; readonly models: readonly Model[] } {
  const models: Model[] = [START];
  const made: CommitPlan[] = [{ files: filesOf(START, 0, {}), message: "Start\n" }];
  let shift = 0;
  for (const [at, each] of steps.entries()) {
    const before = models.at(-1)!;
    const now = afterStep(before, each, at + 1);
    if (each.kind === "shift") shift = (shift + 1 + each.by) % 7;
    models.push(now);
    made.push({ files: filesOf(now, shift, before), message: `Step ${at}: ${each.kind}\n` });
  }
  return { plans: made, models };
}

function filesOf(model: Model, shift: number, before: Model): Record<string, string | null> {
  const gone = Object.keys(before).filter((path) => !(path in model));
  return {
    ...Object.fromEntries(gone.map((path) => [path, null])),
    ...Object.fromEntries(Object.entries(model).map(([path, fns]) => [path, textOf(fns, shift)])),
  };
}

/** The last commit, counted from the start, after which a call is still there. */
function lastOf(models: readonly Model[], id: number): number {
  return models.findLastIndex((model) =>
    Object.values(model).some((fns) => fns.some(({ calls }) => calls.includes(id))),
  );
}

async function opened(dir: string) {
  const repo = await openRepository(dir);
  const snapshot = await commitSnapshot(repo, await repo.resolve("HEAD"));
  const archive = new Archive(repo, false);
  const past = await archive.open(snapshot);
  const line = new Line(past, snapshot, repo, archive.trees);
  const book = new CallBook(archive.library, new Facts());
  return { repo, archive, past, line, book, calls: new CallFollower(line, book, (oid) => archive.library.bytes(oid)) };
}

test("a call ends where the call of its number is, or is gone by the commit that took it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const { plans: made, models } = history(steps);
      const built = makeRepository(made, { bare: true });
      const { repo, past, line, book, calls } = await opened(built.dir);
      try {
        const base = past.position.get(built.oids[0]!)!;
        for (const path of Object.keys(START)) {
          const own = fitting((await book.of(path, (await line.blob(base, path))!))!, { callee: "get", name: "" });
          for (const [at, address] of addressesOf(own, "").entries()) {
            const id = Number(/\d+/.exec(own[at]!.source)![0]);
            const trail = (await calls.follow(base, address))!;
            const last = lastOf(models, id);
            const says = trail.stations.at(-1)!.says.find((each) => each.startsWith("queue.get"));
            assert.equal(says, `queue.get(${id})`, `${printAddress(address)} was taken for another`);
            const gone = trail.gone?.at ?? null;
            assert.equal(
              gone === null ? null : past.commits[gone]!.oid,
              built.oids[last + 1] ?? null,
              printAddress(address),
            );
          }
        }
      } finally {
        repo.close();
        built.cleanup();
      }
    }),
    { numRuns: runs(25) },
  );
});

test("a function ends where the function with its lines is, whatever it is called by then", async () => {
  const kinds = fc.constantFrom<Step["kind"][]>("shift", "rename", "move", "swap", "file");
  const still = fc.record({ kind: kinds, at: fc.nat({ max: 20 }), by: fc.nat({ max: 20 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(still, { minLength: 1, maxLength: 6 }), async (steps) => {
      const { plans: made, models } = history(steps);
      const built = makeRepository(made, { bare: true });
      const { repo, archive, past, line } = await opened(built.dir);
      try {
        const base = past.position.get(built.oids[0]!)!;
        const symbols = new SymbolFollower(line, archive.library);
        for (const [path, fns] of Object.entries(START))
          for (const { name, calls } of fns) {
            const trail = (await symbols.follow(base, { noun: "symbol", path, name }))!;
            const where = Object.entries(models.at(-1)!).flatMap(([file, now]) =>
              now.filter((each) => each.calls.join() === calls.join()).map((each) => `symbol:${file}#${each.name}`),
            );
            assert.deepEqual(
              [trail.gone, [printAddress(trail.stations.at(-1)!.subject)]],
              [null, where],
              `${path} ${name}`,
            );
          }
      } finally {
        repo.close();
        built.cleanup();
      }
    }),
    { numRuns: runs(25) },
  );
});

test("of every site of a history the store and its calls say the same, from where it was first", async () => {
  const built = makeRepository(plans(30), { bare: true });
  const store = `${folder()}/notebook.duckdb`;
  await ingestAt(built.dir, store);
  const { repo, past, line, book, calls } = await opened(built.dir);
  const records = (await Records.open(store, line))!;
  try {
    const end = (trail: Trail) =>
      trail.gone === null
        ? printAddress(trail.stations.at(-1)!.subject)
        : `gone by ${built.oids.indexOf(past.commits[trail.gone.at!]!.oid)}`;
    let compared = 0;
    for (const stretches of (await records.of("site")).values()) {
      const { row, first } = stretches[0]!;
      const at = records.atOf(first)!;
      const stored = (await storedTrail(records, book, at, siteSubject(row)))!;
      const followed = (await calls.follow(at, siteSubject(row)))!;
      assert.equal(end(followed), end(stored), printAddress(siteSubject(row)));
      compared++;
    }
    assert.ok(compared > 15);
  } finally {
    records.close();
    repo.close();
    built.cleanup();
  }
});
