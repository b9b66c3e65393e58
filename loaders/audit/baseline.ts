// Turns a baseline file and findings into what of them is excused: old wrong citations that a project lives with for now.
// A baseline may only shrink, and its entries expire; what is not in it is judged as ever.

import type { Finding } from "../citation.ts";
import { BinnacleError, messageOf } from "../error.ts";
import { compareText } from "./order.ts";

/** One citation that is excused. */
export interface BaselineEntry {
  readonly fingerprint: string;
  /** For people who read the file: where it stood and what was wrong. */
  readonly doc: string;
  readonly text: string;
  readonly verdict: string;
  /** The last day on which it is excused, `YYYY-MM-DD`. */
  readonly until: string;
}

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
}

/** Days for which a new entry excuses. */
const LASTS = 180;
const LONGEST = 16 * 2 ** 20;

/** Throws "bad-configuration" with what was found. */
export function parseBaseline(text: string, origin: string): Baseline {
  const fail = (found: string): never => {
    throw new BinnacleError(
      "bad-configuration",
      `${origin}: ${found}. Write it anew with --update-baseline, after removing the file.`,
    );
  };
  if (text.length > LONGEST) fail(`${text.length} characters; a baseline has at most ${LONGEST}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    fail(`this is no JSON (${messageOf(thrown)})`);
  }
  const { schema, entries } = (value ?? {}) as { schema?: unknown; entries?: unknown };
  if (schema !== 1 || !Array.isArray(entries)) fail('expected {"schema": 1, "entries": […]}');
  return {
    entries: (entries as unknown[]).map((each, at) => {
      const entry = (each ?? {}) as Record<string, unknown>;
      for (const key of ["fingerprint", "doc", "text", "verdict", "until"])
        if (typeof entry[key] !== "string")
          fail(`entries[${at}].${key} is ${JSON.stringify(entry[key]) ?? "missing"}; expected a text`);
      if (!/^\d{4}-\d{2}-\d{2}$/.test(entry.until as string)) fail(`entries[${at}].until is no day`);
      return entry as unknown as BaselineEntry;
    }),
  };
}

/** The findings, those excused that the baseline holds and that are not past their day. `today` is `YYYY-MM-DD`. */
export function excuse(findings: readonly Finding[], { entries }: Baseline, today: string): readonly Finding[] {
  const known = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  return findings.map((finding) => {
    const entry = known.get(finding.fingerprint);
    if (entry === undefined || !finding.fails || finding.excused !== null) return finding;
    if (entry.until < today)
      return {
        ...finding,
        evidence: [
          ...finding.evidence,
          { sign: "baseline", says: `the baseline excused it until ${entry.until}`, bits: null },
        ],
      };
    return { ...finding, excused: `in the baseline until ${entry.until}` };
  });
}

/**
 * What the baseline is to be now. A first one takes all that fails; after that entries only leave: those that no longer
 * fail. What fails and is not in it stays out. Order: by document, then text.
 */
export function renewed(failing: readonly Finding[], before: Baseline | null, today: string): Baseline {
  const still = new Map(failing.map((finding) => [finding.fingerprint, finding]));
  const entries =
    before === null
      ? failing.map(({ fingerprint, doc, text, verdict }) => ({
          fingerprint,
          doc,
          text,
          verdict,
          until: dayAfter(today, LASTS),
        }))
      : before.entries.filter((entry) => still.has(entry.fingerprint));
  return {
    entries: entries.toSorted(
      (a, b) => compareText(a.doc, b.doc) || compareText(a.text, b.text) || compareText(a.fingerprint, b.fingerprint),
    ),
  };
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().replace(/T.*$/, "");
}

export function printBaseline({ entries }: Baseline): string {
  return `${JSON.stringify({ schema: 1, entries }, null, 2)}\n`;
}
