// Finds statements in the tree of a file: conditions of `if`, the last ones of functions, those of one text in their order.
// What stands under a condition is told by facts, and nothing here looks at it.

import type { GrammarName, Node } from "../../../syntax/grammar.ts";
import { brief, parts } from "../../../syntax/nodes.ts";
import type { CodeFile, Item } from "../../question.ts";
import { isNamed, isWithin, type Wanted } from "./names.ts";
import { nameOf, type Where } from "./places.ts";
import { plainSource } from "./source.ts";
import { type LineOf, readPiece } from "./trees.ts";
import { definedName, isFunctionNode, walk } from "./walk.ts";

/** Something that stands in a piece: its text, its line from the piece's first, the definitions around it. */
interface Block {
  readonly text: string;
  readonly line: number;
  readonly names: readonly string[];
}

/** The condition of every `if`, `elif` and `else if`, as written. */
export function conditionsIn(file: CodeFile, where: Where, word: string): readonly Item[] {
  return blocksIn(file, where, word, "conditions", isWithin, (node, names, lineOf) => {
    const condition = /^(?:if_statement|elif_clause)$/.test(node.type) ? node.childForFieldName("condition") : null;
    return condition ? { text: condition.text, line: lineOf(node), names } : null;
  });
}

/** The last statement of each function, or the expression that an arrow function is. */
export function lastStatementsIn(file: CodeFile, where: Where): readonly Item[] {
  return blocksIn(file, where, "", "last statements", isNamed, (node, names, lineOf, language) => {
    if (!isFunctionNode(node, language)) return null;
    const name = definedName(node, language);
    const body = node.childForFieldName("body");
    if (name === null || !body) return null;
    const last = /block$/.test(body.type) ? parts(body).at(-1) : body;
    return last ? { text: brief(last), line: lineOf(last), names: [...names, name] } : null;
  });
}

/** The statements of functions, each function's by itself, in order; of one that holds others what stands before these. */
export function statementsIn(file: CodeFile, where: Where): readonly (readonly Item[])[] {
  return blocksByPiece(file, where, "", "statements", isWithin, (node, names, lineOf) => {
    if (!/_statement$|^(?:lexical|variable)_declaration$/.test(node.type)) return null;
    const inner = node.childForFieldName("consequence") ?? node.childForFieldName("body");
    const text = inner ? node.text.slice(0, inner.startIndex - node.startIndex) : node.text;
    return { text: plainSource(text.trimEnd().replace(/[:{;]$/, "")), line: lineOf(node), names };
  });
}

type Tell = (node: Node, names: readonly string[], lineOf: LineOf, language: GrammarName) => Block | null;

type Fits = (wanted: Wanted, name: string) => boolean;

function blocksIn(...given: Parameters<typeof blocksByPiece>): readonly Item[] {
  return blocksByPiece(...given).flat();
}

function blocksByPiece(
  file: CodeFile,
  where: Where,
  word: string,
  question: string,
  fits: Fits,
  tell: Tell,
): readonly (readonly Item[])[] {
  const { source, path } = file;
  if (source === null) return [];
  const { language } = source;
  const chunks = new Set(where.places(file, word).map(({ chunk }) => chunk));
  return [...chunks].map((chunk) => {
    const blocks = readPiece(file, chunk, question, (root, lineOf) => {
      const found: Block[] = [];
      walk(root, language, (node, { names }) => {
        const block = tell(node, names, lineOf, language);
        if (block !== null) found.push(block);
        return true;
      });
      return found;
    });
    return (blocks ?? [])
      .map((block) => ({ ...block, name: [...(chunk.owner === null ? [] : [chunk.owner]), ...block.names].join(".") }))
      .filter(({ name }) => where.wanted === null || fits(where.wanted, name))
      .map(({ text, line }) => ({
        text,
        path,
        line: chunk.firstLine + line,
        function: chunk.kind === "function" ? nameOf(chunk) : "<module>",
        class: chunk.owner,
      }));
  });
}
