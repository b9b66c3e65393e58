// Notes on sites and calls stay attached: by their key, by the line map, and when the same call left here and came there in
// one commit; what changed is shown, what went is said. All of it with a store of the history and without one.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { CommitPlan } from "../support/repository.ts";
import { cleanFolders } from "../support/stores.ts";
import { judged, note, told } from "./knowledge.ts";

after(cleanFolders);

/** An engine that asks once and takes from a queue twice. */
const ENGINE = `class Engine:
    def run(self):
        first = self.inbox.get()
        second = self.inbox.get()
        return self.crew.ask("forward", first, second)

    def stop(self):
        self.crew.ask("exit")
`;
const NOTES = {
  ".binnacle/notes/ask.md": note("site:pkg/engine.py#Engine.run!ask(forward)[0]"),
  ".binnacle/notes/take.md": note("site:pkg/engine.py#Engine.run!get()[1]"),
};
const START: CommitPlan = { files: { "pkg/engine.py": ENGINE, ...NOTES }, message: "Start (#1)\n" };

/** What became of both notes. */
async function verdicts(plans: readonly CommitPlan[], store: boolean): Promise<readonly string[]> {
  const { findings, oids } = await judged([START, ...plans], { store });
  return findings.map((finding) => `${finding.address} ${told(finding, oids)}`);
}

for (const store of [true, false]) {
  describe(store ? "with a store" : "without a store", () => {
    test("lines that shift and other calls leave a note attached", async () => {
      const shifted = `import queue\n\n\n${ENGINE.replace("        second", "        self.log.put(first)\n        second")}`;
      assert.deepEqual(await verdicts([{ files: { "pkg/engine.py": shifted }, message: "Shift (#2)\n" }], store), [
        "note:ask holds site:pkg/engine.py#Engine.run!ask(forward)[0]",
        "note:take holds site:pkg/engine.py#Engine.run!get()[1]",
      ]);
    });

    test("a function renamed around it takes a note with it", async () => {
      const renamed = ENGINE.replace("def run", "def turn");
      assert.deepEqual(await verdicts([{ files: { "pkg/engine.py": renamed }, message: "Rename (#2)\n" }], store), [
        "note:ask moved site:pkg/engine.py#Engine.turn!ask(forward)[0] · 1 put it into `Engine.turn`",
        "note:take moved site:pkg/engine.py#Engine.turn!get()[1] · 1 put it into `Engine.turn`",
      ]);
    });

    test("a file renamed takes a note with it", async () => {
      const plan = { files: { "pkg/engine.py": null, "pkg/core.py": ENGINE }, message: "Rename the file (#2)\n" };
      assert.deepEqual(await verdicts([plan], store), [
        "note:ask moved site:pkg/core.py#Engine.run!ask(forward)[0] · 1 moved it to pkg/core.py",
        "note:take moved site:pkg/core.py#Engine.run!get()[1] · 1 moved it to pkg/core.py",
      ]);
    });

    test("calls that leave one file and come to another in one commit take their notes with them", async () => {
      const rest = `class Engine:\n    def stop(self):\n        self.crew.ask("exit")\n`;
      const loop = `class Loop:\n    """Turns."""\n\n    def turn(self, engine):\n        first = self.inbox.get()\n        second = self.inbox.get()\n        return self.crew.ask("forward", first, second)\n`;
      const plans = [{ files: { "pkg/engine.py": rest, "pkg/loop.py": loop }, message: "Part the loop (#2)\n" }];
      assert.deepEqual(await verdicts(plans, store), [
        "note:ask moved site:pkg/loop.py#Loop.turn!ask(forward)[0] · 1 moved it to pkg/loop.py",
        "note:take moved site:pkg/loop.py#Loop.turn!get()[1] · 1 moved it to pkg/loop.py",
      ]);
    });

    test("a call that is edited while its function goes to another file is known by the function's name", async () => {
      const edited = ENGINE.replaceAll("self.inbox.get()", "self.inbox.get(timeout=9)").replace("Engine", "Loop");
      const plan = {
        files: { "pkg/engine.py": "class Engine:\n    pass\n", "pkg/loop.py": `"""A loop."""\n\n${edited}` },
        message: "Part the loop (#2)\n",
      };
      assert.equal(
        (await verdicts([plan], store))[1],
        "note:take changed site:pkg/loop.py#Loop.run!get()[1] · 1 changed it",
      );
    });

    test("two moves are followed, and the first is what made the address stale", async () => {
      const renamed = ENGINE.replace("def run", "def turn");
      const plans = [
        { files: { "pkg/engine.py": renamed }, message: "Rename (#2)\n" },
        { files: { "pkg/engine.py": null, "pkg/core.py": renamed }, message: "Rename the file (#3)\n" },
      ];
      assert.deepEqual(await verdicts(plans, store), [
        "note:ask moved site:pkg/core.py#Engine.turn!ask(forward)[0] · 1 put it into `Engine.turn`",
        "note:take moved site:pkg/core.py#Engine.turn!get()[1] · 1 put it into `Engine.turn`",
      ]);
    });

    test("what moves away and comes back is attached where it was", async () => {
      const plans = [
        { files: { "pkg/engine.py": ENGINE.replace("def run", "def turn") }, message: "Rename (#2)\n" },
        { files: { "pkg/engine.py": ENGINE }, message: "Name it back (#3)\n" },
      ];
      assert.deepEqual(await verdicts(plans, store), [
        "note:ask holds site:pkg/engine.py#Engine.run!ask(forward)[0]",
        "note:take holds site:pkg/engine.py#Engine.run!get()[1]",
      ]);
    });

    test("another call of its kind before it gives a call another number", async () => {
      const one = ENGINE.replace("        first =", "        self.inbox.get()\n        first =");
      assert.deepEqual(
        (await verdicts([{ files: { "pkg/engine.py": one }, message: "Drop one (#2)\n" }], store))[1],
        "note:take moved site:pkg/engine.py#Engine.run!get()[2] · 1 put another like it before it",
      );
    });

    test("a call that was edited is changed, and its lines are shown with the commit", async () => {
      const edited = ENGINE.replace("second = self.inbox.get()", "second = self.inbox.get(timeout=5)").replace(
        'self.crew.ask("forward", first, second)',
        'self.crew.ask("forward", first, second, reply=True)',
      );
      const shift = { files: { "pkg/engine.py": `\n${ENGINE}` }, message: "Shift (#2)\n" };
      const { findings, oids } = await judged(
        [START, shift, { files: { "pkg/engine.py": `\n${edited}` }, message: "Wait (#3)\n" }],
        { store },
      );
      assert.deepEqual(
        findings.map(({ verdict, missing, extra, broke, fails }) => [
          verdict,
          missing,
          extra,
          broke?.commit,
          broke?.pr,
          fails,
        ]),
        [
          [
            "changed",
            ['self.crew.ask("forward", first, second)'],
            ['self.crew.ask("forward", first, second, reply=True)'],
            oids[2],
            3,
            false,
          ],
          ["changed", ["self.inbox.get()"], ["self.inbox.get(timeout=5)"], oids[2], 3, false],
        ],
      );
    });

    test("a call that comes to stand under another condition is changed", async () => {
      const guarded = ENGINE.replace(
        '        self.crew.ask("exit")',
        '        if self.alive:\n            self.crew.ask("exit")',
      );
      const files = {
        "pkg/engine.py": ENGINE,
        ".binnacle/notes/exit.md": note("site:pkg/engine.py#Engine.stop!ask(exit)[0]"),
      };
      const { findings } = await judged(
        [
          { files, message: "Start (#1)\n" },
          { files: { "pkg/engine.py": guarded }, message: "Guard (#2)\n" },
        ],
        { store },
      );
      assert.deepEqual(
        [findings[0]!.verdict, findings[0]!.missing, findings[0]!.extra],
        ["changed", [], ["when self.alive"]],
      );
    });

    test("an edit that was taken back is no change", async () => {
      const plans = [
        {
          files: {
            "pkg/engine.py": ENGINE.replace("inbox.get()", "inbox.get(1)").replace('"forward",', '"forward", 1,'),
          },
          message: "Edit (#2)\n",
        },
        { files: { "pkg/engine.py": ENGINE }, message: "Revert (#3)\n" },
      ];
      assert.deepEqual(await verdicts(plans, store), [
        "note:ask holds site:pkg/engine.py#Engine.run!ask(forward)[0]",
        "note:take holds site:pkg/engine.py#Engine.run!get()[1]",
      ]);
    });

    test("a call that is taken out is missing, by which commit, and fails", async () => {
      const less = `class Engine:\n    def run(self):\n        return self.inbox.get()\n\n    def stop(self):\n        self.crew.ask("exit")\n`;
      const { findings, oids } = await judged(
        [
          START,
          { files: { "pkg/engine.py": less }, message: "Take out (#2)\n" },
          { files: { README: "later\n" }, message: "Later (#3)\n" },
        ],
        { store },
      );
      assert.deepEqual(
        findings.map((finding) => [told(finding, oids), finding.fails, finding.says]),
        [
          ["missing · 1 removed the call", true, "it is gone; it stood last at pkg/engine.py:5"],
          ["missing · 1 removed the call", true, "it is gone; it stood last at pkg/engine.py:4"],
        ],
      );
    });

    test("a file that is deleted takes its calls with it, and one that comes back brings them", async () => {
      const gone = { files: { "pkg/engine.py": null }, message: "Delete (#2)\n" };
      const back = { files: { "pkg/engine.py": `# again\n${ENGINE}` }, message: "Restore (#3)\n" };
      assert.deepEqual(
        (await verdicts([gone], store)).map((each) => each.replace(/removed the call|deleted the file/, "took it")),
        ["note:ask missing · 1 took it", "note:take missing · 1 took it"],
      );
      const { findings } = await judged([START, gone, back], { store });
      assert.deepEqual(
        findings.map(({ verdict, says }) => [verdict, says]),
        [
          ["holds", "it is attached, at pkg/engine.py:6; it went and came back"],
          ["holds", "it is attached, at pkg/engine.py:5; it went and came back"],
        ],
      );
    });

    test("another call of the same name elsewhere is not taken for one that went before it came", async () => {
      const plans = [
        { files: { "pkg/engine.py": "class Engine:\n    pass\n" }, message: "Take out (#2)\n" },
        { files: { "pkg/other.py": ENGINE.replaceAll("Engine", "Other") }, message: "Another (#3)\n" },
      ];
      assert.deepEqual(await verdicts(plans, store), [
        "note:ask missing · 1 removed the call",
        "note:take missing · 1 removed the call",
      ]);
    });

    test("a dispatch that became a plain call is no site any more", async () => {
      const plain = ENGINE.replace('self.crew.ask("forward"', 'self.other.ask("forward"');
      const [ask] = await verdicts([{ files: { "pkg/engine.py": plain }, message: "Ask another (#2)\n" }], store);
      assert.match(ask!, store ? /^note:ask missing · 1 removed the call$/ : /^note:ask missing$/);
    });
  });
}

test("an address that fits nothing is unchecked, with what is near it", async () => {
  const files = {
    "pkg/engine.py": ENGINE,
    ".binnacle/notes/a.md": note("site:pkg/engine.py#Engine.ran!ask(forward)[0]"),
    ".binnacle/notes/b.md": note("site:pkg/engine.py#Engine.run!get()[7]"),
  };
  const { findings } = await judged([{ files, message: "Start\n" }], { store: true });
  assert.deepEqual(
    findings.map(({ verdict, fails }) => [verdict, fails]),
    [
      ["unchecked", true],
      ["unchecked", true],
    ],
  );
  assert.match(findings[0]!.says, /near it: site:pkg\/engine\.py#Engine\.run!ask\(forward\)\[0\]/);
  assert.match(findings[1]!.says, /near it: site:pkg\/engine\.py#Engine\.run!get\(\)\[0\]/);
});

test("without a store and a call that could be followed, a site that is not there needs history", async () => {
  const files = { "pkg/engine.py": ENGINE, ".binnacle/notes/a.md": note("site:pkg/engine.py#Engine.run!ask(lost)[0]") };
  const { findings } = await judged([{ files, message: "Start\n" }]);
  assert.deepEqual([findings[0]!.verdict, findings[0]!.fails], ["unknown", false]);
  assert.match(findings[0]!.says, /its history is needed/);
});

test("of two equal calls in one line each keeps its own note", async () => {
  const pair = "def both(a, b):\n    return join(a.get(), b.get())\n";
  const files = {
    "pair.py": pair,
    ".binnacle/notes/a.md": note("site:pair.py#both!get()[0]"),
    ".binnacle/notes/b.md": note("site:pair.py#both!get()[1]"),
  };
  const swapped = pair.replace("a.get(), b.get()", "b.get(), a.get()");
  const { findings, oids } = await judged([
    { files, message: "Start\n" },
    { files: { "pair.py": swapped }, message: "Swap\n" },
  ]);
  assert.deepEqual(
    findings.map((finding) => told(finding, oids)),
    [
      "moved site:pair.py#both!get()[1] · 1 put another like it before it",
      "moved site:pair.py#both!get()[0] · 1 took one like it away before it",
    ],
  );
});
