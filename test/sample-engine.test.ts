// Holds the sample engine to its story: same bytes everywhere, history as told, and each hand-written answer in place.
// It does not run an extractor: the answers are checked against plain text, so that extractors can be checked on them.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { buildSampleEngine, type SampleEngine } from "../data/sample-engine/build.ts";
import { recordStory } from "../data/sample-engine/record.ts";
import { readStory, type StoryCommit } from "../data/sample-engine/story.ts";
import { BinnacleError } from "../loaders/error.ts";
import type { Profile } from "../loaders/model.ts";
import * as answers from "./support/sample-answers.ts";

const PATCHES = new URL("../data/sample-engine/commits/", import.meta.url);
const git = spawnSync("git", ["--version"]).status === 0 ? false : "no git program here";
const python = ["python3", "python"].find((name) => spawnSync(name, ["-c", "import dataclasses"]).status === 0);
const noPython = python === undefined ? "no python3 here" : false;

let scratch: string;
let built: SampleEngine;
let story: readonly StoryCommit[];

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), "binnacle-sample-"));
  built = await buildSampleEngine(join(scratch, "a.git"));
  story = await readStory(PATCHES);
});
after(() => rm(scratch, { recursive: true, force: true }));

const commit = (id: string): StoryCommit => story.find((told) => told.id === id)!;
const linesOf = (id: string, path: string): readonly string[] => {
  const text = commit(id).files.get(path);
  assert.ok(text !== undefined, `${path} stands in the tree of ${id}`);
  return text.split("\n").map((line) => line.trim());
};
/** The 1-based line that is `quote` and nothing else; fails where there are none or several. */
const lineOf = (id: string, path: string, quote: string): number => {
  const lines = linesOf(id, path);
  const first = lines.indexOf(quote);
  assert.ok(first >= 0, `${path} at ${id} has the line: ${quote}`);
  assert.equal(lines.indexOf(quote, first + 1), -1, `${path} at ${id} has it once: ${quote}`);
  return first + 1;
};
const HEAD = answers.COMMITS.at(-1)![0];

describe("the repository", () => {
  test("is the same one wherever and however often it is built", async () => {
    const dir = join(scratch, "b.git");
    const other = await buildSampleEngine(dir);
    const times = async () =>
      Promise.all(
        (await readdir(dir, { recursive: true })).sort().map(async (name) => (await stat(join(dir, name))).mtimeMs),
      );
    const before = await times();
    const again = await buildSampleEngine(dir);
    assert.deepEqual(await times(), before, "the second time writes nothing");
    assert.equal(built.head, answers.HEAD);
    assert.deepEqual([other, again], [built, built]);
    const names = await readdir(dir, { recursive: true });
    assert.deepEqual(
      names.filter((name) => name.endsWith(".lock")),
      [],
    );
  });

  test("has the commits, the tags, the merge and the branch that the story tells", () => {
    const line = story.filter((told) => told.branch === "main");
    assert.deepEqual(
      line.map((told) => [told.id, told.message.split("\n")[0]]),
      answers.COMMITS.map(([id, , subject]) => [id, subject]),
    );
    assert.deepEqual(
      built.commits,
      line.map((told) => built.byId.get(told.id)),
    );
    for (const [, pr, subject] of answers.COMMITS) assert.equal(Number(/\(#(\d+)\)$/.exec(subject)![1]), pr);
    for (const [tag, id] of Object.entries(answers.TAGS)) assert.equal(built.tags.get(tag), built.byId.get(id), tag);
    assert.deepEqual(commit("13").parents, ["12", "12b"]);
    assert.deepEqual(commit("12a").parents, ["11"]);
    assert.deepEqual(commit("25r").parents, ["25"]);
    assert.deepEqual([commit("43r").parents, commit("43s").parents], [["43"], ["43"]]);
    assert.deepEqual([...built.branches.keys()].sort(), ["main", "release-0.3", "trace-log", "trace-pin"]);
    assert.ok(new Set(story.map((told) => told.offset)).size >= 4, "clocks of several places");
  });

  test("has a revert that names the commit it takes back", () => {
    assert.ok(commit("19").message.includes(`This reverts commit ${built.byId.get("17")}.`));
  });

  test("is what git itself makes of it: whole, and with the same line, parents and tags", { skip: git }, () => {
    const run = (...args: string[]) =>
      execFileSync("git", ["--git-dir", join(scratch, "a.git"), ...args], { encoding: "utf8" }).trim();
    const checked = spawnSync("git", ["--git-dir", join(scratch, "a.git"), "fsck", "--strict", "--no-dangling"], {
      encoding: "utf8",
    });
    assert.equal(checked.status, 0, checked.stderr);
    assert.deepEqual(run("rev-list", "--first-parent", "--reverse", "main").split("\n"), built.commits);
    assert.equal(run("rev-list", "--count", "--all"), "50");
    for (const tag of built.tags.keys()) {
      assert.equal(run("rev-parse", `${tag}^{commit}`), built.tags.get(tag));
      const annotated = (answers.ANNOTATED as readonly string[]).includes(tag);
      assert.equal(run("cat-file", "-t", tag), annotated ? "tag" : "commit");
    }
    assert.equal(
      run("log", "-1", "--format=%an <%ae> %cI", "main"),
      "Sample Engineer <sample@example.invalid> 2025-07-31T11:05:40+02:00",
    );
  });

  test("comes back as the same repository when its story is recorded from it", { skip: git }, async () => {
    const folder = join(scratch, "recorded");
    await mkdir(folder);
    const url = pathToFileURL(`${folder}/`);
    recordStory(join(scratch, "a.git"), url);
    const again = await buildSampleEngine(join(scratch, "c.git"), url);
    assert.deepEqual(again, built);
  });

  test("does not depend on the line ends of a checkout", async () => {
    const folder = join(scratch, "windows");
    await mkdir(folder);
    for (const name of await readdir(PATCHES)) {
      const text = await readFile(new URL(name, PATCHES), "utf8");
      await writeFile(join(folder, name), text.replaceAll("\n", "\r\n"));
    }
    const again = await buildSampleEngine(join(scratch, "d.git"), pathToFileURL(`${folder}/`));
    assert.equal(again.head, answers.HEAD);
  });

  test("is refused a folder that holds something else", async () => {
    const dir = join(scratch, "mine");
    await mkdir(dir);
    await writeFile(join(dir, "thesis.txt"), "chapter 1");
    await assert.rejects(
      buildSampleEngine(dir),
      (error) => error instanceof BinnacleError && error.code === "bad-usage",
    );
    assert.deepEqual(await readdir(dir), ["thesis.txt"]);
  });

  test("is not made of a patch that does not fit: the patch's line is named", async () => {
    const folder = join(scratch, "bent");
    await mkdir(folder);
    const [root, second] = (await readdir(PATCHES)).sort();
    const text = await readFile(new URL(second!, PATCHES), "utf8");
    await writeFile(join(folder, root!), await readFile(new URL(root!, PATCHES)));
    await writeFile(join(folder, second!), text.replace("-            return False", "-            return Fals"));
    await assert.rejects(readStory(pathToFileURL(`${folder}/`)), (error) => {
      assert.ok(error instanceof BinnacleError);
      assert.match(
        error.message,
        /02-warm-the-runner-up\.patch:\d+: expected ".*return Fals", found ".*return False"\.$/,
      );
      return true;
    });
  });
});

describe("the engine", () => {
  const inPython = async (script: string, input: string, cwd: string): Promise<string> => {
    const done = spawnSync(python!, ["-c", script], {
      input,
      cwd,
      encoding: "utf8",
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
    });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout.trim();
  };
  const checkOut = async (id: string): Promise<string> => {
    const dir = join(scratch, `tree-${id}`);
    for (const [path, text] of commit(id).files) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
    return dir;
  };

  test("compiles at every commit", { skip: noPython }, async () => {
    const sources = story.flatMap((told) =>
      [...told.files].filter(([path]) => path.endsWith(".py")).map(([path, text]) => [`${told.id}:${path}`, text]),
    );
    const script = "import json, sys\nfor name, text in json.load(sys.stdin):\n    compile(text, name, 'exec')\n";
    await inPython(script, JSON.stringify(sources), scratch);
  });

  test("predicts the same tides at its first commit and at its last", { skip: noPython }, async () => {
    const run =
      "import sys, runpy; sys.argv = ['lodestar', 'Brest', 'Boston']; runpy.run_module('lodestar', run_name='__main__')";
    const [first, last] = await Promise.all([
      inPython(run, "", await checkOut("01")),
      inPython(run, "", await checkOut(HEAD)),
    ]);
    assert.match(last, /^Brest +-2\.85 m\r?\nBoston +-0\.80 m$/);
    assert.equal(first, last);
  });

  test("breaks where the answers say so: a breach raises, a name that nobody answers never replies", {
    skip: noPython,
  }, async () => {
    const night = `
from lodestar.config import Config
from lodestar.launch import launch
try:
    launch(Config(ports=["Brest"], night=True))
    print("starts")
except KeyError as error:
    print("KeyError", error)
`;
    assert.equal(await inPython(night, "", await checkOut("07")), "KeyError 'tables'");
    assert.equal(await inPython(night, "", await checkOut("08")), "KeyError 'tables'");
    assert.equal(await inPython(night, "", await checkOut("09")), "starts");

    const ask = `
import json, queue, sys
from lodestar.config import Config
from lodestar.launch import launch
for runner, name, *args in json.load(sys.stdin):
    engine = launch(Config(ports=["Brest"], runner=runner))
    try:
        print(engine.crew.ask(name, *args, reply=True, timeout=0.2))
    except queue.Empty:
        print("parks")
`;
    const replies = async (id: string, ...asked: string[][]) =>
      (await inPython(ask, JSON.stringify(asked), await checkOut(id))).split(/\r?\n/);
    const plain = "lodestar.runner.Runner";
    const survey = "lodestar.survey_runner.SurveyRunner";
    for (const id of ["11", "12", "13"]) assert.deepEqual(await replies(id, [plain, "drain", "Brest"]), ["parks"], id);
    assert.deepEqual(await replies("14", [plain, "drain", "Brest"]), ["3"]);
    assert.deepEqual(
      await replies(
        HEAD,
        [plain, "drain", "Atlantis"],
        [survey, "open_ephemeris", "de440"],
        [plain, "release_tables"],
        [survey, "release_tables"],
      ),
      ["parks", "parks", "parks", "['Brest']"],
    );
  });
});

describe("the answers", () => {
  /** Python files that the profile looks at, joined. */
  const code = (id: string): string =>
    [...commit(id).files]
      .filter(([path]) => path.startsWith("lodestar/") && !path.startsWith("lodestar/tests/"))
      .map(([, text]) => text)
      .join("\n");

  test("count what a plain search of each commit counts", () => {
    for (const [id, , , sites, names, dropped] of answers.COMMITS) {
      const found = [...code(id).matchAll(/self\.crew\.ask(?:_all)?\(\s*"(\w+)"/g)].map((match) => match[1]);
      const open = [...code(id).matchAll(/self\.crew\.ask\(f"/g)];
      assert.deepEqual([found.length, new Set(found).size, open.length], [sites, names, dropped], `commit ${id}`);
    }
  });

  test("count the same when their events are added up", () => {
    const standing: string[] = [];
    for (const [id, , , sites, names] of answers.COMMITS) {
      for (const event of answers.SITE_EVENTS.filter((one) => one.at === id)) {
        const where = event.from ?? event;
        const at = standing.indexOf(`${event.name} ${where.path} ${where.function}`);
        assert.equal(at < 0, event.kind === "appeared", `${event.kind} ${event.name} at ${id}`);
        if (event.kind === "disappeared" || event.kind === "moved") standing.splice(at, 1);
        if (event.kind === "appeared" || event.kind === "moved")
          standing.push(`${event.name} ${event.path} ${event.function}`);
      }
      assert.deepEqual([standing.length, new Set(standing.map((one) => one.split(" ")[0])).size], [sites, names], id);
    }
    assert.deepEqual(
      standing.sort(),
      answers.HEAD_SITES.map((one) => `${one.name} ${one.path} ${one.function}`).sort(),
    );
  });

  test("quote lines that stand where they say, inside the function they say", () => {
    const sited = [
      ...answers.HEAD_SITES,
      ...answers.HEAD_COMMAND_SITES.map((one) => ({ ...one, path: "lodestar/client.py" })),
    ];
    for (const one of [...sited, ...answers.HEAD_READS, ...answers.IN_PROCESS]) {
      const lines = linesOf(HEAD, one.path);
      const [owner, name] = one.function.split(".");
      // Relay and engine share words: the quote is looked for between this function and the next.
      const start = lines.findIndex(
        (line, index) =>
          line.startsWith(`def ${name}(`) && index > lines.findIndex((l) => l.startsWith(`class ${owner}`)),
      );
      const next = lines.findIndex((line, index) => index > start && line.startsWith("def "));
      const line = lineOf(HEAD, one.path, one.quote) - 1;
      assert.ok(start >= 0 && line > start && (next < 0 || line < next), `${one.quote} stands in ${one.function}`);
    }
    for (const one of answers.HEAD_PRODUCTS) {
      if (one.quote !== null) lineOf(HEAD, answers.PRODUCT_PATHS[one.class]!, one.quote);
    }
    for (const one of answers.NO_READS) lineOf(HEAD, one.path, one.quote);
    lineOf(HEAD, answers.NESTED.path, answers.NESTED.quote);
  });

  test("name keys that stand in the code exactly as long as they say", () => {
    const mentions = (id: string, path: string, words: readonly string[]) =>
      words.some((word) => commit(id).files.get(path)?.includes(word) ?? false);
    for (const span of answers.KEY_SPANS.filter((one) => one.side === "read")) {
      const words = ["table.", 'capacity["', 'capacity.get("', 'readings["', 'readings.get("'].map((start) =>
        start === "table." ? `${start}${span.key}` : `${start}${span.key}"`,
      );
      const others = answers.KEY_SPANS.filter(
        (one) => one.side === "read" && one.key === span.key && "path" in one && one.path === span.path,
      );
      for (const [id] of answers.COMMITS) {
        const inside = others.some((one) => id >= one.first && (one.last === null || id <= one.last));
        assert.equal(mentions(id, span.path, words), inside, `${span.of}.${span.key} in ${span.path} at ${id}`);
      }
    }
    for (const span of answers.KEY_SPANS.filter((one) => one.side === "produced" && one.of !== "predict")) {
      const all = answers.KEY_SPANS.filter(
        (one) => one.side === "produced" && one.of === span.of && one.key === span.key,
      );
      for (const [id] of answers.COMMITS) {
        const inside = all.some((one) => id >= one.first && (one.last === null || id <= one.last));
        assert.equal(
          mentions(id, "lodestar/runner.py", [`"${span.key}":`]),
          inside,
          `${span.of}.${span.key} sent at ${id}`,
        );
      }
    }
  });

  test("tell of commands as a plain search finds them", () => {
    for (const [id] of answers.COMMITS) {
      const told = answers.COMMANDS.findLast((one) => one.from <= id)!;
      const sent = [...code(id).matchAll(/self\.broadcast_command\("(\w+)"/g)].map((match) => match[1]);
      const table = [...code(id).matchAll(/^ {8}"(\w+)": "_do_\w+",$/gm)].map((match) => match[1]);
      assert.deepEqual([sent.sort(), table.sort()], [told.sent, told.table], `commit ${id}`);
      const chain =
        commit(id).files.get("lodestar/engine.py")!.split("def _handle_command(")[1]?.split("def close")[0] ?? "";
      const handled = [...chain.matchAll(/(?:if|elif) cmd (?:==|in) (.*):/g)].flatMap((match) => [
        ...match[1]!.matchAll(/"(\w+)"/g),
      ]);
      assert.deepEqual(handled.map((match) => match[1]).sort(), told.chain, `chain at ${id}`);
    }
    const silent = linesOf("31", "lodestar/client.py").includes('return self.broadcast_command("cancel")');
    assert.ok(silent, "cancel is waited for until 31");
  });

  test("cite what the documents cite, and place what it meant", () => {
    const texts = [...new Set(answers.CITATIONS.map((one) => one.doc))].map((path) => commit(HEAD).files.get(path)!);
    const found = texts.flatMap((text) => [...text.matchAll(/[\w/]+\.py:\d+(?:-\d+)?/g)].map((match) => match[0]));
    const elsewhere = answers.CITED_ELSEWHERE.filter((one) => one.at === null).map((one) => one.text);
    assert.deepEqual(found.sort(), [...answers.CITATIONS.map((one) => one.text), ...elsewhere].sort());
    for (const one of answers.CITED_ELSEWHERE) {
      const told = one.at === null ? one.text : `blob/${built.byId.get(one.at)}/${one.text}`;
      assert.ok(commit(HEAD).files.get(one.doc)!.includes(told), `${one.doc} cites ${told}`);
    }
    for (const one of answers.CITATIONS) {
      const [path, range] = one.text.split(":") as [string, string];
      const [start = 0, end = start] = range.split("-").map(Number);
      const written = `lodestar/${path.replace("lodestar/", "")}`;
      const length = (linesOf(one.born, written).length ?? 1) - 1;
      assert.ok(end <= length, `${one.text} was inside its file when written`);
      const bytes = (id: string) =>
        commit(id)
          .files.get(written)
          ?.split("\n")
          .slice(start - 1, end)
          .join("\n");
      const head = commit(HEAD).files.get(written)?.split("\n");
      if (one.verdict === "missing") assert.equal(head, undefined, one.text);
      else if (one.verdict === "past-end") assert.ok(head!.length - 1 < end, one.text);
      else if (one.verdict === "holds") assert.equal(bytes(HEAD), bytes(one.born), one.text);
      else assert.notEqual(`${one.verdict} ${bytes(HEAD)}`, `moved ${bytes(one.born)}`, one.text);
      if (one.broke !== null && one.broke !== one.born) {
        const earlier = answers.COMMITS.map(([id]) => id).filter((id) => id >= one.born && id < one.broke!);
        for (const id of earlier) assert.equal(bytes(id), bytes(one.born), `${one.text} stood still at ${id}`);
        assert.notEqual(bytes(one.broke), bytes(one.born), `${one.text} broke at ${one.broke}`);
      }
      if (one.now === null) continue;
      const now = lineOf(HEAD, one.now.path, one.now.quote);
      assert.ok(now + one.now.lines - 1 <= linesOf(HEAD, one.now.path).length - 1, one.text);
      if (one.verdict === "holds") assert.deepEqual([now, now + one.now.lines - 1], [start, end], one.text);
      if (one.verdict === "moved" || one.verdict === "past-end") assert.equal(one.now.lines, end - start + 1, one.text);
    }
  });

  test("pin phrases that stand in the prose from when they say to when they say", () => {
    for (const claim of answers.CLAIMS) {
      for (const [id] of answers.COMMITS) {
        const text = (commit(id).files.get(claim.doc) ?? "").replace(/\s+/g, " ");
        const there = id >= claim.written && (claim.gone === null || id < claim.gone);
        assert.equal(text.includes(claim.phrase), there, `"${claim.phrase}" at ${id}`);
      }
    }
  });
});

test("the sample's profile says of each pairing where the code says so, and that is still there", async () => {
  const profile: Profile = parse(await readFile(new URL("../data/profiles/sample.yaml", import.meta.url), "utf8"));
  assert.deepEqual(
    profile.layers.map((layer) => layer.name),
    ["runner", "command"],
  );
  const pairings = profile.layers.flatMap((layer) => layer.pairings);
  for (const pairing of pairings) {
    assert.ok(commit(HEAD).files.get(pairing.says.path)?.includes(pairing.says.text), pairing.says.text);
  }
  assert.deepEqual(
    pairings.map(({ broadcaster, answerer }) => ({ broadcaster, answerer })),
    answers.MEETINGS.map(({ broadcaster, answerer }) => ({ broadcaster, answerer })),
  );
});
