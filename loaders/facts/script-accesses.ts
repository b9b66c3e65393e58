// Turns member expressions, subscripts and calls of a script into values, and notes what is called and what is taken off
// what. Every other expression is script-values.ts's.

import type { Access, Use, Value } from "../model.ts";
import type { Node } from "../syntax/grammar.ts";
import { brief, fold, parts } from "../syntax/nodes.ts";
import { pathOf, stringOf, unwrapped } from "../syntax/script-nodes.ts";
import { FactWriter } from "./writer.ts";

/** Functions that give back what they are given. */
const SAME = new Set(["Object.freeze", "Object.seal"]);

/** Names whose value is known without looking at them. */
const BARE = new Set(["identifier", "super", "import"]);

export abstract class AccessWriter extends FactWriter {
  /** The value of an expression. `name` is what a function that stands there is called. */
  protected abstract value(node: Node, use: Use, name?: string | null, arity?: number): Value;

  protected member(node: Node): Value {
    const path = pathOf(node);
    const access = this.memberAccess(node, "attribute");
    return path === null ? { kind: "access", text: brief(node), access } : { kind: "path", text: path };
  }

  /** Notes what a member expression takes. Answers its index, or -1 of what an object takes off itself. */
  private memberAccess(node: Node, kind: "attribute" | "method"): number {
    const object = node.childForFieldName("object");
    const base = object ? this.value(object, "argument") : null;
    // What an object takes off itself is no read of a value that came from elsewhere.
    if (base?.kind === "path" && base.text === "this") return -1;
    return this.take(node, base, { key: node.childForFieldName("property")?.text ?? "", kind });
  }

  protected subscript(node: Node): Value {
    const object = node.childForFieldName("object");
    const index = node.childForFieldName("index");
    const base = object ? this.value(object, "argument") : null;
    if (index) this.value(index, "argument");
    const literal = index ? stringOf(unwrapped(index)) : null;
    const key = literal ?? (index ? (pathOf(index) ?? fold(index.text)) : "");
    const access = this.take(node, base, { key, kind: literal === null ? "index" : "key" });
    return { kind: "access", text: brief(node), access };
  }

  private take(node: Node, base: Value | null, what: Pick<Access, "key" | "kind">): number {
    const optional = node.childForFieldName("optional_chain") !== null;
    const { key, kind } = what;
    this.taken(base, node, { key, kind, required: !optional, default: optional ? "undefined" : null });
    return this.accesses.length - 1;
  }

  /** `x.a = …` is no read of `a`, but `x` and indices are read. */
  protected store(node: Node): void {
    const before = this.accesses.length;
    this.value(node, "argument");
    if (this.accesses.length > before) this.amend(this.accesses.length - 1, { stores: true });
  }

  protected amend(at: number, change: Partial<Access>): void {
    const access = this.accesses[at];
    if (access) this.accesses[at] = { ...access, ...change };
  }

  protected call(node: Node, use: Use, arity: number): Value {
    const target = node.childForFieldName(node.type === "new_expression" ? "constructor" : "function");
    const list = node.childForFieldName("arguments");
    const index = this.opened(node, { use, arity, asserted: false });
    const function_ = target ? unwrapped(target) : null;
    const { receiver, callee, access } = this.called(function_);
    const given = list?.type === "arguments" ? parts(list) : list ? [list] : [];
    const args = given.map((child) => this.value(child, "argument"));
    this.closed(index, { receiver, callee, args });
    const [first] = args;
    if (callee === "get" && first?.kind === "string" && args.length === 1) {
      // `map.get("k")` reads a key, which may be absent.
      this.amend(access, { kind: "key", key: first.value, required: false, default: "undefined" });
    }
    if (callee === "includes" && function_ && first?.kind === "path") this.included(function_, first.text, node);
    if (first && SAME.has(receiver === null ? callee : `${receiver}.${callee}`)) return first;
    return { kind: "call", text: brief(node), call: index };
  }

  /** What is called, and the access that takes it off its receiver, or -1. */
  private called(function_: Node | null): { receiver: string | null; callee: string; access: number } {
    if (!function_) return { receiver: null, callee: "", access: -1 };
    if (function_.type !== "member_expression") {
      if (!BARE.has(function_.type)) this.value(function_, "argument");
      return { receiver: null, callee: fold(function_.text), access: -1 };
    }
    const object = function_.childForFieldName("object");
    const receiver = object?.type === "super" ? "super()" : object ? (pathOf(object) ?? fold(object.text)) : "";
    const access = this.memberAccess(function_, "method");
    return { receiver, callee: function_.childForFieldName("property")?.text ?? "", access };
  }

  /** `["a", "b"].includes(x)` */
  private included(callee: Node, subject: string, node: Node): void {
    const list = callee.childForFieldName("object");
    const array = list ? unwrapped(list) : null;
    if (array?.type !== "array") return;
    const literals = parts(array).map(stringOf);
    if (literals.every((each) => each !== null))
      this.comparisons.push({ subject, operator: "in", literals, ...this.linesOf(node) });
  }
}
