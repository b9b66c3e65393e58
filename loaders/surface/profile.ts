// Turns a profile's YAML into a checked Profile: which keys there are, and what each must be. How a value is read and how
// an error speaks of it is configuration.ts's.

import { existsSync, readFileSync } from "node:fs";
import { Reader } from "../configuration.ts";
import { BinnacleError } from "../error.ts";
import type {
  AnswerRule,
  Carried,
  DispatchRule,
  Hop,
  Layer,
  Outcome,
  Outcomes,
  Pairing,
  Profile,
  Slot,
} from "../model.ts";

/** Names of the shipped profiles. */
export const SHIPPED = ["atom", "electron-fiddle", "nano-vllm", "sample", "vllm"] as const;

/** Reads one of the shipped profiles: in a package as it was parsed when that was built. Throws "unknown-profile". */
export function shippedProfile(name: string): Profile {
  if (!(SHIPPED as readonly string[]).includes(name)) {
    throw new BinnacleError(
      "unknown-profile",
      `There is no profile "${name}". Shipped: ${SHIPPED.join(", ")}; or name a .yaml file.`,
    );
  }
  const parsed = new URL(`../../data/profiles/${name}.json`, import.meta.url);
  if (existsSync(parsed)) return JSON.parse(readFileSync(parsed, "utf8")) as Profile;
  return parseProfile(
    readFileSync(new URL(`../../data/profiles/${name}.yaml`, import.meta.url), "utf8"),
    `${name}.yaml`,
  );
}

/** Parses a profile. `origin` is what an error calls the text. Throws "bad-configuration". */
export function parseProfile(text: string, origin: string): Profile {
  const reader = Reader.parse(text, origin);
  reader.only(["name", "forge", "paths", "exclude", "layers", "audit", "claims", "notes", "effort"]);
  return {
    name: reader.get("name").text(),
    forge: reader.get("forge").optional((each) => each.address()),
    paths: reader.get("paths").optional((each) => each.list((item) => item.glob())) ?? ["**/*"],
    exclude: reader.get("exclude").optional((each) => each.list((item) => item.glob())) ?? [],
    layers: reader.get("layers").list(readLayer),
  };
}

function readLayer(reader: Reader): Layer {
  reader.only(["name", "dispatch", "answer", "miss", "hops", "pairings", "reply", "carries", "outcomes"]);
  const outcomes = reader.get("outcomes").optional(readOutcomes);
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
    ...(outcomes === null ? {} : { outcomes }),
  };
}

function readOutcomes(reader: Reader): Outcomes {
  const kinds = ["miss", "none", "raise", "late"] as const;
  reader.only([...kinds]);
  const told = kinds.map((kind) => [kind, reader.get(kind).optional(readOutcome)] as const);
  return Object.fromEntries(told.filter(([, outcome]) => outcome !== null));
}

/** Words alone, or words and the place in the code that says so. */
function readOutcome(reader: Reader): Outcome {
  if (typeof reader.value === "string") return { means: reader.text(), says: null };
  reader.only(["means", "says"]);
  return { means: reader.get("means").text(), says: readSays(reader.get("says")) };
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
  return {
    broadcaster: reader.get("broadcaster").text(),
    answerer: reader.get("answerer").text(),
    when: reader.get("when").text(),
    says: readSays(reader.get("says")),
  };
}

function readSays(reader: Reader): Pairing["says"] {
  reader.only(["path", "text"]);
  return { path: reader.get("path").glob(), text: reader.get("text").text() };
}
