import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { QUESTIONS } from "../../src/components/questions.ts";

const schema = readFileSync(new URL("../../loaders/store/schema.sql", import.meta.url), "utf8");

test("there are at least a dozen worked questions, each with its own title", () => {
  assert.ok(QUESTIONS.length >= 12);
  assert.equal(new Set(QUESTIONS.map((q) => q.title)).size, QUESTIONS.length);
});

test("every worked question runs on the store's schema", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(schema);
  for (const question of QUESTIONS) {
    await assert.doesNotReject(async () => connection.runAndReadAll(question.sql), question.title);
  }
  connection.closeSync();
});
