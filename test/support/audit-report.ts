// A made-up audit with every verdict, every kind of suggestion, and text that attacks each medium it could be printed in.

import type { AuditReport, Finding, Verdict } from "../../loaders/citation.ts";
import type { ClaimFinding } from "../../loaders/claim.ts";

export const HEAD = "0123456789abcdef0123456789abcdef01234567";
export const BASE = "89abcdef0123456789abcdef0123456789abcdef";
const CULPRIT = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";

/** A finding that holds, with what a test says of it. */
export function finding(given: Partial<Finding> = {}): Finding {
  return {
    doc: "docs/design.md",
    line: 12,
    column: 8,
    text: "core.py:12-14",
    path: "pkg/core.py",
    start: 12,
    end: 14,
    symbol: null,
    verdict: "holds",
    fails: false,
    suggestion: null,
    born: { commit: BASE, pr: 12, date: "2026-01-09", floor: null },
    broke: null,
    evidence: [],
    says: "the cited lines define `forward`",
    fingerprint: "00c0ffee",
    sentence: "See core.py:12-14 for `forward`.",
    excused: null,
    introduced: null,
    written: null,
    now: null,
    ...given,
  };
}

/** A claim that holds, with what a test says of it. */
export function claim(given: Partial<ClaimFinding> = {}): ClaimFinding {
  return {
    kind: "pin",
    address: "claim:forward-sites",
    doc: "docs/design.md",
    line: 20,
    column: 1,
    text: "Four sites send `forward`.",
    verdict: "holds",
    fails: false,
    says: "4 sites are stated, and found",
    stated: "Four",
    found: "4",
    missing: [],
    extra: [],
    places: [{ path: "pkg/core.py", line: 12, text: "pkg/core.py" }],
    born: { commit: BASE, pr: 12, date: "2026-01-09", floor: null },
    broke: null,
    fingerprint: "00c1a100",
    excused: null,
    introduced: null,
    ...given,
  };
}

const CLAIMS: readonly ClaimFinding[] = [
  claim(),
  claim({
    address: "claim:names",
    line: 22,
    verdict: "false",
    fails: true,
    text: "The engine sends exactly three names.",
    says: "stated and not there: exit; there and not stated: exit_now",
    missing: ["exit"],
    extra: ["exit_now"],
    broke: { commit: CULPRIT, pr: 860, date: "2026-06-04", says: "made it false" },
    fingerprint: "00c1a101",
  }),
  claim({
    address: "claim:gone",
    line: 1,
    verdict: "unchecked",
    fails: true,
    says: "no sentence of docs/design.md matches",
    stated: null,
    found: null,
    places: [],
    fingerprint: "00c1a102",
  }),
  claim({
    kind: "sum",
    address: "doc:docs/rest.md:7",
    doc: "docs/rest.md",
    line: 7,
    verdict: "false",
    fails: true,
    text: "39 = 19 + 11 + 8",
    says: "38 is the sum, and 39 is stated",
    stated: "39",
    found: "38",
    places: [],
    fingerprint: "00c1a103",
  }),
  claim({
    kind: "reference",
    address: "doc:docs/rest.md:8",
    doc: "docs/rest.md",
    line: 8,
    verdict: "external",
    text: "torch.empty",
    says: "nothing here defines it",
    stated: null,
    found: null,
    places: [],
    fingerprint: "00c1a104",
  }),
];

/** A report of findings, counted. */
export function reportOf(citations: readonly Finding[], given: Partial<AuditReport> = {}): AuditReport {
  const counts: Record<string, number> = {
    citations: citations.length,
    documents: new Set(citations.map((each) => each.doc)).size,
    failing: citations.filter((each) => each.fails).length,
    strong: citations.filter((each) => each.suggestion?.strength === "strong").length,
    hints: citations.filter((each) => each.suggestion?.strength === "hint").length,
    unbound: given.unbound?.length ?? 0,
  };
  for (const { verdict } of citations) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return {
    schema: 1,
    repository: "engine",
    commit: HEAD,
    judged: "work tree",
    base: null,
    counts,
    claims: [],
    citations,
    unbound: [],
    skipped: [],
    notices: [],
    forge: "https://github.com/example/engine",
    ...given,
  };
}

/** Text that would do something in a terminal, a workflow log, Markdown, HTML, XML, SARIF or a spreadsheet. */
export const HOSTILE = [
  "\u001b[2J\u001b]0;owned\u0007",
  "a\n::error file=x::owned",
  "a\r\n##[error]owned",
  "::set-output name=x::y",
  "100%0A::warning::x",
  "file,line=1:2",
  "@octocat @org/team look at #1, GH-2, o/r#3, !4 and a@b.example",
  "| a | b |\n|---|---|",
  "a\\|b\\\\|c|d",
  "``` ` `` \\",
  "`",
  "<script>alert(1)</script><img src=x onerror=alert(1)><!-- --></details>",
  "[click](https://evil.example) ![x](http://evil.example/x.png) <https://evil.example> www.evil.example",
  "**bold** _it_ ~~s~~ # head $x$ :tada: &copy; &#64;octocat",
  "]]><x/>&\"'\u0000\u0008\ufffe\uffff",
  "lone \ud800 surrogate \udc00",
  "{0} {1} [x](1)",
  "\u202egnp.exe\u2066\u2028\u2029",
  "=cmd()|x",
  "漢字 😀 é",
  "",
];

const broke = { commit: CULPRIT, pr: 860, date: "2026-06-04", says: "moved it 14 lines down" };
const strong = { path: "pkg/core.py", start: 26, end: 28, symbol: "Runner.forward", strength: "strong" as const };
const fails = true;

const RANGES: readonly Finding[] = [
  finding({
    line: 4,
    column: 1,
    text: "core.py:3",
    start: 3,
    end: 3,
    fingerprint: "a1",
    evidence: [{ sign: "support", says: "the line names `Runner`", bits: 4.25 }],
  }),
  finding({
    verdict: "moved",
    broke,
    suggestion: strong,
    says: "the cited lines now stand 14 lines down",
    fingerprint: "a2",
    evidence: [
      { sign: "follow", says: "lines 12-14 became 26-28", bits: 6.5 },
      { sign: "neatness", says: "the range is no whole definition", bits: -0.75 },
      { sign: "now", says: "line 12 is blank", bits: null },
    ],
  }),
  finding({
    line: 13,
    text: ":20",
    start: 20,
    end: 20,
    verdict: "changed",
    fails,
    broke: { commit: CULPRIT, pr: null, date: "2026-06-04", says: "rewrote it" },
    suggestion: { path: "pkg/step.py", start: 7, end: 9, symbol: null, strength: "hint" },
    says: "the line that was cited is gone",
    fingerprint: "a3",
  }),
  finding({
    line: 30,
    text: "pkg/core.py:40",
    start: 40,
    end: 40,
    verdict: "wrong-when-written",
    fails,
    suggestion: { path: "pkg/core.py", start: 44, end: 44, symbol: "Runner.step", strength: "strong" },
    says: "the cited line is blank; `step` is defined four lines down",
    fingerprint: "a4",
  }),
  finding({
    line: 31,
    text: "core.py:41",
    start: 41,
    end: 41,
    verdict: "wrong-when-written",
    excused: "binnacle-ignore: the numbers are of the talk",
    says: "the cited line is a comment",
    fingerprint: "a5",
  }),
  finding({
    doc: "docs/other notes.md",
    line: 2,
    text: "core.py:900",
    start: 900,
    end: 900,
    verdict: "past-end",
    fails,
    broke: { commit: "uncommitted", pr: null, date: "", says: "cut the file to 60 lines" },
    says: "the file has 60 lines",
    fingerprint: "b1",
  }),
  finding({
    doc: "docs/other notes.md",
    line: 3,
    text: "old.py:1",
    start: 1,
    end: 1,
    path: null,
    verdict: "missing",
    fails,
    broke: { commit: CULPRIT, pr: 7, date: "2025-12-31", says: "renamed it to pkg/new.py" },
    suggestion: { path: "pkg/new.py", start: 1, end: 1, symbol: null, strength: "strong" },
    says: "no file ends in old.py",
    fingerprint: "b2",
  }),
  finding({
    doc: "docs/other notes.md",
    line: 4,
    text: "stream.py:5",
    start: 5,
    end: 5,
    path: null,
    verdict: "ambiguous",
    says: "it fits two files, a/stream.py and b/stream.py",
    fingerprint: "b3",
  }),
  ...(["external", "historical", "quoted", "unknown"] as const satisfies readonly Verdict[]).map((verdict, at) =>
    finding({ doc: "docs/rest.md", line: at + 1, verdict, says: "nothing here is judged", fingerprint: `c${at}` }),
  ),
];

/** A report such as a person gets, without attacks. */
export const PLAIN_REPORT: AuditReport = reportOf(RANGES, {
  claims: CLAIMS,
  notices: ["This clone is shallow at 4f2c9aa1b; what lies before is not judged."],
  unbound: [
    { doc: "docs/rest.md", line: 9, column: 1, text: ":77", reason: "no path before it" },
    { doc: "docs/rest.md", line: 10, column: 3, text: ":78", reason: "no path before it" },
    { doc: "docs/rest.md", line: 14, column: 3, text: "x.py:1", reason: "in an example" },
  ],
  skipped: [{ reason: "larger than 4 MB", count: 5, examples: ["data/a.json", "data/b.json", "data/c.json"] }],
});

/** The same looked at as a change: some of it is this change's, some was so before. */
export const CHANGE_REPORT: AuditReport = {
  ...PLAIN_REPORT,
  base: BASE,
  claims: CLAIMS.map((each) => ({ ...each, introduced: each.line === 22, fails: each.fails && each.line === 22 })),
  citations: PLAIN_REPORT.citations.map((each) => {
    const introduced = each.doc === "docs/design.md" && each.line < 31;
    return { ...each, introduced, fails: each.fails && introduced };
  }),
};

/** Each hostile text in every place that can hold text of a repository. */
export const HOSTILE_REPORT: AuditReport = hostileReport(HOSTILE);

export function hostileReport(texts: readonly string[]): AuditReport {
  return reportOf(
    texts.map((text, at) =>
      finding({
        doc: `docs/${text || "empty"}`,
        line: at + 1,
        text,
        path: text,
        symbol: text,
        verdict: at % 3 === 0 ? "changed" : at % 3 === 1 ? "moved" : "unknown",
        fails: at % 3 === 0,
        broke: { commit: CULPRIT, pr: 1, date: at % 5 === 0 ? text : "2026-06-04", says: text },
        suggestion: { path: text, start: 1, end: 2, symbol: text, strength: "strong" },
        says: text,
        sentence: text,
        fingerprint: `f${at}`,
        excused: at % 4 === 1 ? text : null,
        evidence: [{ sign: "now", says: text, bits: null }],
      }),
    ),
    {
      claims: texts.map((text, at) =>
        claim({
          kind: at % 2 === 0 ? "pin" : "reference",
          address: `claim:${text}`,
          doc: `docs/${text || "empty"}`,
          text,
          says: text,
          verdict: at % 2 === 0 ? "false" : "missing",
          fails: at % 2 === 0,
          missing: [text],
          places: [{ path: text, line: 1, text }],
          broke: { commit: CULPRIT, pr: 1, date: "2026-06-04", says: text },
          excused: at % 4 === 1 ? text : null,
          fingerprint: `e${at}`,
        }),
      ),
      repository: texts.join(""),
      judged: texts.join(""),
      notices: texts,
      unbound: texts.map((text) => ({ doc: text, line: 1, column: 1, text, reason: "in an example" })),
      skipped: texts.map((text) => ({ reason: text, count: 1, examples: [text] })),
    },
  );
}

/** Many documents and many findings. */
export function longReport(documents: number, each: number): AuditReport {
  return reportOf(
    Array.from({ length: documents * each }, (_, at) => {
      const doc = Math.floor(at / each);
      return finding({
        doc: `docs/page-${String(doc).padStart(3, "0")}.md`,
        line: (at % each) + 1,
        text: `core.py:${at + 1}`,
        start: at + 1,
        end: at + 1,
        verdict: at % 9 === 0 && doc % 10 === 3 ? "changed" : "moved",
        fails: at % 9 === 0 && doc % 10 === 3,
        suggestion: { path: "pkg/core.py", start: at + 2, end: at + 2, symbol: null, strength: "strong" },
        says: "the same code stands one line down",
        fingerprint: `d${at}`,
      });
    }),
  );
}
