// Holds the thread that extracts ahead to its promise: what it gives is what its asker would have found out, and an asker
// never waits for what nobody has begun.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readStory } from "../../data/sample-engine/story.ts";
import { Ahead } from "../../loaders/facts/ahead.ts";
import { extractPiece, type Piece } from "../../loaders/facts/extract.ts";
import { type FactStore, Facts } from "../../loaders/facts/source.ts";
import type { ChunkFacts } from "../../loaders/facts/writer.ts";
import type { GrammarName } from "../../loaders/syntax/grammar.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";

const piece = (name: string): Piece => ({
  language: "python",
  kind: "function",
  source: `def ${name}(a, b=1):\n    return a.get("${name}", b)\n`,
});

describe("a piece that was asked for ahead", () => {
  const ahead = new Ahead();
  before(() => loadGrammars(["python"]));
  after(() => ahead.close());

  /** Asks for one piece after another until the thread has one of them: it may not have started yet. */
  async function taken(of: (count: number) => Piece): Promise<{ piece: Piece; facts: string }> {
    for (let count = 0; count < 600; count++) {
      const key = `${of(count).source} ${count}`;
      ahead.ask(key, of(count));
      await sleep(50);
      const facts = ahead.take(key);
      if (facts !== null) return { piece: of(count), facts };
    }
    throw new Error("the thread took nothing in half a minute");
  }

  test("has the facts that its asker would have extracted", async () => {
    const { piece: had, facts } = await taken((count) => piece(`f${count}`));
    assert.deepEqual(JSON.parse(facts), JSON.parse(JSON.stringify(extractPiece(had))));
  });

  test("is left to its asker where the thread has not begun it, and where nobody asked for it ahead", () => {
    for (let count = 0; count < 200; count++) ahead.ask(`queued ${count}`, piece(`queued_${count}`));
    assert.equal(ahead.take("queued 199"), null);
    assert.equal(ahead.take("never asked"), null);
  });

  test("is left to its asker where it cannot be extracted, and the thread goes on", async () => {
    ahead.ask("none", { ...piece("none"), language: "klingon" as GrammarName });
    await sleep(50);
    assert.equal(ahead.take("none"), null);
    assert.ok((await taken((count) => piece(`after${count}`))).facts.includes("after"));
  });

  test("is given once", async () => {
    const before = performance.now();
    for (let count = 0; count < 3; count++) ahead.ask("twice", piece("twice"));
    assert.ok(performance.now() - before < 5_000);
    ahead.take("twice");
    assert.equal(ahead.take("twice"), null);
  });

  test("is left to its asker once the thread is closed", async () => {
    const closed = new Ahead();
    closed.ask("a", piece("a"));
    await closed.close();
    closed.ask("b", piece("b"));
    assert.equal(closed.take("b"), null);
    assert.equal(closed.take("a"), null);
  });
});

test("files that are read ahead have the facts of those that are not, and most of what comes again is extracted ahead", async () => {
  const ahead = new Ahead();
  let given = 0;
  class Kept extends Map<string, ChunkFacts> implements FactStore {
    override set(key: string, facts: ChunkFacts, json?: string): this {
      if (json !== undefined) given++;
      return super.set(key, facts);
    }
  }
  const facts = new Facts(new Kept());
  facts.lookAhead(ahead);
  const plain = new Facts();
  const latest = new Map<string, ReturnType<Facts["file"]>>();
  await loadGrammars(["python"]);
  try {
    for (const commit of await readStory(new URL("../../data/sample-engine/commits/", import.meta.url))) {
      for (const [path, text] of commit.files) {
        if (!path.endsWith(".py")) continue;
        const bytes = new TextEncoder().encode(text);
        const file = facts.file(path, `${commit.id} ${path}`, bytes, latest.get(path) ?? null);
        latest.set(path, file);
      }
      // What a walk does meanwhile.
      await sleep(30);
      for (const [path, file] of latest) {
        const alone = plain.file(path, file!.oid, file!.bytes)!;
        for (const [index, chunk] of file!.chunks.entries())
          assert.deepEqual(
            JSON.parse(JSON.stringify(facts.body(file!, chunk))),
            JSON.parse(JSON.stringify(plain.body(alone, alone.chunks[index]!))),
          );
      }
    }
    assert.ok(given > 20, `${given} chunks were extracted ahead`);
  } finally {
    await ahead.close();
  }
});
