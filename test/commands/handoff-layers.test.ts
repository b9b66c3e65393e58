// A hand-off sheet of a name that two layers send, and of a class that stands in two files and sends keys with a colon:
// no fact of it is lost, and its sections stand in order.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SheetExtract } from "../../loaders/report/handoff/sheet.ts";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { binnacle, cleanFolders, folder } from "../support/stores.ts";

const FILES = {
  "binnacle.yaml": `name: engine
layers:
  - name: worker
    dispatch: [{ callee: ask, name: { argument: 0 }, wait: { keyword: wait } }]
    answer: [{ kind: methods, roots: [Runner, Far] }]
  - name: front
    dispatch: [{ callee: command, name: { argument: 0 }, wait: true }]
    answer: [{ kind: methods, roots: [Front] }]
`,
  "core.py": `class Core:
    def start(self, config):
        reply = self.ask("load", wait=True)
        config.units = reply.get("a:b", 1)

    def desk(self, name):
        self.command("load")
        self.ask(name)
        self.command(name)
`,
  "one/runner.py": `class Runner:\n    def load(self):\n        return {"size": 1}\n`,
  "two/runner.py": `class Runner:\n    def load(self):\n        return {"size": 1}\n`,
  "far.py": `class Far:\n    def load(self):\n        return outside(self)\n`,
  "front.py": `class Front:\n    def load(self):\n        return outside(self)\n`,
  "late.py": `def late(config):\n    if config.units:\n        use(1)\n    # A\n    # line\n    # or\n    # two\n    # more.\n    first(config.units)\n    second(config.units)\n`,
};

let built: BuiltRepository;
const cache = folder();
before(() => {
  built = makeRepository([{ files: FILES, message: "Start (#1)\n" }]);
});
after(() => {
  built.cleanup();
  cleanFolders();
});

function sheetOf(word: string): SheetExtract {
  const { stdout, stderr, status } = binnacle(["handoff", word, "--repo", built.dir, "--json"], {
    env: { XDG_CACHE_HOME: cache },
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as SheetExtract;
}

test("the sheet of a class keeps facts of keys with a colon, and the second of two classes of its name", () => {
  const facts = sheetOf("Runner").sections.flatMap((section) => section.facts);
  const ids = facts.map(({ id }) => id);
  for (const id of [
    "worker.load/defaulted:a:b:Runner:",
    "worker.load/answerer:Runner",
    "worker.load/answerer:Runner~2",
  ])
    assert.ok(ids.includes(id), `${id}\nnot in\n${ids.join("\n")}`);
  assert.ok(facts.every((fact) => !("class" in fact)));
});

test("open issues stand before all that could not be seen, in one layer and in several", () => {
  const last = (word: string, count: number) =>
    sheetOf(word)
      .sections.slice(-count)
      .map(({ title }) => title);
  assert.deepEqual(last("load", 3), [
    "Open issues",
    "What could not be seen (worker)",
    "What could not be seen (front)",
  ]);
  assert.deepEqual(last("Runner", 2), ["Open issues", "What could not be seen"]);
});

test("places that take a default stand in the order of their lines, which are numbers", () => {
  const lines = sheetOf("load")
    .sections.flatMap(({ facts }) => facts)
    .filter(({ id }) => /\/default:.*:taken/.test(id))
    .map(({ spot }) => spot?.line);
  assert.deepEqual(lines, [2, 9, 10]);
});
