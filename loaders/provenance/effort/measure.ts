// Measures one text with three instruments: statements of its syntax tree, source lines, physical lines. It compares
// nothing; what a change cost is the difference of two measurements.

import { type GrammarName, grammarOf, type Node, withTree } from "../../syntax/grammar.ts";

/** What one text holds. */
export interface Measured {
  /** Statements, docstrings not counted; null of a language without a grammar. */
  readonly statements: number | null;
  readonly statementsWithDocstrings: number | null;
  /** Lines that hold anything but blanks, comments and docstrings; null as above. */
  readonly source: number | null;
  /** Lines, as git counts them: a last one without its end is one. */
  readonly physical: number;
}

/** Milliseconds that one text may take. */
const LIMIT = 10_000;

/** Where everything that is counted stands: 1-based lines, in order; of each statement the one it begins on. */
export interface Marked {
  readonly statements: readonly number[];
  readonly docstrings: readonly number[];
  readonly source: readonly number[];
}

/** The grammar of the path must be loaded. Throws "syntax-error" where the parser gives up. */
export function measure(path: string, text: string): Measured {
  const physical = physicalLines(text);
  const marked = mark(path, text);
  if (marked === null) return { statements: null, statementsWithDocstrings: null, source: null, physical };
  const statements = marked.statements.length;
  const statementsWithDocstrings = statements + marked.docstrings.length;
  return { statements, statementsWithDocstrings, source: marked.source.length, physical };
}

/** Null of a language without a grammar. As `measure`. */
export function mark(path: string, text: string): Marked | null {
  const grammar = grammarOf(path);
  return grammar === null ? null : withTree(grammar, text, (root) => marksIn(root, grammar, text), LIMIT);
}

export function physicalLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return text === "" || text.endsWith("\n") ? lines : lines + 1;
}

function marksIn(root: Node, grammar: GrammarName, text: string): Marked {
  const isStatement = statementsOf(grammar);
  const hidden: [from: number, to: number][] = [];
  const statements: number[] = [];
  const docstrings: number[] = [];
  const cursor = root.walk();
  try {
    let goesOn = true;
    while (goesOn) {
      const type = cursor.nodeType;
      if (/comment$/.test(type)) hidden.push([cursor.startIndex, cursor.endIndex]);
      else if (cursor.nodeIsNamed && isStatement(type)) {
        const line = cursor.startPosition.row + 1;
        if (grammar === "python" && type === "expression_statement" && isDocstring(cursor.currentNode)) {
          docstrings.push(line);
          hidden.push([cursor.startIndex, cursor.endIndex]);
        } else statements.push(line);
      }
      if (cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) {
          goesOn = false;
          break;
        }
      }
    }
  } finally {
    cursor.delete();
  }
  return { statements, docstrings, source: sourceLines(text, hidden) };
}

/** Lines with anything outside of the ranges but blanks. */
function sourceLines(text: string, hidden: readonly (readonly [from: number, to: number])[]): readonly number[] {
  const ranges = hidden.toSorted((a, b) => a[0] - b[0]);
  const lines: number[] = [];
  let range = 0;
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    while (range < ranges.length && ranges[range]![1] <= at) range++;
    const code = text.charCodeAt(at);
    if (code === 10) line++;
    else if (
      lines.at(-1) !== line &&
      code > 32 &&
      code !== 0xfeff &&
      !(range < ranges.length && ranges[range]![0] <= at)
    )
      lines.push(line);
  }
  return lines;
}

/** The first statement of a module, class or function that is a string and nothing else. */
function isDocstring(node: Node): boolean {
  const only = node.namedChild(0);
  if (node.namedChildCount !== 1 || (only?.type !== "string" && only?.type !== "concatenated_string")) return false;
  if (only.type === "string" ? !isPlain(only) : only.namedChildren.some((part) => part !== null && !isPlain(part)))
    return false;
  const block = node.parent;
  if (block === null || !isFirst(node, block)) return false;
  if (block.type === "module") return true;
  const owner = block.parent?.type;
  return block.type === "block" && (owner === "function_definition" || owner === "class_definition");
}

/** Bytes and formatted strings document nothing. */
function isPlain(string: Node): boolean {
  return !/^[a-z]*[bf]/i.test(string.text.slice(0, 3).replace(/["'][\s\S]*$/, ""));
}

function isFirst(node: Node, block: Node): boolean {
  for (const child of block.namedChildren) {
    if (child === null || child.type === "comment") continue;
    return child.id === node.id;
  }
  return false;
}

/** What Python's own `ast` counts as statements, by the names of the grammar: an `elif` is one, an `except` is none. */
const PYTHON = new Set(
  (
    "expression_statement return_statement delete_statement assert_statement raise_statement pass_statement " +
    "break_statement continue_statement import_statement import_from_statement future_import_statement " +
    "global_statement nonlocal_statement print_statement exec_statement type_alias_statement if_statement elif_clause " +
    "for_statement while_statement try_statement with_statement match_statement function_definition class_definition"
  ).split(" "),
);

/** Of scripts also what stands in a class or a type, as in Python a method is a statement. */
const SCRIPT = new Set(
  (
    "expression_statement lexical_declaration variable_declaration return_statement if_statement for_statement " +
    "for_in_statement while_statement do_statement try_statement switch_statement throw_statement break_statement " +
    "continue_statement debugger_statement labeled_statement import_statement export_statement function_declaration " +
    "generator_function_declaration class_declaration abstract_class_declaration interface_declaration " +
    "type_alias_declaration enum_declaration method_definition public_field_definition field_definition"
  ).split(" "),
);

/** In the other languages what their grammars call so. */
const OTHER = /(?:_statement|_declaration|_definition|_item|_directive|^method|^class|^module|^assignment|^call)$/;

function statementsOf(grammar: GrammarName): (type: string) => boolean {
  if (grammar === "python") return (type) => PYTHON.has(type);
  if (grammar === "typescript" || grammar === "tsx" || grammar === "javascript") return (type) => SCRIPT.has(type);
  return (type) => OTHER.test(type) && type !== "empty_statement" && type !== "compound_statement";
}
