// Audits this repository with itself, as its binnacle.yaml says: what its docs and comments cite has to be there, what they
// count has to be so, and each claim has to be able to fail. A clone without history, as CI makes one, has to pass too.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Finding } from "../loaders/citation.ts";
import type { ClaimFinding } from "../loaders/claim.ts";
import { BINNACLE, cleanFolders, folder, ROOT } from "./support/stores.ts";

interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly citations: readonly Pick<Finding, "doc" | "line" | "text" | "verdict" | "fails" | "says">[];
  readonly claims: readonly Pick<ClaimFinding, "kind" | "address" | "doc" | "line" | "verdict" | "fails" | "says">[];
  readonly notices: readonly string[];
}

/** What `seeds --json` prints of a claim. */
interface Sown {
  readonly claim: string;
  readonly outcome: string;
  readonly seeds: readonly { readonly red: boolean }[];
}

/** The least that is pinned: that claims are found at all is part of what is tested. */
const LEAST = 25;

/** With the machine's own git configuration: what it says of whose repositories may be read holds here too. */
function run<Told>(command: string, repo: string): { readonly status: number | null; readonly told: Told } {
  const words = [command, "--repo", repo, "--config", join(ROOT, "binnacle.yaml"), "--json"];
  const done = spawnSync(process.execPath, [BINNACLE, ...words], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, XDG_CACHE_HOME: folder() },
  });
  assert.ok(done.status === 0 || done.status === 1, done.stderr);
  return { status: done.status, told: JSON.parse(done.stdout) };
}

const failing = ({ citations, claims }: Report) => [
  ...citations.filter(({ fails }) => fails).map(({ doc, line, text, says }) => `${doc}:${line} ${text}: ${says}`),
  ...claims.filter(({ fails }) => fails).map(({ doc, line, address, says }) => `${doc}:${line} ${address}: ${says}`),
];

const holding = ({ claims }: Report) =>
  claims.filter(({ kind, verdict }) => kind === "pin" && verdict === "holds").length;

after(cleanFolders);

describe("this repository's own citations and claims", {
  skip: existsSync(join(ROOT, ".git")) ? false : "no repository, but what was taken out of one",
}, () => {
  test("are right, and some are there to be wrong", () => {
    const { status, told: report } = run<Report>("audit", ROOT);
    assert.deepEqual(failing(report), []);
    assert.equal(status, 0);
    assert.ok(report.counts.documents! > 200, `${report.counts.documents} documents`);
    assert.ok((report.counts.holds ?? 0) > 0, "one at least holds");
    assert.ok(holding(report) >= LEAST, `${holding(report)} claims hold`);
  });

  test("are right in a clone without history, which says that it is one", () => {
    const clone = join(folder(), "clone");
    const cloned = spawnSync("git", ["clone", "--quiet", "--depth=1", pathToFileURL(ROOT).href, clone], {
      encoding: "utf8",
    });
    assert.equal(cloned.status, 0, cloned.stderr);
    const { status, told: report } = run<Report>("audit", clone);
    assert.deepEqual(failing(report), []);
    assert.equal(status, 0);
    assert.ok(holding(report) >= LEAST, `${holding(report)} claims hold`);
    assert.match(report.notices.join("\n"), /^This clone is shallow at /m);
  });

  test("can fail, each claim of them", () => {
    const { status, told } = run<readonly Sown[]>("seeds", ROOT);
    assert.deepEqual(
      told.filter(({ seeds }) => !seeds.some(({ red }) => red)).map(({ claim, outcome }) => `${claim}: ${outcome}`),
      [],
    );
    assert.ok(told.length >= LEAST, `${told.length} claims`);
    assert.equal(status, 0);
  });
});
