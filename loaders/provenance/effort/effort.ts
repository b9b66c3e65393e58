// Turns two trees into what it took to get from one to the other, by each instrument: net, after less before. Each blob
// is measured once, whatever number of commits hold it; where measurements are kept is its caller's business.

import { isUtf8 } from "node:buffer";
import { diffTrees } from "../../git/changes.ts";
import type { Repository } from "../../git/repository.ts";
import type { FileChange, Oid } from "../../model.ts";
import { definitionsOf, loadDefinitionGrammars } from "../../syntax/definitions.ts";
import { grammarOf, loadGrammars } from "../../syntax/grammar.ts";
import { type Measured, mark, measure, physicalLines } from "./measure.ts";
import { difference, type Net, type Part, partOf, type Unmeasured, ZERO } from "./net.ts";
import type { Parts } from "./parts.ts";
import { Pieces } from "./pieces.ts";

export interface FileEffort {
  readonly path: string;
  readonly part: string;
  readonly kind: FileChange["kind"];
  readonly net: Net;
  /** Why not all instruments measured it, else null: of a binary one nothing is known, of the others physical lines are. */
  readonly unmeasured: Unmeasured | null;
}

export interface FunctionEffort {
  readonly path: string;
  readonly function: string;
  readonly net: Net;
}

export interface Effort {
  /** By part, those with any changed file. */
  readonly parts: ReadonlyMap<string, Part>;
  readonly total: Part;
  /** By path. */
  readonly files: readonly FileEffort[];
}

/** Bytes that are measured; of a larger blob its lines are counted. */
const LARGEST = 8 * 2 ** 20;

/** Measures trees of one repository. */
export class Efforts {
  readonly #repo: Repository;
  readonly #known: Map<string, Measured | null>;
  readonly #pieces = new Pieces();

  /** `known`: what is kept of blobs, by grammar and blob; grows. Null of what is no text. */
  constructor(repo: Repository, known: Map<string, Measured | null> = new Map()) {
    this.#repo = repo;
    this.#known = known;
  }

  /** `before` null: from nothing. Throws what reading git throws. */
  async between(before: Oid | null, after: Oid, parts: Parts): Promise<Effort> {
    const files: FileEffort[] = [];
    for (const { path, kind, oid, oldOid } of await diffTrees(this.#repo, before, after)) {
      const [now, old] = [await this.#measure(path, oid), await this.#measure(path, oldOid)];
      const unmeasured = whyUnmeasured(path, now, old);
      files.push({ path, part: parts.of(path), kind, net: netOf(now, old, unmeasured), unmeasured });
    }
    const byPart = new Map<string, Part>();
    for (const name of parts.names) {
      const own = files.filter(({ part }) => part === name);
      if (own.length > 0) byPart.set(name, partOf(own));
    }
    return { parts: byPart, total: partOf(files), files };
  }

  /** The functions and methods of the changed files whose size is another, by path and name. */
  async functionsBetween(before: Oid | null, after: Oid): Promise<readonly FunctionEffort[]> {
    const found: FunctionEffort[] = [];
    for (const { path, oid, oldOid } of await diffTrees(this.#repo, before, after)) {
      if (grammarOf(path) === null) continue;
      const [now, old] = [await this.#functions(path, oid), await this.#functions(path, oldOid)];
      for (const name of [...new Set([...now.keys(), ...old.keys()])].sort()) {
        const net = difference(now.get(name) ?? null, old.get(name) ?? null);
        if (net.statements !== 0 || net.statementsWithDocstrings !== 0 || net.source !== 0)
          found.push({ path, function: name, net });
      }
    }
    return found;
  }

  async #measure(path: string, oid: Oid | null): Promise<Version> {
    if (oid === null) return null;
    const grammar = grammarOf(path);
    const key = `${grammar ?? ""} ${oid}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      const bytes = await this.#bytes(oid);
      if (grammar !== null) await loadGrammars([grammar]);
      known = bytes === null ? null : this.#measured(path, bytes);
      this.#known.set(key, known);
    }
    return known ?? "binary";
  }

  /** Null of what is no text, as git takes it. */
  async #bytes(oid: Oid): Promise<Buffer | null> {
    const bytes = Buffer.from(await this.#repo.blob(oid));
    return bytes.subarray(0, 8000).includes(0) ? null : bytes;
  }

  #measured(path: string, bytes: Buffer): Measured {
    const decode = decoderOf(bytes);
    const counted = { statements: null, statementsWithDocstrings: null, source: null };
    if (bytes.length > LARGEST) return { ...counted, physical: physicalLines(decode(bytes)) };
    try {
      return grammarOf(path) === "python" ? this.#pieces.measure(path, bytes, decode) : measure(path, decode(bytes));
    } catch {
      // A text that no parser gets through has lines all the same.
      return { ...counted, physical: physicalLines(decode(bytes)) };
    }
  }

  async #functions(path: string, oid: Oid | null): Promise<ReadonlyMap<string, Measured>> {
    const bytes = oid === null ? null : await this.#bytes(oid);
    if (bytes === null || bytes.length > LARGEST) return new Map();
    const text = decoderOf(bytes)(bytes);
    await loadDefinitionGrammars([path]);
    await loadGrammars([grammarOf(path)!]);
    const marked = mark(path, text);
    const functions = definitionsOf(path, text).definitions.filter(({ kind }) => kind === "function");
    if (marked === null) return new Map();
    const inside = (lines: readonly number[], from: number, to: number) =>
      lines.filter((line) => line >= from && line <= to).length;
    return new Map(
      functions.map(({ name, line, endLine }) => {
        const statements = inside(marked.statements, line, endLine);
        const statementsWithDocstrings = statements + inside(marked.docstrings, line, endLine);
        return [
          name,
          {
            statements,
            statementsWithDocstrings,
            source: inside(marked.source, line, endLine),
            physical: endLine - line + 1,
          },
        ];
      }),
    );
  }
}

/** One side of a changed file; null where there is none. */
type Version = Measured | "binary" | null;

function whyUnmeasured(path: string, now: Version, old: Version): Unmeasured | null {
  if (now === "binary" || old === "binary") return "binary";
  if (grammarOf(path) === null) return "no grammar";
  return now?.statements === null || old?.statements === null ? "unparsed" : null;
}

/** Where only the lines of one side are known, the other side's statements are no difference. */
function netOf(now: Version, old: Version, unmeasured: Unmeasured | null): Net {
  if (now === "binary" || old === "binary") return ZERO;
  const net = difference(now, old);
  return unmeasured === null ? net : { ...ZERO, physical: net.physical };
}

/** What makes a text of a file's bytes, or of a part of them; other encodings are measured by their bytes. */
function decoderOf(bytes: Buffer): (part: Uint8Array) => string {
  const encoding = isUtf8(bytes) ? "utf8" : "latin1";
  return (part) => Buffer.from(part.buffer, part.byteOffset, part.length).toString(encoding);
}
