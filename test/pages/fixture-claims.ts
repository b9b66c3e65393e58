// Small extracts of claims, notes and measurements made in code: every verdict that a page can draw, lives of every shape,
// hostile and long texts. They stand for what src/data hands over.

import type { ClaimVerdict } from "../../loaders/claim.ts";
import { CLAIM_VERDICT_ORDER } from "../../loaders/report/audit/claim-words.ts";
import type { ClaimDetails, ClaimsExtract, Moment, NotesExtract } from "../../loaders/report/pages.ts";

const HOSTILE = "<img src=x onerror=globalThis.broken=1>";
const LONG = "a_name_that_does_not_end_before_it_has_more_than_forty_characters";

type Pin = ClaimsExtract["pins"][number];

function moment(n: number, day: string): Moment {
  return { oid: (n + 7).toString(16).padStart(40, "c"), pr: n % 2 === 0 ? n : null, day };
}

/** A verdict's place in the extract; "not yet" is -1. */
function place(verdict: ClaimVerdict | null): number {
  return verdict === null ? -1 : CLAIM_VERDICT_ORDER.indexOf(verdict);
}

function pin(
  name: string,
  of: Partial<Pin> & { readonly lives?: readonly (readonly [number, ClaimVerdict | null])[] },
): Pin {
  const { lives = [[0, "holds"]], ...rest } = of;
  return {
    name,
    doc: ".binnacle/claims/a.yaml",
    line: 3,
    text: `${name} sends four names`,
    verdict: "holds",
    fails: false,
    says: "4 names are stated, and found",
    stated: "4",
    found: "4",
    asks: ["dispatched names of worker"],
    broke: null,
    seeds: { tried: 17, red: 3 },
    life: lives.map(([first, verdict], at) => [first, (lives[at + 1]?.[0] ?? 0) - 1, place(verdict), at % 2]),
    ...rest,
  };
}

/** Claims of every state; with a number, so many of them. */
export function claims(many = 0): ClaimsExtract {
  const wrong = { verdict: "false", fails: true, seeds: null } as const;
  const pins = [
    pin("always", {}),
    pin("broken", {
      ...wrong,
      doc: "docs/a.md",
      says: "26 names are stated, and there are 37",
      stated: "26",
      found: "37",
      broke: moment(12, "2026-02-04"),
      lives: [
        [20, "holds"],
        [80, "false"],
      ],
    }),
    pin("never", { ...wrong, lives: [[0, "false"]], says: "3 are stated, and there are 4", stated: "3", found: "4" }),
    pin("later", {
      lives: [
        [0, null],
        [60, "holds"],
      ],
    }),
    pin("blind", { seeds: { tried: 9, red: 0 } }),
    pin("unchecked", {
      verdict: "unchecked",
      fails: true,
      seeds: null,
      doc: "docs/gone.md",
      text: "{n:number} names",
      says: "docs/gone.md is not there",
      stated: null,
      found: null,
      lives: [],
    }),
    pin("back", {
      lives: [
        [10, "holds"],
        [30, "unchecked"],
        [50, "false"],
        [51, "false"],
        [70, "holds"],
      ],
    }),
    pin("hostile", {
      ...wrong,
      text: HOSTILE,
      says: `there and not stated: ${HOSTILE}`,
      stated: "none",
      found: HOSTILE,
    }),
    pin("long", {
      ...wrong,
      text: `The workers are asked for ${LONG} and for nothing else, whatever a profile may say of it or of them`,
      says: `stated and not there: ${LONG}`,
      stated: LONG,
      found: "none at all of them",
      broke: moment(13, "2025-12-24"),
    }),
    ...Array.from({ length: many }, (_, i) =>
      pin(`claim-${i}`, {
        doc: `docs/part-${i % 40}.md`,
        ...(i % 9 === 4 ? { ...wrong, broke: moment(i, "2026-01-02") } : {}),
        lives: [[i % 90, "holds"], ...(i % 9 === 4 ? ([[95, "false"]] as const) : [])],
      }),
    ),
  ];
  return {
    judged: true,
    verdicts: CLAIM_VERDICT_ORDER,
    texts: ["4", "37"],
    pins,
    loose: [
      {
        kind: "count",
        doc: "docs/a.md",
        line: 12,
        text: `The package has two modules. ${HOSTILE}`,
        verdict: "differs",
        says: "two modules are stated, and there are 3",
        stated: "two",
        found: "3",
        born: moment(2, "2025-12-01"),
      },
      {
        kind: "sum",
        doc: "README.md",
        line: 40,
        text: "39 = 19 + 11 + 8",
        verdict: "false",
        says: "19 + 11 + 8 is 38, not 39",
        stated: "39",
        found: "38",
        born: null,
      },
    ],
  };
}

export function claimDetails(extract: ClaimsExtract): ClaimDetails {
  return extract.pins.map((row, at) => ({
    missing: at % 2 === 0 ? [] : [HOSTILE],
    extra: at % 2 === 0 ? [] : ["forward", LONG],
    places: [
      { path: "pkg/core.py", line: 12, text: `self.call(${HOSTILE})` },
      { path: "pkg/whole.py", line: null, text: "pkg/whole.py" },
    ],
    restsOn: at === 0 ? ["step-time"] : [],
    blind: row.seeds === null ? [] : ["rename a name", "flip a wait"],
    born: moment(4, "2025-11-20"),
    states: row.life.map((_, i) => ({ says: "as it was", oid: (i + 9).toString(16).padStart(40, "d"), pr: i })),
  }));
}

/** Notes and measurements of every verdict, a note of many words, one on two layers' contracts, and a broken file. */
export function notes(): NotesExtract {
  const verdicts: readonly ClaimVerdict[] = ["holds", "moved", "changed", "missing", "unchecked", "ambiguous"];
  return {
    judged: true,
    notes: verdicts.map((verdict, i) => ({
      name: `note-${verdict}`,
      doc: ".binnacle/notes/a.md",
      line: 1,
      title: i === 1 ? HOSTILE : `What holds of \`is_waited\`, ${verdict}`,
      body: i === 0 ? `${"It waits for ever. ".repeat(40)}\n\nAnd \`${LONG}\`.` : i === 2 ? "Short." : "",
      category: i === 5 ? null : i % 2 === 0 ? "blocking" : "shape",
      status: i % 3 === 0 ? "settled" : "open",
      relies: i === 0 ? ["scheduler", "whoever closes a port"] : [],
      retired: i === 2,
      verdict,
      fails: verdict === "missing" || verdict === "unchecked",
      subjects: [
        {
          text: ["name:is_waited", "key:is_waited.returned", `symbol:pkg/core.py#Core.${LONG}`][i % 3] ?? "",
          verdict,
          says: "it is as it is",
          broke: verdict === "changed" ? { ...moment(8, "2026-03-01"), says: "rewrote it" } : null,
          path: verdict === "missing" ? null : "pkg/core.py",
          line: verdict === "missing" ? null : 12,
          commit: null,
          contracts: i % 3 === 2 ? [] : [{ name: "is_waited", slug: "is_waited" }],
        },
        ...(i === 0
          ? [
              {
                text: "commit:abcdef0",
                verdict,
                says: "it is attached, to a commit",
                broke: null,
                path: null,
                line: null,
                commit: "abcdef0".padEnd(40, "1"),
                contracts: [],
              },
            ]
          : []),
      ],
    })),
    measurements: (["holds", "stale"] as const).map((verdict) => ({
      name: verdict === "holds" ? "step-time" : "wire-bytes",
      doc: ".binnacle/measurements/a.yaml",
      line: 1,
      of: "one step, warm",
      value: verdict === "holds" ? 11.4 : 18432,
      unit: verdict === "holds" ? "ms" : "bytes",
      command: `python -m bench --of ${LONG}${LONG} --and ${HOSTILE}`,
      environment: ["cpu: 2 cores"],
      commit: "abcdef0",
      oid: verdict === "holds" ? "abcdef0".padEnd(40, "1") : null,
      dependsOn: ["pkg/core.py", "pkg/**/*.py"],
      verdict,
      fails: false,
      says: "it is so",
      broke: verdict === "stale" ? { ...moment(6, "2026-01-09"), says: "touched pkg/core.py" } : null,
      touches: verdict === "stale" ? 3 : 0,
      claims: verdict === "holds" ? ["always"] : [],
    })),
    others: [
      {
        kind: "note",
        name: "broken",
        doc: ".binnacle/notes/broken.md",
        line: 1,
        verdict: "unchecked",
        fails: true,
        says: ".binnacle/notes/broken.md:1: there is no front matter",
      },
    ],
  };
}

/** What a store gives that nothing but the walk has written. */
export function unjudgedClaims(): ClaimsExtract {
  return { judged: false, verdicts: CLAIM_VERDICT_ORDER, texts: [], pins: [], loose: [] };
}
