import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  calendarDay,
  mergeBase,
  originsInside,
  pullRequestOf,
  subjectOf,
  walkLine,
} from "../../loaders/git/history.ts";
import { openRepository, type Repository } from "../../loaders/git/repository.ts";
import { fc, runs } from "../support/properties.ts";
import { type BuiltRepository, type CommitPlan, makeRepository, runGit } from "../support/repository.ts";

const built: BuiltRepository[] = [];
after(() => {
  for (const repository of built) repository.cleanup();
});
function make(plans: readonly CommitPlan[]): BuiltRepository {
  const repository = makeRepository(plans, { bare: true });
  built.push(repository);
  return repository;
}
async function opened<T>(dir: string, use: (repo: Repository) => Promise<T>): Promise<T> {
  const repo = await openRepository(dir);
  try {
    return await use(repo);
  } finally {
    repo.close();
  }
}
const oidsOf = (commits: readonly { readonly oid: string }[]) => commits.map((commit) => commit.oid);
const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

/** Each commit's parents, by index; the last one is the tip of main. */
function graph(parents: readonly (readonly number[])[], times?: readonly number[]): readonly CommitPlan[] {
  return parents.map((list, index) => ({
    files: { [`f${index}.py`]: `${index}\n` },
    message: `Commit ${index}\n`,
    parents: list,
    branch: index === parents.length - 1 ? "main" : `b${index}`,
    ...(times === undefined ? {} : { time: times[index]! }),
  }));
}

/** Two lines that cross, an octopus merge and clocks that lie. */
const TANGLE = graph(
  [[], [0], [0], [1, 2], [2, 1], [3, 4], [0], [5, 6, 1], [7]],
  [1000, 9000, 2000, 3000, 100, 5000, 8000, 50, 7000],
);

test("a line comes in git's order, by first parent and by all, each commit once", async () => {
  const engine = make(TANGLE);
  await opened(engine.dir, async (repo) => {
    const tip = await repo.resolve("main");
    const first = await walkLine(repo, tip);
    assert.deepEqual(oidsOf(first.commits), linesOf(engine.git("rev-list", "--first-parent", "--reverse", "main")));
    assert.equal(first.floor, "root");
    const all = await walkLine(repo, tip, { allParents: true });
    assert.deepEqual(oidsOf(all.commits), linesOf(engine.git("rev-list", "--topo-order", "--reverse", "main")));
  });
});

/** Histories of up to a dozen commits with any parents and any clocks. */
const anyHistory = fc
  .integer({ min: 2, max: 12 })
  .chain((size) =>
    fc.tuple(
      fc.tuple(
        ...Array.from({ length: size }, (_, index) =>
          index === 0
            ? fc.constant([] as number[])
            : fc.uniqueArray(fc.nat(index - 1), { minLength: index === 1 ? 1 : 0, maxLength: 3 }),
        ),
      ),
      fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: size, maxLength: size }),
    ),
  );

test("on any history, order, merge bases and what merges brought in are git's", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async ([parents, times]) => {
      const engine = makeRepository(graph(parents, times), { bare: true });
      try {
        await opened(engine.dir, async (repo) => {
          const tip = engine.oids.at(-1)!;
          const all = await walkLine(repo, tip, { allParents: true });
          assert.deepEqual(oidsOf(all.commits), linesOf(engine.git("rev-list", "--topo-order", "--reverse", tip)));
          const other = engine.oids[Math.floor(engine.oids.length / 2)]!;
          const bases = linesOf(baseOf(engine, tip, other));
          const base = await mergeBase(repo, tip, other);
          assert.ok(base === null ? bases.length === 0 : bases.includes(base), `${base} of ${bases}`);
          const merge = [...all.commits].reverse().find((commit) => commit.parents.length > 1);
          if (merge === undefined) return;
          const expected = linesOf(engine.git("rev-list", ...merge.parents.slice(1), `^${merge.parents[0]}`));
          const inside = oidsOf(await originsInside(repo, merge));
          assert.deepEqual([...inside].sort(), expected.sort());
          const place = new Map(inside.map((oid, index) => [oid, index]));
          for (const oid of inside)
            for (const parent of (await repo.commit(oid)).parents)
              assert.ok((place.get(parent) ?? -1) < place.get(oid)!);
        });
      } finally {
        engine.cleanup();
      }
    }),
    { numRuns: runs(25) },
  );
});

/** All best common ancestors; git fails where there are none. */
function baseOf(engine: BuiltRepository, a: string, b: string): string {
  try {
    return runGit(engine.dir, ["merge-base", "--all", a, b]);
  } catch {
    return "";
  }
}

test("unrelated histories have no merge base, and a commit is its own", async () => {
  const engine = make(graph([[], [], [1]]));
  await opened(engine.dir, async (repo) => {
    const [a, b, c] = engine.oids as [string, string, string];
    assert.equal(await mergeBase(repo, a, c), null);
    assert.equal(await mergeBase(repo, c, c), c);
    assert.equal(await mergeBase(repo, b, c), b);
  });
});

test("a merge inside a merge is opened too", async () => {
  const engine = make(graph([[], [0], [1], [1], [2, 3], [0], [5, 4]]));
  await opened(engine.dir, async (repo) => {
    const merge = await repo.commit(engine.oids[6]!);
    assert.deepEqual(
      oidsOf(await originsInside(repo, merge)),
      [1, 2, 3, 4].map((index) => engine.oids[index]),
    );
    assert.deepEqual(await originsInside(repo, await repo.commit(engine.oids[5]!)), []);
  });
});

test("a line that begins at a commit holds it, and its floor is since", async () => {
  const engine = make(graph([[], [0], [1], [1], [2, 3], [4]]));
  await opened(engine.dir, async (repo) => {
    const tip = engine.oids[5]!;
    const cut = await walkLine(repo, tip, { since: engine.oids[2]! });
    assert.deepEqual(
      oidsOf(cut.commits),
      [2, 4, 5].map((index) => engine.oids[index]),
    );
    assert.equal(cut.floor, "since");
    // A commit that only a merge brought in: what is on the line and not behind it.
    const inside = await walkLine(repo, tip, { since: engine.oids[3]! });
    assert.deepEqual(
      oidsOf(inside.commits),
      [2, 4, 5].map((index) => engine.oids[index]),
    );
    const root = await walkLine(repo, tip, { since: engine.oids[0]! });
    assert.deepEqual([root.commits.length, root.floor], [5, "root"]);
    await assert.rejects(walkLine(repo, engine.oids[2]!, { since: engine.oids[3]! }), { code: "unknown-revision" });
  });
});

test("one clock that lies does not end a line that begins at a time", async () => {
  const times = [100, 200, 300, 5, 400, 500];
  const engine = make(graph([[], [0], [1], [2], [3], [4]], times));
  await opened(engine.dir, async (repo) => {
    const line = await walkLine(repo, engine.oids[5]!, { since: 250 });
    assert.deepEqual(oidsOf(line.commits), engine.oids.slice(2));
    assert.equal(line.floor, "since");
    assert.equal((await walkLine(repo, engine.oids[5]!, { since: 1 })).floor, "root");
    for (const allParents of [false, true])
      await assert.rejects(walkLine(repo, engine.oids[5]!, { since: 2 ** 33, allParents }), { code: "bad-usage" });
  });
});

test("a walk stops at what is known, and has no floor then", async () => {
  const engine = make(graph([[], [0], [1], [1], [2, 3], [4]]));
  await opened(engine.dir, async (repo) => {
    const known = new Set(oidsOf((await walkLine(repo, engine.oids[2]!)).commits));
    const line = await walkLine(repo, engine.oids[5]!, { until: known });
    assert.deepEqual(
      oidsOf(line.commits),
      [4, 5].map((index) => engine.oids[index]),
    );
    assert.equal(line.floor, null);
    assert.deepEqual((await walkLine(repo, engine.oids[2]!, { until: known })).commits, []);
    const all = await walkLine(repo, engine.oids[5]!, { until: known, allParents: true });
    assert.deepEqual(
      oidsOf(all.commits),
      linesOf(engine.git("rev-list", "--topo-order", "--reverse", engine.oids[5]!, `^${engine.oids[2]}`)),
    );
  });
});

const PULL_REQUESTS: readonly (readonly [string, number | null])[] = [
  ["Add a cache (#12)", 12],
  ['Revert "Add a cache (#12)" (#15)', 15],
  ["Add a cache (#12)\n\nFixes (#99)", 12],
  ["Merge pull request #7 from someone/topic\n\nAdd (#5)", 7],
  ["Merge branch 'topic' into 'main'\n\nAdd a cache\n\nSee merge request group/sub/project!31\n", 31],
  ["Merged in topic (pull request #44)", 44],
  ["Fix #12", null],
  ["Add a cache\n\nSee merge request group/project!31", null],
  ["See (#12) for why", 12],
  ["", null],
];
for (const [message, expected] of PULL_REQUESTS)
  test(`the pull request of ${JSON.stringify(message)} is ${expected}`, () =>
    assert.equal(pullRequestOf(message), expected));

test("a commit inside a merge has the merge's pull request if it names none", () => {
  assert.equal(pullRequestOf("Work", "Merge pull request #7 from someone/topic"), 7);
  assert.equal(pullRequestOf("Work (#3)", "Merge pull request #7 from someone/topic"), 3);
});

test("a subject is the first paragraph on one line, as git prints it", async () => {
  const messages = ["One\n", "\n\nOne\ntwo\n\nbody\n", "One\r\n\r\nbody\r\n", "One", "  padded  \n \nbody", ""];
  const engine = make(messages.map((message) => ({ message })));
  messages.forEach((message, index) => {
    const expected = engine.git("show", "--no-patch", "--format=%s", engine.oids[index]!);
    assert.equal(subjectOf(message), expected.replace(/\r/g, "").trim());
  });
});

test("a subject of a million spaces is read as soon as another", () => {
  assert.equal(subjectOf(`a${" ".repeat(1_000_000)}b\n${" ".repeat(1_000_000)}c\n\nd`).length, 1_000_004);
});

test("a day is the committer's own", () => {
  const commit = { oid: "", tree: "", parents: [], message: "", time: Date.UTC(2024, 1, 28, 23, 30) / 1000 };
  assert.equal(calendarDay({ ...commit, offset: 0 }), "2024-02-28");
  assert.equal(calendarDay({ ...commit, offset: 480 }), "2024-02-29");
  assert.equal(calendarDay({ ...commit, offset: -1440 }), "2024-02-27");
});
