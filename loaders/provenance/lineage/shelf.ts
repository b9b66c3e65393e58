// Keeps the lives of sentences in a DuckDB file of their own, with the shingles by which sentences that say nearly the
// same are found. The file may be deleted at any time; what made the lives is not its business.

import { rmSync } from "node:fs";
import { BinnacleError } from "../../error.ts";
import type { Commit, Floor, Oid } from "../../model.ts";
import { Database, replaceStore } from "../../store/database.ts";
import { LISTED, MACROS } from "./likeness.ts";
import { momentOfLine } from "./line.ts";
import type { End, Life } from "./lives.ts";

/** What a file is of. */
export interface Shelved {
  readonly digest: string;
  readonly head: Oid;
  readonly floor: Floor;
  /** Commits of the line. */
  readonly commits: number;
}

/** One commit of the line, with the paths that it changed against its first parent, of renames both. */
export interface Turned {
  readonly commit: Commit;
  readonly paths: readonly string[];
}

/** How alike two sentences are at least that say nearly the same: 0 to 1. */
const NEARLY = 0.7;

/** What only grows. */
const GROWING = `
CREATE TABLE line (position INTEGER, oid VARCHAR, pr INTEGER, day VARCHAR);
CREATE TABLE touched (position INTEGER, path VARCHAR);`;

/** What is written anew whenever the line has grown. `life` and `line`: as types Life and Moment say. */
const SCHEMA = `
CREATE TABLE about (about VARCHAR);
CREATE TABLE life (id INTEGER, chain INTEGER, sentence INTEGER, first INTEGER, last INTEGER, born_doc VARCHAR,
  born_line INTEGER, doc VARCHAR, line INTEGER, docs VARCHAR, ord INTEGER, said VARCHAR, ended VARCHAR, next INTEGER,
  before INTEGER);
CREATE TABLE sentence (id INTEGER, key VARCHAR, shape VARCHAR, plain INTEGER, grams INTEGER);`;

/** Two words that follow one another, as numbers that no version of DuckDB makes otherwise. Sorted: few blocks are read. */
const SHINGLES = `
CREATE TABLE shingle AS
SELECT DISTINCT md5_number_lower(unnest(grams_of(shape))) AS gram, id AS sentence FROM sentence ORDER BY gram, sentence;
UPDATE sentence SET grams = len(grams_of(shape))`;

/**
 * Pairs of sentences that say nearly the same, each both ways. Compared are those that share two fifths of the longer one's
 * pairs of words, those left out that stand in more than eighty sentences.
 */
const ALIKE = `
CREATE TEMP TABLE rare AS SELECT gram, sentence FROM (
  SELECT gram, sentence, count(*) OVER (PARTITION BY gram) AS many FROM shingle
) WHERE many <= 80;
CREATE TEMP TABLE near AS SELECT one, other FROM (
  SELECT a.sentence AS one, b.sentence AS other, count(*) AS shared
  FROM rare a JOIN rare b ON b.gram = a.gram AND b.sentence > a.sentence GROUP BY ALL
) JOIN sentence a ON a.id = one JOIN sentence b ON b.id = other
WHERE shared >= 2 AND shared >= 0.4 * greatest(a.grams, b.grams);
CREATE TEMP TABLE listed AS
SELECT id, ${LISTED} FROM sentence
WHERE id IN (SELECT one FROM near UNION SELECT other FROM near);
CREATE TABLE alike AS
WITH pair AS MATERIALIZED (
  SELECT one, other, likeness_of(a.k, a.s, a.plain, b.k, b.s, b.plain) AS likeness
  FROM near JOIN listed a ON a.id = one JOIN listed b ON b.id = other
)
SELECT one, other, likeness FROM pair WHERE likeness >= ${NEARLY}
UNION ALL SELECT other, one, likeness FROM pair WHERE likeness >= ${NEARLY} ORDER BY one, other`;

/**
 * Pairs of what somebody changed, and what stands elsewhere and is nearer to the old words than to the new. A change that
 * was taken back is none.
 */
const SURVIVORS = `
CREATE TEMP TABLE edit AS
SELECT old.id, old.chain, old.sentence, next.sentence AS became
FROM life old JOIN life next ON next.id = old.next
WHERE old.ended IN ('corrected', 'renamed') AND NOT EXISTS (
  FROM life later WHERE later.chain = old.chain AND later.sentence = old.sentence AND later.id > old.id
);
CREATE TEMP TABLE standing AS SELECT id, chain, sentence FROM life WHERE last IS NULL;
CREATE TEMP TABLE told AS
SELECT id, listed_of(key) AS k FROM sentence
WHERE id IN (SELECT one FROM alike UNION SELECT became FROM edit WHERE sentence IN (SELECT one FROM alike));
CREATE TEMP TABLE nearer AS
SELECT DISTINCT edit.id AS edit, alike.other AS now, alike.likeness
FROM edit JOIN alike ON alike.one = edit.sentence
JOIN told a ON a.id = edit.sentence JOIN told b ON b.id = alike.other JOIN told c ON c.id = edit.became
WHERE alike.other IN (SELECT sentence FROM standing) AND alike_of(b.k, a.k) > alike_of(b.k, c.k);
INSERT INTO nearer SELECT id, sentence, 1.0 FROM edit;
CREATE TABLE survivor AS
SELECT edit.id AS edit, standing.id AS standing, nearer.likeness
FROM nearer JOIN edit ON edit.id = nearer.edit JOIN standing ON standing.sentence = nearer.now
WHERE standing.chain <> edit.chain
ORDER BY edit, standing`;

/** What a file says it is of; null where there is none, or a damaged one. */
export async function aboutShelf(path: string): Promise<Shelved | null> {
  const read = await reading(path, async (database) => {
    const [row] = await database.rows<{ about: string }>("SELECT about FROM about");
    return row === undefined ? null : (JSON.parse(row.about) as Shelved);
  });
  return read ?? null;
}

/** Reads a file; null where there is none, and where it is damaged: then it is removed, for it can be made again. */
async function reading<Answer>(path: string, read: (database: Database) => Promise<Answer>): Promise<Answer | null> {
  let database: Database | null = null;
  try {
    database = await Database.read(path);
    return await read(database);
  } catch (thrown) {
    if (!(thrown instanceof BinnacleError)) throw thrown;
    if (thrown.code === "store-missing") return null;
    if (thrown.code !== "store-corrupt" && thrown.code !== "bad-query") throw thrown;
    rmSync(path, { force: true });
    return null;
  } finally {
    database?.close();
  }
}

interface LifeRow {
  readonly [column: string]: string | number | null;
}

/** The lives of a file, to go on from; null where they cannot be read. */
export async function loadLives(path: string): Promise<readonly Life[] | null> {
  const rows = await reading(path, (database) =>
    database.rows<LifeRow>(
      "SELECT life.*, key, shape, plain FROM life JOIN sentence ON sentence.id = life.sentence ORDER BY life.id",
    ),
  );
  return rows?.map(lifeOf) ?? null;
}

/** A row of `life` joined with its `sentence`. */
export function lifeOf(row: LifeRow): Life {
  return {
    id: row.id as number,
    first: row.first as number,
    last: row.last as number | null,
    bornDoc: row.born_doc as string,
    bornLine: row.born_line as number,
    doc: row.doc as string,
    line: row.line as number,
    docs: row.docs === null ? [] : (JSON.parse(row.docs as string) as string[]),
    order: row.ord as number,
    text: row.said as string,
    key: row.key as string,
    shape: row.shape as string,
    plain: row.plain as number,
    end: row.ended as End | null,
    next: row.next as number | null,
    before: row.before as number | null,
  };
}

/** Writes a file: lives and the line's new commits, which follow those that it holds; `fresh` where it holds none. */
export async function writeShelf(
  path: string,
  fresh: boolean,
  about: Shelved,
  lives: readonly Life[],
  turned: readonly Turned[],
): Promise<void> {
  const before = about.commits - turned.length;
  await replaceStore(
    path,
    () => fresh,
    async (database) => {
      if (fresh) await database.run(GROWING);
      else
        for (const table of ["about", "life", "sentence", "shingle", "alike", "survivor"])
          await database.run(`DROP TABLE ${table}`);
      await database.run(SCHEMA);
      await database.append("about", [{ about: JSON.stringify(about) }]);
      await database.append(
        "line",
        turned.map(({ commit }, at) => {
          const { pr, date } = momentOfLine(commit);
          return { position: before + at, oid: commit.oid, pr, day: date };
        }),
      );
      await database.append(
        "touched",
        turned.flatMap(({ paths }, at) => paths.map((each) => ({ position: before + at, path: each }))),
      );
      await appendLives(database, lives);
      await database.run(MACROS);
      await database.run(SHINGLES);
      await database.run(ALIKE);
      await database.run(SURVIVORS);
    },
  );
}

async function appendLives(database: Database, lives: readonly Life[]): Promise<void> {
  const sentences = new Map<string, { id: number; key: string; shape: string; plain: number }>();
  const chains: number[] = [];
  const rows = lives.map((life) => {
    const { key, shape, plain } = life;
    const known = sentences.get(key);
    const sentence = known?.id ?? sentences.size;
    if (known === undefined) sentences.set(key, { id: sentence, key, shape, plain });
    chains[life.id] = life.before === null ? life.id : chains[life.before]!;
    return {
      id: life.id,
      chain: chains[life.id]!,
      sentence,
      first: life.first,
      last: life.last,
      born_doc: life.bornDoc,
      born_line: life.bornLine,
      doc: life.doc,
      line: life.line,
      docs: life.docs.length === 0 ? null : JSON.stringify(life.docs),
      ord: life.order,
      said: life.text,
      ended: life.end,
      next: life.next,
      before: life.before,
    };
  });
  await database.append("sentence", sentences.values());
  await database.append("life", rows);
}
