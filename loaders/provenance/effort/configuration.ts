// Turns the `effort:` part of a configuration into the parts that a code base is split into. It reads no repository.

import { Reader } from "../../configuration.ts";
import { type Parts, partsOf, USUAL } from "./parts.ts";

/** The `effort:` of a whole configuration; the usual parts where it has none. Throws "bad-configuration" with the line. */
export function parseEffortConfiguration(text: string, origin: string): Parts {
  const reader = Reader.parse(text, origin).get("effort");
  if (!reader.isGiven) return USUAL;
  reader.only(["split"]);
  const split = reader.get("split");
  if (!split.isGiven) return USUAL;
  const named = split.entries((name, globs) => {
    if (name.trim() === "") globs.fail("a part with a name");
    return { name: name.trim(), globs: globs.oneOrMore((glob) => glob.glob()) };
  });
  if (named.length === 0) split.fail("at least one part: production: [src/]");
  return split.made(() => partsOf(named, "effort.split"));
}
