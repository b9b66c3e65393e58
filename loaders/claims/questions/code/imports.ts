// Turns a file of Python or a script into its imports: what is imported, on which line, and when that runs. It resolves
// relative names to paths and dotted names, and looks for no file behind them.

import { stringValue } from "../../../facts/python-nodes.ts";
import type { Chunk } from "../../../model.ts";
import type { GrammarName, Node } from "../../../syntax/grammar.ts";
import { parts } from "../../../syntax/nodes.ts";
import { isFunction, stringOf, unwrapped } from "../../../syntax/script-nodes.ts";
import type { CodeFile } from "../../question.ts";
import { nameOf } from "./places.ts";
import { type LineOf, readPiece, readTree } from "./trees.ts";

/**
 * When an import runs: `load` with its module, also inside of `try`, `with`, `if` and a class; `types` never, because it
 * is for a type checker; `script` where the file is the program; `call` when a function that holds it is called.
 */
export type When = "load" | "types" | "script" | "call";

/** An import as it is written. */
export interface Imported {
  /** `a.b`, `..c`, `./d.js`. */
  readonly module: string;
  /** Names that are taken off it; none of a whole module. */
  readonly names: readonly string[];
  readonly when: When;
  /** Counted as the reader of the tree counts. */
  readonly line: number;
}

/** An import where it stands: 1-based line, and the function it counts to. */
export interface PlacedImport extends Imported {
  readonly function: string;
  readonly class: string | null;
}

/** The imports of a file, in order. */
export function importsIn(file: CodeFile): readonly PlacedImport[] {
  const { source } = file;
  if (source === null) return [];
  const bytes = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
  const holds = ({ start, end }: Chunk) => {
    const text = bytes.subarray(start, end);
    return text.includes("import") || text.includes("require") || text.includes("from");
  };
  const read = (root: Node, lineOf: LineOf) => imports(root, source.language, lineOf);
  const found: PlacedImport[] = [];
  for (const chunk of source.chunks) {
    if (chunk.kind === "class" || !holds(chunk)) continue;
    const inside = readPiece(file, chunk, "imports", read) ?? [];
    if (inside.length === 0) continue;
    // A piece that does not begin a line stands under something that it does not show.
    if (chunk.kind === "statement" && source.language === "python" && isIndented(bytes, chunk))
      return ofWhole(file, read);
    const place = { function: chunk.kind === "function" ? nameOf(chunk) : "<module>", class: chunk.owner };
    for (const each of inside) found.push({ ...each, ...place, line: chunk.firstLine + each.line });
  }
  return found;
}

function isIndented(bytes: Buffer, { start }: Chunk): boolean {
  return (
    bytes[start] === 32 || bytes[start] === 9 || /^(?:el|ex|fin|case)/.test(bytes.toString("latin1", start, start + 6))
  );
}

function ofWhole(file: CodeFile, read: (root: Node, lineOf: LineOf) => readonly Imported[]): readonly PlacedImport[] {
  const source = file.source!;
  const tree = readTree(source.language, file.text, (root) => read(root, (node) => node.startPosition.row + 1));
  return (tree?.told ?? []).map((each) => {
    const chunk = source.chunks.findLast(
      ({ kind, firstLine, endLine }) => kind !== "class" && firstLine <= each.line && each.line <= endLine,
    );
    return {
      ...each,
      function: chunk?.kind === "function" ? nameOf(chunk) : "<module>",
      class: chunk?.owner ?? null,
    };
  });
}

function imports(root: Node, language: GrammarName, lineOf: LineOf): readonly Imported[] {
  const found: Imported[] = [];
  const note = (node: Node, module: string | null, names: readonly string[], when: When) => {
    if (module !== null && module !== "") found.push({ module, names, when, line: lineOf(node) });
  };
  const visit = language === "python" ? python : script;
  visit(root, "load", note);
  return found;
}

type Note = (node: Node, module: string | null, names: readonly string[], when: When) => void;

function python(node: Node, when: When, note: Note): void {
  switch (node.type) {
    case "import_statement":
      for (const each of node.childrenForFieldName("name")) if (each) note(node, dotted(each), [], when);
      return;
    case "import_from_statement": {
      const module = node.childForFieldName("module_name");
      const names = node.childrenForFieldName("name").flatMap((each) => (each ? [dotted(each)] : []));
      return note(node, module?.text.replace(/\s/g, "") ?? null, names, when);
    }
    case "if_statement":
      return pythonIf(node, when, note);
    case "function_definition":
    case "lambda": {
      const body = node.childForFieldName("body");
      for (const child of parts(node)) python(child, child.id === body?.id ? "call" : when, note);
      return;
    }
    case "call": {
      const callee = node.childForFieldName("function")?.text ?? "";
      if (/^(?:__import__|(?:importlib\.)?import_module)$/.test(callee)) {
        const first = node.childForFieldName("arguments")?.namedChildren[0];
        if (first) note(node, stringValue(first), [], when);
      }
    }
  }
  for (const child of parts(node)) python(child, when, note);
}

function dotted(name: Node): string {
  return (name.childForFieldName("name") ?? name).text.replace(/\s/g, "");
}

function pythonIf(node: Node, when: When, note: Note): void {
  const condition = node.childForFieldName("condition");
  const text = (condition?.text ?? "").replace(/\s+/g, " ").replace(/^\((.*)\)$/, "$1");
  const isTypes = /^(?:\w+\.)?TYPE_CHECKING$/.test(text);
  const isRun = /^not (?:\w+\.)?TYPE_CHECKING$/.test(text);
  const isScript = /^(?:__name__ == (["'])__main__\1|(["'])__main__\2 == __name__)$/.test(text);
  const then = node.childForFieldName("consequence");
  for (const child of parts(node)) {
    const own = child.id === then?.id;
    const inside = own
      ? isTypes
        ? "types"
        : isScript
          ? "script"
          : when
      : isRun && child.type === "else_clause"
        ? "types"
        : when;
    // What a function holds runs when it is called, whatever it asks there.
    python(child, when === "load" || inside === "types" ? inside : when, note);
  }
}

function script(node: Node, when: When, note: Note): void {
  switch (node.type) {
    case "import_statement":
    case "export_statement": {
      const required = parts(node).find((child) => child.type === "import_require_clause");
      const from = node.childForFieldName("source") ?? required?.childForFieldName("source") ?? null;
      if (from) return note(node, stringOf(from), namesOf(node), isOfTypes(node) ? "types" : when);
      break;
    }
    case "type_query":
      return;
    case "call_expression": {
      const callee = node.childForFieldName("function");
      const first = node.childForFieldName("arguments")?.namedChildren[0];
      if (first && (callee?.type === "import" || callee?.text === "require"))
        note(node, stringOf(unwrapped(first)), [], when);
      break;
    }
    case "public_field_definition":
    case "field_definition":
      // A field is worked out when an object is made, a static one when the class is.
      if (!node.children.some((child) => child?.type === "static"))
        return parts(node).forEach((child) => script(child, "call", note));
  }
  const inside = isFunction(node) ? "call" : when;
  for (const child of parts(node)) script(child, inside, note);
}

function namesOf(node: Node): readonly string[] {
  return node
    .descendantsOfType(["import_specifier", "export_specifier"])
    .flatMap((each) => each?.childForFieldName("name")?.text ?? []);
}

/** `import type …`, or an import of nothing but types. */
function isOfTypes(node: Node): boolean {
  if (node.children.some((child) => child?.type === "type")) return true;
  const clause = parts(node).find((child) => child.type === "import_clause" || child.type === "export_clause");
  const specifiers = node.descendantsOfType(["import_specifier", "export_specifier"]);
  const isOnlyNames =
    clause?.type === "export_clause" || parts(clause ?? node).every((child) => child.type === "named_imports");
  return (
    isOnlyNames &&
    specifiers.length > 0 &&
    specifiers.every((each) => each?.children.some((child) => child?.type === "type"))
  );
}
