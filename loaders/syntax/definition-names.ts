// Says what a node that names a definition calls it, in one form for all languages: parts joined by dots, no type
// arguments, no quotes. It decides nothing about what is a definition.

import type { GrammarName, Node } from "./grammar.ts";
import { fold } from "./nodes.ts";

/** A name may be a page of type arguments; this much is read of it. Characters. */
const LONGEST = 400;

/** `Foo<T>::bar` as `Foo.bar`, `*Server[T]` as `Server`, `A\B` as `A.B`, `module.exports.run` as `run`. */
export function plainName(grammar: GrammarName, source: string): string {
  const text = fold(source.slice(0, LONGEST));
  switch (grammar) {
    case "go":
      return (/[\w.]+/.exec(text)?.[0] ?? text).replace(/^.*\./, "");
    case "cpp": {
      const at = text.search(/\boperator\b/);
      const scope = at < 0 ? text : text.slice(0, at);
      const operator = at < 0 ? "" : text.slice(at).replace(/^(operator(?:\s*\(\s*\))?[^(]*).*$/, "$1");
      return without(scope, "<", ">").replace(/ ?:: ?/g, ".") + operator;
    }
    case "rust":
      return without(text.replace(/^(?:[&*\s]|'\w+ |(?:mut|dyn|const) )+/, ""), "<", ">").replaceAll("::", ".");
    case "c-sharp":
      return without(text, "<", ">");
    case "ruby":
      return text.replaceAll("::", ".");
    case "php":
      return text.replace(/^\$/, "").replaceAll("\\", ".");
    case "typescript":
    case "tsx":
    case "javascript":
      return text
        .replace(/^(?:module\.)?exports\./, "")
        .replace(".prototype.", ".")
        .replace(/^(["'])(.*)\1$/, "$2");
    default:
      return text;
  }
}

function without(text: string, open: string, close: string): string {
  let depth = 0;
  let kept = "";
  for (const character of text) {
    if (character === open) depth++;
    else if (character === close && depth > 0) depth--;
    else if (depth === 0) kept += character;
  }
  return kept;
}

const NAMES = new Set([
  "identifier",
  "field_identifier",
  "type_identifier",
  "qualified_identifier",
  "destructor_name",
  "operator_name",
  "operator_cast",
  "template_function",
  "primitive_type",
]);

/** The name inside a declarator of C or C++, and whether it declares a function; null where it has none. */
export function declaredName(declarator: Node): { readonly name: Node; readonly isFunction: boolean } | null {
  let at: Node | null = declarator;
  let isFunction = false;
  while (at && !NAMES.has(at.type)) {
    const inner: Node | null = at.childForFieldName("declarator") ?? at.namedChildren.at(-1) ?? null;
    if (at.type === "function_declarator") isFunction = inner?.type !== "parenthesized_declarator";
    else if (!at.type.endsWith("_declarator")) return null;
    at = inner;
  }
  return at ? { name: at, isFunction: isFunction || at.type === "operator_cast" } : null;
}
