// Says whether answers bear a stated number out: any reading that comes to it does; that none does is told of the likeliest
// one, and only where it is about one thing. It asks nothing itself.

import type { Answered } from "./ask.ts";
import type { Found } from "./finding.ts";
import type { Phrase } from "./phrases.ts";

/** Bases that bring no members of their own. */
const EMPTY_BASES =
  /^(?:object|ABC|abc\.ABC|(?:typing\.)?(?:Protocol|Generic|NamedTuple|TypedDict)\b.*|(?:enum\.)?(?:Int|Str)?(?:Enum|Flag)|str|int|(?:[\w.]+\.)?BaseModel|Exception|metaclass=.*)$/;

const MEMBERS = /^(?:methods|public methods|fields|attributes|members) of (.*)$/;
const TESTS = /^tests in (.*)$/;

/** Questions that say why a thing may have more than is seen: bases bring members, parameters bring tests. */
export function doubtOf(question: string): readonly string[] {
  const of = MEMBERS.exec(question)?.[1];
  if (of !== undefined) return [`bases of ${of}`];
  const where = TESTS.exec(question)?.[1];
  return where === undefined ? [] : [`definitions decorated with parametrize in ${where}`];
}

function isDoubt(question: string): boolean {
  return question.startsWith("bases of ") || question.startsWith("definitions decorated with ");
}

/** What a class has and nobody counts. */
const UNCOUNTED = /^(?:__\w+__|model_config|Config)$/;

/** As many as there are, as many as have no private name, as many as are no machinery. */
function amountsOf({ answer, amount }: Answered): readonly number[] {
  if (answer.number !== null) return [amount];
  const counted = answer.items.filter(({ text }) => !UNCOUNTED.test(text));
  return [amount, counted.length, counted.filter(({ text }) => !text.startsWith("_")).length];
}

/** Null where nothing can be said: no question is about anything, or the name is of several things. */
export function isBorneOut(
  { number: { value } }: Phrase,
  questions: readonly string[],
  answers: ReadonlyMap<string, Answered>,
): Found | "agrees" | null {
  const told = questions.flatMap((question) => {
    const answered = answers.get(question);
    return answered === undefined || isDoubt(question) ? [] : [{ question, ...answered }];
  });
  if (told.some((each) => amountsOf(each).includes(value))) return "agrees";
  // Where the likeliest finds none, another kind of thing is meant than any that the others count.
  const [best] = told;
  if (best === undefined || best.amount === 0 || !isOfOne(best)) return null;
  const { question, answer, amount } = best;
  if (answer.items.some(({ text }) => /^(?:\.\.\.|\*)/.test(text))) return null;
  if (amount < value && mayHaveMore(questions, answers)) return null;
  return { question, where: "", amount, items: answer.items };
}

/** Of a name that several things bear, nobody can say which is meant; of files, all are. */
function isOfOne({ answer }: Answered): boolean {
  return answer.looked === 1 || !/^(?:classes|functions|functions or classes|tables|lists|constants) `/.test(answer.of);
}

/** Whether something that is not looked into may bring what is missing. */
function mayHaveMore(questions: readonly string[], answers: ReadonlyMap<string, Answered>): boolean {
  return questions.some((question) => {
    const items = isDoubt(question) ? (answers.get(question)?.answer.items ?? []) : [];
    return question.startsWith("bases of ") ? items.some(({ text }) => !EMPTY_BASES.test(text)) : items.length > 0;
  });
}
