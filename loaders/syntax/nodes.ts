// What nodes say in any grammar: which of them count, how their source is shown, and what was not understood. What a type
// of node means in one language is said in python-*.ts and script-*.ts.

import type { Node } from "./grammar.ts";

/** Named children that are no comments. */
export function parts(node: Node): Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null && child.type !== "comment");
}

/** White space folded to one blank, as source is shown everywhere. */
export function fold(source: string): string {
  return source.replace(/\s+/g, " ").trim();
}

/** The source of an expression may be a page long; this much of it is told. Characters. */
const LONGEST = 400;

/** A node's source, folded, and cut where it is long. */
export function brief(node: Node): string {
  const source = node.text;
  return source.length > LONGEST ? `${fold(source.slice(0, LONGEST))}…` : fold(source);
}

/** 0-based rows, less `shift`, that the grammar did not understand, each once. */
export function errorRows(node: Node, shift: number, into: number[] = []): number[] {
  if (node.isError || node.isMissing) {
    const row = Math.max(0, node.startPosition.row - shift);
    if (into.at(-1) !== row) into.push(row);
  } else if (node.hasError) for (const child of node.children) if (child) errorRows(child, shift, into);
  return into;
}
