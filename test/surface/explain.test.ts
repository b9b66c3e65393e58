import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { buildSampleEngine } from "../../data/sample-engine/build.ts";
import { walkLine } from "../../loaders/git/history.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { explainProfile } from "../../loaders/surface/explain.ts";
import { printExplanation } from "../../loaders/surface/explain-text.ts";
import { firstMatch, type MatchHistory, matchRules, stepMatches } from "../../loaders/surface/matches.ts";
import { nearestCallees, nearestWords } from "../../loaders/surface/nearest.ts";
import { parseProfile, SHIPPED, shippedProfile } from "../../loaders/surface/profile.ts";
import { surveyTree } from "../../loaders/surface/survey.ts";
import { SurfaceWalk } from "../../loaders/surface/walk.ts";
import { treeOf } from "./trees.ts";

const PROFILE = parseProfile(
  `
name: x
layers:
  - name: worker
    dispatch:
      - { callee: call_func, receivers: [self.crew], name: { argument: 0 }, wait: false }
    answer:
      - { kind: methods, roots: [Runner] }
      - { kind: table, variable: _HANDLERS }
      - { kind: branches, function: Engine.answer, subject: cmd }
    hops:
      - { send: { callee: push, receiver: Transport }, receive: { callee: pull, receiver: Transport } }
    pairings:
      - { broadcaster: Engine, answerer: Runner, when: always, says: { path: pkg/engine.py, text: "Runner()" } }
    carries:
      - { class: Batch }
`,
  "x.yaml",
);

const FILES = {
  "pkg/engine.py": `
class Engine:
    def __init__(self):
        self.runner = Runner()
    def go(self, name):
        self.crew.call_func("run")
        self.crew.call_func(f"run_{name}")
        self.crew.call_func()
        other.call_func("run")
    def answer(self, cmd):
        if cmd == "stop":
            pass
`,
  "pkg/runner.py": `
class Runner:
    def run(self):
        pass
class Batch:
    pass
_HANDLERS = make()
class Wire:
    def go(self, line):
        line.push(1)
`,
};

function near(files: Readonly<Record<string, string>>, rule: string): string[] {
  const explained = explainProfile(treeOf(files), PROFILE).rules.find((each) => each.rule === rule);
  assert.ok(explained);
  return explained.near.map((each) => `${each.count} ${each.reason} ${each.places.join()}`.trim());
}

test("each rule says how often it matches and where", () => {
  const { rules, nothing } = explainProfile(treeOf(FILES), PROFILE);
  assert.equal(nothing, null);
  assert.deepEqual(
    rules.map((each) => `${each.rule} ${each.says}: ${each.count} ${each.places.join()}`.trim()),
    [
      "worker.dispatch[0] call_func: 2 pkg/engine.py:6,pkg/engine.py:7",
      "worker.answer[0] methods of Runner: 1 pkg/runner.py:3",
      "worker.answer[1] the table _HANDLERS: 0",
      "worker.answer[2] branches of Engine.answer on cmd: 1 pkg/engine.py:11",
      "worker.hops[0].send push on a Transport: 0",
      "worker.hops[0].receive pull on a Transport: 0",
      "worker.pairings[0] Engine meets Runner: 1 pkg/engine.py:4",
      "worker.carries[0] Batch by pickle: 1 pkg/runner.py:5",
    ],
  );
});

test("a call that nearly matches says why it does not", () => {
  assert.deepEqual(near(FILES, "worker.dispatch[0]"), [
    '1 gives a name that is no literal: `f"run_{name}"` pkg/engine.py:7',
    "1 gives no name pkg/engine.py:8",
    "1 on `other`, which the rule does not name pkg/engine.py:9",
  ]);
  assert.deepEqual(near(FILES, "worker.answer[1]"), ["1 `_HANDLERS` is no mapping with literal keys pkg/runner.py:7"]);
  assert.deepEqual(near(FILES, "worker.hops[0].send"), [
    "0 there is no class `Transport`",
    "1 called on `line`, of no known class that is a `Transport` pkg/runner.py:10",
  ]);
});

test("what was renamed is named: a root, a table, a function, a subject", () => {
  const renamed = {
    "pkg/engine.py": FILES["pkg/engine.py"]
      .replaceAll("Runner", "ModelRunner")
      .replace("cmd ==", "word ==")
      .replace("def answer(self, cmd)", "def answer(self, word)"),
    "pkg/runner.py":
      'class ModelRunner:\n    def run(self):\n        pass\n    def halt(self):\n        pass\n    _HANDLERS_OF = {"a": "run", "b": "halt"}\n',
  };
  assert.deepEqual(near(renamed, "worker.answer[0]"), [
    "0 there is no class `Runner`; nearest: `ModelRunner`",
    "1 1 of 1 names are methods of `ModelRunner` or what derives from it pkg/runner.py:1",
  ]);
  assert.deepEqual(near(renamed, "worker.answer[1]"), ["0 nothing is bound to `_HANDLERS`; nearest: `_HANDLERS_OF`"]);
  assert.deepEqual(near(renamed, "worker.answer[2]"), [
    "1 `Engine.answer` does not compare `cmd` with a literal; it compares `word` pkg/engine.py:10",
  ]);
  const moved = { ...renamed, "pkg/engine.py": renamed["pkg/engine.py"].replace("class Engine", "class Core") };
  assert.deepEqual(near(moved, "worker.answer[2]"), [
    "1 there is no `Engine.answer`, but `Core.answer` pkg/engine.py:10",
  ]);
});

test("a pairing whose text is gone from its file says so", () => {
  const without = { ...FILES, "pkg/engine.py": FILES["pkg/engine.py"].replace("Runner()", "make()") };
  assert.deepEqual(near(without, "worker.pairings[0]"), ["0 pkg/engine.py no longer says `Runner()`"]);
  assert.deepEqual(near({ "pkg/runner.py": FILES["pkg/runner.py"] }, "worker.pairings[0]"), [
    "0 there is no class `Engine`",
    "0 there is no pkg/engine.py",
  ]);
});

test("a profile that matches nothing says what it looked for and the nearest callees", () => {
  const calls = (callee: string, count: number) =>
    Array.from({ length: count }, (_, at) => `    bus.${callee}("name_${at}")`).join("\n");
  const tree = treeOf({ "a.py": `def f():\n${calls("emit", 7)}\n${calls("invoke", 41)}\n    bus.getattr("x")\n` });
  assert.equal(
    explainProfile(tree, PROFILE).nothing,
    "Nothing is sent by name here. The profile looks for `call_func`; nearest callees: `invoke` (41), `emit` (7).",
  );
  assert.equal(
    explainProfile(treeOf({}), { ...PROFILE, paths: ["src/**"] }).nothing,
    "Nothing is sent by name here: no file fits the profile's paths (src/**).",
  );
});

test("the nearest callee is the one spelt alike, before one that is called more often", () => {
  const survey = surveyTree(
    treeOf({ "a.py": 'def f():\n    emit("a")\n    emit("b")\n    emit("c")\n    call_fn("a")\n' }),
  );
  assert.deepEqual(nearestCallees(survey, ["call_func"]), [
    { callee: "call_fn", calls: 1 },
    { callee: "emit", calls: 3 },
  ]);
  assert.deepEqual(nearestWords("ModelRunner", ["Runner", "RunnerModel", "Engine"]), ["RunnerModel", "Runner"]);
});

test("over the sample's history each rule has its first match and its last, and the printed text says so", async () => {
  const dir = mkdtempSync(join(tmpdir(), "binnacle-test-"));
  try {
    const { head } = await buildSampleEngine(join(dir, "sample.git"));
    const repo = await openRepository(join(dir, "sample.git"));
    const profile = shippedProfile("sample");
    const walk = new SurfaceWalk(repo, profile);
    const { commits } = await walkLine(repo, head);
    let all: MatchHistory = new Map();
    let derived: MatchHistory = new Map();
    for (const [position, commit] of commits.entries()) {
      const step = await walk.step(commit.tree);
      const moment = { position, commit: commit.oid };
      const matches = matchRules(walk.tree, profile);
      all = stepMatches(all, moment, matches);
      if (step.changed) derived = stepMatches(derived, moment, matches);
    }
    assert.deepEqual([...derived].toSorted(), [...all].toSorted());
    const spell = (rule: string) => {
      const found = all.get(rule);
      const subject = (position: number | undefined) => commits[position ?? -1]?.message.split("\n")[0];
      return [subject(found?.first.position), found?.gone ? subject(found.gone.position) : null, found?.most];
    };
    assert.match(String(spell("command.answer[1]")[0]), /\(#12\)$/);
    assert.match(String(spell("command.answer[1]")[1]), /\(#34\)$/);
    assert.match(String(spell("command.answer[0]")[0]), /\(#31\)$/);
    assert.equal(spell("command.answer[0]")[1], null);
    assert.deepEqual(firstMatch(all, matchRules(walk.tree, profile), "dispatch")?.position, 0);
    const text = printExplanation(explainProfile(walk.tree, profile), all, ({ position }) => `commit ${position}`);
    assert.match(
      text,
      /\nrunner\.dispatch\[0\] {2}ask: 20 sites \(lodestar\/console\.py:37, .*, …\)\n {2}since the line begins, still; at most 20\n/,
    );
    assert.match(
      text,
      /\ncommand\.answer\[1\] {2}branches of Engine\._handle_command on cmd: matches nothing\n {2}since commit \d+, until commit \d+; at most 5\n {2}near: /,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("a rule that ceases to match and begins again has two spells", () => {
  const match = (count: number) => [{ rule: "a", kind: "dispatch" as const, says: "f", count, places: [] }];
  const at = (position: number) => ({ position, commit: String(position) });
  let history: MatchHistory = new Map();
  for (const [position, count] of [0, 2, 3, 0, 0, 1].entries())
    history = stepMatches(history, at(position), match(count));
  assert.deepEqual(history.get("a"), { first: at(1), gone: null, spells: 2, most: 3 });
});

test("every shipped profile parses, and its rules are explained on a tree that has none of it", () => {
  const tree = treeOf({ "a.py": "x = 1\n" });
  for (const name of SHIPPED) {
    const { rules, nothing } = explainProfile(tree, shippedProfile(name));
    assert.ok(rules.length > 0 && rules.every((each) => each.count === 0), name);
    assert.match(
      String(nothing),
      /^Nothing is sent by name here\. The profile looks for `.*, and nothing is called with a name\.$/,
    );
  }
});
