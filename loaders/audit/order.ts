// The order in which citations are told: by document, then line, then column. Texts go by code unit, as in git.

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Place {
  readonly doc: string;
  readonly line: number;
  readonly column: number;
}

export function byPlace(a: Place, b: Place): number {
  return compareText(a.doc, b.doc) || a.line - b.line || a.column - b.column;
}
