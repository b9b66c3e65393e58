// Holds profiles to being read as they are written: the shipped ones whole, each default where nothing is said, and each
// mistake by its line.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BinnacleError } from "../../loaders/error.ts";
import { parseProfile, SHIPPED, shippedProfile } from "../../loaders/surface/profile.ts";
import { fc, runs } from "../support/properties.ts";

const MINIMAL = `name: x
layers:
  - name: l
    dispatch:
      - callee: ask
        name: { argument: 0 }
`;

test("each shipped profile is read, names itself, and reads the same from its own JSON", () => {
  for (const name of SHIPPED) {
    const profile = shippedProfile(name);
    assert.equal(profile.name, name);
    assert.ok(profile.layers.length > 0);
    for (const layer of profile.layers) assert.ok(layer.dispatch.length > 0, `${name} ${layer.name}`);
    // JSON is YAML; what a profile leaves out is null or empty there.
    const again = parseProfile(JSON.stringify(profile), "again.yaml");
    assert.deepEqual(again, profile);
  }
  assert.throws(() => shippedProfile("atmo"), { code: "unknown-profile" });
  assert.throws(() => shippedProfile("../../package"), { code: "unknown-profile" });
});

test("what is not said has a default", () => {
  const { forge, paths, exclude, layers } = parseProfile(MINIMAL, "x.yaml");
  assert.deepEqual([forge, paths, exclude], [null, ["**/*"], []]);
  assert.deepEqual(layers, [
    {
      name: "l",
      dispatch: [{ callee: "ask", name: { argument: 0 }, wait: false }],
      answer: [],
      miss: "park",
      hops: [],
      pairings: [],
      reply: null,
    },
  ]);
});

test("a mistake is named with its line, what was found and what was expected", () => {
  const rows: readonly [string, string, RegExp][] = [
    ["callee: ask", "callee: ", /^x\.yaml:5: layers\[0\]\.dispatch\[0\]\.callee is null; expected a text\.$/],
    ["callee: ask", "calee: ask", /^x\.yaml:5: unknown key "calee"; expected callee, receivers, /],
    [
      "argument: 0",
      "argument: -1",
      /^x\.yaml:6: layers\[0\]\.dispatch\[0\]\.name\.argument is -1; expected a number from 0\.$/,
    ],
    ["argument: 0", "argument: 1.5", /is 1\.5; expected a number from 0/],
    ["{ argument: 0 }", "{}", /^x\.yaml:6: .*name is \{\}; expected an argument's position or a keyword\.$/],
    ["{ argument: 0 }", "forward", /^x\.yaml:6: .*name is "forward"; expected a mapping\.$/],
    ["name: x\n", "? a: b\n  c: d\nname: x\n", /^x\.yaml:1: unknown key "[^\n]*a: b/],
    ["name: x", "name: x\nmiss: park", /^x\.yaml:2: unknown key "miss"/],
    [
      "    dispatch:",
      "    miss: wait\n    dispatch:",
      /^x\.yaml:4: layers\[0\]\.miss is "wait"; expected park, skip, raise, error, drop\.$/,
    ],
    [
      "    dispatch:",
      "    answer: [{ kind: guess }]\n    dispatch:",
      /^x\.yaml:4: layers\[0\]\.answer\[0\]\.kind is "guess"; expected methods, table, branches, calls\.$/,
    ],
    ["name: x\n", "", /^x\.yaml:1: name is missing; expected a text\.$/],
  ];
  for (const [from, to, message] of rows) {
    assert.ok(MINIMAL.includes(from));
    assert.throws(() => parseProfile(MINIMAL.replace(from, to), "x.yaml"), { code: "bad-configuration", message }, to);
  }
});

test("any text is a profile or a mistake of one line, and nothing is added to any prototype", () => {
  const shipped = SHIPPED.map((name) =>
    readFileSync(new URL(`../../data/profiles/${name}.yaml`, import.meta.url), "utf8"),
  );
  const mutated = fc
    .tuple(
      fc.constantFrom(MINIMAL, ...shipped),
      fc.nat(),
      fc.nat({ max: 6 }),
      fc.oneof(
        fc.string({ maxLength: 4 }),
        fc.constantFrom("&a", "*a", "[", "}", "!!x ", "\t", "__proto__: ", "\n- ", "<<: ", "null", "? "),
      ),
    )
    .map(([text, at, cut, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + cut));
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string()), (text) => {
      try {
        parseProfile(text, "x.yaml");
      } catch (thrown) {
        assert.ok(thrown instanceof BinnacleError, String(thrown));
        assert.equal(thrown.code, "bad-configuration");
        assert.match(thrown.message, /^x\.yaml(:\d+)?: [^\n]+$/, text);
      }
      assert.deepEqual(Object.keys(Object.prototype), []);
    }),
    { numRuns: runs(300) },
  );
});
