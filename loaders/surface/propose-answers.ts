// Turns a set of names into who could answer them: a family of classes whose methods they are, a table of handlers, a
// chain of comparisons. It measures how many of the names each covers and picks none that covers few.

import type { SourceFile } from "../facts/source-file.ts";
import type { AnswerRule, Body, Value } from "../model.ts";
import type { Lookup } from "./propose-evidence.ts";
import type { ClassDef } from "./shape.ts";
import type { PlacedCall, Survey } from "./survey.ts";
import { byPlace, type FunctionDef } from "./tree.ts";

/** Someone who could answer, and which of the names. */
export interface Answering {
  readonly rule: AnswerRule;
  readonly covered: ReadonlySet<string>;
  /** All names that it holds; of classes, those of these names that the root itself has. */
  readonly held: ReadonlySet<string>;
  readonly path: string;
  readonly line: number;
  /** Functions that answer, of a table; empty otherwise. */
  readonly handlers: readonly FunctionDef[];
  /** Of a family: its root. */
  readonly root: ClassDef | null;
}

/** A table or a chain, whoever sends its names. */
export type Switch = Omit<Answering, "covered">;

/** Share of the names that a root must answer itself. */
const OWN = 0.3;

/** The family of classes whose methods most of `names` are. A method that sends its own name is no answer to it. */
export function familyOf(
  survey: Survey,
  names: ReadonlySet<string>,
  sent: readonly PlacedCall[],
  lookups: readonly Lookup[],
): Answering | null {
  const wrappers = new Set(sent.filter(({ scope }) => names.has(scope.name)).map(({ scope }) => scope.chunk));
  const { tree } = survey;
  const own = new Map<ClassDef, Set<string>>();
  for (const name of names) {
    for (const definition of survey.functions.get(name) ?? []) {
      if (!definition.owner || wrappers.has(definition.chunk)) continue;
      for (const each of [definition.owner, ...tree.subclasses(definition.owner)]) {
        if (methodOf(survey, each, name)?.chunk !== definition.chunk) continue;
        own.set(each, (own.get(each) ?? new Set()).add(name));
      }
    }
  }
  const family = new Map<ClassDef, Set<string>>();
  for (const [definition, answered] of own) {
    for (const ancestor of tree.mro(definition)) {
      const all = family.get(ancestor) ?? new Set<string>();
      for (const name of answered) all.add(name);
      family.set(ancestor, all);
    }
  }
  const most = Math.max(0, ...[...own.values()].map((each) => each.size));
  const asked = (definition: ClassDef) =>
    lookups.some(
      (each) => each.class !== null && (tree.derives(definition, each.class) || tree.derives(each.class, definition)),
    );
  const ranked = [...family]
    .map(([definition, all]) => ({ definition, all, own: own.get(definition)?.size ?? 0, asked: asked(definition) }))
    .filter((each) => each.own >= Math.max(1, OWN * most))
    .toSorted(
      (a, b) =>
        weight(b) - weight(a) ||
        tree.mro(a.definition).length - tree.mro(b.definition).length ||
        b.own - a.own ||
        byPlace(a.definition, b.definition),
    );
  const best = ranked[0];
  if (!best) return null;
  const { file, header, name } = best.definition;
  return {
    rule: { kind: "methods", roots: [name] },
    covered: best.all,
    held: own.get(best.definition) ?? new Set(),
    path: file.path,
    line: header.line,
    handlers: [],
    root: best.definition,
  };
}

/** A method as a class answers it, as `tree.method` says, without a search of members for every question. */
function methodOf(survey: Survey, definition: ClassDef, name: string): FunctionDef | null {
  for (const owner of survey.tree.mro(definition)) {
    const found = survey.methods.get(owner)?.get(name);
    if (found) return found;
  }
  return null;
}

/** A class that a lookup is known to ask is worth a few names more. */
function weight(each: { readonly all: ReadonlySet<string>; readonly asked: boolean }): number {
  return each.all.size * (each.asked ? 1.25 : 1);
}

/** Tables `{"name": "method"}` whose values are functions, and chains of comparisons of one subject. */
export function switchesOf(survey: Survey): Switch[] {
  const found: Switch[] = [];
  const { tree } = survey;
  for (const scopes of survey.functions.values()) for (const scope of scopes) found.push(...chainsOf(scope));
  for (const file of new Set([...survey.functions.values()].flat().map((each) => each.file))) {
    for (const chunk of file.chunks) {
      if (chunk.kind === "class") continue;
      const definition = tree.ownerOf(file, chunk);
      const body = tree.facts.body(file, chunk);
      for (const binding of body.bindings) {
        const variable = binding.targets[0]?.replace(/^self\./, "");
        const table = binding.value;
        if (!variable || !/^\w+$/.test(variable) || table.kind !== "keys" || table.keys.length < 2) continue;
        const handlers = table.values.map((value) => handlerOf(survey, value, file, definition, body));
        const known = handlers.filter((each): each is FunctionDef => each !== null);
        if (known.length < 0.8 * table.keys.length) continue;
        found.push({
          rule: { kind: "table", variable, ...(definition ? { class: definition.name } : {}) },
          held: new Set(table.keys),
          path: file.path,
          line: chunk.firstLine + binding.line,
          handlers: known,
          root: definition,
        });
      }
    }
  }
  return found;
}

function handlerOf(
  survey: Survey,
  value: Value,
  file: SourceFile,
  owner: ClassDef | null,
  body: Body,
): FunctionDef | null {
  const word = value.kind === "string" ? value.value : value.kind === "path" ? value.text.replace(/^self\./, "") : "";
  if (!/^\w+$/.test(word)) return null;
  return owner ? methodOf(survey, owner, word) : survey.tree.resolveFunction(word, file, body.imports);
}

function chainsOf(scope: FunctionDef): Switch[] {
  const subjects = new Map<string, { names: Set<string>; line: number }>();
  for (const each of scope.body.comparisons) {
    if (each.operator !== "==" && each.operator !== "in") continue;
    const known = subjects.get(each.subject) ?? { names: new Set(), line: each.line };
    for (const name of each.literals) known.names.add(name);
    subjects.set(each.subject, known);
  }
  return [...subjects].flatMap(([subject, { names, line }]): Switch[] => {
    if (names.size < 2) return [];
    const name = scope.owner ? `${scope.owner.name}.${scope.name}` : scope.name;
    return [
      {
        rule: { kind: "branches", function: name, subject },
        held: names,
        path: scope.file.path,
        line: scope.chunk.firstLine + line,
        handlers: [],
        root: scope.owner,
      },
    ];
  });
}

/** Switches that hold any of `names`, the one that covers most first; at equal cover tables, then the smaller. */
export function switchesFor(switches: readonly Switch[], names: ReadonlySet<string>): Answering[] {
  return switches
    .map((each) => ({ ...each, covered: new Set([...each.held].filter((name) => names.has(name))) }))
    .filter((each) => each.covered.size > 0)
    .toSorted(
      (a, b) =>
        b.covered.size - a.covered.size ||
        Number(b.rule.kind === "table") - Number(a.rule.kind === "table") ||
        a.held.size - b.held.size ||
        (a.path < b.path ? -1 : 1),
    );
}
