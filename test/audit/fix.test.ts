// Fixes of documents whose code has moved, in a real work tree: what is written, how, and what is left alone.

import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { filler, Module, PYTHON } from "../support/audit-code.ts";
import { ENGINE, lines, NEW, OLD, ROUTE, withMoved } from "../support/fix.ts";
import { makeRepository, runGit } from "../support/repository.ts";
import { say } from "../support/stores.ts";

const settle = { old: lines(OLD, "settle invoice"), now: lines(NEW, "settle invoice") };
const route = { old: lines(OLD, "route parcel"), now: lines(NEW, "route parcel") };
const SETTLED = (at: string) => `A frozen ledger is refused by \`settle_invoice\` (${at}) before it sums the postings.`;
const ROUTED = (at: string) =>
  `\`route_parcel\` plans the route from the nearest depot and notifies the courier (${at}).`;
const DOC = "docs/guide.md";

describe("the numbers of what moved", () => {
  test("are written anew, and hold then; a second run has nothing to do", async () => {
    const doc = `# Guide\n\n${SETTLED(`${ENGINE}:${settle.old}`)}\n\n${ROUTED(`engine.py:${route.old}`)}\n`;
    await withMoved({ [DOC]: doc }, async (moved) => {
      const shown = await moved.fix();
      assert.equal(moved.read(DOC), doc, "nothing is written unasked");
      assert.deepEqual([shown.counts.fixed, shown.written], [2, false]);
      const told = await moved.fix("--write");
      assert.deepEqual(told.edits, shown.edits);
      assert.equal(moved.read(DOC), doc.replace(settle.old, settle.now).replace(route.old, route.now));
      assert.deepEqual(await moved.verdicts(DOC), {
        [`${ENGINE}:${settle.now}`]: "holds",
        [`engine.py:${route.now}`]: "holds",
      });
      assert.equal((await moved.fix()).counts.fixed, 0);
      assert.equal(moved.built.git("diff", "--name-only"), DOC);
    });
  });

  test("are shown as a unified diff", async () => {
    const doc = `# Guide\n\none\n\ntwo\n\n${SETTLED(`${ENGINE}:${settle.old}`)}\n`;
    await withMoved({ [DOC]: doc }, async (moved) => {
      const out = await moved.text();
      const line = SETTLED(`${ENGINE}:${settle.old}`);
      assert.ok(
        out.startsWith(
          [
            `--- a/${DOC}`,
            `+++ b/${DOC}`,
            "@@ -4,4 +4,4 @@",
            " ",
            " two",
            " ",
            `-${line}`,
            `+${line.replace(settle.old, settle.now)}`,
            "",
          ].join("\n"),
        ),
        out,
      );
      assert.match(out, /One citation in one document would be written anew/);
      runGit(moved.built.dir, ["apply"], `${out.slice(0, out.indexOf("\nOne citation"))}\n`);
      assert.ok(moved.read(DOC).includes(settle.now));
    });
  });

  test("several on one line, continued, and in the cells of a table", async () => {
    const doc = [
      "# Guide",
      "",
      `\`settle_invoice\` refuses a frozen ledger (\`${ENGINE}:${settle.old}\`), and \`route_parcel\` plans the route from the depot (\`:${route.old}\`).`,
      "",
      "| what | where |",
      "|---|---|",
      `| \`settle_invoice\` refuses a frozen ledger | \`engine.py:${settle.old}\` |`,
      `| \`route_parcel\` notifies the courier | [\`engine.py:${route.old}\`](../pkg/engine.py#L${route.old.replace("-", "-L")}) |`,
      "",
    ].join("\n");
    await withMoved({ [DOC]: doc }, async (moved) => {
      const { counts } = await moved.fix("--write");
      assert.equal(counts.fixed, 4);
      assert.equal(
        moved.read(DOC),
        doc
          .replaceAll(settle.old, settle.now)
          .replaceAll(route.old, route.now)
          .replace(`#L${route.old.replace("-", "-L")}`, `#L${route.now.replace("-", "-L")}`),
      );
    });
  });

  test("in the comments of code, and never in its strings", async () => {
    const code = [
      "class Clerk:",
      `    """Refuses a frozen ledger as \`settle_invoice\` does (${ENGINE}:${settle.old})."""`,
      "",
      "    def file(self):",
      `        # As route_parcel does: the route from the nearest depot, ${ENGINE}:${route.old}.`,
      `        return report("settle_invoice refuses a frozen ledger and sums the postings, see ${ENGINE}:${settle.old}")`,
      "",
    ].join("\n");
    await withMoved({ "pkg/clerk.py": code }, async (moved) => {
      const { left, counts } = await moved.fix("--write");
      assert.equal(counts.fixed, 2);
      assert.deepEqual(
        left.map(({ reason }) => reason),
        ["it stands in a string of code, which may be read by a program"],
      );
      const at = code.lastIndexOf(settle.old);
      assert.equal(
        moved.read("pkg/clerk.py"),
        code.slice(0, at).replace(settle.old, settle.now).replace(route.old, route.now) + code.slice(at),
      );
    });
  });
});

describe("what is left alone", () => {
  test("dated records, quotations, examples, ignored lines", async () => {
    const one = SETTLED(`${ENGINE}:${settle.old}`);
    const documents = {
      "docs/dated.md": `---\ndate: 2026-06-04\n---\n\n${one}\n`,
      "docs/record.md": `${one}\n`,
      "docs/quoted.md": `# Quoted\n\n> ${one}\n`,
      "docs/example.md": `# Example\n\n\`\`\`\n${one}\n\`\`\`\n`,
      "docs/ignored.md": `# Ignored\n\n<!-- binnacle-ignore: of an older engine -->\n${one}\n`,
    };
    const configuration = "audit:\n  records: [docs/record.md]\n  examples: true\n";
    await withMoved(
      documents,
      async (moved) => {
        const { counts, left } = await moved.fix("--write");
        assert.equal(counts.fixed, 0);
        assert.deepEqual(left.map(({ reason }) => reason).sort(), [
          "binnacle-ignore stands beside it",
          "it stands in a quotation",
          "it stands in an example",
        ]);
        for (const [path, text] of Object.entries(documents)) assert.equal(moved.read(path), text);
      },
      { first: { "binnacle.yaml": configuration } },
    );
  });

  test("a hint is for a person, and counted", async () => {
    const doc = `# Guide\n\nSomething happens at ${ENGINE}:${settle.old}, and then something else.\n`;
    await withMoved({ [DOC]: doc }, async (moved) => {
      const { counts, left } = await moved.fix("--write");
      assert.equal(counts.fixed, 0);
      assert.deepEqual(
        left.map(({ count, examples }) => [count, examples]),
        [[1, [`${DOC}:3`]]],
      );
      assert.equal(moved.read(DOC), doc);
    });
  });

  test("a short path that would mean another file with the new numbers", async () => {
    // Of two that hold the routine, the first is the only one that is long enough: until the routine moves up.
    const long = new Module(PYTHON, [...filler(0, 9), ROUTE]);
    const up = new Module(PYTHON, [...filler(0, 1), ROUTE, ...filler(1, 8)]);
    const other = new Module(PYTHON, [ROUTE, ...filler(20, 2)]);
    const doc = `# Guide\n\n${ROUTED(`engine.py:${lines(long, "route parcel")}`)}\n`;
    await withMoved(
      { [DOC]: doc },
      async (moved) => {
        const { counts, left } = await moved.fix("--write");
        assert.equal(counts.fixed, 0);
        assert.equal(left[0]?.reason, "written so, its path would mean another file");
        assert.equal(moved.read(DOC), doc);
      },
      { first: { [ENGINE]: long.text, "other/engine.py": other.text }, now: { [ENGINE]: up.text } },
    );
  });

  test("a document that is a symbolic link, or lies behind one", async () => {
    const doc = `# Guide\n\n${SETTLED(`${ENGINE}:${settle.old}`)}\n`;
    await withMoved(
      { "docs/real.md": doc, "linked/inner.md": doc },
      async (moved) => {
        const outside = moved.built.sibling("outside");
        renameSync(moved.path("linked"), outside);
        symlinkSync(outside, moved.path("linked"));
        const { counts } = await moved.fix("--write");
        assert.equal(counts.fixed, 1);
        assert.equal(readFileSync(join(outside, "inner.md"), "utf8"), doc);
        assert.ok(lstatSync(moved.path("docs/link.md")).isSymbolicLink());
        assert.ok(lstatSync(moved.path("docs/real.md")).isFile());
      },
      { plan: { links: { "docs/link.md": "real.md" } } },
    );
  });

  test("a document with bytes that are no UTF-8", async () => {
    const doc = Buffer.concat([
      Buffer.from(`# Guide \xe9\n\n`, "latin1"),
      Buffer.from(SETTLED(`${ENGINE}:${settle.old}`)),
    ]);
    await withMoved({ [DOC]: doc }, async (moved) => {
      const { counts, left } = await moved.fix("--write");
      assert.equal(counts.fixed, 0);
      assert.deepEqual(left[0]?.reason, "the document is not UTF-8");
      assert.ok(readFileSync(moved.path(DOC)).equals(doc));
    });
  });

  test("a document that is not what was judged, or is not there at all", async () => {
    const doc = `# Guide\n\n${SETTLED(`${ENGINE}:${settle.old}`)}\n`;
    await withMoved({ "docs/a.md": doc, "docs/b.md": doc }, async (moved) => {
      // Git is told not to look, so what it remembers is judged.
      moved.built.git("update-index", "--assume-unchanged", "docs/a.md");
      moved.built.git("update-index", "--skip-worktree", "docs/b.md");
      moved.write("docs/a.md", `One line more.\n${doc}`);
      rmSync(moved.path("docs/b.md"));
      const { counts, left } = await moved.fix("--write");
      assert.equal(counts.fixed, 0);
      assert.deepEqual(left.map(({ reason }) => reason).sort(), [
        "its document is not in the work tree, or lies behind a symbolic link",
        "the document changed since it was judged",
      ]);
      assert.equal(moved.read("docs/a.md"), `One line more.\n${doc}`);
    });
  });

  test("documents and code with a merge conflict in them", async () => {
    const doc = (end: string) => `# Guide\n\n${SETTLED(`${ENGINE}:${settle.old}`)}\n\n${end}\n`;
    const built = makeRepository([
      { files: { [ENGINE]: OLD.text, [DOC]: doc("one") }, message: "Start" },
      { files: { [ENGINE]: NEW.text, [DOC]: doc("two") }, message: "Main" },
      { files: { [DOC]: doc("three") }, message: "Side", parents: [0], branch: "side" },
    ]);
    try {
      assert.throws(() => built.git("merge", "side"));
      const { edits, left } = JSON.parse((await say("fix", "--json", "--repo", built.dir)).out);
      assert.deepEqual([edits, left[0]?.reason], [[], "its document has a merge conflict"]);
    } finally {
      built.cleanup();
    }
  });

  test("a document in which another citation would come to mean something else", async () => {
    const code = { "pkg/clerk.py": OLD.text };
    const doc = `# Guide\n\n\`settle_invoice\` refuses a frozen ledger (\`clerk.py:${settle.old}\`), something else is at (\`:${route.old}\`).\n`;
    await withMoved(
      { [DOC]: doc },
      async (moved) => {
        const { counts, left } = await moved.fix("--write");
        assert.equal(counts.fixed, 0);
        assert.ok(
          left.some(({ reason }) => reason === "it would make another citation mean something else"),
          JSON.stringify(left),
        );
        assert.equal(moved.read(DOC), doc);
      },
      { first: code, now: { "pkg/clerk.py": null, "pkg/scribe.py": OLD.text } },
    );
  });
});

describe("the bytes of a document", () => {
  const text = `# Guide\n\n${SETTLED(`${ENGINE}:${settle.old}`)}\n\nAnd more.\n`;

  test("keep their line ends, their mark and their end, as git stores them and as they lie on the disk", async () => {
    const marked = `\uFEFF${SETTLED(`${ENGINE}:${settle.old}`)}`;
    const mixed = text.replace("\n\nAnd", "\r\n\nAnd");
    const documents = { "a.md": text.replaceAll("\n", "\r\n"), "b.md": marked, "c.md": mixed, "d.md": text };
    await withMoved(documents, async (moved) => {
      moved.built.git("config", "core.autocrlf", "true");
      moved.write("d.md", text.replaceAll("\n", "\r\n"));
      const { counts } = await moved.fix("--write");
      assert.equal(counts.fixed, 4);
      for (const [path, was] of Object.entries(documents)) {
        const disk = path === "d.md" ? text.replaceAll("\n", "\r\n") : was;
        assert.equal(moved.read(path), disk.replace(settle.old, settle.now), path);
      }
      assert.equal((await moved.fix()).counts.fixed, 0);
    });
  });

  test("keep their mode, and leave nothing beside them", async () => {
    await withMoved({ "docs/run.md": text }, async (moved) => {
      chmodSync(moved.path("docs/run.md"), 0o750);
      await moved.fix("--write");
      assert.equal(statSync(moved.path("docs/run.md")).mode & 0o777, 0o750);
      assert.deepEqual(readdirSync(moved.path("docs")), ["run.md"]);
    });
  });
});

describe("as a symbol", () => {
  const PY = [
    "class Engine:",
    '    """Runs everything."""',
    "",
    "    def settle_invoice(self, request):",
    "        ledger = open_ledger(request)",
    "        if not ledger.ready:",
    '            raise EngineError("the ledger is frozen")',
    "        return sum_postings(ledger)",
    "",
    "    def route_parcel(self, request):",
    "        depot = nearest_depot(request)",
    "        route = plan_route(depot)",
    "        notify_courier(route)",
    "        weigh_parcel(route)",
    "        return route",
    "",
    "",
    "def open_ledger(request):",
    '    """Opens the ledger of a request."""',
    "    return LEDGERS[request.account]",
    "",
    "",
    "LEDGERS = {}",
    "",
  ].join("\n");
  const TS = [
    "export class Engine {",
    "  settleInvoice(request: Incoming) {",
    "    const ledger = openLedger(request);",
    '    if (!ledger.ready) throw new EngineError("the ledger is frozen");',
    "    return sumPostings(ledger);",
    "  }",
    "}",
    "",
    "export function openLedger(request: Incoming) {",
    "  return LEDGERS[request.account];",
    "}",
    "",
  ].join("\n");

  const written = async (code: Record<string, string>, doc: string, ...words: string[]) => {
    const built = makeRepository([{ files: { ...code, [DOC]: doc }, message: "Start" }]);
    try {
      await say("fix", "--repo", built.dir, "--as", "symbol", "--write", ...words);
      const { out } = await say("audit", "--json", "--repo", built.dir, DOC);
      const again = JSON.parse((await say("fix", "--repo", built.dir, "--as", "symbol", "--json")).out);
      assert.equal(again.counts.fixed, 0, "a second run has nothing to do");
      const { citations } = JSON.parse(out) as { citations: { text: string; verdict: string }[] };
      return { text: readFileSync(join(built.dir, DOC), "utf8"), citations };
    } finally {
      built.cleanup();
    }
  };

  test("in Python: a method, a function, a constant; in backticks, bare, behind a heading's path", async () => {
    const doc = [
      "# Guide",
      "",
      "A frozen ledger is refused when an invoice is settled (`pkg/engine.py:4-8`).",
      "",
      "The ledger is opened by account at pkg/engine.py:18, from LEDGERS (`engine.py:23`).",
      "",
      "The courier is notified of the planned route, and the parcel weighed: pkg/engine.py:10-15.",
      "",
    ].join("\n");
    const { text, citations } = await written({ "pkg/engine.py": PY }, doc);
    assert.equal(
      text,
      doc
        .replace("pkg/engine.py:4-8", "pkg/engine.py: Engine.settle_invoice")
        .replace("pkg/engine.py:18", "pkg/engine.py: open_ledger()")
        .replace("engine.py:23", "engine.py::LEDGERS")
        .replace("pkg/engine.py:10-15", "pkg/engine.py: Engine.route_parcel"),
    );
    assert.deepEqual(
      citations.map(({ verdict }) => verdict),
      ["holds", "holds", "holds", "holds"],
    );
  });

  test("in TypeScript, also in the words of a link", async () => {
    const doc = [
      "# Guide",
      "",
      "A frozen ledger is refused by `settleInvoice` ([`src/engine.ts:2-6`](../src/engine.ts#L2-L6)).",
      "",
      "`openLedger` finds the ledger by account (`src/engine.ts:9`).",
      "",
    ].join("\n");
    const { text, citations } = await written({ "src/engine.ts": TS }, doc);
    assert.equal(
      text,
      doc
        .replace(
          "src/engine.ts:2-6`](../src/engine.ts#L2-L6)",
          "src/engine.ts: Engine.settleInvoice`](../src/engine.ts)",
        )
        .replace("src/engine.ts:9", "src/engine.ts: openLedger()"),
    );
    assert.deepEqual(
      citations.map(({ verdict }) => verdict),
      ["holds", "holds"],
    );
  });

  test("not where two definitions are meant, a part of one, or none", async () => {
    const twice = `${PY}\n\ndef open_ledger(request):\n    return None\n`;
    const doc = [
      "# Guide",
      "",
      "Invoices are settled and parcels routed, the courier notified (`pkg/engine.py:4-15`).",
      "",
      "The route is planned from the nearest depot (`pkg/engine.py:11-12`).",
      "",
      "The ledger is opened by account (`pkg/engine.py:18-20`).",
      "",
    ].join("\n");
    const { text } = await written({ "pkg/engine.py": twice }, doc);
    assert.equal(text, doc);
  });
});

describe("as a permalink", () => {
  const address = (built: { oids: readonly string[] }, at: string) =>
    `https://github.com/acme/engine/blob/${built.oids.at(-1)}/pkg/engine.py#L${at.replace("-", "-L")}`;

  test("a link in Markdown, the address elsewhere, at HEAD's commit", async () => {
    const documents = {
      [DOC]: `# Guide\n\n${SETTLED(`\`${ENGINE}:${settle.old}\``)}\n\n${ROUTED(`[the engine, engine.py:${route.old}](../pkg/engine.py#L${route.old.replace("-", "-L")})`)}\n`,
      "pkg/clerk.py": `# ${SETTLED(`${ENGINE}:${settle.old}`)}\n`,
    };
    await withMoved(documents, async (moved) => {
      const { built } = moved;
      await assert.rejects(moved.fix("--as", "permalink"), /names no forge/);
      built.git("remote", "add", "origin", "git@github.com:acme/engine.git");
      const { counts } = await moved.fix("--as", "permalink", "--write");
      assert.equal(counts.fixed, 3);
      assert.equal(
        moved.read(DOC),
        `# Guide\n\n${SETTLED(`[\`${ENGINE}:${settle.now}\`](${address(built, settle.now)})`)}\n\n${ROUTED(`[the engine, engine.py:${route.now}](${address(built, route.now)})`)}\n`,
      );
      assert.equal(moved.read("pkg/clerk.py"), `# ${SETTLED(address(built, settle.now))}\n`);
      assert.deepEqual(new Set(Object.values(await moved.verdicts(DOC))), new Set(["historical"]));
      assert.equal((await moved.fix("--as", "permalink")).counts.fixed, 0);
    });
  });

  test("not of a file that HEAD has otherwise", async () => {
    await withMoved({ [DOC]: `# Guide\n\n${SETTLED(`${ENGINE}:${settle.old}`)}\n` }, async (moved) => {
      moved.built.git("remote", "add", "origin", "https://github.com/acme/engine");
      moved.write(ENGINE, `${NEW.text}\n# one more\n`);
      const { counts, left } = await moved.fix("--as", "permalink");
      assert.equal(counts.fixed, 0);
      assert.equal(left[0]?.reason, "the cited file is not as HEAD has it");
    });
  });
});

describe("of a change", () => {
  test("only what it moved: not what was stale before it, nor what it left where it is", async () => {
    const other = "pkg/other.py";
    const engines = (module: Module) => module.text;
    const docs = {
      "docs/stale.md": `# Stale\n\n${SETTLED(`${other}:${settle.old}`)}\n`,
      "docs/moved.md": `# Moved\n\n${ROUTED(`${ENGINE}:${route.old}`)}\n`,
    };
    const built = makeRepository([
      { files: { [ENGINE]: engines(OLD), [other]: engines(OLD), ...docs }, message: "Start" },
      { files: { [other]: engines(NEW) }, message: "Before", tags: ["base"] },
      { files: { [ENGINE]: engines(NEW), [other]: `${engines(NEW)}\n# more\n` }, message: "Change" },
    ]);
    try {
      const run = async (...words: string[]) =>
        JSON.parse((await say("fix", "--json", "--repo", built.dir, ...words)).out);
      assert.deepEqual(
        (await run()).edits.map((each: { doc: string }) => each.doc),
        ["docs/moved.md", "docs/stale.md"],
      );
      const { edits, left } = await run("--base", "base");
      assert.deepEqual(
        edits.map((each: { doc: string }) => each.doc),
        ["docs/moved.md"],
      );
      assert.deepEqual(
        left.map((each: { reason: string }) => each.reason),
        ["it was so before this change"],
      );
    } finally {
      built.cleanup();
    }
  });

  test("what the work tree moved counts, too", async () => {
    const built = makeRepository([
      { files: { [ENGINE]: OLD.text, [DOC]: `# Guide\n\n${ROUTED(`${ENGINE}:${route.old}`)}\n` }, message: "Start" },
    ]);
    try {
      writeFileSync(join(built.dir, ENGINE), NEW.text);
      await say("fix", "--repo", built.dir, "--base", "HEAD", "--write");
      assert.ok(readFileSync(join(built.dir, DOC), "utf8").includes(route.now));
    } finally {
      built.cleanup();
    }
  });
});

describe("paths and repositories", () => {
  test("only the documents that are named, and a word that is none is refused", async () => {
    const doc = `# Guide\n\n${SETTLED(`${ENGINE}:${settle.old}`)}\n`;
    await withMoved({ "docs/a.md": doc, "notes/b.md": doc }, async (moved) => {
      const { edits } = await moved.fix("./docs/");
      assert.deepEqual(
        edits.map((each) => each.doc),
        ["docs/a.md"],
      );
      await assert.rejects(moved.fix("nowhere"), { code: "bad-usage" });
      await assert.rejects(moved.fix("--as", "symbols"), /expected lines, symbol, permalink. Did you mean "symbol"/);
    });
  });

  test("a bare repository has nothing to fix, and is told so", async () => {
    const built = makeRepository([{ files: { [DOC]: "# Guide\n" }, message: "Start" }], { bare: true });
    try {
      await assert.rejects(say("fix", "--repo", built.dir), (thrown: Error & { code: string }) => {
        assert.equal(thrown.code, "bad-usage");
        assert.match(thrown.message, /a bare repository has no work tree/);
        return true;
      });
    } finally {
      built.cleanup();
    }
  });

  test("a file that moved is cited where it is, also by the link around it", async () => {
    const doc = `# Guide\n\n${SETTLED(`[\`${ENGINE}:${settle.old}\`](../${ENGINE}#L${settle.old.replace("-", "-L")})`)}\n`;
    await withMoved(
      { [DOC]: doc },
      async (moved) => {
        await moved.fix("--write");
        assert.equal(moved.read(DOC), doc.replaceAll("pkg/engine.py", "core/machine.py"));
        assert.equal(existsSync(moved.path(ENGINE)), false);
      },
      { now: { [ENGINE]: null, "core/machine.py": OLD.text } },
    );
  });
});
