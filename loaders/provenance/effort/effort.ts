// Turns two trees into what it took to get from one to the other, by three instruments: net, after less before. Each blob
// is measured once, whatever number of commits hold it.

import { isUtf8 } from "node:buffer";
import { diffTrees } from "../../git/changes.ts";
import type { Repository } from "../../git/repository.ts";
import type { FileChange, Oid } from "../../model.ts";
import { definitionsOf, loadDefinitionGrammars } from "../../syntax/definitions.ts";
import { grammarOf, loadGrammars } from "../../syntax/grammar.ts";
import { type Measured, mark, measure, physicalLines } from "./measure.ts";
import type { Parts } from "./parts.ts";

/** What a change added, net; what was not measured of any of its files is 0. */
export interface Net {
  readonly statements: number;
  readonly statementsWithDocstrings: number;
  readonly source: number;
  readonly physical: number;
}

export interface FileEffort {
  readonly path: string;
  readonly part: string;
  readonly kind: FileChange["kind"];
  readonly net: Net;
  /** Why only its physical lines are known: it has no grammar, or is no text; else null. */
  readonly unmeasured: string | null;
}

export interface FunctionEffort {
  readonly path: string;
  readonly function: string;
  readonly net: Net;
}

export interface Effort {
  /** By part, those with any changed file. */
  readonly parts: ReadonlyMap<string, Net>;
  readonly total: Net;
  /** By path. */
  readonly files: readonly FileEffort[];
}

export const ZERO: Net = { statements: 0, statementsWithDocstrings: 0, source: 0, physical: 0 };

/** Bytes that are measured; of a larger blob its lines are counted. */
const LARGEST = 8 * 2 ** 20;

/** Measures trees of one repository. */
export class Efforts {
  readonly #repo: Repository;
  readonly #known: Map<string, Measured | null>;

  /** `known`: what is kept of blobs; grows. Null of what is no text. */
  constructor(repo: Repository, known: Map<string, Measured | null> = new Map()) {
    this.#repo = repo;
    this.#known = known;
  }

  /** `before` null: from nothing. Throws what reading git throws. */
  async between(before: Oid | null, after: Oid, parts: Parts): Promise<Effort> {
    const files: FileEffort[] = [];
    for (const { path, kind, oid, oldOid } of await diffTrees(this.#repo, before, after)) {
      const [now, old] = [await this.#measure(path, oid), await this.#measure(path, oldOid)];
      if (now === "binary" || old === "binary") continue;
      const isMeasured = (now?.statements ?? 0) !== null && (old?.statements ?? 0) !== null && grammarOf(path) !== null;
      files.push({
        path,
        part: parts.of(path),
        kind,
        net: difference(now, old),
        unmeasured: isMeasured ? null : "no grammar reads it",
      });
    }
    const byPart = new Map<string, Net>();
    for (const name of parts.names) {
      const own = files.filter(({ part }) => part === name);
      if (own.length > 0) byPart.set(name, sum(own.map(({ net }) => net)));
    }
    return { parts: byPart, total: sum([...byPart.values()]), files };
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

  async #measure(path: string, oid: Oid | null): Promise<Measured | "binary" | null> {
    if (oid === null) return null;
    const grammar = grammarOf(path);
    const key = `${grammar ?? ""} ${oid}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      const text = await this.#text(oid);
      if (grammar !== null) await loadGrammars([grammar]);
      known = text === null ? null : measured(path, text);
      this.#known.set(key, known);
    }
    return known ?? "binary";
  }

  async #text(oid: Oid): Promise<string | null> {
    const bytes = Buffer.from(await this.#repo.blob(oid));
    // As git takes what is binary; other encodings are measured by their bytes.
    if (bytes.subarray(0, 8000).includes(0)) return null;
    return bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");
  }

  async #functions(path: string, oid: Oid | null): Promise<ReadonlyMap<string, Measured>> {
    const text = oid === null ? null : await this.#text(oid);
    if (text === null || text.length > LARGEST) return new Map();
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

function measured(path: string, text: string): Measured {
  const counted = { statements: null, statementsWithDocstrings: null, source: null, physical: physicalLines(text) };
  if (text.length > LARGEST) return counted;
  try {
    return measure(path, text);
  } catch {
    // A text that no parser gets through has lines all the same.
    return counted;
  }
}

function difference(now: Measured | null, old: Measured | null): Net {
  const of = (key: keyof Measured) => (now?.[key] ?? 0) - (old?.[key] ?? 0);
  return {
    statements: of("statements"),
    statementsWithDocstrings: of("statementsWithDocstrings"),
    source: of("source"),
    physical: of("physical"),
  };
}

export function sum(nets: readonly Net[]): Net {
  const of = (key: keyof Net) => nets.reduce((total, net) => total + net[key], 0);
  return {
    statements: of("statements"),
    statementsWithDocstrings: of("statementsWithDocstrings"),
    source: of("source"),
    physical: of("physical"),
  };
}
