// Turns an answering function into its products: for each return what shape is sent, with which keys, under which guard
// and through which helper. Falling off the end is a product too; what cannot be told is "unknown", never a guess.

import type { Product, Return, Value } from "../model.ts";
import type { AnswererDef } from "./answerers.ts";
import type { Receivers } from "./receivers.ts";
import type { ClassDef } from "./shape.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** A shape without its place. */
export type Shape = Pick<Product, "shape" | "type" | "keys" | "methods" | "open" | "when" | "via">;

const DEEPEST = 6;
const NOTHING: Shape = { shape: "none", type: "None", keys: [], methods: [], open: false, when: [], via: [] };

/** What an annotation or a constructor's name says of a plain value. */
const PLAIN = new Set(["int", "float", "str", "bool", "bytes", "complex", "number", "string", "boolean"]);
const CONTAINERS = /^(?:typing\.)?(list|List|set|Set|frozenset|Sequence|Iterable|deque)\b/;
const MAPPINGS = /^(?:typing\.)?(dict|Dict|Mapping|OrderedDict|defaultdict)\b/;

export class Products {
  readonly #tree: CodeTree;
  readonly #receivers: Receivers;
  readonly #objects = new Map<ClassDef, { keys: readonly string[]; methods: readonly string[] }>();

  constructor(tree: CodeTree, receivers: Receivers) {
    this.#tree = tree;
    this.#receivers = receivers;
  }

  /** Products of one answerer in order of line; equal ones of one line stand once. */
  of(definition: AnswererDef): Product[] {
    const { answerer, scope, asked } = definition;
    if (!scope) return [];
    const products: Product[] = [];
    for (const each of scope.body.returns) {
      for (const shape of this.#shapes(each, scope, asked ?? scope.owner, 0)) {
        products.push({
          layer: answerer.layer,
          of: answerer.of,
          class: answerer.class,
          path: scope.file.path,
          line: scope.chunk.firstLine + each.line,
          endLine: scope.chunk.firstLine + each.endLine,
          function: answerer.function,
          ...shape,
        });
      }
    }
    return distinct(products);
  }

  #shapes(each: Return, scope: FunctionDef, asked: ClassDef | null, depth: number): Shape[] {
    const shapes = this.#value(each.value, scope, asked, depth, each.line);
    return shapes.map((shape) => ({ ...shape, when: [...each.conditions, ...shape.when] }));
  }

  #value(value: Value, scope: FunctionDef, asked: ClassDef | null, depth: number, line: number): Shape[] {
    if (depth > DEEPEST) return [unknown(value.text)];
    switch (value.kind) {
      case "null":
        return [NOTHING];
      case "string":
        return [plain("str")];
      case "number":
        return [plain(/[.e]/i.test(value.text) && !/^0x/i.test(value.text) ? "float" : "int")];
      case "true":
      case "false":
        return [plain("bool")];
      case "keys":
        return [{ ...NOTHING, shape: "keys", type: "dict", keys: value.keys, open: value.open }];
      case "items":
        return value.text.startsWith("[") || value.text.startsWith("{")
          ? [plain(value.text.startsWith("[") ? "list" : "set")]
          : [
              {
                ...NOTHING,
                shape: "items",
                type: `tuple of ${value.items.length}`,
                keys: value.items.map((_, at) => `[${at}]`),
              },
            ];
      case "arithmetic":
        return this.#arithmetic(value, scope, asked, depth, line);
      case "either":
        return value.items.flatMap((item) => this.#value(item, scope, asked, depth + 1, line));
      case "call":
        return this.#call(value, scope, asked, depth);
      case "path":
        return this.#path(value.text, scope, asked, depth, line);
      default:
        return [this.#annotated(scope) ?? unknown(value.text)];
    }
  }

  /** A calculation is a number where an operand is; of whole numbers a whole one, except by `/`. */
  #arithmetic(
    value: Value & { kind: "arithmetic" },
    scope: FunctionDef,
    asked: ClassDef | null,
    depth: number,
    line: number,
  ): Shape[] {
    const operands = value.items.flatMap((item) => this.#value(item, scope, asked, depth + 1, line));
    const types = new Set(operands.map((each) => (each.shape === "value" ? each.type : "")));
    if (value.operator === "|" && operands.some((each) => each.shape === "keys")) {
      return [
        {
          ...NOTHING,
          shape: "keys",
          type: "dict",
          keys: [...new Set(operands.flatMap((each) => each.keys))],
          open: operands.some((each) => each.shape !== "keys" || each.open),
        },
      ];
    }
    if (types.has("str") || types.has("list")) return [plain(types.has("str") ? "str" : "list")];
    if (value.operator === "/" || types.has("float")) return [plain("float")];
    if (value.operator === "//" || value.operator === "%" || (types.size === 1 && types.has("int")))
      return [plain("int")];
    return [
      types.has("int") || types.has("number") ? plain("number") : (this.#annotated(scope) ?? unknown(value.text)),
    ];
  }

  #call(value: Value & { kind: "call" }, scope: FunctionDef, asked: ClassDef | null, depth: number): Shape[] {
    const call = scope.body.calls[value.call];
    if (!call) return [unknown(value.text)];
    if (call.receiver === "super()" && asked && scope.owner) {
      const next = this.#tree.method(asked, call.callee, scope.owner);
      return next ? this.#through(next, asked, depth, `super().${call.callee}`) : [unknown(value.text)];
    }
    if ((call.receiver === "self" || call.receiver === "cls" || call.receiver === "this") && asked) {
      const next = this.#tree.method(asked, call.callee);
      if (next && next.chunk !== scope.chunk)
        return this.#through(next, asked, depth, `${call.receiver}.${call.callee}`);
    }
    if (call.receiver === null && call.callee === "dict") {
      return [
        {
          ...NOTHING,
          shape: "keys",
          type: "dict",
          keys: call.keywords.map((each) => each.name),
          open: call.args.length > 0,
        },
      ];
    }
    if (call.receiver === null && PLAIN.has(call.callee)) return [plain(call.callee)];
    if (call.receiver === null && /^(list|set|sorted|tuple|frozenset)$/.test(call.callee))
      return [plain(call.callee === "sorted" ? "list" : call.callee)];
    if (call.receiver === null && /^(max|min)$/.test(call.callee)) {
      const shapes = call.args.flatMap((argument) => this.#value(argument, scope, asked, depth + 1, call.line));
      const known = shapes.filter((each) => each.shape === "value");
      if (known.length > 0)
        return [known.every((each) => each.type === known[0]?.type) ? (known[0] as Shape) : plain("number")];
    }
    if (call.receiver === null && /^(len|sum|round|abs|hash|ord)$/.test(call.callee)) return [plain("int")];
    const path = call.receiver === null ? call.callee : `${call.receiver}.${call.callee}`;
    const constructed =
      call.receiver === null && call.callee === "cls"
        ? scope.owner
        : this.#tree.resolveClass(path, scope.file, scope.body.imports);
    if (constructed) return [this.#object(constructed)];
    const callee = this.#receivers.callee(value.call, scope);
    if (callee && callee.chunk !== scope.chunk) {
      const owner = call.receiver === null ? asked : callee.owner;
      return this.#through(callee, owner, depth, path);
    }
    return [this.#annotated(scope) ?? unknown(value.text)];
  }

  /** What a helper returns, told as of the caller's own return. */
  #through(helper: FunctionDef, asked: ClassDef | null, depth: number, via: string): Shape[] {
    if (helper.body.flavour === "generator") return [{ ...unknown("a generator"), via: [via] }];
    const shapes = helper.body.returns.flatMap((each) => this.#shapes(each, helper, asked, depth + 1));
    return shapes.map((shape) => ({ ...shape, via: [via, ...shape.via] }));
  }

  /** A local name: what its reaching bindings hold, with the keys stored into it before `line`. */
  #path(path: string, scope: FunctionDef, asked: ClassDef | null, depth: number, line: number): Shape[] {
    if (path === "self") return asked ? [this.#object(asked)] : [unknown(path)];
    const { body } = scope;
    const parameter = body.parameters.find((each) => each.name === path);
    const reaching = reachingBindings(scope, path, line);
    const shapes = reaching.flatMap((binding): Shape[] => {
      if (binding.annotation) {
        const declared = this.#annotation(binding.annotation, scope);
        const held = binding.how === "assign" ? this.#value(binding.value, scope, asked, depth + 1, binding.line) : [];
        return held.length > 0 && held.every((each) => each.shape !== "unknown") ? held : declared ? [declared] : held;
      }
      if (binding.how === "assign") return this.#value(binding.value, scope, asked, depth + 1, binding.line);
      return [];
    });
    if (shapes.length === 0) {
      const annotated = parameter?.annotation ? this.#annotation(parameter.annotation, scope) : null;
      const owner = path.includes(".") ? this.#receivers.classOf(path, scope) : null;
      return [annotated ?? (owner ? this.#object(owner) : null) ?? this.#annotated(scope) ?? unknown(path)];
    }
    const stored = body.accesses
      .filter((access) => access.stores && access.object === path && access.kind === "key" && access.line <= line)
      .map((access) => access.key);
    return distinctShapes(
      shapes.map((shape) =>
        shape.shape === "keys" && stored.length > 0
          ? { ...shape, keys: [...new Set([...shape.keys, ...stored])] }
          : shape,
      ),
    );
  }

  /** The function's own annotation, as the shape it promises. */
  #annotated(scope: FunctionDef): Shape | null {
    return scope.body.returnAnnotation ? this.#annotation(scope.body.returnAnnotation, scope) : null;
  }

  #annotation(annotation: string, scope: FunctionDef): Shape | null {
    const bare = annotation
      .replace(/^["']|["']$/g, "")
      .replace(/^(?:typing\.)?Optional\[(.*)\]$/, "$1")
      .replace(/\s*\|\s*None\b/, "");
    if (PLAIN.has(bare)) return plain(bare);
    if (MAPPINGS.test(bare)) return { ...NOTHING, shape: "keys", type: "dict", open: true };
    if (CONTAINERS.test(bare))
      return plain(
        bare
          .replace(/\[.*$/, "")
          .replace(/^typing\./, "")
          .toLowerCase(),
      );
    const tuple = /^(?:typing\.)?[tT]uple\[(.*)\]$/.exec(bare)?.[1];
    if (tuple !== undefined && !tuple.includes("...")) {
      const count = splitTop(tuple).length;
      return {
        ...NOTHING,
        shape: "items",
        type: `tuple of ${count}`,
        keys: Array.from({ length: count }, (_, at) => `[${at}]`),
      };
    }
    const owner = this.#receivers.annotated(annotation, scope.file, scope.body);
    return owner ? this.#object(owner) : null;
  }

  #object(definition: ClassDef): Shape {
    const { keys, methods } = this.#members(definition);
    return { ...NOTHING, shape: "object", type: definition.name, keys, methods, open: this.#hidesMembers(definition) };
  }

  /** Public data attributes and public methods of a class, its bases included. */
  #members(definition: ClassDef): { keys: readonly string[]; methods: readonly string[] } {
    const known = this.#objects.get(definition);
    if (known) return known;
    const keys = new Set<string>();
    const methods = new Set<string>();
    for (const owner of this.#tree.mro(definition).toReversed()) {
      for (const chunk of this.#tree.members(owner)) {
        if (chunk.kind === "class") continue;
        const body = this.#tree.body(owner.file, chunk);
        if (chunk.kind === "function") {
          const isProperty = body.decorators.some((each) => /property$/.test(each));
          if (chunk.name && !chunk.name.startsWith("_")) (isProperty ? keys : methods).add(chunk.name);
          for (const binding of body.bindings) {
            for (const target of binding.targets) {
              const attribute = /^self\.([^._][^.]*)$/.exec(target)?.[1];
              if (attribute) keys.add(attribute);
            }
          }
        } else {
          for (const binding of body.bindings) {
            if (binding.annotation?.includes("ClassVar")) continue;
            for (const target of binding.targets)
              if (/^[^\W_][\w$]*$/u.test(target) && binding.annotation) keys.add(target);
          }
        }
      }
    }
    const found = { keys: [...keys], methods: [...methods] };
    this.#objects.set(definition, found);
    return found;
  }

  #hidesMembers(definition: ClassDef): boolean {
    return this.#tree
      .mro(definition)
      .some((owner) =>
        this.#tree.members(owner).some((chunk) => chunk.name === "__getattr__" || chunk.name === "__getattribute__"),
      );
  }
}

/** Bindings of `path` that can hold at `line`: from the last one that always runs on. */
function reachingBindings(scope: FunctionDef, path: string, line: number) {
  const before = scope.body.bindings.filter(
    (each) => each.targets.includes(path) && each.line <= line && each.how !== "augment" && each.how !== "declare",
  );
  const certain = before.findLastIndex((each) => each.conditions.length === 0);
  return before.slice(Math.max(0, certain));
}

function plain(type: string): Shape {
  return { ...NOTHING, shape: "value", type };
}

function unknown(text: string): Shape {
  return { ...NOTHING, shape: "unknown", type: text.length > 60 ? `${text.slice(0, 57)}…` : text };
}

function splitTop(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const character of list) {
    if (character === "[" || character === "(") depth++;
    if (character === "]" || character === ")") depth--;
    if (character === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += character;
  }
  if (part.trim() !== "") parts.push(part.trim());
  return parts;
}

function distinctShapes(shapes: readonly Shape[]): Shape[] {
  return [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
}

function distinct(products: readonly Product[]): Product[] {
  return [...new Map(products.map((product) => [JSON.stringify(product), product])).values()];
}
