// Turns the `notes:` part of a configuration into where notes are, which words they use, what fails, and what must be
// classified. It comes from the repository and is hostile: globs stay inside, and no pattern backtracks.

import type { ClaimVerdict } from "../claim.ts";
import { Reader } from "../configuration.ts";
import { type CalleePattern, calleePattern, pathPattern, textPattern } from "./patterns.ts";

/** What must have a note of one of some categories. */
export interface Requirement {
  readonly kind: "site" | "call";
  /** In words: "site that waits", "call of recv|get in pkg/**". */
  readonly subject: readonly [one: string, many: string];
  /** Null: any category will do. */
  readonly categories: readonly string[] | null;
  /** Where it is configured: a file and a line, 1-based. */
  readonly doc: string;
  readonly line: number;
  readonly callee: CalleePattern | null;
  /** Calls that are not meant, though the callee fits. */
  readonly except: CalleePattern | null;
  readonly covers: (path: string) => boolean;
  /** Of a site: whether somebody waits; "unknown" where the code does not say. Null: no matter. */
  readonly waits: boolean | "unknown" | null;
  readonly layer: ((layer: string) => boolean) | null;
  readonly name: ((name: string) => boolean) | null;
}

export interface NotesConfiguration {
  /** Folders of the repository, without a slash at their end. */
  readonly notes: string;
  readonly measurements: string;
  /** Words that a note's status may be; the first is that of a note that does not say. */
  readonly statuses: readonly string[];
  /** Those of them that take a note out of force. */
  readonly retired: ReadonlySet<string>;
  readonly failOn: ReadonlySet<ClaimVerdict>;
  readonly require: readonly Requirement[];
}

/** Verdicts on notes and measurements that can fail. */
const FAILABLE = ["missing", "unchecked", "changed", "moved", "stale", "elsewhere", "ambiguous"] as const;

/** What holds where nothing is configured. */
export const PLAIN_NOTES: NotesConfiguration = {
  notes: ".binnacle/notes",
  measurements: ".binnacle/measurements",
  statuses: ["open", "settled", "superseded"],
  retired: new Set(["superseded"]),
  failOn: new Set(["missing", "unchecked"]),
  require: [],
};

/** `reader` is that of `notes:`, given or not. Throws "bad-configuration" with the line. */
export function readNotesConfiguration(reader: Reader): NotesConfiguration {
  if (!reader.isGiven) return PLAIN_NOTES;
  reader.only(["folder", "measurements", "statuses", "retired", "fail_on", "require"]);
  const statuses = reader.get("statuses").optional((each) => each.oneOrMore((word) => word.text(60)));
  const known = statuses ?? PLAIN_NOTES.statuses;
  const retired = reader.get("retired").optional((each) => each.list((word) => word.one(known)));
  return {
    notes: folderOf(reader.get("folder")) ?? PLAIN_NOTES.notes,
    measurements: folderOf(reader.get("measurements")) ?? PLAIN_NOTES.measurements,
    statuses: known,
    retired: new Set(retired ?? [...PLAIN_NOTES.retired].filter((word) => known.includes(word))),
    failOn: new Set(
      reader.get("fail_on").optional((each) => each.list((word) => word.one(FAILABLE))) ?? PLAIN_NOTES.failOn,
    ),
    require: reader.get("require").optional((each) => each.list(readRequirement)) ?? [],
  };
}

/** The `notes:` of a whole configuration. Throws "bad-configuration". */
export function parseNotesConfiguration(text: string, origin: string): NotesConfiguration {
  return readNotesConfiguration(Reader.parse(text, origin).get("notes"));
}

function folderOf(reader: Reader): string | null {
  return reader.optional((each) => {
    const folder = each.glob().replace(/\/+$/, "");
    if (folder === "" || folder === "." || /[*?[\\]/.test(folder)) each.fail("a folder inside the repository");
    return folder.replace(/^\.\//, "");
  });
}

const KINDS = ["site", "call"] as const;

function readRequirement(reader: Reader): Requirement {
  reader.only(["kind", "where", "callee", "except", "in", "exclude", "categories"]);
  const { origin, line } = reader.place;
  const kind = reader.get("kind").one(KINDS);
  const callee = reader.get("callee").optional((each) => calleePattern(each.text()));
  const except = reader.get("except").optional((each) => calleePattern(each.text()));
  const globs = reader.get("in").optional((each) => each.oneOrMore((glob) => glob.glob()));
  const excluded = reader.get("exclude").optional((each) => each.oneOrMore((glob) => glob.glob())) ?? [];
  const isInside = globs === null ? () => true : pathPattern(globs);
  const isOutside = pathPattern(excluded);
  if (kind === "call" && callee === null)
    reader.get("callee").fail('a pattern of callees: "recv|get", or "self.*_queue.get" with what it is called on');
  return {
    kind,
    ...readWhere(reader.get("where"), kind, callee, globs),
    categories: reader.get("categories").optional((each) => each.oneOrMore((word) => word.text(60))),
    doc: origin,
    line,
    except,
    covers: (path) => isInside(path) && !isOutside(path),
  };
}

function readWhere(
  reader: Reader,
  kind: Requirement["kind"],
  own: CalleePattern | null,
  globs: readonly string[] | null,
): Pick<Requirement, "subject" | "callee" | "waits" | "layer" | "name"> {
  if (kind === "call" && reader.isGiven) reader.fail('nothing: "where:" speaks of sites, a call is found by "callee:"');
  const where = reader.isGiven ? reader : null;
  where?.only(["waits", "callee", "layer", "name"]);
  const text = (key: string) => where?.get(key).optional((each) => each.text()) ?? null;
  const waits = where?.get("waits").optional((each) => (each.value === "unknown" ? "unknown" : each.flag())) ?? null;
  const inside = text("callee");
  if (inside !== null && own !== null) where?.get("callee").fail('nothing beside "callee:". Remove one of the two');
  const callee = inside === null ? own : calleePattern(inside);
  const [layer, name] = [text("layer"), text("name")];
  const words = [
    callee === null ? "" : ` of ${callee.source}`,
    name === null ? "" : ` that sends ${name}`,
    layer === null ? "" : ` of layer ${layer}`,
    waits === null ? "" : { true: " that waits", false: " that does not wait", unknown: " that may wait" }[`${waits}`],
    globs === null ? "" : ` in ${globs.join(", ")}`,
  ].join("");
  const plural = words
    .replace(/\bsends\b/, "send")
    .replace(/\bwaits\b/, "wait")
    .replace(/\bdoes not\b/, "do not");
  return {
    subject: [`${kind}${words}`, `${kind}s${plural}`],
    callee,
    waits,
    layer: layer === null ? null : textPattern(layer),
    name: name === null ? null : textPattern(name),
  };
}
