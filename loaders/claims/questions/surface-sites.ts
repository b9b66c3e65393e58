// Questions about sites: the calls that dispatch a name, where they stand, whether they wait and how long, what they do
// with the reply. Sites are told by the file they stand in, so that two in a file are two.

import { BinnacleError } from "../../error.ts";
import type { Use } from "../../model.ts";
import type { Row } from "../../surface/rows.ts";
import type { Form, SurfaceQuestion } from "../question.ts";
import { askRows, type Found, fits, type Given, itemOf, listOf, ofWhat, placeOf, textOf } from "./surface-rows.ts";

const UNIT = ["site", "sites"] as const;

/** Looks at the sites of a name, or of a layer, or at all. */
function atSites(given: Given, find: (sites: readonly Row[]) => Omit<Found, "looked">): SurfaceQuestion {
  const fit = fits({ NAME: given.NAME, LAYER: given.LAYER });
  return askRows(["site"], `sites${ofWhat(given)}`, (rows) => {
    const sites = rows("site").filter(fit);
    return { ...find(sites), looked: sites.length };
  });
}

/** Sites that are so, in the paths that are given. */
function sites(given: Given, keep: (site: Row) => boolean): SurfaceQuestion {
  const placed = fits({ GLOB: given.GLOB });
  return atSites(given, (all) => ({ items: all.filter((site) => placed(site) && keep(site)).map(placeOf) }));
}

/** What each site says, where it says anything. */
function told(given: Given, tell: (site: Row) => readonly string[]): SurfaceQuestion {
  return atSites(given, (all) => ({ items: all.flatMap((site) => tell(site).map((text) => itemOf(text, site))) }));
}

/** The one number on which the sites that have any agree. Throws "bad-query", when it is asked, where they do not. */
function agreed(given: Given, what: string, tell: (site: Row) => string | null): SurfaceQuestion {
  return atSites(given, (all) => {
    const items = all.flatMap((site) => {
      const text = tell(site);
      return text === null ? [] : [itemOf(text, site)];
    });
    const [first, ...others] = items;
    if (all.length === 0) return { items };
    const name = `\`${given.NAME}\``;
    if (first === undefined) throw new BinnacleError("bad-query", `no site of ${name} has ${what}`);
    const other = others.find(({ text }) => text !== first.text);
    if (other !== undefined)
      throw new BinnacleError(
        "bad-query",
        `the sites of ${name} do not agree: ${first.text} at ${first.path}:${first.line}, ${other.text} at ${other.path}:${other.line}`,
      );
    if (!/^\d/.test(first.text))
      throw new BinnacleError("bad-query", `what the sites of ${name} have is no number: ${first.text}`);
    return { items, number: Number(first.text) };
  });
}

/** Seconds that a site waits at most, or what its source says of them; null of one that does not wait. */
function timeoutOf(site: Row): string | null {
  if (site.wait === false) return null;
  if (typeof site.timeout === "number") return String(site.timeout);
  return typeof site.timeout_text === "string" ? site.timeout_text : "none";
}

const USES: readonly (readonly [verb: string, use: Use, help: string, example: string])[] = [
  ["discard", "discarded", "sites whose reply nothing could read: a call that stands alone.", "predict"],
  ["bind", "bound", "sites that give the reply a name.", "predict"],
  ["unpack", "unpacked", "sites that take the reply apart where it arrives.", "calibrate"],
  ["return", "returned", "sites that give the reply back to their own caller.", "idle"],
  ["pass on", "argument", "sites that hand the reply to another call.", "warm_up"],
];

const LEFT_OUT = ["non-literal-name", "forwarded-name", "syntax-error", "too-large", "not-text"] as const;

/** Rows of what could not be used. The sites stand for what could: without any, nothing was looked at. */
function leftOut(reasons: readonly string[]): SurfaceQuestion {
  return askRows(["dropped", "site"], "sites, and nothing that was left out", (rows) => {
    const dropped = rows("dropped").filter((row) => reasons.includes(textOf(row, "reason")));
    return { items: dropped.map(placeOf), looked: dropped.length + rows("site").length };
  });
}

function leftOutFor({ REASON }: Given): SurfaceQuestion {
  if (REASON === undefined) return leftOut(LEFT_OUT);
  if ((LEFT_OUT as readonly string[]).includes(REASON)) return leftOut([REASON]);
  throw new BinnacleError(
    "bad-configuration",
    `"${REASON}" is no reason for which anything is left out; expected ${LEFT_OUT.join(", ")}. Excluded paths are never read, and nothing is known of them.`,
  );
}

export const SITE_FORMS: readonly Form[] = [
  {
    form: "sites [of NAME] [in GLOB]",
    help: "calls that send a name, each by the file it stands in.",
    example: "sites of predict",
    unit: UNIT,
    make: (given) => sites(given, () => true),
  },
  {
    form: "sites of the LAYER layer [in GLOB]",
    help: "those of one layer of the profile.",
    example: "sites of the runner layer",
    unit: UNIT,
    make: (given) => sites(given, () => true),
  },
  {
    form: "sites [of NAME] [in GLOB] that wait",
    help: "sites that say that they wait.",
    example: "sites of load_harmonics that wait",
    unit: UNIT,
    make: (given) => sites(given, (site) => site.wait === true),
  },
  {
    form: "sites [of NAME] [in GLOB] that do not wait",
    help: "sites that do not wait.",
    example: "sites that do not wait",
    unit: UNIT,
    make: (given) => sites(given, (site) => site.wait === false),
  },
  {
    form: "sites [of NAME] [in GLOB] whose wait is no literal",
    help: "sites of which the code does not say whether they wait.",
    example: "sites whose wait is no literal",
    unit: UNIT,
    make: (given) => sites(given, (site) => site.wait === null),
  },
  {
    form: "sites [in GLOB] whose name is no literal",
    help: "sites whose name is put together at run time; one that hands on the name it was given is a dropped site.",
    example: "sites whose name is no literal",
    unit: UNIT,
    make: (given) => sites(given, (site) => site.name === null),
  },
  ...USES.map(
    ([verb, use, help, name]): Form => ({
      form: `sites [of NAME] [in GLOB] that ${verb} the reply`,
      help,
      example: `sites of ${name} that ${verb} the reply`,
      unit: UNIT,
      make: (given) => sites(given, (site) => site.use === use),
    }),
  ),
  {
    form: "sites [of NAME] [in GLOB] that assert the reply",
    help: "sites whose reply must be true or not None where it arrives.",
    example: "sites that assert the reply",
    unit: UNIT,
    make: (given) => sites(given, (site) => site.asserted === true),
  },
  {
    form: "sites [of NAME] [in GLOB] under no condition",
    help: "sites that stand under no `if`, `while` or `except` of their function.",
    example: "sites of predict under no condition",
    unit: UNIT,
    make: (given) => sites(given, (site) => listOf(site, "conditions").length === 0),
  },
  {
    form: "conditions of sites of NAME",
    help: "what must hold for a site to be reached in its function, as source: once for each site.",
    example: "conditions of sites of idle",
    unit: ["condition", "conditions"],
    make: (given) => told(given, (site) => listOf(site, "conditions")),
  },
  {
    form: "timeouts of NAME",
    help: "seconds that each waiting site waits at most: a number, source, or none.",
    example: "timeouts of collect_gauges",
    unit: ["timeout", "timeouts"],
    make: (given) => told(given, (site) => [timeoutOf(site)].filter((text) => text !== null)),
  },
  {
    form: "timeout of NAME",
    help: "the one number of seconds on which all waiting sites agree; without one, nothing is answered.",
    example: "timeout of collect_gauges",
    unit: ["second", "seconds"],
    make: (given) => agreed(given, "a timeout, for none waits", timeoutOf),
  },
  {
    form: "arities of NAME",
    help: "how many values each site takes the reply as: 0 where it is discarded, 1 where it is one.",
    example: "arities of predict",
    unit: ["arity", "arities"],
    make: (given) => told(given, (site) => [textOf(site, "arity")]),
  },
  {
    form: "arity of NAME",
    help: "the one number of values on which all sites agree that use the reply; without one, nothing is answered.",
    example: "arity of calibrate",
    unit: ["value", "values"],
    make: (given) =>
      agreed(given, "a use for the reply", (site) => (site.use === "discarded" ? null : textOf(site, "arity"))),
  },
  {
    form: "dropped sites",
    help: "calls that send a name that is not known: put together at run time, or handed on.",
    example: "dropped sites",
    unit: UNIT,
    make: () => leftOut(["non-literal-name", "forwarded-name"]),
  },
  {
    form: "what was left out [for REASON]",
    help: `places that could not be used, by file. REASON: ${LEFT_OUT.join(", ")}. Excluded paths are not read at all.`,
    example: "what was left out for forwarded-name",
    unit: ["place", "places"],
    make: leftOutFor,
  },
];
