// The characters that stand for marks in plain text, as a table. Nothing here runs.

/** Characters of the plain text that are no text: those of prose are taken out first. */
export const MARK = {
  /** An underscore that may be emphasis, or part of a name: `_so_`, `__init__`. */
  underscore: "\uE000",
  code: "\uE002",
  codeEnd: "\uE003",
  /** Of a number behind whose sign it begins, both: `N+N141E`. */
  number: "\uE004",
  /** Where the number ends and its unit begins, if it has one: `N97.2U %E`. */
  unit: "\uE005",
  numberEnd: "\uE006",
  ordinal: "\uE007",
  ordinalEnd: "\uE008",
} as const;
