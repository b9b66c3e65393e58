// Runs `trace`: what became of a name, a key, a class or a site.

import { traceText, traceWords } from "../report/trace.ts";
import { Database } from "../store/database.ts";
import { type Flags, openContext } from "./context.ts";
import { current } from "./current.ts";
import type { Output } from "./output.ts";

export async function runTrace(flags: Flags, words: readonly string[], output: Output): Promise<void> {
  const context = await openContext(flags);
  await current(context, flags, output);
  const database = await Database.read(context.store);
  try {
    const trace = await traceWords(database, words);
    output.print(flags.json === true ? JSON.stringify(trace, null, 2) : traceText(trace, output.style));
  } finally {
    database.close();
  }
}
