// Turns a rule of a profile into its near misses: what looks like it in a tree and is no match, with the reason. Where a
// name is not there at all, the names spelt like it.

import type { AnswerRule, DispatchRule, Layer } from "../model.ts";
import { Constants } from "./constants.ts";
import { nearestWords } from "./nearest.ts";
import { familyOf, switchesOf } from "./propose-answers.ts";
import { lookupsOf } from "./propose-evidence.ts";
import { shapeOf } from "./shape.ts";
import { findSites, namedCallees, type PlacedCall, placedCalls, receiverFits, slotValue } from "./sites.ts";
import type { Survey } from "./survey.ts";
import type { CodeTree } from "./tree.ts";

/** What a rule nearly matches: how often, a few places as `path:line`, and in words why not. */
export interface NearMiss {
  readonly reason: string;
  readonly count: number;
  readonly places: readonly string[];
}

/** A near miss that is a sentence alone. */
export function plain(reason: string): NearMiss {
  return { reason, count: 0, places: [] };
}

/** Calls of a dispatch rule's callee that are no site, or no named one; most first. */
export function nearDispatch(tree: CodeTree, layer: Layer, rule: DispatchRule, count: number): NearMiss[] {
  const constants = new Constants(tree, namedCallees(layer));
  const { dropped } = findSites(tree, layer, constants);
  const reasons = new Map<string, string[]>();
  let calls = 0;
  for (const { file, chunks } of tree.chunksWith(rule.callee)) {
    for (const chunk of chunks) {
      if (chunk.kind === "class") continue;
      for (const placed of placedCalls(tree, file, chunk, new Set([rule.callee]))) {
        if (placed.call.callee !== rule.callee) continue;
        calls++;
        const line = chunk.firstLine + placed.call.line;
        const lost = dropped.find((each) => each.path === file.path && each.line === line);
        const reason = !receiverFits(rule, placed.call, placed, constants)
          ? takenByAnother(layer, rule, placed, constants)
            ? null
            : `on \`${short(placed.call.receiver ?? "no receiver")}\`, which the rule does not name`
          : !slotValue(rule.name, placed.call)
            ? "gives no name"
            : lost
              ? `${lost.reason === "forwarded-name" ? "forwards a name it was given" : "gives a name that is no literal"}: \`${short(lost.text)}\``
              : null;
        if (reason !== null) reasons.set(reason, [...(reasons.get(reason) ?? []), `${file.path}:${line}`]);
      }
    }
  }
  const near = [...reasons].map(([reason, places]): NearMiss => ({ reason, count: places.length, places }));
  if (calls === 0) {
    near.push(
      plain(`nothing calls \`${rule.callee}\`${likely(nearestWords(rule.callee, functionNames(tree)), [], "")}`),
    );
  } else if (count === 0 && near.length === 0) near.push(plain("every call of it is matched by an earlier rule"));
  return near.toSorted((a, b) => b.count - a.count);
}

function takenByAnother(layer: Layer, rule: DispatchRule, placed: PlacedCall, constants: Constants): boolean {
  return layer.dispatch.some(
    (each) => each !== rule && each.callee === rule.callee && receiverFits(each, placed.call, placed, constants),
  );
}

/** Why an answer rule finds nobody. `survey` is asked only where it has to be. */
export function nearAnswer(
  tree: CodeTree,
  layer: Layer,
  rule: AnswerRule,
  count: number,
  survey: () => Survey,
): NearMiss[] {
  switch (rule.kind) {
    case "methods":
      return nearMethods(tree, layer, rule.roots, count, survey);
    case "table":
      return count > 0 ? [] : nearTable(tree, rule, survey);
    case "branches":
      return count > 0 ? [] : nearBranches(tree, rule);
    case "calls": {
      if (count > 0) return [];
      const calls = tree.chunksWith(rule.callee).length;
      return [
        plain(
          calls > 0
            ? `\`${rule.callee}\` stands in ${calls} files, but no call of it fits the rule`
            : `nothing calls \`${rule.callee}\``,
        ),
      ];
    }
  }
}

function nearMethods(
  tree: CodeTree,
  layer: Layer,
  roots: readonly string[],
  count: number,
  survey: () => Survey,
): NearMiss[] {
  const near = roots.filter((root) => tree.classesNamed(root).length === 0).map((root) => plain(noClass(tree, root)));
  for (const root of roots) {
    const same = tree.classesNamed(root);
    if (same.length > 1) {
      const places = same.map((each) => `${each.file.path}:${each.header.line}`);
      near.push({ reason: `${same.length} classes are named \`${root}\`; all are asked`, count: same.length, places });
    }
  }
  if (count > 0) return near;
  const sites = findSites(tree, layer).sites;
  const names = new Set(sites.map(({ site }) => site.name).filter((name): name is string => name !== null));
  if (names.size === 0) return [...near, plain("no name is sent that anything could answer")];
  const family = familyOf(survey(), names, [], lookupsOf(survey()));
  if (family?.rule.kind === "methods") {
    const reason = `${family.covered.size} of ${names.size} names are methods of \`${family.rule.roots.join()}\` or what derives from it`;
    near.push({ reason, count: family.covered.size, places: [`${family.path}:${family.line}`] });
  }
  return near;
}

function nearTable(tree: CodeTree, rule: AnswerRule & { kind: "table" }, survey: () => Survey): NearMiss[] {
  const bound = tree.chunksWith(rule.variable).flatMap(({ file, chunks }) =>
    chunks
      .filter((chunk) => chunk.kind !== "class")
      .flatMap((chunk) =>
        tree
          .body(file, chunk)
          .bindings.filter((each) =>
            each.targets.some((target) => target === rule.variable || target === `self.${rule.variable}`),
          )
          .map((each) => ({ each, owner: chunk.owner, place: `${file.path}:${chunk.firstLine + each.line}` })),
      ),
  );
  if (bound.length > 0) {
    return bound.map(({ each, owner, place }) => {
      const reason =
        each.value.kind !== "keys"
          ? `\`${rule.variable}\` is no mapping with literal keys`
          : `\`${rule.variable}\` is of ${owner === null ? "the module" : `\`${owner}\``}, not of \`${rule.class}\``;
      return { reason, count: 1, places: [place] };
    });
  }
  const tables = switchesOf(survey()).flatMap((each) => (each.rule.kind === "table" ? [each.rule.variable] : []));
  return [
    plain(
      `nothing is bound to \`${rule.variable}\`${likely(nearestWords(rule.variable, tables), tables, "tables of handlers")}`,
    ),
  ];
}

function nearBranches(tree: CodeTree, rule: AnswerRule & { kind: "branches" }): NearMiss[] {
  const word = rule.function.split(".").at(-1) as string;
  const named = tree.chunksWith(word).flatMap(({ file, chunks }) =>
    chunks
      .filter((chunk) => chunk.kind === "function" && chunk.name === word)
      .map((chunk) => ({
        name: chunk.owner === null ? word : `${chunk.owner}.${word}`,
        place: `${file.path}:${chunk.line}`,
        subjects: [...new Set(tree.body(file, chunk).comparisons.map((each) => each.subject))],
      })),
  );
  const exact = named.find((each) => each.name === rule.function);
  if (exact) {
    const others =
      exact.subjects.length > 0
        ? `; it compares ${exact.subjects.map(quote).join(", ")}`
        : "; it compares nothing with a literal";
    return [
      {
        reason: `\`${rule.function}\` does not compare \`${rule.subject}\` with a literal${others}`,
        count: 1,
        places: [exact.place],
      },
    ];
  }
  if (named.length > 0) {
    const reason = `there is no \`${rule.function}\`, but ${named.map((each) => quote(each.name)).join(", ")}`;
    return [{ reason, count: named.length, places: named.map((each) => each.place) }];
  }
  return [plain(`there is no function \`${rule.function}\`${likely(nearestWords(word, functionNames(tree)), [], "")}`)];
}

function functionNames(tree: CodeTree): string[] {
  return [...tree.files.values()].flatMap((file) =>
    file.chunks.flatMap((chunk) => (chunk.kind === "function" && chunk.name ? [chunk.name] : [])),
  );
}

/** Why one side of a hop finds no call. */
export function nearHop(
  tree: CodeTree,
  side: { readonly callee: string; readonly receiver: string },
  survey: () => Survey,
): NearMiss[] {
  const near: NearMiss[] = [];
  if (tree.classesNamed(side.receiver).length === 0) near.push(plain(noClass(tree, side.receiver)));
  const calls = survey().calls.get(side.callee) ?? [];
  const places = calls.map(({ scope, line }) => `${scope.file.path}:${line}`);
  if (calls.length > 0)
    near.push({
      reason: `called on ${[...new Set(calls.map(({ call }) => quote(short(call.receiver ?? "nothing"))))].join(", ")}, of no known class that is a \`${side.receiver}\``,
      count: calls.length,
      places,
    });
  else near.push(plain(`nothing calls \`${side.callee}\``));
  return near;
}

/** That there is no such class, and which are spelt like it. */
export function noClass(tree: CodeTree, name: string): string {
  const known = [...tree.files.values()].flatMap((file) => [...shapeOf(file).classes.keys()]);
  return `there is no class \`${name}\`${likely(nearestWords(name, known), [], "")}`;
}

function likely(alike: readonly string[], all: readonly string[], what: string): string {
  if (alike.length > 0) return `; nearest: ${alike.map(quote).join(", ")}`;
  return all.length > 0 ? `; ${what}: ${[...new Set(all)].slice(0, 5).map(quote).join(", ")}` : "";
}

function quote(word: string): string {
  return `\`${word}\``;
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
