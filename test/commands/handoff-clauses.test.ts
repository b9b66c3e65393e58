// Each clause of a hand-off sheet on a small engine: what a reply meets on its way, where a default goes, who meets a
// silence, what the design says beside the code; and hostile names, which stay text.

import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { SheetExtract } from "../../loaders/report/handoff/sheet.ts";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { binnacle, cleanFolders, folder } from "../support/stores.ts";

const PROFILE = `name: engine
layers:
  - name: worker
    dispatch:
      - { callee: ask, name: { argument: 0 }, wait: { keyword: wait } }
      - { callee: gather, name: { argument: 0 }, wait: true, timeout: 10, aggregating: true }
    answer: [{ kind: methods, roots: [Runner] }]
    hops:
      - send: { callee: send_reply, argument: 0, receiver: Pipe }
        receive: { callee: take_reply, receiver: Pipe }
        carries: pickle
    outcomes:
      none: { means: nothing is put <b>, says: { path: proc.py, text: if out is not None } }
      raise: { means: the worker dies, says: { path: proc.py, text: no such words } }
      late: the next reply is one behind
    pairings:
      - { broadcaster: Core, answerer: FastRunner, when: config.fast, says: { path: conf.py, text: FastRunner } }
  - name: front
    dispatch: [{ callee: command, name: { argument: 0 }, wait: true }]
    answer: [{ kind: table, variable: HANDLERS }]
    reply: { callee: put, literal: REPLY }
`;

const FILES = {
  "binnacle.yaml": PROFILE,
  "conf.py": `# The fast one.\nNAME = "FastRunner"\n`,
  "proc.py": `def loop(out):\n    if out is not None:\n        put(out)\n`,
  "pipe.py": `import pickle


class Pipe:
    def send_reply(self, out):
        self.socket.send(pickle.dumps(out))

    def take_reply(self):
        return pickle.loads(self.socket.recv())
`,
  "core.py": `from pipe import Pipe


class Core:
    def __init__(self):
        self.pipe = Pipe()

    def start(self, config):
        reply = self.ask("load", wait=True)
        config.units = reply.get("unit", {})
        self.runtime = Runtime.from_wire(reply["runtime"])

    def last(self):
        if self.is_last:
            out = self.ask("step", wait=True)
            self.pipe.send_reply(out)

    def head(self):
        got = self.pipe.take_reply()
        return got["ids"]

    def poll(self):
        done = self.gather("poll")
        return done["count"]

    def fast(self):
        self.ask("warm", wait=True)
        self.ask("a\`|<b>\\n-->@me", wait=True)


class Runtime:
    @classmethod
    def from_wire(cls, wire):
        expected = {"a", "b"}
        if set(wire) != expected:
            raise ValueError("keys")
        return cls(wire["a"], wire["b"])


class Desk:
    HANDLERS = {"trace": "on_trace"}

    def on_trace(self):
        result = self.ask("trace_stop", wait=True)
        self.queue.put(("REPLY", {"result": result}))


class Manager:
    def __init__(self, config):
        self.units = getattr(config, "units", None)
`,
  "runner.py": `class Runner:
    def load(self):
        if self.short:
            return {"runtime": {}}
        return {"runtime": {}, "unit": 2, "idle": 3}

    def step(self):
        return {"ids": []}

    def poll(self):
        return {"count": 1}

    def trace_stop(self):
        return {"place": ""}

    def restart(self):
        return self.load()


class FastRunner(Runner):
    def warm(self):
        return True
`,
  "api.py": `class Engine:
    def stop_trace(self):
        responses = self.command("trace")
        return responses["result"]


@app.post("/stop")
async def stop():
    traces = engine.stop_trace()
    return {"traces": traces}
`,
  "docs/design.md": "Loading takes `unit` off the reply of `load` (core.py:9), see core.py:400.\n",
};

const cache = folder();
const run = (...args: string[]) =>
  binnacle(["handoff", ...args, "--repo", built.dir], { env: { XDG_CACHE_HOME: cache } });

let built: BuiltRepository;
before(() => {
  built = makeRepository([{ files: FILES, message: "Start (#1)\n" }]);
});
after(() => {
  built.cleanup();
  cleanFolders();
});

/** Facts of a sheet, as `--json` has them: what is said, and where. */
function factsOf(...args: string[]): readonly string[] {
  const { stdout, stderr, status } = run(...args, "--json");
  assert.equal(status, 0, stderr);
  const sheet = JSON.parse(stdout) as SheetExtract;
  return sheet.sections.flatMap(({ facts }) =>
    facts.map(({ says, spot, since }) =>
      `${says} @${spot === null ? "" : `${spot.path}:${spot.line}`} ${since?.pr ?? ""}`.trimEnd(),
    ),
  );
}

function holds(facts: readonly string[], ...wanted: readonly string[]): void {
  for (const each of wanted) assert.ok(facts.includes(each), `${each}\nnot in\n${facts.join("\n")}`);
}

test("a read has its object and its function; a nested contract its keys and what it raises", () => {
  holds(
    factsOf("load"),
    "`unit`: the key is taken off `reply` in `Core.start`; `{}` stands in if it is missing @core.py:10 1",
    "`runtime` is handed to `Runtime.from_wire`, which takes exactly `a` and `b` and raises `ValueError` otherwise @core.py:33 1",
    "`Runner.restart` calls it on `self` and returns it to its own caller; what it raises goes on to its caller @runner.py:17 1",
  );
});

test("a default is followed to where it is kept and to who takes it from there; what nobody reads may be left out", () => {
  holds(
    factsOf("load"),
    "`Runner` does not send `unit` when `self.short`: the reader goes on with `{}` @core.py:10 1",
    "`unit`, or what stands in for it, is kept in `config.units` by `Core.start` @core.py:10 1",
    "`Manager.__init__` takes it from `config.units`, found by the attribute's name alone @core.py:50 1",
    "`idle` is sent and nobody reads it: it may be left out @ 1",
  );
});

test("a hop says who packs the reply, a handler's reply goes on in another layer's, and a route must encode it", () => {
  holds(
    factsOf("step"),
    "`pickle.dumps in Pipe.send_reply`: it can be pickled @pipe.py:6 1",
    "`pickle.loads in Pipe.take_reply`: it can be pickled @pipe.py:9 1",
    "`ids`: the key is taken off `got` in `Core.head`; the reply came there by pickle by `send_reply` and received by `take_reply` @core.py:20 1",
  );
  holds(
    factsOf("trace_stop"),
    "that is the reply of `trace` (front): what its callers ask is asked of it too @core.py:45 1",
    "`POST /stop` answers with it in the reply of `trace`, found by the function's name alone: JSON can hold it @api.py:9 1",
  );
});

test("a silence says what it does and to whom, with the place that says so; a place that is gone is said to be gone", () => {
  const facts = factsOf("poll");
  holds(
    facts,
    "The answer is None: nothing is put &lt;b&gt; @proc.py:2",
    "The answer raises: the worker dies; `proc.py` no longer says `no such words`, so this may not be so any more @",
    "The wait of `Core.poll` (10 s) runs out: the next reply is one behind @",
  );
  assert.match(run("poll").stdout, /It would happen to `Core\.poll`, which waits\./);
});

test("configurations come from the profile's pairings, with the line that says so", () => {
  holds(
    factsOf("warm"),
    "`Core` with `Runner` waits for ever unless config.fast, which pairs it with `FastRunner` @conf.py:2 1",
  );
});

test("the design stands beside the code, as a table: a verdict for each sentence", () => {
  const { said } = JSON.parse(run("load", "--json").stdout) as SheetExtract;
  assert.deepEqual(
    said.map(({ verdict, code, by }) => [verdict, code?.line, by]),
    [
      ["holds", 9, "place"],
      ["past-end", 400, "name"],
    ],
  );
  const { stdout } = run("load");
  assert.match(stdout, /\| design says \| written in \| code says now \| where \| verdict \|\n\|---\|/);
  assert.match(stdout, /\| `reply = self\.ask\("load", wait=True\)` \| `core\.py:9` \| holds /);
});

test("what could not be seen has its place where nothing was missed; and nothing imported is not no issue", () => {
  const { stdout } = run("load");
  assert.match(stdout, /### What could not be seen\n\nNothing that the profile looks for was left unseen\./);
  assert.match(stdout, /### Open issues\n\nNo issue was imported/);
});

test("of a class that is not there a sheet says so, and all that it would owe", () => {
  const { stdout } = run("FastRunner", "--for", "NewRunner");
  assert.match(stdout, /`NewRunner` owes five of five names; no class `NewRunner` answers anything at this commit/);
  assert.match(stdout, /### warm: who calls, and what each call fixes/);
});

test("a pinned document is checked by its facts, whatever its line ends, wrapping and notes are", () => {
  const file = join(folder(), "load.md");
  const sheet = run("load").stdout;
  const wrapped = sheet
    .replace(/ in `Core\.start`/g, "\n  in `Core.start`")
    .replace("waits without end", "waits for ever");
  writeFileSync(file, `Mine.\n\n${wrapped}\n\nMine too.\n`.replaceAll("\n", "\r\n"));
  assert.equal(run("--check", file).status, 0, run("--check", file).stdout);
  assert.equal(run("--update", file).status, 0);
  const renewed = readFileSync(file, "utf8");
  assert.ok(
    renewed.startsWith("Mine.\r\n\r\n<!-- binnacle handoff load -->\r\n") && renewed.endsWith("\r\n\r\nMine too.\r\n"),
  );
  assert.ok(!/(?<!\r)\n/.test(renewed), "line ends are mixed");
});

test("a fact that was rewritten by hand is told, and so are a mark that is gone and one that is damaged", () => {
  const file = join(folder(), "load.md");
  const sheet = run("load").stdout;
  writeFileSync(file, sheet.replace("`{}` stands in", "`[]` stands in"));
  const edited = run("--check", file);
  assert.equal(edited.status, 1);
  assert.match(edited.stdout, /written by hand: `Unit`|written by hand: `unit`.*`\[\]` stands in/);
  writeFileSync(file, sheet.replace(/^- `unit`: .*\n/im, ""));
  assert.match(run("--check", file).stdout, /new: `unit`: the key is taken off/);
  writeFileSync(file, sheet.replace("<!-- binnacle handoff end -->", ""));
  assert.match(run("--check", file).stderr, /damaged hand-off sheet/);
  assert.equal(run("--check", file).status, 2);
  writeFileSync(file, sheet.replace("handoff load -->", "handoff %zz -->"));
  assert.equal(run("--check", file).status, 2);
  writeFileSync(file, sheet.replace("handoff load -->", "handoff gone -->"));
  assert.match(run("--check", file).stderr, /"gone" is no name that is sent/);
});

test("a link is not written through", () => {
  const target = join(folder(), "target.md");
  const link = join(folder(), "link.md");
  writeFileSync(target, "not a sheet\n");
  symlinkSync(target, link);
  const { stderr, status } = run("--update", link);
  assert.equal(status, 2);
  assert.match(stderr, /is a link/);
});

test("a name that nobody answers, with all that Markdown obeys, stays text; its sheet is found again", () => {
  const name = "a`|<b>\n-->@me";
  const { stdout, stderr, status } = run(name);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^<!-- binnacle handoff a%60%7C%3Cb%3E%0A%2D%2D%3E%40me -->\n/);
  assert.match(stdout, /- No class that the profile knows of answers it/);
  const prose = stdout.replace(/<!--.*?-->/g, "");
  assert.ok(!/-->|^@me/m.test(prose.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "")), prose);
  const file = join(folder(), "hostile.md");
  writeFileSync(file, stdout);
  const checked = run("--check", file);
  assert.equal(checked.status, 0, `${checked.stdout}${checked.stderr}`);
});

test("open issues that name it stand on the sheet, closed ones do not, and their titles are text", () => {
  const issue = (number: number, state: string, title: string, body: string) => ({
    number,
    title,
    state,
    body,
    user: { login: "someone" },
    created_at: "2026-01-01T00:00:00Z",
    html_url: `https://example.invalid/engine/issues/${number}`,
  });
  const file = join(folder(), "issues.json");
  writeFileSync(
    file,
    JSON.stringify([
      issue(7, "open", "`load` <b>parks</b> | @me", "Nothing."),
      issue(8, "open", "Another", "The reply of `load` is short."),
      issue(9, "closed", "load once more", "Done."),
      issue(10, "open", "Loading takes a while", "To load is to wait."),
    ]),
  );
  const pinned = join(folder(), "load.md");
  writeFileSync(pinned, run("load").stdout);
  const imported = binnacle(["issues", "import", file, "--repo", built.dir], { env: { XDG_CACHE_HOME: cache } });
  assert.equal(imported.status, 0, imported.stderr);
  const { sections } = JSON.parse(run("load", "--json").stdout) as SheetExtract;
  assert.deepEqual(
    sections.find(({ title }) => title === "Open issues")?.facts.map(({ says }) => says),
    [
      "`#7` (open): `` `load` <b>parks</b> \\| @me ``; one text of its thread speaks of it",
      "`#8` (open): `Another`; one text of its thread speaks of it",
    ],
  );
  // Whoever has not imported them judges the same document alike.
  assert.equal(run("--check", pinned).status, 0);
});
