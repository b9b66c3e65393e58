// Holds the words of a command line to the one table they are declared in: parser, help and commands agree on each flag.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { COMMANDS } from "../../loaders/commands/flags.ts";
import { commandHelp, commandsMarkdown, overview } from "../../loaders/commands/help.ts";
import { parseCommand } from "../../loaders/commands/parse.ts";
import { RUNNERS } from "../../loaders/commands/run.ts";
import { didYouMean, distance } from "../../loaders/near.ts";
import { fc } from "../support/properties.ts";

const refuses = (argv: readonly string[], message: RegExp | string) =>
  assert.throws(() => parseCommand(argv), { code: "bad-usage", message }, argv.join(" "));

test("help of each command mentions each of its flags, what it takes, and an example that parses", () => {
  for (const command of COMMANDS) {
    const help = commandHelp(command);
    for (const flag of command.flags) {
      assert.ok(
        help.includes(`  --${flag.name}${flag.value === undefined ? "" : ` ${flag.value}`} `),
        `${command.name} --${flag.name}`,
      );
      assert.ok(help.includes(flag.help), `${command.name} --${flag.name}`);
    }
    assert.ok(help.includes(command.example));
    const words = [...command.example.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? (match[2] as string));
    assert.equal(words[0], "binnacle");
    assert.equal(parseCommand(words.slice(1)).command, command);
    assert.deepEqual(parseCommand([command.name, "--help"]).flags, { help: true });
    assert.deepEqual(parseCommand([command.name, "-h"]).flags, { help: true });
  }
});

test("the overview and the README's table name each command, each has a runner, and each runner a command", () => {
  const names = COMMANDS.map((each) => each.name);
  for (const name of names) {
    assert.match(overview("1.2.3"), new RegExp(`^  ${name} `, "m"));
    assert.match(commandsMarkdown(), new RegExp(`^\\| \`${name} `, "m"));
  }
  assert.deepEqual(Object.keys(RUNNERS).sort(), names.toSorted());
  assert.match(overview("1.2.3"), /1\.2\.3/);
});

test("help lines fit on a screen, and no flag stands twice in a command", () => {
  for (const command of COMMANDS) {
    assert.equal(new Set(command.flags.map((flag) => flag.name)).size, command.flags.length, command.name);
    for (const line of commandHelp(command).split("\n")) assert.ok(line.length <= 120, line);
  }
});

test("a value stands behind its flag or behind =, and may hold anything", () => {
  assert.deepEqual(parseCommand(["query", "--format=json", "SELECT 1"]), {
    ...parseCommand(["query", "SELECT 1", "--format", "json"]),
  });
  assert.equal(parseCommand(["query", "--store=a=b", "x"]).flags.store, "a=b");
  assert.equal(parseCommand(["surface", "--at=--odd"]).flags.at, "--odd");
  assert.equal(parseCommand(["surface", "--at", "-odd"]).flags.at, "-odd");
});

test("after -- everything is a word", () => {
  const { words, flags } = parseCommand(["trace", "--json", "--", "--json", "-h"]);
  assert.deepEqual([words, flags], [["--json", "-h"], { json: true }]);
});

test("the repository is the one word of a command that takes no others, or --repo, and not both", () => {
  assert.equal(parseCommand(["ingest", "../engine"]).flags.repo, "../engine");
  assert.equal(parseCommand(["ingest", "--repo", "../engine"]).flags.repo, "../engine");
  assert.equal(parseCommand(["ingest"]).flags.repo, undefined);
  assert.equal(parseCommand(["profile", "explain", "../engine"]).flags.repo, "../engine");
  assert.deepEqual(parseCommand(["profile", "explain", "../engine"]).words, ["explain"]);
  assert.deepEqual(parseCommand(["trace", "a", "b"]).words, ["a", "b"]);
  refuses(["ingest", "a", "b"], '"b" is one word too many: binnacle ingest [REPO].');
  refuses(["ingest", "a", "--repo", "b"], /"a" is one word too many/);
  refuses(["query", "SELECT 1", "SELECT 2"], /one word too many/);
  refuses(["trace"], /Something is missing: binnacle trace WORD…\. For example: /);
});

test("what is not known is refused with the nearest that is", () => {
  refuses(["ingset"], 'Unknown command "ingset". Did you mean "ingest"? "binnacle --help" lists them.');
  refuses(["qurey", "SELECT 1"], /Did you mean "query"\?/);
  refuses(["frobnicate"], 'Unknown command "frobnicate". "binnacle --help" lists them.');
  refuses(
    ["ingest", "--stroe", "x"],
    'Unknown flag "--stroe" of ingest. Did you mean "--store"? "binnacle ingest --help" lists them.',
  );
  refuses(["ingest", "--at", "x"], /Unknown flag "--at" of ingest\./);
  refuses(["ingest", "-s"], /Unknown flag "-s"/);
  refuses(["ingest", "--__proto__=1"], /Unknown flag "--__proto__"/);
  refuses(["ingest", "--constructor"], /Unknown flag "--constructor"/);
  refuses(["constructor"], /Unknown command "constructor"/);
});

test("a flag twice, a value that is missing, and a value that nobody wants are refused", () => {
  refuses(["ingest", "--store", "a", "--store=b"], "--store is given twice.");
  refuses(["ingest", "--json", "--json"], "--json is given twice.");
  refuses(["ingest", "--store"], /^--store wants FILE: /);
  refuses(["ingest", "--store="], /^--store wants FILE: /);
  refuses(["ingest", "--store", "--json"], /^--store wants FILE: /);
  refuses(["ingest", "--json=yes"], "--json takes no value.");
});

test("the distance of two words is what an edit of each kind costs", () => {
  assert.deepEqual(
    [
      ["", ""],
      ["abc", "abc"],
      ["abc", "acb"],
      ["abc", "ab"],
      ["abc", "axc"],
      ["", "abc"],
      ["ca", "abc"],
    ].map(([a, b]) => distance(a as string, b as string)),
    [0, 0, 1, 1, 1, 3, 3],
  );
  const word = fc.string({ maxLength: 8, unit: fc.constantFrom("a", "b", "c") });
  fc.assert(
    fc.property(
      word,
      word,
      (a, b) =>
        distance(a, b) === distance(b, a) &&
        distance(a, b) <= Math.max(a.length, b.length) &&
        (distance(a, b) === 0) === (a === b),
    ),
  );
  assert.equal(didYouMean("x", []), "");
});

test("a flag of a command that builds or serves is read in the files that run it", () => {
  const source = ["cli", "commands/notebook", "commands/current", "commands/context", "commands/claim-files"]
    .map((name) => readFileSync(new URL(`../../loaders/${name}.ts`, import.meta.url), "utf8"))
    .join("\n");
  for (const command of COMMANDS.filter(({ name }) => name === "notebook" || name === "dev")) {
    for (const { name } of command.flags) {
      if (name === "json" || name === "help") continue;
      const reads = [
        `textFlag(flags, "${name}")`,
        `flags.${name} ===`,
        `flags["${name}"] ===`,
        `listFlag(flags, "${name}")`,
      ];
      assert.ok(
        reads.some((each) => source.includes(each)),
        `${command.name} --${name}`,
      );
    }
  }
});

test("a quoted word that begins with a dash is a word", () => {
  assert.deepEqual(parseCommand(["query", "-- why\nSELECT 1"]).words, ["-- why\nSELECT 1"]);
  assert.deepEqual(parseCommand(["query", "-1 + 2 --format"]).words, ["-1 + 2 --format"]);
});
