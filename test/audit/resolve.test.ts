// Says which file a written path means, as rows: the tree, the document, what is written, and the file and the rule.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Fit, habitOf, Resolver } from "../../loaders/audit/resolve.ts";
import type { Citation } from "../../loaders/citation.ts";

/** Lines by path. */
const TREE: Readonly<Record<string, number>> = {
  "core.py": 30,
  "README.md": 10,
  "docs/guide.md": 40,
  "docs/notes/core.py": 20,
  "pkg/engine/stream.py": 700,
  "pkg/engine/queue.py": 90,
  "pkg/client/stream.py": 160,
  "pkg/client/deep/queue.py": 95,
  "pkg/only.py": 12,
  "web/[id].ts": 9,
};
const SUBMODULES = ["vendor/upstream"];
const LINKS = ["linked", "pkg/alias.py"];
const GONE = ["pkg/old.py", "lib/old.py", "pkg/only.py"];
const DEFINES: Readonly<Record<string, readonly string[]>> = { "pkg/client/deep/queue.py": ["Queue.drain"] };
const HOLDS: Readonly<Record<string, readonly string[]>> = { "pkg/engine/queue.py": ["backlog", "parcel"] };

interface Asked {
  readonly doc?: string;
  readonly line?: number;
  readonly symbol?: string;
  readonly bound?: Citation["bound"];
  readonly names?: readonly string[];
  readonly prose?: readonly string[];
}

async function meant(path: string | null, asked: Asked = {}): Promise<string> {
  const { doc = "docs/guide.md", line = 1, symbol = null, bound = "written", names = [], prose = [] } = asked;
  const fit: Fit = {
    lines: async (each) => TREE[each]!,
    defines: async (each, name) => DEFINES[each]?.includes(name) ?? false,
    holds: async (each, all) => all.filter((name) => HOLDS[each]?.includes(name)).length,
  };
  const files = new Map(Object.keys(TREE).map((each) => [each, "0"]));
  const resolver = new Resolver({ files, submodules: new Set(SUBMODULES), links: new Set(LINKS) }, GONE, fit);
  const citation = { path, start: line, end: line, symbol, bound, symbolOnly: false } as Citation;
  const found = await resolver.resolve({ doc, citation, names: () => names, habit: habitOf(prose, files) });
  switch (found.kind) {
    case "file":
      return `${found.path}: ${found.how}`;
    case "external":
      return `external: ${found.why}`;
    default:
      return `${found.kind}: ${(found.kind === "gone" ? [found.path] : found.candidates).join(", ")}`;
  }
}

const rows: readonly (readonly [title: string, path: string | null, asked: Asked, expected: string])[] = [
  ["a path from the root", "pkg/engine/stream.py", {}, "pkg/engine/stream.py: as written"],
  ["a path with ./ and doubled slashes", ".//pkg//only.py", {}, "pkg/only.py: as written"],
  ["a path that goes up and down", "pkg/../core.py", {}, "core.py: as written"],
  ["a path beside the document", "notes/core.py", {}, "docs/notes/core.py: beside the document"],
  ["a path up from the document", "../pkg/only.py", {}, "pkg/only.py: beside the document"],
  ["a name that only one file has", "only.py", {}, "pkg/only.py: the only file of that name"],
  ["the end of a path", "engine/stream.py", {}, "pkg/engine/stream.py: the only file of that name"],
  [
    "a path with a folder more than the tree has",
    "/home/me/engine/pkg/engine/queue.py",
    {},
    "pkg/engine/queue.py: the only file of that name",
  ],
  ["a path of another machine", "C:/work/pkg/only.py", {}, "pkg/only.py: the only file of that name"],
  ["a name with brackets", "web/[id].ts", {}, "web/[id].ts: as written"],
  [
    "what fits beats what is near",
    "stream.py",
    { doc: "pkg/client/README.md", line: 559 },
    "pkg/engine/stream.py: the only one that is long enough",
  ],
  [
    "a name beside the document that is long enough",
    "stream.py",
    { doc: "pkg/client/a.md", line: 9 },
    "pkg/client/stream.py: beside the document",
  ],
  ["a name at the root that is too short for the line", "core.py", { line: 25 }, "core.py: as written"],
  ["two that fit", "queue.py", { line: 5 }, "ambiguous: pkg/engine/queue.py, pkg/client/deep/queue.py"],
  [
    "two, one of which the document spells out",
    "queue.py",
    { prose: ["see `pkg/engine/queue.py`"] },
    "pkg/engine/queue.py: the document writes it so elsewhere",
  ],
  [
    "two, one of which defines the symbol",
    "queue.py",
    { symbol: "Queue.drain" },
    "pkg/client/deep/queue.py: the only one that defines the symbol",
  ],
  [
    "two, the document naming a folder",
    "queue.py",
    { prose: ["all of `engine/` is old"] },
    "pkg/engine/queue.py: the document names its folder",
  ],
  [
    "two, one of which holds the sentence's names",
    "queue.py",
    { names: ["backlog"] },
    "pkg/engine/queue.py: the one that holds most of the sentence's names",
  ],
  [
    "two, both of which hold none",
    "queue.py",
    { names: ["absent"] },
    "ambiguous: pkg/engine/queue.py, pkg/client/deep/queue.py",
  ],
  [
    "a word that runs into a name",
    "get_num_blocksonly.py",
    { bound: "glued" },
    "pkg/only.py: the only file of that name",
  ],
  ["its own file", null, { bound: "own" }, "docs/guide.md: its own file"],
  ["no path at all", null, { bound: "unbound" }, "external: no path stands before it"],
  ["a file that was here", "pkg/old.py", {}, "gone: pkg/old.py"],
  ["a file that was here, by its name", "old.py", {}, "gone: pkg/old.py"],
  ["a file that was here, the other one", "lib/old.py", {}, "gone: lib/old.py"],
  ["a file that left and came back", "pkg/only.py", {}, "pkg/only.py: as written"],
  ["a file that never was", "pkg/never.py", {}, "external: no such path is or was here"],
  ["a file of a submodule", "vendor/upstream/a/b.py", {}, "external: it is in the submodule vendor/upstream"],
  [
    "a folder whose name begins like a submodule's",
    "vendor/upstreams/b.py",
    {},
    "external: no such path is or was here",
  ],
  ["a symbolic link", "pkg/alias.py", {}, "external: pkg/alias.py is a symbolic link, which is not followed"],
  ["a path through one", "linked/engine/x.py", {}, "external: linked is a symbolic link, which is not followed"],
  ["a path out of the repository", "../../../etc/passwd.py", {}, "external: the path leads out of the repository"],
  ["a path far out of it", `${"../".repeat(30)}core.py`, {}, "external: the path leads out of the repository"],
  ["nothing but dots", "./", {}, "external: no such path is or was here"],
];

describe("a path is resolved", () => {
  for (const [title, path, asked, expected] of rows)
    test(`${title}: ${(path ?? "–").slice(0, 50)}`, async () => assert.equal(await meant(path, asked), expected));
});

describe("what a document's prose tells of its paths", () => {
  const files = new Map([["pkg/engine/queue.py", 0]]);

  test("are the paths it writes in full, and the folders it names", () => {
    const { full, folders } = habitOf(
      ["It is in `src/pkg/` and (tests/), and in ./pkg/engine/queue.py.", "See a/b.c."],
      files,
    );
    assert.deepEqual([...full], [["queue.py", ["pkg/engine/queue.py"]]]);
    assert.deepEqual(new Set(folders), new Set(["src/pkg", "a/b.c", "tests"]));
  });

  test("is bounded", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `folder${at}/`).join(" ");
    assert.ok(habitOf([many], files).folders.length <= 200);
  });
});
