// Turns the functions and statements of a script into facts, each with the conditions it stands under. Expressions are
// script-values.ts's.

import type { Body, Value } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { fold, parts } from "../syntax/nodes.ts";
import { pathOf, stringOf, typeOf, unwrapped } from "../syntax/script-nodes.ts";
import { DefinitionWriter } from "./script-definitions.ts";
import {
  conditionText,
  guardOfStatement,
  hasToken,
  importsOfNode,
  leaves,
  negated,
  parametersOfFunction,
} from "./script-nodes.ts";
import { NO_HEAD } from "./writer.ts";

const UNDEFINED: Value = { kind: "null", text: "undefined" };

/** Writes down one body; a nested function gets a writer of its own. */
export class ScriptWriter extends DefinitionWriter {
  /** The body of a function of any kind. */
  function(node: Node, decorators: readonly string[] = []): Body {
    this.parameterProperties(node);
    const block = node.childForFieldName("body");
    if (block?.type === "statement_block") this.functionBlock(block);
    else if (block) {
      const value = this.value(block, "returned");
      this.returns.push({ value, implicit: false, conditions: [], ...this.linesOf(block) });
    }
    this.generator ||= node.type.startsWith("generator") || hasToken(node, "*");
    return this.body({
      parameters: parametersOfFunction(node),
      returnAnnotation: typeOf(node.childForFieldName("return_type")),
      decorators,
      isAsync: hasToken(node, "async"),
    });
  }

  private functionBlock(block: Node): void {
    this.block(block);
    if (leaves(block)) return;
    const statements = parts(block);
    const guards = statements.map(guardOfStatement).filter((guard): guard is string => guard !== null);
    this.fallsOff(statements.at(-1) ?? block, "undefined", guards);
  }

  /** Statements that belong to no function. */
  statements(root: Node): Body {
    this.block(root);
    return this.nothing();
  }

  /** Fields of a class. */
  fields(members: readonly Node[]): Body {
    for (const member of members) this.field(member);
    return this.nothing();
  }

  /** What has been written so far, as of no function. */
  nothing(): Body {
    return this.body(NO_HEAD);
  }

  protected override nest(name: string, node: Node): number {
    this.nested.push({ name, body: new ScriptWriter(this.source).function(node), ...this.linesOf(node) });
    return this.nested.length - 1;
  }

  private block(block: Node): void {
    this.inOrder(parts(block), (each) => this.statement(each), guardOfStatement);
  }

  protected override statement(node: Node): void {
    switch (node.type) {
      case "expression_statement":
        for (const child of parts(node)) this.value(child, "discarded");
        return;
      case "lexical_declaration":
      case "variable_declaration":
        for (const child of parts(node)) if (child.type === "variable_declarator") this.declarator(child);
        return;
      case "return_statement":
        return this.return(node);
      case "throw_statement":
        return this.throw(node);
      case "if_statement":
        return this.if(node);
      case "while_statement":
      case "do_statement":
        return this.while(node);
      case "for_in_statement":
        return this.forIn(node);
      case "switch_statement":
        return this.switch(node);
      case "try_statement":
        return this.try(node);
      case "function_declaration":
      case "generator_function_declaration":
        this.nest(node.childForFieldName("name")?.text ?? "<lambda>", node);
        return;
      case "class_declaration":
      case "abstract_class_declaration":
        return this.classIn(node);
      case "enum_declaration":
        return this.enum(node);
      case "import_statement":
        this.imports.push(...importsOfNode(node));
        return;
      case "export_statement":
        return this.export(node);
      case "interface_declaration":
      case "type_alias_declaration":
      case "empty_statement":
      case "break_statement":
      case "continue_statement":
      case "comment":
        return;
      case "statement_block":
      case "class_body":
        return this.block(node);
      default:
        return this.otherStatement(node);
    }
  }

  /** `declare …`, namespaces, labels, a `for` with three parts: whatever stands inside counts as if it stood here. */
  private otherStatement(node: Node): void {
    for (const child of parts(node)) {
      if (/_(statement|declaration|block|module)$|^module$/.test(child.type)) this.statement(child);
      else if (!child.type.endsWith("identifier")) this.value(child, "argument");
    }
  }

  private return(node: Node): void {
    const given = parts(node)[0];
    const value = given ? this.value(given, "returned") : UNDEFINED;
    this.returns.push({ value, implicit: false, conditions: this.conditions, ...this.linesOf(node) });
  }

  private throw(node: Node): void {
    const value = parts(node)[0];
    if (value) this.value(value, "argument");
    const thrown = value ? unwrapped(value) : null;
    const name = thrown?.type === "new_expression" ? thrown.childForFieldName("constructor") : null;
    const exception = name ? pathOf(name) : null;
    this.raises.push({ exception, conditions: this.conditions, ...this.linesOf(node) });
  }

  private if(node: Node): void {
    const condition = node.childForFieldName("condition");
    const then = node.childForFieldName("consequence");
    const otherwise = node.childForFieldName("alternative");
    if (condition) this.value(condition, "argument");
    const text = condition ? conditionText(condition) : "";
    if (then) this.under(text, () => this.statement(then));
    const inside = otherwise ? parts(otherwise)[0] : undefined;
    if (inside) this.under(negated(text), () => this.statement(inside));
  }

  private while(node: Node): void {
    const condition = node.childForFieldName("condition");
    if (condition) this.value(condition, "argument");
    const text = condition && node.type === "while_statement" ? conditionText(condition) : null;
    const body = node.childForFieldName("body");
    if (body) this.under(text === "true" ? null : text, () => this.statement(body));
  }

  private forIn(node: Node): void {
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    if (left && right) {
      const value = this.value(right, "argument");
      const isKeys = node.childForFieldName("operator")?.text === "in";
      const bound: Value = isKeys ? { kind: "other", text: value.text } : value;
      this.bind(left, bound, { how: "for", node, annotation: null });
    }
    const body = node.childForFieldName("body");
    if (body) this.statement(body);
  }

  private switch(node: Node): void {
    const subject = node.childForFieldName("value");
    if (subject) this.value(subject, "argument");
    const text = subject ? conditionText(subject) : "";
    const path = subject ? pathOf(subject) : null;
    const body = node.childForFieldName("body");
    for (const clause of body ? parts(body) : []) {
      const value = clause.childForFieldName("value");
      if (value) this.case(value, path);
      this.under(value ? `${text} === ${fold(value.text)}` : null, () => {
        for (const child of parts(clause)) if (child.id !== value?.id) this.statement(child);
      });
    }
  }

  private case(value: Node, subject: string | null): void {
    this.value(value, "argument");
    const literal = stringOf(unwrapped(value));
    if (literal !== null && subject !== null)
      this.comparisons.push({ subject, operator: "==", literals: [literal], ...this.linesOf(value) });
  }

  private try(node: Node): void {
    const handler = node.childForFieldName("handler");
    const body = node.childForFieldName("body");
    if (body) this.catching(handler ? "anything" : null, () => this.block(body));
    const caught = handler?.childForFieldName("body");
    if (caught) this.under("catch", () => this.block(caught));
    const last = node.childForFieldName("finalizer")?.childForFieldName("body");
    if (last) this.block(last);
  }
}
