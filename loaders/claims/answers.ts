// Turns the answers of simple questions into those of questions put together: both, either, the first only, split by place.

import type {
  Answer,
  BothQuestion,
  Field,
  FilesQuestion,
  Item,
  Question,
  SqlQuestion,
  SurfaceQuestion,
} from "./question.ts";

/** A question that is asked of something, and not of other questions. */
export type Leaf = SurfaceQuestion | FilesQuestion | SqlQuestion;

/** An answer, or why there is none, in one sentence. */
export type Answered = Answer | { readonly error: string };

export function isAnswer(answered: Answered): answered is Answer {
  return !("error" in answered);
}

/** The simple questions of a question, from left to right. */
export function leavesOf(question: Question): readonly Leaf[] {
  if (question.about === "both") return [...leavesOf(question.left), ...leavesOf(question.right)];
  return question.about === "split" ? leavesOf(question.of) : [question];
}

/** What a question comes to, given the answers of its leaves. */
export function answerOf(question: Question, leaf: (leaf: Leaf) => Answered): Answered {
  if (question.about === "split") {
    const answered = answerOf(question.of, leaf);
    return isAnswer(answered) ? splitBy(answered, question.by) : answered;
  }
  if (question.about !== "both") return leaf(question);
  const left = answerOf(question.left, leaf);
  if (!isAnswer(left)) return left;
  const right = answerOf(question.right, leaf);
  return isAnswer(right) ? together(question.how, left, right) : right;
}

/** How much an answer is: the number it gives, or how many things it finds. */
export function amountOf({ number, items }: Answer): number {
  return number ?? items.length;
}

function together(how: BothQuestion["how"], left: Answer, right: Answer): Answered {
  if (left.number !== null || right.number !== null)
    return { error: "a calculated number cannot be put together with other answers" };
  // One that is about nothing, a name that was misspelt say, is about nothing together with any other.
  const empty = [left, right].find(({ looked }) => looked === 0);
  const { looked, of } = empty ?? left;
  return { items: itemsOf(how, left, right), number: null, looked, of };
}

function itemsOf(how: BothQuestion["how"], left: Answer, right: Answer): readonly Item[] {
  const texts = new Set((how === "or" ? left : right).items.map(({ text }) => text));
  if (how === "or") return [...left.items, ...right.items.filter(({ text }) => !texts.has(text))];
  return left.items.filter(({ text }) => texts.has(text) === (how === "and"));
}

const SPLIT: Readonly<Record<Field, (item: Item) => string | null | undefined>> = {
  file: (item) => item.path,
  function: (item) => item.function,
  class: (item) => item.class,
  line: (item) => (item.line === null ? null : String(item.line)),
};

/** What stands in none is put under "<none>". */
function splitBy(answer: Answer, by: Field): Answer {
  return { ...answer, items: answer.items.map((item) => ({ ...item, text: SPLIT[by](item) ?? "<none>" })) };
}
