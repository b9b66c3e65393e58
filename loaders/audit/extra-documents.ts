// Turns what is prose and no file of the tree into documents: files given by name from elsewhere, and the messages of commits.

import { createHash } from "node:crypto";
import { BinnacleError } from "../error.ts";
import { citationsIn, citationsOf } from "../facts/citations.ts";
import type { Commit } from "../model.ts";
import { readRegularFile } from "../regular-file.ts";
import { proseOfMessage } from "../syntax/prose.ts";
import type { Document } from "./documents.ts";
import { isText, LARGEST_DOCUMENT } from "./library.ts";
import type { Past } from "./past.ts";

/** A file of the disk that is in no tree. Throws "bad-usage" where it cannot be read as text. */
export function outsideDocument(path: string, examples: boolean): Document {
  const bytes = readOutside(path);
  const text = bytes.toString("utf8");
  return {
    path,
    oid: createHash("sha1").update(bytes).digest("hex"),
    read: { ...citationsIn(path, text, { examples }), lines: text.split("\n") },
    from: "outside",
  };
}

function readOutside(path: string): Buffer {
  const bytes = readRegularFile(path, {
    unreadable:
      "is in no tree that is judged, and no file that can be read. Name a file, or a folder of the repository.",
    instead: "Name a file, or a folder of the repository.",
    largest: LARGEST_DOCUMENT,
    what: "a document",
    otherwise: "",
  });
  if (!isText(bytes)) throw new BinnacleError("bad-usage", `${path} is binary. Name a text.`);
  return bytes;
}

/** What a message's document is called: `commit 1a2b3c4d5`. */
export function messageName(oid: string): string {
  return `commit ${oid.slice(0, 9)}`;
}

/** The messages with anything to judge, of the commits that are wanted, newest first. */
export function messageDocuments(past: Past, wanted: (commit: Commit) => boolean): readonly Document[] {
  const documents: Document[] = [];
  for (const [at, commit] of past.commits.entries()) {
    if (commit.message === "" || !wanted(commit)) continue;
    const prose = proseOfMessage(commit.message);
    const found = citationsOf(prose);
    if (found.citations.length === 0) continue;
    const read = { prose, ...found, lines: commit.message.split("\n") };
    documents.push({ path: messageName(commit.oid), oid: commit.oid, read, from: "message", birth: at });
  }
  return documents;
}
