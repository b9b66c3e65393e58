// Turns a citation of a symbol (`core.py::Engine.step`) into its ruling: whether the file defines it, ever did, and what
// took it away. Where no grammar reads the file's language, a word of that name is all that is asked for.

import type { Definitions } from "../citation.ts";
import type { Around } from "./around.ts";
import { definitionOf } from "./judge.ts";
import type { Subject } from "./subject.ts";
import type { Ruling } from "./verdict.ts";

export async function ruleSymbol(subject: Subject, around: Around): Promise<Ruling> {
  const { citation, target, birth } = subject;
  const symbol = citation.symbol ?? "";
  const plain = { proven: false, suggestion: null };
  if (target === null) return { verdict: "unknown", says: "the file cannot be read as text", ...plain };
  const now = await lookAt(target.path, target.oid, symbol, around);
  if (now.defined) return { verdict: "holds", says: `${target.path} defines it`, ...plain };
  if (now.mentioned)
    return { verdict: "unknown", says: `${target.path} holds the word and defines no such symbol`, ...plain };
  for (const version of target.versions) {
    if (version.oid === null || (birth !== null && version.at > birth && version.oid !== target.oid)) continue;
    const then = await lookAt(version.path, version.oid, symbol, around);
    if (then.defined)
      return {
        verdict: "changed",
        says: `${target.path} no longer defines it`,
        proven: now.read === "grammar",
        suggestion: null,
      };
  }
  return { verdict: "wrong-when-written", says: `${target.path} has never defined it`, ...plain };
}

interface Look {
  readonly defined: boolean;
  readonly mentioned: boolean;
  readonly read: Definitions["read"];
}

async function lookAt(path: string, oid: string, symbol: string, { library }: Around): Promise<Look> {
  const definitions = await library.definitions(path, oid);
  const defined = definitionOf(symbol, definitions).length > 0;
  const last = symbol.split(/\.|::|->|#/).at(-1) ?? symbol;
  const mentioned = (await library.concordance(oid))?.names.has(last) ?? false;
  return { defined, mentioned, read: definitions.read };
}
