// Script facts from small sources, each with the one construct it is about.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { extractScript, type ScriptPiece } from "../../loaders/facts/script.ts";
import { Facts } from "../../loaders/facts/source.ts";
import type { Access, Body, Call } from "../../loaders/model.ts";
import type { GrammarName } from "../../loaders/syntax/grammar.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";

before(() => loadGrammars(["typescript", "tsx", "javascript"]));

function body(source: string, piece: ScriptPiece = "function", language: GrammarName = "typescript"): Body {
  const { body: found, errors } = extractScript(source, language, piece);
  assert.deepEqual(errors, []);
  return found;
}

function call(found: Body, callee: string): Call {
  const [only, more] = found.calls.filter((each) => each.callee === callee);
  assert.ok(only && !more, `one call of ${callee}`);
  return only;
}

function outline(path: string, source: string): string[] {
  const file = new Facts().file(path, "0".repeat(40), Buffer.from(source));
  assert.ok(file);
  return file.chunks.map((chunk) => {
    const text = Buffer.from(file.bytes.subarray(chunk.start, chunk.end)).toString();
    const name = `${chunk.owner === null ? "" : `${chunk.owner}.`}${chunk.name ?? "-"}`;
    return `${chunk.kind} ${name} ${chunk.firstLine}-${chunk.endLine} ${JSON.stringify(text.slice(0, 24))}`;
  });
}

test("an outline has functions, also as values of names, and classes with their members", () => {
  const source = [
    "import a from 'a';",
    "const b = 1;",
    "export const c = async () => b;",
    "export default class D extends E<F> {",
    "  x = 1;",
    "  y = () => this.x;",
    "  @bound",
    "  z() {}",
    "}",
    "function f() {}",
  ].join("\n");
  assert.deepEqual(outline("a.ts", source), [
    "statement - 1-2 \"import a from 'a';\\nconst\"",
    'function c 3-3 "export const c = async ("',
    'class D 4-4 "export default class D e"',
    'statement D.- 5-5 "x = 1"',
    'function D.y 6-6 "y = () => this.x"',
    'function D.z 7-8 "@bound\\n  z() {}"',
    'function f 10-10 "function f() {}"',
  ]);
});

test("a chunk's offsets are bytes where characters are longer than a byte, and where bytes are no UTF-8", () => {
  assert.match(outline("a.js", "// größe €\nfunction f() {}")[0] as string, /"function f\(\) \{\}"/);
  const file = new Facts().file(
    "a.js",
    "0".repeat(40),
    Buffer.concat([Buffer.from("// "), Buffer.from([0xff, 0xfe]), Buffer.from("\nfunction f() {}")]),
  );
  assert.equal(file?.chunks[0]?.start, 6);
});

test("the use of a call is read through await, parentheses and casts", () => {
  const found = body(`async function f() {
    await a();
    const x = (await b()) as T;
    const { k, l: m = 2 } = await c();
    const [n, o] = d()!;
    e(g());
    return h();
  }`);
  const uses = Object.fromEntries(found.calls.map((each) => [each.callee, `${each.use} ${each.arity}`]));
  assert.deepEqual(uses, {
    a: "discarded 0",
    b: "bound 1",
    c: "unpacked 2",
    d: "unpacked 2",
    e: "discarded 0",
    g: "argument 1",
    h: "returned 1",
  });
  assert.equal(found.flavour, "async");
});

test("a destructured object is read key by key, with its defaults", () => {
  const found = body("function f() { const { k, l: m = 2 } = c(); }");
  const keys = found.accesses.filter((each) => each.of?.kind === "call");
  assert.deepEqual(
    keys.map((each) => [each.key, each.required, each.default]),
    [
      ["k", true, null],
      ["l", false, "2"],
    ],
  );
  assert.deepEqual(
    found.bindings.map((each) => each.targets),
    [["k"], ["m"]],
  );
});

test("an optional chain and a default make a read one that may be absent", () => {
  const found = body("function f(r) { r.a; r?.b; r.c ?? 3; r.d || []; r['e']; r.get('g'); }");
  const shown = (access: Access) => `${access.key} ${access.kind} ${access.required} ${access.default}`;
  assert.deepEqual(found.accesses.map(shown), [
    "a attribute true null",
    "b attribute false undefined",
    "c attribute false 3",
    "d attribute false []",
    "e key true null",
    "g key false undefined",
  ]);
});

test("what follows a guard, stands in a branch, behind && or in a catch stands under its condition", () => {
  const found = body(`function f(a) {
    if (!a) return;
    one();
    if (a.b) two(); else three();
    a.c && four();
    try { five(); } catch { six(); }
    switch (a.d) { case 1: seven(); }
  }`);
  const under = Object.fromEntries(found.calls.map((each) => [each.callee, each.conditions.join(" & ")]));
  assert.deepEqual(under, {
    one: "a",
    two: "a & a.b",
    three: "a & not a.b",
    four: "a & a.c",
    five: "a",
    six: "a & catch",
    seven: "a & a.d === 1",
  });
  assert.equal(call(found, "five").caught, "anything");
});

test("a receiver is the path it stands for, without casts, assertions and question marks", () => {
  const found = body("function f() { (window as any).api?.on(1); a.b!.go(2); make().run(3); super.stop(4); }");
  assert.deepEqual(
    found.calls.map((each) => each.receiver),
    ["window.api", "a.b", "make()", null, "super()"],
  );
});

test("functions inside are bodies of their own, called by what they are bound to", () => {
  const found = body(`function f() {
    const one = () => a();
    const o = { two() { b(); }, three: () => c() };
    this.four = function () { d(); };
    each(() => e());
  }`);
  assert.deepEqual(
    found.nested.map((each) => `${each.name} ${each.body.calls.map((inside) => inside.callee)}`),
    ["one a", "two b", "three c", "four d", "<lambda> e"],
  );
  const handed = call(found, "each").args[0];
  assert.ok(handed?.kind === "function" && handed.nested !== undefined);
  assert.equal(found.nested[handed.nested]?.name, "<lambda>");
});

test("enums, frozen and constant objects and lists are tables of literals", () => {
  const found = body(
    `enum E { A = 'a', B = "b" }
     const o = { x: 'y', [k]: 1 } as const;
     const l = Object.freeze(['p', E.A]);`,
    "statement",
  );
  const [e, o, l] = found.bindings.map((each) => each.value);
  assert.ok(e?.kind === "keys" && o?.kind === "keys" && l?.kind === "items");
  assert.deepEqual(
    [e.keys, e.values.map((each) => each.kind === "string" && each.value)],
    [
      ["A", "B"],
      ["a", "b"],
    ],
  );
  assert.deepEqual([o.keys, o.open], [["x"], true]);
  assert.deepEqual(
    l.items.map((each) => each.text),
    ["'p'", "E.A"],
  );
});

test("imports, requires, re-exports and a default export are told", () => {
  const found = body(
    `import d, { a as b } from './m';
     import * as s from 'n';
     import r = require('o');
     const { p: q } = require('./p');
     export { x as y } from './z';
     export * from './w';
     export default b;`,
    "statement",
  );
  assert.deepEqual(
    found.imports.map((each) => `${each.local} = ${each.module} ${each.name}`),
    ["d = ./m default", "b = ./m a", "s = n null", "r = o null", "q = ./p p", "y = ./z x", "* = ./w *"],
  );
  assert.ok(found.bindings.some((each) => each.targets[0] === "default" && each.value.text === "b"));
});

test("a member is parsed as a member, and its lines count from its own first", () => {
  const found = body("private async go(\n  x: T,\n) {\n  await this.#send(x);\n}", "method");
  assert.deepEqual(
    found.parameters.map((each) => `${each.name}: ${each.annotation}`),
    ["x: T"],
  );
  assert.deepEqual([call(found, "#send").line, call(found, "#send").receiver], [3, "this"]);
  assert.deepEqual(
    body("store: Store = new Store();", "field").bindings.map((each) => each.targets),
    [["store"]],
  );
});

test("calls in JSX are found, and a handler bears its attribute's name", () => {
  const found = body("const V = () => <a onClick={() => ask('x')}>{show()} don't</a>;", "function", "tsx");
  assert.deepEqual(
    found.calls.map((each) => each.callee),
    ["show"],
  );
  assert.deepEqual(
    found.nested.map((each) => `${each.name} ${each.body.calls[0]?.callee}`),
    ["onClick ask"],
  );
});

test("lines that the grammar does not understand are told, and the rest is read", () => {
  const { body: found, errors } = extractScript(
    "function f() {\n  one();\n  const = ;\n  two();\n}",
    "typescript",
    "function",
  );
  assert.deepEqual(errors, [2]);
  assert.deepEqual(
    found.calls.map((each) => each.callee),
    ["one", "two"],
  );
});
