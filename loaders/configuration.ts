// Turns a YAML text into values that know where they stand, so that an error names the line, what was found and what was
// expected. The text is hostile: it is bounded, and every value is checked by whoever asks for it.

import { createRequire } from "node:module";
import { BinnacleError, messageOf } from "./error.ts";

/**
 * Loaded when the first text is parsed: most runs parse none. By require: importing CommonJS would have Node look through all
 * of it for names first.
 */
const yaml = (): typeof import("yaml") => createRequire(import.meta.url)("yaml") as typeof import("yaml");

const LONGEST = 256 * 1024;
const MOST = 500;

/** A value of a YAML text that knows where it stands: `layers[0].dispatch[1].callee`. */
export class Reader {
  readonly value: unknown;
  readonly #path: string;
  readonly #origin: string;
  readonly #lineOf: (path: readonly (string | number)[]) => number;
  readonly #steps: readonly (string | number)[];

  constructor(
    value: unknown,
    steps: readonly (string | number)[],
    origin: string,
    lineOf: (path: readonly (string | number)[]) => number,
  ) {
    this.value = value;
    this.#steps = steps;
    this.#path = steps.reduce<string>(
      (path, step) => (typeof step === "number" ? `${path}[${step}]` : path === "" ? step : `${path}.${step}`),
      "",
    );
    this.#origin = origin;
    this.#lineOf = lineOf;
  }

  static parse(text: string, origin: string): Reader {
    if (text.length > LONGEST)
      throw new BinnacleError(
        "bad-configuration",
        `${origin}: ${text.length} characters; a configuration has at most ${LONGEST}.`,
      );
    const { LineCounter, parseDocument } = yaml();
    const lines = new LineCounter();
    const document = parseDocument(text, {
      lineCounter: lines,
      strict: true,
      uniqueKeys: true,
      customTags: [],
      merge: false,
      logLevel: "error",
    });
    // A tag that is not known is only warned of, and its value read as a plain one.
    const error = document.errors[0] ?? document.warnings[0];
    if (error) {
      const line = lines.linePos(error.pos[0]).line;
      throw new BinnacleError(
        "bad-configuration",
        `${origin}:${line}: ${messageOf(error).replace(/ at line \d+.*$/, "")}. Correct the YAML.`,
      );
    }
    const lineOf = (path: readonly (string | number)[]): number => {
      for (let length = path.length; length >= 0; length--) {
        const node = document.getIn(path.slice(0, length), true) as
          | { range?: [number, number, number] | null }
          | undefined;
        if (node?.range) return lines.linePos(node.range[0]).line;
      }
      return 1;
    };
    let value: unknown;
    try {
      value = document.toJS({ maxAliasCount: 50 });
    } catch (cause) {
      throw new BinnacleError("bad-configuration", `${origin}: ${messageOf(cause)}. Write aliases out.`, { cause });
    }
    return new Reader(value ?? {}, [], origin, lineOf);
  }

  fail(expected: string): never {
    const found = this.value === undefined ? "missing" : JSON.stringify(this.value)?.slice(0, 60);
    const what = this.#path === "" ? "the configuration" : this.#path;
    throw new BinnacleError(
      "bad-configuration",
      `${this.#origin}:${this.#lineOf(this.#steps)}: ${what} is ${found}; expected ${expected}.`,
    );
  }

  /** Where it stands: what the text is called, and a line of it, 1-based. */
  get place(): { readonly origin: string; readonly line: number } {
    return { origin: this.#origin, line: this.#lineOf(this.#steps) };
  }

  /** Whether it was given at all. */
  get isGiven(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** What `read` makes of it; a mistake that it tells of is told with the place it stands at. */
  made<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (thrown) {
      if (!(thrown instanceof BinnacleError)) throw thrown;
      const { origin, line } = this.place;
      throw new BinnacleError("bad-configuration", `${origin}:${line}: ${thrown.message}`, { cause: thrown });
    }
  }

  get(key: string): Reader {
    const holder = this.#record();
    return new Reader(
      Object.hasOwn(holder, key) ? holder[key] : undefined,
      [...this.#steps, key],
      this.#origin,
      this.#lineOf,
    );
  }

  #record(): Record<string, unknown> {
    if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value)) this.fail("a mapping");
    return this.value as Record<string, unknown>;
  }

  only(keys: readonly string[]): void {
    for (const key of Object.keys(this.#record())) {
      if (keys.includes(key)) continue;
      const at = this.get(key);
      throw new BinnacleError(
        "bad-configuration",
        `${this.#origin}:${this.#lineOf(at.#steps)}: unknown key ${JSON.stringify(key.slice(0, 60))}; expected ${keys.join(", ")}.`,
      );
    }
  }

  optional<Result>(read: (reader: Reader) => Result): Result | null {
    return this.value === undefined || this.value === null ? null : read(this);
  }

  list<Result>(read: (reader: Reader) => Result): Result[] {
    if (!Array.isArray(this.value)) this.fail("a list");
    if (this.value.length > MOST) this.fail(`at most ${MOST} entries`);
    return this.value.map((each, at) => read(new Reader(each, [...this.#steps, at], this.#origin, this.#lineOf)));
  }

  /** A text of at most `most` characters. */
  text(most = 500): string {
    if (typeof this.value !== "string" || this.value === "" || this.value.length > most) this.fail("a text");
    return this.value;
  }

  /** One, or a list of at least one. */
  oneOrMore<Result>(read: (reader: Reader) => Result): Result[] {
    if (!Array.isArray(this.value)) return [read(this)];
    if (this.value.length === 0) this.fail("at least one");
    return this.list(read);
  }

  /** The entries of a mapping, in order. */
  entries<Result>(read: (key: string, reader: Reader) => Result): Result[] {
    const keys = Object.keys(this.#record());
    if (keys.length > MOST) this.fail(`at most ${MOST} entries`);
    return keys.map((key) => read(key, this.get(key)));
  }

  /** A pattern of paths inside the repository. */
  glob(): string {
    const text = this.text();
    if (text.startsWith("/") || text.split("/").includes("..") || /^[A-Za-z]:/.test(text))
      this.fail("a path inside the repository");
    return text;
  }

  address(): string {
    const text = this.text();
    if (!/^https:\/\/[^\s/@]+(\/[^\s]*)?$/.test(text)) this.fail("an https address without a user part");
    return text.replace(/\/+$/, "");
  }

  number(): number {
    if (typeof this.value !== "number" || !Number.isFinite(this.value) || this.value < 0) this.fail("a number from 0");
    return this.value;
  }

  count(): number {
    if (!Number.isInteger(this.value) || (this.value as number) < 0 || (this.value as number) > 100)
      this.fail("a number from 0");
    return this.value as number;
  }

  flag(): boolean {
    if (typeof this.value !== "boolean") this.fail("true or false");
    return this.value;
  }

  one<const Word extends string>(words: readonly Word[]): Word {
    if (!words.includes(this.value as Word)) this.fail(words.join(", "));
    return this.value as Word;
  }
}
