// Holds a site to staying itself: by its key, by the line map of its file, and when the same call left here and came
// there; whatever is none of these is a death and a birth.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Site } from "../../loaders/model.ts";
import { SiteIdentity } from "../../loaders/surface/identity.ts";

const BASE: Site = {
  layer: "runner",
  path: "a.py",
  line: 1,
  endLine: 1,
  name: "go",
  expression: '"go"',
  class: "Engine",
  function: "Engine.run",
  callee: "ask",
  ordinal: 0,
  wait: true,
  timeout: null,
  timeoutText: null,
  aggregating: false,
  use: "bound",
  arity: 1,
  asserted: false,
  conditions: [],
};
const site = (more: Partial<Site>): Site => ({ ...BASE, ...more });
const NOTHING = { renames: new Map<string, string>(), before: new Map(), after: new Map() };
const file = (path: string, text: string): [string, { bytes: Uint8Array }] => [path, { bytes: Buffer.from(text) }];

/** Ids and moves, commit by commit. */
function walk(
  ...commits: readonly (
    | readonly Site[]
    | { readonly sites: readonly Site[]; readonly step: Parameters<SiteIdentity["advance"]>[1] }
  )[]
) {
  const identity = new SiteIdentity();
  return commits.map((commit) => {
    const { sites, step } = "step" in commit ? commit : { sites: commit, step: NOTHING };
    const { idOf, moves } = identity.advance(sites, step);
    return { ids: sites.map(idOf), moves: moves.map(({ id, how, from, to }) => [id, how, from.function, to.function]) };
  });
}

test("a site that shifts by lines is the same, and nothing moved", () => {
  const [one, two] = walk([site({ line: 3 })], [site({ line: 40, wait: false, use: "returned" })]);
  assert.deepEqual([two!.ids, two!.moves], [one!.ids, []]);
  assert.deepEqual(one!.ids, ["site:a.py#Engine.run!ask(go)[0]"]);
});

test("a function renamed around its sites moves them by the line map, and none dies", () => {
  const before = "class Engine:\n    def run(self):\n        a()\n        b()\n";
  const after = "# new\nclass Engine:\n    def turn(self):\n        a()\n        b()\n";
  const step = { renames: new Map(), before: new Map([file("a.py", before)]), after: new Map([file("a.py", after)]) };
  const [one, two] = walk([site({ line: 3 }), site({ line: 4, name: "stop" })], {
    sites: [site({ line: 4, function: "Engine.turn" }), site({ line: 5, name: "stop", function: "Engine.turn" })],
    step,
  });
  assert.deepEqual(two!.ids, one!.ids);
  assert.deepEqual(
    two!.moves.map(([, how, from, to]) => [how, from, to]),
    [
      ["renamed", "Engine.run", "Engine.turn"],
      ["renamed", "Engine.run", "Engine.turn"],
    ],
  );
});

test("a renamed file takes its sites along", () => {
  const text = "x()\ny()\n";
  const step = {
    renames: new Map([["a.py", "b.py"]]),
    before: new Map([file("a.py", text)]),
    after: new Map([file("b.py", text)]),
  };
  const [one, two] = walk([site({ line: 1 }), site({ line: 2, ordinal: 1 })], {
    sites: [site({ path: "b.py", line: 1 }), site({ path: "b.py", line: 2, ordinal: 1 })],
    step,
  });
  assert.deepEqual(two!.ids, one!.ids);
  assert.deepEqual(
    two!.moves.map(([, how]) => how),
    ["renamed", "renamed"],
  );
});

test("the same call that left one file and came to another in one commit moved", () => {
  const [one, two] = walk([site({})], [site({ path: "new.py", function: "Night.run" })]);
  assert.deepEqual(two!.ids, one!.ids);
  assert.deepEqual(two!.moves, [[one!.ids[0], "moved", "Engine.run", "Night.run"]]);
});

test("another name, another callee or another layer is another site", () => {
  for (const other of [site({ name: "stop" }), site({ callee: "ask_all" }), site({ layer: "command" })]) {
    const [one, two] = walk([site({})], [other]);
    assert.equal(two!.moves.length, 0);
    assert.notEqual(two!.ids[0], one!.ids[0]);
  }
});

test("of two like sites, the one that goes is told by the line map", () => {
  const step = {
    renames: new Map(),
    before: new Map([file("a.py", "one()\ntwo()\n")]),
    after: new Map([file("a.py", "two()\n")]),
  };
  const [one, two] = walk([site({ line: 1 }), site({ line: 2, ordinal: 1 })], { sites: [site({ line: 1 })], step });
  assert.deepEqual(two!.ids, [one!.ids[1]]);
});

test("a site that comes back where it was is the same site, and one that comes beside it is not", () => {
  const [one, , three, four] = walk([site({})], [], [site({})], [site({}), site({ line: 9, ordinal: 1 })]);
  assert.deepEqual(three!.ids, one!.ids);
  assert.equal(four!.ids[0], one!.ids[0]);
  assert.notEqual(four!.ids[1], one!.ids[0]);
});

test("a site that moved and went comes back where it stood last, and its first place is another's", () => {
  const there = site({ path: "new.py" });
  const [one, , , four, five] = walk([site({})], [there], [], [there], [there, site({})]);
  assert.deepEqual(four!.ids, one!.ids);
  assert.deepEqual(five!.ids[0], one!.ids[0]);
  assert.equal(five!.ids[1], `${one!.ids[0]}~2`, "the address is taken by the one that moved away");
});

test("ids are unique in every commit, and do not depend on the order in which a store gives them back", () => {
  const sites = [site({ line: 5, ordinal: 1 }), site({ line: 5 }), site({ line: 2, name: "stop" })];
  const identity = new SiteIdentity();
  const { idOf } = identity.advance(sites, NOTHING);
  const stored = sites.map((each) => [idOf(each), each] as const);
  const next = [site({ line: 7, function: "Engine.other" })];
  const pick = (order: readonly (readonly [string, Site])[]) =>
    new SiteIdentity(new Map(order)).advance(next, NOTHING).idOf(next[0]!);
  assert.equal(pick(stored), pick(stored.toReversed()));
  assert.equal(new Set(stored.map(([id]) => id)).size, 3);
});
