// Holds what is derived from the sample engine to the answers that were written down by hand from its story.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildSampleEngine, type SampleEngine } from "../../data/sample-engine/build.ts";
import { Ahead } from "../../loaders/facts/ahead.ts";
import { walkLine } from "../../loaders/git/history.ts";
import { openRepository, type Repository } from "../../loaders/git/repository.ts";
import type { Surface } from "../../loaders/model.ts";
import { shippedProfile } from "../../loaders/surface/profile.ts";
import type { Kind } from "../../loaders/surface/rows.ts";
import type { Span } from "../../loaders/surface/spans.ts";
import { type DatedEvent, Timeline } from "../../loaders/surface/timeline.ts";
import { SurfaceWalk } from "../../loaders/surface/walk.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";
import * as answers from "../support/sample-answers.ts";

let scratch: string;
let built: SampleEngine;
let repo: Repository;
const surfaces: Surface[] = [];
const texts: Map<string, readonly string[]>[] = [];
const events: DatedEvent[] = [];
const spans = new Map<Kind, Span[]>();
const ids = answers.COMMITS.map(([id]) => id);
const positionOf = (id: string): number => ids.indexOf(id);
const lastOf = (id: string | null): number | null => (id === null ? null : positionOf(id));

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), "binnacle-surface-"));
  built = await buildSampleEngine(join(scratch, "sample.git"));
  repo = await openRepository(join(scratch, "sample.git"));
  await loadGrammars(["python"]);
  const profile = shippedProfile("sample");
  const walk = new SurfaceWalk(repo, profile);
  const timeline = new Timeline(repo, profile, walk);
  const { commits } = await walkLine(repo, await repo.resolve("HEAD"));
  for (const [position, commit] of commits.entries()) {
    events.push(...(await timeline.advance(commit, position)));
    surfaces.push(walk.surface());
    texts.push(
      new Map([...walk.tree.files].map(([path, file]) => [path, new TextDecoder().decode(file.bytes).split("\n")])),
    );
  }
  for (const [kind, lacking] of timeline.toWrite()) spans.set(kind, [...lacking.spans]);
});
after(async () => {
  repo.close();
  await rm(scratch, { recursive: true, force: true });
});

const headSurface = (): Surface => surfaces.at(-1) as Surface;
const lineAt = (position: number, path: string, line: number): string =>
  texts[position]?.get(path)?.[line - 1]?.trim() ?? "";
const headLine = (path: string, line: number): string => lineAt(surfaces.length - 1, path, line);
const ofLayer = <Row extends { readonly layer: string }>(rows: readonly Row[], layer: string): Row[] =>
  rows.filter((row) => row.layer === layer);

describe("a walk", () => {
  test("gives at each commit what a fresh look at its tree gives", async () => {
    const profile = shippedProfile("sample");
    for (const [position, oid] of built.commits.entries()) {
      const fresh = new SurfaceWalk(repo, profile);
      await fresh.goTo((await repo.commit(oid)).tree);
      assert.deepEqual(surfaces[position], fresh.surface(), `${ids[position]}`);
    }
  });

  test("gives the same where it read ahead, and where it was told of commits that did not come", async () => {
    const ahead = new Ahead();
    const walk = new SurfaceWalk(repo, shippedProfile("sample"));
    walk.facts.lookAhead(ahead);
    const trees = await Promise.all(built.commits.map(async (oid) => (await repo.commit(oid)).tree));
    for (const [position, tree] of trees.entries()) {
      await walk.lookAhead(trees.slice(position, position + 5));
      if (position % 7 === 3) await walk.goTo(trees[position - 1] as string);
      if (position % 11 === 6) await walk.lookAhead([tree, trees[0] as string, trees[1] as string]);
      assert.deepEqual((await walk.step(tree)).surface, surfaces[position], `${ids[position]}`);
    }
    await ahead.close();
  });
});

describe("sites", () => {
  test("number and name what the story says, at every commit", () => {
    const found = surfaces.map((surface, at) => {
      const sites = ofLayer(surface.sites, "runner");
      const named = sites.filter((site) => site.name !== null);
      return [ids[at], named.length, new Set(named.map((site) => site.name)).size, sites.length - named.length];
    });
    assert.deepEqual(
      found,
      answers.COMMITS.map(([id, , , sites, names, dropped]) => [id, sites, names, dropped]),
    );
  });

  test("at the head are those of the story, to the line", () => {
    const found = ofLayer(headSurface().sites, "runner").map((site) => ({
      name: site.name,
      path: site.path,
      function: site.function,
      quote: headLine(site.path, site.line),
      lines: site.endLine - site.line + 1,
      wait: site.wait,
      timeout: site.timeout,
      aggregating: site.aggregating,
      use: site.use,
      arity: site.arity,
      asserted: site.asserted,
    }));
    const byPlace = (a: { path: string; quote: string }, b: { path: string; quote: string }) =>
      `${a.path}${a.quote}`.localeCompare(`${b.path}${b.quote}`);
    assert.deepEqual(found.toSorted(byPlace), [...answers.HEAD_SITES].toSorted(byPlace));
  });

  test("of the second layer are the client's, with their time-outs", () => {
    const found = ofLayer(headSurface().sites, "command").filter((site) => site.name !== null);
    assert.deepEqual(
      found.map((site) => ({
        name: site.name,
        function: site.function,
        wait: site.wait,
        timeout: site.timeout,
        quote: headLine(site.path, site.line),
      })),
      answers.HEAD_COMMAND_SITES.map((site) => ({ ...site })),
    );
  });

  test("appear, move, change and disappear as told: a rename is no death and no birth", () => {
    const found = events
      .filter((event) => event.topic === "site" && event.layer === "runner" && event.of !== null)
      .map((event) => ({
        at: ids[event.position],
        kind: event.kind,
        name: event.of,
        path: event.path,
        function: event.function,
        origin: event.origin,
      }));
    const told = answers.SITE_EVENTS.map((event) => ({
      at: event.at,
      kind: event.kind,
      name: event.name,
      path: event.path,
      function: event.function,
      origin: event.origin === undefined ? null : built.byId.get(event.origin),
    }));
    const order = (a: { at?: string | undefined; kind: string; name: string | null; function: string | null }) =>
      `${a.at} ${a.kind} ${a.name} ${a.function}`;
    assert.deepEqual(
      found.toSorted((a, b) => order(a).localeCompare(order(b))),
      told.toSorted((a, b) => order(a).localeCompare(order(b))),
    );
  });

  test("that cannot be read are dropped with their reason, for as long as they stand", () => {
    const found = (spans.get("dropped") ?? []).map((span) => ({
      path: span.row.path,
      reason: span.row.reason,
      first: span.born,
      last: span.last,
    }));
    const lives = [...new Map(found.map((row) => [`${row.path} ${row.reason}`, row])).values()];
    const told = answers.DROPPED.map((row) => ({
      path: row.path,
      reason: row.reason,
      first: positionOf(row.first),
      last: lastOf(row.last),
    }));
    assert.deepEqual(new Set(lives.map((row) => JSON.stringify(row))), new Set(told.map((row) => JSON.stringify(row))));
  });

  test("in excluded paths are none", () => {
    assert.ok(surfaces.every((surface) => surface.sites.every((site) => site.name !== answers.EXCLUDED.name)));
  });
});

describe("answerers", () => {
  test("are methods of the runners and of what they mix in", () => {
    for (const [asked, names] of Object.entries(answers.ANSWERED)) {
      const found = ofLayer(headSurface().answerers, "runner").filter((each) => each.class === asked);
      assert.deepEqual(found.map((each) => each.of).toSorted(), [...names].toSorted(), asked);
    }
    for (const [asked, bodies] of Object.entries(answers.OWN_BODIES)) {
      const found = ofLayer(headSurface().answerers, "runner").filter(
        (each) => each.class === asked && each.definedIn !== "Runner",
      );
      assert.deepEqual(Object.fromEntries(found.map((each) => [each.of, each.definedIn])), bodies);
    }
  });

  test("are no methods of the same name elsewhere", () => {
    const functions = new Set(surfaces.flatMap((surface) => surface.answerers.map((each) => each.function)));
    for (const name of answers.NO_ANSWERS) assert.ok(!functions.has(name), name);
  });

  test("were missing for drain while it was waited for", () => {
    const parks = surfaces.map((surface, at) => ({
      at: ids[at],
      names: ofLayer(surface.sites, "runner")
        .filter(
          (site) =>
            site.name !== null && !surface.answerers.some((each) => each.layer === "runner" && each.of === site.name),
        )
        .map((site) => site.name),
    }));
    const found = parks.filter(({ names }) => names.length > 0);
    const [gap] = answers.UNANSWERED;
    assert.deepEqual(
      found,
      ids.slice(positionOf(gap.first), positionOf(gap.last) + 1).map((at) => ({ at, names: [gap.name] })),
    );
  });

  test("bear their decorators from commit to commit", () => {
    for (const told of answers.DECORATORS) {
      const [owner, of] = told.method.split(".") as [string, string];
      surfaces.slice(positionOf(told.first), (lastOf(told.last) ?? surfaces.length - 1) + 1).forEach((surface, at) => {
        const found = surface.answerers.find(
          (each) => each.layer === "runner" && each.class === owner && each.of === of,
        );
        assert.deepEqual(found?.decorators, told.decorators, `${told.method} at ${ids[positionOf(told.first) + at]}`);
      });
    }
  });

  test("wait as their callers say", () => {
    const sites = ofLayer(headSurface().sites, "runner");
    const waits = (name: string) => new Set(sites.filter((site) => site.name === name).map((site) => site.wait));
    for (const name of new Set(sites.map((site) => site.name as string))) {
      const { no, mixed }: { no: readonly string[]; mixed: readonly string[] } = answers.WAITED;
      const expected = no.includes(name) ? [false] : mixed.includes(name) ? [true, false] : [true];
      assert.deepEqual(waits(name), new Set(expected), name);
    }
  });

  test("of commands are the chain's and the table's, side by side for two commits", () => {
    const stages = answers.COMMANDS.map((stage) => positionOf(stage.from));
    surfaces.forEach((surface, at) => {
      const stage = answers.COMMANDS[stages.findLastIndex((from) => from <= at)];
      const commands = ofLayer(surface.answerers, "command");
      assert.deepEqual(
        [
          ...new Set(
            ofLayer(surface.sites, "command")
              .map((site) => site.name)
              .filter((name) => name !== null),
          ),
        ].toSorted(),
        stage?.sent,
        `sent at ${ids[at]}`,
      );
      assert.deepEqual(
        [...new Set(commands.filter((each) => each.class === "Engine").map((each) => each.of))].toSorted(),
        stage?.chain,
        `chain at ${ids[at]}`,
      );
      assert.deepEqual(
        commands
          .filter((each) => each.class === "Console")
          .map((each) => each.of)
          .toSorted(),
        stage?.table,
        `table at ${ids[at]}`,
      );
    });
  });

  test("that never reply are told from those that do, also through a helper", () => {
    surfaces.forEach((surface, at) => {
      const silent = ofLayer(surface.answerers, "command").filter((each) => !each.replies);
      assert.deepEqual(
        Object.fromEntries(silent.map((each) => [each.of, each.function])),
        at < positionOf("23") ? {} : answers.NEVER_REPLIES,
        ids[at],
      );
    });
  });

  test("are called in-process where no dispatch shows it", () => {
    const found = headSurface().inProcess.map((each) => ({
      of: each.of,
      quote: headLine(each.path, each.line),
      arguments: each.arguments,
      path: each.path,
      function: each.function,
      receiver: each.receiver,
      caught: each.caught,
    }));
    const order = (each: { of: string }) => each.of;
    assert.deepEqual(
      found.toSorted((a, b) => order(a).localeCompare(order(b))),
      answers.IN_PROCESS.map((each) => ({ ...each })).toSorted((a, b) => order(a).localeCompare(order(b))),
    );
  });

  test("meet broadcasters, and some park", () => {
    for (const told of answers.MEETINGS) {
      const found = headSurface().meetings.filter(
        (each) => each.layer === "runner" && each.broadcaster === told.broadcaster && each.answerer === told.answerer,
      );
      const names = (outcome: string) =>
        found
          .filter((each) => each.outcome === outcome)
          .map((each) => each.of)
          .toSorted();
      assert.deepEqual(
        { parks: names("parks"), skips: names("skipped") },
        { parks: told.parks, skips: told.skips },
        `${told.broadcaster} × ${told.answerer}`,
      );
    }
  });
});

describe("reads", () => {
  test("at the head are those of the story, to the line, and no others", () => {
    const found = ofLayer(headSurface().reads, "runner")
      .filter((read) => read.kind !== "index")
      .map((read) => ({
        of: read.of,
        key: read.key,
        kind: read.kind,
        required: read.required,
        default: read.default,
        path: read.path,
        function: read.function,
        object: read.object,
        quote: headLine(read.path, read.line),
        secondHand: roads(read),
      }));
    const order = (read: { of: string; key: string; path: string }) => `${read.of} ${read.key} ${read.path}`;
    const told = answers.HEAD_READS.map((read) => ({ ...read }));
    assert.deepEqual(
      found.toSorted((a, b) => order(a).localeCompare(order(b))),
      told.toSorted((a, b) => order(a).localeCompare(order(b))),
    );
  });

  test("are not what merely looks like one", () => {
    const quotes = new Set(headSurface().reads.map((read) => `${read.path} ${headLine(read.path, read.line)}`));
    for (const decoy of answers.NO_READS) assert.ok(!quotes.has(`${decoy.path} ${decoy.quote}`), decoy.why);
  });

  test("and products of keys live as long as told", () => {
    for (const told of answers.KEY_SPANS) {
      const kind = told.side === "read" ? "read" : "key";
      const own = (spans.get(kind) ?? []).filter(
        (span) =>
          span.row.layer === "runner" &&
          span.row.name === told.of &&
          span.row.key === told.key &&
          (!("path" in told) || span.row.path === told.path),
      );
      const covered = ids.map((_, at) =>
        own.some((span) => span.first <= at && (span.last === null || span.last >= at)),
      );
      // A contract begins when its name is first sent: what its answerer would have sent before is nobody's reply.
      const sent = surfaces.findIndex((surface) => surface.sites.some((site) => site.name === told.of));
      const [first, last] = [Math.max(sent, positionOf(told.first)), lastOf(told.last) ?? ids.length - 1];
      const stretch = covered.slice(first, last + 1);
      assert.ok(stretch.every(Boolean), `${told.side} ${told.of}.${told.key} holds from ${told.first} to ${told.last}`);
      assert.ok(first === 0 || !covered[first - 1], `${told.side} ${told.of}.${told.key} begins at ${told.first}`);
      assert.ok(
        last === ids.length - 1 || !covered[last + 1],
        `${told.side} ${told.of}.${told.key} ends at ${told.last}`,
      );
      if ("origin" in told) {
        const birth = events.find(
          (event) =>
            event.side === told.side && event.of === told.of && event.subject === told.key && event.kind === "appeared",
        );
        assert.equal(birth?.origin, built.byId.get(told.origin), `${told.key} was made by ${told.origin}`);
      }
    }
  });

  test("into a nested contract name its keys and exceptions, of the right class of three", () => {
    const found = headSurface().nested[0];
    assert.equal(headSurface().nested.length, 1);
    const { first, quote, ...told } = answers.NESTED;
    assert.deepEqual(
      {
        of: found?.of,
        key: found?.key,
        target: found?.target,
        path: found?.path,
        keys: found?.keys,
        exact: found?.exact,
        raises: found?.raises,
      },
      told,
    );
    assert.equal(
      surfaces.findIndex((surface) => surface.nested.length > 0),
      positionOf(first),
    );
    const body = texts
      .at(-1)
      ?.get(told.path)
      ?.slice((found?.line ?? 1) - 1, found?.endLine)
      .map((line) => line.trim());
    assert.ok(body?.includes(quote));
  });
});

function roads(read: Surface["reads"][number]): "yes" | "no" | "both" {
  const hands = new Set(read.routes.map((route) => route.secondHand));
  return hands.size === 2 ? "both" : hands.has(true) ? "yes" : "no";
}

describe("replies", () => {
  test("of get_capacity were a value, then three keys, then five, then four", () => {
    surfaces.forEach((surface, at) => {
      for (const asked of ["Runner", "NightRunner"]) {
        const products = ofLayer(surface.products, "runner").filter(
          (each) => each.of === "get_capacity" && each.class === asked,
        );
        const own = products.filter((each) => each.via.length === 0);
        const told = answers.CAPACITY.filter(
          (each) => each.class === asked && positionOf(each.first) <= at && at <= (lastOf(each.last) ?? ids.length),
        );
        assert.deepEqual(
          own.map((each) => ({ keys: each.keys, when: each.when })),
          told.map((each) => ({ keys: [...each.keys], when: [...each.when] })),
          `${asked} at ${ids[at]}`,
        );
        if (asked !== "NightRunner" || at < positionOf(answers.CAPACITY_BY_SUPER.first)) continue;
        const passed = products.filter((each) => each.via.length > 0);
        const base = ofLayer(surface.products, "runner").filter(
          (each) => each.of === "get_capacity" && each.class === "Runner",
        );
        assert.deepEqual(
          passed.map((each) => [each.via, each.keys]),
          base.map((each) => [[...answers.CAPACITY_BY_SUPER.via], each.keys]),
        );
      }
    });
  });

  test("at the head have the shapes of the story", () => {
    for (const told of answers.HEAD_PRODUCTS) {
      const found = ofLayer(headSurface().products, "runner").filter(
        (each) => each.of === told.of && each.class === told.class,
      );
      const same = found.filter(
        (each) => each.shape === told.shape || (told.shape === "value" && each.shape === "unknown"),
      );
      const one = told.quote === null ? same[0] : same.find((each) => headLine(each.path, each.line) === told.quote);
      assert.ok(one, `${told.class}.${told.of} ${told.shape}: ${told.quote}`);
      if (told.shape === "keys") assert.deepEqual(one.keys, told.keys);
      if (told.shape === "none" && told.when.length > 0) assert.deepEqual(one.when, told.when);
    }
  });

  test("of predict are a TideTable with one attribute that nobody reads", () => {
    const product = ofLayer(headSurface().products, "runner").find(
      (each) => each.of === "predict" && each.class === "Runner",
    );
    assert.equal(product?.type, "TideTable");
    assert.deepEqual(product?.keys.toSorted(), [...answers.TIDE_TABLE.attributes].toSorted());
    assert.deepEqual(product?.methods, [...answers.TIDE_TABLE.methods]);
    const unread = headSurface().conformance.filter(
      (each) => each.of === "predict" && each.class === "Runner" && each.status === "unread",
    );
    assert.deepEqual(
      unread.map((each) => each.key),
      [...answers.TIDE_TABLE.unread],
    );
  });

  test("break or are defaulted for just as long as told", () => {
    const trouble = surfaces.flatMap((surface, at) =>
      surface.conformance
        .filter((each) => each.status === "breach" || each.status === "defaulted")
        .map((each) => ({ at, ...each })),
    );
    for (const told of answers.CONFORMANCE) {
      const found = trouble.filter(
        (each) =>
          each.of === told.of && each.class === told.class && each.key === told.key && each.status === told.status,
      );
      const positions = found.map((each) => each.at);
      const [first, last] = [positionOf(told.first), lastOf(told.last) ?? ids.length - 1];
      assert.deepEqual(
        positions,
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
        `${told.of} ${told.key} ${told.status}`,
      );
      assert.ok(
        found.every((each) => each.detail === told.detail),
        `${told.key}: ${told.detail}`,
      );
      assert.deepEqual(found[0]?.when, [...told.when]);
    }
    const classes = new Set(answers.CONFORMANCE.map((told) => `${told.of} ${told.key}`));
    assert.ok(
      trouble.every((each) => classes.has(`${each.of} ${each.key}`)),
      "and no others",
    );
  });
});
