// Asks the sample engine every question to the surface, at its head and over its history, and holds the answers to those
// that were written down by hand from its story.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildSampleEngine } from "../../data/sample-engine/build.ts";
import { siteAddress } from "../../loaders/address.ts";
import { fit, patternOf, wordsOf } from "../../loaders/claims/forms.ts";
import type { Answer, Form } from "../../loaders/claims/question.ts";
import { SURFACE_FORMS, wordsFor } from "../../loaders/claims/questions/surface.ts";
import { walkLine } from "../../loaders/git/history.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { deriveSurface } from "../../loaders/surface/derive.ts";
import { shippedProfile } from "../../loaders/surface/profile.ts";
import { KINDS, type Kind, type Row, type Rows, rowsOf } from "../../loaders/surface/rows.ts";
import { SurfaceWalk } from "../../loaders/surface/walk.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";
import { fc, runs } from "../support/properties.ts";
import * as answers from "../support/sample-answers.ts";
import { engine, PROFILE, runner } from "../support/stores.ts";
import { treeOf } from "../surface/trees.ts";

let scratch: string;
/** Rows at every commit of the story. */
const story: Rows[] = [];

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), "binnacle-questions-"));
  await buildSampleEngine(join(scratch, "sample.git"));
  await loadGrammars(["python"]);
  const repo = await openRepository(join(scratch, "sample.git"));
  const profile = shippedProfile("sample");
  const walk = new SurfaceWalk(repo, profile);
  for (const commit of (await walkLine(repo, await repo.resolve("HEAD"))).commits) {
    const { surface } = await walk.step(commit.tree);
    story.push(rowsOf(surface, profile, siteAddress, (path) => walk.tree.files.get(path)?.oid ?? null));
  }
  repo.close();
});
after(() => rm(scratch, { recursive: true, force: true }));

const head = (): Rows => story.at(-1) as Rows;
const LAST = answers.COMMITS.at(-1)![0];
const at = (id: string): Rows => story[answers.COMMITS.findIndex(([each]) => each === id)] as Rows;

/** The forms that a text fits, the one that says most of it first, and what is given for its words in capitals. */
function fitting(text: string) {
  const words = wordsOf(text);
  assert.ok(words, text);
  return SURFACE_FORMS.flatMap((form) => {
    const found = fit(patternOf(form.form), words);
    return found === null ? [] : [{ form, ...found }];
  }).toSorted((a, b) => b.own - a.own);
}

function ask(text: string, rows: Rows = head()): Answer {
  const [best] = fitting(text);
  assert.ok(best, `${text} is no question`);
  const question = best.form.make(best.given);
  assert.equal(question.about, "surface");
  return question.answer((kind) => {
    assert.ok(question.kinds.includes(kind), `${text} reads ${kind}, and does not say so`);
    return rows[kind];
  });
}

/** Texts of an answer in order, so that two of one text are two. */
const texts = (text: string, rows: Rows = head()): readonly string[] =>
  ask(text, rows)
    .items.map((item) => item.text)
    .toSorted();

const with_ = (rows: Rows, kind: Kind, change: (row: Row) => Row): Rows => ({
  ...rows,
  [kind]: rows[kind].map(change),
});

describe("every form", () => {
  test("is asked by its own example, which is about something", () => {
    for (const form of SURFACE_FORMS) {
      const [best, other] = fitting(form.example);
      assert.equal(best?.form, form, form.example);
      assert.ok(other === undefined || other.own < best.own, `${form.example} is two questions`);
      assert.ok(ask(form.example).looked > 0, form.example);
    }
  });

  test("has a row of its own, and no word that puts two questions together", () => {
    assert.equal(new Set(SURFACE_FORMS.map(({ form }) => form)).size, SURFACE_FORMS.length);
    for (const { form } of SURFACE_FORMS) assert.doesNotMatch(form, /\b(?:and|or|minus)\b/);
  });

  test("is about nothing when a word is misspelt, whichever word it is", () => {
    for (const form of SURFACE_FORMS) {
      const given = fitting(form.example)[0]?.given ?? {};
      for (const [slot] of form.form.matchAll(/[A-Z]{2,}/g)) {
        if (slot === "GLOB" || slot === "REASON") continue;
        const question = form.make({ ...given, [slot]: "no_such_thing" });
        assert.equal(question.about, "surface");
        const { looked, items, of } = question.answer((kind) => head()[kind]);
        assert.deepEqual({ looked, items }, { looked: 0, items: [] }, `${form.form} with another ${slot}`);
        assert.match(of, /no_such_thing/, form.form);
      }
    }
  });

  test("answers the same whatever the order of rows", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SURFACE_FORMS),
        fc.nat({ max: story.length - 1 }),
        fc.integer(),
        (form, position, seed) => {
          const rows = story[position] as Rows;
          const mixed = Object.fromEntries(KINDS.map((kind) => [kind, shuffled(rows[kind], seed)])) as unknown as Rows;
          const said = (of: Rows) => {
            try {
              return ask(form.example, of);
            } catch (thrown) {
              return (thrown as Error).message;
            }
          };
          assert.deepEqual(said(mixed), said(rows));
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test("gives for what it finds a place, and the class of the function that it stands in", () => {
    const [item] = ask("reads of get_capacity").items;
    assert.deepEqual(item, {
      text: "lodestar/engine.py",
      path: "lodestar/engine.py",
      line: item?.line,
      function: "Engine.__init__",
      class: "Engine",
    });
    assert.equal(typeof item?.line, "number");
  });
});

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const rest = [...items];
  const mixed: Item[] = [];
  for (let state = seed >>> 0; rest.length > 0; state = (state * 1_103_515_245 + 12_345) >>> 0)
    mixed.push(...rest.splice(state % rest.length, 1));
  return mixed;
}

describe("names", () => {
  test("that are dispatched number what the story says, at every commit", () => {
    assert.deepEqual(
      story.map((rows) => texts("dispatched names of runner", rows).length),
      answers.COMMITS.map(([, , , , names]) => names),
    );
    for (const { from, sent } of answers.COMMANDS)
      assert.deepEqual(texts("dispatched names of command", at(from)), sent, from);
  });

  test("are either waited for or not, and some are both", () => {
    const { no, mixed } = answers.WAITED;
    assert.deepEqual(texts("unwaited names of runner"), no);
    assert.deepEqual(texts("names of runner whose callers disagree"), mixed);
    for (const rows of story) {
      const both = [...texts("waited names", rows), ...texts("unwaited names", rows)];
      assert.deepEqual(both.toSorted(), texts("dispatched names", rows));
    }
    assert.ok(texts("waited names of command", at("24")).includes("cancel"), "cancel was waited for, in vain");
    assert.ok(texts("unwaited names of command").includes("cancel"));
  });

  test("that nobody answered parked their caller until somebody did", () => {
    const [{ name, first, last, answeredAt }] = answers.UNANSWERED;
    for (const id of [first, last]) {
      assert.deepEqual(texts("unanswered names", at(id)), [name], id);
      assert.deepEqual(texts("parked names of runner", at(id)), [name], id);
      assert.ok(!texts("answered names", at(id)).includes(name));
    }
    for (const id of ["10", answeredAt]) assert.deepEqual(texts("parked names", at(id)), [], id);
    assert.ok(ask("parked names", at(answeredAt)).looked > 0, "there was something to look at");
  });

  test("of a layer whose rules find no answerer at all are neither answered nor unanswered", () => {
    const tree = treeOf({ "pkg/engine.py": engine(["sail!"]), "pkg/other.py": "class Other:\n    pass\n" });
    const rows = rowsOf(deriveSurface(tree, PROFILE), PROFILE, siteAddress, () => null);
    assert.deepEqual(texts("dispatched names", rows), ["sail"]);
    for (const question of ["answered names", "unanswered names", "parked names"])
      assert.equal(ask(question, rows).looked, 0, question);
    const answered = treeOf({ "pkg/engine.py": engine(["sail!", "moor!"]), "pkg/runner.py": runner({ moor: ["a"] }) });
    const seen = rowsOf(deriveSurface(answered, PROFILE), PROFILE, siteAddress, () => null);
    assert.deepEqual(texts("parked names", seen), ["sail"]);
  });

  test("are told by who answers them: a class, a class alone, a mixin", () => {
    for (const [asked, names] of Object.entries(answers.ANSWERED))
      assert.deepEqual(texts(`names answered by ${asked}`), names, asked);
    assert.deepEqual(texts("names answered only by NightRunner"), ["open_ephemeris", "predict_night"]);
    assert.deepEqual(texts("names answered by SurveyMixin"), ["release_tables", "restore_tables"]);
    assert.deepEqual(texts("names answered only by SurveyRunner"), ["release_tables", "restore_tables"]);
    const own = Object.keys(answers.OWN_BODIES.NightRunner);
    assert.deepEqual(
      texts("names answered only by Runner"),
      answers.ANSWERED.Runner.filter((name) => !own.includes(name)),
    );
    assert.deepEqual(texts("names of command answered by Runner"), []);
    assert.deepEqual(texts("names that nobody sends"), answers.NEVER_SENT);
  });

  test("are told by who sends them, and from where", () => {
    assert.deepEqual(texts("names sent by NightEngine"), ["open_ephemeris", "predict_night"]);
    const inRelay = answers.HEAD_SITES.filter((site) => site.path === "lodestar/relay_engine.py");
    assert.deepEqual(
      texts("dispatched names in lodestar/relay_engine.py"),
      [...new Set(inRelay.map((site) => site.name))].toSorted(),
    );
    assert.deepEqual(texts("dispatched names of runner in lodestar/*.py"), texts("dispatched names of runner"));
    assert.deepEqual(texts("dispatched names in lodestar/tests"), [], "an excluded path");
  });

  test("that two layers share are told apart by their layer", () => {
    const both = with_(with_(head(), "name", shared), "site", shared);
    assert.equal(texts("sites of stop", both).length, 2);
    assert.deepEqual(texts("sites of runner:stop", both), texts("sites of stop"));
    assert.deepEqual(texts("sites of command:stop", both), ["lodestar/client.py"]);
    assert.deepEqual(
      texts("dispatched names", both).filter((name) => name === "stop"),
      ["stop", "stop"],
    );
    function shared(row: Row): Row {
      return row.name === "cancel" ? { ...row, name: "stop" } : row;
    }
  });

  test("whose reply is dropped everywhere are read by nobody; an assertion or a log may read one", () => {
    const unread = texts("names whose reply nobody reads");
    const dropped = (name: string) =>
      answers.HEAD_SITES.filter((site) => site.name === name).every((site) => site.use === "discarded");
    const fromSites = [...new Set(answers.HEAD_SITES.map((site) => site.name))].filter(dropped).toSorted();
    assert.deepEqual(
      unread.filter((name) => answers.HEAD_SITES.some((site) => site.name === name)),
      fromSites.filter((name) => name !== "drain"),
    );
    assert.ok(!unread.includes("warm_up"), "its reply is asserted");
    assert.ok(!unread.includes("restore_tables"), "its reply is kept");
    const passed = texts("names of runner whose reply is passed on unread");
    assert.deepEqual(passed, ["begin_trace", "drain", "end_trace", "idle"]);
  });

  test("that are called directly are those of the survey's mixin, since it was written", () => {
    const expected = answers.IN_PROCESS.map((call) => call.of).toSorted();
    assert.deepEqual(texts("names called in-process"), expected);
    assert.deepEqual(texts("names called in-process", at("23")), []);
    assert.ok(ask("names called in-process", at("23")).looked > 0);
    assert.deepEqual(texts("callers of get_capacity in-process"), ["SurveyMixin.restore_tables"]);
    assert.deepEqual(
      texts("in-process calls that are caught"),
      answers.IN_PROCESS.map((call) => call.path),
    );
    assert.deepEqual(texts("in-process calls of get_capacity in lodestar/engine.py"), []);
  });

  test("park between a class that sends and one that does not answer", () => {
    for (const { broadcaster, answerer, parks } of answers.MEETINGS)
      assert.deepEqual(
        texts(`names of ${broadcaster} that park with ${answerer}`),
        parks,
        `${broadcaster} ${answerer}`,
      );
    const skipped = ask("pairings that park on release_tables");
    assert.deepEqual([skipped.items, skipped.looked > 0], [[], true], "nobody waits for it");
    assert.deepEqual(texts("pairings that park on predict_night"), [
      "NightEngine with Runner",
      "NightEngine with SurveyRunner",
    ]);
  });
});

describe("sites", () => {
  test("number what the story says, at every commit, with those whose name is no literal", () => {
    const found = story.map((rows) => {
      const unread = ask("sites whose name is no literal", rows).items.length;
      return [ask("sites of the runner layer", rows).items.length - unread, unread];
    });
    assert.deepEqual(
      found,
      answers.COMMITS.map(([, , , sites, , dropped]) => [sites, dropped]),
    );
    assert.deepEqual(texts("sites of the command layer in lodestar/engine.py"), []);
    assert.equal(texts("sites of the command layer").length, answers.HEAD_COMMAND_SITES.length);
  });

  test("are told by their files, in order", () => {
    const expected = answers.HEAD_SITES.filter((site) => site.name === "predict").map((site) => site.path);
    assert.deepEqual(texts("sites of predict"), expected.toSorted());
    assert.deepEqual(texts("sites of predict in lodestar/relay_engine.py"), [
      "lodestar/relay_engine.py",
      "lodestar/relay_engine.py",
    ]);
    const elsewhere = ask("sites of predict in lodestar/tests/**");
    assert.deepEqual([elsewhere.items, elsewhere.looked], [[], 3], "the name is known, and is not sent there");
    const lines = ask("sites").items.map((item) => [item.path, item.line] as const);
    assert.deepEqual(
      lines,
      lines.toSorted(([a, x], [b, y]) => (a === b ? Number(x) - Number(y) : String(a) < String(b) ? -1 : 1)),
    );
  });

  test("do one thing with their reply", () => {
    const verbs = { discarded: "discard", bound: "bind", unpacked: "unpack", returned: "return", argument: "pass on" };
    for (const [use, verb] of Object.entries(verbs)) {
      const expected = answers.HEAD_SITES.filter((site) => site.use === use).map((site) => site.path);
      const found = ask(`sites that ${verb} the reply`).items.filter((item) => item.path !== "lodestar/client.py");
      assert.deepEqual(found.map((item) => item.text).toSorted(), expected.toSorted(), verb);
    }
    assert.deepEqual(texts("sites of warm_up that assert the reply"), ["lodestar/engine.py"]);
  });

  test("wait, do not wait, or leave it open", () => {
    assert.equal(texts("sites of load_harmonics that wait").length, 1);
    assert.equal(texts("sites of load_harmonics that do not wait").length, 1);
    assert.deepEqual(texts("sites of load_harmonics whose wait is no literal"), []);
    const open = with_(head(), "site", (row) => (row.wait === false ? { ...row, wait: null } : row));
    assert.equal(texts("sites of load_harmonics whose wait is no literal", open).length, 1);
    assert.equal(texts("sites of load_harmonics that wait", open).length, 1, "an open wait is not said to be one");
  });

  test("wait as long as they say", () => {
    for (const { name, timeout } of answers.HEAD_COMMAND_SITES) {
      if (timeout === null) continue;
      assert.deepEqual(texts(`timeouts of ${name}`), [String(timeout)], name);
      assert.equal(ask(`timeout of ${name}`).number, timeout);
    }
    assert.deepEqual(texts("timeouts of predict"), ["none", "none", "none"]);
    assert.deepEqual(texts("timeouts of stop"), [], "nobody waits for it");
    const timed = with_(head(), "site", (row) => ({ ...row, timeout: null, timeout_text: "LONG" }));
    assert.deepEqual(texts("timeouts of status", timed), ["LONG"]);
  });

  test("that do not agree on a number give none, and say where", () => {
    assert.equal(ask("arity of calibrate").number, 3);
    assert.equal(ask("arity of predict").number, 1, "a reply that is discarded is taken as nothing");
    assert.deepEqual(texts("arities of predict"), ["0", "1", "1"]);
    let count = 0;
    const unlike = with_(head(), "site", (row) => (row.name === "idle" ? { ...row, arity: ++count } : row));
    assert.throws(() => ask("arity of idle", unlike), {
      code: "bad-query",
      message:
        /^the sites of `idle` do not agree: [12] at lodestar\/engine\.py:\d+, [12] at lodestar\/relay_engine\.py:\d+$/,
    });
    assert.throws(() => ask("arity of stop"), {
      code: "bad-query",
      message: "no site of `stop` has a use for the reply",
    });
    assert.throws(() => ask("timeout of predict"), { code: "bad-query", message: /is no number: none$/ });
    assert.throws(() => ask("timeout of stop"), { code: "bad-query" });
  });

  test("stand under conditions, or under none", () => {
    assert.deepEqual(texts("conditions of sites of idle"), ["batch is None", "batch is None"]);
    assert.deepEqual(texts("sites of idle under no condition"), []);
    assert.deepEqual(texts("sites of stop under no condition"), ["lodestar/engine.py"]);
    assert.deepEqual(texts("conditions of sites of stop"), []);
  });

  test("that cannot be read are counted, with the reason", () => {
    for (const { path, first, last, reason } of answers.DROPPED) {
      assert.ok(texts("dropped sites", at(first)).includes(path), `${first} ${path}`);
      assert.ok(texts(`what was left out for ${reason}`, at(last ?? LAST)).includes(path), `${last} ${path}`);
    }
    assert.deepEqual(texts("sites whose name is no literal"), []);
    assert.deepEqual(texts("what was left out for syntax-error"), []);
    assert.ok(ask("what was left out for syntax-error").looked > 0);
  });

  test("are not asked for a reason that nothing is left out for", () => {
    for (const reason of ["excluded-path", "unknown-receiver", "typo"])
      assert.throws(() => ask(`what was left out for ${reason}`), { code: "bad-configuration" }, reason);
  });

  test("are not asked with a glob that could take long", () => {
    assert.throws(() => ask(`sites in ${"**/".repeat(40)}a`), { code: "bad-configuration" });
  });
});

describe("members", () => {
  test("that are read are those of the story", () => {
    for (const name of ["predict", "predict_night", "get_capacity", "collect_gauges"]) {
      const reads = answers.HEAD_READS.filter((read) => read.of === name);
      assert.deepEqual(texts(`members read of ${name}`), [...new Set(reads.map((read) => read.key))].toSorted(), name);
      assert.deepEqual(
        texts(`members required of ${name}`),
        [...new Set(reads.filter((read) => read.required).map((read) => read.key))].toSorted(),
      );
      assert.deepEqual(texts(`reads of ${name}`), reads.map((read) => read.path).toSorted());
    }
    assert.deepEqual(texts("reads of predict in lodestar/relay_engine.py"), ["lodestar/relay_engine.py"]);
    assert.deepEqual(texts("members read of calibrate"), ["[0]", "[1]", "[2]"]);
  });

  test("come and go as the story says", () => {
    const order = answers.COMMITS.map(([id]) => id);
    for (const { of, key, side, first, last } of answers.KEY_SPANS) {
      const question = side === "read" ? `members read of ${of}` : `members sent for ${of}`;
      // What is answered is known from when a literal asks for it.
      const unasked = answers.NEVER_ASKED.find((each) => each.name === of)?.last;
      const seen = unasked === undefined ? first : (order[order.indexOf(unasked) + 1] ?? first);
      assert.ok(texts(question, at(seen)).includes(key), `${side} ${of}.${key} at ${seen}`);
      // `port_ids` is read in two stretches.
      const next = last === null ? null : order[order.indexOf(last) + 1];
      if (next) assert.ok(!texts(question, at(next)).includes(key), `${side} ${of}.${key} at ${next}`);
    }
  });

  test("are read by functions, and a member that is sent and not read has none", () => {
    assert.deepEqual(texts("functions that read port_ids of predict"), ["RelayEngine._head_step"]);
    const unread = ask("functions that read port_ids of predict", at("16"));
    assert.deepEqual([unread.items, unread.looked > 0], [[], true]);
    assert.equal(ask("functions that read port_id of predict").looked, 0);
  });

  test("that are sent and that nobody reads are told", () => {
    const { attributes, methods, unread } = answers.TIDE_TABLE;
    assert.deepEqual(texts("members sent for predict"), [...attributes, ...methods].toSorted());
    assert.deepEqual(texts("members of predict that nobody reads"), unread);
    assert.deepEqual(texts("members of predict that nobody reads", at("16")), ["elapsed", "port_ids"]);
  });

  test("that a class does not send are breaches, or have a default", () => {
    const statuses = { breach: "breaches of", defaulted: "defaulted members of" } as const;
    for (const { of, key, class: asked, first, last, status } of answers.CONFORMANCE) {
      const question = `${statuses[status as keyof typeof statuses]} ${of}`;
      for (const id of [first, last ?? LAST]) {
        const found = ask(question, at(id)).items.find((item) => item.text === key);
        assert.ok(found, `${question} at ${id}: ${key}`);
        if (asked === "NightRunner") assert.equal(found.class, asked);
      }
    }
    assert.deepEqual(texts("breaches", at("07")), ["get_capacity.tables", "get_capacity.tables_per_port"]);
    assert.deepEqual(texts("breaches"), []);
    assert.ok(ask("breaches").looked > 0);
    assert.deepEqual(texts("defaulted members of get_capacity by Runner"), []);
  });

  test("are sent by a class that is asked, and by the one whose body sends them", () => {
    assert.deepEqual(texts("members sent for get_capacity by NightRunner", at("07")), [
      "slots",
      "tables",
      "tables_per_port",
    ]);
    assert.deepEqual(texts("members sent for predict by SurveyRunner"), texts("members sent for predict"));
    assert.deepEqual(texts("members sent for release_tables by SurveyMixin"), []);
    assert.ok(ask("members sent for release_tables by SurveyMixin").looked > 0);
  });
});

describe("answerers", () => {
  test("are classes, and methods where they are written", () => {
    assert.deepEqual(texts("classes that answer predict"), ["NightRunner", "Runner", "SurveyRunner"]);
    assert.deepEqual(texts("methods that answer predict"), ["Runner.predict"]);
    assert.deepEqual(texts("methods that answer get_capacity"), ["NightRunner.get_capacity", "Runner.get_capacity"]);
  });

  test("send shapes: three keys, then five, then four", () => {
    const shapes = ["06", "21", LAST].map((id) => texts("replies of Runner for get_capacity", at(id)));
    assert.deepEqual(shapes, [["3 keys"], ["5 keys"], ["4 keys"]]);
    assert.deepEqual(texts("replies of NightRunner for get_capacity"), ["2 keys", "4 keys"]);
    assert.deepEqual(texts("replies of Runner for drain"), ["None", "int"]);
  });

  test("hand a value to a method that checks its keys, and not to its namesakes", () => {
    const { target, keys, raises, first } = answers.NESTED;
    assert.deepEqual(texts(`keys of ${target}`), keys);
    assert.deepEqual(texts(`exceptions of ${target}`), raises);
    assert.equal(ask(`keys of ${target}`, at("20")).looked, 0);
    assert.ok(ask(`keys of ${target}`, at(first)).looked > 0);
  });
});

test("words that could have been meant are those of the rows", () => {
  const words = wordsFor((kind) => head()[kind]);
  assert.deepEqual(words.layers, ["command", "runner"]);
  assert.ok(words.names.includes("get_capacity") && words.names.includes("reload"));
  for (const name of ["NightEngine", "NightRunner", "SurveyMixin"]) assert.ok(words.classes.includes(name), name);
  assert.ok(words.members.includes("port_ids") && words.members.includes("elapsed"));
  assert.deepEqual(words.methods, ["HarmonicSet.from_wire"]);
  const none = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Rows;
  assert.ok(Object.values(wordsFor((kind) => none[kind])).every((list: readonly string[]) => list.length === 0));
});

/** What changes in the rows is seen by the questions that are about it: a form that never sees anything is none. */
test("every form has rows without which its example is answered otherwise", () => {
  const blind = SURFACE_FORMS.filter((form: Form) => {
    const here = JSON.stringify(said(form.example, head()));
    return !story.some((rows) => JSON.stringify(said(form.example, rows)) !== here);
  });
  assert.deepEqual(
    blind.map((form) => form.form),
    [],
  );
  function said(text: string, rows: Rows): unknown {
    try {
      const { items, number, looked } = ask(text, rows);
      return { items, number, looked };
    } catch (thrown) {
      return (thrown as Error).message;
    }
  }
});
