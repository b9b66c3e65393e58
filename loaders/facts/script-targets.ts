// Turns what stands left of a `=` in a script into bindings: names, paths, destructured objects and arrays, modules. The
// values that are bound are script-values.ts's.

import type { Binding, Value } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { fold, parts } from "../syntax/nodes.ts";
import { keyOf, pathOf, typeOf, unwrapped } from "../syntax/script-nodes.ts";
import { AccessWriter } from "./script-accesses.ts";
import { requiredModule } from "./script-nodes.ts";

/** What a binding is beside its target and its value. */
type Bound = Pick<Binding, "how" | "annotation"> & { readonly node: Node };

export abstract class TargetWriter extends AccessWriter {
  /** One of the names that `const`, `let` or `var` declares. */
  protected declarator(node: Node): void {
    const name = node.childForFieldName("name");
    const right = node.childForFieldName("value");
    const annotation = typeOf(node.childForFieldName("type"));
    if (!name) return;
    if (!right) return this.bind(name, { kind: "other", text: "" }, { how: "declare", node, annotation });
    const module = requiredModule(right);
    if (module === null) this.assign(name, right, node, annotation);
    else {
      this.value(right, "bound");
      this.require(name, module);
    }
  }

  protected assign(name: Node, right: Node, node: Node, annotation: string | null): Value {
    const count = name.type.endsWith("_pattern") ? Math.max(1, parts(name).length) : 0;
    const value = this.value(right, count > 0 ? "unpacked" : "bound", lastName(name), count || 1);
    this.bind(name, value, { how: "assign", node, annotation });
    return value;
  }

  private require(name: Node, module: string): void {
    if (name.type === "identifier") this.imports.push({ local: name.text, module, name: null });
    else if (name.type === "object_pattern") {
      for (const { key, target } of patternOf(name))
        if (target.type !== "object_pattern") this.imports.push({ local: target.text, module, name: key });
    }
  }

  /** Binds names. A destructured object is read key by key, a destructured array by position. */
  protected bind(left: Node, value: Value, bound: Bound): void {
    if (left.type === "object_pattern") return this.destructure(left, value, bound);
    if (left.type === "array_pattern") {
      const targets = parts(left).map((each) => sourceOf(each.childForFieldName("left") ?? each));
      return this.note(targets, value, { ...bound, how: bound.how === "for" ? "for" : "unpack" });
    }
    const target = unwrapped(left.type === "rest_pattern" ? (parts(left)[0] ?? left) : left);
    if (target.type === "member_expression" || target.type === "subscript_expression") this.store(target);
    this.note([pathOf(target) ?? fold(target.text)], value, bound);
  }

  private destructure(left: Node, value: Value, { how, node }: Bound): void {
    const object = value.kind === "path" || value.kind === "access" ? value.text : null;
    const of = value.kind === "path" ? null : value;
    for (const { key, target, fallback, at } of patternOf(left)) {
      if (fallback) this.value(fallback, "argument");
      this.accesses.push({
        object,
        of,
        key,
        kind: "attribute",
        required: !fallback,
        default: fallback ? fold(fallback.text) : null,
        stores: false,
        ...this.linesOf(at),
      });
      const text = object === null ? key : `${object}.${key}`;
      const taken: Value =
        value.kind === "path" ? { kind: "path", text } : { kind: "access", text, access: this.accesses.length - 1 };
      this.bind(target, taken, { how: how === "for" ? "for" : "assign", node, annotation: null });
    }
  }

  protected note(targets: readonly string[], value: Value, { how, annotation, node }: Bound): void {
    this.bindings.push({ targets, value, how, annotation, conditions: this.conditions, ...this.linesOf(node) });
  }

  /** Binds one name that no pattern stands for. */
  protected define(target: string, value: Value, node: Node): void {
    this.note([target], value, { how: "assign", annotation: null, node });
  }
}

function sourceOf(pattern: Node): string {
  return fold(pattern.text).replace(/^\.\.\./, "");
}

/** What a function bound to this target is called. */
function lastName(target: Node): string | null {
  const path = pathOf(target);
  return path === null ? null : path.slice(path.lastIndexOf(".") + 1);
}

interface PatternPart {
  readonly key: string;
  readonly target: Node;
  readonly fallback: Node | null;
  readonly at: Node;
}

/** The keys that an object pattern takes and what it binds them to; the rest is bound to nothing. */
function patternOf(pattern: Node): PatternPart[] {
  return parts(pattern).flatMap((each): PatternPart[] => {
    if (each.type === "shorthand_property_identifier_pattern")
      return [{ key: each.text, target: each, fallback: null, at: each }];
    if (each.type === "object_assignment_pattern") {
      const left = each.childForFieldName("left");
      return left ? [{ key: left.text, target: left, fallback: each.childForFieldName("right"), at: each }] : [];
    }
    if (each.type !== "pair_pattern") return [];
    const key = keyOf(each.childForFieldName("key"));
    const value = each.childForFieldName("value");
    if (key === null || !value) return [];
    const assigned = value.type === "assignment_pattern";
    const target = assigned ? value.childForFieldName("left") : value;
    return target ? [{ key, target, fallback: assigned ? value.childForFieldName("right") : null, at: each }] : [];
  });
}
