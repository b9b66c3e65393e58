// Small extracts of issues made in code: every state, findings and names that are gone, commits that name none, a thread of
// another repository, hostile and long texts; and as many as are asked for. They stand for what src/data hands over.

import type { IssueDetail, IssueDetails, IssueRow, IssuesExtract } from "../../loaders/report/pages.ts";

const HOSTILE = "<img src=x onerror=globalThis.broken=1>";
const LONG = "a_name_that_does_not_end_before_it_has_more_than_forty_characters";
const COMMITS = 120;
const DAY = 86400;
/** The instant of the first commit of fixture.ts. */
const START = Date.parse("2025-11-06T12:00:00Z") / 1000;

const at = (position: number): number => START + position * 2 * DAY;
const oid = (n: number): string => n.toString(16).padStart(40, "e");

type Change = IssuesExtract["changes"][number];

function change(position: number, issues: readonly number[], of: Partial<Change>): Change {
  return {
    position,
    oid: oid(position),
    subject: `Change ${HOSTILE} ${position}`,
    issues,
    marks: [["names", "born", 1]],
    contracts: [[0, 1]],
    keys: [],
    ...of,
  };
}

/** Issues of every state; with a number, so many imported ones more. */
export function issues(many = 0): IssuesExtract {
  const rows: IssueRow[] = [
    { id: "#1", title: "Predict tides", commits: [[0, 0]], changes: [0] },
    { id: "#2", title: HOSTILE, commits: [[20, 0]], changes: [1] },
    {
      id: "#3",
      title: `Ask for ${LONG} and for nothing else, whatever a profile may say of it`,
      commits: [
        [23, 0],
        [60, 4],
        [80, 2],
      ],
      kind: "pull",
      state: "merged",
      role: "author",
      raisers: ["reviewer"],
      opened: at(12),
      closed: at(23),
      changes: [2],
      findings: { open: 2, all: 3 },
      cites: { wrong: 1, judged: 4 },
      speaks: [1],
      members: ["returned"],
    },
    {
      id: "#4",
      title: "Say what spare was for",
      commits: [],
      kind: "issue",
      state: "open",
      role: "ghost",
      opened: at(90),
      speaks: [0],
      members: ["spare"],
      gone: ["spare", HOSTILE],
    },
    {
      id: "#5",
      title: "Closed and never merged",
      commits: [[70, 4]],
      kind: "pull",
      state: "closed",
      role: "bot",
      opened: at(50),
      closed: at(70),
    },
    {
      id: "#6",
      title: "Another engine's words",
      commits: [[75, 0]],
      kind: "pull",
      state: "unknown",
      role: "author",
      raisers: ["other"],
      stranger: true,
      findings: { open: 1, all: 1 },
    },
    { id: "#7", title: "Only mentioned", commits: [[110, 4]] },
    { id: "#8", title: "Nothing says when", commits: [], kind: "issue", state: "unknown", role: "author" },
    ...Array.from({ length: many }, (_, i): IssueRow => {
      const id = `#${i + 10}`;
      const position = i % COMMITS;
      const open = i % 10 === 3;
      return {
        id,
        title: `Imported number ${i} about something or other`,
        commits: [[position, 0]],
        kind: i % 3 === 0 ? "issue" : "pull",
        state: open ? "open" : "merged",
        role: "author",
        opened: at(Math.max(0, position - (i % 30))),
        ...(open ? {} : { closed: at(position) }),
        ...(i % 7 === 0 ? { raisers: ["reviewer"], findings: { open: i % 2, all: 4 } } : {}),
      };
    }),
  ];
  return {
    judged: true,
    imported: 5 + many,
    hows: ["own", "closes", "reverts", "filed", "mentions"],
    oids: Array.from({ length: COMMITS }, (_, i) => oid(i)),
    contracts: [
      { layer: "worker", name: "is_waited", slug: "is_waited" },
      { layer: "worker", name: HOSTILE, slug: "hostile" },
      { layer: "worker", name: LONG, slug: null },
    ],
    changes: [
      change(0, [0], {
        marks: [
          ["names", "born", 7],
          ["answers", "born", 8],
        ],
      }),
      change(20, [1], {
        marks: [
          ["names", "died", 1],
          ["keys", "born", 3],
          ["sites", "wait", 1],
        ],
        contracts: [
          [1, 4],
          [2, 1],
        ],
        keys: ["returned", LONG],
      }),
      change(23, [2], {
        marks: [
          ["breaches", "breach", 2],
          ["claims", "false", 1],
          ["citations", "missing", 2],
        ],
        contracts: [[1, 2]],
      }),
      change(40, [], { marks: [["keys", "died", 2]], keys: ["spare"] }),
      change(41, [], { marks: [["citations", "changed", 1]], contracts: [] }),
    ],
    rows,
  };
}

/** What opened rows show. */
export function issueDetailsOf(extract: IssuesExtract): IssueDetails {
  return {
    rows: extract.rows.map(({ id, commits }) => ({
      ...NOTHING,
      commits: commits.map(([position, how]) => ({
        position,
        oid: oid(position),
        how: extract.hows[how] ?? "mentions",
        subject: `Commit ${HOSTILE}`,
      })),
      ...(id === "#3" ? OPENED : {}),
    })),
    changes: extract.changes.map(() => ({
      contracts: [
        {
          name: "is_waited",
          slug: "is_waited",
          changes: [
            {
              glyph: "born",
              names: [],
              text: "first sent",
              spot: { path: "pkg/core.py", line: 12, endLine: 12, oid: null },
            },
          ],
        },
      ],
      claims: [{ name: "broken", text: HOSTILE, says: "26 are stated, and there are 37" }],
      citations: [{ doc: "docs/a.md", line: 3, text: "core.py:12-14", verdict: "missing" }],
    })),
  };
}

const NOTHING: IssueDetail = { commits: [], rounds: [], findings: [], links: [], cites: [], names: [] };

const OPENED: Omit<IssueDetail, "commits"> = {
  rounds: [
    { round: 1, verdicts: ["request-changes"] },
    { round: 2, verdicts: ["approve"] },
  ],
  findings: (["open", "answered", "closed"] as const).map((state, i) => ({
    round: 1,
    label: String(i + 1),
    role: "reviewer",
    text: `${HOSTILE} is \`${LONG}\`. `.repeat(8),
    path: i === 0 ? "pkg/core.py" : null,
    line: i === 0 ? 12 : null,
    state,
    answered: state === "open" ? null : `Agreed. ${HOSTILE}`,
    fixed_in: state === "open" ? null : "abcdef012",
    fixed_by: state === "open" ? null : i === 1 ? ("push" as const) : ("named" as const),
    tests: state === "closed" ? ["test_that_it_cannot_come_back", LONG] : [],
    closed_by: state === "closed" ? "seen to fail" : null,
  })),
  links: [
    { kind: "filed", to: true, repository: null, target: "#4", state: "open" },
    { kind: "stacks-on", to: true, repository: null, target: "#2", state: null },
    { kind: "closes", to: false, repository: null, target: "#90", state: null },
    { kind: "mentions", to: true, repository: "other/engine", target: "#77", state: null },
  ],
  cites: [
    {
      text: "core.py:12-14",
      path: "pkg/core.py",
      start: 12,
      end: 14,
      said: { oid: oid(23), verdict: "holds" },
      verdict: "changed",
      says: `those lines were rewritten ${HOSTILE}`,
    },
    { text: "else.py:1", path: null, start: 0, end: 0, said: null, verdict: "external", says: "of another tree" },
  ],
  names: [
    { kind: "member", text: "spare", contract: { name: "is_waited", slug: "is_waited" }, gone: true, goneIn: oid(40) },
    { kind: "path", text: `pkg/${LONG}.py`, contract: null, gone: true, goneIn: null },
    { kind: "name", text: "is_waited", contract: { name: "is_waited", slug: "is_waited" }, gone: false, goneIn: null },
  ],
};

/** What a store gives that nothing but the walk has written. */
export function unjudgedIssues(): IssuesExtract {
  return { judged: false, imported: 0, hows: [], oids: [], contracts: [], changes: [], rows: [] };
}
