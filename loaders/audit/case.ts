// Turns a citation on its way into the case that the judge is told of: its frames, its sentence and the file now. It
// reads what it needs from the library and weighs nothing.

import type { Around } from "./around.ts";
import { type Frame, framesOf } from "./frames.ts";
import type { Case } from "./judge.ts";
import type { Subject } from "./subject.ts";

/** Null where there is nothing to judge: no file, or none that can be read. */
export async function caseOf(
  { target, citation, sentence, birth }: Pick<Subject, "target" | "citation" | "sentence" | "birth">,
  { past, trees, library }: Pick<Around, "past" | "trees" | "library">,
): Promise<Case | null> {
  if (target === null || citation.symbolOnly) return null;
  const concordance = await library.concordance(target.oid);
  if (concordance === null) return null;
  const { start, end } = citation;
  const sane = start >= 1 && end >= start && end < Number.MAX_SAFE_INTEGER;
  const frames = birth === null || !sane ? [] : await framesOf(past, trees, library, target, birth, start, end);
  const lines = new Map<Frame, readonly string[]>();
  for (const frame of frames) lines.set(frame, (await library.text(frame.oid))?.lines ?? []);
  return {
    start,
    end,
    sentence,
    frames,
    now: {
      lines: (await library.text(target.oid))!.lines,
      concordance,
      definitions: await library.definitions(target.path, target.oid),
    },
    linesOf: (frame) => lines.get(frame) ?? [],
  };
}
