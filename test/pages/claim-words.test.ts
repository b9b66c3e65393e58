// The titles of the pages of claims and notes, and the few words beside a claim: made by rule from rows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { foundWords, seedWords } from "../../src/components/claims-facts.ts";
import { claimsDeck, claimsTitle, looseTitle } from "../../src/components/claims-headlines.ts";
import { claimRowsOf, grouped, isFound } from "../../src/components/claims-rows.ts";
import { notesDeck, notesTitle } from "../../src/components/notes-headlines.ts";
import { notesRowsOf } from "../../src/components/notes-rows.ts";
import { claims, notes } from "./fixture-claims.ts";

const all = claimRowsOf(claims());
const named = (...names: string[]) => all.filter(({ name }) => names.includes(name));

test("the title says the worst that is true, then what was not checked, then what cannot fail", () => {
  assert.equal(claimsTitle(true, all), "Four of nine claims are false");
  assert.equal(claimsTitle(true, named("always", "unchecked")), "One of two claims went unchecked");
  assert.equal(claimsTitle(true, named("always", "blind")), "Two claims, all true, and one cannot fail");
  assert.equal(claimsTitle(true, named("always", "later")), "Two claims, all true");
  assert.equal(claimsTitle(true, named("never")), "The one claim is false");
  assert.equal(claimsTitle(true, []), "No claim is pinned here");
  assert.equal(claimsTitle(false, []), "No claim has been judged yet");
});

test("the deck tells what was true once from what never was", () => {
  assert.equal(claimsDeck(named("broken", "never")), "One was true once, until #12; one never was.");
  assert.equal(claimsDeck(named("always")), "");
});

test("what is not in order stands first in its document, and the document that has most of it", () => {
  const groups = grouped(all);
  assert.deepEqual(
    groups[0]?.rows.slice(0, 3).map(({ verdict }) => verdict),
    ["false", "false", "false"],
  );
  assert.deepEqual(
    groups.map(({ doc }) => doc),
    [".binnacle/claims/a.yaml", "docs/a.md", "docs/gone.md"],
  );
});

test("a claim is found by its words, its question and the pull request that broke it", () => {
  const found = (q: string) => all.filter((row) => isFound(row, q)).map(({ name }) => name);
  assert.deepEqual(found("#12"), ["broken"]);
  assert.deepEqual(found("cccc"), [], "four digits are no commit");
  assert.deepEqual(found("DISPATCHED names").length, all.length);
});

test("short things are told against each other, long ones by the verdict's sentence", () => {
  const words = (name: string) => named(name).map(foundWords)[0];
  assert.equal(words("broken"), "stated 26, found 37");
  assert.equal(words("always"), "4");
  assert.match(words("long") ?? "", /^not there: a_name/);
  assert.match(words("hostile") ?? "", /^not stated: </);
  assert.equal(named("blind").map(seedWords)[0], "nothing turns it red");
  assert.equal(named("always").map(seedWords)[0], "3 of 17 turn it red");
  assert.equal(named("never").map(seedWords)[0], "");
});

test("what nobody pinned is titled by its kinds", () => {
  assert.equal(
    looseTitle(claims().loose),
    "One number in prose differs from what is counted and one sum does not close",
  );
});

test("notes are titled by what is not in order, and where all is by how many there are", () => {
  const rows = notesRowsOf(notes());
  assert.equal(notesTitle(true, rows), "Two notes could not be checked; one note is attached to what is gone");
  assert.match(
    notesDeck(rows),
    /^One measurement is stale; one note is of code that has changed; .*\. Six notes and two measurements\.$/,
  );
  const fine = rows.filter(({ verdict }) => verdict === "holds" || verdict === "moved");
  assert.equal(notesTitle(true, fine), "Two notes and one measurement, all in order");
  assert.equal(notesTitle(true, []), "No note is kept here");
});
