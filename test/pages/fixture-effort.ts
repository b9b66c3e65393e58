// A small extract of what commits cost, made in code: growth, loss, instruments that point apart, what no grammar reads, hostile
// and long subjects. It stands for what src/data hands over.

import type { EffortExtract, EffortNumbers } from "../../loaders/report/pages.ts";

const HOSTILE = "<img src=x onerror=globalThis.broken=1>";
const PARTS = ["production", "tests", "other"] as const;

const NOTHING = { endings: 0, changes: 0 };

type Commit = EffortExtract["commits"][number];

/** Numbers of files that a grammar reads, and `unreadLines` of others beside them. */
export function numbers(
  [statements, withDocstrings, source, physical]: readonly [number, number, number, number],
  of: {
    readonly disagreement?: number;
    readonly unread?: number;
    readonly unreadLines?: number;
    readonly binary?: number;
  } = {},
): EffortNumbers {
  const { disagreement = 2, unread = 0, unreadLines = 0, binary = 0 } = of;
  const measured = disagreement < 0 ? 0 : 2;
  return [
    statements,
    withDocstrings,
    source,
    physical + unreadLines,
    disagreement,
    measured,
    unread,
    unreadLines,
    binary,
  ];
}

function commit(
  position: number,
  subject: string,
  pr: number | null,
  all: EffortNumbers,
  parts?: Commit["parts"],
): Commit {
  const oid = (position + 0xabc).toString(16).padStart(40, "e").split("").reverse().join("");
  return { position, oid, pr, subject, all, parts: parts ?? [[0, all]] };
}

/** Commits of every kind; with a number, so many plain ones before them. */
export function effort(many = 40): EffortExtract {
  const plain = Array.from({ length: many }, (_, i) => {
    const size = 1 + ((i * 37) % 200);
    const tests = numbers([size, size, size * 2, size * 3], { disagreement: 3 });
    const both = numbers([size * 2, size * 2 + 1, size * 4, size * 6], { disagreement: 2.9 });
    return commit(i % 100, `Plain change ${i} (#${i + 1})`, i + 1, both, [
      [0, numbers([size, size + 1, size * 2, size * 3], { disagreement: 3 })],
      [1, tests],
    ]);
  });
  return {
    recorded: true,
    parts: PARTS,
    commits: [
      ...plain,
      commit(100, "Only words (#900)", 900, numbers([0, 2, 17, 44], { disagreement: 45 })),
      commit(101, HOSTILE, null, numbers([-66, -66, 173, 205], { disagreement: 13802 })),
      commit(
        102,
        `Lose ${"a_name_that_does_not_end_".repeat(5)}`,
        902,
        numbers([40, 40, 40, -10], { disagreement: 451 }),
      ),
      commit(103, "Remove it all (#903)", 903, numbers([-300, -310, -600, -900], { disagreement: 2.99 })),
      commit(104, "Documents (#904)", 904, numbers([0, 0, 0, 0], { disagreement: -1, unread: 3, unreadLines: 120 }), [
        [2, numbers([0, 0, 0, 0], { disagreement: -1, unread: 3, unreadLines: 120 })],
      ]),
      commit(105, "A picture", null, numbers([3, 3, 5, 8], { disagreement: 2.25, binary: 1 }), [
        [0, numbers([3, 3, 5, 8], { disagreement: 2.25 })],
        [2, numbers([0, 0, 0, 0], { disagreement: -1, binary: 1 })],
      ]),
      commit(106, "Nothing at all", null, numbers([0, 0, 0, 0], { disagreement: -1 }), []),
    ],
    missing: 1,
    left: [
      { ending: "md", why: "no grammar", changes: 3, lines: 120 },
      { ending: "png", why: "binary", changes: 1, lines: 0 },
      { ending: "py", why: "unparsed", changes: 1, lines: 4 },
      ...Array.from({ length: 12 }, (_, i) => ({ ending: `x${i}`, why: "no grammar" as const, changes: 1, lines: -i })),
    ],
    beyond: { endings: 2, changes: 3 },
  };
}

/** Of a store that only the walk has written. */
export function unrecordedEffort(): EffortExtract {
  return { recorded: false, parts: [], commits: [], missing: 0, left: [], beyond: NOTHING };
}

/** Commits that change nothing a grammar reads. */
export function unreadEffort(): EffortExtract {
  const only = numbers([0, 0, 0, 0], { disagreement: -1, unread: 1, unreadLines: 5 });
  return {
    recorded: true,
    parts: ["other"],
    commits: [commit(0, "Words (#1)", 1, only, [[0, only]]), commit(1, "More words", null, only, [[0, only]])],
    missing: 0,
    left: [{ ending: "md", why: "no grammar", changes: 2, lines: 10 }],
    beyond: NOTHING,
  };
}
