// Turns files into their classes and what each of them has: methods, fields, members of an enum. In Python and scripts it
// reads facts, elsewhere the definitions that a grammar tells; what a class inherits is for family.ts.

import type { Definition } from "../../../citation.ts";
import { textOf } from "../../../facts/source-file.ts";
import type { Chunk } from "../../../model.ts";
import { definitionsOf } from "../../../syntax/definitions.ts";
import type { CodeFile } from "../../question.ts";
import { isNamed, type Wanted } from "./names.ts";
import { bodyOf, classesNamed, nameOf } from "./places.ts";
import { readPiece } from "./trees.ts";
import { walk } from "./walk.ts";

export interface Member {
  readonly name: string;
  /** `attribute`: set on the object by a method, and not named in the class. */
  readonly kind: "method" | "field" | "attribute";
  readonly line: number;
  /** Whether it is only declared, which makes no member of an enum. */
  readonly isDeclared?: boolean;
  /** Whether it is said to be for the class alone, or for those that derive from it. */
  readonly isPrivate?: boolean;
}

/** A class, an interface, an enum or a type with fields. */
export interface ClassPlace {
  readonly name: string;
  readonly line: number;
  readonly isEnum: boolean;
  /** In order of lines, each name once. */
  readonly members: readonly Member[];
}

/** The classes of a file that are meant. */
export function classPlaces(file: CodeFile, wanted: Wanted): readonly ClassPlace[] {
  const { path, source } = file;
  if (!wanted.in(path)) return [];
  if (source === null) return definedPlaces(file, wanted);
  const headers = classesNamed(source, wanted);
  const classes = headers.map((header): ClassPlace => {
    const name = nameOf(header);
    const chunks = source.chunks.filter(({ owner }) => owner === name);
    const members = source.language === "python" ? pythonMembers(file, chunks) : scriptMembers(file, chunks);
    return { name, line: header.line, isEnum: header.bases.some(isEnumName), members: once(members) };
  });
  // Interfaces, enums and types are no classes to the outline of a script.
  const isOther = source.language !== "python" && classes.length === 0 && declares(file.text, wanted.word);
  return isOther ? definedPlaces(file, wanted) : classes;
}

/** `IntEnum`, `enum.Flag`: a class of one's own is told by its name too. */
function isEnumName(base: string): boolean {
  return /(?:Enum|Flag)$/.test(base);
}

function declares(text: string, name: string): boolean {
  return ["interface", "enum", "type"].some((word) => text.includes(`${word} ${name}`));
}

function once(members: readonly Member[]): readonly Member[] {
  const first = new Map<string, Member>();
  for (const member of members.toSorted((a, b) => a.line - b.line)) {
    const known = first.get(member.name);
    // What the class itself names is a field, wherever a method sets it.
    if (known === undefined || (known.kind === "attribute" && member.kind !== "attribute"))
      first.set(member.name, member);
  }
  return [...first.values()];
}

function methodOf({ name, line }: Chunk): Member {
  return { name: name ?? "", kind: "method", line };
}

function pythonMembers(file: CodeFile, chunks: readonly Chunk[]): readonly Member[] {
  const own = chunks
    .filter(({ kind }) => kind === "statement")
    .flatMap((chunk) =>
      bodyOf(file, chunk)
        .bindings.filter(({ how }) => how !== "for" && how !== "with")
        .flatMap(({ targets, line, how }) =>
          targets.map((name) => ({ name, line: chunk.firstLine + line, isDeclared: how === "declare" })),
        ),
    )
    .filter(({ name }) => /^[\p{L}\p{N}_]+$/u.test(name) && !/^__\w+__$/.test(name))
    .map((each): Member => ({ ...each, kind: "field" }));
  const methods = chunks.filter(({ kind }) => kind === "function").map(methodOf);
  return [...methods, ...own, ...attributesOf(chunks, file)];
}

/** What methods set on the object itself: `self.x = …`, `this.x = …`. */
function attributesOf(chunks: readonly Chunk[], file: CodeFile): readonly Member[] {
  return chunks
    .filter(({ kind }) => kind === "function")
    .flatMap((chunk) => {
      const { bindings, parameters } = bodyOf(file, chunk);
      const self = file.source?.language === "python" ? (parameters[0]?.name ?? "self") : "this";
      return bindings.flatMap(({ targets, line }) =>
        targets
          .filter((target) => target.startsWith(`${self}.`))
          .map((target) => target.slice(self.length + 1))
          .filter((name) => /^[\p{L}\p{N}_$#]+$/u.test(name))
          .map((name): Member => ({ name, kind: "attribute", line: chunk.firstLine + line })),
      );
    });
}

function scriptMembers(file: CodeFile, chunks: readonly Chunk[]): readonly Member[] {
  const own = chunks
    .filter(({ kind }) => kind === "statement")
    .flatMap((chunk) =>
      bodyOf(file, chunk).bindings.flatMap(({ targets, line }) =>
        targets.map((name): Member => ({ name, kind: "field", line: chunk.firstLine + line })),
      ),
    );
  const methods = chunks
    .filter(({ kind }) => kind === "function")
    .map((chunk): Member => ({ ...methodOf(chunk), isPrivate: isPrivate(file, chunk) }));
  const given = chunks.filter(({ name }) => name === "constructor").flatMap((chunk) => parameterFields(file, chunk));
  return [...methods, ...own, ...given, ...attributesOf(chunks, file)];
}

function isPrivate({ source }: CodeFile, chunk: Chunk): boolean {
  const head = textOf(source!, chunk).split("\n")[chunk.line - chunk.firstLine] ?? "";
  return /^\s*(?:@\S+\s+)*(?:static\s+|override\s+)?(?:private|protected)\s/.test(head);
}

/** `constructor(private readonly store: Store)` declares a field. */
function parameterFields(file: CodeFile, chunk: Chunk): readonly Member[] {
  const found = readPiece(file, chunk, "parameter fields", (root, lineOf) => {
    const fields: { name: string; line: number }[] = [];
    walk(root, file.source!.language, (node, { isInFunction }) => {
      const isField = node.children.some(
        (child) => child?.type === "accessibility_modifier" || child?.type === "readonly",
      );
      const pattern = node.childForFieldName("pattern");
      if (isField && pattern && /^(?:required|optional)_parameter$/.test(node.type))
        fields.push({ name: pattern.text, line: lineOf(node) });
      return !isInFunction || node.type === "formal_parameters";
    });
    return fields;
  });
  return (found ?? []).map(({ name, line }) => ({ name, kind: "field", line: chunk.firstLine + line }));
}

/** Classes as definitions tell them. */
function definedPlaces({ path, text }: CodeFile, wanted: Wanted): readonly ClassPlace[] {
  const { definitions } = definitionsOf(path, text);
  const parents = new Set(definitions.map(({ name }) => parentOf(name)));
  const names = new Map<string, Definition>();
  for (const each of definitions) {
    const holds = each.kind === "class" || (each.kind === "variable" && parents.has(each.name));
    if (holds && isNamed(wanted, each.name) && !names.has(each.name)) names.set(each.name, each);
  }
  return [...names].map(([name, { nameLine }]): ClassPlace => {
    const members = definitions
      .filter((each) => each.kind !== "class" && parentOf(each.name) === name)
      .map(
        (each): Member => ({
          name: each.name.slice(name.length + 1),
          kind: each.kind === "function" ? "method" : "field",
          line: each.nameLine,
        }),
      );
    return { name, line: nameLine, isEnum: false, members: once(members) };
  });
}

function parentOf(name: string): string | null {
  return name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : null;
}
