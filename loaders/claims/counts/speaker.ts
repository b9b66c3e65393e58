// Says which questions a counted phrase of a document asks: of the name or path that it writes, or of what it stands in. It
// reads the document's own outline where "this class" is meant, and asks nothing.

import { posix } from "node:path";
import type { Library } from "../../audit/library.ts";
import type { Definitions, Passage } from "../../citation.ts";
import type { Oid } from "../../model.ts";
import { enclosing } from "../../syntax/definitions.ts";
import { languageOf } from "../../syntax/grammar.ts";
import { doubtOf } from "./borne-out.ts";
import type { Phrase } from "./phrases.ts";
import { type Paths, type Subject, subjectsOf } from "./subject.ts";
import { thingsOf } from "./things.ts";

/** Words without which a sentence does not speak of the surface. */
const OF_SURFACE = /\b(?:dispatch\w*|broadcast\w*|sends?|sent|answers?|answered|waits?|waited|names)\b/i;

export class Speaker {
  readonly #path: string;
  readonly #oid: Oid;
  readonly #library: Library;
  readonly #paths: Paths;
  #outline: Promise<Definitions> | null = null;

  constructor(path: string, oid: Oid, library: Library, paths: Paths) {
    this.#path = path;
    this.#oid = oid;
    this.#library = library;
    this.#paths = paths;
  }

  /** Likeliest first; none where nothing of the catalogue counts it. */
  async questionsFor(phrase: Phrase, passage: Passage, hasSurface: boolean): Promise<readonly string[]> {
    const subjects = await this.subjectsFor(phrase, passage, hasSurface);
    const questions = subjects.flatMap((subject) => thingsOf(phrase.noun).flatMap((thing) => thing.questions(subject)));
    return [...new Set([...questions, ...questions.flatMap(doubtOf)])];
  }

  private async subjectsFor(phrase: Phrase, passage: Passage, hasSurface: boolean): Promise<readonly Subject[]> {
    const { tie, of, noun } = phrase;
    if (tie === "around") return this.around(of, noun, passage, hasSurface);
    const named = subjectsOf(of, noun, this.#paths, { path: this.#path, isCode: languageOf(this.#path) !== null });
    const sentence = passage.text.slice(phrase.sentence.from, phrase.sentence.to);
    const name = named.find(({ kind }) => kind === "name");
    if (!hasSurface || name === undefined || !OF_SURFACE.test(sentence)) return named;
    const text = of.replace(/\(\)$/, "");
    const surface = /site/i.test(noun) ? "contract" : /name/i.test(noun) ? "answerer" : null;
    return surface === null ? named : [{ kind: surface, text, noun, home: null }, ...named];
  }

  /** "this class", "this package", or nothing said: what the passage stands in. */
  private async around(of: string, noun: string, passage: Passage, hasSurface: boolean): Promise<readonly Subject[]> {
    const isCode = languageOf(this.#path) !== null;
    const home = isCode ? this.#path : null;
    if (of === "surface") return hasSurface ? [{ kind: "surface", text: "", noun, home }] : [];
    if (/^(?:package|folder|directory)$/.test(of)) {
      const folder = posix.dirname(this.#path);
      const isFront = /^(?:__init__|index|mod|readme)\./i.test(posix.basename(this.#path));
      return folder !== "." && isFront ? [{ kind: "folder", text: folder, noun, home }] : [];
    }
    if (!isCode) return [];
    const file: Subject = { kind: "file", text: this.#path, noun, home };
    if (/^(?:module|file)$/.test(of)) return [file];
    this.#outline ??= this.#library.outline(this.#path, this.#oid);
    const inner = enclosing(await this.#outline, passage.line, passage.endLine).filter(
      ({ kind }) => kind !== "variable" && kind !== "module",
    );
    const isFunction = /^(?:function|method|helper)$/.test(of);
    const isClass = /^(?:class|enum|dataclass|protocol|interface|struct|type|registry)$/.test(of);
    if (!isFunction && !isClass && of !== "") return [];
    const definition = inner.findLast(({ kind }) => of === "" || kind === (isFunction ? "function" : "class"));
    if (definition !== undefined) return [{ kind: "name", text: `${this.#path}: ${definition.name}`, noun, home }];
    return of === "" && passage.kind === "docstring" ? [file] : [];
  }
}
