// Turns a profile's YAML into a checked Profile. The text is hostile: it is bounded, every value is checked by hand, and
// an error names the line, what was found and what was expected.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { BinnacleError, messageOf } from "../error.ts";
import type { AnswerRule, Carried, DispatchRule, Hop, Layer, Pairing, Profile, Slot } from "../model.ts";

// By require: importing CommonJS would have Node look through all of it for names first.
const { LineCounter, parseDocument } = createRequire(import.meta.url)("yaml") as typeof import("yaml");

/** Names of the shipped profiles. */
export const SHIPPED = ["atom", "electron-fiddle", "nano-vllm", "sample", "vllm"] as const;

const LONGEST = 256 * 1024;
const MOST = 500;

/** Reads one of the shipped profiles. Throws "unknown-profile". */
export function shippedProfile(name: string): Profile {
  if (!(SHIPPED as readonly string[]).includes(name)) {
    throw new BinnacleError(
      "unknown-profile",
      `There is no profile "${name}". Shipped: ${SHIPPED.join(", ")}; or name a .yaml file.`,
    );
  }
  return parseProfile(
    readFileSync(new URL(`../../data/profiles/${name}.yaml`, import.meta.url), "utf8"),
    `${name}.yaml`,
  );
}

/** Parses a profile. `origin` is what an error calls the text. Throws "bad-configuration". */
export function parseProfile(text: string, origin: string): Profile {
  const reader = Reader.parse(text, origin);
  reader.only(["name", "forge", "paths", "exclude", "layers"]);
  return {
    name: reader.get("name").text(),
    forge: reader.get("forge").optional((each) => each.address()),
    paths: reader.get("paths").optional((each) => each.list((item) => item.glob())) ?? ["**/*"],
    exclude: reader.get("exclude").optional((each) => each.list((item) => item.glob())) ?? [],
    layers: reader.get("layers").list(readLayer),
  };
}

function readLayer(reader: Reader): Layer {
  reader.only(["name", "dispatch", "answer", "miss", "hops", "pairings", "reply", "carries"]);
  const carries = reader.get("carries").optional((each) => each.list(readCarried));
  return {
    name: reader.get("name").text(),
    dispatch: reader.get("dispatch").list(readDispatch),
    answer: reader.get("answer").optional((each) => each.list(readAnswer)) ?? [],
    miss:
      reader.get("miss").optional((each) => each.one(["park", "skip", "raise", "error", "drop"] as const)) ?? "park",
    hops: reader.get("hops").optional((each) => each.list(readHop)) ?? [],
    pairings: reader.get("pairings").optional((each) => each.list(readPairing)) ?? [],
    reply: reader
      .get("reply")
      .optional((each) => ({ callee: each.get("callee").text(), literal: each.get("literal").text() })),
    ...(carries === null ? {} : { carries }),
  };
}

function readCarried(reader: Reader): Carried {
  reader.only(["class", "by"]);
  return { class: reader.get("class").text(), by: reader.get("by").optional((each) => each.text()) ?? "pickle" };
}

function readDispatch(reader: Reader): DispatchRule {
  reader.only(["callee", "receivers", "classes", "name", "wait", "timeout", "aggregating"]);
  const receivers = reader.get("receivers").optional((each) => each.list((item) => item.text()));
  const classes = reader.get("classes").optional((each) => each.list((item) => item.text()));
  const timeout = reader
    .get("timeout")
    .optional((each) => (typeof each.value === "number" ? each.number() : readSlot(each)));
  const aggregating = reader.get("aggregating").optional((each) => each.flag());
  return {
    callee: reader.get("callee").text(),
    name: readSlot(reader.get("name")),
    wait:
      reader.get("wait").optional((each) => (typeof each.value === "boolean" ? each.value : readSlot(each))) ?? false,
    ...(receivers === null ? {} : { receivers }),
    ...(classes === null ? {} : { classes }),
    ...(timeout === null ? {} : { timeout }),
    ...(aggregating === null ? {} : { aggregating }),
  };
}

function readSlot(reader: Reader): Slot {
  reader.only(["argument", "keyword", "default"]);
  const argument = reader.get("argument").optional((each) => each.count());
  const keyword = reader.get("keyword").optional((each) => each.text());
  if (argument === null && keyword === null) reader.fail("an argument's position or a keyword");
  const fallback = reader.get("default").value;
  return {
    ...(argument === null ? {} : { argument }),
    ...(keyword === null ? {} : { keyword }),
    ...(typeof fallback === "string" ||
    typeof fallback === "number" ||
    typeof fallback === "boolean" ||
    fallback === null
      ? { default: fallback }
      : {}),
  };
}

function readAnswer(reader: Reader): AnswerRule {
  const kind = reader.get("kind").one(["methods", "table", "branches", "calls"] as const);
  switch (kind) {
    case "methods":
      reader.only(["kind", "roots"]);
      return { kind, roots: reader.get("roots").list((each) => each.text()) };
    case "table": {
      reader.only(["kind", "variable", "class"]);
      const owner = reader.get("class").optional((each) => each.text());
      return { kind, variable: reader.get("variable").text(), ...(owner === null ? {} : { class: owner }) };
    }
    case "branches":
      reader.only(["kind", "function", "subject"]);
      return { kind, function: reader.get("function").text(), subject: reader.get("subject").text() };
    case "calls": {
      reader.only(["kind", "callee", "receivers", "classes", "name", "handler", "via", "party"]);
      const receivers = reader.get("receivers").optional((each) => each.list((item) => item.text()));
      const classes = reader.get("classes").optional((each) => each.list((item) => item.text()));
      const handler = reader.get("handler").optional(readSlot);
      const via = reader.get("via").optional((each) => each.text());
      const party = reader.get("party").optional((each) => each.text());
      return {
        kind,
        callee: reader.get("callee").text(),
        name: readSlot(reader.get("name")),
        ...(receivers === null ? {} : { receivers }),
        ...(classes === null ? {} : { classes }),
        ...(handler === null ? {} : { handler }),
        ...(via === null ? {} : { via }),
        ...(party === null ? {} : { party }),
      };
    }
  }
}

function readHop(reader: Reader): Hop {
  reader.only(["send", "receive", "carries"]);
  const send = reader.get("send");
  const receive = reader.get("receive");
  return {
    send: {
      callee: send.get("callee").text(),
      argument: send.get("argument").optional((each) => each.count()) ?? 0,
      receiver: send.get("receiver").text(),
    },
    receive: { callee: receive.get("callee").text(), receiver: receive.get("receiver").text() },
    carries: reader.get("carries").optional((each) => each.text()) ?? "hop",
  };
}

function readPairing(reader: Reader): Pairing {
  reader.only(["broadcaster", "answerer", "when", "says"]);
  const says = reader.get("says");
  return {
    broadcaster: reader.get("broadcaster").text(),
    answerer: reader.get("answerer").text(),
    when: reader.get("when").text(),
    says: { path: says.get("path").glob(), text: says.get("text").text() },
  };
}

/** A value of a YAML text that knows where it stands: `layers[0].dispatch[1].callee`. */
class Reader {
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
        `${origin}: ${text.length} characters; a profile has at most ${LONGEST}.`,
      );
    const lines = new LineCounter();
    const document = parseDocument(text, {
      lineCounter: lines,
      strict: true,
      uniqueKeys: true,
      customTags: [],
      merge: false,
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
    const what = this.#path === "" ? "the profile" : this.#path;
    throw new BinnacleError(
      "bad-configuration",
      `${this.#origin}:${this.#lineOf(this.#steps)}: ${what} is ${found}; expected ${expected}.`,
    );
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
        `${this.#origin}:${this.#lineOf(at.#steps)}: unknown key "${key}"; expected ${keys.join(", ")}.`,
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

  text(): string {
    if (typeof this.value !== "string" || this.value === "" || this.value.length > 500) this.fail("a text");
    return this.value;
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
