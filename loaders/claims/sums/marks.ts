// The marks that part a text into tokens, as tables: what each is where nothing around it makes it something else.

/**
 * `stop`: a sentence's end, or what no sentence reaches across. `compare`: `<`, `≥`, `≠`. `odd`: a mark that makes something
 * else of a number beside it: `^`, `…`, `±`.
 */
export type TokenKind =
  | "number"
  | "operator"
  | "equals"
  | "arrow"
  | "open"
  | "close"
  | "word"
  | "comma"
  | "colon"
  | "dash"
  | "compare"
  | "stop"
  | "odd";

export const OPERATORS: Readonly<Record<string, string>> = {
  "+": "+",
  "−": "-",
  "×": "*",
  "÷": "/",
  "⋅": "*",
  "∗": "*",
};
export const MARKS: Readonly<Record<string, TokenKind>> = {
  "(": "open",
  "[": "open",
  "{": "open",
  ")": "close",
  "]": "close",
  "}": "close",
  ",": "comma",
  ";": "comma",
  "→": "arrow",
  "⟶": "arrow",
  "⇒": "arrow",
  "—": "dash",
  "≈": "equals",
  "≤": "compare",
  "≥": "compare",
  "≠": "compare",
  "·": "stop",
  "•": "stop",
  "|": "stop",
  "…": "odd",
  "±": "odd",
  "^": "odd",
  "√": "odd",
  "&": "odd",
  "%": "odd",
};
/** Longest first. */
export const PAIRS: readonly (readonly [string, TokenKind])[] = [
  ["...", "odd"],
  ["->", "arrow"],
  ["=>", "arrow"],
  ["~~", "odd"],
  ["==", "equals"],
  ["!=", "compare"],
  ["<=", "compare"],
  [">=", "compare"],
  ["<<", "odd"],
  [">>", "odd"],
  ["--", "dash"],
  ["+=", "odd"],
  ["-=", "odd"],
  [":=", "odd"],
];
export const ABBREVIATION = /^(?:vs|approx|ca|cf|incl|resp|etc|no|fig|sec|e\.g|i\.e)$/i;
export const APPROXIMATELY = /^(?:about|approximately|around|roughly|circa|nearly|almost|some|up|over|under)$/i;

const SPACES = " \n\t\u00a0\u202f\u2009";
const ENDS = new Set([...SPACES, ...'()[]{}|,;=+×÷→—…`*"“”<>≈≤≥'].map((mark) => mark.charCodeAt(0)));

export function isSpace(mark: string): boolean {
  return mark !== "" && SPACES.includes(mark);
}

/** Whether no name holds the character of this code. */
export function endsWord(code: number): boolean {
  return ENDS.has(code);
}
