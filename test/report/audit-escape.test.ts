// Holds each format to being harmless where it is read: hostile text in every field, and what a reader makes of it.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { SaxesParser } from "saxes";
import type { AuditReport } from "../../loaders/citation.ts";
import { FORMATS } from "../../loaders/report/audit/formats.ts";
import { auditGithub } from "../../loaders/report/audit/github.ts";
import { auditJunit } from "../../loaders/report/audit/junit.ts";
import { commitLink, forgeBase, lineLink } from "../../loaders/report/audit/links.ts";
import { auditMarkdown } from "../../loaders/report/audit/markdown.ts";
import { clipped, code, prose } from "../../loaders/report/audit/markdown-text.ts";
import { auditRdjson } from "../../loaders/report/audit/rdjson.ts";
import { PLAIN } from "../../loaders/report/text.ts";
import {
  finding,
  HEAD,
  HOSTILE,
  HOSTILE_REPORT,
  hostileReport,
  longReport,
  reportOf,
} from "../support/audit-report.ts";
import { fc, runs } from "../support/properties.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...HOSTILE)).map((all) => all.join("")),
);
const anyReport = fc.array(anyText, { minLength: 1, maxLength: 4 }).map(hostileReport);
const holds = (check: (report: AuditReport) => void) => {
  check(HOSTILE_REPORT);
  fc.assert(fc.property(anyReport, check), { numRuns: runs(100) });
};

describe("every format", () => {
  for (const { name, render } of FORMATS) {
    test(`${name}: no control character, no command for the log's reader`, () => {
      holds((report) => {
        for (const all of [false, true]) {
          const text = render(report, { style: PLAIN, all });
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
          assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f]/);
          assert.doesNotMatch(text, /[\u0080-\u009f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u);
          if (name !== "github") assert.doesNotMatch(text, /^\s*::/m);
          if (name !== "github") assert.doesNotMatch(text, /##\w*\[/);
        }
      });
    });
  }
});

describe("github", () => {
  test("a line is a command, and a finding is a line", () => {
    holds((report) => {
      const lines = auditGithub(report).split("\n");
      const told = report.citations.filter((each) => each.verdict !== "unknown").length;
      assert.equal(lines.length, report.notices.length + report.claims.length + told + 1);
      for (const line of lines) assert.match(line, /^::(?:error|warning|notice)(?: file=[^:]*,title=[^:,]*)?::/);
    });
  });

  test("percent, line ends, colons and commas are escaped as the runner undoes them", () => {
    const text = auditGithub(
      reportOf([finding({ verdict: "changed", fails: true, doc: "a,b:c%0A.md", text: "x,y:1", says: "100%: a,\nb" })]),
    );
    assert.equal(
      text.split("\n")[0],
      "::error file=a%2Cb%3Ac%250A.md,line=12,col=8,endLine=12,endColumn=13,title=x%2Cy%3A1 has changed::x,y:1 has changed: 100%25: a, b.",
    );
  });

  test("what fails comes first, and the last line says how many GitHub does not show", () => {
    const lines = auditGithub(longReport(4, 20)).split("\n");
    const kinds = lines.map((line) => /^::(\w+)/.exec(line)?.[1]);
    assert.deepEqual([...new Set(kinds)], ["error", "warning", "notice"]);
    assert.match(lines.at(-1) ?? "", /^::notice::Two of 80 citations fail\. .* 68 more stand in its log\.$/);
  });
});

describe("junit", () => {
  test("is well-formed, and counts what it holds", () => {
    holds((report) => {
      const seen: Record<string, number> = {};
      let declared: Record<string, string> = {};
      const parser = new SaxesParser();
      parser.on("error", (error) => {
        throw error;
      });
      parser.on("opentag", ({ name, attributes }) => {
        seen[name] = (seen[name] ?? 0) + 1;
        if (name === "testsuites") declared = attributes as Record<string, string>;
      });
      parser.write(auditJunit(report)).close();
      assert.equal(seen.testcase, report.citations.length + report.claims.length);
      assert.equal(Number(declared.tests), seen.testcase);
      assert.equal(Number(declared.failures), seen.failure ?? 0);
      assert.equal(Number(declared.skipped), seen.skipped ?? 0);
    });
  });
});

/** What a Markdown reader makes of a text, with raw HTML and bare addresses on, as forges have them. */
const MarkdownIt = createRequire(import.meta.url)("markdown-it") as new (
  options: object,
) => {
  parse: (text: string, environment: object) => Token[];
};
interface Token {
  type: string;
  content: string;
  attrs: [string, string][] | null;
  children: Token[] | null;
}
const markdown = new MarkdownIt({ html: true, linkify: true });

describe("markdown", () => {
  test("text makes no HTML, no link, no image, no mention, no reference and no other cell", () => {
    holds((report) => {
      const tokens = markdown.parse(auditMarkdown(report), {});
      const html = tokens.filter((token) => token.type === "html_block").map((token) => token.content.trim());
      for (const block of html) assert.match(block, /^<details><summary>[\w ,]+<\/summary>$|^<\/details>$/);
      for (const [at, token] of tokens.entries()) {
        if (token.type === "tr_open") {
          const cells = tokens.slice(
            at,
            tokens.findIndex((each, to) => to > at && each.type === "tr_close"),
          );
          assert.equal(cells.filter((each) => /^t[dh]_open$/.test(each.type)).length, 5);
        }
        for (const inline of token.children ?? []) {
          assert.doesNotMatch(inline.type, /^(?:html_inline|image|em_open|s_open)$/);
          if (inline.type === "link_open")
            assert.match(
              inline.attrs?.[0]?.[1] ?? "",
              /^https:\/\/github\.com\/example\/engine\/(?:blob|commit)\/[0-9a-f]{40}/,
            );
          if (inline.type === "text") {
            assert.doesNotMatch(inline.content, /[@#!][\p{L}\p{N}_]/u);
            assert.doesNotMatch(inline.content, /GH-\d|:\/\/|www\./i);
          }
        }
      }
    });
  });

  const rows: readonly [text: string, code: string, prose: string][] = [
    ["core.py:12", "`core.py:12`", "core.py:12"],
    ["a`b", "``a`b``", "a\\`b"],
    ["`a`", "`` `a` ``", "`a`"],
    ["a|b", "`a\\|b`", "a\\|b"],
    ["a\\|b", "`a¦b`", "a\\\\\\|b"],
    ["req_ids", "`req_ids`", "req_ids"],
    ["_x_", "`_x_`", "\\_x\\_"],
    ["<b>&amp;", "`<b>&amp;`", "&lt;b&gt;&\u200bamp;".replace("&\u200b", "&amp;\u200b")],
    ["@octocat", "`@octocat`", "@\u200boctocat"],
    ["#12", "`#12`", "\\#\u200b12"],
    ["- a", "`- a`", "\\- a"],
    ["1. a", "`1. a`", "1\\. a"],
    ["a\nb", "`a b`", "a b"],
    ["", "", ""],
  ];
  for (const [text, asCode, asProse] of rows) {
    test(`${JSON.stringify(text)} as code and as words`, () => {
      assert.equal(code(text), asCode);
      assert.equal(prose(text), asProse);
    });
  }

  test("the comment stays under 60,000 characters and says what it left out", () => {
    const long = auditMarkdown(longReport(60, 30));
    assert.ok(long.length <= 60_000);
    assert.match(long, /- and [\d,]+ more that have no room here/);
    const wide = auditMarkdown(
      hostileReport(Array.from({ length: 200 }, (_, at) => `${HOSTILE.join("")}${"|".repeat(5_000)}${at}`)),
    );
    assert.ok(wide.length <= 60_000, String(wide.length));
  });

  test("a clipped text says so and never ends inside a character", () => {
    assert.equal(clipped("abc", 3), "abc");
    assert.equal(clipped("abcd", 3), "ab…");
    assert.equal(clipped("😀😀😀😀", 3), "😀😀…");
  });
});

test("rdjson counts columns in bytes, and tells none where the line is not at hand or not the one that was judged", () => {
  const suggestion = { path: "pkg/core.py", start: 20, end: 22, symbol: null, strength: "strong" as const };
  const report = reportOf([finding({ verdict: "moved", suggestion, column: 3 })]);
  const diagnostic = (line: string | null) =>
    JSON.parse(auditRdjson(report, { all: false, lineOf: () => line })).diagnostics[0];
  const range = { start: { line: 12, column: 6 }, end: { line: 12, column: 19 } };
  assert.deepEqual(diagnostic("é漢core.py:12-14.").location.range, range);
  assert.deepEqual(diagnostic("é漢core.py:12-14.").suggestions, [{ range, text: "core.py:20-22" }]);
  for (const line of [null, "elsewhere core.py:12-14"]) {
    assert.deepEqual(diagnostic(line).location.range, { start: { line: 12 } });
    assert.equal(diagnostic(line).suggestions, undefined);
  }
});

test("only a plain address of a forge is linked", () => {
  assert.equal(forgeBase("https://github.com/a/b/"), "https://github.com/a/b");
  for (const forge of [null, "", "javascript:alert(1)", "file:///etc", "https://x.example/a)b|c", "no address"])
    assert.equal(forgeBase(forge), null);
  assert.equal(forgeBase("https://user:secret@github.com/a/b?x#y"), "https://github.com/a/b");
  assert.equal(
    lineLink("https://gitlab.example.org/a/b", HEAD, "x (1).py", 3),
    `https://gitlab.example.org/a/b/-/blob/${HEAD}/x%20%281%29.py#L3`,
  );
  assert.equal(lineLink("https://github.com/a/b", "uncommitted", "x.py", 3), null);
  assert.equal(commitLink("https://github.com/a/b", { commit: "uncommitted", pr: null, date: "" }), null);
});
