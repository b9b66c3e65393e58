// Compares what a claim expects with what was found, and says in words how they differ. It neither asks nor reads prose.

import type { Place } from "../claim.ts";
import { amountOf } from "./answers.ts";
import type { Expectation, Expected } from "./pin.ts";
import type { Stated } from "./prose/stated.ts";
import type { Answer, Asked, Item } from "./question.ts";

/** How one expectation fared. */
export interface Compared {
  readonly isMet: boolean;
  /** "4 sites are stated, and there are 5". */
  readonly says: string;
  readonly stated: string | null;
  readonly found: string;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly places: readonly Place[];
}

/** `bytes` are those that "bytes of" speaks of; null where they are not there. Null: what is stated cannot be compared so. */
export function compare(
  expects: Expectation,
  asked: Asked,
  answer: Answer,
  stated: Stated | null,
  bytes: Uint8Array | null,
): Compared | string {
  switch (expects.how) {
    case "equals":
    case "at least":
    case "at most":
      return compareAmount(expects.how, expects.number, String(expects.number), asked, answer);
    case "same set":
    case "includes":
    case "excludes":
    case "only in":
      return compareSet(expects.how, expects.items, asked, answer);
    case "absent":
      return compareAmount("equals", 0, "none", asked, answer);
    case "bytes of":
      return compareBytes(`${expects.revision}:${expects.path}`, bytes, expects.lines, asked, answer);
    case "stated":
      return stated === null ? "nothing is stated" : compareStated(expects.than, stated, asked, answer);
  }
}

type Than = Extract<Expectation, { how: "stated" }>["than"];

function compareStated(than: Than, stated: Stated, asked: Asked, answer: Answer): Compared | string {
  // A line is named by its number: that is no amount.
  const isLine = asked.question.about === "split" && asked.question.by === "line";
  if (stated.kind === "number" && isLine)
    return compareSet("same set", [{ text: String(stated.value), count: null }], asked, answer);
  if (stated.kind === "number") {
    if (than === "includes" || than === "only in") return `"${stated.text}" is a number and no list`;
    return compareAmount(than, stated.value, stated.text, asked, answer);
  }
  if (than === "at least" || than === "at most") return `"${stated.text}" is no number`;
  const items = (stated.kind === "list" ? stated.items : [stated.value]).map((text) => ({ text, count: null }));
  return compareSet(than === "equals" ? "same set" : than, items, asked, answer);
}

function compareAmount(
  how: "equals" | "at least" | "at most",
  number: number,
  written: string,
  { unit }: Asked,
  answer: Answer,
): Compared {
  const amount = amountOf(answer);
  const isMet = how === "equals" ? amount === number : how === "at least" ? amount >= number : amount <= number;
  const stated = how === "equals" ? written : `${how} ${written}`;
  return {
    isMet,
    says: amountWords(stated, number, amount, isMet && how === "equals", answer.number === null ? unit : null),
    stated,
    found: String(amount),
    missing: [],
    // What should not be there at all is named.
    extra: how === "equals" && number === 0 ? textsOf(answer.items) : [],
    places: placesOf(answer.items),
  };
}

/** "4 sites are stated, and there are 5". `unit` is null of a number that counts nothing. */
function amountWords(stated: string, number: number, amount: number, isAsStated: boolean, unit: Asked["unit"] | null) {
  const things = unit === null || (number === 0 && stated === "none") ? "" : ` ${unit[number === 1 ? 0 : 1]}`;
  const verb = number === 1 || things === "" ? "is" : "are";
  const there = amount === 1 ? "there is 1" : `there ${amount === 0 ? "is none" : `are ${amount}`}`;
  return `${stated}${things} ${verb} stated, and ${isAsStated ? "found" : there}`;
}

function compareSet(
  how: "same set" | "includes" | "excludes" | "only in",
  items: readonly Expected[],
  { unit }: Asked,
  answer: Answer,
): Compared {
  const counts = new Map<string, number>();
  for (const { text } of answer.items) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isStated = (text: string) => items.some((expected) => means(expected.text, text));
  const missing: string[] = [];
  const extra: string[] = [];
  for (const { text, count } of items) {
    const there = [...counts].filter(([found]) => means(text, found)).reduce((sum, [, each]) => sum + each, 0);
    if (how === "excludes") {
      if (there > 0) extra.push(text);
    } else if (how !== "only in" && (there === 0 || (count !== null && there !== count)))
      missing.push(count === null ? text : `${text} ${count} times`);
    if (how !== "excludes" && count !== null && there > 0 && there !== count) extra.push(`${text} ${there} times`);
  }
  if (how === "same set" || how === "only in") for (const text of counts.keys()) if (!isStated(text)) extra.push(text);
  const isMet = missing.length === 0 && extra.length === 0;
  return {
    isMet,
    says: isMet ? metWords(how, items, unit, counts.size) : differenceWords(how, missing, extra),
    stated: `${how === "same set" ? "" : `${how} `}${items.map(written).join(", ")}`,
    found: [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count})`)).join(", ") || "none",
    missing,
    extra,
    places: placesOf(isMet ? answer.items : answer.items.filter(({ text }) => !isStated(text) || how === "excludes")),
  };
}

function metWords(how: string, items: readonly Expected[], [one, many]: Asked["unit"], found: number): string {
  if (how === "only in")
    return found === 1 ? `the one ${one} is among those stated` : `the ${found} ${many} are all among those stated`;
  if (how === "excludes") return `none of ${items.map(written).join(", ")} is there`;
  if (how === "includes") return `${items.map(written).join(", ")} ${items.length === 1 ? "is" : "are"} there`;
  return items.length === 1 ? `the one ${one} is as stated` : `the ${items.length} ${many} are as stated`;
}

function differenceWords(how: string, missing: readonly string[], extra: readonly string[]): string {
  const parts = [
    ...(missing.length > 0 ? [`stated and not there: ${missing.join(", ")}`] : []),
    ...(extra.length > 0 ? [`${how === "excludes" ? "there" : "there and not stated"}: ${extra.join(", ")}`] : []),
  ];
  return parts.join("; ");
}

function written({ text, count }: Expected): string {
  return count === null ? text : `${text} ${count} times`;
}

/** Whether an expected text means a found one: a path may be its end, a function may have its parentheses. */
function means(expected: string, found: string): boolean {
  const plain = expected.replace(/\(\)$/, "");
  return found === expected || found === plain || (found.endsWith(`/${plain}`) && !plain.startsWith("/"));
}

function compareBytes(
  source: string,
  bytes: Uint8Array | null,
  lines: readonly [number, number] | null,
  { unit }: Asked,
  answer: Answer,
): Compared | string {
  if (bytes === null) return `${source} is not there`;
  const [item, other] = answer.items;
  if (item === undefined || other !== undefined)
    return `one ${unit[0]} is compared with ${source}, and ${answer.items.length} were found`;
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const wanted =
    lines === null
      ? whole
      : whole
          .split("\n")
          .slice(lines[0] - 1, lines[1])
          .join("\n");
  const isMet = item.text === wanted || item.text === `${wanted}\n` || `${item.text}\n` === wanted;
  return {
    isMet,
    says: isMet
      ? `it is, byte for byte, that of ${source}`
      : `it is not that of ${source}: ${difference(wanted, item.text)}`,
    stated: source,
    found: `${item.text.length} characters`,
    missing: [],
    extra: [],
    places: placesOf(answer.items).map((place) => ({ ...place, text: unit[0] })),
  };
}

function difference(wanted: string, found: string): string {
  const a = wanted.split("\n");
  const b = found.split("\n");
  const at = a.findIndex((line, index) => line !== b[index]);
  const line = at < 0 ? a.length : at;
  return `its line ${line + 1} differs`;
}

/** Places of an answer that a report shows. */
const MOST_PLACES = 20;

function placesOf(items: readonly Item[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { path, line, text } of items) {
    if (places.size === MOST_PLACES) break;
    // Of several things in one line the line is shown once.
    if (path !== null && !places.has(`${path}:${line}`)) places.set(`${path}:${line}`, { path, line, text });
  }
  return [...places.values()];
}

function textsOf(items: readonly Item[]): readonly string[] {
  return [...new Set(items.map(({ text, path, line }) => (line === null || path !== text ? text : `${path}:${line}`)))];
}
