// Turns numbers, days and lists into the words that titles and captions use. It knows nothing about contracts.

const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A count in prose: up to twelve in words ("no" for none), digits beyond. */
export function count(n: number): string {
  return NUMBERS[n] ?? digits(n);
}

/** "third", "21st". */
export function ordinal(n: number): string {
  const word = ORDINALS[n];
  if (word !== undefined) return word;
  const suffix = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${digits(n)}${suffix}`;
}

/** A count in a chart or beside a unit: 1,168. */
export function digits(n: number): string {
  return Math.round(n).toLocaleString("en-GB");
}

/** "one name", "13 names". `many` where the plural is no plain s. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** "1 name", "1,168 names", in digits. */
export function measured(n: number, one: string, many = `${one}s`): string {
  return `${digits(n)} ${n === 1 ? one : many}`;
}

/** A sentence's beginning in upper case. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A sentence's beginning in upper case, unless it begins with a path or a name. */
export function begun(text: string): string {
  return /^\p{Ll}+[ ,;]/u.test(text) ? sentence(text) : text;
}

/** `2026-06-04` as "4 Jun 2026", or "4 Jun" without its year. What is no day is given back. */
export function day(iso: string, year = true): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  if (!match) return iso;
  const text = `${Number(match[3])} ${MONTHS[Number(match[2]) - 1] ?? match[2]}`;
  return year ? `${text} ${match[1]}` : text;
}

/** "Jun" or "Jun 2026" of a month counted from 0. */
export function month(index: number, year: number | null): string {
  const name = MONTHS[index] ?? "";
  return year === null ? name : `${name} ${year}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** A text over `limit` characters without its middle. */
export function elided(text: string, limit = 40): string {
  if (text.length <= limit) return text;
  const left = Math.ceil((limit - 1) * 0.6);
  return `${text.slice(0, left)}…${text.slice(text.length - (limit - 1 - left))}`;
}

/** Prose over `limit` characters without its end. */
export function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).trimEnd()}…`;
}

/** Whole days between two instants in seconds. */
export function days(from: number, to: number): number {
  return Math.round((to - from) / 86400);
}

/** A subject without the pull request in brackets behind it: "Fix it (#12)" is "Fix it". */
export function withoutPull(subject: string): string {
  const text = subject.trimEnd();
  const at = text.lastIndexOf("(");
  return at >= 0 && /^\(#\d+\)$/.test(text.slice(at)) ? text.slice(0, at).trimEnd() : subject;
}
