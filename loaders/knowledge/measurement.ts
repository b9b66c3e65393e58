// Figures that somebody measured, as types, and reading them from YAML. A command is shown and never run; whether a figure
// is still fresh is judge-measurements.ts's to say.

import type { Snapshot } from "../citation.ts";
import { Reader } from "../configuration.ts";
import { BinnacleError } from "../error.ts";
import type { NotesConfiguration } from "./configuration.ts";
import { several, sheetsIn, words, wrongWith } from "./fields.ts";
import type { BrokenNote } from "./note.ts";

export interface Measurement {
  readonly name: string;
  readonly doc: string;
  /** 1-based. */
  readonly line: number;
  /** What was measured, in words; empty where it does not say. */
  readonly of: string;
  readonly value: number;
  readonly unit: string;
  /** As it was run: for people, in a shell of theirs. */
  readonly command: string | null;
  /** On what it was run: `cpu: 2 cores`. */
  readonly environment: readonly string[];
  /** A commit's id, the beginning of one, or a tag. */
  readonly commit: string;
  /** Globs of paths; at least one. */
  readonly dependsOn: readonly string[];
}

export interface Measurements {
  readonly measurements: readonly Measurement[];
  readonly broken: readonly BrokenNote[];
}

const LARGEST = 64 * 2 ** 10;
const MOST = 1_000;
const FIELDS = ["name", "of", "value", "unit", "command", "environment", "commit", "depends_on"] as const;

/** One of each file, or a list of them. Throws what reading files throws; what is wrong with one is told. */
export async function readMeasurements(
  snapshot: Snapshot,
  { measurements: folder }: Pick<NotesConfiguration, "measurements">,
): Promise<Measurements> {
  const measurements: Measurement[] = [];
  const broken: BrokenNote[] = [];
  const names = new Map<string, Measurement>();
  const take = (reader: Reader, fallback: string) => {
    const { origin, line } = reader.place;
    try {
      const read = readMeasurement(reader, fallback);
      const other = names.get(read.name);
      if (other !== undefined)
        throw new BinnacleError(
          "bad-configuration",
          `${origin}:${line}: there is a measurement "${read.name}" in ${other.doc}:${other.line} already. Name one of them otherwise.`,
        );
      if (measurements.length === MOST)
        throw new BinnacleError(
          "bad-configuration",
          `${origin}:${line}: at most ${MOST} measurements are read. Remove stale ones.`,
        );
      names.set(read.name, read);
      measurements.push(read);
    } catch (thrown) {
      broken.push({ name: fallback, doc: origin, line, says: wrongWith(thrown) });
    }
  };
  for (const { path, name, text, wrong } of await sheetsIn(snapshot, folder, /\.ya?ml$/, () => LARGEST)) {
    if (text === null) {
      broken.push({ name, doc: path, line: 1, says: `${path}: ${wrong}` });
      continue;
    }
    try {
      const reader = Reader.parse(text, path);
      if (!Array.isArray(reader.value)) take(reader, name);
      else for (const [at, each] of reader.list((item) => item).entries()) take(each, `${name}/${at + 1}`);
    } catch (thrown) {
      broken.push({ name, doc: path, line: 1, says: wrongWith(thrown) });
    }
  }
  return { measurements, broken };
}

function readMeasurement(reader: Reader, fallback: string): Measurement {
  reader.only(FIELDS);
  const { origin, line } = reader.place;
  const name = words(reader.get("name"), 80) ?? fallback;
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) reader.get("name").fail("a name of small letters, digits, dots and dashes");
  const value = reader.get("value");
  if (typeof value.value !== "number" || !Number.isFinite(value.value)) value.fail("a number");
  const dependsOn = several(reader.get("depends_on"), (each) => each.glob());
  if (dependsOn.length === 0) reader.get("depends_on").fail("globs of the paths that the figure depends on");
  return {
    name,
    doc: origin,
    line,
    of: words(reader.get("of"), 500) ?? "",
    value: value.value as number,
    unit: words(reader.get("unit"), 40) ?? "",
    command: reader.get("command").optional((each) => each.text(4_000)),
    environment: environmentOf(reader.get("environment")),
    commit: reader.get("commit").text(200),
    dependsOn,
  };
}

/** A text, a list of texts, or a mapping. */
function environmentOf(reader: Reader): readonly string[] {
  if (typeof reader.value !== "object" || reader.value === null || Array.isArray(reader.value))
    return several(reader, (each) => each.text(500));
  return reader.entries((key, each) => {
    const { value } = each;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") each.fail("a text");
    return `${key}: ${value}`.slice(0, 500);
  });
}
