// Says whether answers bear a stated number out: any reading that comes to it does; that none does is told of the likeliest
// one, and only where it is about one thing. It asks nothing itself.

import type { Answered } from "./ask.ts";
import type { Found } from "./finding.ts";
import type { Phrase } from "./phrases.ts";

/** Bases that bring no members of their own. */
const EMPTY_BASES = /^(?:object|ABC|abc\.ABC|(?:typing\.)?(?:Protocol|Generic|NamedTuple|TypedDict)\b.*|(?:enum\.)?(?:Int|Str)?(?:Enum|Flag)|str|int|(?:[\w.]+\.)?BaseModel|Exception|metaclass=.*)$/;

/** Null where nothing can be said: no question is about anything, or the name is of several things. */
export function isBorneOut(
  { number: { value } }: Phrase,
  questions: readonly string[],
  answers: ReadonlyMap<string, Answered>,
): Found | "agrees" | null {
  const told = questions.flatMap((question) => {
    const answered = answers.get(question);
    return answered === undefined || question.startsWith("bases of ") ? [] : [{ question, ...answered }];
  });
  if (told.some(({ amount }) => amount === value)) return "agrees";
  const best = told.find(({ amount }) => amount > 0);
  if (best === undefined || !isOfOne(best)) return null;
  const { question, answer, amount } = best;
  if (answer.items.some(({ text }) => /^(?:\.\.\.|\*)/.test(text))) return null;
  if (amount < value && inherits(questions, answers)) return null;
  return { question, where: "", amount, items: answer.items };
}

/** Of a name that several things bear, nobody can say which is meant; of files, all are. */
function isOfOne({ answer }: Answered): boolean {
  return answer.looked === 1 || !/^(?:classes|functions|functions or classes|tables|lists|constants) `/.test(answer.of);
}

/** Whether a class has bases that may bring what is missing. */
function inherits(questions: readonly string[], answers: ReadonlyMap<string, Answered>): boolean {
  return questions.some(
    (question) =>
      question.startsWith("bases of ") &&
      (answers.get(question)?.answer.items ?? []).some(({ text }) => !EMPTY_BASES.test(text)),
  );
}
