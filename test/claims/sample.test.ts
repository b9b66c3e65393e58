// The sample engine's own claims against drifts of its code and prose, one side moved alone and both together: which claims
// tell, how many, and which rightly do not. Copies are altered in memory; merges and lives are those of its repository.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildSampleEngine, type SampleEngine } from "../../data/sample-engine/build.ts";
import type { ClaimFinding } from "../../loaders/claim.ts";
import { parseClaims } from "../../loaders/claims/configuration.ts";
import { fieldOf } from "../../loaders/claims/field.ts";
import type { Claim } from "../../loaders/claims/pin.ts";
import { judgeScene } from "../../loaders/claims/scene.ts";
import { Facts } from "../../loaders/facts/source.ts";
import { openRepository, type Repository } from "../../loaders/git/repository.ts";
import { commitSnapshot } from "../../loaders/git/snapshot.ts";
import { shippedProfile } from "../../loaders/surface/profile.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";
import { binnacle, cleanFolders, folder } from "../support/stores.ts";

const DOC = "docs/rpc.md";
const ENGINE = "lodestar/engine.py";
const WATCH = "lodestar/watch/__init__.py";

let built: SampleEngine;
let dir: string;
let repo: Repository;
const facts = new Facts();
const claims: Claim[] = [];

before(async () => {
  dir = join(folder(), "sample.git");
  built = await buildSampleEngine(dir);
  repo = await openRepository(dir);
  await loadGrammars(["python"]);
  const { files } = await snapshotOf("43");
  for (const [path, oid] of [...files].filter(([each]) => each.startsWith(".binnacle/claims/")))
    claims.push(...parseClaims(await textOf(oid), path));
});
after(() => {
  repo.close();
  cleanFolders();
});

const snapshotOf = (id: string) => commitSnapshot(repo, built.byId.get(id)!);
const textOf = async (oid: string) => Buffer.from(await repo.blob(oid)).toString("utf8");
/** A file's text at a commit of the story. */
const told = async (id: string, path: string) => textOf((await snapshotOf(id)).files.get(path)!);

type Edit = (text: string) => string;
/** Replaces what is there, once: an edit that does nothing would prove nothing. */
const put =
  (old: string, fresh: string): Edit =>
  (text) => {
    assert.equal(text.split(old).length, 2, `"${old}" stands there once`);
    return text.replace(old, () => fresh);
  };

/** Claims that do not hold at a commit of which some files are altered: name, verdict and what they say. */
async function off(edits: Readonly<Record<string, Edit | readonly Edit[]>> = {}, at = "43", of = claims) {
  const snapshot = await snapshotOf(at);
  const files = new Map(snapshot.files);
  const altered = new Map<string, Uint8Array>();
  for (const [path, edit] of Object.entries(edits)) {
    const before = files.has(path) ? await textOf(files.get(path)!) : "";
    const text = [edit].flat().reduce((so, each) => (each as Edit)(so), before);
    assert.notEqual(text, before, `${path} is altered`);
    // Facts belong to blobs: another text needs another id.
    const oid = createHash("sha1").update(text).digest("hex");
    files.set(path, oid);
    altered.set(oid, Buffer.from(text));
  }
  const blob = async (oid: string) => altered.get(oid) ?? (await repo.blob(oid));
  const field = fieldOf({ ...snapshot, files, blob }, repo, facts, () => shippedProfile("sample"));
  const judged = await judgeScene(of, field, { repo, facts });
  return [...judged]
    .filter(([, { verdict }]) => verdict !== "holds")
    .map(([{ name }, { verdict, says }]) => [name, verdict, says] as const);
}
const names = (told: readonly (readonly [string, ...unknown[]])[]) => told.map(([name]) => name);
/** Claims of one file, `rpc` is those of the paragraph's numbers. */
const claimsOf = (file: string) => claims.filter((claim) => claim.file === `.binnacle/claims/${file}.yaml`);
/** What is false at the head for other reasons, and nothing here is about. */
const STANDING = ["design-predict-sites", "design-predict-decorator", "design-capacity-keys"];
const fresh = (told: readonly (readonly [string, ...unknown[]])[]) =>
  names(told).filter((name) => !STANDING.includes(name));

describe("the guard of a paragraph's numbers", () => {
  const guard = (edits: Readonly<Record<string, Edit | readonly Edit[]>> = {}) => off(edits, "43", claimsOf("rpc"));
  const noWait = put(
    'assert self.crew.ask("warm_up", slots, reply=True)',
    'assert not self.crew.ask("warm_up", slots)',
  );

  test("is silent on the document as it is", async () => {
    assert.equal(claimsOf("rpc").length, 6);
    assert.deepEqual(await guard(), []);
  });

  test("is silent where a name is told to be waited for no more in the code and in the document together", async () => {
    const both = {
      [ENGINE]: noWait,
      [DOC]: [
        put("Ten of the twelve", "Nine of the twelve"),
        put("`post_gauges` and `stop`.", "`post_gauges`, `stop` and `warm_up`."),
      ],
    };
    assert.deepEqual(await guard(both), []);
  });

  test("fires four times for the whole paragraph put back as it was", async () => {
    const before = await told("38", DOC);
    assert.deepEqual(await guard({ [DOC]: () => before }), [
      ["rpc-owed", "unchecked", "no sentence of docs/rpc.md matches"],
      ["rpc-waiting", "unchecked", "no sentence of docs/rpc.md matches"],
      ["rpc-unwaited", "unchecked", "no sentence of docs/rpc.md matches"],
      ["rpc-unpack-line", "unchecked", "no sentence of docs/rpc.md matches"],
    ]);
  });

  test("fires twice for a name that nobody waits for any more, where the document was not told", async () => {
    assert.deepEqual(await guard({ [ENGINE]: noWait }), [
      ["rpc-waiting", "false", "waited: Ten names are stated, and there are 9"],
      ["rpc-unwaited", "false", "there and not stated: warm_up"],
    ]);
  });

  test("fires once for a cited line that is the unpack no more", async () => {
    const down: Edit = (text) => text.replace("import queue\n", "import queue\nimport time\n");
    assert.deepEqual(await guard({ [ENGINE]: down }), [
      ["rpc-unpack-line", "false", "stated and not there: 66; there and not stated: 67"],
    ]);
  });

  test("fires once for a name that is dropped from the enumeration", async () => {
    assert.deepEqual(await guard({ [DOC]: put("`idle`, ", "") }), [
      ["rpc-names", "false", "there and not stated: idle"],
    ]);
  });

  test("tells a reply that is taken apart into another number of values, wherever that is", async () => {
    const four: Edit = put("seconds, gauges, rms = ", "seconds, gauges, rms, late = ");
    assert.deepEqual(names(await guard({ [ENGINE]: four })), ["rpc-arity"]);
  });

  test("does not hear a rule without a number come back; the rule's own pin does", async () => {
    const rule: Edit = (text) =>
      put(
        "where somebody waits.",
        "where somebody waits. A breached contract\nbecomes a *hang*, not a traceback.",
      )(text);
    assert.deepEqual(await guard({ [DOC]: rule }), []);
    assert.deepEqual(await off({ [DOC]: rule }, "43", claimsOf("rules")), [
      ["not-a-hang", "false", "the phrase stands in docs/rpc.md:19"],
    ]);
    const here: Edit = (text) => `${text}\n# becomes a hang, not a traceback\n`;
    assert.deepEqual(names(await off({ [ENGINE]: here }, "43", claimsOf("rules"))), ["not-a-hang"]);
  });

  test("binds numbers to what they count: turned round, they are as true, and as false", async () => {
    const round = put("Ten of the twelve have a caller that\nwaits", "Of the twelve, ten have a caller that\nwaits");
    assert.deepEqual(await guard({ [DOC]: round }), []);
    assert.deepEqual(await guard({ [DOC]: [round, put("Of the twelve, ten", "Of the ten, twelve")] }), [
      [
        "rpc-waiting",
        "false",
        "waited: twelve names are stated, and there are 10; owed: ten names are stated, and there are 12",
      ],
    ]);
  });

  test("takes a word that is a number elsewhere in the sentence for no number of its own", async () => {
    assert.deepEqual(
      await guard({ [DOC]: put("Ten of the twelve", "For one reason or another, ten of the twelve") }),
      [],
    );
  });
});

describe("the mutations of a docstring and its table", () => {
  /** Before the third module came. */
  const AT = "42";

  test("none: nothing but what is false there anyway", async () => {
    assert.deepEqual(fresh(await off({}, AT)), []);
  });

  test("the docstring of before, which saw one kind of hole only, fails three claims", async () => {
    const before = await told("38", WATCH);
    assert.deepEqual(fresh(await off({ [WATCH]: () => before }, AT)), [
      "not-every-hole",
      "watch-unwaited",
      "watch-sites",
    ]);
  });

  test("a wait that is flipped in the code fails five", async () => {
    assert.deepEqual(
      fresh(await off({ [ENGINE]: put('self.crew.ask("stop")', 'self.crew.ask("stop", reply=True)') }, AT)),
      ["design-waiting", "rpc-waiting", "rpc-unwaited", "watch-unwaited", "watch-false-waited"],
    );
  });

  test("one that is flipped in the table fails the table's claim", async () => {
    const edits = { "lodestar/watch/surface.py": put('"stop": False', '"stop": True') };
    assert.deepEqual(fresh(await off(edits, AT)), ["watch-false"]);
  });

  test("a name that the table has alone, or lacks, fails one claim each", async () => {
    const file = "lodestar/watch/surface.py";
    assert.deepEqual(fresh(await off({ [file]: put('    "idle": True,\n', "") }, AT)), ["watch-holds-all"]);
    assert.deepEqual(fresh(await off({ [file]: put('"idle": True', '"idle": True, "sleep": True') }, AT)), [
      "watch-holds-no-more",
    ]);
  });

  test("a module that the docstring does not count fails one", async () => {
    assert.deepEqual(fresh(await off({ "lodestar/watch/bell.py": () => "RINGS = 8\n" }, AT)), ["watch-modules"]);
  });

  test("a site that is dropped from the prose, and one whose line is another's, fail one", async () => {
    for (const edit of [put(" or the end of the run (`engine.py:71`)", ""), put("engine.py:71", "engine.py:66")])
      assert.deepEqual(fresh(await off({ [WATCH]: edit }, AT)), ["watch-sites"]);
  });
});

describe("what the derivation leaves out", () => {
  test("is nothing, on both sides", async () => {
    assert.deepEqual(fresh(await off({}, "42", claimsOf("rules"))), []);
  });

  test("is told where a name is put together at run time", async () => {
    const computed = put('self.crew.ask("stop")', 'self.crew.ask(f"{self.last}")');
    assert.deepEqual(
      (await off({ [ENGINE]: computed }, "43", claimsOf("rules"))).map(([name, verdict]) => [name, verdict]),
      [["no-computed-names", "false"]],
    );
  });

  test("is told where an excluded path asks for a name of ours", async () => {
    const asks = put(
      'crew.ask("weigh_anchor", reply=True, timeout=0.01)',
      'crew.ask("weigh_anchor", reply=True, timeout=0.01)\n        crew.ask("predict")',
    );
    assert.deepEqual(await off({ "lodestar/tests/test_crew.py": asks }, "43", claimsOf("rules")), [
      ["tests-ask-for-nothing", "false", "none is stated, and there is 1"],
    ]);
  });
});

describe("decorators", () => {
  test("are pinned on both answers, each by itself", async () => {
    const file = "lodestar/runner.py";
    const rules = claimsOf("rules");
    assert.deepEqual(await off({ [file]: put('@traced("predict")', "@timed") }, "43", rules), [
      ["predict-decorated", "false", 'stated and not there: traced("predict"); there and not stated: timed'],
    ]);
    assert.deepEqual(names(await off({ [file]: put("    @timed\n", "") }, "43", rules)), ["calibrate-decorated"]);
    assert.deepEqual(
      names(await off({ [file]: put("    @timed\n", "    @functools.cache\n    @timed\n") }, "43", rules)),
      ["calibrate-decorated"],
    );
  });

  test("make a sentence true that was false since it was written", async () => {
    assert.ok(
      !names(await off({ "lodestar/runner.py": put('@traced("predict")', "@timed") })).includes(
        "design-predict-decorator",
      ),
    );
  });
});

describe("a string that may stand in one file", () => {
  test("is told wherever else it stands, in a comment too", async () => {
    const elsewhere: Edit = (text) => `${text}\n# as weigh_anchor does\n`;
    assert.deepEqual(names(await off({ [ENGINE]: elsewhere }, "43", claimsOf("rules"))), ["weigh-anchor"]);
  });
});

describe("the sample's repository", () => {
  const cache = folder();
  const run = (...args: string[]) =>
    binnacle([...args, "--repo", dir, "--profile", "sample"], { env: { XDG_CACHE_HOME: cache } });
  const audited = (...args: string[]) => {
    const { stdout, status, stderr } = run("audit", "--json", ...args);
    assert.notEqual(stdout, "", stderr);
    return { status, claims: JSON.parse(stdout).claims as ClaimFinding[] };
  };

  test("tells what is false, since when, and what is stale, beside many that hold", () => {
    const { status, claims: found } = audited("--at", "main");
    assert.equal(status, 1);
    const pins = found.filter(({ kind }) => kind === "pin");
    assert.deepEqual(
      pins
        .filter(({ verdict }) => verdict !== "holds")
        .map(({ address, verdict, fails, broke }) => [address, verdict, fails, broke?.pr ?? null]),
      [
        ["claim:reload-in-one-message", "unchecked", true, 55],
        ["claim:design-predict-sites", "false", true, null],
        ["claim:design-predict-decorator", "false", true, null],
        ["claim:design-capacity-keys", "false", true, 36],
        ["claim:watch-modules", "false", true, 57],
      ],
    );
    assert.ok(pins.filter(({ verdict }) => verdict === "holds").length >= 30);
    assert.deepEqual(
      found
        .filter(({ kind }) => kind === "note" || kind === "measurement")
        .map(({ address, verdict, fails, broke }) => [address, verdict, fails, broke?.pr ?? null])
        .sort(),
      [
        ["measurement:batch-of-64", "holds", false, null],
        ["measurement:reload-of-five", "stale", false, 55],
        ["note:reload", "changed", false, 55],
        ["note:watch", "changed", false, 56],
        ["note:watch", "moved", false, 57],
      ],
    );
  });

  test("makes of two branches that are green by themselves a merge that is red, before it is made", () => {
    const introduced = (told: readonly ClaimFinding[]) =>
      told.filter(({ introduced: is }) => is).map(({ address, verdict, fails }) => [address, verdict, fails]);
    for (const branch of ["trace-pin", "trace-log"]) {
      const alone = audited("--merge", branch, "--merge", "main");
      assert.deepEqual([introduced(alone.claims), alone.status], [[], 0], branch);
    }
    const merged = audited("--merge", "trace-pin", "--merge", "trace-log");
    assert.deepEqual([introduced(merged.claims), merged.status], [[["claim:trace-path", "false", true]], 1]);
    const [trip] = merged.claims.filter(({ address }) => address === "claim:trace-path");
    assert.deepEqual(trip?.extra, ["lodestar/client.py"]);
  });

  test("tells of a claim that nobody pinned since when it has been false", () => {
    const { stdout } = run("claim", "test", "decorators of Runner.predict = timed", "--at", "main", "--json");
    const [{ states }] = JSON.parse(stdout);
    assert.deepEqual(
      states
        .map(({ from, until, verdict }: { from: { pr: number }; until: { pr: number } | null; verdict: string }) => [
          from.pr,
          until?.pr ?? null,
          verdict,
        ])
        .at(-1),
      [44, null, "false"],
    );
  });

  test("has no claim that holds and cannot fail", () => {
    const { stdout, stderr } = run("seeds", "--at", "main");
    assert.match(stdout, /can fail, and none that holds cannot\. Four claims do not hold as it is/, stderr || stdout);
    assert.doesNotMatch(stdout, /cannot fail:/);
  });
});
