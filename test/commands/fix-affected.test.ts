// Runs `fix` and `affected` as programs do: exit codes, JSON, and text of a repository that would steer a terminal.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { ENGINE, lines, Moved, NEW, OLD } from "../support/fix.ts";
import { binnacle, cleanFolders, folder } from "../support/stores.ts";

/** What a terminal or the machine that runs a job would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]|^\s*::/m;

const at = lines(OLD, "settle invoice");
const EVIL = "\u001b]0;owned\u0007\u202e";
const DOC = `# Guide\n\n::error::no\n${EVIL} A frozen ledger is refused by \`settle_invoice\` (${ENGINE}:${at}) before it sums the postings.\n`;
let moved: Moved;
before(() => {
  moved = new Moved({ "docs/guide.md": DOC });
});
after(() => {
  moved.built.cleanup();
  cleanFolders();
});

describe("the program", () => {
  test("shows what it would do, and no text of a repository is obeyed", () => {
    for (const args of [
      ["fix"],
      ["affected", "HEAD~1..HEAD"],
      ["fix", "--json"],
      ["affected", "--json", "HEAD~1..HEAD"],
    ]) {
      const said = binnacle([...args, "--repo", moved.built.dir]);
      assert.deepEqual([said.status, said.stderr], [0, ""], args.join(" "));
      assert.doesNotMatch(said.stdout, OBEYED, args.join(" "));
    }
  });

  test("says in JSON which edits it would make", () => {
    const said = JSON.parse(binnacle(["fix", "--json", "--repo", moved.built.dir]).stdout);
    const [start, end] = NEW.range("settle invoice");
    const column = DOC.split("\n")[3]!.indexOf(ENGINE) + 1;
    assert.deepEqual(Object.keys(said), [
      "schema",
      "repository",
      "commit",
      "judged",
      "base",
      "as",
      "written",
      "counts",
      "edits",
      "left",
      "notices",
    ]);
    assert.equal(said.schema, 1);
    assert.deepEqual(said.counts, { fixed: 1, documents: 1, left: 0 });
    const [{ fingerprint, ...edit }] = said.edits;
    assert.match(fingerprint, /^[0-9a-f]{20}$/);
    const becomes = `${ENGINE}:${start}-${end}`;
    assert.deepEqual(edit, {
      doc: "docs/guide.md",
      line: 4,
      column,
      text: `${ENGINE}:${at}`,
      becomes,
      verdict: "moved",
      path: ENGINE,
      start,
      end,
      symbol: null,
      address: null,
      replacements: [{ line: 4, column, old: `${ENGINE}:${at}`, becomes }],
    });
  });

  test("exits with 2 and one line where it could not look", () => {
    const empty = folder();
    mkdirSync(`${empty}/no`);
    for (const args of [
      ["fix", "--repo", `${empty}/no`],
      ["fix", "--repo", moved.built.dir, "--as", "wrong"],
      ["fix", "--repo", moved.built.dir, "--base", "nowhere"],
      ["affected", "--repo", moved.built.dir, "nowhere"],
      ["affected", "--repo", moved.built.dir],
    ]) {
      const said = binnacle(args);
      assert.deepEqual([said.status, said.stdout], [2, ""], args.join(" "));
      assert.match(said.stderr, /^binnacle: [^\n]+\n$/, args.join(" "));
      assert.doesNotMatch(said.stderr, /is a bug/);
    }
  });

  test("writes with --write, and says how much", () => {
    const said = binnacle(["fix", "--write", "--repo", moved.built.dir]);
    assert.deepEqual([said.status, said.stdout], [0, "One citation in one document was written anew.\n"]);
    assert.equal(moved.read("docs/guide.md"), DOC.replace(at, lines(NEW, "settle invoice")));
    assert.equal(binnacle(["fix", "--repo", moved.built.dir]).stdout, "Nothing to fix.\n");
  });
});
