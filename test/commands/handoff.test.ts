// A hand-off sheet: what it holds, and that it notices when its facts are not so any more.

import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { binnacle, cleanFolders, folder } from "../support/stores.ts";

const PROFILE = `name: engine
layers:
  - name: worker
    dispatch: [{ callee: ask, name: { argument: 0 }, wait: { keyword: wait } }]
    answer: [{ kind: methods, roots: [Runner] }]
    outcomes: { none: nothing is put on the queue }
`;
const core = (read: string) =>
  `class Core:\n    def run(self):\n        reply = self.ask("load", wait=True)\n        return reply["size"] + ${read}\n\n    def end(self):\n        if self.open:\n            self.ask("stop")\n`;
const RUNNER = `class Runner:
    def load(self):
        return {"size": 1, "unit": 2}

    def stop(self):
        return None


class ShortRunner(Runner):
    def load(self):
        return {"size": 1}
`;

const cache = folder();
const run = (...args: string[]) =>
  binnacle(["handoff", ...args, "--repo", built.dir], { env: { XDG_CACHE_HOME: cache } });

let built: BuiltRepository;
before(() => {
  built = makeRepository([
    {
      files: {
        "binnacle.yaml": PROFILE,
        "core.py": core('reply.get("unit", 1)'),
        "runner.py": RUNNER,
        "other.py": "class Alone:\n    pass\n",
        "docs.md": "The engine takes `size` off the reply of `load` (core.py:4).\n",
      },
      message: "Start (#1)\n",
    },
  ]);
});
after(() => {
  built.cleanup();
  cleanFolders();
});

/** Lines of a sheet without places, dates and marks. */
const bare = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^(?:###|- )/.test(line))
    .map((line) => line.replace(/ \((?:read|read after a hop|forwarded|dropped|convention|`|since).*$| <!-- .*$/, ""));

test("the sheet of a name holds its callers, reads, silences, defaults and answers, and what documents say", () => {
  const { stdout, stderr, status } = run("load");
  assert.equal(status, 0, stderr);
  const lines = bare(stdout);
  for (const expected of [
    "- `Core.run` waits without end and keeps it: it fixes both reads; no condition stands before it in its function",
    "- `size`: the key is taken off `reply` in `Core.run`",
    "- `unit`: the key is taken off `reply` in `Core.run`; `1` stands in if it is missing",
    "- No class answers: a caller that waits waits for ever",
    "- The answer is None: nothing is put on the queue",
    "- The answer raises: the profile does not say where that arrives",
    "- `ShortRunner` does not send `unit`: the reader goes on with `1`",
    "- `Runner` sends a mapping of `size` and `unit`",
  ])
    assert.ok(lines.includes(expected), `${expected}\n${lines.join("\n")}`);
  assert.match(
    stdout,
    /\| The engine takes `size` off the reply of `load` \(core\.py:4\)\. \| `docs\.md:1`, `\w{9}`, #1, 14 Nov 2023 \| `return reply\["size"\] \+ reply\.get\("unit", 1\)` \| `core\.py:4` \| holds /,
  );
});

test("the sheet of a class holds what each of its names asks, and what another class still owes", () => {
  const of = bare(run("Runner").stdout);
  assert.ok(of.includes("- `load`, from one site; read: `size` and `unit`"), of.join("\n"));
  assert.ok(
    of.some((line) => line.startsWith("- `Core.end` does not wait and discards the reply")),
    of.join("\n"),
  );
  assert.match(run("Runner", "--for", "Alone").stdout, /Beside `Runner`, `Alone` owes two of two names/);
  const short = run("Runner", "--for", "ShortRunner").stdout;
  assert.match(short, /`ShortRunner` owes no of two names/);
  assert.match(short, /`load\.unit` is read and not sent: the reader goes on with `1`/);
  assert.match(run("lod").stderr, /"lod" is no name that is sent and no class that answers\. Did you mean "load"\?/);
});

test("a written sheet is checked by its facts: lines that move change nothing, a read that comes does", () => {
  const file = join(folder(), "load.md");
  writeFileSync(file, `# For the next one\n\nMine to keep.\n\n${run("load").stdout}\nAlso mine.\n`);
  assert.equal(run("--check", file).status, 0);
  const commit = (text: string, message: string) => {
    writeFileSync(join(built.dir, "core.py"), text);
    built.git("commit", "--quiet", "-am", message);
  };
  commit(core('reply.get("unit", 1)').replace("    def end", "    # A line more.\n\n    def end"), "Shift (#2)");
  assert.match(run("--check", file).stdout, /all of its facts are so/);
  commit(core('reply["rate"]'), "Read another (#3)");
  const { stdout, status } = run("--check", file);
  assert.equal(status, 1);
  assert.match(stdout, /no longer: `unit`: the key is taken off `reply` in `Core\.run`/);
  assert.match(stdout, /new: `rate`: the key is taken off `reply` in `Core\.run`/);
  assert.equal(run("--update", file).status, 0);
  const renewed = readFileSync(file, "utf8");
  assert.match(renewed, /^# For the next one\n\nMine to keep\.\n\n<!-- binnacle handoff load -->/);
  assert.match(renewed, /`rate`: the key [\s\S]*<!-- binnacle handoff end -->\n\nAlso mine\.\n$/);
  assert.equal(run("--check", file).status, 0);
  writeFileSync(file, "# Nothing\n");
  assert.match(run("--check", file).stderr, /holds no hand-off sheet/);
});

test("one document is checked or renewed: --check and --update together are refused, and neither is written", () => {
  const one = join(folder(), "one.md");
  const other = join(folder(), "other.md");
  const link = join(folder(), "link.md");
  writeFileSync(one, `${run("load").stdout.replace("`size`", "`sizes`")}\n`);
  writeFileSync(other, "Mine.\n");
  symlinkSync(other, link);
  for (const updated of [other, link]) {
    const { stderr, status } = run("--check", one, "--update", updated);
    assert.equal(status, 2);
    assert.match(stderr, /--check and --update are two commands/);
    assert.equal(readFileSync(other, "utf8"), "Mine.\n");
  }
});
