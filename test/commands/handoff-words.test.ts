// What a hand-off sheet writes of names and addresses: words that stay text, and links as each forge has them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { issueLink, lineLink, pullLink } from "../../loaders/report/audit/links.ts";
import { sheetMarkdown } from "../../loaders/report/handoff/markdown.ts";
import type { Sheet } from "../../loaders/report/handoff/sheet.ts";
import { plainWords } from "../../loaders/report/handoff/words.ts";

const OID = "0123456789abcdef0123456789abcdef01234567";
const HUB = "https://github.com/x/gitlab.nvim";
const LAB = "https://gitlab.example.org/x/y";

test("words of an event stay text: no mention, no reference, no address and no markup, in code or out of it", () => {
  const apart = "\u200b";
  for (const [text, expected] of [
    ["first sent", "first sent"],
    ["is read by `a` and foo_bar, too", "is read by `` `a` `` and `foo_bar`, too"],
    ["by @me.", "by `@me`."],
    ["by &commat;torvalds", `by &amp;${apart}commat;torvalds`],
    ["see https://a.example", `see https:${apart}//a.example`],
    ["see www.a.example", `see www${apart}.a.example`],
    ["as GH-12", `as GH-${apart}12`],
    ["is $x$ ~~now~~", `is \\$${apart}x\\$ \\~\\~${apart}now\\~\\~`],
    ["2 to  3", "2 to 3"],
  ] as const)
    assert.equal(plainWords(text), expected);
});

test("a word of 200,000 characters is set in one pass", () => {
  const long = "a".repeat(200_000);
  assert.equal(plainWords(`${long} it`), `${long} it`);
  assert.equal(plainWords(`${long}_ it`), `\`${long}_\` it`);
});

test("a forge is GitLab by its host: pull requests, issues and ranges of lines are linked as it has them", () => {
  assert.equal(pullLink(HUB, 7), `${HUB}/pull/7`);
  assert.equal(pullLink(LAB, 7), `${LAB}/-/merge_requests/7`);
  assert.equal(pullLink("javascript:alert(1)", 7), null);
  assert.equal(issueLink(HUB, { kind: "issue", number: 7, id: "#7" }), `${HUB}/issues/7`);
  assert.equal(issueLink(HUB, { kind: "pull", number: 7, id: "#7" }), `${HUB}/pull/7`);
  assert.equal(issueLink(LAB, { kind: "issue", number: 7, id: "#7" }), `${LAB}/-/issues/7`);
  assert.equal(issueLink(LAB, { kind: "pull", number: 7, id: "!7" }), `${LAB}/-/merge_requests/7`);
  assert.equal(issueLink(null, { kind: "issue", number: 7, id: "#7" }), null);
  assert.equal(lineLink(HUB, OID, "a.py", 12, 14), `${HUB}/blob/${OID}/a.py#L12-L14`);
  assert.equal(lineLink(LAB, OID, "a.py", 12, 14), `${LAB}/-/blob/${OID}/a.py#L12-14`);
  for (const forge of [HUB, LAB]) assert.equal(lineLink(forge, OID, "a.py", 12, 12), lineLink(forge, OID, "a.py", 12));
});

test("a sheet links ranges and pull requests as its forge has them", () => {
  const written = (forge: string) =>
    sheetMarkdown({
      of: "load",
      words: ["load"],
      kind: "name",
      says: "`load` is sent",
      head: { oid: OID, day: "2026-01-02" },
      forge,
      commits: new Map([[0, { oid: OID, pr: 7, day: "2026-01-02" }]]),
      sections: [
        {
          title: "Who calls",
          intro: null,
          facts: [
            {
              id: "site:a.py:f:0",
              says: "`f` waits",
              spot: { path: "a.py", line: 12, endLine: 14, oid: null },
              since: 0,
              strength: 4,
              class: null,
            },
          ],
        },
      ],
      said: [],
    } satisfies Sheet);
  const hub = written(HUB);
  assert.ok(hub.includes(`[\`a.py:12-14\`](${HUB}/blob/${OID}/a.py#L12-L14)`), hub);
  assert.ok(hub.includes(`[#7](${HUB}/pull/7)`), hub);
  const lab = written(LAB);
  assert.ok(lab.includes(`[\`a.py:12-14\`](${LAB}/-/blob/${OID}/a.py#L12-14)`), lab);
  assert.ok(lab.includes(`[#7](${LAB}/-/merge_requests/7)`), lab);
});
