// Makes random histories of three small Python modules that send, answer, read and carry: what a walk leans on comes, goes,
// moves and is doubled. Equal seeds give equal histories.

/** Texts by path; null where a file goes. */
export type Files = Readonly<Record<string, string | null>>;

type Lines = readonly string[];

const NAMES = ["one", "two", "six"] as const;
const CLASSES = ["Runner", "Sub", "State", "Pipe", "Engine", "Base"] as const;
const MODULES = ["m0", "m1", "m2"] as const;
const METHODS = [...NAMES, "use", "keep", "go", "take", "put", "__getstate__", "__setstate__"] as const;

class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 7919);
    for (let turn = 0; turn < 5; turn++) this.next();
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) | 0;
    return (this.#state >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** One of these texts, or none, by chance. */
  maybe(share: number, lines: () => Lines): Lines {
    return this.next() < share ? lines() : [];
  }
}

class Author {
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  statement(indent: string): Lines {
    const of = <Item>(items: readonly Item[]): Item => this.#chance.of(items);
    const lines = of([
      [`out = self.crew.ask("${of(NAMES)}")`],
      ["out = self.crew.ask(NAME, reply=True)"],
      [`self.${of(["use", "keep", "a"])}(out)`],
      [`x = out["${of(["k", "j"])}"]`],
      [`self.a = ${of(CLASSES)}()`],
      ["self.b = out"],
      [`return {"k": 1, "${of(["j", "m"])}": self.a}`],
      [`return self.${of(NAMES)}()`],
      [`return ${of(CLASSES)}()`],
      ["self.pipe.put(out)"],
      ['y = self.b.get("k", 3)'],
      ["helper(out)"],
      ["# why"],
      [""],
      [`if ${of(["a", "b"])}:`, "    out = helper(self.b)"],
      [`self.a.${of(NAMES)}()`],
    ]);
    return lines.map((line) => indent + line);
  }

  method(): Lines {
    const indent = "        ";
    return [
      `    def ${this.#chance.of(METHODS)}(self, x=None):`,
      ...this.statement(indent),
      ...this.#chance.maybe(0.6, () => this.statement(indent)),
      ...this.#chance.maybe(0.5, () => this.statement(indent)),
      `${indent}pass`,
    ];
  }

  class(): Lines {
    const base = this.#chance.maybe(0.5, () => [`(${this.#chance.of(CLASSES)})`]).join("");
    return [
      ...this.#chance.maybe(0.2, () => ["@dataclass"]),
      `class ${this.#chance.of(CLASSES)}${base}:`,
      ...this.#chance.maybe(0.4, () => [`    f: ${this.#chance.of(CLASSES)} = 1`]),
      ...this.#chance.maybe(0.3, () => ["    pipe: Pipe = None"]),
      ...this.method(),
      ...this.method(),
      ...this.#chance.maybe(0.5, () => this.method()),
    ];
  }

  /** What stands at the top of a module. */
  top(): Lines {
    const kind = this.#chance.below(9);
    if (kind === 0) return [`NAME = "${this.#chance.of(NAMES)}"`];
    if (kind === 1) return ["def helper(x):", ...this.statement("    "), "    pass"];
    if (kind === 2)
      return [`from ${this.#chance.of(MODULES)} import ${this.#chance.of([...CLASSES, "NAME", "helper"])}`];
    if (kind === 3) return [`TABLE = {"${this.#chance.of(NAMES)}": helper, "two": ${this.#chance.of(NAMES)}}`];
    if (kind === 4) return ["# top"];
    return this.class();
  }

  module(): Lines {
    return Array.from({ length: 2 + this.#chance.below(4) }, () => this.top()).flat();
  }

  /** A module after one edit: a line more or less, a definition that comes, goes, moves or is doubled. */
  edited(lines: Lines): Lines {
    const starts = lines.flatMap((line, at) => (/^(?: {4})?(?:def|class)\b/.test(line) ? [at] : []));
    const at = this.#chance.below(lines.length + 1);
    const what = this.#chance.next();
    if (what < 0.2) return lines.toSpliced(at, 0, this.#chance.of(["", "# note"]));
    if (what < 0.3)
      return [...this.#chance.of([["import os"], ["", "# x"], [`NAME = "${this.#chance.of(NAMES)}"`]]), ...lines];
    if (what < 0.45) return lines.toSpliced(at, 0, ...this.statement(/^ */.exec(lines[at] ?? "")![0]));
    if (what < 0.55) return lines.toSpliced(at, 1);
    if (starts.length === 0 || what > 0.9) return [...lines, ...this.top()];
    const from = this.#chance.below(starts.length);
    const [first, next] = [starts[from]!, starts[from + 1] ?? lines.length];
    if (what < 0.65)
      return lines.toSpliced(first, 0, ...(lines[first]!.startsWith(" ") ? this.method() : this.class()));
    if (what < 0.75) return lines.toSpliced(first, next - first);
    const segment = lines.slice(first, next);
    const rest = what < 0.83 ? lines.toSpliced(first, segment.length) : lines;
    return rest.toSpliced(Math.min(this.#chance.of(starts), rest.length), 0, ...segment);
  }
}

/** The files that each commit changes, all of them at the first. */
export function randomHistory(seed: number, commits: number): readonly Files[] {
  const chance = new Chance(seed);
  const author = new Author(chance);
  const modules = new Map(MODULES.map((name) => [`${name}.py`, author.module()]));
  const textOf = (path: string): string => `${modules.get(path)!.join("\n")}\n`;
  const history: Files[] = [Object.fromEntries([...modules.keys()].map((path) => [path, textOf(path)]))];
  while (history.length < commits) {
    const path = chance.of([...modules.keys()]);
    const before = textOf(path);
    for (let edits = 1 + chance.below(2); edits > 0; edits--) modules.set(path, author.edited(modules.get(path)!));
    if (textOf(path) !== before) history.push({ [path]: textOf(path) });
  }
  return history;
}
