// Says what support is by a slow and plain count over any file and any words, and what a sound citation shows that a
// shifted one does not.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { concordanceOf } from "../../loaders/audit/concordance.ts";
import type { Token } from "../../loaders/audit/sentence.ts";
import { supportOf } from "../../loaders/audit/support.ts";
import type { Definition, Definitions } from "../../loaders/citation.ts";
import { fc } from "../support/properties.ts";

const NONE: Definitions = { read: "none", definitions: [] };
const name = (key: string, weight = 1): Token => ({ kind: "name", key, weight });
const word = (key: string, weight = 0.5): Token => ({ kind: "word", key, weight });
const phrase = (key: string): Token => ({ kind: "phrase", key, weight: 1.6 });
const definition = (named: string, line: number, endLine: number): Definition => ({
  name: named,
  kind: "function",
  line,
  endLine,
  nameLine: line,
});
const of = (lines: readonly string[], tokens: readonly Token[], length = 1, definitions = NONE) =>
  supportOf(tokens, concordanceOf({ lines }), definitions, length);

const CODE = [
  "def open_ledger(x):",
  "    return seal(x)",
  "",
  "def drain(queue):",
  "    queue.open_ledger()",
  "    seal(queue)",
];

describe("support", () => {
  for (const [title, tokens, length, line, at, shared] of [
    ["a name alone in its line", [name("drain")], 1, 4, 1, ["drain"]],
    ["a name in another line", [name("drain")], 1, 1, 0, []],
    ["a name that the file lacks says nothing", [name("drain"), name("absent")], 1, 4, 1, ["drain"]],
    ["nothing that the file holds", [name("absent")], 1, 1, 0, []],
    ["no words at all", [], 1, 1, 0, []],
    ["a run that reaches the name", [name("drain")], 3, 2, 1, ["drain"]],
    ["a run that ends before it", [name("drain")], 2, 2, 0, []],
    ["a phrase, white space left out", [phrase("returnseal(x)")], 1, 2, 1, ["returnseal(x)"]],
    ["a stem", [word("ledg")], 1, 1, 1, ["ledg"]],
    ["a line past the end is the last", [name("queue")], 1, 99, 1, ["queue"]],
    ["a line before the first is the first", [name("open_ledger")], 1, -3, 1, ["open_ledger"]],
  ] as const)
    test(title, () => {
      const support = of(CODE, tokens, length);
      assert.ok(Math.abs(support.at(line) - at) < 1e-6, `${support.at(line)}`);
      assert.deepEqual(
        support.shared(line).map(({ key }) => key),
        shared,
      );
    });

  test("a name of a definition around counts, and less than one inside", () => {
    const definitions: Definitions = { read: "grammar", definitions: [definition("Engine.drain", 4, 6)] };
    const support = of(CODE, [name("drain")], 1, definitions);
    assert.ok(support.at(4) === 1 && support.at(5) > 0 && support.at(5) < 1 && support.at(3) === 0);
  });

  test("is what a plain count says, for any file, words and run", () => {
    const words = ["open", "seal", "drain", "queue", "ledger", "x"];
    const line = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((all) => all.join(" "));
    const spans = fc.array(fc.tuple(fc.constantFrom(...words), fc.nat(20), fc.nat(8)), { maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 25 }),
        fc.uniqueArray(fc.constantFrom(...words), { minLength: 1 }),
        fc.integer({ min: 1, max: 8 }),
        spans,
        (lines, keys, length, around) => {
          const definitions = around
            .map(([key, start, more]) => definition(key, start + 1, start + 1 + more))
            .sort((a, b) => a.line - b.line);
          const support = of(
            lines,
            keys.map((key) => name(key)),
            length,
            { read: "grammar", definitions },
          );
          const run = Math.min(length, lines.length);
          const holds = (key: string, row: number) => (lines[row] ?? "").split(" ").includes(key);
          const values = keys.map((key) => {
            const rows = lines.filter((_, row) => holds(key, row)).length;
            return rows === 0 ? 0 : Math.log((lines.length + 2) / (rows + 1));
          });
          const total = values.reduce((sum, value) => sum + value, 0);
          const scores = lines.map((_, row) => {
            let score = 0;
            for (const [at, key] of keys.entries()) {
              const inside = lines.slice(row, row + run).some((_each, by) => holds(key, row + by));
              const named = definitions.some(
                (each) => each.name === key && each.line <= row + 1 && row + 1 <= each.endLine,
              );
              score += values[at]! * (inside ? 1 : named ? 0.7 : 0);
            }
            return total === 0 ? 0 : score / total;
          });
          const best = Math.max(...scores);
          for (const [row, score] of scores.entries()) {
            assert.ok(
              Math.abs(support.at(row + 1) - score) < 1e-5,
              `line ${row + 1}: ${support.at(row + 1)}, not ${score}`,
            );
            assert.ok(Math.abs(support.relative(row + 1) - (best === 0 ? 0 : score / best)) < 1e-4);
          }
          assert.ok(Math.abs(support.best - best) < 1e-5);
          assert.ok(Math.abs(scores[support.bestLine - 1]! - best) < 1e-5);
          assert.ok(scores.slice(0, support.bestLine - 1).every((score) => score < best - 1e-9 || best === 0));
          assert.ok(Math.abs(support.greatest(1, lines.length) - (best === 0 ? 0 : 1)) < 1e-5);
          assert.equal(support.greatest(lines.length + 1, lines.length + 9), 0);
        },
      ),
    );
  });

  test("leaves no trace in the next one", () => {
    const before = of(CODE, [name("queue")]).at(1);
    of(CODE, [name("open_ledger"), name("seal"), word("ledg")], 4, {
      read: "grammar",
      definitions: [definition("seal", 1, 6)],
    });
    assert.equal(of(CODE, [name("queue")]).at(1), before);
  });

  test("bits are more the rarer it is to fit so well", () => {
    const lines = Array.from({ length: 64 }, (_, at) =>
      at === 10 ? "rare common" : at % 2 === 0 ? "common" : "other",
    );
    const support = of(lines, [name("rare"), name("common")]);
    assert.equal(support.bits(11), 6);
    assert.ok(support.bits(1) > 0 && support.bits(1) <= 6);
    assert.equal(support.bits(2), 0);
  });
});
