// Turns what a script defines inside a body into facts: classes and their fields, enums, exports. It visits no statement
// and no function itself; script-body.ts does.

import type { Value } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { parts } from "../syntax/nodes.ts";
import { keyOf, typeOf } from "../syntax/script-nodes.ts";
import { memberOf } from "../syntax/script-outline.ts";
import { hasToken, importsOfNode } from "./script-nodes.ts";
import { ValueWriter } from "./script-values.ts";

export abstract class DefinitionWriter extends ValueWriter {
  protected abstract statement(node: Node): void;

  protected override classIn(node: Node): void {
    const name = node.childForFieldName("name")?.text ?? "<class>";
    const body = node.childForFieldName("body");
    for (const member of body ? parts(body) : []) {
      const method = memberOf(member);
      if (method) this.nest(`${name}.${method.name}`, method.node);
      else this.field(member);
    }
  }

  /** A member that is no function: `x = 1` binds `x`. */
  protected field(member: Node): void {
    if (member.type === "class_static_block") {
      const body = member.childForFieldName("body");
      if (body) this.statement(body);
      return;
    }
    if (member.type === "method_definition") {
      this.nest(keyOf(member.childForFieldName("name")) ?? "<lambda>", member);
      return;
    }
    if (member.type !== "public_field_definition" && member.type !== "field_definition") return;
    const name = keyOf(member.childForFieldName("name") ?? member.childForFieldName("property"));
    const value = member.childForFieldName("value");
    if (name === null) return;
    this.bindings.push({
      targets: [name],
      value: value ? this.value(value, "bound", name) : { kind: "other", text: "" },
      how: value ? "assign" : "declare",
      annotation: typeOf(member.childForFieldName("type")),
      conditions: [],
      ...this.linesOf(member),
    });
  }

  /** `constructor(private readonly store: Store)` binds `this.store`. */
  protected parameterProperties(node: Node): void {
    const list = node.childForFieldName("parameters");
    for (const each of list ? parts(list) : []) {
      const pattern = each.childForFieldName("pattern");
      if (pattern?.type !== "identifier") continue;
      if (!hasToken(each, "accessibility_modifier") && !hasToken(each, "readonly")) continue;
      const annotation = typeOf(each.childForFieldName("type"));
      const value: Value = { kind: "path", text: pattern.text };
      this.note([`this.${pattern.text}`], value, { how: "assign", annotation, node: each });
    }
  }

  protected enum(node: Node): void {
    const name = node.childForFieldName("name")?.text;
    const body = node.childForFieldName("body");
    if (name === undefined || !body) return;
    const keys: string[] = [];
    const values: Value[] = [];
    for (const member of parts(body)) {
      const key = keyOf(member.type === "enum_assignment" ? member.childForFieldName("name") : member);
      const value = member.childForFieldName("value");
      if (key === null) continue;
      keys.push(key);
      values.push(value ? this.value(value, "argument") : { kind: "other", text: key });
    }
    this.define(name, { kind: "keys", text: `enum ${name}`, keys, values, open: false }, node);
  }

  /** `default` and `module.exports` are bound like names, and so is what is given out under another. */
  protected export(node: Node): void {
    this.imports.push(...importsOfNode(node));
    const declaration = node.childForFieldName("declaration");
    if (declaration) {
      const name = declaration.childForFieldName("name")?.text;
      this.statement(declaration);
      if (name !== undefined && hasToken(node, "default")) this.define("default", { kind: "path", text: name }, node);
      return;
    }
    const whole = hasToken(node, "=");
    const value = node.childForFieldName("value") ?? (whole ? parts(node)[0] : null);
    if (value) this.define(whole ? "module.exports" : "default", this.value(value, "bound", "default"), node);
    const clause = parts(node).find((child) => child.type === "export_clause");
    if (!clause || node.childForFieldName("source")) return;
    for (const each of parts(clause)) {
      const name = keyOf(each.childForFieldName("name"));
      const alias = keyOf(each.childForFieldName("alias"));
      if (name !== null && alias !== null && alias !== name) this.define(alias, { kind: "path", text: name }, each);
    }
  }
}
