// Turns a whole tree into how its functions are called: for each callee how often, with which literals where, and which
// functions bear its name. It judges nothing; what is a dispatch is for propose.ts to say. It parses every file once.

import type { SourceFile } from "../facts/source-file.ts";
import type { Body, Call, Value } from "../model.ts";
import { add, type ClassDef, shapeOf } from "./shape.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** A call and the function it stands in. `line` is the file's, 1-based; `body` may be a nested function's. */
export interface PlacedCall {
  readonly scope: FunctionDef;
  readonly body: Body;
  readonly call: Call;
  readonly line: number;
}

export interface Survey {
  readonly tree: CodeTree;
  readonly calls: ReadonlyMap<string, readonly PlacedCall[]>;
  /** Functions and methods by name, nested ones not among them. */
  readonly functions: ReadonlyMap<string, readonly FunctionDef[]>;
  readonly classes: readonly ClassDef[];
  /** Methods that a class itself defines, by name; of several the last. */
  readonly methods: ReadonlyMap<ClassDef, ReadonlyMap<string, FunctionDef>>;
  readonly files: number;
}

/** Directories whose files call to try a thing out, not to use it. */
export const TRIALS =
  /(^|\/)(examples?|tests?|testing|__tests__|specs?|conftest\.py|test_[^/]*|[^/]*[._](test|spec)\.\w+)(\/|$)/;

/** Surveys all files but tests and generated ones. Order: of files by path, of calls by place. */
export function surveyTree(tree: CodeTree): Survey {
  const calls = new Map<string, PlacedCall[]>();
  const functions = new Map<string, FunctionDef[]>();
  const classes: ClassDef[] = [];
  const methods = new Map<ClassDef, Map<string, FunctionDef>>();
  let files = 0;
  for (const file of sourceFiles(tree)) {
    files++;
    classes.push(...shapeOf(file).classes.values());
    for (const chunk of file.chunks) {
      if (chunk.kind === "class") continue;
      const body = tree.facts.body(file, chunk);
      const owner = tree.ownerOf(file, chunk);
      const scope: FunctionDef = { file, chunk, owner, name: chunk.name ?? "<module>", body };
      if (chunk.kind === "function" && chunk.name) {
        add(functions, chunk.name, scope);
        if (owner) methods.set(owner, (methods.get(owner) ?? new Map()).set(chunk.name, scope));
      }
      collect(scope, body, calls);
    }
  }
  return { tree, calls, functions, classes, methods, files };
}

function sourceFiles(tree: CodeTree): SourceFile[] {
  return [...tree.files.values()]
    .filter((file) => !TRIALS.test(file.path) && !isGenerated(file))
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** A bundle or a table made by a program: its lines are longer than anybody writes. */
function isGenerated(file: SourceFile): boolean {
  if (file.bytes.length < 20_000) return false;
  let lines = 1;
  for (let at = file.bytes.indexOf(10); at >= 0; at = file.bytes.indexOf(10, at + 1)) lines++;
  return file.bytes.length / lines > 400;
}

function collect(scope: FunctionDef, body: Body, into: Map<string, PlacedCall[]>): void {
  for (const call of body.calls)
    if (call.callee) add(into, call.callee, { scope, body, call, line: scope.chunk.firstLine + call.line });
  for (const nested of body.nested) collect(scope, nested.body, into);
}

/** Whether a literal can be the name of something: no sentence, no path, no format. */
export function isName(literal: string): boolean {
  return literal.length <= 80 && /^[A-Za-z_][\w:./-]*$/.test(literal) && /[a-z]/i.test(literal);
}

/** The names that an argument gives: a literal, a member of a constant (`Channels.OPEN`), of a choice each. */
export function namesIn(value: Value | undefined): string[] {
  if (!value) return [];
  if (value.kind === "string") return isName(value.value) ? [value.value] : [];
  if (value.kind === "path") return /^[A-Z]\w*\.[A-Z]\w*$/.test(value.text) ? [value.text] : [];
  return value.kind === "either" ? value.items.flatMap(namesIn) : [];
}

/** The functions that a call can mean: the one that its bare name is bound to where that is known, else all of that name. */
export function calledBy(survey: Survey, scope: FunctionDef, { receiver, callee }: Call): readonly FunctionDef[] {
  const own = receiver === null ? survey.tree.resolveFunction(callee, scope.file, scope.body.imports) : null;
  return own ? [own] : (survey.functions.get(callee) ?? []);
}

/** Parameters as a caller counts them: without the object's own. */
export function parametersOf(definition: FunctionDef): Body["parameters"] {
  const { parameters, decorators } = definition.body;
  const first = parameters[0]?.name;
  const bound =
    definition.owner !== null && !decorators.includes("staticmethod") && (first === "self" || first === "cls");
  return bound ? parameters.slice(1) : parameters;
}

/** Whether a body does nothing yet: `raise NotImplementedError`, `...`, `pass`, or only a docstring. */
export function isAbstract(body: Body): boolean {
  if (body.raises.some((each) => each.exception === "NotImplementedError")) return true;
  return (
    body.decorators.some((each) => /abstractmethod$/.test(each)) ||
    (body.calls.length === 0 && body.bindings.length === 0 && body.returns.every((each) => each.implicit))
  );
}

/** Callees that Python and its usual libraries bring, and that take names of other things. */
export const COMMON = new Set(
  (
    "getattr hasattr setattr delattr isinstance print open get pop setdefault format join split strip startswith endswith " +
    "replace patch object info debug warning error exception critical log add_argument getenv set_defaults encode decode " +
    "register_buffer register_parameter NewType TypeVar namedtuple getLogger import_module Path compile match search sub " +
    "findall append add remove index count write read einsum to device cuda dtype zeros ones empty rearrange field Field " +
    "require import describe it test expect querySelector addEventListener createElement getElementById"
  ).split(" "),
);
