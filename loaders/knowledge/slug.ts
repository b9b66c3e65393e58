// Turns an address into a short name that a file and a note can bear: "core.Engine.run.recv.0". Two addresses may get one;
// whoever gives names tells them apart.

import { posix } from "node:path";
import type { Subject } from "./note.ts";

const LONGEST = 100;

/** Letters, digits, `.`, `_` and `-` only; never empty, never beginning with a dot. */
export function slugOf(subject: Subject): string {
  return tidy(
    wordsOf(subject)
      .filter((word) => word !== "")
      .join("."),
  );
}

function wordsOf(subject: Subject): readonly string[] {
  switch (subject.noun) {
    case "site":
      return [stem(subject.path), subject.function, subject.callee, subject.name, String(subject.ordinal)];
    case "symbol":
      return [stem(subject.path), subject.name];
    case "name":
      return [subject.name];
    case "key":
      return [subject.name, subject.key];
    case "commit":
      return [subject.oid.slice(0, 12)];
  }
}

function stem(path: string): string {
  return posix.basename(path).replace(/\.[^.]+$/, "");
}

function tidy(text: string): string {
  const plain = text
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+/, "")
    .slice(0, LONGEST)
    .replace(/[.-]+$/, "");
  return plain === "" ? "note" : plain;
}
