// Turns a piece of a sentence with roles, "{waited:number} of the {total:number} names", into a regular expression for
// plain text. Words match whatever their case and the marks around them, code as it is written; nothing is matched here.

import { RE2JS } from "re2js";
import { BinnacleError } from "../../error.ts";
import { AROUND, ENDS, KINDS, ROLES, type RoleKind, STARTS, UNDERSCORE, UNSEEN } from "./pattern-roles.ts";
import { MARK } from "./sentence-marks.ts";
import { plainOf } from "./sentence-plain.ts";

/** A role, and the groups of the expression that may hold what stands for it: one of them does. */
export interface Role {
  readonly name: string;
  readonly kind: RoleKind;
  readonly groups: readonly number[];
}

export interface Template {
  /** In the syntax of RE2. Its group 1 is the match; what stands around that only bounds it. */
  readonly expression: string;
  readonly roles: readonly Role[];
  /** Words, in lower case, without which there is no match. */
  readonly words: readonly string[];
}

const MOST_ROLES = 12;
/** Characters. */
const LONGEST = 1_000;

interface Written {
  readonly kind: "word" | "mark" | "code";
  readonly text: string;
}

type Piece = { readonly kind: "space" } | Written | { readonly kind: "role"; readonly index: number };

function isWritten(piece: Piece): piece is Written {
  return piece.kind !== "space" && piece.kind !== "role";
}

/** Throws "bad-configuration", naming the place and what is wrong there. */
export function readTemplate(source: string): Template {
  assertText(source);
  const { text, named } = rolesOf(source);
  return build(source, piecesOf(text), named);
}

/** A phrase: a template in which braces are braces. Throws "bad-configuration". */
export function readPhrase(source: string): Template {
  assertText(source);
  return build(source, piecesOf(source), []);
}

interface Named {
  readonly name: string;
  readonly kind: RoleKind;
}

/** Stands for a role; beyond the marks. */
const PLACEHOLDER = 0xe100;

function rolesOf(source: string): { readonly text: string; readonly named: readonly Named[] } {
  const named: Named[] = [];
  const text = source.replace(
    /(?<!\\)\{([A-Za-z_]\w{0,40})(?::([A-Za-z_]\w{0,40}))?\}/g,
    (whole, name: string, kind: string | undefined, at: number) => {
      const where = `"${shown(source)}", character ${at + 1}`;
      if (!isKind(kind)) {
        // Code may hold what looks like a role.
        if (source.slice(0, at).split("`").length % 2 === 0) return whole;
        const found = kind === undefined ? "has no kind" : `is of the kind "${kind}"`;
        fail(`${where}: the role ${whole} ${found}; expected {${name}:${KINDS.join(`}, {${name}:`)}}. Name its kind.`);
      }
      if (named.some((role) => role.name === name))
        fail(`${where}: the role "${name}" stands here a second time; expected each once. Name it otherwise.`);
      if (named.length === MOST_ROLES)
        fail(`${where}: more than ${MOST_ROLES} roles. Make two claims of the sentence.`);
      named.push({ name, kind });
      return String.fromCharCode(PLACEHOLDER + named.length - 1);
    },
  );
  // Behind a backslash, a brace is one in code as well.
  return { text: text.replace(/\\(?=[{}])/g, ""), named };
}

function isKind(kind: string | undefined): kind is RoleKind {
  return (KINDS as readonly (string | undefined)[]).includes(kind);
}

/** The template as prose is read, in pieces. */
function piecesOf(source: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let inCode = false;
  const { text } = plainOf(source.trim(), false);
  for (const { 0: token } of text.matchAll(/[\p{L}\p{M}_]+(?:'[\p{L}]+)*|\p{N}+|[\s\S]/gu)) {
    const index = token.charCodeAt(0) - PLACEHOLDER;
    if (token === MARK.code || token === MARK.codeEnd) inCode = token === MARK.code;
    else if (index >= 0 && index < MOST_ROLES && token.length === 1) pieces.push({ kind: "role", index });
    else if (inCode) pieces.push({ kind: "code", text: token });
    else if (token === " ") {
      if (pieces.at(-1)?.kind !== "space") pieces.push({ kind: "space" });
    } else if (!/[*"'`\uE000-\uE008]/.test(token[0]!))
      pieces.push({ kind: /[\p{L}\p{N}_]/u.test(token) ? "word" : "mark", text: token });
  }
  return pieces;
}

function build(source: string, pieces: readonly Piece[], named: readonly Named[]): Template {
  const words = [
    ...new Set(
      pieces
        .filter(isWritten)
        .map((piece) => piece.text.toLowerCase())
        .filter((text) => /^[a-z0-9_]+$/.test(text)),
    ),
  ].toSorted((a, b) => b.length - a.length);
  const says = pieces.filter(isWritten).some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (!says)
    fail(
      `"${shown(source)}" has no word besides its roles; expected a piece of a sentence. Write the words around them.`,
    );
  const unread = named.find((_, index) => !pieces.some((piece) => piece.kind === "role" && piece.index === index));
  if (unread)
    fail(
      `"${shown(source)}": the role "${unread.name}" stands where nothing is read, in a link's target or a tag; expected it among words. Move it.`,
    );
  let group = 1;
  const roles: Role[] = [];
  let expression = "";
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1];
    if (before?.kind === "role" && piece.kind === "role")
      fail(
        `"${shown(source)}": the roles "${named[before.index]!.name}" and "${named[piece.index]!.name}" touch; expected something between them. Write it.`,
      );
    if (before !== undefined) expression += before.kind === "code" && piece.kind === "code" ? UNSEEN : AROUND;
    // Marks may stand between two spaces, too.
    if (piece.kind === "space") expression += `(?: ${AROUND})+?`;
    else if (piece.kind === "role") {
      const { name, kind } = named[piece.index]!;
      const { groups, expression: own } = ROLES[kind];
      roles.push({ name, kind, groups: Array.from({ length: groups }, (_, index) => group + index + 1) });
      group += groups;
      expression += own;
    } else if (piece.kind === "code") expression += coded(piece.text);
    else expression += piece.kind === "word" ? `(?i:${RE2JS.quote(piece.text)})` : RE2JS.quote(piece.text);
  }
  return {
    expression: `${STARTS[edgeOf(pieces[0], 0)]}(${expression})${ENDS[edgeOf(pieces.at(-1), -1)]}`,
    roles,
    words,
  };
}

/** Code as it is written, save that underscores at its ends may have been taken for emphasis where it is not marked. */
function coded(text: string): string {
  if (text === " ") return " ";
  return [...text].map((each) => (each === "_" ? UNDERSCORE : RE2JS.quote(each))).join("");
}

/** What a template begins or ends with. */
function edgeOf(piece: Piece | undefined, at: 0 | -1): "word" | "figure" | "mark" {
  if (piece === undefined || !isWritten(piece)) return "word";
  const character = [...piece.text].at(at) ?? "";
  if (/\p{N}/u.test(character)) return "figure";
  return /[\p{L}\p{M}_]/u.test(character) ? "word" : "mark";
}

function assertText(source: string): void {
  if (source.length > LONGEST)
    fail(
      `"${shown(source)}" has ${source.length} characters; expected at most ${LONGEST}. Take a part of the sentence.`,
    );
  const at = source.search(/[\uE000-\uF8FF]/);
  if (at >= 0)
    fail(`"${shown(source)}", character ${at + 1}: a character of private use; expected text. Leave it out.`);
}

function shown(source: string): string {
  return source.length > 60 ? `${source.slice(0, 60)}…` : source;
}

function fail(message: string): never {
  throw new BinnacleError("bad-configuration", message);
}
