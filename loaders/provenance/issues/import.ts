// Reads files that are no forge into a store of issues: JSON that one exported, and threads that were saved from a web page.
// Files of one import are read together, for one tells who opened what another only comments on.

import { basename } from "node:path";
import { readRegularFile } from "../../regular-file.ts";
import type { Source } from "../../store/issues.ts";
import { writeIssues } from "../../store/issues.ts";
import { derivedFrom } from "./derive.ts";
import { type Piece, piecesOf } from "./exports.ts";
import { valuesIn } from "./json.ts";
import { mergedPage, mergedPieces } from "./merge.ts";
import { savedThread } from "./saved.ts";

const LARGEST_FILE = 256 * 2 ** 20;

export interface Imported {
  readonly name: string;
  readonly kind: Source["kind"];
  readonly issues: number;
  readonly pulls: number;
  readonly comments: number;
  readonly findings: number;
  /** Values that were of no known shape. */
  readonly unknown: number;
}

export interface FileImport {
  readonly store: string;
  readonly files: readonly string[];
  readonly forge: string | null;
  /** Seconds since 1970-01-01 UTC. */
  readonly now: number;
  readonly onProgress: (done: number, total: number, what: string) => void;
}

/** Each file is written by itself, so that one that cannot be read loses nothing of those before. Throws "bad-usage". */
export async function importFiles({ store, files, forge, now, onProgress }: FileImport): Promise<readonly Imported[]> {
  const read = files.map((file) => ({ name: basename(file), text: readFile(file) }));
  const authors = new Map<string, string>();
  const values = read.map(({ name, text }) => (isJson(text) ? valuesIn(name, text) : null));
  for (const each of values) if (each !== null) piecesOf(each, authors);
  const told: Imported[] = [];
  for (const [at, { name, text }] of read.entries()) {
    onProgress(at, files.length, name);
    const own = values[at]!;
    told.push(
      own === null
        ? await importPage({ store, name, text, forge, now })
        : await importPieces({
            store,
            name,
            kind: "export",
            forge,
            now,
            etag: null,
            cursor: null,
            ...piecesOf(own, authors),
          }),
    );
    onProgress(at + 1, files.length, name);
  }
  return told;
}

function isJson(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text.slice(0, 1000));
}

/** Pieces of one source, with where its reading stands, in one step. */
export async function importPieces(given: {
  readonly store: string;
  readonly name: string;
  readonly kind: Source["kind"];
  readonly forge: string | null;
  readonly now: number;
  readonly etag: string | null;
  readonly cursor: string | null;
  readonly pieces: readonly Piece[];
  readonly unknown: number;
  /** What the source gave before, of the same import. */
  readonly before?: number;
}): Promise<Imported> {
  const { store, name, kind, forge, now, etag, cursor, pieces, unknown, before = 0 } = given;
  let told: Imported | null = null;
  await writeIssues(store, async (held) => {
    const merged = mergedPieces(await held([...new Set(pieces.map(({ id }) => id))]), pieces);
    const threads = merged.map((thread) => derivedFrom(thread, forge));
    told = {
      name,
      kind,
      issues: threads.filter(({ issue }) => issue.kind === "issue").length,
      pulls: threads.filter(({ issue }) => issue.kind === "pull").length,
      comments: pieces.reduce((sum, { comments }) => sum + comments.length, 0),
      findings: threads.reduce((sum, { findings }) => sum + findings.length, 0),
      unknown,
    };
    return { threads, source: { name, kind, imported: now, issues: before + threads.length, etag, cursor } };
  });
  return told!;
}

async function importPage(given: {
  readonly store: string;
  readonly name: string;
  readonly text: string;
  readonly forge: string | null;
  readonly now: number;
}): Promise<Imported> {
  const { store, name, text, forge, now } = given;
  const page = savedThread(name, text);
  let findings = 0;
  await writeIssues(store, async (held) => {
    const id = page.issue.id;
    const thread = derivedFrom(mergedPage((await held([id])).get(id), page), forge);
    findings = thread.findings.length;
    return { threads: [thread], source: { name, kind: "page", imported: now, issues: 1, etag: null, cursor: null } };
  });
  const isPull = page.issue.kind === "pull";
  return {
    name,
    kind: "page",
    issues: isPull ? 0 : 1,
    pulls: isPull ? 1 : 0,
    comments: page.comments.length,
    findings,
    unknown: 0,
  };
}

function readFile(path: string): string {
  const bytes = readRegularFile(path, {
    unreadable: 'cannot be read. Name a file of JSON or a saved thread, or "github" or "gitlab".',
    instead: "Name the files in it.",
    largest: LARGEST_FILE,
    what: "a source",
    otherwise: "Export it in parts.",
  });
  // Shells of Windows write UTF-16; a decoder takes the mark before the text away.
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
}
