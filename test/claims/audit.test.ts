// Pinned claims as people run them: in full audits, of changes, of merges in memory, over history; and a new one.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { binnacle, cleanFolders, folder } from "../support/stores.ts";

const PROFILE = `name: engine
layers:
  - name: worker
    dispatch: [{ callee: ask, name: { argument: 0 }, wait: { keyword: wait } }]
    answer: [{ kind: methods, roots: [Runner] }]
`;

const CLAIMS = `claims:
  - name: waiting
    in: docs/rpc.md
    matches:
      - "{waited:number} of the {total:number} names have a caller that waits"
      - "of the {total:number} names, {waited:number} have a caller that waits"
    where: { waited: waited names, total: dispatched names }
  - name: all-names
    in: docs/rpc.md
    matches: "The names are {names:list}."
    asks: dispatched names
  - name: not-a-hang
    in: docs/**
    never: becomes a hang, not a traceback
  - name: tripwire
    says: Nothing but the runner holds trace_dir.
    asks: files containing "trace_dir"
    only_in: [engine/runner.py]
`;

const UNPINNED = CLAIMS.slice(0, CLAIMS.indexOf("  - name: tripwire"));

const runner = (...names: string[]) =>
  `class Runner:\n${names.map((name) => `    def ${name}(self):\n        return 1\n`).join("\n")}\n    def trace(self):\n        return {"trace_dir": "x"}\n`;
const core = (...asks: string[]) =>
  `class Core:\n    def run(self):\n${asks.map((ask) => `        ${ask}\n`).join("")}`;
const doc = (sentence: string, names: string) => `# RPC\n\n${sentence}\n\nThe names are ${names}.\n`;

const THREE = core('self.ask("load", wait=True)', 'self.ask("step", wait=True)', 'self.ask("stop")');
const RIGHT = doc("Two of the three names have a caller\nthat waits.", "`load`, `step` and `stop`");

const cache = folder();
const run = (repository: BuiltRepository, ...args: string[]) =>
  binnacle([...args, "--repo", repository.dir], { env: { XDG_CACHE_HOME: cache } });

interface Told {
  readonly address: string;
  readonly verdict: string;
  readonly fails: boolean;
  readonly introduced: boolean | null;
  readonly says: string;
  readonly broke: { readonly commit: string; readonly pr: number } | null;
}
interface LivedState {
  readonly from: { readonly pr: number };
  readonly until: { readonly pr: number } | null;
  readonly verdict: string;
  readonly found: string;
}
const claimsOf = (repository: BuiltRepository, ...args: string[]): { status: number; claims: Told[] } => {
  const { stdout, status } = run(repository, "audit", "--json", ...args);
  return { status: status ?? -1, claims: JSON.parse(stdout).claims as Told[] };
};
const off = (claims: readonly Told[]) =>
  claims.filter(({ verdict }) => verdict !== "holds").map(({ address, verdict, says }) => [address, verdict, says]);

let built: BuiltRepository;
before(() => {
  const start = {
    "binnacle.yaml": PROFILE,
    ".binnacle/claims/rpc.yaml": CLAIMS,
    "engine/runner.py": runner("load", "step", "stop"),
    "engine/core.py": THREE,
    "docs/rpc.md": RIGHT,
  };
  built = makeRepository([
    { files: start, message: "Start (#1)\n" },
    { files: { "engine/core.py": THREE.replace('"stop"', '"stop", wait=True') }, message: "Wait for stop (#2)\n" },
    { files: { "engine/core.py": THREE }, message: "Wait no more (#3)\n" },
    {
      files: { "engine/core.py": THREE.replace('"step"', '"step_v2"') },
      message: "Rename a name (#4)\n",
      parents: [2],
      branch: "rename",
    },
    {
      files: { "docs/rpc.md": RIGHT.replace("Two of the three names have", "Of the three names, two have") },
      message: "Say it the other way round (#5)\n",
      parents: [2],
      branch: "reworded",
    },
    {
      files: { "docs/rpc.md": RIGHT.replace("Two of the three", "Some of the") },
      message: "Say it vaguely (#6)\n",
      parents: [2],
      branch: "vague",
    },
    {
      files: { "docs/rpc.md": `${RIGHT}\nAcross processes a breach *becomes a hang,\nnot a traceback*.\n` },
      message: "The rule comes back (#7)\n",
      parents: [2],
      branch: "rule",
    },
    // One branch pins a string, and the other, which knows nothing of it, names a variable so.
    {
      files: { ".binnacle/claims/rpc.yaml": UNPINNED },
      message: "Without the pin (#8)\n",
      parents: [2],
      branch: "left",
    },
    { files: { ".binnacle/claims/rpc.yaml": CLAIMS }, message: "Pin the string (#9)\n", parents: [7], branch: "left" },
    { files: { "engine/other.py": "trace_dir = 1\n" }, message: "A local name (#10)\n", parents: [7], branch: "right" },
  ]);
});
after(() => {
  built.cleanup();
  cleanFolders();
});

describe("a full audit", () => {
  test("tells claims with citations, and what holds holds", () => {
    const { status, claims } = claimsOf(built, "--at", "main");
    assert.deepEqual(
      claims.map(({ address, verdict }) => [address, verdict]),
      [
        ["claim:not-a-hang", "holds"],
        ["claim:tripwire", "holds"],
        ["claim:waiting", "holds"],
        ["claim:all-names", "holds"],
      ],
    );
    assert.equal(status, 0);
  });

  test("binds numbers to their roles by name: a sentence that turns them round is as true", () => {
    assert.deepEqual(off(claimsOf(built, "--at", "reworded").claims), []);
  });

  test("fails for a sentence that no pattern finds any more: the claim went unchecked", () => {
    const { status, claims } = claimsOf(built, "--at", "vague");
    assert.deepEqual(off(claims), [["claim:waiting", "unchecked", "no sentence of docs/rpc.md matches"]]);
    assert.equal(status, 1);
  });

  test("tells that a name was renamed by the set, and not by the counts", () => {
    const { claims } = claimsOf(built, "--at", "rename");
    assert.deepEqual(off(claims), [
      ["claim:all-names", "false", "stated and not there: step; there and not stated: step_v2"],
    ]);
    assert.equal(claims.find(({ address }) => address === "claim:all-names")?.broke?.pr, 4);
  });

  test("finds a phrase that comes back, whatever its line ends and marks", () => {
    const { status, claims } = claimsOf(built, "--at", "rule");
    assert.deepEqual(off(claims), [["claim:not-a-hang", "false", "the phrase stands in docs/rpc.md:8"]]);
    assert.equal(status, 1);
  });

  test("judges claims of the documents that are meant", () => {
    const { claims } = claimsOf(built, "--at", "main", "docs");
    assert.deepEqual(
      claims.map(({ address }) => address),
      ["claim:waiting", "claim:all-names"],
    );
  });
});

describe("a change", () => {
  test("fails for the claim that it makes false, and not for one that was", () => {
    const now = claimsOf(built, "--at", "main~1", "--base", "main~2");
    assert.deepEqual(
      now.claims
        .filter(({ verdict }) => verdict !== "holds")
        .map(({ address, fails, introduced }) => [address, fails, introduced]),
      [["claim:waiting", true, true]],
    );
    assert.equal(now.status, 1);
    const later = claimsOf(built, "--at", "rename", "--base", "rename");
    assert.deepEqual(
      later.claims.filter(({ verdict }) => verdict !== "holds").map(({ fails, introduced }) => [fails, introduced]),
      [[false, false]],
    );
    assert.equal(later.status, 0);
  });
});

describe("two branches, each green by itself", () => {
  test("make a merge that is red, and that is told before it is made", () => {
    built.git("checkout", "--quiet", "left");
    assert.deepEqual(off(claimsOf(built, "--at", "left").claims), []);
    built.git("checkout", "--quiet", "right");
    assert.deepEqual(off(claimsOf(built, "--at", "right").claims), []);
    const { claims, status } = claimsOf(built, "--merge", "left", "--merge", "right");
    assert.deepEqual(
      claims
        .filter(({ verdict }) => verdict !== "holds")
        .map(({ address, fails, introduced }) => [address, fails, introduced]),
      [["claim:tripwire", true, true]],
    );
    assert.equal(status, 1);
    built.git("checkout", "--quiet", "main");
  });

  test("make none of what one of them had broken already", () => {
    const { claims, status } = claimsOf(built, "--merge", "rename", "--merge", "left");
    assert.deepEqual(
      claims
        .filter(({ verdict }) => verdict !== "holds")
        .map(({ address, fails, introduced }) => [address, fails, introduced]),
      [["claim:all-names", false, false]],
    );
    assert.equal(status, 0);
  });
});

describe("over history", () => {
  test("a claim that was never pinned has a life line: true from, false since, by which commit", () => {
    const { stdout, status } = run(built, "claim", "test", "count of waited names = two", "--at", "main", "--json");
    const [told] = JSON.parse(stdout);
    assert.equal(status, 0);
    assert.deepEqual(
      told.states.map(({ from, until, verdict, found }: LivedState) => [from.pr, until?.pr ?? null, verdict, found]),
      [
        [1, 1, "holds", "2"],
        [2, 2, "false", "3"],
        [3, null, "holds", "2"],
      ],
    );
  });

  test("a question that is about nothing is no zero", () => {
    const { stdout, status } = run(built, "claim", "test", "sites of laod = 0", "--at", "main");
    assert.match(stdout, /unchecked: "sites of laod" is about nothing/);
    assert.equal(status, 1);
  });

  test("a question that nobody knows names the nearest", () => {
    const { stderr, status } = run(built, "claim", "test", "dispatchd names = 3");
    assert.match(stderr, /`dispatchd names` is no question that is known\. Did you mean "dispatched names/);
    assert.equal(status, 2);
  });

  test("what is asked twice is walked once, and a commit more is walked alone", () => {
    const first = run(built, "claim", "list", "all-names", "--at", "main~1", "--json").stdout;
    assert.equal(run(built, "claim", "list", "all-names", "--at", "main~1", "--json").stdout, first);
    const grown = JSON.parse(run(built, "claim", "list", "all-names", "--at", "main", "--json").stdout);
    assert.deepEqual(
      grown[0].states.map(({ verdict }: { verdict: string }) => verdict),
      ["holds"],
    );
  });
});

test("seeds tell that counts cannot see a renamed name, and that the set can", () => {
  const { stdout, status } = run(built, "seeds", "waiting", "all-names", "--at", "main", "--json");
  const [counts, set] = JSON.parse(stdout);
  const renames = (of: { seeds: { kind: string; red: boolean }[] }) =>
    of.seeds.filter(({ kind }) => kind === "rename a name").map(({ red }) => red);
  assert.deepEqual([renames(counts), renames(set)], [[false], [true]]);
  assert.equal(status, 0);
});

test("seeds refuse a claim that nothing can turn red", () => {
  const file = join(folder(), "weak.yaml");
  writeFileSync(file, "claims:\n  - { name: weak, says: Names are sent., asks: dispatched names, at_least: 1 }\n");
  const { stdout, status } = run(built, "seeds", "--claims", file, "--at", "main");
  assert.match(stdout, /cannot fail: weak\./);
  assert.equal(status, 1);
});

describe("what nobody pinned", () => {
  test("is told where it is asked for: a sum that does not close fails, one that does holds", () => {
    const file = join(folder(), "notes.md");
    writeFileSync(file, "# Notes\n\nIn all 39 = 19 + 11 + 9 calls, and 4518 + 52 = 4571 tests.\n");
    assert.deepEqual(claimsOf(built, "--at", "main", file).claims, []);
    const { claims, status } = claimsOf(built, "--at", "main", file, "--numbers");
    assert.deepEqual(
      claims.map(({ verdict, fails, says }) => [verdict, fails, says]),
      [
        ["holds", false, "39 is the sum, as stated"],
        ["false", true, "4570 is the sum, and 4571 is stated"],
      ],
    );
    assert.equal(status, 1);
  });

  test("is told of references too, and those never fail", () => {
    const { claims } = claimsOf(built, "--at", "main", "docs", "--references", "--all");
    assert.ok(claims.every(({ fails }) => !fails));
    assert.ok(claims.some(({ address, verdict }) => address.startsWith("doc:") && verdict === "holds"));
    const told = JSON.parse(run(built, "audit", "--json", "--at", "main", "docs", "--references").stdout);
    assert.ok(told.counts.references > 0);
    assert.ok(told.claims.every(({ address }: Told) => !address.startsWith("doc:")));
  });
});

describe("a new claim", () => {
  test("is made from a sentence, shown with its life, and written where that is asked for", () => {
    const shown = run(
      built,
      "claim",
      "add",
      "docs/rpc.md:3",
      "--asks",
      "two = waited names",
      "--asks",
      "three = dispatched names",
      "--name",
      "again",
    );
    assert.match(shown.stdout, /matches: "\{names:number\} of the \{names2:number\} names have a caller that waits"/);
    assert.match(shown.stdout, /● holds/);
    const file = join(built.dir, ".binnacle/claims/rpc.yaml");
    assert.equal(readFileSync(file, "utf8"), CLAIMS);
    const kept = run(
      built,
      "claim",
      "add",
      "docs/rpc.md:3",
      "--asks",
      "two = waited names",
      "--name",
      "again",
      "--write",
    );
    assert.equal(kept.status, 0, kept.stderr);
    assert.match(readFileSync(file, "utf8"), /tripwire[\s\S]*\n {2}- name: again\n/);
    built.git("checkout", "--quiet", "--", ".binnacle");
  });

  test("of a document through a link is not written", () => {
    const linked = built.sibling("linked");
    built.git("clone", "--quiet", built.dir, linked);
    const elsewhere = folder();
    mkdirSync(join(elsewhere, "claims"));
    built.git("-C", linked, "rm", "-rq", "--cached", ".binnacle");
    symlinkSync(elsewhere, join(linked, "dot"));
    const { status, stderr } = binnacle(
      ["claim", "add", "docs/none.md:3", "--asks", "waited names", "--repo", linked],
      { env: { XDG_CACHE_HOME: cache } },
    );
    assert.equal(status, 2);
    assert.match(stderr, /docs\/none\.md is no file of work tree/);
  });
});
