// Questions about names: which are dispatched, who waits for them, who answers them, what becomes of their replies. A name
// that is put together at run time is none of these: surface-sites.ts counts where that happens.

import type { SiteKey } from "../../address.ts";
import { siteAddress } from "../../address.ts";
import { isUnanswered } from "../../surface/meetings.ts";
import type { Row } from "../../surface/rows.ts";
import type { Form, SurfaceQuestion } from "../question.ts";
import { askRows, fits, type Given, nameKey, ofWhat, onceInLayer, type RowsOf, textOf } from "./surface-rows.ts";

const UNIT = ["name", "names"] as const;

/** Names of a layer that fit, among those that are dispatched. */
function names(given: Given, keep: (row: Row, rows: RowsOf) => boolean, kinds: SurfaceQuestion["kinds"] = []) {
  const fit = fits({ LAYER: given.LAYER });
  return askRows(["name", ...kinds], `names that are dispatched${ofWhat(given)}`, (rows) => {
    const looked = rows("name").filter(fit);
    return { items: onceInLayer(looked.filter((row) => keep(row, rows))), looked: looked.length };
  });
}

/** Names that are dispatched from sites that fit. */
function sentFrom(given: Given, of: string, fit: (site: Row) => boolean): SurfaceQuestion {
  const layer = fits({ LAYER: given.LAYER });
  return askRows(["site"], of, (rows) => {
    const named = rows("site").filter((row) => row.name !== null && layer(row));
    return { items: onceInLayer(named.filter(fit)), looked: named.length };
  });
}

function dispatched(given: Given): SurfaceQuestion {
  if (given.GLOB === undefined) return names(given, () => true);
  return sentFrom(given, `sites that send a name${ofWhat(given)}`, fits({ GLOB: given.GLOB }));
}

function sentBy({ CLASS = "" }: Given): SurfaceQuestion {
  return askRows(["site"], `sites in the class \`${CLASS}\``, (rows) => {
    const sites = rows("site").filter((row) => row.class === CLASS);
    return { items: onceInLayer(sites.filter((row) => row.name !== null)), looked: sites.length };
  });
}

/** Where the rules of a layer find no answerer at all, nothing is known of any name in it. */
function answered(given: Given, keep: (row: Row) => boolean): SurfaceQuestion {
  const fit = fits({ LAYER: given.LAYER });
  const of = `names that are dispatched${ofWhat(given)}, in a layer in which anything answers`;
  return askRows(["name"], of, (rows) => {
    const looked = rows("name").filter((row) => fit(row) && (hasAnswerer(row) || isUnanswered(textOf(row, "state"))));
    return { items: onceInLayer(looked.filter(keep)), looked: looked.length };
  });
}

function hasAnswerer(row: Row): boolean {
  return Number(row.answerers) > 0;
}

/** A class answers what it is asked for, and what stands in its body: a mixin's method answers for those that mix it in. */
export function answersIn(name: string): (row: Row) => boolean {
  return (row) => row.class === name || row.defined_in === name;
}

function answeredBy({ CLASS = "", LAYER }: Given, isAlone: boolean): SurfaceQuestion {
  const fit = fits({ LAYER });
  const own = answersIn(CLASS);
  return askRows(["answerer"], `names that \`${CLASS}\` answers${ofWhat({ LAYER })}`, (rows) => {
    const answerers = rows("answerer").filter(fit);
    const others = new Set(answerers.filter((row) => !own(row)).map(nameKey));
    const all = answerers.filter(own);
    const kept = isAlone ? all.filter((row) => !others.has(nameKey(row))) : all;
    return { items: onceInLayer(kept), looked: onceInLayer(all).length };
  });
}

function neverSent({ LAYER }: Given): SurfaceQuestion {
  const fit = fits({ LAYER });
  return askRows(["answerer", "site"], `names that anything answers${ofWhat({ LAYER })}`, (rows) => {
    const sent = new Set(rows("site").map(nameKey));
    const answered = rows("answerer").filter(fit);
    const kept = answered.filter((row) => !sent.has(nameKey(row)));
    return { items: onceInLayer(kept), looked: onceInLayer(answered).length };
  });
}

/** Names whose reply no read was found of, where what becomes of it is as `keep` says of the kinds of fate. */
function unread(given: Given, keep: (fates: ReadonlySet<string>) => boolean): SurfaceQuestion {
  const found = (row: Row, rows: RowsOf) => {
    const same = (each: Row) => nameKey(each) === nameKey(row);
    if (rows("read").some(same)) return false;
    const sites = new Set(
      rows("site")
        .filter(same)
        .map((site) => siteAddress(site as unknown as SiteKey)),
    );
    const fates = rows("fate").filter((fate) => sites.has(textOf(fate, "site")));
    return keep(new Set(fates.map((fate) => textOf(fate, "kind"))));
  };
  return names(given, found, ["site", "read", "fate"]);
}

/** Fates after which something that is not seen may read the reply. */
const AWAY = ["forwarded", "returned"];

function inProcess(given: Given): SurfaceQuestion {
  const fit = fits({ LAYER: given.LAYER });
  const placed = fits({ GLOB: given.GLOB });
  return askRows(["in_process", "answerer"], `names that anything answers${ofWhat(given)}`, (rows) => ({
    items: onceInLayer(rows("in_process").filter((row) => fit(row) && placed(row))),
    looked: onceInLayer(rows("answerer").filter(fit)).length,
  }));
}

function parkedBetween({ SENDER = "", CLASS = "" }: Given): SurfaceQuestion {
  return askRows(["meeting"], `names that \`${SENDER}\` sends to \`${CLASS}\``, (rows) => {
    const met = rows("meeting").filter((row) => row.broadcaster === SENDER && row.answerer === CLASS);
    return { items: onceInLayer(met.filter((row) => row.outcome === "parks")), looked: met.length };
  });
}

export const NAME_FORMS: readonly Form[] = [
  {
    form: "dispatched names [of LAYER] [in GLOB]",
    help: "names that some site sends. Names put together at run time are not seen.",
    example: "dispatched names of runner",
    unit: UNIT,
    make: dispatched,
  },
  {
    form: "names sent by CLASS",
    help: "names that sites in the body of a class send; its subclasses are not it.",
    example: "names sent by NightEngine",
    unit: UNIT,
    make: sentBy,
  },
  {
    form: "waited names [of LAYER]",
    help: "names that at least one site waits for, or may wait for.",
    example: "waited names of runner",
    unit: UNIT,
    make: (given) => names(given, (row) => row.waits !== "no"),
  },
  {
    form: "unwaited names [of LAYER]",
    help: "names that no site waits for: with the waited ones, all.",
    example: "unwaited names",
    unit: UNIT,
    make: (given) => names(given, (row) => row.waits === "no"),
  },
  {
    form: "names [of LAYER] whose callers disagree",
    help: "names that one site waits for and another does not.",
    example: "names whose callers disagree",
    unit: UNIT,
    make: (given) => names(given, (row) => row.waits === "mixed"),
  },
  {
    form: "answered names [of LAYER]",
    help: "dispatched names that at least one class answers.",
    example: "answered names of command",
    unit: UNIT,
    make: (given) => answered(given, hasAnswerer),
  },
  {
    form: "unanswered names [of LAYER]",
    help: "dispatched names that no class answers, in a layer in which anything answers.",
    example: "unanswered names",
    unit: UNIT,
    make: (given) => answered(given, (row) => isUnanswered(textOf(row, "state"))),
  },
  {
    form: "parked names [of LAYER]",
    help: "unanswered names whose callers wait for ever, or until the time-out.",
    example: "parked names",
    unit: UNIT,
    make: (given) => answered(given, (row) => row.state === "parks"),
  },
  {
    form: "names [of LAYER] answered by CLASS",
    help: "names that a class answers, its own and inherited ones; of a mixin, those whose method stands in its body.",
    example: "names answered by SurveyRunner",
    unit: UNIT,
    make: (given) => answeredBy(given, false),
  },
  {
    form: "names [of LAYER] answered only by CLASS",
    help: "names that nothing outside of a class answers: what a subclass inherits from it is its own.",
    example: "names answered only by NightRunner",
    unit: UNIT,
    make: (given) => answeredBy(given, true),
  },
  {
    form: "names [of LAYER] that nobody sends",
    help: "names that a table, a chain or a registration answers and no site sends. Of methods, only what is sent is known.",
    example: "names that nobody sends",
    unit: UNIT,
    make: neverSent,
  },
  {
    form: "names [of LAYER] whose reply nobody reads",
    help: "names whose every reply is dropped where it arrives. One that is kept, logged or passed on may yet be read.",
    example: "names whose reply nobody reads",
    unit: UNIT,
    make: (given) => unread(given, (fates) => [...fates].every((fate) => fate === "dropped")),
  },
  {
    form: "names [of LAYER] whose reply is passed on unread",
    help: "names whose reply goes, unread, where it cannot be followed: no site fixes its shape.",
    example: "names whose reply is passed on unread",
    unit: UNIT,
    make: (given) => unread(given, (fates) => AWAY.some((away) => fates.has(away))),
  },
  {
    form: "names [of LAYER] called in-process [in GLOB]",
    help: "names whose answering method is also called directly, on an object of an answering class.",
    example: "names called in-process",
    unit: UNIT,
    make: inProcess,
  },
  {
    form: "names of SENDER that park with CLASS",
    help: "names that a class sends and waits for, and that another would not answer if it were asked.",
    example: "names of NightEngine that park with Runner",
    unit: UNIT,
    make: parkedBetween,
  },
];
