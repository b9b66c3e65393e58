// The questions about statements: which conditions guard what, what stands before what, what a function ends in. They go by
// the source of statements; in which order these run, across loops and branches, is not looked at.

import { BinnacleError } from "../../../error.ts";
import type { FilesQuestion, Form, Item } from "../../question.ts";
import { conditionsIn, lastStatementsIn, statementsIn } from "./blocks.ts";
import { writtenCondition } from "./conditions.ts";
import { whereOfName } from "./places.ts";
import { askName, askThings, askWhere } from "./question.ts";
import { plainSource } from "./source.ts";

type Given = Readonly<Partial<Record<string, string>>>;

/** A statement as it is asked for: `self.x = ...` is any that begins so. */
function statementTest(statement: string | undefined): (text: string) => boolean {
  const given = (statement ?? "").replace(/…$/, "...").replace(/;$/, "");
  const isOpen = given.endsWith("...");
  const plain = plainSource(isOpen ? given.slice(0, -3) : given.replace(/:$/, ""));
  if (plain === "") throw new BinnacleError("bad-configuration", "A statement is empty. Write it as the code has it.");
  return (text) => (isOpen ? text.startsWith(plain) : text === plain);
}

/** Statements of a text in functions; those that fit where they stand beside the first of another, if one is given. */
function statements(
  { STATEMENT, STATEMENT2, FUNCTION }: Given,
  isSo: ((at: number, first: number) => boolean) | null,
): FilesQuestion {
  const where = whereOfName(FUNCTION);
  const isWanted = statementTest(STATEMENT);
  const isOther = isSo === null ? null : statementTest(STATEMENT2);
  const placed = ({ path, line, ...item }: Item): Item => ({ ...item, path, line, text: `${path}:${line}` });
  if (isOther === null || isSo === null)
    return askName(FUNCTION, (file) =>
      statementsIn(file, where).flatMap((each) => each.filter(({ text }) => isWanted(text)).map(placed)),
    );
  const of = `statements \`${STATEMENT}\` beside \`${STATEMENT2}\`${where.in}`;
  return askThings({ wants: where.wants, words: where.words, of }, (file) => {
    const found = statementsIn(file, where).flatMap((each) => {
      const first = each.findIndex(({ text }) => isOther(text));
      const wanted = each.map((item, at) => ({ item, at })).filter(({ item }) => isWanted(item.text));
      return first < 0 ? [] : wanted.map(({ item, at }) => ({ item, isThere: isSo(at, first) }));
    });
    return { items: found.filter(({ isThere }) => isThere).map(({ item }) => placed(item)), looked: found.length };
  });
}

const STATEMENT = ["statement", "statements"] as const;

export const STATEMENT_FORMS: readonly Form[] = [
  {
    form: "guards CONDITION in PLACE",
    help: "each `if` and `elif` with exactly this condition, in a function, a class or files; other spellings of it are others",
    example: 'guards "wanted and out is not None" in Worker.run',
    unit: ["guard", "guards"],
    make: ({ CONDITION = "", PLACE }) => {
      const wanted = writtenCondition(CONDITION);
      const word = /[\p{L}\p{N}_$]+/u.exec(CONDITION)?.[0] ?? "if";
      return askWhere(PLACE, word, (file, where) =>
        conditionsIn(file, where, word)
          .filter(({ text }) => writtenCondition(text) === wanted)
          .map((item) => ({ ...item, text: `${item.path}:${item.line}` })),
      );
    },
  },
  {
    form: "last statement of FUNCTION",
    help: "the source of the statement that stands last in it, white space folded, cut where it is long",
    example: "last statement of Console.handle",
    unit: STATEMENT,
    make: ({ FUNCTION }) => {
      const where = whereOfName(FUNCTION);
      return askName(FUNCTION, (file) => lastStatementsIn(file, where));
    },
  },
  {
    form: "statements STATEMENT in FUNCTION",
    help: "statements of just this source in it, `self.x = ...` those that begin so; of `if`, `for` and the like what stands before their colon or brace",
    example: 'statements "self.runner = runner" in Worker.__init__',
    unit: STATEMENT,
    make: (given) => statements(given, null),
  },
  {
    form: "statements STATEMENT before STATEMENT in FUNCTION",
    help: "those that stand before the first of the other in the same function",
    example: 'statements "self.runner = ..." before "self.inbox = ..." in Worker.__init__',
    unit: STATEMENT,
    make: (given) => statements(given, (at, first) => at < first),
  },
  {
    form: "statements STATEMENT after STATEMENT in FUNCTION",
    help: "those that stand behind the first of the other in the same function",
    example: 'statements "self.runner = ..." after "self.inbox = ..." in Worker.__init__',
    unit: STATEMENT,
    make: (given) => statements(given, (at, first) => at > first),
  },
];
