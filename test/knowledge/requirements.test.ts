// What must be classified is, or each thing that is not is a finding that fails; a note that followed its subject classifies
// it where it stands now.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cleanFolders } from "../support/stores.ts";
import { judged, note } from "./knowledge.ts";

after(cleanFolders);

const LOOP = `import os

class Loop:
    def run(self, config):
        name = config.get("name")
        item = self.queue.get()
        peer = self.socket.recv()
        path = os.path.join("a", "b")
        self.thread.join()
        return ", ".join([name, item, peer, path])
`;
const LEDGER = `- { attached_to: "site:pkg/loop.py#Loop.run!get()[1]", category: queue }
- { attached_to: "site:pkg/loop.py#Loop.run!recv()[0]", category: socket }
- { attached_to: "site:pkg/loop.py#Loop.run!join()[1]", category: shutdown }
`;
const REQUIRE = `notes:
  require:
    - kind: call
      callee: "*queue.get|recv|join"
      except: "os.path.join|\\"*\\".join"
      in: pkg/**
      exclude: ["**/tests/**"]
      categories: [queue, socket, shutdown]
`;
const start = (ledger: string) => ({
  files: { "pkg/loop.py": LOOP, "pkg/tests/test_loop.py": LOOP, ".binnacle/notes/blocking.yaml": ledger },
  message: "Start\n",
});
const options = { profile: false, configuration: REQUIRE } as const;

test("a ledger that names every call that is meant satisfies, and how many of which is told", async () => {
  const { findings, unclassified } = await judged([start(LEDGER)], options);
  assert.deepEqual(unclassified, []);
  const [requirement] = findings.slice(3);
  assert.deepEqual(
    [requirement!.verdict, requirement!.fails, requirement!.says, requirement!.doc, requirement!.line],
    ["holds", false, "all are classified, 3: 1 queue, 1 shutdown, 1 socket", "binnacle.yaml", 3],
  );
  assert.equal(
    requirement!.text,
    "every call of *queue.get|recv|join in pkg/** has a note of category queue, socket or shutdown",
  );
});

test("a call that nobody has classified fails, at its place and by its address", async () => {
  const more = LOOP.replace("        return", "        extra = self.queue.get()\n        return");
  const { findings, unclassified } = await judged(
    [start(LEDGER), { files: { "pkg/loop.py": more }, message: "One more\n" }],
    options,
  );
  const failing = findings.filter(({ fails }) => fails);
  assert.deepEqual(
    failing.map(({ address, verdict, doc, line, says, text }) => [address, verdict, doc, line, says, text]),
    [
      [
        "site:pkg/loop.py#Loop.run!get()[2]",
        "false",
        "pkg/loop.py",
        10,
        "unclassified call of *queue.get|recv|join in pkg/**: it has no note of category queue, socket or shutdown",
        "self.queue.get()",
      ],
    ],
  );
  assert.deepEqual(
    unclassified.map(({ subject, line }) => [subject.ordinal, line]),
    [[2, 10]],
  );
});

test("a call whose function, file or both were renamed stays classified", async () => {
  const renamed = LOOP.replace("def run", "def turn");
  for (const files of [
    { "pkg/loop.py": renamed },
    { "pkg/loop.py": null, "pkg/core.py": LOOP },
    { "pkg/loop.py": null, "pkg/core.py": renamed },
    { "pkg/loop.py": LOOP.replace('config.get("name")', 'config["name"]') },
    { "pkg/loop.py": LOOP.replace("self.queue.get()", "self.queue.get(timeout=1)") },
  ]) {
    const { unclassified, findings } = await judged([start(LEDGER), { files, message: "Rename\n" }], options);
    assert.deepEqual(unclassified, []);
    assert.deepEqual(
      findings.filter(({ fails }) => fails),
      [],
    );
  }
});

test("a category that is not allowed classifies nothing, and neither does a note out of force or without a category", async () => {
  const rows: readonly [string, string][] = [
    [LEDGER.replace("category: queue", "category: other"), "; those it has say other"],
    [LEDGER.replace("category: queue", "category: queue, status: superseded"), ""],
    [LEDGER.replace(", category: queue", ""), ""],
    [LEDGER.replace("get()[1]", "get()[0]"), ""],
  ];
  for (const [ledger, hint] of rows) {
    const { findings } = await judged([start(ledger)], options);
    const failing = findings.filter(({ fails }) => fails);
    assert.deepEqual(
      failing.map(({ address, says }) => [address, says.endsWith(`socket or shutdown${hint}`)]),
      [["site:pkg/loop.py#Loop.run!get()[1]", true]],
      ledger,
    );
  }
});

test("a ledger that names a call which is gone fails by that note", async () => {
  const less = LOOP.replace("        self.thread.join()\n", "");
  const { findings } = await judged(
    [start(LEDGER), { files: { "pkg/loop.py": less }, message: "Take out\n" }],
    options,
  );
  assert.deepEqual(
    findings.filter(({ fails }) => fails).map(({ address, verdict }) => [address, verdict]),
    [["note:blocking/loop.Loop.run.join.1", "missing"]],
  );
});

test("a requirement that is about nothing is unchecked and fails", async () => {
  const { findings } = await judged([start(LEDGER)], {
    ...options,
    configuration: REQUIRE.replace("pkg/**", "pkgs/**"),
  });
  const last = findings.at(-1)!;
  assert.deepEqual(
    [last.verdict, last.fails, last.says],
    ["unchecked", true, "it is about nothing: there are no calls of *queue.get|recv|join in pkgs/**"],
  );
});

const ENGINE = `class Engine:
    def run(self):
        self.crew.ask("forward", reply=True)
        self.crew.ask("stop")
        self.crew.ask(self.name, reply=self.waits)
`;
const sites = (where: string) => `notes:\n  require:\n    - { kind: site, where: ${where}, categories: [a] }\n`;

test("sites can be required by whether somebody waits, callee, layer and name", async () => {
  const files = { "engine.py": ENGINE, ".binnacle/notes/x.md": note("commit:0000000") };
  const rows: readonly [string, readonly string[]][] = [
    ["{ waits: true }", ["forward"]],
    ["{ waits: false }", ["stop"]],
    ["{ waits: unknown }", ["self.name"]],
    ["{ callee: ask }", ["forward", "stop", "self.name"]],
    ["{ callee: 'a*' , name: 'f*|s*p' }", ["forward", "stop"]],
    ["{ layer: runner, waits: true }", ["forward"]],
  ];
  for (const [where, names] of rows) {
    const { unclassified } = await judged([{ files, message: "Start\n" }], { configuration: sites(where) });
    assert.deepEqual(
      unclassified.map(({ subject }) => subject.name),
      names,
      where,
    );
  }
  const { findings } = await judged([{ files, message: "Start\n" }], { configuration: sites("{ layer: other }") });
  assert.match(findings.at(-1)!.says, /^it is about nothing: there are no sites of layer other$/);
});

test("a note on the dispatch classifies it as a call too, and the other way", async () => {
  const by = (address: string) => ({
    files: { "engine.py": ENGINE, ".binnacle/notes/n.md": note(address, { category: "a" }) },
    message: "Start\n",
  });
  const call = 'notes:\n  require:\n    - { kind: call, callee: "ask", categories: [a] }\n';
  const left = async (address: string, configuration: string) =>
    (await judged([by(address)], { configuration })).unclassified.map(({ line }) => line);
  assert.deepEqual(await left("site:engine.py#Engine.run!ask(forward)[0]", call), [4, 5]);
  assert.deepEqual(await left("site:engine.py#Engine.run!ask()[0]", call), [4, 5]);
  assert.deepEqual(await left("site:engine.py#Engine.run!ask()[0]", sites("{ callee: ask }")), [4, 5]);
});

test("of two calls in one line a note classifies the one that it names", async () => {
  const pair = "def both(a, b):\n    return merge(a.get(), b.get())\n";
  const files = { "pair.py": pair, ".binnacle/notes/n.md": note("site:pair.py#both!get()[1]", { category: "x" }) };
  const configuration = "notes:\n  require:\n    - { kind: call, callee: get }\n";
  const { unclassified } = await judged([{ files, message: "Start\n" }], { profile: false, configuration });
  assert.deepEqual(
    unclassified.map(({ subject }) => subject.ordinal),
    [0],
  );
});

test("two hundred entries of a ledger are judged, and one that is not there is found", async () => {
  const calls = Array.from({ length: 200 }, (_, at) => `def take_${at}(queue):\n    return queue.get(${at})\n`).join(
    "\n",
  );
  const entry = (at: number) => `- { attached_to: "site:calls.py#take_${at}!get()[0]", category: queue }\n`;
  const ledger = Array.from({ length: 199 }, (_, at) => entry(at)).join("");
  const configuration = 'notes:\n  require:\n    - { kind: call, callee: "get", categories: [queue] }\n';
  const { notes, findings } = await judged(
    [
      { files: { "calls.py": calls, ".binnacle/notes/l.yaml": ledger }, message: "Start\n" },
      { files: { "calls.py": null, "pkg/calls.py": `import queue\n\n${calls}` }, message: "Move\n" },
    ],
    { profile: false, configuration },
  );
  assert.equal(notes.length, 199);
  assert.deepEqual(
    findings.filter(({ fails }) => fails).map(({ address }) => address),
    ["site:pkg/calls.py#take_199!get()[0]"],
  );
});
