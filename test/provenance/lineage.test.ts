// Sentences through history: where each copy came from, what became of it, and what a correction missed.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { openRepository } from "../../loaders/git/repository.ts";
import { indexSentences } from "../../loaders/provenance/lineage/index.ts";
import { type Lineage, lineagesOf, missedIn } from "../../loaders/provenance/lineage/lineage.ts";
import { lineageJson, lineageText, missedJson, missedText } from "../../loaders/report/lineage.ts";
import { PLAIN } from "../../loaders/report/text.ts";
import { Database } from "../../loaders/store/database.ts";
import { type BuiltRepository, type CommitPlan, makeRepository } from "../support/repository.ts";

const HANG = "A breached contract becomes a hang of the whole engine.";
const FILLER = "Nobody reads this first paragraph of the page, which stays as it is.";

/** Builds a history, indexes it in steps, and answers about it. */
class Bench {
  readonly built: BuiltRepository;
  readonly shelf: string;

  constructor(plans: readonly CommitPlan[]) {
    this.built = makeRepository(plans);
    this.shelf = this.built.sibling("s.duckdb");
  }

  async index(revision = "main", wanted: (path: string) => boolean = () => true) {
    const repo = await openRepository(this.built.dir);
    return indexSentences({ repo, shelf: this.shelf, head: await repo.resolve(revision), wanted, text: "" });
  }

  async ask(word: string): Promise<Lineage> {
    const { floor } = await this.index();
    const lineages = await lineagesOf(await openRepository(this.built.dir), this.shelf, word, floor);
    assert.equal(lineages.length, 1);
    return lineages[0]!;
  }

  /** Each copy in a line: where it was born, whence it came and by which signs, what became of it. */
  async told(word: string): Promise<readonly string[]> {
    const { copies } = await this.ask(word);
    return copies.map(({ lives, origin: { verdict, from, reasons }, fate }) => {
      const { bornDoc, bornLine } = lives[0]!;
      const whence = from === null ? verdict : `${verdict} ${from} (${reasons.map(({ sign }) => sign).join(" ")})`;
      return `${bornDoc}:${bornLine} ${whence} ${fate}`;
    });
  }

  /** All lives as rows, for comparison. */
  async rows(): Promise<unknown> {
    const database = await Database.read(this.shelf);
    try {
      const all: unknown[] = [];
      for (const [table, order] of [
        ["life", "id"],
        ["sentence", "id"],
        ["line", "position"],
        ["touched", "position, path"],
        ["shingle", "gram, sentence"],
        ["survivor", "edit, standing"],
      ])
        all.push((await database.query(`SELECT * FROM ${table} ORDER BY ${order}`)).rows);
      return all;
    } finally {
      database.close();
    }
  }
}

/** One history for one test; removed when the test is done. */
async function withHistory(plans: readonly CommitPlan[], check: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = new Bench(plans);
  try {
    await check(bench);
  } finally {
    bench.built.cleanup();
  }
}

const page = (...sentences: readonly string[]) => `# Engine\n\n${sentences.join("\n\n")}\n`;

describe("a copy", () => {
  test("that the same commit wrote was copied", () =>
    withHistory(
      [
        { files: { "README.md": page(FILLER) }, message: "First (#1)\n" },
        { files: { "docs/a.md": page(HANG), "src/b.py": `# ${HANG}\nx = 1\n` }, message: "Two (#2)\n" },
      ],
      async (bench) =>
        assert.deepEqual(await bench.told(HANG), [
          "docs/a.md:3 first stands",
          "src/b.py:1 copied 0 (same-commit words) stands",
        ]),
    ));

  test("whose commit changed the file of the earlier text, or one beside it, was copied", () =>
    withHistory(
      [
        { files: { "docs/a.md": page(HANG) }, message: "First (#1)\n" },
        { files: { "docs/a.md": page(HANG, FILLER), "src/b.py": `# ${HANG}\n` }, message: "Touch the file (#2)\n" },
        { files: { "docs/c.md": page(FILLER), "lib/c.py": `# ${HANG}\n` }, message: "Touch the folder (#3)\n" },
      ],
      async (bench) =>
        assert.deepEqual(await bench.told(HANG), [
          "docs/a.md:3 first stands",
          "src/b.py:1 copied 0 (file-touched words) stands",
          "lib/c.py:1 copied 0 (folder-touched words) stands",
        ]),
    ));

  test("whose commit's message quotes the earlier text was copied, also where a merge brought it", () =>
    withHistory(
      [
        { files: { "docs/a.md": page(HANG) }, message: "First (#1)\n" },
        { files: { "src/b.py": `# ${HANG}\n` }, message: `Say it here too\n\nThe docs say: ${HANG}\n`, branch: "side" },
        { message: "Merge pull request #2 from side\n", parents: [0, 1], files: { "src/b.py": `# ${HANG}\n` } },
      ],
      async (bench) =>
        assert.deepEqual(await bench.told(HANG), [
          "docs/a.md:3 first stands",
          "src/b.py:1 copied 0 (quoted words) stands",
        ]),
    ));

  test("of other words whose commit came nowhere near is independent; with the same words that is unclear", () =>
    withHistory(
      [
        { files: { "docs/a.md": page(HANG) }, message: "First (#1)\n" },
        { files: { "src/b.py": "# A breached contract soon becomes a hang of an engine.\n" }, message: "B (#2)\n" },
        { files: { "lib/c.py": `# ${HANG}\n` }, message: "C (#3)\n" },
      ],
      async (bench) => {
        assert.deepEqual(await bench.told(HANG), [
          "docs/a.md:3 first stands",
          "src/b.py:1 independent 0 (disjoint words) stands",
          "lib/c.py:1 unclear 0 (disjoint words) stands",
        ]);
        const text = lineageText(await bench.ask(HANG), null, PLAIN);
        assert.match(text, /three instances, three left/);
        assert.match(text, /written independently of docs\/a\.md:3: the earlier text stood in docs\/a\.md, and/);
      },
    ));

  test("of a text that had gone by then is not in reach", () =>
    withHistory(
      [
        { files: { "docs/a.md": page(HANG, FILLER) }, message: "First (#1)\n" },
        { files: { "docs/a.md": page(FILLER) }, message: "Drop it (#2)\n" },
        { files: { "docs/b.md": page(HANG) }, message: "Again (#3)\n" },
      ],
      async (bench) =>
        assert.deepEqual(await bench.told(HANG), [
          "docs/a.md:3 first removed",
          "docs/b.md:3 unclear 0 (gone words) stands",
        ]),
    ));

  test("is found reflowed, in other markup, with other line numbers and other names", () =>
    withHistory(
      [
        {
          files: {
            "a.md": page("The scheduler reads `pool_blocks` in core.py:12 before it answers the caller."),
            "b.py": "# The scheduler\n# reads pool_blocks in\n# core.py:40-44 before it answers the caller.\n",
            "c.rst": "The **scheduler** reads ``pool_blocks`` in `core.py`\nbefore it answers the caller.\n",
            "d.md": page("The scheduler reads `freeEntries` in core.py before it answers the caller."),
            "e.md": page("The garden has a gate that nobody in the house ever closes."),
          },
          message: "All (#1)\n",
        },
      ],
      async (bench) => {
        const { copies } = await bench.ask("a.md:3");
        assert.deepEqual(
          copies.map(({ lives, likeness }) => [lives[0]!.doc, likeness === 1]),
          [
            ["a.md", true],
            ["b.py", true],
            ["c.rst", true],
            ["d.md", false],
          ],
        );
      },
    ));
});

describe("a sentence", () => {
  test("that is reflowed, marked up and renumbered lives on; where names changed, it says so and still stands", () =>
    withHistory(
      [
        {
          files: { "a.md": page("The pump reads `pool_size` at core.py:3 and answers with all of it.") },
          message: "A\n",
        },
        {
          files: { "a.md": page(FILLER, "The *pump* reads\n`pool_size` at core.py:9\nand answers with all of it.") },
          message: "B\n",
        },
        {
          files: { "a.md": page(FILLER, "The *pump* reads `heapSize` at core.py:9 and answers with all of it.") },
          message: "C\n",
        },
      ],
      async (bench) => {
        const { copies } = await bench.ask("The pump reads `pool_size` at core.py and answers with all of it.");
        assert.equal(copies.length, 1);
        const [copy] = copies;
        assert.equal(copy!.fate, "stands");
        assert.deepEqual(
          copy!.lives.map(({ first, last, line }) => [first, last, line]),
          [
            [0, 1, 5],
            [2, null, 5],
          ],
        );
        assert.deepEqual(
          copy!.steps.map(({ position, end }) => [position, end]),
          [[2, "renamed"]],
        );
      },
    ));

  test("that is corrected tells to what and where; copies that were missed are listed", () =>
    withHistory(
      [
        {
          files: {
            "docs/a.md": page(HANG, FILLER),
            "docs/b.md": page(HANG),
            "src/c.py": `# ${HANG}\n`,
            "d.txt": `${HANG}\n`,
          },
          message: "First (#1)\n",
        },
        {
          files: { "docs/a.md": page("A breached contract becomes an error of the whole engine.", FILLER) },
          message: "Correct it (#2)\n",
        },
        {
          files: { "docs/b.md": page("A breached contract raises at once in the whole engine.") },
          message: "Too (#3)\n",
        },
        { files: { "d.txt": null }, message: "Drop (#4)\n" },
      ],
      async (bench) => {
        assert.deepEqual(await bench.told(HANG), [
          "d.txt:1 first file",
          "docs/a.md:3 copied 0 (same-commit words) corrected",
          "docs/b.md:3 copied 0 (same-commit words) corrected",
          "src/c.py:1 copied 0 (same-commit words) stands",
        ]);
        const asked = await bench.ask(HANG);
        const text = lineageText(asked, "https://github.com/own/engine", PLAIN);
        assert.match(text, /four instances, one left/);
        assert.match(
          text,
          /corrected in \w{9} \(#2, 14 Nov 2023\) to “A breached contract becomes an error of the whole/,
        );
        assert.match(text, /deleted with its file in \w{9} \(#4, /);
        assert.match(text, /^ {4}stands at src\/c\.py:1$/m);
        assert.match(text, /https:\/\/github\.com\/own\/engine\/blob\/\w{40}\/docs\/a\.md\?plain=1#L3/);
        assert.doesNotMatch(text + JSON.stringify(lineageJson(asked)), /Binnacle Test|example\.invalid/);
        assert.equal(lineageJson(asked).left, 1);
        const missed = await missedIn(bench.shelf);
        assert.deepEqual(
          missedJson(missed).map((each) => [
            each.corrections.map(({ pr, doc }) => `#${pr} ${doc}`),
            each.survivors.map(({ doc, line }) => `${doc}:${line}`),
          ]),
          [[["#3 docs/b.md", "#2 docs/a.md"], ["src/c.py:1"]]],
        );
        const list = missedText(missed, PLAIN);
        assert.match(list, /^One sentence was corrected in one place and survives in another\./);
        assert.match(list, /three instances, one left/);
        assert.match(list, /survives in src\/c\.py:1, born \w{9} \(#1, /);
      },
    ));

  test("that says what the correction says is no survivor, nor is one that was corrected in all places", () =>
    withHistory(
      [
        {
          files: {
            "a.md": page("The queue holds at most four requests of every single caller."),
            "b.md": page("The queue holds at most nine requests of every single caller."),
          },
          message: "A\n",
        },
        { files: { "a.md": page("The queue holds at most nine requests of every single caller.") }, message: "B\n" },
      ],
      async (bench) => {
        await bench.index();
        assert.deepEqual(await missedIn(bench.shelf), []);
        assert.match(missedText([], PLAIN), /^No sentence was corrected/);
      },
    ));

  test("follows its document through a rename, and moves with its paragraph to another one", () =>
    withHistory(
      [
        { files: { "docs/a.md": page(FILLER, HANG) }, message: "A (#1)\n" },
        { files: { "docs/a.md": null, "guide/b.md": page(FILLER, HANG) }, message: "Rename (#2)\n" },
        {
          files: {
            "guide/b.md": page(FILLER),
            "guide/c.md": page("It is another page altogether, with other words.", HANG),
          },
          message: "Move (#3)\n",
        },
      ],
      async (bench) => {
        const { copies } = await bench.ask("guide/c.md:5");
        assert.equal(copies.length, 1);
        assert.equal(copies[0]!.fate, "stands");
        assert.deepEqual(
          copies[0]!.lives.map(({ bornDoc, doc, docs, end }) => [bornDoc, doc, docs, end]),
          [
            ["docs/a.md", "guide/b.md", ["docs/a.md"], "moved"],
            ["guide/c.md", "guide/c.md", [], null],
          ],
        );
      },
    ));

  test("is found by a part of it, and by a line that it runs over; words that nowhere stood find none", () =>
    withHistory(
      [
        {
          files: {
            "a.md": `# T\n\n${FILLER}\n\nSince a breached contract becomes\na hang of the whole engine, one waits.\n`,
          },
          message: "A\n",
        },
      ],
      async (bench) => {
        assert.deepEqual(await bench.told("a breached contract becomes a hang"), ["a.md:5 first stands"]);
        assert.deepEqual(await bench.told("a.md:6"), ["a.md:5 first stands"]);
        assert.deepEqual(await bench.told("the moon was full over a quiet harbour"), []);
        await assert.rejects(bench.ask("a hang"), { code: "bad-usage", message: /has 2 words/ });
        await assert.rejects(bench.ask("b.md:6"), { code: "bad-usage", message: /b\.md:6: expected a sentence/ });
      },
    ));

  test("with what a terminal or a log would obey is printed harmless", () =>
    withHistory(
      [{ files: { "a.md": page("Obey \u001b[2J this and ##[error] that \u202e in this one place.") }, message: "A\n" }],
      async (bench) => {
        const text = lineageText(await bench.ask("a.md:3"), null, PLAIN);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        assert.doesNotMatch(text, /[\u001b\u202e]|##\[/);
        assert.match(text, /Obey/);
      },
    ));
});

describe("the file of sentences", () => {
  const plans: CommitPlan[] = [
    { files: { "docs/a.md": page(HANG, FILLER), "src/c.py": `"""${HANG}"""\n` }, message: "A (#1)\n" },
    { files: { "docs/a.md": null, "docs/b.md": page(FILLER, HANG) }, message: "B (#2)\n" },
    {
      files: { "docs/b.md": page(FILLER, "A breached contract becomes an error of the whole engine.") },
      message: "C (#3)\n",
    },
    { files: { "data.json": `["${HANG}"]`, "d.md": page(FILLER, HANG, HANG) }, message: "D (#4)\n" },
    { files: { "src/c.py": null, "d.md": page(HANG, FILLER) }, message: "E (#5)\n" },
  ];
  let bench: Bench;
  before(() => {
    bench = new Bench(plans);
  });
  after(() => bench.built.cleanup());

  test("grown commit by commit is the same as walked at once, and walks only what is new", async () => {
    const walked: number[] = [];
    for (const oid of bench.built.oids) walked.push((await bench.index(oid)).walked);
    assert.deepEqual(walked, [1, 1, 1, 1, 1]);
    assert.equal((await bench.index()).walked, 0);
    const grown = await bench.rows();
    rmSync(bench.shelf);
    assert.equal((await bench.index()).walked, 5);
    assert.deepEqual(await bench.rows(), grown);
  });

  test("is made anew for a head that does not follow, and where it is damaged", async () => {
    await bench.index();
    assert.equal((await bench.index(bench.built.oids[1])).walked, 2);
    assert.equal((await bench.index()).walked, 3);
    const { writeFileSync } = await import("node:fs");
    writeFileSync(bench.shelf, "no store");
    assert.equal((await bench.index()).walked, 5);
  });

  test("holds no data, no code and no path that is not wanted", async () => {
    rmSync(bench.shelf, { force: true });
    await bench.index("main", (path) => !path.startsWith("src/"));
    const database = await Database.read(bench.shelf);
    const { rows } = await database.query("SELECT DISTINCT born_doc FROM life ORDER BY born_doc");
    database.close();
    assert.deepEqual(rows.flat(), ["d.md", "docs/a.md", "docs/b.md"]);
    rmSync(bench.shelf);
  });
});
