import assert from "node:assert/strict";
import { test } from "node:test";
import { deriveSurface } from "../../loaders/surface/derive.ts";
import { parseProfile } from "../../loaders/surface/profile.ts";
import { rowsOf } from "../../loaders/surface/rows.ts";
import { treeOf } from "./trees.ts";

const profileOf = (miss: string, wait = "true") =>
  parseProfile(
    `
name: x
layers:
  - name: worker
    miss: ${miss}
    dispatch:
      - { callee: call_func, name: { argument: 0 }, wait: ${wait} }
    answer:
      - { kind: methods, roots: [Runner] }
`,
    "x.yaml",
  );

const RUNNER = `
class Runner:
    def health(self):
        return {"alive": True, "note": ""}
`;

/** `key status detail` of what the runner sends to these senders. */
function judged(sender: string, others: Readonly<Record<string, string>> = {}): string[] {
  const tree = treeOf({ "runner.py": RUNNER, "sender.py": sender, ...others });
  return deriveSurface(tree, profileOf("park")).conformance.map((each) =>
    `${each.key} ${each.status} ${each.detail}`.trimEnd(),
  );
}

const RETURNED = `
class Sender:
    def look(self):
        return self.call_func("health")
`;

const KEPT = `
class Sender:
    def __init__(self):
        self.health = self.call_func("health")
`;

test("a reply that is returned to callers nobody followed is read by nobody only if nothing names its members", () => {
  const poll = `
async def poll(self):
    status = await self.spawn(self.engine.anything())
    return status["alive"]
`;
  assert.deepEqual(judged(RETURNED, { "poll.py": poll }), ["alive unknown passed on by look", "note unread"]);
  assert.deepEqual(judged(RETURNED), ["alive unread", "note unread"]);
});

test("a reply that is kept is read by nobody only if nothing names its members", () => {
  const other = `
def show(sender):
    print(sender.kept.note)
`;
  assert.deepEqual(judged(KEPT, { "show.py": other }), ["alive unread", "note unknown passed on"]);
  assert.deepEqual(judged(KEPT), ["alive unread", "note unread"]);
});

test("a reply that is dropped where it comes is read by nobody, whatever else has such a member", () => {
  const dropped = `
class Sender:
    def look(self):
        self.call_func("health")
`;
  assert.deepEqual(judged(dropped, { "other.py": 'def f(x):\n    return x["alive"]\n' }), [
    "alive unread",
    "note unread",
  ]);
});

test("an unanswered name parks, fails or is skipped as its layer says, and nothing is said where no rule finds an answerer", () => {
  const sender = RETURNED.replace('"health"', '"absent"');
  const states = (miss: string, runner = RUNNER, wait = "true") => {
    const profile = profileOf(miss, wait);
    const surface = deriveSurface(treeOf({ "runner.py": runner, "sender.py": `${sender}${KEPT}` }), profile);
    const rows = rowsOf(
      surface,
      profile,
      (site) => `${site.path}:${site.line}`,
      () => null,
    );
    return rows.name.map((row) => `${row.name} ${row.state}`);
  };
  assert.deepEqual(states("park"), ["absent parks", "health waited"]);
  assert.deepEqual(states("raise"), ["absent raises", "health waited"]);
  assert.deepEqual(states("error"), ["absent raises", "health waited"]);
  assert.deepEqual(states("error", RUNNER, "false"), ["absent skipped", "health unwaited"]);
  assert.deepEqual(states("park", "class Engine:\n    pass\n"), ["absent waited", "health waited"]);
});
