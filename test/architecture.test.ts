// Holds the tree to its arrows: who may import whom, and who alone may import what comes from outside.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const IMPORT = /^\s*(?:import|export)\b[^"'`;]*?\bfrom\s+"([^"]+)"|\bimport\("([^"]+)"\)|^\s*import\s+"([^"]+)"/gm;

/** CommonJS that is loaded by require says with `typeof import` what it is. */
const REQUIRE = /\btypeof import\("([^"]+)"\)/g;

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  const required = [...text.matchAll(REQUIRE)].map((match) => match[1] ?? "");
  return [...[...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? ""), ...required];
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.split(sep).join("/")}`)
    .filter((path) => path.endsWith(".ts"));
}

/** Layers from the bottom up: a file may import its own layer and those below. */
const LAYERS: readonly (readonly string[])[] = [
  [
    "model",
    "citation",
    "claim",
    "configuration",
    "error",
    "group",
    "near",
    "recent",
    "regular-file",
    "version",
    "address",
  ],
  ["syntax", "git"],
  ["facts"],
  ["store", "surface", "audit"],
  ["claims", "knowledge", "provenance"],
  ["report"],
  [
    "plan",
    "stamp",
    "addition",
    "target",
    "again",
    "describe",
    "record",
    "ingest",
    "citations",
    "pinned",
    "issues",
    "copied",
    "efforts",
    "notebook",
  ],
  ["commands"],
  ["cli"],
];

const layerOf = (path: string): number => {
  const name =
    path
      .replace(/^loaders\//, "")
      .split("/")[0]
      ?.replace(/\.ts$/, "") ?? "";
  return LAYERS.findIndex((layer) => layer.includes(name));
};

const loaders = filesUnder("loaders");

describe("arrows", () => {
  test("every module of loaders has a layer", () => {
    assert.deepEqual(
      loaders.filter((path) => layerOf(path) < 0),
      [],
    );
  });

  test("point down", () => {
    const up: string[] = [];
    for (const path of loaders) {
      for (const target of importsOf(path).filter((each) => each.startsWith("."))) {
        const to = posix.normalize(posix.join(dirname(path), target));
        if (to.startsWith("loaders/") && layerOf(to) > layerOf(path)) up.push(`${path} → ${to}`);
      }
    }
    assert.deepEqual(up, []);
  });

  test("make no circle among modules", () => {
    const graph = new Map(
      loaders.map((path) => [
        path,
        importsOf(path)
          .filter((each) => each.startsWith("."))
          .map((target) => posix.normalize(posix.join(dirname(path), target))),
      ]),
    );
    const state = new Map<string, "open" | "done">();
    const circles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (state.get(path) === "done") return;
      if (state.get(path) === "open") {
        circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
        return;
      }
      state.set(path, "open");
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      state.set(path, "done");
    };
    for (const path of loaders) visit(path, []);
    assert.deepEqual(circles, []);
  });

  test("from outside end in one place each", () => {
    const users = (name: string): string[] =>
      loaders.filter((path) => importsOf(path).some((each) => each === name || each.startsWith(`${name}/`)));
    assert.deepEqual(users("web-tree-sitter"), ["loaders/syntax/grammar.ts"]);
    assert.deepEqual(users("@duckdb/node-api"), ["loaders/store/database.ts"]);
    assert.ok(users("isomorphic-git").every((path) => path.startsWith("loaders/git/")));
  });

  test("of pages reach the store through src/data loaders and nothing else", () => {
    const wrong = filesUnder("src").filter(
      (path) =>
        !path.startsWith("src/data/") &&
        importsOf(path).some((each) => each.includes("loaders/") && !isTypeOnly(path, each)),
    );
    assert.deepEqual(wrong, []);
    for (const path of filesUnder("src/data"))
      assert.ok(readFileSync(join(root, path), "utf8").split("\n").length <= 11, `${path} is thin`);
  });

  test("the process ends in cli.ts alone", () => {
    const enders = loaders.filter((path) =>
      /\bprocess\.exit\(/.test(readFileSync(join(root, path), "utf8").replace(/^\s*\/\/.*$/gm, "")),
    );
    assert.deepEqual(enders, ["loaders/cli.ts"]);
  });
});

function isTypeOnly(path: string, target: string): boolean {
  const text = readFileSync(join(root, path), "utf8");
  return (
    text.includes("import type") &&
    new RegExp(`import type [^;]*"${target.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}"`).test(text)
  );
}
