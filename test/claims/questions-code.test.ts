// Asks the sample engine the example of every question to code, and holds what is found to what its files say, read by eye.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildSampleEngine } from "../../data/sample-engine/build.ts";
import { fit, patternOf, wordsOf } from "../../loaders/claims/forms.ts";
import type { FilesQuestion, Form } from "../../loaders/claims/question.ts";
import { CALL_FORMS } from "../../loaders/claims/questions/calls.ts";
import { DEFINITION_FORMS } from "../../loaders/claims/questions/definitions.ts";
import { SAME_CODE_FORMS } from "../../loaders/claims/questions/same-code.ts";
import { STRUCTURE_FORMS } from "../../loaders/claims/questions/structure.ts";
import { TEXT_FORMS } from "../../loaders/claims/questions/text.ts";
import { VALUE_FORMS } from "../../loaders/claims/questions/values.ts";
import { FAMILIES, parseQuestion } from "../../loaders/claims/questions.ts";
import { listTree } from "../../loaders/git/changes.ts";
import { openRepository, type Repository } from "../../loaders/git/repository.ts";
import { answerTo, type Files, loadCode } from "./questions-code-asked.ts";

const FORMS: readonly Form[] = [
  ...DEFINITION_FORMS,
  ...CALL_FORMS,
  ...STRUCTURE_FORMS,
  ...VALUE_FORMS,
  ...TEXT_FORMS,
  ...SAME_CODE_FORMS,
];

let scratch: string;
let files: Files;
let versions: Files;

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), "binnacle-questions-"));
  await buildSampleEngine(join(scratch, "sample.git"));
  await loadCode();
  const repo = await openRepository(join(scratch, "sample.git"));
  files = await textsAt(repo, "HEAD");
  const old: Record<string, string> = {};
  for (const tag of ["v0.3.0", "v0.4.0"])
    for (const [path, text] of Object.entries(await textsAt(repo, tag))) old[`${tag}:${path}`] = text;
  versions = old;
  repo.close();
});
after(() => rm(scratch, { recursive: true, force: true }));

async function textsAt(repo: Repository, revision: string): Promise<Files> {
  const texts: Record<string, string> = {};
  for (const [path, oid] of await listTree(repo, await repo.resolve(revision)))
    texts[path] = Buffer.from(await repo.blob(oid)).toString("utf8");
  return texts;
}

/** What each example finds; a number where it is one, or how many there are. */
const ANSWERS: Readonly<Record<string, readonly string[] | number>> = {
  "classes in lodestar/wire.py": ["PortRef", "Datum", "HarmonicSet"],
  "functions in lodestar/timing.py": ["timed", "traced"],
  "methods in lodestar/wire.py": [
    "PortRef.__init__",
    "PortRef.from_wire",
    "Datum.__init__",
    "Datum.from_wire",
    "HarmonicSet.__init__",
    "HarmonicSet.to_wire",
    "HarmonicSet.from_wire",
  ],
  "methods of NightRunner": ["__init__", "get_capacity", "open_ephemeris", "predict_night"],
  "public methods of Console": ["handle"],
  "fields of Config": [
    "ports",
    "runner",
    "workers",
    "slots",
    "tables_per_port",
    "night",
    "ephemeris",
    "relay",
    "is_tail",
    "twilight",
  ],
  "attributes of TideTable": ["port_ids", "heights", "rising", "elapsed"],
  "members of Config": 12,
  "subclasses of Runner": ["NightRunner", "SurveyRunner"],
  "bases of SurveyRunner": ["SurveyMixin", "Runner"],
  "parameters of Crew.ask": ["name", "args", "reply", "timeout"],
  "required parameters of Crew.ask": ["name"],
  "default of timeout in Client.broadcast_command": ["60"],
  "decorators of Runner.calibrate": ["timed"],
  "definitions decorated with traced": ["Runner.predict"],
  "exports of lodestar/timing.py": ["Stopwatch", "timed", "traced"],
  "tests in lodestar/tests": ["test_a_name_nobody_knows_times_out"],
  "calls of \"ask('predict', ...)\" in lodestar": [
    "lodestar/engine.py:43",
    "lodestar/relay_engine.py:24",
    "lodestar/relay_engine.py:34",
  ],
  "calls of queue.Queue with no arguments": 8,
  "calls of ask with 2 arguments in Engine": [
    "lodestar/engine.py:24",
    "lodestar/engine.py:42",
    "lodestar/engine.py:61",
  ],
  "calls of ask with keyword timeout": ["lodestar/night_engine.py:19", "lodestar/tests/test_crew.py:17"],
  "calls of ask without keyword reply in lodestar/engine.py": ["lodestar/engine.py:61", "lodestar/engine.py:71"],
  'calls of outbox.put in Worker.run under "out is not None"': ["lodestar/worker.py:25"],
  'calls of outbox.put in Worker.run not under "out is not None"': [],
  "calls of put_nowait before calls of ask in Console._do_release": [],
  "calls of put_nowait after calls of ask in Console._do_release": ["lodestar/console.py:54"],
  "caught calls of ask_all": ["lodestar/engine.py:56"],
  "uncaught calls of ask in lodestar/engine.py": 9,
  "discarded calls of ask in lodestar/engine.py": [
    "lodestar/engine.py:23",
    "lodestar/engine.py:61",
    "lodestar/engine.py:71",
  ],
  "argument 1 of calls of crew.ask in lodestar/engine.py": [
    "load_harmonics",
    "get_capacity",
    "warm_up",
    "idle",
    "predict",
    "drain",
    "post_gauges",
    "calibrate",
    "stop",
  ],
  "keyword timeout of calls of ask in lodestar": ["30", "0.01"],
  "functions that call inbox.put": ["Crew.ask", "Crew.ask_all"],
  "files that call pickle.dumps": ["lodestar/transport.py"],
  'guards "wanted and out is not None" in Worker.run': ["lodestar/worker.py:24"],
  "returns of Console.handle": ["False", "True"],
  "returns of Crew.ask with a value": ["first.outbox.get(timeout=timeout)"],
  "returns of Crew.ask without a value": ["None"],
  "keys returned by Runner.get_capacity": ["slots", "tables", "tables_per_port", "harmonics"],
  "last statement of Console.handle": ["return True"],
  'statements "self.runner = runner" in Worker.__init__': ["lodestar/worker.py:13"],
  'statements "self.runner = ..." before "self.inbox = ..." in Worker.__init__': ["lodestar/worker.py:13"],
  'statements "self.runner = ..." after "self.inbox = ..." in Worker.__init__': [],
  "exceptions raised by HarmonicSet.from_wire": ["TypeError", "ValueError"],
  "functions that raise ValueError in lodestar": ["PortRef.from_wire", "HarmonicSet.from_wire"],
  "names read off table in lodestar/planner.py": ["heights", "row_of", "rising"],
  "reads off capacity in Engine.__init__": ["slots", "tables", "tables_per_port", "harmonics"],
  "functions that read port_ids off table": ["RelayEngine._head_step"],
  "imports of lodestar.runner": ["lodestar/night_runner.py:4", "lodestar/survey_runner.py:3"],
  "imports of lodestar.engine at import time in lodestar": [
    "lodestar/launch.py:7",
    "lodestar/night_engine.py:3",
    "lodestar/relay_engine.py:3",
  ],
  "imports of lodestar inside functions": [],
  "imports of lodestar for types only": [],
  "files that import lodestar.transport": ["lodestar/launch.py", "lodestar/relay_engine.py"],
  "modules imported in lodestar/engine.py": ["queue", "lodestar.console", "lodestar.planner", "lodestar.wire"],
  "value of SYNODIC_HOURS in lodestar/night_runner.py": 708.734,
  "keys of Console._COMMANDS in lodestar/console.py": [
    "status",
    "flush",
    "start_trace",
    "stop_trace",
    "cancel",
    "release",
    "restore",
    "reload",
  ],
  "values of ALIASES in lodestar/ports.py": ["Mumbai", "Hobart"],
  "items of HarmonicSet.from_wire.expected in lodestar/wire.py": ["constituents", "epoch"],
  'files containing "trace_path"': ["lodestar/runner.py"],
  'lines containing "trace_path"': ["lodestar/runner.py:95", "lodestar/runner.py:97"],
  "files containing word slots": 7,
  "lines containing word slots in lodestar/engine.py": [
    "lodestar/engine.py:25",
    "lodestar/engine.py:29",
    "lodestar/engine.py:31",
  ],
  'files matching "^import (queue|threading)$"': [
    "lodestar/engine.py",
    "lodestar/launch.py",
    "lodestar/tests/test_crew.py",
    "lodestar/worker.py",
  ],
  'lines matching "^import (queue|threading)$"': 5,
  'matches of "^class (\\w+)" in lodestar/wire.py': ["PortRef", "Datum", "HarmonicSet"],
  "files in docs": ["docs/charts.md", "docs/design.md", "docs/rpc.md", "docs/watch.md"],
  "modules in lodestar": 22,
  "lines of lodestar/engine.py": 71,
  "text of lodestar/__init__.py": ['"""Lodestar predicts tides."""\n'],
  "text of lodestar/engine.py lines 71": ['        self.crew.ask("stop")'],
  "code changes of lodestar/config.py since v0.4.0": ["Config", "Config.is_night"],
  "code changes of lodestar/timing.py from v0.3.0 to v0.4.0": ["traced"],
};

describe("each question's example", () => {
  for (const { form, example } of FORMS)
    test(`"${example}" is answered by the sample engine`, () => {
      const expected = ANSWERS[example];
      assert.notEqual(expected, undefined, form);
      const answer = answerTo(parseQuestion(example).question as FilesQuestion, files, versions);
      if (typeof expected === "number") assert.equal(answer.number ?? answer.items.length, expected);
      else
        assert.deepEqual(
          answer.items.map(({ text }) => text),
          expected,
        );
      assert.ok(answer.looked > 0, `something was looked at: ${answer.of}`);
    });

  test("fits its own form better than any other", () => {
    const all = FAMILIES.flatMap(({ forms }) => forms);
    for (const form of FORMS) {
      const words = wordsOf(form.example) ?? [];
      const fits = all
        .map((each) => ({ form: each.form, own: fit(patternOf(each.form), words)?.own ?? -1 }))
        .toSorted((a, b) => b.own - a.own);
      assert.equal(fits[0]?.form, form.form);
      assert.ok((fits[0]?.own ?? 0) > (fits[1]?.own ?? 0), `${form.example} is also "${fits[1]?.form}"`);
    }
  });
});

test("a name that is misspelt is about nothing, whatever is asked of it", () => {
  for (const question of [
    "methods of Runnner",
    "subclasses of Runnner",
    "bases of Runnner",
    "decorators of Runner.calibrat",
    "parameters of Crew.aks",
    "calls of put in Worker.rum",
    'calls of output.put in Worker.run not under "out is not None"',
    "calls of put_nowait after calls of aks in Console._do_release",
    "returns of Console.handl with a value",
    "exceptions raised by HarmonicSet.from_wired",
    'statements "self.runner = ..." after "self.inboxes = ..." in Worker.__init__',
    "statements break in Worker.rum",
    "names read off tabel in lodestar/planner.py",
    "value of SYNODIC_HOUR in lodestar/night_runner.py",
    "keys of Console.COMMANDS in lodestar/console.py",
    "calls of ask in lodestra/",
    "files in dosc",
    "modules in lodestra",
    "lines of lodestar/engines.py",
    "text of lodestar/engines.py",
    "text of lodestar/engine.py lines 71-72",
    "code changes of lodestar/config.py since v0.4.1",
  ]) {
    const answer = answerTo(parseQuestion(question).question as FilesQuestion, files, versions);
    assert.equal(answer.looked, 0, question);
    assert.deepEqual(answer.items, [], question);
  }
});
