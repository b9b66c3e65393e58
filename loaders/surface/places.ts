// Says where an expression stands, which calls stand in a body, and remembers what was answered of a place. It resolves
// nothing.

import type { SourceFile } from "../facts/source-file.ts";
import type { Body, Call, Chunk } from "../model.ts";
import type { CodeTree, FunctionDef } from "./tree.ts";

/** Where an expression stands: a chunk's function, and the bodies around the expression, outermost first. */
export interface Place {
  readonly scope: FunctionDef;
  readonly bodies: readonly Body[];
}

/** The place of what stands right in a chunk. */
export function placeOf(tree: CodeTree, file: SourceFile, chunk: Chunk): Place {
  const body = tree.body(file, chunk);
  return { scope: { file, chunk, owner: tree.ownerOf(file, chunk), name: "<module>", body }, bodies: [body] };
}

/** Calls of a body and of what is nested in it, each with the nested bodies around it. */
export function callsIn(body: Body, bodies: readonly Body[] = []): { call: Call; bodies: readonly Body[] }[] {
  return [
    ...body.calls.map((call) => ({ call, bodies })),
    ...body.nested.flatMap((each) => callsIn(each.body, [...bodies, each.body])),
  ];
}

const callees = new WeakMap<Body, ReadonlySet<string>>();

/** Names of all that a body and what is nested in it call. */
export function calleesOf(body: Body): ReadonlySet<string> {
  let known = callees.get(body);
  if (!known) {
    known = new Set(callsIn(body).map(({ call }) => call.callee));
    callees.set(body, known);
  }
  return known;
}

/** Answers about paths that stand at a line of a place, each found once. */
export class Answers<Answer> {
  readonly #circular: Answer;
  readonly #known = new Map<Body, Map<string, Answer>>();

  /** While an answer is being found, the answer to the same question is `circular`. */
  constructor(circular: Answer) {
    this.#circular = circular;
  }

  once(path: string, place: Place, line: number, find: () => Answer): Answer {
    const body = place.bodies.at(-1) ?? place.scope.body;
    let known = this.#known.get(body);
    if (!known) {
      known = new Map();
      this.#known.set(body, known);
    }
    const key = `${line} ${path}`;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    known.set(key, this.#circular);
    const found = find();
    known.set(key, found);
    return found;
  }
}
