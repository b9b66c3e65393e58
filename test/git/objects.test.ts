import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { BinnacleError } from "../../loaders/error.ts";
import { applyDelta } from "../../loaders/git/delta.ts";
import { locate, packsOf } from "../../loaders/git/locate.ts";
import { openObjects } from "../../loaders/git/objects.ts";
import { PackSet, type StoredObject } from "../../loaders/git/pack.ts";
import { differingEntries, nameOf, parseTree } from "../../loaders/git/parse.ts";
import { fc, runs } from "../support/properties.ts";
import { type BuiltRepository, makeRepository, runGit } from "../support/repository.ts";

const built: BuiltRepository[] = [];
after(() => {
  for (const repository of built) repository.cleanup();
});

/** Forty versions of two files, packed into chains of deltas. */
function deltas(name?: string): BuiltRepository {
  const lines = Array.from({ length: 300 }, (_, i) => `line ${i} of the file\n`);
  const plans = Array.from({ length: 40 }, (_, version) => {
    lines[(version * 37) % 300] = `changed in version ${version}\n`;
    return {
      files: { "a.py": lines.join(""), "pkg/b.py": lines.slice(version).join("") },
      message: `Version ${version}\n`,
    };
  });
  const engine = makeRepository(plans, { bare: true, ...(name === undefined ? {} : { name }) });
  built.push(engine);
  engine.git("repack", "-adfq", "--depth=50", "--window=50");
  return engine;
}

const idsOf = (engine: BuiltRepository) =>
  engine
    .git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    .split("\n")
    .filter((line) => line !== "");

test("the fast reader and isomorphic-git as it is give the same bytes for every object", async () => {
  const engine = deltas();
  assert.match(
    engine.git("verify-pack", "-v", packsOf(join(engine.dir, "objects"))[0]!.replace(/pack$/, "idx")),
    /chain length = [3-9]/,
  );
  const fast = await openObjects(locate(engine.dir));
  const plain = await openObjects(locate(engine.dir), { plain: true });
  const oids = idsOf(engine);
  assert.ok(oids.length > 150);
  for (const oid of oids) {
    const object = await fast.read(oid);
    assert.deepEqual(object, await plain.read(oid));
    assert.equal(
      createHash("sha1").update(`${object.type} ${object.data.length}\0`).update(object.data).digest("hex"),
      oid,
    );
  }
  assert.deepEqual([...fast.warnings, ...plain.warnings], []);
  fast.close();
  plain.close();
});

test("isomorphic-git as it is reads a shared clone, too", async () => {
  const engine = deltas();
  const shared = engine.sibling("shared");
  runGit(engine.dir, ["clone", "--quiet", "--shared", engine.dir, shared]);
  const plain = await openObjects(locate(shared), { plain: true });
  for (const oid of idsOf(engine).slice(0, 5))
    assert.equal((await plain.read(oid)).data.length, Number(engine.git("cat-file", "-s", oid)));
  plain.close();
});

test("a fast reader that gives wrong bytes is found out at the start and left alone", async () => {
  const engine = deltas();
  class Lying extends PackSet {
    override read(oid: string): StoredObject | null {
      const object = super.read(oid);
      return object === null ? null : { type: object.type, data: Buffer.concat([object.data, Buffer.from("!")]) };
    }
  }
  const location = locate(engine.dir);
  const objects = await openObjects(location, { packs: new Lying(location.objectDirs.flatMap(packsOf)) });
  assert.match(
    objects.warnings.join("\n"),
    /came out wrong from the fast reader; reading with isomorphic-git as it is/,
  );
  const oid = engine.git("rev-parse", "HEAD:a.py");
  assert.equal((await objects.read(oid)).data.toString(), `${engine.git("cat-file", "blob", oid)}\n`);
  objects.close();
});

test("a pack with any byte changed gives right objects or says that it is corrupt", async () => {
  const engine = deltas();
  const path = packsOf(join(engine.dir, "objects"))[0]!;
  const sound = readFileSync(path);
  chmodSync(path, 0o644);
  const oids = idsOf(engine);
  const right = new PackSet([path]);
  const expected = new Map(oids.map((oid) => [oid, right.read(oid)!]));
  right.close();
  fc.assert(
    fc.property(fc.integer({ min: 12, max: sound.length - 21 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const broken = Buffer.from(sound);
      broken[at]! ^= flip;
      writeFileSync(path, broken);
      const packs = new PackSet([path]);
      for (const oid of oids) {
        try {
          assert.equal(packs.read(oid)?.data.length, expected.get(oid)!.data.length);
        } catch (thrown) {
          assert.ok(thrown instanceof BinnacleError, String(thrown));
          assert.equal(thrown.code, "corrupt-repository");
          assert.ok(thrown.message.includes(path) && thrown.message.includes(oid));
        }
      }
      packs.close();
    }),
    { numRuns: runs(60) },
  );
});

test("a delta copies 64 KiB where it says no length, and inserts what it brings", () => {
  const base = Buffer.alloc(0x10000 + 3, "base");
  const size = [0x83, 0x80, 0x04];
  const delta = Buffer.from([...size, ...size, 0x80, 3, 1, 2, 3]);
  assert.deepEqual(applyDelta(delta, base), Buffer.concat([base.subarray(0, 0x10000), Buffer.from([1, 2, 3])]));
  assert.throws(() => applyDelta(Buffer.from([...size, 10, 0x91, 255, 20]), base), /reaches beyond an end/);
  assert.throws(() => applyDelta(delta, base.subarray(1)), /another length/);
});

test("any bytes taken for a delta give an object of the length they promise, or an error", () => {
  const base = Buffer.from("the object it is built on\n");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (tail) => {
      const delta = Buffer.concat([Buffer.from([base.length]), tail]);
      try {
        assert.equal(applyDelta(delta, base).length, delta[1]);
      } catch (thrown) {
        assert.ok(
          thrown instanceof Error && !(thrown instanceof assert.AssertionError && delta[1]! < 128),
          String(thrown),
        );
      }
    }),
    { numRuns: runs(2000) },
  );
});

test("different bytes are different names, and a name in UTF-8 is itself", () => {
  const piece = fc.constantFrom(
    "a",
    "\\",
    "x",
    "\\x",
    "\\x5c",
    "e9",
    "\xe9",
    "\xc3\xa9",
    "\xf0\x9f\x98\x80",
    "\xed\xa0\x80",
    "\xff",
    "/",
  );
  const name = fc.array(piece, { maxLength: 6 }).map((pieces) => Buffer.from(pieces.join(""), "latin1"));
  fc.assert(
    fc.property(name, name, (one, other) => {
      assert.equal(nameOf(one) === nameOf(other), one.equals(other));
    }),
    { numRuns: runs(5000) },
  );
  assert.equal(nameOf(Buffer.from("日本/é.py")), "日本/é.py");
  const odd = ["caf\xe9 \xff", "caf\\xe9 \xff", "caf\\x5cxe9 \xff"].map((text) => nameOf(Buffer.from(text, "latin1")));
  assert.deepEqual(odd, ["caf\\xe9 \\xff", "caf\\x5cxe9 \\xff", "caf\\x5cx5cxe9 \\xff"]);
});

test("what differs between two trees is found as if both were read whole", () => {
  const entry = fc.record({
    name: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    id: fc.constantFrom("00", "61", "20", "ff"),
    folder: fc.boolean(),
  });
  const tree = fc
    .uniqueArray(entry, { selector: ({ name }) => name, maxLength: 6 })
    .map((entries) =>
      Buffer.concat(
        [...entries]
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map(({ name, id, folder }) =>
            Buffer.concat([Buffer.from(`${folder ? "40000" : "100644"} ${name}\0`), Buffer.from(id.repeat(20), "hex")]),
          ),
      ),
    );
  const key = (entry: object) => JSON.stringify(entry);
  fc.assert(
    fc.property(tree, tree, (before, now) => {
      const whole = [parseTree(before, 20).map(key), parseTree(now, 20).map(key)] as const;
      const { old, now: fresh } = differingEntries(before, now, 20);
      const [a, b] = [old.map(key), fresh.map(key)];
      assert.deepEqual(
        a.filter((one) => !b.includes(one)),
        whole[0].filter((one) => !whole[1].includes(one)),
      );
      assert.deepEqual(
        b.filter((one) => !a.includes(one)),
        whole[1].filter((one) => !whole[0].includes(one)),
      );
    }),
    { numRuns: runs(3000) },
  );
});

test("trees that no file system could hold are refused", () => {
  for (const name of ["..", ".", "", ".git", ".GIT", "a/b"])
    assert.throws(
      () => parseTree(Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.alloc(20)]), 20),
      /can be no file's name/,
    );
  assert.throws(() => parseTree(Buffer.from("100644 a\0short"), 20), /torn/);
});

test("refs that lead outside the repository lead nowhere", async () => {
  const engine = deltas();
  writeFileSync(engine.sibling("secret"), `${"1".repeat(40)}\n`);
  writeFileSync(join(engine.dir, "refs/heads/out"), "ref: ../secret\n");
  assert.ok(readdirSync(join(engine.dir, "refs/heads")).includes("out"));
  const objects = await openObjects(locate(engine.dir));
  assert.equal((await objects.refs()).has("refs/heads/out"), false);
  objects.close();
});
