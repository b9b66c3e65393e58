// Turns a file into its syntax without what means nothing: comments, docstrings, layout, quotation marks, last commas. It
// tells it piece by piece, so that two versions can say which of their functions and classes differ.

import type { Definitions } from "../../../citation.ts";
import { definitionsOf, innermostAt } from "../../../syntax/definitions.ts";
import { type GrammarName, grammarOf, type Node } from "../../../syntax/grammar.ts";
import { parts } from "../../../syntax/nodes.ts";
import { isClass, stringOf } from "../../../syntax/script-nodes.ts";
import { definedBy, memberOf } from "../../../syntax/script-outline.ts";
import { pythonString } from "./strings.ts";
import { readTree } from "./trees.ts";

export interface SyntaxPiece {
  /** Its syntax as one text: equal texts, equal syntax. */
  syntax: string;
  /** The pieces that stand in it, in order, each with how much of the syntax stands before it. */
  readonly order: (readonly [at: number, name: string])[];
  /** 1-based. */
  readonly line: number;
}

const MODULE = "<module>";
const SCRIPTS: ReadonlySet<GrammarName> = new Set<GrammarName>(["typescript", "tsx", "javascript"]);

/**
 * Pieces by name: functions, classes without their methods, and what stands in neither. Null where no grammar reads the
 * file. Throws "syntax-error" if its grammar was not loaded.
 */
export function syntaxOf(path: string, text: string): ReadonlyMap<string, SyntaxPiece> | null {
  const language = grammarOf(path);
  if (language === null) return null;
  const isOutlined = language === "python" || SCRIPTS.has(language);
  const definitions = isOutlined ? null : definitionsOf(path, text);
  return readTree(language, text, (root) => new Writer(language, definitions).of(root))?.told ?? null;
}

/** Where a node stands. */
interface Place {
  readonly piece: string;
  /** Types of the nodes around it in its piece: a function that comes to stand under an `if` is another. */
  readonly around: readonly string[];
  /** Whether a definition that stands here is a piece of its own. */
  readonly isOpen: boolean;
}

class Writer {
  readonly #language: GrammarName;
  readonly #definitions: Definitions | null;
  readonly #pieces = new Map<string, SyntaxPiece>();

  constructor(language: GrammarName, definitions: Definitions | null) {
    this.#language = language;
    this.#definitions = definitions;
  }

  of(root: Node): ReadonlyMap<string, SyntaxPiece> {
    this.#piece(MODULE, root);
    this.#children(root, { piece: MODULE, around: [], isOpen: true });
    return this.#pieces;
  }

  #piece(name: string, node: Node): SyntaxPiece {
    let piece = this.#pieces.get(name);
    if (!piece) {
      piece = { syntax: "", order: [], line: node.startPosition.row + 1 };
      this.#pieces.set(name, piece);
    }
    return piece;
  }

  #children(node: Node, place: Place): void {
    const documentation = this.#language === "python" ? docstringOf(node) : null;
    for (const child of node.children) if (child && child.id !== documentation?.id) this.#node(child, place);
  }

  #node(node: Node, outer: Place): void {
    if (/comment/.test(node.type) || isLayout(node, this.#language)) return;
    const place = this.#placeOf(node, outer);
    const piece = this.#piece(place.piece, node);
    if (place.piece !== outer.piece) {
      const holder = this.#piece(outer.piece, node);
      holder.order.push([holder.syntax.length, place.piece]);
      piece.syntax += `<${outer.around.join(" ")}>`;
    }
    const said = saidBy(node, this.#language);
    if (said !== null) piece.syntax += ` ${JSON.stringify(said)}`;
    else if (node.type === "parenthesized_expression") this.#children(node, place);
    else {
      piece.syntax += ` (${node.type}`;
      this.#children(node, { ...place, around: [...place.around, node.type] });
      piece.syntax += ")";
    }
  }

  #placeOf(node: Node, outer: Place): Place {
    if (this.#definitions !== null) {
      const piece = innermostAt(this.#definitions, node.startPosition.row + 1)?.name ?? MODULE;
      return piece === outer.piece ? outer : { piece, around: [], isOpen: true };
    }
    if (!outer.isOpen) return outer;
    const defined = this.#language === "python" ? pythonDefinition(node) : scriptDefinition(node);
    if (defined === null) return outer;
    const piece = outer.piece === MODULE ? defined.name : `${outer.piece}.${defined.name}`;
    return { piece, around: [], isOpen: defined.isClass };
  }
}

interface Defined {
  readonly name: string;
  readonly isClass: boolean;
}

function pythonDefinition(node: Node): Defined | null {
  const definition = node.type === "decorated_definition" ? node.childForFieldName("definition") : node;
  if (node.parent?.type === "decorated_definition" || !definition) return null;
  const isClass = definition.type === "class_definition";
  if (!isClass && definition.type !== "function_definition") return null;
  return { name: definition.childForFieldName("name")?.text ?? "", isClass };
}

/** Definitions of a script are statements of the file and members of its classes, as in its outline. */
function scriptDefinition(node: Node): Defined | null {
  const holder = node.parent;
  const defined = holder?.parent === null ? definedBy(node) : holder?.type === "class_body" ? memberOf(node) : null;
  return defined === null ? null : { name: defined.name, isClass: isClass(defined.node) };
}

/** The string that documents a module, a class or a function. */
function docstringOf(node: Node): Node | null {
  const isBody = node.type === "module" || (node.type === "block" && /_definition$/.test(node.parent?.type ?? ""));
  const first = isBody ? parts(node)[0] : undefined;
  if (first?.type !== "expression_statement" || first.namedChildCount !== 1) return null;
  const only = first.namedChildren[0];
  return only && /^(?:concatenated_)?string$/.test(only.type) && !/^[a-z]*[bf]/i.test(only.text) ? first : null;
}

/** What a leaf says: of a string its value, of a number its plain digits. Null of what has parts. */
function saidBy(node: Node, language: GrammarName): string | null {
  const { type } = node;
  if (language === "python" && (type === "string" || type === "concatenated_string")) {
    const value = pythonString(node);
    if (value !== null) return `${/^[a-z]*b/i.test(node.text) ? "bytes" : "string"} ${value}`;
  }
  if (SCRIPTS.has(language)) {
    const value = stringOf(node);
    if (value !== null) return `string ${value}`;
  }
  // Of a string with holes the prefix counts, and not its marks.
  if (type === "string_start" || type === "string_end") return node.text.replace(/["']/g, "").toLowerCase();
  if (node.childCount > 0) return null;
  return /^(?:integer|float|number)$/.test(type) ? node.text.toLowerCase().replaceAll("_", "") : node.text;
}

/** Whether only layout decides that a mark stands there. */
function isLayout({ type, parent, nextSibling, namedChildCount }: Node, language: GrammarName): boolean {
  const holder = parent?.type ?? "";
  if (type === ";" || type === "empty_statement") return !holder.startsWith("for");
  if (type === "line_continuation") return true;
  if (type === ",") return /^[)\]}]$/.test(nextSibling?.type ?? "") && !/^tuple/.test(holder);
  if (type === "(" || type === ")")
    return (
      holder === "parenthesized_expression" || (language === "python" && /^(?:import_from|with_clause)/.test(holder))
    );
  return language === "python" && type === "argument_list" && holder === "class_definition" && namedChildCount === 0;
}
