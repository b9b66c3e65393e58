// Asks many questions of one tree at once: each file is opened once for all of them. A question that cannot be asked has no
// answer; nothing is judged here.

import { BinnacleError } from "../../error.ts";
import type { Facts } from "../../facts/source.ts";
import type { Oid } from "../../model.ts";
import type { Rows } from "../../surface/rows.ts";
import { amountOf, isAnswer } from "../answers.ts";
import { Panel } from "../panel.ts";
import type { Answer, Asked } from "../question.ts";
import { parseQuestion } from "../questions.ts";
import { LazyDesk } from "../scene.ts";

/** A tree that is asked. */
export interface Scene {
  readonly files: ReadonlyMap<string, Oid>;
  readonly bytes: (oid: Oid) => Promise<Uint8Array>;
  readonly facts: Facts;
  /** The surface; without it nothing is asked of it. It is derived only where something is. */
  readonly rows?: (() => Promise<Rows>) | undefined;
}

export interface Answered {
  readonly asked: Asked;
  readonly answer: Answer;
  readonly amount: number;
}

/** Answers by question, of those that are about something. Throws what reading git throws. */
export async function askAll(questions: Iterable<string>, scene: Scene): Promise<ReadonlyMap<string, Answered>> {
  const asked = new Map<string, Asked>();
  for (const text of questions) {
    const question = asked.has(text) ? null : parsed(text);
    if (question !== null) asked.set(text, question);
  }
  const panel = new Panel(
    [...asked.values()].map(({ question }) => question),
    { facts: scene.facts, pinned: async () => null },
  );
  const rows = panel.asksSurface ? await rowsOf(scene) : null;
  const desk = rows === null ? null : new LazyDesk(rows);
  try {
    const wanted = [...scene.files].filter(([path]) => panel.wants(path));
    await panel.turn(wanted, scene.bytes, desk?.view ?? null);
  } finally {
    await desk?.close();
  }
  const found = new Map<string, Answered>();
  for (const [text, each] of asked) {
    const answer = panel.answer(each.question);
    if (isAnswer(answer) && answer.looked > 0) found.set(text, { asked: each, answer, amount: amountOf(answer) });
  }
  return found;
}

function parsed(text: string): Asked | null {
  try {
    return parseQuestion(text);
  } catch (thrown) {
    // A name from prose may be none.
    if (thrown instanceof BinnacleError) return null;
    throw thrown;
  }
}

/** Where there is no profile, and none can be proposed, there is no surface. */
async function rowsOf({ rows }: Scene): Promise<Rows | null> {
  if (rows === undefined) return null;
  try {
    return await rows();
  } catch (thrown) {
    if (thrown instanceof BinnacleError) return null;
    throw thrown;
  }
}
