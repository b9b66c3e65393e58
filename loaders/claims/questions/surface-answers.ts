// Questions about who answers a name and with what: classes and methods, shapes of replies, nested contracts, direct
// calls, and who would park with whom.

import type { Row } from "../../surface/rows.ts";
import type { Form, Item, SurfaceQuestion } from "../question.ts";
import { askRows, fits, type Given, isNamed, itemOf, listOf, ofWhat, once, placeOf, textOf } from "./surface-rows.ts";

/** What of the answerers of a name is told, each once. */
function answerers({ NAME = "" }: Given, text: (row: Row) => string): SurfaceQuestion {
  return askRows(["answerer"], `answerers of \`${NAME}\``, (rows) => {
    const found = rows("answerer").filter(isNamed(NAME));
    return { items: once(found.map((row) => itemOf(text(row), row))), looked: found.length };
  });
}

function replies({ NAME = "", CLASS = "" }: Given): SurfaceQuestion {
  return askRows(["reply"], `replies of \`${CLASS}\` for \`${NAME}\``, (rows) => {
    const shapes = rows("reply")
      .filter((row) => row.class === CLASS && isNamed(NAME)(row))
      .flatMap((row) =>
        (JSON.parse(textOf(row, "shapes")) as { readonly label: string }[]).map(({ label }) => itemOf(label, row)),
      );
    return { items: once(shapes), looked: shapes.length };
  });
}

/** What a value that is taken off a reply is checked for, where it is handed to a class method. */
function nested({ METHOD = "" }: Given, column: "keys" | "raises"): SurfaceQuestion {
  return askRows(["nested"], `values of replies that are handed to \`${METHOD}\``, (rows) => {
    const found = rows("nested").filter((row) => row.target === METHOD);
    return {
      items: once(found.flatMap((row) => listOf(row, column).map((text) => itemOf(text, row)))),
      looked: found.length,
    };
  });
}

/** Direct calls of answering methods. Without any, those that could be called were looked at. */
function direct(given: Given, tell: (calls: readonly Row[]) => readonly Item[]): SurfaceQuestion {
  const named = fits({ NAME: given.NAME });
  const placed = fits({ GLOB: given.GLOB });
  return askRows(
    ["in_process", "answerer"],
    `methods that answer ${given.NAME === undefined ? "anything" : `\`${given.NAME}\``}`,
    (rows) => {
      const calls = rows("in_process").filter(named);
      return { items: tell(calls.filter(placed)), looked: calls.length + rows("answerer").filter(named).length };
    },
  );
}

function parking(given: Given): SurfaceQuestion {
  return askRows(["meeting"], `pairings${ofWhat(given)}`, (rows) => {
    const met = rows("meeting").filter(fits({ NAME: given.NAME }));
    const parks = met.filter((row) => row.outcome === "parks");
    const items = parks.map((row) => ({
      text: `${row.broadcaster} with ${row.answerer}`,
      path: null,
      line: null,
      class: textOf(row, "broadcaster"),
    }));
    return { items: once(items), looked: met.length };
  });
}

const CALL = ["call", "calls"] as const;

export const ANSWER_FORMS: readonly Form[] = [
  {
    form: "classes that answer NAME",
    help: "classes that answer a name if they are asked, with a method of their own or an inherited one.",
    example: "classes that answer predict",
    unit: ["class", "classes"],
    make: (given) => answerers(given, (row) => textOf(row, "class")),
  },
  {
    form: "methods that answer NAME",
    help: "methods and handlers that answer a name, where they are written: what is inherited is one.",
    example: "methods that answer get_capacity",
    unit: ["method", "methods"],
    make: (given) => answerers(given, (row) => textOf(row, "function")),
  },
  {
    form: "replies of CLASS for NAME",
    help: "shapes of what a class sends: int, None, a type's name, 4 keys, tuple of 3.",
    example: "replies of NightRunner for get_capacity",
    unit: ["reply", "replies"],
    make: replies,
  },
  {
    form: "keys of METHOD",
    help: "keys that a class method (Class.method) asks of a value that comes out of a reply.",
    example: "keys of HarmonicSet.from_wire",
    unit: ["key", "keys"],
    make: (given) => nested(given, "keys"),
  },
  {
    form: "exceptions of METHOD",
    help: "what that method (Class.method) raises of itself for a value that is not as it should be.",
    example: "exceptions of HarmonicSet.from_wire",
    unit: ["exception", "exceptions"],
    make: (given) => nested(given, "raises"),
  },
  {
    form: "callers of NAME in-process",
    help: "functions that call an answering method directly, on an object of an answering class.",
    example: "callers of get_capacity in-process",
    unit: ["caller", "callers"],
    make: (given) => direct(given, (calls) => once(calls.map((row) => itemOf(textOf(row, "function"), row)))),
  },
  {
    form: "in-process calls [of NAME] [in GLOB]",
    help: "such calls, each by the file it stands in.",
    example: "in-process calls",
    unit: CALL,
    make: (given) => direct(given, (calls) => calls.map(placeOf)),
  },
  {
    form: "in-process calls [of NAME] that are caught",
    help: "those of them around which an exception is caught.",
    example: "in-process calls that are caught",
    unit: CALL,
    make: (given) => direct(given, (calls) => calls.filter((row) => row.caught === true).map(placeOf)),
  },
  {
    form: "pairings that park [on NAME]",
    help: "a class that sends and one that would leave it waiting if it were asked, told as `Sender with Answerer`.",
    example: "pairings that park on predict_night",
    unit: ["pairing", "pairings"],
    make: parking,
  },
];
