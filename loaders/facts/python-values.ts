// Turns Python expressions into values, and notes on the way what is called, bound, read and compared. Statements, and
// the order in which they run, are python-body.ts's.

import type { Access, Binding, Use, Value } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { brief, fold, parts } from "../syntax/nodes.ts";
import { descend, isName, isOuter, isPath, negate, stringValue, targetsOf } from "./python-nodes.ts";
import { FactWriter } from "./writer.ts";

/** Methods that read a key off a mapping: `required` where they raise without a default. */
const MAPPING_READS = new Map([
  ["get", { required: false, default: "None" }],
  ["pop", { required: true, default: null }],
  ["setdefault", { required: false, default: "None" }],
]);

/** Writes down what expressions do. */
export class ValueWriter extends FactWriter {
  protected bind(left: Node, value: Value, how: Binding["how"], node: Node, annotation: string | null): void {
    const targets = targetsOf(left).map((each) => fold(each.text));
    this.target(left);
    const [line, endLine] = [this.lineOf(node), this.lineOf(node, "end")];
    this.bindings.push({ targets, value, how, annotation, conditions: this.conditions, line, endLine });
  }

  /** Marks what an assignment or a `del` stores to: `x.a = …` is no read of `a`, but `x` and indices are read. */
  protected target(node: Node): void {
    if (node.type === "attribute" || node.type === "subscript") {
      const before = this.accesses.length;
      this.value(node, "argument");
      for (let at = this.accesses.length - 1; at >= before; at--) {
        const access = this.accesses[at] as Access;
        if (access.line === this.lineOf(node) && isOuter(node, access)) {
          this.accesses[at] = { ...access, stores: true };
          break;
        }
      }
    } else if (node.type !== "identifier") {
      for (const child of node.namedChildren) if (child) this.target(child);
    }
  }

  protected value(node: Node, use: Use, asserted = false, arity = use === "discarded" ? 0 : 1): Value {
    switch (node.type) {
      case "parenthesized_expression":
      case "await": {
        const inner = parts(node)[0];
        return inner ? this.value(inner, use, asserted, arity) : { kind: "other", text: brief(node) };
      }
      case "string":
      case "concatenated_string": {
        const value = stringValue(node);
        // Only a string that has no value of its own can have holes.
        for (const part of value === null ? descend(node, "interpolation") : []) {
          const inner = part.childForFieldName("expression") ?? part.namedChildren[0];
          if (inner) this.value(inner, "argument");
        }
        return value === null ? { kind: "other", text: brief(node) } : { kind: "string", text: brief(node), value };
      }
      case "integer":
      case "float":
        return { kind: "number", text: node.text };
      case "true":
        return { kind: "true", text: "True" };
      case "false":
        return { kind: "false", text: "False" };
      case "none":
        return { kind: "null", text: "None" };
      case "identifier":
        return { kind: "path", text: node.text };
      case "attribute": {
        const object = node.childForFieldName("object");
        const base = this.attribute(node, object, "attribute");
        return base?.kind === "path" && isName(object)
          ? { kind: "path", text: brief(node) }
          : { kind: "access", text: brief(node), access: this.accesses.length - 1 };
      }
      case "subscript": {
        const object = node.childForFieldName("value");
        const keys = node.childrenForFieldName("subscript").filter((child): child is Node => child !== null);
        const base = object ? this.value(object, "argument") : null;
        for (const key of keys) this.value(key, "argument");
        const literal = keys.length === 1 ? stringValue(keys[0] as Node) : null;
        const key = literal ?? keys.map((each) => fold(each.text)).join(", ");
        this.taken(base, node, { key, kind: literal === null ? "index" : "key", required: true, default: null });
        return { kind: "access", text: brief(node), access: this.accesses.length - 1 };
      }
      case "call":
        return this.call(node, use, asserted, arity);
      case "dictionary":
        return this.dictionary(node);
      case "list":
      case "tuple":
      case "set":
      case "expression_list": {
        const items = parts(node).map((child) => this.value(child, "argument"));
        return { kind: "items", text: brief(node), items };
      }
      case "list_comprehension":
      case "set_comprehension":
      case "dictionary_comprehension": {
        // Bindings first: `[x.a for x in reply]` reads `a` off what `for` binds.
        for (const child of node.namedChildren) if (child?.type === "for_in_clause") this.value(child, "argument");
        for (const child of node.namedChildren)
          if (child && child.type !== "for_in_clause") this.value(child, "argument");
        if (node.type === "dictionary_comprehension")
          return { kind: "keys", text: brief(node), keys: [], values: [], open: true };
        return { kind: "items", text: brief(node), items: [] };
      }
      case "conditional_expression": {
        const [then, condition, otherwise] = node.namedChildren;
        if (!then || !condition || !otherwise) return { kind: "other", text: brief(node) };
        this.value(condition, "argument");
        const text = fold(condition.text);
        let first: Value = { kind: "other", text: "" };
        let second: Value = { kind: "other", text: "" };
        this.under(text, () => {
          first = this.value(then, use, asserted, arity);
        });
        this.under(negate(text), () => {
          second = this.value(otherwise, use, asserted, arity);
        });
        return { kind: "either", text: brief(node), items: [first, second] };
      }
      case "binary_operator": {
        const sides = [node.childForFieldName("left"), node.childForFieldName("right")];
        const items = sides.filter((each): each is Node => each !== null).map((each) => this.value(each, "argument"));
        return {
          kind: "arithmetic",
          text: brief(node),
          operator: node.childForFieldName("operator")?.text ?? "",
          items,
        };
      }
      case "boolean_operator": {
        const left = node.childForFieldName("left");
        const right = node.childForFieldName("right");
        const items = [left, right]
          .filter((each): each is Node => each !== null)
          .map((each) => this.value(each, "argument"));
        return node.childForFieldName("operator")?.type === "or"
          ? { kind: "either", text: brief(node), items }
          : { kind: "other", text: brief(node) };
      }
      case "comparison_operator":
        return this.comparison(node);
      case "named_expression": {
        const name = node.childForFieldName("name");
        const inner = node.childForFieldName("value");
        const value: Value = inner ? this.value(inner, "bound") : { kind: "other", text: "" };
        if (name) this.bind(name, value, "assign", node, null);
        return name ? { kind: "path", text: name.text } : value;
      }
      case "lambda": {
        const body = node.childForFieldName("body");
        if (body) this.value(body, "returned");
        return { kind: "function", text: brief(node) };
      }
      case "yield": {
        this.generator = true;
        for (const child of node.namedChildren) if (child) this.value(child, "argument");
        return { kind: "other", text: brief(node) };
      }
      case "for_in_clause": {
        const left = node.childForFieldName("left");
        const right = node.childForFieldName("right");
        if (left && right) this.bind(left, this.value(right, "argument"), "for", node, null);
        return { kind: "other", text: brief(node) };
      }
      case "keyword_argument": {
        const value = node.childForFieldName("value");
        return value ? this.value(value, "argument") : { kind: "other", text: brief(node) };
      }
      default:
        for (const child of node.namedChildren) if (child) this.value(child, "argument");
        return { kind: "other", text: brief(node) };
    }
  }

  /** Notes that an attribute is taken off `object`. Answers the value of that. */
  protected attribute(node: Node, object: Node | null, kind: "attribute" | "method"): Value | null {
    const base = object ? this.value(object, "argument") : null;
    // What an object takes off itself is no read of a value that came from elsewhere, and half of all there is.
    if (base?.kind === "path" && (base.text === "self" || base.text === "cls")) return base;
    const key = node.childForFieldName("attribute")?.text ?? "";
    this.taken(base, node, { key, kind, required: true, default: null });
    return base;
  }

  protected call(node: Node, use: Use, asserted: boolean, arity: number): Value {
    const target = node.childForFieldName("function");
    const list = node.childForFieldName("arguments");
    const index = this.opened(node, { use, arity, asserted });
    const args: Value[] = [];
    const keywords: { name: string; value: Value }[] = [];
    const nodes = list?.type === "argument_list" ? parts(list) : list && list.type !== "comment" ? [list] : [];
    const isMethod = target?.type === "attribute";
    const object = isMethod ? target.childForFieldName("object") : null;
    const receiver = isMethod ? fold(object?.text ?? "") : null;
    const callee = isMethod ? (target.childForFieldName("attribute")?.text ?? "") : target ? fold(target.text) : "";
    for (const child of nodes) {
      if (child.type === "keyword_argument") {
        const value = child.childForFieldName("value");
        if (value)
          keywords.push({ name: child.childForFieldName("name")?.text ?? "", value: this.value(value, "argument") });
      } else args.push(this.value(child, "argument"));
    }
    if (isMethod) this.methodAccess(target, object, callee, args);
    else if (target) {
      if ((callee === "getattr" || callee === "hasattr") && args[1]?.kind === "string") {
        const fallback = callee === "hasattr" ? "False" : (args[2]?.text ?? null);
        this.taken(args[0] ?? null, node, {
          key: args[1].value,
          kind: "attribute",
          required: fallback === null,
          default: fallback,
        });
      } else if (!isPath(target)) this.value(target, "argument");
    }
    this.closed(index, { receiver, callee, args, keywords });
    return { kind: "call", text: brief(node), call: index };
  }

  /** `x.get("k", d)` reads a key; any other method is read as an attribute that is called. */
  protected methodAccess(target: Node, object: Node | null, method: string, args: readonly Value[]): void {
    const mapping = MAPPING_READS.get(method);
    const key = args[0];
    if (mapping && key?.kind === "string") {
      this.taken(object ? this.value(object, "argument") : null, target, {
        key: key.value,
        kind: "key",
        required: mapping.required && args[1] === undefined,
        default: args[1]?.text ?? mapping.default,
      });
    } else this.attribute(target, object, "method");
  }

  protected dictionary(node: Node): Value {
    const keys: string[] = [];
    const values: Value[] = [];
    let open = false;
    for (const child of node.namedChildren) {
      if (child?.type === "pair") {
        const key = child.childForFieldName("key");
        const value = child.childForFieldName("value");
        const literal = key ? stringValue(key) : null;
        if (key && literal === null) this.value(key, "argument");
        if (literal === null) open = true;
        const lowered: Value = value ? this.value(value, "argument") : { kind: "other", text: "" };
        if (literal !== null) {
          keys.push(literal);
          values.push(lowered);
        }
      } else if (child && child.type !== "comment") {
        open = true;
        this.value(child, "argument");
      }
    }
    return { kind: "keys", text: brief(node), keys, values, open };
  }

  protected comparison(node: Node): Value {
    const [left, right] = node.namedChildren;
    for (const child of node.namedChildren) if (child) this.value(child, "argument");
    const operators = node.childrenForFieldName("operators").map((each) => each?.text ?? "");
    const operator = operators.join(" ");
    if (left && right && node.namedChildren.length === 2) {
      const subject = isPath(left) ? left : isPath(right) ? right : null;
      const other = subject === left ? right : left;
      if (subject && (operator === "==" || operator === "!=" || operator === "in" || operator === "not in")) {
        const literals =
          other.type === "string"
            ? [stringValue(other)]
            : /^(tuple|list|set)$/.test(other.type)
              ? other.namedChildren.map((each) => (each ? stringValue(each) : null))
              : [null];
        if (literals.every((each) => each !== null) && subject === left) {
          this.comparisons.push({
            subject: fold(subject.text),
            operator,
            literals: literals as string[],
            ...this.linesOf(node),
          });
        }
        const key = stringValue(left);
        if (key !== null && subject === right && operator.endsWith("in")) {
          this.accesses.push({
            object: fold(right.text),
            of: null,
            key,
            kind: "key",
            required: false,
            default: "False",
            stores: false,
            ...this.linesOf(node),
          });
        }
      }
    }
    return { kind: "other", text: brief(node) };
  }
}
