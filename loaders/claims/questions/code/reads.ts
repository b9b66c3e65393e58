// Finds what functions take off a variable: its attributes, keys, items and methods. It goes by the variable's name: what
// the value is called elsewhere is not followed.

import type { Access } from "../../../model.ts";
import type { CodeFile } from "../../question.ts";
import { type Place, type Where, within } from "./places.ts";
import { plainSource } from "./source.ts";

export interface FoundRead {
  readonly access: Access;
  readonly place: Place;
}

/** What is read off an object in some places, and how often the object stands there: bound, given, handed on or read. */
export function readsOff(
  where: Where,
  object: string,
  file: CodeFile,
): { readonly reads: readonly FoundRead[]; readonly looked: number } {
  const wanted = plainSource(object);
  const last = object.slice(object.lastIndexOf(".") + 1);
  const reads: FoundRead[] = [];
  let looked = 0;
  for (const outer of where.places(file, last)) {
    for (const place of within(outer)) {
      const { parameters, bindings, accesses, calls, returns } = place.body;
      for (const access of accesses) {
        if (access.object === null || !isSame(access.object, wanted)) continue;
        looked++;
        if (!access.stores) reads.push({ access, place });
      }
      const texts = [
        ...parameters.map(({ name }) => name),
        ...bindings.flatMap(({ targets, value }) => [...targets, value.text]),
        ...calls.flatMap(({ args, keywords }) =>
          [...args, ...keywords.map(({ value }) => value)].map(({ text }) => text),
        ),
        ...returns.map(({ value }) => value.text),
      ];
      looked += texts.filter((text) => isSame(text, wanted)).length;
    }
  }
  return { reads, looked };
}

function isSame(text: string, wanted: string): boolean {
  return text === wanted || (text.length <= 2 * wanted.length + 20 && plainSource(text) === wanted);
}
