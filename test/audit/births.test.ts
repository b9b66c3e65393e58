// Says when a citation was first written, whatever happened to its document since; and that a hundred thousand equal ones
// are not each compared with all the others.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { birthsOf } from "../../loaders/audit/births.ts";
import { Library, type Read } from "../../loaders/audit/library.ts";
import type { Version } from "../../loaders/audit/past.ts";
import { fc, runs } from "../support/properties.ts";

/** The versions of one document, oldest first; null: it was not there. Gives the version that wrote each citation, 0-based. */
async function birthsIn(texts: readonly (string | null)[], paths: readonly string[] = []): Promise<(number | null)[]> {
  const library = new Library(async (oid) => Buffer.from(texts[Number(oid)] ?? ""));
  const pathOf = (at: number) => paths[at] ?? paths.at(-1) ?? "docs/engine.md";
  const newest = texts.length - 1;
  const versions: Version[] = [];
  for (let at = newest; at >= 0; at--)
    versions.push({ at: newest - at, path: pathOf(at), oid: texts[at] === null ? null : String(at) });
  const now = (await library.document(pathOf(newest), String(newest))) as Read;
  const births = await birthsOf(now.citations, now, versions, library);
  return births.map((birth) => (birth === null ? null : newest - birth));
}

const CITED = "A frozen ledger is refused before the postings are summed (core.py:12-20).";
const OTHER = "Parcels are retried three times and then given up (core.py:40).";
const MORE = "Money is counted in cents, and nobody is paid twice.";
const AT_START = "core.py:12-20 refuses a frozen ledger, whatever the auditors say.";
const PARCELS = "core.py:12-20 retries parcels until somebody stops it.";
const page = (...paragraphs: readonly string[]) => `# Engine\n\n${paragraphs.join("\n\n")}\n`;

describe("a birth", () => {
  for (const [title, texts, expected] of [
    ["is the first version that holds it", [page(MORE), page(MORE, CITED), page(MORE, CITED)], [1]],
    ["survives other paragraphs above and below", [page(CITED), page(MORE, CITED), page(MORE, CITED, MORE)], [0]],
    ["survives a move in the document", [page(CITED, MORE, MORE, OTHER), page(OTHER, MORE, MORE, CITED)], [0, 0]],
    ["survives reflow", [page(CITED), page(CITED.replace(" is refused ", "\nis refused ")), page(CITED)], [0]],
    ["survives an edited word", [page(MORE, CITED), page(MORE, CITED.replace("summed", "added up"))], [0]],
    ["survives a version that lacks it", [page(CITED), page(MORE), page(MORE, CITED)], [0]],
    ["survives a version in which the document is gone", [page(CITED), null, page(CITED)], [0]],
    ["is anew where the numbers are", [page(CITED), page(CITED.replace("12-20", "13-21"))], [1]],
    [
      "is anew where another sentence gets the same numbers",
      [page(`${MORE} ${OTHER}`.replace("40", "12-20")), page(CITED)],
      [1],
    ],
    ["is each one's own", [page(CITED), page(CITED, OTHER), page(OTHER, CITED)], [1, 0]],
    [
      "of equal numbers in one column is told by the lines",
      [page(AT_START), page("Zephyrs blow.", PARCELS, "Yarns unwind.", MORE, AT_START)],
      [1, 0],
    ],
    [
      "of equal numbers is told by the words around",
      [page(CITED), page(MORE, OTHER.replace("40", "12-20"), MORE, CITED)],
      [1, 0],
    ],
  ] as const)
    test(title, async () => assert.deepEqual(await birthsIn(texts), expected));

  test("survives a rename of the document", async () => {
    assert.deepEqual(await birthsIn([page(CITED), page(CITED)], ["docs/old.md", "docs/money/new.md"]), [0]);
  });

  test("is found in any history that only adds, moves and reflows", async () => {
    const edit = fc.constantFrom("add", "move", "reflow", "above");
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.array(edit, { maxLength: 6 }), async (before, edits) => {
        const texts: string[] = Array.from({ length: before }, (_, at) => page(MORE, ...Array(at).fill(OTHER)));
        let paragraphs = [CITED, MORE];
        texts.push(page(...paragraphs));
        for (const [at, each] of edits.entries()) {
          if (each === "add") paragraphs = [...paragraphs, `${MORE} That is ${at}.`];
          else if (each === "above") paragraphs = [`${MORE} This is ${at}.`, ...paragraphs];
          else if (each === "move") paragraphs = [...paragraphs.slice(1), paragraphs[0]!];
          else
            paragraphs = paragraphs.map((paragraph) =>
              paragraph.includes("core.py:12")
                ? CITED.replace(" before ", at % 2 === 0 ? "\nbefore " : " before ")
                : paragraph,
            );
          texts.push(page(...paragraphs));
        }
        assert.deepEqual(await birthsIn(texts), [before]);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("very many equal citations", () => {
  /** Looks at lines that comparing them takes: one version, in which every context is another. */
  async function looks(count: number): Promise<number> {
    const text = (word: string) =>
      Array.from({ length: count }, (_, at) => `The ${word} ${"abcdefghij"[at % 10]}${at} stands (core.py:12).`).join(
        "\n\n",
      );
    const texts = [text("ledger"), text("parcel")];
    const library = new Library(async (oid) => Buffer.from(texts[Number(oid)]!));
    const [older, now] = [(await library.document("a.md", "0")) as Read, (await library.document("a.md", "1")) as Read];
    let looked = 0;
    const counting = (read: Read): Read => ({
      ...read,
      citations: read.citations.map((citation) => ({
        ...citation,
        get line() {
          looked++;
          return citation.line;
        },
      })),
    });
    const [counted, own] = [counting(older), counting(now)];
    const shelf = { document: async () => counted } as unknown as Library;
    const births = await birthsOf(own.citations, own, [{ at: 0, path: "a.md", oid: "0" }], shelf);
    assert.equal(births.length, count);
    return looked;
  }

  test("are not each compared with all others", async () => {
    const [few, many] = [await looks(400), await looks(4_000)];
    assert.ok(many < 15 * few, `${few} looks at 400, ${many} at 4,000`);
  });
});
