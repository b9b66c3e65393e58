// Turns the expressions of a script into values, and notes on the way what they call, bind, read and compare. Statements,
// and the order in which they run, are script-body.ts's.

import type { Use, Value } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { brief, fold, parts } from "../syntax/nodes.ts";
import { isClass, isFunction, keyOf, pathOf, stringOf, unwrapped } from "../syntax/script-nodes.ts";
import { conditionText, negated } from "./script-nodes.ts";
import { TargetWriter } from "./script-targets.ts";

const NOTHING: Value = { kind: "other", text: "" };

export abstract class ValueWriter extends TargetWriter {
  /** Writes down a function as a body of its own. Answers its index in `nested`. */
  protected abstract nest(name: string, node: Node): number;

  /** Writes down the members of a class that stands in a body. */
  protected abstract classIn(node: Node): void;

  protected override value(
    wrapped: Node,
    use: Use,
    name: string | null = null,
    arity = use === "discarded" ? 0 : 1,
  ): Value {
    const node = unwrapped(wrapped);
    if (isFunction(node)) {
      const nested = this.nest(node.childForFieldName("name")?.text ?? name ?? "<lambda>", node);
      return { kind: "function", text: brief(node), nested };
    }
    if (isClass(node)) {
      this.classIn(node);
      return { kind: "other", text: brief(node) };
    }
    switch (node.type) {
      case "member_expression":
        return this.member(node);
      case "subscript_expression":
        return this.subscript(node);
      case "call_expression":
      case "new_expression":
        return this.call(node, use, arity);
      case "object":
        return this.object(node);
      case "array":
        return { kind: "items", text: brief(node), items: this.argumentsIn(parts(node)) };
      case "ternary_expression":
        return this.ternary(node, use, arity);
      case "binary_expression":
        return this.binary(node, use, arity);
      case "unary_expression":
        return this.unary(node);
      case "assignment_expression":
      case "augmented_assignment_expression":
        return this.assignment(node);
      case "sequence_expression":
        return this.sequence(node, use, name, arity);
      case "yield_expression":
        this.generator = true;
        return this.inside(node);
      case "jsx_attribute": {
        const [key, value] = parts(node);
        return value ? this.value(value, "argument", key?.text ?? null) : NOTHING;
      }
      case "jsx_expression": {
        const value = parts(node)[0];
        return value ? this.value(value, "argument", name) : NOTHING;
      }
      default:
        return plainValue(node) ?? this.inside(node);
    }
  }

  /** An expression of which nothing is known but what stands inside. */
  protected inside(node: Node): Value {
    this.argumentsIn(parts(node));
    return { kind: "other", text: brief(node) };
  }

  private argumentsIn(nodes: readonly Node[]): Value[] {
    return nodes.map((each) => this.value(each, "argument"));
  }

  private unary(node: Node): Value {
    if (node.childForFieldName("operator")?.text !== "void") return this.inside(node);
    const argument = node.childForFieldName("argument");
    if (argument) this.value(argument, "discarded");
    return { kind: "null", text: "undefined" };
  }

  private assignment(node: Node): Value {
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    if (!left || !right) return this.inside(node);
    if (node.type === "assignment_expression") return this.assign(left, right, node, null);
    this.bind(left, this.value(right, "bound"), { how: "augment", node, annotation: null });
    return { kind: "path", text: pathOf(left) ?? fold(left.text) };
  }

  private sequence(node: Node, use: Use, name: string | null, arity: number): Value {
    const items = parts(node);
    const last = items.at(-1);
    for (const each of items.slice(0, -1)) this.value(each, "discarded");
    return last ? this.value(last, use, name, arity) : this.inside(node);
  }

  private object(node: Node): Value {
    const keys: string[] = [];
    const values: Value[] = [];
    let open = false;
    for (const child of parts(node)) {
      const [key, value] = this.property(child);
      if (key === null) open = true;
      else {
        keys.push(key);
        values.push(value);
      }
    }
    return { kind: "keys", text: brief(node), keys, values, open };
  }

  /** A key with what it holds; null of a spread or a computed key. */
  private property(node: Node): [string | null, Value] {
    if (node.type === "shorthand_property_identifier") return [node.text, { kind: "path", text: node.text }];
    if (node.type !== "pair" && node.type !== "method_definition") return [null, this.value(node, "argument")];
    const key = keyOf(node.childForFieldName(node.type === "pair" ? "key" : "name"));
    const value = node.type === "pair" ? node.childForFieldName("value") : node;
    return [key, value ? this.value(value, "argument", key) : NOTHING];
  }

  private ternary(node: Node, use: Use, arity: number): Value {
    const condition = node.childForFieldName("condition");
    if (condition) this.value(condition, "argument");
    const text = condition ? conditionText(condition) : "";
    const items: Value[] = [];
    for (const [side, under] of [
      ["consequence", text],
      ["alternative", negated(text)],
    ] as const) {
      const value = node.childForFieldName(side);
      if (value) this.under(under, () => items.push(this.value(value, use, null, arity)));
    }
    return { kind: "either", text: brief(node), items };
  }

  private binary(node: Node, use: Use, arity: number): Value {
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    const operator = node.childForFieldName("operator")?.text ?? "";
    if (!left || !right) return this.inside(node);
    if (operator === "||" || operator === "??" || operator === "&&") {
      const first = this.value(left, "argument");
      const text = conditionText(left);
      const items: Value[] = operator === "&&" ? [] : [first];
      const under = operator === "&&" ? text : operator === "||" ? negated(text) : `${text} == null`;
      this.under(under, () => items.push(this.value(right, use, null, arity)));
      if (operator !== "&&") this.default(first, fold(right.text));
      return { kind: "either", text: brief(node), items };
    }
    const first = this.value(left, "argument");
    const second = this.value(right, "argument");
    if (/^[!=]==?$/.test(operator)) this.compare(first, second, operator.startsWith("!") ? "!=" : "==", node);
    return { kind: "other", text: brief(node) };
  }

  private compare(left: Value, right: Value, operator: "==" | "!=", node: Node): void {
    const literal = left.kind === "string" ? left : right;
    const subject = literal === left ? right : left;
    if (literal.kind !== "string" || subject.kind !== "path") return;
    this.comparisons.push({ subject: subject.text, operator, literals: [literal.value], ...this.linesOf(node) });
  }

  /** `x.a ?? d`: the access that gave the left side has a default. */
  private default(value: Value, fallback: string): void {
    const at =
      value.kind === "access"
        ? value.access
        : value.kind === "path"
          ? this.accesses.findLastIndex((access) => `${access.object}.${access.key}` === value.text)
          : -1;
    this.amend(at, { required: false, default: fallback });
  }
}

/** The value of what holds no other expression, or null. */
function plainValue(node: Node): Value | null {
  switch (node.type) {
    case "string":
    case "template_string": {
      const value = stringOf(node);
      return value === null ? null : { kind: "string", text: brief(node), value };
    }
    case "number":
    case "true":
    case "false":
      return { kind: node.type, text: node.text };
    case "null":
    case "undefined":
      return { kind: "null", text: node.text };
    case "identifier":
    case "this":
    case "super":
      return { kind: "path", text: node.text };
    case "jsx_text":
    case "regex":
    case "property_identifier":
    case "type_arguments":
      return { kind: "other", text: brief(node) };
    default:
      return null;
  }
}
