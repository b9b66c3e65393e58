// Audits this repository with itself, as its binnacle.yaml says: what its docs and comments cite has to be there. A clone
// without history, as CI makes one, has to pass too.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Finding } from "../loaders/citation.ts";
import { BINNACLE, cleanFolders, folder, ROOT } from "./support/stores.ts";

interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly citations: readonly Pick<Finding, "doc" | "line" | "text" | "verdict" | "fails" | "says">[];
  readonly notices: readonly string[];
}

/** With the machine's own git configuration: what it says of whose repositories may be read holds here too. */
function audited(repo: string): { readonly status: number | null; readonly report: Report } {
  const words = ["audit", "--repo", repo, "--config", join(ROOT, "binnacle.yaml"), "--json"];
  const run = spawnSync(process.execPath, [BINNACLE, ...words], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, XDG_CACHE_HOME: folder() },
  });
  assert.ok(run.status === 0 || run.status === 1, run.stderr);
  return { status: run.status, report: JSON.parse(run.stdout) };
}

const failing = ({ citations }: Report) =>
  citations.filter(({ fails }) => fails).map(({ doc, line, text, says }) => `${doc}:${line} ${text}: ${says}`);

after(cleanFolders);

describe("this repository's own citations", {
  skip: existsSync(join(ROOT, ".git")) ? false : "no repository, but what was taken out of one",
}, () => {
  test("are right, and some are there to be wrong", () => {
    const { status, report } = audited(ROOT);
    assert.deepEqual(failing(report), []);
    assert.equal(status, 0);
    assert.ok(report.counts.documents! > 200, `${report.counts.documents} documents`);
    assert.ok((report.counts.holds ?? 0) > 0, "one at least holds");
  });

  test("are right in a clone without history, which says that it is one", () => {
    const clone = join(folder(), "clone");
    const cloned = spawnSync("git", ["clone", "--quiet", "--depth=1", pathToFileURL(ROOT).href, clone], {
      encoding: "utf8",
    });
    assert.equal(cloned.status, 0, cloned.stderr);
    const { status, report } = audited(clone);
    assert.deepEqual(failing(report), []);
    assert.equal(status, 0);
    assert.match(report.notices.join("\n"), /^This clone is shallow at /m);
  });
});
