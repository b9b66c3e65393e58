// Writes modules of made-up code in several languages, long enough and with words distinct enough that an audit can tell
// their places apart. Equal input, equal text; nobody runs what is written here.

/** What a routine does, one after the other. Words are English; each language spells its names from them. */
export type Step =
  | { readonly set: string; readonly from: string; readonly of: string }
  | { readonly refuse: string; readonly says: string }
  | { readonly each: string; readonly of: string }
  | { readonly give: string }
  | { readonly note: string }
  | { readonly text: string };

export interface Routine {
  readonly name: string;
  readonly steps: readonly Step[];
  /** A decorator or attribute, as the language writes it, without its mark: `cached`. */
  readonly decorated?: string;
}

export interface Language {
  readonly name: string;
  readonly extension: string;
  /** `settle invoice` as a name of the language. */
  id(words: string): string;
  comment(text: string): string;
  routine(routine: Routine): readonly string[];
}

export const set = (target: string, from: string, of: string): Step => ({ set: target, from, of });
export const refuse = (what: string, says: string): Step => ({ refuse: what, says });
export const each = (call: string, of: string): Step => ({ each: call, of });
export const give = (what: string): Step => ({ give: what });
export const note = (what: string): Step => ({ note: what });
/** A line as it is, indented as the others. */
export const text = (line: string): Step => ({ text: line });

const snake = (words: string) => words.replaceAll(" ", "_");
const camel = (words: string) => words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

const indented = (by: string, lines: readonly string[]) => lines.map((line) => (line === "" ? "" : by + line));

/** How a language writes each step, and what goes around them. */
interface Manner {
  readonly name: string;
  readonly extension: string;
  readonly id: (words: string) => string;
  readonly mark: string;
  readonly indent: string;
  readonly decorator: (words: string) => string;
  readonly head: (name: string) => string;
  readonly tail: readonly string[];
  readonly set: (target: string, call: string, of: string) => string;
  readonly refuse: (what: string, says: string) => readonly string[];
  readonly each: (call: string, of: string) => readonly string[];
  readonly give: (what: string) => string;
}

function languageOf(manner: Manner): Language {
  const { id } = manner;
  const comment = (words: string) => `${manner.mark} ${words}`;
  function lines(step: Step): readonly string[] {
    if ("set" in step) return [manner.set(id(step.set), id(step.from), id(step.of))];
    if ("refuse" in step) return manner.refuse(id(step.refuse), step.says);
    if ("each" in step) return manner.each(id(step.each), id(step.of));
    if ("give" in step) return [manner.give(id(step.give))];
    return ["note" in step ? comment(step.note) : step.text];
  }
  return {
    name: manner.name,
    extension: manner.extension,
    id,
    comment,
    routine: ({ name, steps, decorated }) => [
      ...(decorated === undefined ? [] : [manner.decorator(decorated)]),
      manner.head(id(name)),
      ...indented(manner.indent, steps.flatMap(lines)),
      ...manner.tail,
    ],
  };
}

export const PYTHON = languageOf({
  name: "python",
  extension: "py",
  id: snake,
  mark: "#",
  indent: "    ",
  decorator: (words) => `@${words}`,
  head: (name) => `def ${name}(request, limit=None):`,
  tail: [],
  set: (target, call, of) => `${target} = ${call}(${of})`,
  refuse: (what, says) => [`if not ${what}.ready:`, "    raise EngineError(", `        "${says}"`, "    )"],
  each: (call, of) => [`for entry in ${of}.entries():`, `    ${call}(entry)`],
  give: (what) => `return ${what}`,
});

export const TYPESCRIPT = languageOf({
  name: "typescript",
  extension: "ts",
  id: camel,
  mark: "//",
  indent: "  ",
  decorator: (words) => `/** @${words} */`,
  head: (name) => `export function ${name}(request: Incoming, limit?: number) {`,
  tail: ["}"],
  set: (target, call, of) => `const ${target} = ${call}(${of});`,
  refuse: (what, says) => [`if (!${what}.ready) {`, "  throw new EngineError(", `    "${says}",`, "  );", "}"],
  each: (call, of) => [`for (const entry of ${of}.entries()) {`, `  ${call}(entry);`, "}"],
  give: (what) => `return ${what};`,
});

export const GO = languageOf({
  name: "go",
  extension: "go",
  id: camel,
  mark: "//",
  indent: "\t",
  decorator: (words) => `//go:${words}`,
  head: (name) => `func ${name}(request Incoming, limit int) (*Outcome, error) {`,
  tail: ["}"],
  set: (target, call, of) => `${target} := ${call}(${of})`,
  refuse: (what, says) => [`if !${what}.Ready {`, "\treturn nil, fmt.Errorf(", `\t\t"${says}",`, "\t)", "}"],
  each: (call, of) => [`for _, entry := range ${of}.Entries() {`, `\t${call}(entry)`, "}"],
  give: (what) => `return ${what}, nil`,
});

export const RUST = languageOf({
  name: "rust",
  extension: "rs",
  id: snake,
  mark: "//",
  indent: "    ",
  decorator: (words) => `#[${words}]`,
  head: (name) => `pub fn ${name}(request: &Incoming, limit: usize) -> Result<Outcome, EngineError> {`,
  tail: ["}"],
  set: (target, call, of) => `let ${target} = ${call}(&${of})?;`,
  refuse: (what, says) => [
    `if !${what}.ready {`,
    "    return Err(EngineError::new(",
    `        "${says}",`,
    "    ));",
    "}",
  ],
  each: (call, of) => [`for entry in ${of}.entries() {`, `    ${call}(entry);`, "}"],
  give: (what) => `Ok(${what})`,
});

export const LEAN = languageOf({
  name: "lean",
  extension: "lean",
  id: camel,
  mark: "--",
  indent: "  ",
  decorator: (words) => `@[${words}]`,
  head: (name) => `def ${name} (request : Incoming) (limit : Nat) : Except String Outcome := do`,
  tail: [],
  set: (target, call, of) => `let ${target} ← ${call} ${of}`,
  refuse: (what, says) => [`if !${what}.ready then`, "  throw <|", `    "${says}"`],
  each: (call, of) => [`for entry in ${of}.entries do`, `  ${call} entry`],
  give: (what) => `return ${what}`,
});

export const LANGUAGES: readonly Language[] = [PYTHON, TYPESCRIPT, GO, RUST, LEAN];

const VERBS =
  "admit balance carve decode enlist fasten gather harvest ignite journal knead launch merge narrate observe polish quote restore sample tally unpack verify weigh yield".split(
    " ",
  );
const NOUNS =
  "anchor basket copper dolphin ember falcon garnet harbor island jasmine kettle lantern meadow needle orchard pebble quarry ribbon saddle timber umbrella valley walnut yarn zephyr acorn bamboo cactus driftwood".split(
    " ",
  );

/** Routines about nothing that any sentence speaks of; each number makes another one. */
export function filler(from: number, count: number): readonly Routine[] {
  return Array.from({ length: count }, (_, at) => fillerRoutine(from + at));
}

function fillerRoutine(number: number): Routine {
  const verb = (step: number) => VERBS[(number * 7 + step) % VERBS.length]!;
  const noun = (step: number) => NOUNS[(number * 5 + step) % NOUNS.length]!;
  return {
    name: `${verb(0)} ${noun(0)}`,
    steps: [
      set(noun(1), `${verb(1)} ${noun(2)}`, "request"),
      refuse(noun(1), `no ${noun(3)} beside the ${noun(1)}`),
      set(noun(4), `${verb(2)} ${noun(5)}`, noun(1)),
      each(`${verb(3)} ${noun(6)}`, noun(4)),
      give(noun(4)),
    ],
  };
}

/** A file of routines, and where they are in it. */
export class Module {
  readonly language: Language;
  readonly text: string;
  private readonly lines: readonly string[];
  private readonly ranges = new Map<string, readonly [number, number]>();

  constructor(language: Language, routines: readonly Routine[]) {
    this.language = language;
    const lines = [language.comment("Part of the engine: what comes in, and what is done about it."), ""];
    for (const routine of routines) {
      const start = lines.length + 1;
      lines.push(...language.routine(routine));
      this.ranges.set(routine.name, [start, lines.length]);
      lines.push("");
    }
    lines.pop();
    this.lines = lines;
    this.text = `${lines.join("\n")}\n`;
  }

  /** First and last line of a routine, by its words. Throws if it is not here. */
  range(name: string): readonly [number, number] {
    const found = this.ranges.get(name);
    if (found === undefined) throw new Error(`no routine "${name}" in this module`);
    return found;
  }

  /** The only line that holds a text. Throws if there is none, or a second. */
  line(needle: string): number {
    return lineOf(this.text, needle);
  }

  /** `engine.py:12-20` of a routine. */
  cite(path: string, name: string): string {
    return `${path}:${this.range(name).join("-")}`;
  }

  get count(): number {
    return this.lines.length;
  }
}

/** The only line of a text that holds a needle, 1-based. */
export function lineOf(whole: string, needle: string): number {
  const found = whole.split("\n").flatMap((line, at) => (line.includes(needle) ? [at + 1] : []));
  if (found.length !== 1) throw new Error(`"${needle}" stands on ${found.length} lines, not on one`);
  return found[0]!;
}
