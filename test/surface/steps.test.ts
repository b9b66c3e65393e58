// Holds a walk to what a fresh look at each tree gives, where it is tempted not to look: a step keeps or moves what was
// derived if nothing that was asked has changed, and what was asked is easily forgotten.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openRepository } from "../../loaders/git/repository.ts";
import type { Profile } from "../../loaders/model.ts";
import { parseProfile } from "../../loaders/surface/profile.ts";
import { SurfaceWalk } from "../../loaders/surface/walk.ts";
import { makeRepository } from "../support/repository.ts";
import { type Files, randomHistory } from "./random-history.ts";

const PROFILE = `name: small
layers:
  - name: runner
    dispatch:
      - { callee: ask, name: { argument: 0 }, wait: { keyword: reply, default: false } }
    answer:
      - { kind: methods, roots: [Runner] }
      - { kind: table, variable: TABLE }
    miss: park
    hops:
      - send: { callee: put, argument: 0, receiver: Pipe }
        receive: { callee: take, receiver: Pipe }
    carries:
      - { class: State, by: pickle }
`;
const BY_CLASS = PROFILE.replace("callee: ask,", "callee: ask, classes: [Sender],");

const RUNNER = `class Runner:
    def one(self):
        return {"k": 1}

    def two(self):
        return 2
`;
const ENGINE = `class Engine:
    def go(self):
        out = self.crew.ask("one")
        self.use(out)
`;
const BASE = `class Base:
    def use(self, x):
        return x["k"]
`;
const STATE = `class State:
    a: int = 1

    def f(self):
        self.c = 1
`;
const twice = (name: string, value: string): string => `\n    def ${name}(self):\n        return ${value}\n`;

/** Fails at the first commit where a step says something else than a fresh look. */
async function holds(versions: readonly Files[], profile: Profile): Promise<void> {
  const built = makeRepository(versions.map((files, at) => ({ files, message: `Version ${at}\n` })));
  const repo = await openRepository(built.dir);
  try {
    const walk = new SurfaceWalk(repo, profile);
    for (const [at, oid] of built.oids.entries()) {
      const { tree } = await repo.commit(oid);
      const { surface } = await walk.step(tree);
      const fresh = new SurfaceWalk(repo, profile);
      await fresh.goTo(tree);
      assert.deepEqual(surface, fresh.surface(), `version ${at}`);
    }
  } finally {
    repo.close();
    built.cleanup();
  }
}

describe("a step gives what a fresh look gives", () => {
  const cases: readonly (readonly [title: string, before: Files, after: Files, profile?: string])[] = [
    ["where a method is defined once more", { "r.py": RUNNER, "e.py": ENGINE }, { "r.py": RUNNER + twice("two", "2") }],
    [
      "where the first of two like methods goes",
      { "r.py": RUNNER + twice("two", "2"), "e.py": ENGINE },
      { "r.py": RUNNER.replace(/\n {4}def two.*$/s, twice("two", "2")) },
    ],
    [
      "where a class gets a base by which it sends",
      { "r.py": RUNNER, "e.py": 'class Engine:\n    def go(self):\n        self.ask("one")\n' },
      { "e.py": 'class Engine(Sender):\n    def go(self):\n        self.ask("one")\n' },
      BY_CLASS,
    ],
    [
      "where a class gets the base that takes its reply",
      { "r.py": RUNNER, "b.py": BASE, "e.py": `from b import Base\n${ENGINE}` },
      { "e.py": `from b import Base\n${ENGINE.replace("Engine:", "Engine(Base):")}` },
    ],
    [
      "where it does and its lines move too",
      { "r.py": RUNNER, "b.py": BASE, "e.py": ENGINE },
      { "e.py": `from b import Base\n${ENGINE.replace("Engine:", "Engine(Base):")}` },
    ],
    ["where a class becomes a data class", { "s.py": `\n${STATE}` }, { "s.py": `@dataclass\n${STATE}` }],
    ["where it is one no more", { "s.py": `@dataclass\n${STATE}` }, { "s.py": `\n${STATE}` }],
    [
      "where a class moves that nothing is asked of",
      { "s.py": "class State:\n    pass\n" },
      { "s.py": "x = 1\nclass State:\n    pass\n" },
    ],
    [
      "where a class is defined once more",
      { "s.py": "class State:\n    pass\n" },
      { "s.py": "class State:\n    pass\n\nclass State:\n    pass\n" },
    ],
    [
      "where a class's head gets longer",
      { "s.py": STATE.replace("State:", "State(\n    B):") },
      { "s.py": STATE.replace("State:", "State(\n    B\n):") },
    ],
    [
      "where the module of a constant comes later",
      { "r.py": RUNNER, "e.py": "from consts import NAME\nself.crew.ask(NAME)\n" },
      { "consts.py": 'NAME = "one"\n' },
    ],
    [
      "where it is renamed in, and goes",
      { "r.py": RUNNER, "e.py": "from consts import NAME\nself.crew.ask(NAME)\n", "old.py": 'NAME = "one"\n' },
      { "old.py": null, "consts.py": 'NAME = "one"\n' },
    ],
    ["where an error comes", { "r.py": RUNNER, "z.ts": "const a = 1;\n" }, { "z.ts": "const a = = 1;\n" }],
    ["where an error moves", { "r.py": RUNNER, "z.ts": "const a = = 1;\n" }, { "z.ts": "\n\nconst a = = 1;\n" }],
    ["where an error comes with a file", { "r.py": RUNNER }, { "z.py": "x = (\n" }],
    [
      "where another function of the name comes first",
      {
        "r.py": RUNNER,
        "e.py": 'from u import use\nuse(crew.ask("one"))\n',
        "u.py": 'def use(x):\n    return x["a"]\n',
      },
      { "u.py": 'def use(x):\n    return x["b"]\n\ndef use(x):\n    return x["a"]\n' },
    ],
    [
      "where two functions of the name change places",
      {
        "r.py": RUNNER,
        "e.py": 'from u import use\nuse(crew.ask("one"))\n',
        "u.py": 'def use(x):\n    return x["a"]\n\ndef use(x):\n    return x["b"]\n',
      },
      { "u.py": 'def use(x):\n    return x["b"]\n\ndef use(x):\n    return x["a"]\n' },
    ],
    [
      "where of two functions on a line one goes to the next",
      { "m.ts": 'const a = () => ask("x"); const b = () => ask("y");\n' },
      { "m.ts": 'const a = () => ask("x");\nconst b = () => ask("y");\n' },
    ],
    [
      "where of two methods on a line one goes to the next",
      { "m.ts": 'class A {\n  a() { ask("x"); } b() { ask("y"); }\n}\n' },
      { "m.ts": 'class A {\n  a() { ask("x"); }\n  b() { ask("y"); }\n}\n' },
    ],
    [
      "where a file that defines nothing gets a line in front",
      { "r.py": RUNNER, "e.py": 'print(out["k"])\n' },
      { "e.py": 'out = crew.ask("one")\nprint(out["k"])\n' },
    ],
    [
      "where such a file binds a name before it sends it",
      { "r.py": RUNNER, "e.py": 'crew.ask(name)\nname = "two"\n' },
      { "e.py": 'name = "one"\ncrew.ask(name)\nname = "two"\n' },
    ],
  ];
  for (const [title, before, after, profile = PROFILE] of cases)
    test(title, () => holds([before, after, before], parseProfile(profile, "small.yaml")));

  test("on random histories", async () => {
    const profile = parseProfile(PROFILE, "small.yaml");
    for (let seed = 0; seed < 36; seed++) await holds(randomHistory(seed, 25), profile);
  });
});
