// Questions about what callers take off a reply, and whether the answerers send it. What goes where it cannot be followed
// is said to be unknown, and is in none of these answers.

import type { Row } from "../../surface/rows.ts";
import type { Form, Item, SurfaceQuestion } from "../question.ts";
import { askRows, fits, type Given, isNamed, itemOf, listOf, ofWhat, once, placeOf, textOf } from "./surface-rows.ts";

const MEMBER = ["member", "members"] as const;

function membersRead(given: Given, isAsked: (reads: readonly Row[]) => boolean): SurfaceQuestion {
  return askRows(["read"], `reads${ofWhat(given)}`, (rows) => {
    const reads = rows("read").filter(fits({ NAME: given.NAME }));
    const asked = reads.filter((row) => isAsked(reads.filter((each) => each.key === row.key)));
    return { items: once(asked.map((row) => itemOf(textOf(row, "key"), row))), looked: reads.length };
  });
}

function reads(given: Given): SurfaceQuestion {
  const placed = fits({ GLOB: given.GLOB });
  return askRows(["read"], `reads${ofWhat(given)}`, (rows) => {
    const all = rows("read").filter(fits({ NAME: given.NAME }));
    return { items: all.filter(placed).map(placeOf), looked: all.length };
  });
}

/** A member that is neither read nor sent is no member: nothing was looked at. */
function readers({ NAME = "", MEMBER: member = "" }: Given): SurfaceQuestion {
  return askRows(["read", "key"], `members \`${member}\` of \`${NAME}\``, (rows) => {
    const named = isNamed(NAME);
    const isIt = (row: Row) => named(row) && row.key === member;
    const found = rows("read").filter(isIt);
    return {
      items: once(found.map((row) => itemOf(textOf(row, "function"), row))),
      looked: found.length + rows("key").filter(isIt).length,
    };
  });
}

/** Members of replies that fare so, of those that have a name or are an answering class's. */
function judged(given: Given, status: string, tell: (rows: readonly Row[]) => readonly Item[]): SurfaceQuestion {
  const { NAME, CLASS } = given;
  const by = CLASS === undefined ? "" : ` from \`${CLASS}\``;
  const fit = fits({ NAME });
  return askRows(["conformance"], `members of replies${ofWhat({ NAME })}${by}`, (rows) => {
    const all = rows("conformance").filter((row) => fit(row) && (CLASS === undefined || row.class === CLASS));
    return { items: tell(all.filter((row) => row.status === status)), looked: all.length };
  });
}

/** Each member once, whichever classes it is so of. */
function judgedMembers(given: Given, status: string): SurfaceQuestion {
  return judged(given, status, (rows) => once(rows.map((row) => itemOf(textOf(row, "key"), row))));
}

function breaches(given: Given): SurfaceQuestion {
  const text = (row: Row) => (given.NAME === undefined ? `${row.name}.${row.key}` : textOf(row, "key"));
  return judged(given, "breach", (rows) => rows.map((row) => itemOf(text(row), row)));
}

/** What is sent, return by return. A class sends what it is asked for, and what the returns in its body send. */
function sent(given: Given): SurfaceQuestion {
  const { NAME, CLASS } = given;
  const by = CLASS === undefined ? "" : ` in \`${CLASS}\``;
  return askRows(["product"], `returns${ofWhat({ NAME })}${by}`, (rows) => {
    const isBy = (row: Row) =>
      CLASS === undefined || row.class === CLASS || textOf(row, "function").startsWith(`${CLASS}.`);
    const returns = rows("product").filter((row) => fits({ NAME })(row) && isBy(row));
    const members = returns.flatMap((row) =>
      [...listOf(row, "keys"), ...listOf(row, "methods")].map((member) => itemOf(member, row)),
    );
    return { items: once(members), looked: returns.length };
  });
}

export const READ_FORMS: readonly Form[] = [
  {
    form: "members read of NAME",
    help: "keys, attributes, methods and places of a tuple that callers take off the reply, each once.",
    example: "members read of predict",
    unit: MEMBER,
    make: (given) => membersRead(given, () => true),
  },
  {
    form: "members required of NAME",
    help: "those of them that some caller takes without a default.",
    example: "members required of get_capacity",
    unit: MEMBER,
    make: (given) => membersRead(given, (same) => same.some((read) => read.required === true)),
  },
  {
    form: "reads of NAME [in GLOB]",
    help: "places that take something off the reply, each by the file it stands in.",
    example: "reads of predict",
    unit: ["read", "reads"],
    make: reads,
  },
  {
    form: "functions that read MEMBER of NAME",
    help: "functions that take one member off the reply.",
    example: "functions that read port_ids of predict",
    unit: ["function", "functions"],
    make: readers,
  },
  {
    form: "members sent for NAME [by CLASS]",
    help: "keys, attributes, methods and places of a tuple that some return sends. What is added at run time is not seen.",
    example: "members sent for get_capacity by NightRunner",
    unit: MEMBER,
    make: sent,
  },
  {
    form: "members of NAME that nobody reads",
    help: "members that are sent and that no caller takes, where every reply was followed to its end.",
    example: "members of predict that nobody reads",
    unit: MEMBER,
    make: (given) => judgedMembers(given, "unread"),
  },
  {
    form: "breaches [of NAME]",
    help: "members that a caller takes and an answering class does not send, once for each class: NAME.MEMBER, or the member.",
    example: "breaches",
    unit: ["breach", "breaches"],
    make: breaches,
  },
  {
    form: "defaulted members of NAME [by CLASS]",
    help: "members that an answering class does not send, and for which every caller has a default.",
    example: "defaulted members of get_capacity",
    unit: MEMBER,
    make: (given) => judgedMembers(given, "defaulted"),
  },
];
