import assert from "node:assert/strict";
import { test } from "node:test";
import type { IndexExtract, SurfaceExtract } from "../../loaders/report/pages.ts";
import { contractTitle, membersTitle } from "../../src/components/contract-headlines.ts";
import { plain } from "../../src/components/dom.ts";
import {
  eventsTitle,
  indexTitle,
  matrixTitle,
  stepsTitle,
  surfaceDeck,
  surfaceTitle,
} from "../../src/components/headlines.ts";
import { count, counted, day, elided, listed, ordinal } from "../../src/components/words.ts";
import { contract, event, lane, notebook, surface } from "./fixture.ts";

const book = (names: number, sites: number) => notebook([{ name: "worker", names, sites, miss: "park" }]);
const lanes = (...births: number[]) => births.map((first, i) => lane(`name_${i}`, { first }));
const totals = (...steps: [number, number, number, number][]): SurfaceExtract["totals"] => [{ layer: "worker", steps }];
const nothing: IndexExtract = { wrong: [], lately: [], verdicts: [], falseClaims: [] };

test("growth is said with the commits that brought three names or more", () => {
  const of = surface({ lanes: lanes(0, 0, 5, 5, 5, 7), totals: totals([0, 2, 2, 0], [5, 8, 5, 0], [7, 9, 6, 0]) });
  assert.equal(surfaceTitle(book(6, 9), of, "worker"), "Two names became six; one commit brought three of them");
});

test("growth without a large commit is said plainly, and no growth dully", () => {
  assert.equal(
    surfaceTitle(book(3, 4), surface({ lanes: lanes(0, 0, 5), totals: totals([0, 2, 2, 0], [5, 4, 3, 0]) }), "worker"),
    "Two names became three",
  );
  assert.equal(
    surfaceTitle(book(25, 38), surface({ lanes: lanes(0, 0), totals: totals([0, 38, 25, 0]) }), "worker"),
    "25 names, 38 sites",
  );
});

test("a name that nobody answers comes before growth", () => {
  const of = surface({
    lanes: [...lanes(0, 0), lane("lost", { state: "parks" })],
    totals: totals([0, 1, 1, 0], [4, 3, 3, 1]),
  });
  assert.equal(surfaceTitle(book(3, 3), of, "worker"), "One of three names is answered by nobody");
});

test("nothing sent is said so", () => {
  assert.equal(surfaceTitle(book(0, 0), surface({}), "worker"), "Nothing is sent by name here");
  assert.equal(indexTitle(book(0, 0), surface({}), nothing), "Nothing is sent by name here");
});

test("the deck says who waits and who answers", () => {
  const of = surface({
    groups: [
      { layer: "worker", label: "Every runner answers" },
      { layer: "worker", label: "Only A answers" },
    ],
    lanes: [lane("a", {}), lane("b", { state: "unwaited" }), lane("c", { group: 1 })],
  });
  assert.equal(
    surfaceDeck(of, "worker"),
    "Callers wait on every name but one. Only 2 of the 3 are answered by every runner: the other 1 depends on which was chosen.",
  );
});

test("sites per file: the last file is named by its commit only if it came alone", () => {
  const file = (path: string, first: number, sites: number) => ({
    layer: "worker",
    path,
    steps: [[first, sites]] as const,
  });
  const events = [event(9, [], { pr: 1552 }), event(0, [], { pr: 1 })];
  assert.equal(
    stepsTitle([file("a", 0, 3), file("b", 9, 2)], events),
    "5 sites in two files; the second came with #1552",
  );
  assert.equal(stepsTitle([file("a", 9, 3), file("b", 9, 2)], events), "5 sites in two files");
  assert.equal(stepsTitle([file("a", 0, 1)], events), "1 site in one file");
});

test("the matrix is titled by who parks", () => {
  const meets = (broadcaster: string, outcome: "answered" | "parks" | "raises") => ({
    layer: "worker",
    broadcaster,
    answerer: "R",
    names: [{ name: "n", slug: "n", outcome }],
    when: null,
  });
  assert.equal(matrixTitle([meets("A", "answered"), meets("B", "answered")]), "All that two classes send is answered");
  assert.equal(
    matrixTitle([meets("A", "parks"), meets("B", "answered")]),
    "A parks on an answerer that does not know the name",
  );
  assert.equal(
    matrixTitle([meets("A", "raises"), meets("B", "raises"), meets("C", "raises")]),
    "Three of three senders fail on some answerer they may meet",
  );
});

test("the index is titled by the worst true thing", () => {
  const meeting = {
    layer: "worker",
    broadcaster: "A",
    answerer: "R",
    names: [{ name: "a", slug: "a", outcome: "parks" as const }],
    when: "always",
  };
  const wrong = (glyph: "breach" | "unread"): IndexExtract => ({
    wrong: [{ glyph, text: "", note: "", slug: null, since: null }],
    lately: [],
    verdicts: [],
    falseClaims: [],
  });
  assert.equal(
    indexTitle(book(25, 38), surface({ lanes: lanes(0), meetings: [meeting] }), nothing),
    "Every name has an answerer, but one of 25 parks on the wrong one",
  );
  assert.equal(
    indexTitle(book(25, 38), surface({ lanes: lanes(0), meetings: [{ ...meeting, when: null }] }), nothing),
    "Every one of 25 names is answered, from 38 sites",
  );
  assert.equal(
    indexTitle(book(25, 38), surface({ lanes: lanes(0) }), wrong("breach")),
    "Every name is answered, but one reply lacks what is read off it",
  );
  const cited = { ...book(25, 38), citations: { judged: 23, wrong: 20 } };
  assert.equal(
    indexTitle(cited, surface({ lanes: lanes(0) }), wrong("unread")),
    "Every name is answered, but 20 of 23 citations are not true",
  );
  assert.equal(
    indexTitle(book(2, 3), surface({ lanes: lanes(0, 0) }), nothing),
    "Every one of two names is answered, from three sites",
  );
});

test("a contract is titled by its breach, else by who waits and what is read", () => {
  assert.equal(
    plain(contractTitle(contract("forward"))),
    "forward is waited on at one site, and nothing is read off its reply",
  );
  assert.equal(plain(contractTitle({ ...contract("old"), alive: false })), "old is no longer sent");
  assert.equal(
    plain(contractTitle({ ...contract("x"), state: "parks" })),
    "x is waited on at one site, and nobody answers",
  );
  const trouble = [{ first: 3, last: null, status: "breach" as const, class: "R", detail: "KeyError", when: "" }];
  assert.equal(
    plain(contractTitle({ ...contract("x"), members: [{ key: "k", untold: [], produced: [], read: [], trouble }] })),
    "x: R sends no k, which is read",
  );
});

test("the members' title names the longest silence that ended, else one that lasts", () => {
  const gap = (key: string, days: number, open: boolean) => ({ key, days, open, never: false });
  assert.equal(
    plain(membersTitle([gap("a", 10, false), gap("b", 149, false)])),
    "What is produced and what is read: b lost its reader for 149 days",
  );
  assert.equal(plain(membersTitle([gap("a", 10, true)])), "What is produced and what is read: nobody reads a");
  assert.equal(plain(membersTitle([])), "What is produced and what is read");
});

test("events are counted in words up to twelve", () => {
  assert.equal(eventsTitle(Array.from({ length: 16 }, (_, i) => event(i, []))), "16 commits changed the surface");
  assert.equal(eventsTitle([event(1, [])]), "One commit changed the surface");
  assert.equal(eventsTitle([]), "No commit has changed the surface");
});

test("numbers, days and long names become words", () => {
  assert.deepEqual([count(0), count(12), count(13), count(1168)], ["no", "twelve", "13", "1,168"]);
  assert.deepEqual([counted(1, "class", "classes"), counted(2, "class", "classes")], ["one class", "two classes"]);
  assert.deepEqual([ordinal(3), ordinal(13), ordinal(21), ordinal(112)], ["third", "13th", "21st", "112th"]);
  assert.deepEqual([day("2026-06-04"), day("2026-06-04", false), day("")], ["4 Jun 2026", "4 Jun", ""]);
  assert.deepEqual([listed([]), listed(["a"]), listed(["a", "b", "c"])], ["", "a", "a, b and c"]);
  assert.equal(elided("a".repeat(60)).length, 40);
});
