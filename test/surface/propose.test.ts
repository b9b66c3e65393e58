import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { buildSampleEngine } from "../../data/sample-engine/build.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { deriveSurface } from "../../loaders/surface/derive.ts";
import { parseProfile, shippedProfile } from "../../loaders/surface/profile.ts";
import { profileOf, proposeProfile } from "../../loaders/surface/propose.ts";
import { printProposal } from "../../loaders/surface/propose-text.ts";
import { SurfaceWalk } from "../../loaders/surface/walk.ts";
import { treeOf } from "./trees.ts";

const RUNNER = `
class Runner:
    def call(self, name, *args):
        method = getattr(self, name, None)
        return method(*args)
    def run(self, batch):
        return 1
    def exit(self):
        pass
    def loop(self):
        while True:
            name, args = self.read()
            self.call(name, *args)
`;
const ENGINE = `
class Engine:
    def step(self):
        return self.runner.call("run", self.batch)
    def close(self):
        self.runner.call("exit")
`;

test("two names that one class answers, by a lookup without a guard, are proposed whole", () => {
  const proposal = proposeProfile(treeOf({ "pkg/runner.py": RUNNER, "pkg/engine.py": ENGINE }), "small");
  assert.deepEqual(profileOf(proposal), {
    name: "small",
    forge: null,
    paths: ["pkg/**/*.py"],
    exclude: [],
    layers: [
      {
        name: "runner",
        dispatch: [{ callee: "call", name: { argument: 0 }, wait: true }],
        answer: [{ kind: "methods", roots: ["Runner"] }],
        miss: "raise",
        hops: [],
        pairings: [],
        reply: null,
      },
    ],
  });
  assert.deepEqual([proposal.layers[0]?.sites, proposal.layers[0]?.names], [2, 2]);
});

test("what is printed parses back to what was proposed, and shows its evidence", () => {
  const proposal = proposeProfile(
    treeOf({ "pkg/runner.py": RUNNER, "pkg/engine.py": ENGINE }),
    "small",
    "https://example.invalid/a/b",
  );
  const text = printProposal(proposal);
  assert.deepEqual(parseProfile(text, "binnacle.yaml"), profileOf(proposal));
  assert.match(text, /# 2 of 3 calls give a literal, 2 different names: pkg\/engine\.py:4, pkg\/engine\.py:6\./);
  assert.match(text, /# Runner at pkg\/runner\.py:2 answers 2 of 2 names, 2 of them itself\./);
  assert.match(text, /# `getattr\(self, …\)` without a guard at pkg\/runner\.py:4\./);
});

test("on the sample engine both layers are found as its profile has them", async () => {
  const dir = mkdtempSync(join(tmpdir(), "binnacle-test-"));
  try {
    const { head } = await buildSampleEngine(join(dir, "sample.git"));
    const repo = await openRepository(join(dir, "sample.git"));
    const walk = new SurfaceWalk(repo, { ...shippedProfile("sample"), paths: ["**/*"], exclude: [] });
    await walk.goTo((await repo.commit(head)).tree);
    const proposal = proposeProfile(walk.tree, "sample");
    const proposed = profileOf(proposal);
    const shipped = shippedProfile("sample");
    assert.deepEqual(proposed.paths, shipped.paths);
    assert.deepEqual(proposed.exclude, shipped.exclude);
    assert.deepEqual(
      proposed.layers.map((layer) => [
        layer.dispatch.map((rule) => [rule.callee, rule.wait, rule.timeout]),
        layer.miss,
        layer.reply,
      ]),
      shipped.layers.map((layer) => [
        layer.dispatch.map((rule) => [rule.callee, rule.wait, rule.timeout]),
        layer.miss,
        layer.reply,
      ]),
    );
    assert.deepEqual(
      proposed.layers.map((layer) => layer.answer[0]),
      shipped.layers.map((layer) => layer.answer[0]),
    );
    assert.deepEqual(parseProfile(printProposal(proposal), "binnacle.yaml"), proposed);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("the class that a name's wrappers stand in answers none of them", () => {
  const executor = `
class Executor:
    def rpc(self, method, *args, timeout: float = 5.0):
        self.queue.put((method, args))
        return self.replies.get(timeout=timeout)
    def load(self):
        return self.rpc("load")
    def run(self, batch):
        return self.rpc("run", batch)
    def sleep(self):
        return self.rpc("sleep")
`;
  const worker = `
class WorkerBase:
    def load(self):
        raise NotImplementedError
    def run(self, batch):
        raise NotImplementedError
class Worker(WorkerBase):
    def load(self):
        pass
    def run(self, batch):
        return batch
    def sleep(self):
        pass
def loop(worker, queue):
    method, args = queue.get()
    func = getattr(worker, method, None)
    if func is None:
        return
    func(*args)
`;
  const [layer] = profileOf(proposeProfile(treeOf({ "a/executor.py": executor, "a/worker.py": worker }), "x")).layers;
  assert.deepEqual(layer?.answer, [{ kind: "methods", roots: ["WorkerBase"] }]);
  assert.deepEqual(layer?.dispatch, [
    { callee: "rpc", name: { argument: 0 }, wait: true, timeout: { keyword: "timeout", default: 5 } },
  ]);
  assert.equal(layer?.miss, "park");
});

test("strings that are names of methods by chance are no dispatch", () => {
  const proposal = proposeProfile(
    treeOf({
      "a/model.py": "class Model:\n    def forward(self):\n        pass\n    def close(self):\n        pass\n",
      "a/use.py":
        'def scope(label):\n    return {"label": label}\ndef go():\n    scope("forward")\n    scope("close")\n    config.get("close", 1)\n    record("forward")\n    record("close")\n',
    }),
    "x",
  );
  assert.deepEqual(proposal.layers, []);
});

test("where nothing is sent by name the proposal says so, names what is nearest, and still parses", () => {
  const proposal = proposeProfile(treeOf({ "a.py": 'def f():\n    emit("tide_in")\n    emit("tide_out")\n' }), "x");
  const text = printProposal(proposal);
  assert.match(
    text,
    /^# Nothing is sent by name here, as far as 1 file shows\.\n# Called with a name most often: emit \(2\)\./,
  );
  assert.deepEqual(parseProfile(text, "binnacle.yaml"), profileOf(proposal));
  assert.deepEqual(profileOf(proposal).layers, []);
});

test("calls in tests are no sites, and their folder is excluded where the paths would cover it", () => {
  const proposal = proposeProfile(
    treeOf({
      "pkg/runner.py": RUNNER,
      "pkg/engine.py": ENGINE,
      "pkg/tests/test_engine.py": 'def test_it(runner):\n    runner.call("run")\n    runner.call("vanish")\n',
    }),
    "x",
  );
  assert.equal(proposal.layers[0]?.sites, 2);
  assert.deepEqual(proposal.exclude, ["pkg/tests/**"]);
});

test("channels of a script are paired by the constant that names them", () => {
  const proposal = proposeProfile(
    treeOf({
      "src/main.ts":
        "ipcMain.handle(Channels.OPEN, () => 1);\nipcMain.handle(Channels.SAVE, () => 2);\nipcMain.on(Channels.QUIT, () => quit());\napp.on('ready', () => go());\n",
      "src/preload.ts":
        "ipcRenderer.invoke(Channels.OPEN);\nipcRenderer.invoke(Channels.SAVE);\nipcRenderer.send(Channels.QUIT);\nipcRenderer.send(Channels.LOST);\n",
    }),
    "x",
  );
  const [layer] = profileOf(proposal).layers;
  assert.deepEqual(
    layer?.dispatch.map((rule) => [rule.callee, rule.wait]),
    [
      ["invoke", true],
      ["send", false],
    ],
  );
  assert.deepEqual(
    layer?.answer.map((rule) => rule.kind === "calls" && [rule.callee, rule.receivers]),
    [
      ["handle", undefined],
      ["on", ["ipcMain"]],
    ],
  );
  assert.deepEqual(parseProfile(printProposal(proposal), "binnacle.yaml"), profileOf(proposal));
});

test("a path out of a hostile repository stays inside its comment", () => {
  const proposal = proposeProfile(
    treeOf({ "pkg/runner.py": RUNNER, "pkg/a\nlayers: []\u001b[31m.py": ENGINE }),
    "yes",
    "https://example.invalid/a",
  );
  const text = printProposal(proposal);
  assert.equal(proposal.layers.length, 1);
  assert.ok(!text.includes("\u001b"));
  assert.deepEqual(parseProfile(text, "binnacle.yaml"), profileOf(proposal));
});

const SUMMARY = `
import json
def emit(payload):
    print(json.dumps(payload, indent=2))
def summary(command, sheet, code):
    payload = {"command": command, "sheet": str(sheet), "code": code}
    payload.update(sheet.fields)
    emit(payload)
def run(command, sheet, runner):
    summary(command, sheet, runner())
`;
const COMMANDS = `
def main(args):
    if args.command == "add-wire":
        run("add-wire", args.sheet, add)
    elif args.command == "set-value":
        run("set-value", args.sheet, change)
    elif args.command == "drop-wire":
        run("drop-wire", args.sheet, drop)
`;

test("a name that is only printed is no dispatch, and the proposal says so", () => {
  const proposal = proposeProfile(treeOf({ "a/summary.py": SUMMARY, "a/main.py": COMMANDS }), "x");
  assert.deepEqual(proposal.layers, []);
  assert.match(
    printProposal(proposal),
    /# Left out:\n# {3}run \(3\): it only prints the name \(a\/summary\.py:9\): a dispatch where a program reads that\n/,
  );
});

test("a message that is printed and sent too is a dispatch", () => {
  for (const [sends, is] of [
    ["emit(payload)\n    queue.put(payload)", 1],
    ["emit(payload)\n    return payload", 1],
    ["self.last = payload\n    emit(payload)", 1],
    ["later(lambda: queue.put(payload))\n    emit(payload)", 1],
    ["def later():\n        queue.put(payload)\n    emit(payload)\n    wait(later)", 1],
    ["text = json.dumps(payload)\n    socket.send(text)", 1],
    ["text = json.dumps(payload)\n    sys.stdout.write(text)", 0],
    ["logger.info(payload)", 0],
  ] as const) {
    const files = { "a/summary.py": SUMMARY.replace("emit(payload)\ndef", `${sends}\ndef`), "a/main.py": COMMANDS };
    assert.equal(proposeProfile(treeOf(files), "x").layers.length, is, sends);
  }
});

const TABLE_MAIN =
  "hub.send(Channels.QUIT);\nhub.send(Channels.OPEN);\nhub.send(READY_SIGNAL);\nhub.handle(Channels.SAVE, () => 1);\nport.send({ done: true });\n";
const TABLE_PRELOAD = `
const channels: Record<string, Channels> = { quit: Channels.QUIT, open: Channels.OPEN, never: Channels.NEVER } as const;
function listen(type, listener) {
  const channel = channels[type];
  if (!channel) return;
  ipcRenderer.on(channel, (_event, ...args) => listener(...args));
}
ipcRenderer.on(READY_SIGNAL, () => go());
expose('app', { listen, save() { return ipcRenderer.invoke(Channels.SAVE); } });
`;
const TABLE_NAMES =
  "export enum Channels { QUIT = 'q', OPEN = 'o', SAVE = 's', NEVER = 'n' }\nexport const READY_SIGNAL = 'ready';\n";
const TABLE_PAGE =
  "const api = window.app;\napi.listen('quit', () => 1);\nwindow.app.listen('open', () => 2);\nbutton.listen('click', () => 3);\n";

test("handlers registered by a key of a table of channels answer the channel", () => {
  const imported = 'import { Channels, READY_SIGNAL } from "./names";\n';
  const tree = treeOf({
    "src/names.ts": TABLE_NAMES,
    "src/main.ts": imported + TABLE_MAIN,
    "src/preload.ts": imported + TABLE_PRELOAD.trimStart(),
    "src/page.ts": TABLE_PAGE,
  });
  const proposal = proposeProfile(tree, "x");
  const proposed = profileOf(proposal);
  assert.deepEqual(proposed.layers[0]?.answer.at(-1), {
    kind: "calls",
    callee: "listen",
    receivers: ["window.app"],
    name: { argument: 0 },
    via: "channels",
  });
  const text = printProposal(proposal);
  assert.deepEqual(parseProfile(text, "binnacle.yaml"), proposed);
  assert.match(text, /2 calls give 2 of the 3 keys of channels \(src\/preload\.ts:2\)/);
  const { sites, answerers, dropped } = deriveSurface(tree, proposed);
  const answered = new Set(answerers.map((each) => each.of));
  assert.deepEqual([sites.map((each) => each.name).filter((name) => !answered.has(name ?? "")), dropped], [[], []]);
});

test("a table of which one channel is sent by chance is no table of channels", () => {
  const page = "window.app.listen('quit', () => 1);\nwindow.app.listen('open', () => 2);\n";
  const preload = TABLE_PRELOAD.replaceAll("Channels.OPEN", "Labels.OPEN");
  const main = `${TABLE_MAIN}hub.handle(Channels.OPEN, () => 2);\nipcRenderer.invoke(Channels.OPEN);\n`;
  const proposal = proposeProfile(treeOf({ "src/main.ts": main, "src/preload.ts": preload, "src/page.ts": page }), "x");
  const callees = profileOf(proposal).layers[0]?.answer.map((each) => each.kind === "calls" && each.callee);
  assert.deepEqual(callees, ["handle", "on"]);
});

test("a sender's receivers are said where others give it a message that is no name", () => {
  const files = { "src/main.ts": TABLE_MAIN, "src/preload.ts": TABLE_PRELOAD, "src/page.ts": TABLE_PAGE };
  const send = profileOf(proposeProfile(treeOf(files), "x")).layers[0]?.dispatch.find((each) => each.callee === "send");
  assert.deepEqual(send?.receivers, ["hub"]);
});
