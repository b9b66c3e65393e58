import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { parseIndex, UnreadableIndex } from "../../loaders/git/index-file.ts";
import { fc, runs } from "../support/properties.ts";
import { makeRepository } from "../support/repository.ts";

const engine = makeRepository([
  { files: { "a.py": "a\n", "dir/b.py": "b\n", "dir/bc.py": "c\n" }, links: { link: "a.py" }, message: "One\n" },
]);
after(() => engine.cleanup());
const bytesOf = (version: string) => {
  engine.git("update-index", "--index-version", version);
  return readFileSync(join(engine.dir, ".git", "index"));
};

/** With a checksum that fits: what a hostile hand would do. */
function sealed(body: Buffer): Buffer {
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}
const bodyOf = (index: Buffer) => index.subarray(0, -20);
const refusedFor =
  (reason: RegExp, unknown = false) =>
  (thrown: unknown) =>
    thrown instanceof UnreadableIndex && reason.test(thrown.message) && thrown.unknown === unknown;

/** An index of one entry, in version 2. */
function indexWith(
  path: string,
  options: { readonly mode?: number; readonly more?: Buffer; readonly flags?: number } = {},
): Buffer {
  const head = Buffer.alloc(12);
  head.write("DIRC");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(1, 8);
  const entry = Buffer.alloc(62);
  entry.writeUInt32BE(options.mode ?? 0o100644, 24);
  entry.writeUInt16BE(options.flags ?? 0, 60);
  const name = Buffer.from(path);
  const padded = Buffer.concat([entry, name, Buffer.alloc(8 - ((62 + name.length) % 8))]);
  return sealed(Buffer.concat([head, padded, options.more ?? Buffer.alloc(0)]));
}

test("versions 2, 3 and 4 hold the same", () => {
  const seen = ["2", "3", "4"].map((version) => {
    engine.git("update-index", version === "3" ? "--skip-worktree" : "--no-skip-worktree", "a.py");
    const index = parseIndex(bytesOf(version), 20);
    return { version: index.version, paths: index.entries.map(({ path, mode }) => `${mode.toString(8)} ${path}`) };
  });
  const paths = ["100644 a.py", "100644 dir/b.py", "100644 dir/bc.py", "120000 link"];
  // Version 3 is written only where an entry needs it.
  assert.deepEqual(
    seen,
    [2, 3, 4].map((version) => ({ version, paths })),
  );
});

test("an index that was written without a checksum is read", () => {
  const bytes = Buffer.concat([bodyOf(bytesOf("2")), Buffer.alloc(20)]);
  assert.equal(parseIndex(bytes, 20).entries.length, 4);
});

test("what is damaged, hostile or not known is refused in words", () => {
  const index = bytesOf("2");
  const flipped = Buffer.from(index);
  flipped[80] = flipped[80]! ^ 1;
  assert.throws(() => parseIndex(flipped, 20), refusedFor(/checksum/));
  assert.throws(() => parseIndex(Buffer.from("nothing"), 20), refusedFor(/DIRC/));
  assert.throws(() => parseIndex(index, 32), refusedFor(/checksum/));
  const newer = Buffer.from(bodyOf(index));
  newer.writeUInt32BE(5, 4);
  assert.throws(() => parseIndex(sealed(newer), 20), refusedFor(/version 5/, true));
  for (const path of ["../a", "a/../../b", "/a", "a//b", ".git/config", "a/.GIT/hooks", ".", "a/"])
    assert.throws(() => parseIndex(indexWith(path), 20), refusedFor(/can be no file's/), path);
  assert.equal(parseIndex(indexWith("a/", { mode: 0o40000 }), 20).entries[0]!.path, "a/");
  const extension = (name: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(name);
    head.writeUInt32BE(body.length, 4);
    return Buffer.concat([head, body]);
  };
  const withMore = (more: Buffer) => parseIndex(indexWith("a", { more }), 20);
  assert.equal(withMore(extension("WHAT", Buffer.alloc(9))).entries.length, 1);
  assert.throws(() => withMore(extension("what", Buffer.alloc(9))), refusedFor(/extension "what"/, true));
  assert.throws(() => withMore(extension("link", Buffer.alloc(9))), refusedFor(/torn/));
  // A run of ones without end.
  const bits = Buffer.alloc(8 + 8 + 4, 0xff);
  bits.writeUInt32BE(1, 4);
  assert.throws(
    () => withMore(extension("link", Buffer.concat([Buffer.alloc(20, 1), bits, bits]))),
    refusedFor(/torn/),
  );
});

test("bytes of any kind are read or refused, and nothing else", () => {
  const bodies = ["2", "4"].map((version) => Buffer.from(bodyOf(bytesOf(version))));
  const damage = fc.record({
    which: fc.nat(1),
    cut: fc.nat(400),
    flips: fc.array(fc.record({ at: fc.nat(400), by: fc.integer({ min: 1, max: 255 }) }), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(damage, ({ which, cut, flips }) => {
      const body = Buffer.from(bodies[which]!);
      for (const { at, by } of flips) if (at < body.length) body[at] = body[at]! ^ by;
      const cutOff = body.subarray(0, body.length - (cut % 3 === 0 ? cut : 0));
      try {
        parseIndex(sealed(cutOff), 20);
      } catch (thrown) {
        assert.ok(thrown instanceof UnreadableIndex, String(thrown));
      }
    }),
    { numRuns: runs(2000) },
  );
});
