// Runs `notes` as a person does: lists, filters, JSON, what is unclassified; and new notes, which are written over nothing.

import assert from "node:assert/strict";
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { Flags } from "../../loaders/commands/context.ts";
import { runNotes } from "../../loaders/commands/notes.ts";
import { COLOUR, PLAIN } from "../../loaders/report/text.ts";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { cleanFolders, folder, PROFILE_TEXT } from "../support/stores.ts";
import { note } from "./knowledge.ts";

const built: BuiltRepository[] = [];
after(() => {
  for (const each of built) each.cleanup();
  cleanFolders();
});

const ENGINE = `class Engine:
    def run(self):
        item = self.queue.get()
        return self.crew.ask("forward", item)

    def pair(self):
        return merge(self.a.get(), self.b.get())

    def stop(self):
        self.crew.ask("exit", reply=True)
`;
const CONFIGURATION = `${PROFILE_TEXT}notes:
  require:
    - { kind: site, where: { waits: true }, categories: [blocking, harmless] }
    - { kind: call, callee: "*.queue.get", categories: [blocking] }
`;
const EVIL = "\u001b]0;owned\u0007\u202e";

function repository(files: Readonly<Record<string, string>> = {}): BuiltRepository {
  const made = makeRepository([
    { files: { "engine.py": ENGINE, "binnacle.yaml": CONFIGURATION, ...files }, message: "Start (#1)\n" },
    {
      files: { "engine.py": ENGINE.replace('"forward", item', '"forward", item, 1').replace("def stop", "def halt") },
      message: `Change ${EVIL} (#2)\n`,
    },
  ]);
  built.push(made);
  return made;
}

async function run(dir: string, flags: Flags, ...words: readonly string[]): Promise<string> {
  const out: string[] = [];
  await runNotes({ repo: dir, store: join(folder(), "s.duckdb"), ...flags }, words, {
    print: (text) => out.push(text),
    note: () => {},
    terminal: { write: () => {} },
    style: PLAIN,
    stopped: Promise.resolve(),
  });
  return out.join("\n");
}

const NOTES = {
  ".binnacle/notes/ask.md": note(
    "site:engine.py#Engine.run!ask(forward)[0]",
    { category: "harmless", status: "settled", relies: "[callers]" },
    `# Asks ${EVIL}`,
  ),
  ".binnacle/notes/exit.md": note("site:engine.py#Engine.stop!ask(exit)[0]", { category: "blocking" }),
  ".binnacle/notes/plain.md": "no note\n",
};

describe("notes list", () => {
  test("tells each note with its verdict, what changed, and what is no note", async () => {
    const { dir, oids } = repository(NOTES);
    const text = await run(dir, {}, "list");
    assert.equal(
      text,
      `note  category  status   is       attached to                                at
ask   harmless  settled  changed  site:engine.py#Engine.run!ask(forward)[0]  engine.py:4
exit  blocking  open     moved    site:engine.py#Engine.stop!ask(exit)[0]    engine.py:10

changed  note:ask  .binnacle/notes/ask.md:2
  it was changed since the note was written, 1 line went and 1 came, by ${oids[1]!.slice(0, 9)} (#2)
  ${oids[1]!.slice(0, 9)} (#2, 14 Nov 2023) changed it
  - self.crew.ask("forward", item)
  + self.crew.ask("forward", item, 1)

moved  note:exit  .binnacle/notes/exit.md:2
  it is site:engine.py#Engine.halt!ask(exit)[0] now, at engine.py:10
  ${oids[1]!.slice(0, 9)} (#2, 14 Nov 2023) put it into \`Engine.halt\`

no note  .binnacle/notes/plain.md:1
  .binnacle/notes/plain.md:1: there is no front matter; expected "---", "attached_to:" with an address, "---"

Two notes: one changed and one moved.
One file or entry is no note.
One unclassified: "binnacle notes list --unclassified".`,
    );
    assert.equal(await run(dir, {}), text);
  });

  test("filters by category and status, and tells a commit's notes", async () => {
    const { dir } = repository(NOTES);
    assert.match(
      await run(dir, { category: "blocking" }, "list"),
      /^note .*\nexit .*\n\nmoved[\s\S]*\nOne note: one moved\.\nOne unclassified/,
    );
    assert.match(
      await run(dir, { status: "settled", at: "HEAD~1" }, "list"),
      /^note .*\nask .* holds .*\n\nOne note: one holds\./,
    );
    await assert.rejects(run(dir, { status: "frozen" }, "list"), {
      code: "bad-usage",
      message: /expected open, settled, superseded/,
    });
  });

  test("as JSON has the notes whole, and nothing in it steers a terminal", async () => {
    const { dir, oids } = repository(NOTES);
    const text = await run(dir, { json: true }, "list");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    const said = JSON.parse(text);
    assert.deepEqual(Object.keys(said), [
      "schema",
      "repository",
      "commit",
      "judged",
      "notes",
      "broken",
      "unclassified",
    ]);
    const [ask] = said.notes;
    assert.deepEqual(
      [ask.address, ask.category, ask.status, ask.retired, ask.relies, ask.title],
      ["note:ask", "harmless", "settled", false, ["callers"], `Asks ${EVIL}`],
    );
    assert.deepEqual(
      [ask.subjects[0].verdict, ask.subjects[0].now, ask.subjects[0].removed, ask.subjects[0].broke.commit],
      [
        "changed",
        { address: "site:engine.py#Engine.run!ask(forward)[0]", path: "engine.py", line: 4 },
        ['self.crew.ask("forward", item)'],
        oids[1],
      ],
    );
    assert.deepEqual(said.unclassified[0].requirement, {
      of: "call of *.queue.get",
      categories: ["blocking"],
      doc: "binnacle.yaml",
      line: 12,
    });
  });

  test("no text of a repository is obeyed, in colour either", async () => {
    const { dir } = repository({ ...NOTES, ".binnacle/notes/x.md": note(`name:${EVIL.trim()}`, {}, EVIL) });
    const out: string[] = [];
    await runNotes({ repo: dir, store: join(folder(), "s.duckdb") }, ["list"], {
      print: (text) => out.push(text),
      note: () => {},
      terminal: { write: () => {} },
      style: COLOUR,
      stopped: Promise.resolve(),
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    assert.doesNotMatch(out.join("\n"), /\u001b\]|\u0007|\u202e/);
  });

  test("what is unclassified is listed with addresses, and as entries of a ledger that then satisfy", async () => {
    const { dir } = repository();
    assert.equal(
      await run(dir, { unclassified: true }, "list"),
      `at            call              has  address
engine.py:10  ask(exit)              site:engine.py#Engine.halt!ask(exit)[0]
engine.py:3   self.queue.get()       site:engine.py#Engine.run!get()[0]

One unclassified of the sites that wait.
One unclassified of the calls of *.queue.get.`,
    );
    const ledger = await run(dir, { unclassified: true, ledger: true }, "list");
    assert.equal(
      ledger,
      `# engine.py:10 ask(exit)
- attached_to: site:engine.py#Engine.halt!ask(exit)[0]
  category:

# engine.py:3 self.queue.get()
- attached_to: site:engine.py#Engine.run!get()[0]
  category:`,
    );
    mkdirSync(join(dir, ".binnacle/notes"), { recursive: true });
    writeFileSync(join(dir, ".binnacle/notes/blocking.yaml"), ledger.replaceAll("category:", "category: blocking"));
    assert.equal(await run(dir, { unclassified: true }, "list"), "Nothing that must be classified is unclassified.");
  });

  test("flags that do not go together are refused", async () => {
    const { dir } = repository();
    const rows: readonly [Flags, RegExp][] = [
      [{ ledger: true }, /Pass --unclassified with it/],
      [{ unclassified: true, category: "a" }, /no category and no status/],
    ];
    for (const [flags, message] of rows) await assert.rejects(run(dir, flags, "list"), { code: "bad-usage", message });
    await assert.rejects(run(dir, {}, "lists"), {
      code: "bad-usage",
      message: /expected "notes list", or "notes new"/,
    });
    await assert.rejects(run(dir, {}, "new"), { code: "bad-usage", message: /wants one address or PATH:LINE/ });
    const bare = makeRepository([{ files: { "a.py": "x = 1\n" }, message: "Start\n" }]);
    built.push(bare);
    await assert.rejects(run(bare.dir, { unclassified: true }, "list"), {
      code: "bad-usage",
      message: /Nothing must be classified/,
    });
    assert.equal(await run(bare.dir, {}, "list"), "There are no notes.");
  });
});

describe("notes new", () => {
  test("writes a stub with the address, and prints its path", async () => {
    const { dir } = repository();
    const path = await run(dir, { category: "blocking" }, "new", "site:engine.py#Engine.halt!ask(exit)[0]");
    assert.equal(path, ".binnacle/notes/engine.Engine.halt.ask.exit.0.md");
    assert.equal(
      readFileSync(join(dir, path), "utf8"),
      "---\nattached_to: site:engine.py#Engine.halt!ask(exit)[0]\ncategory: blocking\nstatus: open\nrelies: []\n---\n\nSay what holds here, why, and what breaks if it changes.\n",
    );
    assert.doesNotMatch(await run(dir, { unclassified: true }, "list"), /exit/);
    assert.match(await run(dir, {}, "list"), /One note: one holds\./);
  });

  test("takes a place for what stands there: a dispatch, a definition, the one call, what encloses the line", async () => {
    const { dir } = repository();
    const rows: readonly [string, string][] = [
      ["engine.py:4", "site:engine.py#Engine.run!ask(forward)[0]"],
      ["./engine.py:3", "site:engine.py#Engine.run!get()[0]"],
      ["engine.py:2", "symbol:engine.py#Engine.run"],
      ["engine.py:1", "symbol:engine.py#Engine"],
      ["engine.py:5", "symbol:engine.py#Engine"],
    ];
    const addresses: string[] = [];
    for (const [place, address] of rows.slice(0, 4)) {
      const said = JSON.parse(await run(dir, { json: true }, "new", place));
      assert.equal(said.address, address);
      addresses.push(said.path);
    }
    assert.equal(new Set(addresses).size, 4);
  });

  test("of several calls in a line it lists all, and of these one that must be classified is meant", async () => {
    const { dir } = repository();
    await assert.rejects(run(dir, {}, "new", "engine.py:7"), {
      code: "bad-usage",
      message:
        "engine.py:7 could be one of 4. Name one of these:\n  site:engine.py#Engine.pair!merge()[0]\n  site:engine.py#Engine.pair!get()[0]\n  site:engine.py#Engine.pair!get()[1]\n  symbol:engine.py#Engine.pair",
    });
    writeFileSync(
      join(dir, "engine.py"),
      readFileSync(join(dir, "engine.py"), "utf8").replace("self.b.get()", "self.queue.get()"),
    );
    const said = JSON.parse(await run(dir, { json: true }, "new", "engine.py:7"));
    assert.equal(said.address, "site:engine.py#Engine.pair!get()[1]");
  });

  test("refuses to write over a note, and numbers one of another thing that is named alike", async () => {
    const { dir } = repository({ "pkg/engine.py": ENGINE });
    const first = await run(dir, {}, "new", "symbol:engine.py#Engine.run");
    const before = readFileSync(join(dir, first), "utf8");
    await assert.rejects(run(dir, { category: "other" }, "new", "symbol:engine.py#Engine.run"), {
      code: "bad-usage",
      message: `${first} is there already, and is not written over. Edit it.`,
    });
    assert.equal(readFileSync(join(dir, first), "utf8"), before);
    assert.equal(
      await run(dir, {}, "new", "symbol:pkg/engine.py#Engine.run"),
      ".binnacle/notes/engine.Engine.run-2.md",
    );
  });

  test("writes nothing through a symbolic link", async () => {
    const { dir } = repository();
    const outside = folder();
    mkdirSync(join(dir, ".binnacle"));
    symlinkSync(outside, join(dir, ".binnacle/notes"));
    await assert.rejects(run(dir, {}, "new", "symbol:engine.py#Engine"), {
      code: "bad-usage",
      message: /symbolic link/,
    });
    assert.equal(existsSync(join(outside, "engine.Engine.md")), false);
    const other = repository();
    mkdirSync(join(other.dir, ".binnacle/notes"), { recursive: true });
    symlinkSync(join(outside, "x"), join(other.dir, ".binnacle/notes/engine.Engine.md"));
    await assert.rejects(run(other.dir, {}, "new", "symbol:engine.py#Engine"), {
      code: "bad-usage",
      message: /is there already/,
    });
    assert.equal(lstatSync(join(outside, "x"), { throwIfNoEntry: false }), undefined);
  });

  test("what is not there is refused with what is near, and what is no place with what was expected", async () => {
    const { dir } = repository({ "plain.txt": "a\nb\n" });
    const rows: readonly [string, RegExp][] = [
      [
        "site:engine.py#Engine.stop!ask(exit)[0]",
        /^There is no site:.* Near it: site:engine\.py#Engine\.halt!ask\(exit\)\[0\]/,
      ],
      ["symbol:engine.py#Engine.rum", /Near it: symbol:engine\.py#Engine\.run/],
      ["name:foward", /Near it: name:forward/],
      ["commit:0123456789", /^There is no commit:0123456789\.$/],
      ["engine.py", /is no address and no place; expected site:…/],
      ["missing.py:3", /there is no file missing\.py/],
      ["plain.txt:2", /nothing there that a note can be attached to/],
      ["doc:engine.py:3", /there is no file doc:engine\.py/],
    ];
    for (const [word, message] of rows)
      await assert.rejects(run(dir, {}, "new", word), { code: "bad-usage", message }, word);
    await assert.rejects(run(dir, { status: "done" }, "new", "engine.py:2"), {
      code: "bad-usage",
      message: /expected open/,
    });
    const bare = makeRepository([{ files: { "a.py": "x = 1\n" }, message: "Start\n" }], { bare: true });
    built.push(bare);
    await assert.rejects(run(bare.dir, {}, "new", "a.py:1"), { code: "bad-usage", message: /no work tree/ });
  });
});
