// Notes come from a repository and are hostile: what is wrong with one is told with its place, and hides no other.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Snapshot } from "../../loaders/citation.ts";
import { PLAIN_NOTES, parseNotesConfiguration } from "../../loaders/knowledge/configuration.ts";
import { draftOf, ledgerEntry } from "../../loaders/knowledge/draft.ts";
import { frontMatterOf, titleOf } from "../../loaders/knowledge/front-matter.ts";
import type { Subject } from "../../loaders/knowledge/note.ts";
import { readNotes } from "../../loaders/knowledge/notes.ts";
import { slugOf } from "../../loaders/knowledge/slug.ts";
import { fc, runs } from "../support/properties.ts";
import { note } from "./knowledge.ts";

/** Files by path; `links` are symbolic links. */
function snapshotOf(files: Readonly<Record<string, string | Uint8Array>>, links: readonly string[] = []): Snapshot {
  return {
    kind: "commit",
    name: "HEAD",
    heads: [],
    files: new Map(Object.keys(files).map((path) => [path, path])),
    submodules: new Set(),
    links: new Set(links),
    conflicts: new Set(),
    blob: async (path) => Buffer.from(files[path] as string),
  };
}

const GOOD = note(
  "name:forward",
  { category: "blocking", status: "settled", relies: "[callers, the scheduler]" },
  "# Waits\n\nIt waits.",
);

async function read(
  files: Readonly<Record<string, string | Uint8Array>>,
  configuration = PLAIN_NOTES,
  links: readonly string[] = [],
) {
  const inFolder = Object.fromEntries(Object.entries(files).map(([name, text]) => [`.binnacle/notes/${name}`, text]));
  return readNotes(snapshotOf({ ...inFolder, "docs/notes.md": GOOD }, links), configuration);
}

test("a note says what it is attached to, its category and status, who relies on it, and bears the name of its file", async () => {
  const { notes, broken } = await read({ "kv/transfer.md": GOOD });
  assert.deepEqual(broken, []);
  assert.deepEqual(notes, [
    {
      name: "kv/transfer",
      doc: ".binnacle/notes/kv/transfer.md",
      line: 1,
      endLine: 10,
      attachedTo: [{ text: "name:forward", subject: { noun: "name", name: "forward" }, line: 2 }],
      category: "blocking",
      status: "settled",
      relies: ["callers", "the scheduler"],
      since: null,
      reviewed: null,
      title: "Waits",
      text: "# Waits\n\nIt waits.",
    },
  ]);
});

test("an address may hold what YAML takes for more than text, and a list of them keeps its lines", async () => {
  const addresses = [
    "site:pkg/core.py#Class.fn!call_func(forward)[1]",
    "symbol:a.py#A.f",
    "key:get_num_blocks.pool_entries",
  ];
  const { notes, broken } = await read({ "a.md": note(addresses) });
  assert.deepEqual(broken, []);
  assert.deepEqual(
    notes[0]!.attachedTo.map(({ text, line, subject }) => [text, line, subject?.noun]),
    [
      [addresses[0], 3, "site"],
      [addresses[1], 4, "symbol"],
      [addresses[2], 5, "key"],
    ],
  );
});

test("a ledger holds many notes, each with its lines, and a broken entry hides no other", async () => {
  const ledger = [
    "# blocking calls",
    "- attached_to: site:a.py#f!recv()[0]",
    "  category: socket",
    "  text: Waits for the peer. For ever.",
    "- attached_to: site:a.py#f!recv()[1]",
    "  categoy: socket",
    "",
    "# a bare one",
    '- attached_to: ["site:b.py#g!get()[0]",',
    "    symbol:b.py#g]",
    "- { attached_to: name:forward, name: forward, status: settled }",
    "- { attached_to: name:forward, name: forward, status: lost }",
    "- forward",
  ].join("\n");
  const { notes, broken } = await read({ "blocking.yaml": ledger });
  assert.deepEqual(
    notes.map(({ name, line, endLine, title }) => [name, line, endLine, title]),
    [
      ["blocking/a.f.recv.0", 2, 4, "Waits for the peer."],
      ["blocking/b.g.get.0", 9, 10, ""],
      ["blocking/forward", 11, 11, ""],
    ],
  );
  assert.deepEqual(
    broken.map(({ name, line, says }) => [name, line, says]),
    [
      [
        "blocking/2",
        6,
        '.binnacle/notes/blocking.yaml:6: unknown key "categoy"; expected attached_to, category, status, relies, since, reviewed, title, name, text',
      ],
      ["blocking/5", 12, '.binnacle/notes/blocking.yaml:12: [4].status is "lost"; expected open, settled, superseded'],
      ["blocking/6", 13, '.binnacle/notes/blocking.yaml:13: [5] is "forward"; expected a mapping'],
    ],
  );
});

test("two notes of one name are told apart", async () => {
  const entry = "- attached_to: name:forward\n";
  const { notes } = await read({ "a.yaml": entry + entry, "a/forward.md": GOOD });
  assert.deepEqual(
    notes.map(({ name }) => name),
    ["a/forward", "a/forward~2", "a/forward~3"],
  );
});

test("what is no note is told with what was expected, and the others are read", async () => {
  const hostile: Readonly<Record<string, string | Uint8Array>> = {
    "empty.md": "",
    "none.md": "# A heading\n",
    "open.md": "---\nattached_to: name:a\n",
    "nothing.md": "---\ncategory: a\n---\n",
    "list.md": "---\n- name:a\n---\n",
    "bare.md": "---\nname:a\n---\n",
    "empty-list.md": "---\nattached_to: []\n---\n",
    "number.md": "---\nattached_to: 12\n---\n",
    "deep.md": `---\nattached_to: ${"[".repeat(20_000)}\n---\n`,
    "alias.md": "---\nattached_to: &a [*a]\n---\n",
    "bomb.md": `---\na: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nattached_to: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n---\n`,
    "tag.md": "---\nattached_to: !!js/function 'x'\n---\n",
    "twice.md": "---\nattached_to: name:a\nattached_to: name:b\n---\n",
    "proto.md": "---\n__proto__: { attached_to: name:a }\n---\n",
    "status.md": note("name:a", { status: "frozen" }),
    "bytes.md": Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x0a]),
    "large.md": `${GOOD}${"x".repeat(70_000)}`,
    "broken.yaml": "- attached_to: name:a\n  - b\n",
    "scalar.yaml": "hello\n",
    "other.yaml": "things: []\n",
    "long.yaml": `notes:\n${"- attached_to: name:a\n".repeat(501)}`,
    "good.md": GOOD,
  };
  const { notes, broken } = await read(hostile, PLAIN_NOTES, [".binnacle/notes/link.md"]);
  assert.deepEqual(
    notes.map(({ name }) => name),
    ["good"],
  );
  assert.deepEqual(
    broken.map(({ name }) => name),
    [...Object.keys(hostile).filter((name) => name !== "good.md"), "link.md"]
      .sort()
      .map((name) => name.replace(/\.\w+$/, "")),
  );
  for (const { doc, says, line } of broken) {
    assert.ok(says.startsWith(`${doc}`) || /^it cannot be read/.test(says), says);
    assert.ok(says.length < 700 && line >= 1, says);
  }
  const says = (name: string) => broken.find((each) => each.name === name)!.says;
  assert.match(says("none"), /none\.md:1: there is no front matter; expected/);
  assert.match(says("status"), /status\.md:3: status is "frozen"; expected open, settled, superseded/);
  assert.match(says("large"), /it has 70,[0-9]+ bytes, and at most 65536 are read/);
  assert.match(says("link"), /symbolic link/);
  assert.match(says("long"), /at most 500 entries/);
});

test("what is no address of a subject is kept, for its own finding", async () => {
  const { notes, broken } = await read({
    "a.md": note(["core.py:12", "doc:docs/a.md:3", "claim:x", "name:ok", "site:a"]),
  });
  assert.deepEqual(broken, []);
  assert.deepEqual(
    notes[0]!.attachedTo.map(({ subject }) => subject?.noun ?? null),
    [null, null, null, "name", null],
  );
});

test("at most 5,000 notes are read, and how many are not is told", async () => {
  const entries = (from: number) =>
    Array.from({ length: 400 }, (_, at) => `- attached_to: name:n${from + at}\n`).join("");
  const files = Object.fromEntries(
    Array.from({ length: 13 }, (_, at) => [`l${String(at).padStart(2, "0")}.yaml`, entries(at * 400)]),
  );
  const { notes, broken } = await read(files);
  assert.equal(notes.length, 5_000);
  assert.deepEqual(
    broken.map(({ doc, says }) => [doc, says]),
    [[".binnacle/notes/l12.yaml", "200 more are not read: at most 5000 notes are. Settle some, and remove them"]],
  );
});

test("lines of the front matter are lines of the file, whatever ends them", () => {
  assert.deepEqual(frontMatterOf("\ufeff---\r\na: 1\r\n---\r\n\r\nText.\r\n"), { yaml: "\na: 1\n", body: "Text." });
  assert.equal(frontMatterOf("----\na: 1\n---\n"), null);
  assert.equal(frontMatterOf("\n---\na: 1\n---\n"), null);
  assert.deepEqual(frontMatterOf("---\n---\n"), { yaml: "\n\n", body: "" });
});

test("a title is the heading, else the first sentence, cut where it is long", () => {
  assert.equal(titleOf("\n## Why it waits\nBecause.\n"), "Why it waits");
  assert.equal(titleOf("It waits\nfor a peer. Then not."), "It waits for a peer.");
  assert.equal(titleOf(""), "");
  assert.equal(titleOf("x".repeat(300)).length, 200);
});

test("a configuration says which words there are, what fails, and where notes stand", async () => {
  const text = "notes:\n  folder: docs/notes/\n  statuses: [current, old]\n  retired: [old]\n  fail_on: [changed]\n";
  const configuration = parseNotesConfiguration(text, "binnacle.yaml");
  assert.equal(configuration.notes, "docs/notes");
  assert.deepEqual([...configuration.failOn, ...configuration.retired], ["changed", "old"]);
  const snapshot = snapshotOf({ "docs/notes/a.md": note("name:a"), ".binnacle/notes/b.md": GOOD });
  const { notes } = await readNotes(snapshot, configuration);
  assert.deepEqual(
    notes.map(({ name, status }) => [name, status]),
    [["a", "current"]],
  );
});

test("a configuration that cannot be meant is refused with its line", () => {
  const rows: readonly [string, RegExp][] = [
    ["folder: ../notes", /binnacle\.yaml:2: notes\.folder is "\.\.\/notes"; expected a path inside/],
    ["folder: '*'", /a folder inside the repository/],
    ["retired: [gone]", /retired\[0\] is "gone"; expected open, settled, superseded/],
    ["fail_on: [false]", /fail_on\[0\] is false; expected missing/],
    ["require: [{ kind: file }]", /kind is "file"; expected site, call/],
    ["require: [{ kind: call }]", /callee is missing; expected a pattern of callees/],
    ["require: [{ kind: call, callee: a, where: { waits: true } }]", /where is .*; expected nothing/],
    ["require: [{ kind: site, callee: a, where: { callee: b } }]", /callee is "b"; expected nothing beside/],
    ["require: [{ kind: site, where: { waits: maybe } }]", /waits is "maybe"; expected true or false/],
    ["requires: []", /unknown key "requires"/],
  ];
  for (const [line, message] of rows)
    assert.throws(
      () => parseNotesConfiguration(`notes:\n  ${line}\n`, "binnacle.yaml"),
      { code: "bad-configuration", message },
      line,
    );
});

// A path or a name as a repository could hold it; lone surrogates are no text.
const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 10, unit: "grapheme" }),
  fc.constantFrom(
    "a.b",
    "- x",
    "#",
    "true",
    "null",
    "a: b",
    '"',
    "'",
    "%",
    "\n",
    "é",
    "[x]",
    "0",
    ",",
    "a,",
    "*a",
    "&b",
  ),
);
const subject: fc.Arbitrary<Subject> = fc.oneof(
  fc.record({
    noun: fc.constant("site" as const),
    path: word,
    function: word,
    callee: word,
    name: fc.oneof(word, fc.constant("")),
    ordinal: fc.nat({ max: 20 }),
  }),
  fc.record({ noun: fc.constant("symbol" as const), path: word, name: word }),
  fc.record({ noun: fc.constant("name" as const), name: word }),
  fc.record({ noun: fc.constant("key" as const), name: word, key: word }),
);

test("a new note is read back as attached to what it was made for, whatever that is called", async () => {
  await fc.assert(
    fc.asyncProperty(
      subject,
      fc.option(fc.constantFrom("blocking", "true", "a: b", "on", "12")),
      async (to, category) => {
        const { file, text } = draftOf(to, category, "open");
        assert.match(file, /^[\p{L}\p{N}_][\p{L}\p{N}._-]*\.md$/u);
        const { notes, broken } = await read({ [file]: text });
        assert.deepEqual(broken, []);
        assert.deepEqual({ ...notes[0]!.attachedTo[0]!.subject }, { ...to });
        assert.deepEqual([notes[0]!.category, notes[0]!.status], [category, "open"]);
      },
    ),
    { numRuns: runs(300) },
  );
});

test("an entry of a ledger is read back too, and its comment is one line", async () => {
  await fc.assert(
    fc.asyncProperty(subject, fc.string({ maxLength: 40, unit: "grapheme" }), async (to, about) => {
      const { notes, broken } = await read({ "l.yaml": ledgerEntry(to, null, about) + ledgerEntry(to, "x", "") });
      assert.deepEqual(broken, []);
      assert.deepEqual(
        notes.map(({ attachedTo, category }) => [{ ...attachedTo[0]!.subject }, category]),
        [
          [{ ...to }, null],
          [{ ...to }, "x"],
        ],
      );
    }),
    { numRuns: runs(300) },
  );
});

test("a slug is a name that a file can bear", () => {
  fc.assert(
    fc.property(subject, (to) => assert.match(slugOf(to), /^(?![.-])[\p{L}\p{N}._-]{1,100}(?<![.-])$/u)),
    { numRuns: runs(500) },
  );
  assert.equal(
    slugOf({
      noun: "site",
      path: "pkg/core.py",
      function: "Engine.run",
      callee: "call_func",
      name: "forward",
      ordinal: 1,
    }),
    "core.Engine.run.call_func.forward.1",
  );
});
