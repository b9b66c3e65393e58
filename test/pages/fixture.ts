// Small extracts made in code: every state, outcome and kind of trouble that pages can draw, hostile names among them. They
// stand for what src/data hands over, so that pages are tested without a store.

import { VERDICT_ORDER, VERDICTS } from "../../loaders/report/audit/words.ts";
import type {
  CitationsExtract,
  ClaimDetails,
  ClaimsExtract,
  Contract,
  ContractsExtract,
  EffortExtract,
  EventRow,
  IndexExtract,
  IssueDetails,
  IssuesExtract,
  Lane,
  LaneState,
  LineageDetails,
  LineageExtract,
  MethodExtract,
  NotebookExtract,
  NotesExtract,
  Spot,
  SurfaceExtract,
} from "../../loaders/report/pages.ts";
import { claimDetails, claims, notes } from "./fixture-claims.ts";
import { effort } from "./fixture-effort.ts";
import { issueDetailsOf, issues } from "./fixture-issues.ts";
import { lineage, lineageDetails } from "./fixture-lineage.ts";

const COMMITS = 120;
const DAY = 86400;
const START = Date.parse("2025-11-06T12:00:00Z") / 1000;
const LAYER = "worker";

/** A hexadecimal oid that differs by number. */
export function oid(n: number): string {
  return n.toString(16).padStart(40, "0");
}

export function spot(path: string, line: number, endLine = line): Spot {
  return { path, line, endLine, oid: oid(line) };
}

export function notebook(layers: NotebookExtract["layers"]): NotebookExtract {
  const time = Array.from({ length: COMMITS }, (_, i) => START + i * 2 * DAY);
  const day = time.map((t) => new Date(t * 1000).toISOString().slice(0, 10));
  return {
    repository: "example/engine",
    branch: "main",
    head: { oid: oid(COMMITS), day: day.at(-1) ?? "" },
    forge: "https://forge.example/example/engine",
    profile: "sample",
    proposed: true,
    version: "0.0.0",
    schema: 1,
    floor: { kind: "root", oid: oid(0) },
    walk: "first-parent",
    time,
    day,
    tags: [
      { name: "v0.1.0", position: 40, time: time[40] ?? 0, onLine: true },
      { name: "v0.2.0", position: 90, time: time[90] ?? 0, onLine: true },
      { name: "v0.2.1", position: 92, time: time[92] ?? 0, onLine: false },
    ],
    layers,
    citations: null,
    claims: null,
    openFindings: null,
    copied: null,
    warnings: [],
  };
}

export function lane(
  name: string,
  of: { first?: number; last?: number; state?: LaneState; group?: number; sites?: number; slug?: string },
): Lane {
  const { first = 0, last = null, state = "waited", group = 0, sites = 1, slug = name } = of;
  const died = last === null ? [] : [{ position: last + 1, glyph: "died" as const, text: "no longer sent" }];
  return {
    layer: LAYER,
    name,
    slug,
    group,
    spans: [{ first, last, state, sites }],
    marks: [{ position: first, glyph: "born", text: "appears" }, ...died],
    now: last === null ? { waits: state, sites, replies: "kept" } : null,
    keys: [],
  };
}

export function event(
  position: number,
  changes: readonly {
    glyph: EventRow["changes"][number]["glyph"];
    names: EventRow["changes"][number]["names"];
    text?: string;
  }[],
  of: { pr?: number | null } = {},
): EventRow {
  return {
    position,
    oid: oid(position),
    day: new Date((START + position * 2 * DAY) * 1000).toISOString().slice(0, 10),
    pr: of.pr ?? null,
    subject: `Change <b>${position}</b>`,
    origin: null,
    layer: LAYER,
    changes: changes.map((c) => ({ text: "", spot: null, ...c })),
    sites: position,
    names: 3,
  };
}

export function surface(of: Partial<SurfaceExtract>): SurfaceExtract {
  return {
    groups: [{ layer: LAYER, label: "Every runner answers" }],
    lanes: [],
    files: [],
    meetings: [],
    events: [],
    totals: [],
    dropped: [],
    ...of,
  };
}

export function contract(name: string, slug = name): Contract {
  return {
    slug,
    layer: LAYER,
    name,
    alive: true,
    state: "waited",
    members: [],
    sites: [
      {
        spot: spot("pkg/core.py", 12, 14),
        function: "Core.step",
        class: "Core",
        wait: true,
        timeout: null,
        use: "bound",
        arity: 1,
        conditions: [],
        reads: [],
        evidence: 2,
        fixes: "only that something not None comes back",
      },
    ],
    answerers: [],
    shapes: [],
    nested: [],
    inProcess: [],
    lifespan: [{ first: 0, last: null, state: "waited", sites: 1 }],
    history: [],
  };
}

/** What a store gives that no audit has written. */
export function unaudited(): CitationsExtract {
  return {
    audited: false,
    steps: [],
    commits: [],
    left: [],
    verdicts: [],
    moments: [],
    strings: [],
    chunk: 40,
    rows: {
      fingerprint: [],
      doc: [],
      line: [],
      text: [],
      path: [],
      start: [],
      end: [],
      symbol: [],
      verdict: [],
      fails: [],
      first: [],
      last: [],
      until: [],
      brokeAt: [],
      born: [],
      broke: [],
      floor: [],
      strength: [],
      distance: [],
      instead: [],
    },
  };
}

const HOSTILE = "<img src=x onerror=globalThis.broken=1>";

/** The extracts of a whole notebook, by the names of their files. */
export function extracts(): {
  notebook: NotebookExtract;
  surface: SurfaceExtract;
  contracts: ContractsExtract;
  citations: CitationsExtract;
  claims: ClaimsExtract;
  "claim-details": ClaimDetails;
  notes: NotesExtract;
  issues: IssuesExtract;
  "issue-details": IssueDetails;
  lineage: LineageExtract;
  "lineage-details": LineageDetails;
  effort: EffortExtract;
  index: IndexExtract;
  method: MethodExtract;
} {
  const states: readonly LaneState[] = ["waited", "unwaited", "mixed", "parks", "skipped"];
  const lanes = [
    ...states.map((state, i) => lane(`is_${state}`, { state, sites: i + 1 })),
    ...[1, 2, 3].map((i) => lane(`brought_${i}`, { first: 60, group: 1 })),
    lane("a_name_that_does_not_end_before_it_has_more_than_forty_characters", { first: 20, group: 1, slug: "long" }),
    lane(HOSTILE, { first: 30, group: 1, slug: "hostile" }),
    lane("gone", { first: 10, last: 50, group: 2 }),
  ];
  const groups = ["Every runner answers", "Only Fast answers", "No longer sent"].map((label) => ({
    layer: LAYER,
    label,
  }));
  const names = (...list: string[]) => list.map((text) => ({ text, slug: text }));
  const events = [
    event(100, [{ glyph: "wait", names: names("is_mixed"), text: "is now waited on by some" }], { pr: 12 }),
    event(60, [{ glyph: "born", names: names("brought_1", "brought_2", "brought_3") }], { pr: 7 }),
    event(51, [{ glyph: "died", names: names("gone") }]),
    event(0, [{ glyph: "born", names: names(...states.map((s) => `is_${s}`)) }], { pr: 1 }),
  ];
  const outcomes = ["answered", "parks", "skipped", "raises"] as const;
  const meetings = ["Core", "Other"].flatMap((broadcaster) =>
    ["Runner", "Fast"].map((answerer) => ({
      layer: LAYER,
      broadcaster,
      answerer,
      names: outcomes.map((outcome) => ({ name: outcome, slug: outcome, outcome })),
      when: answerer === "Fast" ? "config.fast" : null,
    })),
  );
  const read = (first: number, last: number | null, path: string) => ({
    first,
    last,
    spot: spot(path, 30),
    function: "Core.step",
    required: false,
    default: "{}",
  });
  const told: Contract = {
    ...contract("is_waited"),
    members: [
      { key: "never_read", untold: [], produced: [{ first: 0, last: null }], read: [], trouble: [] },
      {
        key: "returned",
        untold: [],
        produced: [{ first: 0, last: null }],
        read: [read(0, 30, "pkg/core.py"), read(80, null, "pkg/other.py")],
        trouble: [],
      },
      {
        key: "never_sent",
        untold: [],
        produced: [],
        read: [read(10, null, "pkg/core.py")],
        trouble: [{ first: 10, last: null, status: "breach", class: "Fast", detail: "KeyError", when: "config.fast" }],
      },
      {
        key: "defaulted",
        untold: [],
        produced: [{ first: 5, last: null }],
        read: [read(5, null, "pkg/core.py")],
        trouble: [{ first: 70, last: null, status: "defaulted", class: "Fast", detail: "{}", when: "" }],
      },
      {
        key: HOSTILE,
        untold: [],
        produced: [{ first: 5, last: 100 }],
        read: [read(5, 100, "pkg/core.py")],
        trouble: [],
      },
    ],
    answerers: ["Runner", "Fast"].map((name, i) => ({
      class: name,
      definedIn: i === 0 ? "Base" : name,
      spot: spot("pkg/runner.py", 40 + i, 60 + i),
      decorators: i === 0 ? ["no_grad()"] : [],
      replies: true,
      returns: [
        {
          spot: spot("pkg/runner.py", 55),
          shape: i === 0 ? "keys" : "none",
          type: "dict",
          keys: ["returned", "defaulted"],
          when: "not self.fast",
          via: ["super().step"],
        },
      ],
    })),
    shapes: [
      { first: 0, last: 40, class: "Runner", label: "int", keys: [], when: "" },
      { first: 41, last: null, class: "Runner", label: "3 keys", keys: ["a", "b", "c"], when: "" },
      { first: 20, last: null, class: "Fast", label: "None", keys: [], when: "config.fast" },
    ],
    nested: [
      {
        key: "state",
        target: "State.from_wire",
        spot: spot("pkg/state.py", 3, 9),
        keys: ["x", "y"],
        exact: true,
        raises: ["KeyError"],
      },
    ],
    inProcess: [{ spot: spot("pkg/local.py", 8), function: "run", receiver: "runner", use: "discarded", caught: true }],
    history: events,
  };
  const totals = {
    layer: LAYER,
    steps: [
      [0, 15, 5, 2],
      [60, 18, 8, 2],
      [100, 19, 10, 2],
    ] as const,
  };
  const pinned = claims();
  const named = issues();
  const copied = lineage();
  return {
    notebook: {
      ...notebook([
        { name: LAYER, names: 10, sites: 19, miss: "park" },
        { name: "utility", names: 0, sites: 0, miss: "error" },
      ]),
      openFindings: 3,
      claims: { pins: 9, false: 4, unchecked: 1, notes: 6, measurements: 2, failing: 3 },
      copied: { told: 8, surviving: 2 },
    },
    surface: surface({
      groups,
      lanes,
      events,
      meetings,
      totals: [totals],
      files: Array.from({ length: 7 }, (_, i) => ({
        layer: LAYER,
        path: `pkg/file_${i}.py`,
        steps: [[i * 10, i + 1]] as const,
      })),
    }),
    contracts: {
      contracts: [
        told,
        contract(HOSTILE, "hostile"),
        { ...contract("is_parks"), state: "parks" },
        {
          ...contract("gone"),
          alive: false,
          sites: [],
          lifespan: [{ first: 10, last: 50, state: "waited", sites: 1 }],
        },
      ],
    },
    citations: unaudited(),
    claims: pinned,
    "claim-details": claimDetails(pinned),
    notes: notes(),
    issues: named,
    "issue-details": issueDetailsOf(named),
    lineage: copied,
    "lineage-details": lineageDetails(copied),
    effort: effort(),
    index: {
      verdicts: [],
      falseClaims: [
        [0, 1],
        [80, 3],
      ],
      wrong: (["parks", "breach", "claims", "copied", "notes", "unread", "defaulted", "dropped"] as const).map(
        (glyph, i) => ({
          ...(glyph === "claims" ? { claim: "false" as const } : glyph === "notes" ? { claim: "stale" as const } : {}),
          glyph,
          text: `${HOSTILE} is ${glyph}`,
          note: "see there",
          slug: i === 0 ? "is_parks" : null,
          since: i * 20,
        }),
      ),
      lately: events.map((e) => ({
        position: e.position,
        pr: e.pr,
        oid: e.oid,
        day: e.day,
        glyph: e.changes[0]?.glyph ?? "changed",
        names: e.changes[0]?.names ?? [],
        text: "changes",
      })),
    },
    method: {
      counts: [{ what: "commits", count: COMMITS }],
      dropped: [{ reason: "non-literal-name", means: "the name is an expression", count: 2 }],
      rules: [{ layer: LAYER, rule: "call_func", matchesNow: 0, firstSeen: null }],
      versions: [{ what: "binnacle", version: "0.0.0" }],
      verdicts: VERDICT_ORDER.map((verdict) => ({ verdict, ...VERDICTS[verdict], count: 1 })),
      weights: [{ name: "prior", value: 1, says: "Bits that a version has over the one before." }],
    },
  };
}
