// Follows a value from where it is bound to what takes something off it: through assignments, parameters, attributes of
// a known class, returns and declared hops. It follows only what the code shows; where it loses the value it says so.

import type { SourceFile } from "../facts/source-file.ts";
import type { Access, Binding, Body, Call, Hop, Value } from "../model.ts";
import type { Receivers } from "./receivers.ts";
import type { ClassDef } from "./shape.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** Something taken off the value. Lines are the file's, 1-based. */
export interface Taken {
  readonly scope: FunctionDef;
  readonly object: string;
  readonly key: string;
  readonly kind: Access["kind"];
  readonly required: boolean;
  readonly default: string | null;
  readonly line: number;
  readonly endLine: number;
  readonly hops: readonly string[];
  readonly secondHand: boolean;
  /** Index of the access in its body, to find what it is handed to; -1 of an unpacking. */
  readonly access: number;
  readonly body: Body;
}

/** Where the value left what can be followed, or was asserted. */
export interface Left {
  readonly kind: "forwarded" | "returned" | "asserted";
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

interface Carrier {
  readonly scope: FunctionDef;
  readonly body: Body;
  readonly path: string;
  /** Lines of the body, relative: from after this one to before that. */
  readonly after: number;
  readonly before: number;
  readonly hops: readonly string[];
  readonly secondHand: boolean;
}

const DEEPEST = 8;
/** Built-in functions that look at a value and let it go. */
const LOOKS = new Set([
  "len",
  "list",
  "tuple",
  "set",
  "sorted",
  "isinstance",
  "print",
  "repr",
  "str",
  "bool",
  "id",
  "type",
  "any",
  "all",
  "sum",
  "min",
  "max",
  "iter",
  "enumerate",
  "zip",
  "getattr",
  "hasattr",
  "dict",
  "int",
  "float",
]);

export class Flow {
  readonly #tree: CodeTree;
  readonly #receivers: Receivers;
  readonly #hops: readonly Hop[];
  readonly #dispatches: ReadonlySet<string>;
  readonly #seen = new Set<string>();
  readonly taken: Taken[] = [];
  readonly left: Left[] = [];

  /** `dispatches` are callee names that send by name: a value handed to one is on its way to a worker, not read. */
  constructor(tree: CodeTree, receivers: Receivers, hops: readonly Hop[], dispatches: ReadonlySet<string>) {
    this.#tree = tree;
    this.#receivers = receivers;
    this.#hops = hops;
    this.#dispatches = dispatches;
  }

  /** Follows the value of call `index` of `body`, which stands in `scope`. */
  followCall(scope: FunctionDef, body: Body, index: number, hops: readonly string[] = [], secondHand = false): void {
    if (hops.length > DEEPEST) return;
    body.accesses.forEach((access, at) => {
      if (access.of?.kind === "call" && access.of.call === index && !access.stores)
        this.#take(scope, body, access, at, hops, secondHand);
    });
    for (const binding of body.bindings) {
      if (!carries(binding.value, (value) => value.kind === "call" && value.call === index)) continue;
      if (binding.how === "unpack") this.#unpack(scope, body, binding, null, hops, secondHand);
      else if (binding.how === "assign") {
        for (const target of binding.targets)
          this.#followPath(scope, body, target, binding.line, binding.conditions, hops, secondHand);
      }
    }
    this.#followUses(
      scope,
      body,
      (value) => value.kind === "call" && value.call === index,
      { after: -1, before: Number.POSITIVE_INFINITY },
      hops,
      secondHand,
    );
  }

  #followPath(
    scope: FunctionDef,
    body: Body,
    path: string,
    line: number,
    conditions: readonly string[],
    hops: readonly string[],
    secondHand: boolean,
  ): void {
    if (path.startsWith("self.") || path.startsWith("this.")) {
      if (scope.owner) this.#followAttribute(scope.owner, path, hops, secondHand);
      return;
    }
    const rebound = body.bindings.find(
      (each) =>
        each.line > line &&
        each.targets.includes(path) &&
        each.how !== "augment" &&
        startsWith(conditions, each.conditions),
    );
    this.#follow({
      scope,
      body,
      path,
      after: line,
      before: rebound?.line ?? Number.POSITIVE_INFINITY,
      hops,
      secondHand,
    });
  }

  #followAttribute(owner: ClassDef, path: string, hops: readonly string[], secondHand: boolean): void {
    const word = path.slice(path.indexOf(".") + 1);
    for (const definition of this.#tree.mro(owner)) {
      for (const chunk of this.#tree.members(definition)) {
        if (
          chunk.kind !== "function" ||
          !this.#tree.chunksIn(definition.file, word.split(".")[0] as string).includes(chunk)
        )
          continue;
        const body = this.#tree.body(definition.file, chunk);
        const scope: FunctionDef = { file: definition.file, chunk, owner: definition, name: chunk.name ?? "", body };
        this.#follow({ scope, body, path, after: -1, before: Number.POSITIVE_INFINITY, hops, secondHand });
      }
    }
  }

  #follow(carrier: Carrier): void {
    const { scope, body, path, after, before, hops, secondHand } = carrier;
    const key = `${scope.file.path}:${scope.chunk.start}:${scope.name}:${path}:${after}:${before}`;
    if (this.#seen.has(key) || hops.length > DEEPEST) return;
    this.#seen.add(key);
    const within = (line: number) => line >= after && line <= before;
    body.accesses.forEach((access, at) => {
      if (access.object === path && !access.stores && within(access.line))
        this.#take(scope, body, access, at, hops, secondHand);
    });
    for (const check of body.asserts) {
      if (check.object === path && within(check.line)) this.#lose("asserted", scope, check.line, path);
    }
    for (const binding of body.bindings) {
      if (binding.line < after || binding.line >= before) continue;
      if (!carries(binding.value, (value) => value.kind === "path" && value.text === path)) continue;
      if (binding.how === "unpack") this.#unpack(scope, body, binding, path, hops, secondHand);
      else if (binding.how === "for") {
        for (const target of binding.targets)
          this.#followPath(
            scope,
            body,
            target,
            binding.line,
            binding.conditions,
            [...hops, this.#step(scope, binding.line, `each of ${path}`)],
            secondHand,
          );
      } else if (binding.how === "assign") {
        for (const target of binding.targets)
          if (target !== path)
            this.#followPath(scope, body, target, binding.line, binding.conditions, hops, secondHand);
      }
    }
    this.#followUses(
      scope,
      body,
      (value) => value.kind === "path" && value.text === path,
      { after, before },
      hops,
      secondHand,
    );
    for (const nested of body.nested) {
      const hidden =
        nested.body.parameters.some((each) => each.name === path) ||
        nested.body.bindings.some((each) => each.targets.includes(path));
      if (!hidden && within(nested.line)) {
        this.#follow({
          ...carrier,
          scope: { ...scope, name: `${scope.name}.${nested.name}` },
          body: nested.body,
          after: -1,
          before: Number.POSITIVE_INFINITY,
        });
      }
    }
  }

  /** Arguments and returns that hand the value on. */
  #followUses(
    scope: FunctionDef,
    body: Body,
    is: (value: Value) => boolean,
    range: { after: number; before: number },
    hops: readonly string[],
    secondHand: boolean,
  ): void {
    body.calls.forEach((call, index) => {
      if (call.line < range.after || call.line > range.before) return;
      call.args.forEach((argument, position) => {
        if (carries(argument, is)) this.#pass(scope, body, call, index, { position }, hops, secondHand);
        else if (holds(argument, is)) this.#forward(scope, call);
      });
      for (const { name, value } of call.keywords) {
        if (carries(value, is)) this.#pass(scope, body, call, index, { name }, hops, secondHand);
        else if (holds(value, is)) this.#forward(scope, call);
      }
    });
    for (const each of body.returns) {
      if (each.implicit || each.line < range.after || each.line > range.before) continue;
      if (!carries(each.value, is)) continue;
      if (scope.name === scope.chunk.name) this.#return(scope, each.line, hops, secondHand);
      else this.#lose("returned", scope, each.line, scope.name);
    }
  }

  #pass(
    scope: FunctionDef,
    body: Body,
    call: Call,
    index: number,
    to: { position?: number; name?: string },
    hops: readonly string[],
    secondHand: boolean,
  ): void {
    if (call.receiver === null && LOOKS.has(call.callee)) return;
    if (this.#dispatches.has(call.callee)) return;
    const hop = this.#hops.find((each) => each.send.callee === call.callee && each.send.argument === to.position);
    if (hop && this.#isOf(call.receiver, scope, hop.send.receiver)) {
      this.#receive(hop, [...hops, this.#step(scope, call.line, `${hop.carries} by ${call.callee}`)]);
      return;
    }
    const callee =
      body === scope.body ? this.#receivers.callee(index, scope) : this.#receivers.callee(index, { ...scope, body });
    if (!callee) return this.#forward(scope, call);
    const method =
      callee.owner !== null &&
      !callee.body.decorators.includes("staticmethod") &&
      callee.body.parameters[0] !== undefined &&
      callee.file.language === "python";
    const parameter =
      to.name !== undefined
        ? callee.body.parameters.find((each) => each.name === to.name)
        : callee.body.parameters[(to.position ?? 0) + (method ? 1 : 0)];
    if (!parameter || parameter.rest) return this.#forward(scope, call);
    const name = callee.owner ? `${callee.owner.name}.${callee.chunk.name}` : callee.name;
    this.#follow({
      scope: callee,
      body: callee.body,
      path: parameter.name,
      after: -1,
      before: Number.POSITIVE_INFINITY,
      hops: [...hops, this.#step(scope, call.line, `passes it to ${name}`)],
      secondHand,
    });
  }

  #receive(hop: Hop, hops: readonly string[]): void {
    for (const { file, chunks } of this.#tree.chunksWith(hop.receive.callee)) {
      for (const chunk of chunks) {
        if (chunk.kind !== "function") continue;
        const body = this.#tree.body(file, chunk);
        const scope: FunctionDef = {
          file,
          chunk,
          owner: this.#tree.ownerOf(file, chunk),
          name: chunk.name ?? "",
          body,
        };
        body.calls.forEach((call, index) => {
          if (call.callee === hop.receive.callee && this.#isOf(call.receiver, scope, hop.receive.receiver)) {
            this.followCall(
              scope,
              body,
              index,
              [...hops, this.#step(scope, call.line, `received by ${call.callee}`)],
              true,
            );
          }
        });
      }
    }
  }

  #isOf(receiver: string | null, scope: FunctionDef, wanted: string): boolean {
    if (receiver === null) return false;
    const owner = this.#receivers.classOf(receiver, scope);
    return owner !== null && this.#tree.mro(owner).some((each) => each.name === wanted);
  }

  /** A returned value goes on where the method is called on its own object. */
  #return(scope: FunctionDef, line: number, hops: readonly string[], secondHand: boolean): void {
    let found = false;
    const name = scope.chunk.name ?? "";
    const files: SourceFile[] = scope.owner
      ? [...new Set([scope.owner, ...this.#tree.subclasses(scope.owner)].map((each) => each.file))]
      : [scope.file];
    for (const file of files) {
      for (const chunk of this.#tree.chunksIn(file, name)) {
        if (chunk === scope.chunk || chunk.kind !== "function") continue;
        const owner = this.#tree.ownerOf(file, chunk);
        if (
          scope.owner &&
          !(owner && (this.#tree.derives(owner, scope.owner) || this.#tree.derives(scope.owner, owner)))
        )
          continue;
        const body = this.#tree.body(file, chunk);
        body.calls.forEach((call, index) => {
          if (
            call.callee !== name ||
            (scope.owner ? call.receiver !== "self" && call.receiver !== "this" : call.receiver !== null)
          )
            return;
          found = true;
          this.followCall(
            { file, chunk, owner, name: chunk.name ?? "", body },
            body,
            index,
            [...hops, this.#step(scope, line, `returns it to ${chunk.name}`)],
            secondHand,
          );
        });
      }
    }
    if (!found) this.#lose("returned", scope, line, name);
  }

  #forward(scope: FunctionDef, call: Call): void {
    this.#lose("forwarded", scope, call.line, call.receiver === null ? call.callee : `${call.receiver}.${call.callee}`);
  }

  #lose(kind: Left["kind"], scope: FunctionDef, line: number, text: string): void {
    this.left.push({ kind, path: scope.file.path, line: this.#line(scope, line), text });
  }

  #take(
    scope: FunctionDef,
    body: Body,
    access: Access,
    at: number,
    hops: readonly string[],
    secondHand: boolean,
  ): void {
    this.taken.push({
      ...this.#at(scope, access.line, access.endLine),
      scope,
      body,
      object: access.object ?? access.of?.text ?? "",
      key: access.kind === "index" ? `[${access.key}]` : access.key,
      kind: access.kind,
      required: access.required,
      default: access.default,
      hops,
      secondHand,
      access: at,
    });
  }

  /** Names that a value is unpacked into are items of it; of a value without a path each is called by its own name. */
  #unpack(
    scope: FunctionDef,
    body: Body,
    binding: Binding,
    path: string | null,
    hops: readonly string[],
    secondHand: boolean,
  ): void {
    const lines = this.#at(scope, binding.line, binding.endLine);
    for (const [at, target] of binding.targets.entries()) {
      const what = { object: path ?? target, key: `[${at}]`, kind: "index", required: true, default: null } as const;
      this.taken.push({ ...lines, ...what, scope, body, hops, secondHand, access: -1 });
    }
  }

  #line(scope: FunctionDef, relative: number): number {
    return scope.chunk.firstLine + relative;
  }

  #at(scope: FunctionDef, line: number, endLine: number): { line: number; endLine: number } {
    return { line: this.#line(scope, line), endLine: this.#line(scope, endLine) };
  }

  #step(scope: FunctionDef, line: number, what: string): string {
    return `${scope.file.path}:${this.#line(scope, line)} ${what}`;
  }
}

/** Whether `value` is the thing itself, or a choice that may be. */
function carries(value: Value, is: (value: Value) => boolean): boolean {
  return is(value) || (value.kind === "either" && value.items.some((item) => carries(item, is)));
}

/** Whether the thing stands somewhere inside a literal. */
function holds(value: Value, is: (value: Value) => boolean): boolean {
  if (value.kind === "items" || value.kind === "either")
    return value.items.some((item) => carries(item, is) || holds(item, is));
  return value.kind === "keys" && value.values.some((item) => carries(item, is) || holds(item, is));
}

function startsWith(conditions: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((each, at) => conditions[at] === each);
}
