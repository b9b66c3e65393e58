// Asks questions of files that stand in a test, as they are asked of the files of a tree: each by itself, then put together.

import assert from "node:assert/strict";
import type { Answer, CodeFile, FilesQuestion } from "../../loaders/claims/question.ts";
import { parseQuestion } from "../../loaders/claims/questions.ts";
import { Facts } from "../../loaders/facts/source.ts";
import { languageOf, loadGrammars } from "../../loaders/syntax/grammar.ts";

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

/** The grammars that these tests need. */
export function loadCode(): Promise<void> {
  return loadGrammars(["python", "typescript", "tsx", "javascript", "go", "rust", "java", "cpp"]);
}

const facts = new Facts();
let blobs = 0;

function fileOf(path: string, text: string): CodeFile {
  const bytes = Buffer.from(text);
  const oid = (++blobs).toString(16).padStart(40, "0");
  return { path, oid, bytes, text, facts, source: languageOf(path) === null ? null : facts.file(path, oid, bytes) };
}

/** `versions` are the texts of files at revisions, by `REV:PATH`. */
export function answerTo(question: FilesQuestion, files: Files, versions: Files = {}): Answer {
  const paths = Object.keys(files).filter(question.wants).sort();
  const pinned = (question.pinned ?? []).map(({ revision, path }) => {
    const text = versions[`${revision}:${path}`];
    return text === undefined ? null : Buffer.from(text);
  });
  const facts = paths.flatMap((path) => {
    const text = files[path] ?? "";
    return question.words.every((word) => text.includes(word)) ? question.read(fileOf(path, text), pinned) : [];
  });
  for (const fact of facts)
    for (const [name, value] of Object.entries(fact))
      assert.ok(value === null || typeof value !== "object", `${name} of a fact is a plain value`);
  return question.answer(facts, paths.length);
}

export function ask(files: Files, text: string, versions: Files = {}): Answer {
  const { question } = parseQuestion(text);
  assert.equal(question.about, "files", text);
  return answerTo(question as FilesQuestion, files, versions);
}

/** What was found, as texts, in order. */
export function found(files: Files, text: string, versions: Files = {}): readonly string[] {
  return ask(files, text, versions).items.map((item) => item.text);
}

/** The lines of what was found. */
export function lines(files: Files, text: string): readonly (number | null)[] {
  return ask(files, text).items.map(({ line }) => line);
}
