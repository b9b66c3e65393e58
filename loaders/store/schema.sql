-- The notebook: what held from which commit to which. A position is a commit's 0-based place on the line, oldest first.
-- A span holds from "first" to "last", both inclusive; "last" is null while it still holds at the head. "life" counts
-- the times an id came: 2 is its first return. "born" is the position at which this life began.
-- Lists are JSON arrays. Lines are 1-based, inclusive; a blob is the object id that "path" holds at "first".
-- Raise SCHEMA in version.ts with any change here: derived tables are rebuilt, never migrated.

CREATE TABLE meta ("key" VARCHAR PRIMARY KEY, "value" VARCHAR);

CREATE TABLE "commit" (
  position INTEGER PRIMARY KEY,   -- 0 is the oldest of the line
  oid VARCHAR NOT NULL,
  tree VARCHAR NOT NULL,
  time BIGINT NOT NULL,           -- committer's clock, seconds since 1970-01-01 UTC
  "offset" INTEGER NOT NULL,      -- committer's clock, minutes east of UTC
  day VARCHAR NOT NULL,           -- committer's own calendar day, YYYY-MM-DD
  pr INTEGER,                     -- the last (#n) of the subject, else of the merge's subject
  subject VARCHAR NOT NULL,
  parents INTEGER NOT NULL,       -- count
  on_line BOOLEAN NOT NULL        -- false of a commit inside a merge (--all-parents): it has events, and no span begins or ends there
);

CREATE TABLE tag (
  name VARCHAR NOT NULL,
  oid VARCHAR NOT NULL,           -- the commit, peeled
  position INTEGER,               -- its place, or the place where it left the line; null where no place is known
  time BIGINT NOT NULL,           -- of its commit, seconds since 1970-01-01 UTC
  on_line BOOLEAN NOT NULL
);

CREATE TABLE event (
  position INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,       -- order inside the commit
  kind VARCHAR NOT NULL,          -- appeared, changed, moved, disappeared
  side VARCHAR NOT NULL,          -- dispatched, answered, read, produced, conformance, nested, in-process, dropped
  topic VARCHAR NOT NULL,         -- finer: site, wait, sites, lost, answered, shape, default, breach, defaulted …; or ''
  layer VARCHAR,
  name VARCHAR,                   -- whose contract
  subject VARCHAR NOT NULL,       -- the member, class or site; '' for the name itself
  detail VARCHAR NOT NULL,
  returned BOOLEAN NOT NULL,      -- it was there before, and gone between
  origin VARCHAR,                 -- the commit inside a merge that made it
  path VARCHAR,
  line INTEGER,
  function VARCHAR,
  floor VARCHAR                   -- root, shallow, since, profile: older history was not looked at
);

CREATE TABLE name_span (
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, name VARCHAR NOT NULL,
  waits VARCHAR NOT NULL,         -- yes, no, mixed
  state VARCHAR NOT NULL,         -- waited, unwaited, mixed; parks: waited on, nobody answers; skipped: neither
  sites INTEGER NOT NULL,         -- count
  answerers INTEGER NOT NULL,     -- count of classes
  path VARCHAR, line INTEGER, end_line INTEGER, blob VARCHAR
);

CREATE TABLE site_span (
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL,
  name VARCHAR,                   -- null where it is no literal
  expression VARCHAR NOT NULL,    -- what stands in the name's place
  class VARCHAR, function VARCHAR NOT NULL, callee VARCHAR NOT NULL,
  ordinal INTEGER NOT NULL,       -- among sites of the same path, function, callee and name; 0-based
  wait BOOLEAN,                   -- null: not a literal
  timeout DOUBLE,                 -- seconds; null: none, or no literal
  timeout_text VARCHAR,           -- source, where the site sets its own
  aggregating BOOLEAN NOT NULL,
  use VARCHAR NOT NULL,           -- discarded, bound, unpacked, returned, argument
  arity INTEGER NOT NULL,
  asserted BOOLEAN NOT NULL,
  conditions VARCHAR NOT NULL,    -- list, outermost first
  path VARCHAR NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, blob VARCHAR
);

CREATE TABLE answerer_span (
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, name VARCHAR NOT NULL,
  class VARCHAR NOT NULL,         -- the class that is asked
  defined_in VARCHAR NOT NULL,    -- the class whose body holds the method
  function VARCHAR NOT NULL,
  decorators VARCHAR NOT NULL, parameters VARCHAR NOT NULL,   -- lists
  replies BOOLEAN NOT NULL,
  path VARCHAR NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, blob VARCHAR
);

CREATE TABLE read_span (
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, name VARCHAR NOT NULL,
  "key" VARCHAR NOT NULL,         -- a key, an attribute, [0] of a tuple
  kind VARCHAR NOT NULL,          -- key, attribute, index, method, call
  required BOOLEAN NOT NULL,
  default_value VARCHAR,          -- source
  function VARCHAR NOT NULL, object VARCHAR NOT NULL,
  second_hand BOOLEAN NOT NULL,   -- came through a declared hop
  into_method VARCHAR,            -- the nested contract it is handed to
  hops VARCHAR NOT NULL,          -- list of "path:line what"
  routes VARCHAR NOT NULL,        -- JSON: [{site, hops, secondHand}], site addresses as of "first"
  path VARCHAR NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, blob VARCHAR
);

CREATE TABLE key_span (           -- members that some answerer sends
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, name VARCHAR NOT NULL, "key" VARCHAR NOT NULL,
  shape VARCHAR NOT NULL,         -- keys, object, items, method
  classes VARCHAR NOT NULL,       -- list
  path VARCHAR, line INTEGER, end_line INTEGER, blob VARCHAR
);

CREATE TABLE product_span (       -- one return of one answering class
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, name VARCHAR NOT NULL, class VARCHAR NOT NULL, function VARCHAR NOT NULL,
  shape VARCHAR NOT NULL,         -- keys, object, items, value, none, unknown
  type VARCHAR NOT NULL, keys VARCHAR NOT NULL, methods VARCHAR NOT NULL, "open" BOOLEAN NOT NULL,
  guard VARCHAR NOT NULL, via VARCHAR NOT NULL,               -- lists
  path VARCHAR NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, blob VARCHAR
);

CREATE TABLE reply_span (         -- all returns of one class for one name, together
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, name VARCHAR NOT NULL, class VARCHAR NOT NULL,
  label VARCHAR NOT NULL,         -- "int", "3 keys", "2 keys or 4 keys"
  shapes VARCHAR NOT NULL,        -- JSON: [{label, keys, when}]
  path VARCHAR, line INTEGER, end_line INTEGER, blob VARCHAR
);

CREATE TABLE conformance_span (
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, name VARCHAR NOT NULL, class VARCHAR NOT NULL, "key" VARCHAR NOT NULL,
  status VARCHAR NOT NULL,        -- conforms, defaulted, breach, unread, unknown
  detail VARCHAR NOT NULL,        -- the default, or what is raised
  guard VARCHAR NOT NULL,         -- list
  path VARCHAR NOT NULL, line INTEGER NOT NULL, blob VARCHAR
);

CREATE TABLE nested_span (
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, name VARCHAR NOT NULL, "key" VARCHAR NOT NULL,
  target VARCHAR NOT NULL,        -- Class.method
  keys VARCHAR NOT NULL,          -- list
  exact BOOLEAN NOT NULL,         -- no others are allowed
  raises VARCHAR NOT NULL,        -- list
  path VARCHAR NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, blob VARCHAR
);

CREATE TABLE in_process_span (
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, name VARCHAR NOT NULL, function VARCHAR NOT NULL, receiver VARCHAR NOT NULL,
  arguments INTEGER NOT NULL, use VARCHAR NOT NULL, caught BOOLEAN NOT NULL,
  path VARCHAR NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, blob VARCHAR
);

CREATE TABLE fate_span (          -- what becomes of a site's reply beyond its reads
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  name VARCHAR NOT NULL, site VARCHAR NOT NULL,
  kind VARCHAR NOT NULL,          -- forwarded, returned, kept, dropped, asserted; packed, route, default
  text VARCHAR NOT NULL,          -- what it is handed to; of a route its address; of a default a list: key, kept in, function, kept or taken
  path VARCHAR NOT NULL, line INTEGER NOT NULL, blob VARCHAR
);

CREATE TABLE meeting_span (
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  layer VARCHAR NOT NULL, broadcaster VARCHAR NOT NULL, answerer VARCHAR NOT NULL, name VARCHAR NOT NULL,
  outcome VARCHAR NOT NULL        -- answered, parks, skipped, raises
);

CREATE TABLE dropped_span (
  id VARCHAR NOT NULL, life INTEGER NOT NULL, born INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER,
  reason VARCHAR NOT NULL, text VARCHAR NOT NULL,
  path VARCHAR NOT NULL, line INTEGER NOT NULL, blob VARCHAR
);

-- Citations that stand, or stood, on the line: one row for each citation as long as its numbers are the same. Written whole
-- by the audit of a notebook, after the walk; empty in a store that only "ingest" made.
CREATE TABLE citation (
  id INTEGER PRIMARY KEY,         -- in the order of "doc", "line", "col" of those that stand, then of those that are gone
  fingerprint VARCHAR NOT NULL,   -- the same through renumbering, line moves and renames of the document
  doc VARCHAR NOT NULL,           -- the document's path at "last", or now
  line INTEGER NOT NULL, col INTEGER NOT NULL,  -- where it is written there; 1-based, the column in characters
  text VARCHAR NOT NULL,          -- as written: core.py:12-14
  path VARCHAR,                   -- the file it means; null where there is none (any more)
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
  symbol VARCHAR,
  verdict VARCHAR NOT NULL,       -- at "last", or now: holds, moved, changed, …
  fails BOOLEAN NOT NULL,
  says VARCHAR NOT NULL,          -- the verdict in a sentence
  sentence VARCHAR NOT NULL,      -- it stands in
  first INTEGER NOT NULL,         -- position of the commit that brought it onto the line
  last INTEGER,                   -- position of the last commit it stands in; null: it still does
  born_commit VARCHAR, born_pr INTEGER, born_day VARCHAR, floor VARCHAR,
  broke_commit VARCHAR, broke_pr INTEGER, broke_day VARCHAR, broke_says VARCHAR, broke_position INTEGER,
  new_path VARCHAR, new_start INTEGER, new_end INTEGER, new_symbol VARCHAR, strength VARCHAR,  -- the suggestion: strong, hint
  instead VARCHAR,                -- the text that a strong suggestion would write
  written VARCHAR, now VARCHAR, same VARCHAR,   -- JSON excerpts {path, commit, start, lines, symbol}: when written, what stands there now, the same code now
  evidence VARCHAR NOT NULL       -- JSON list of {sign, says, bits}
);

-- What a citation was, from which commit to which.
CREATE TABLE citation_span (
  citation INTEGER NOT NULL,
  first INTEGER NOT NULL, last INTEGER,
  verdict VARCHAR NOT NULL,
  start_line INTEGER, end_line INTEGER  -- where the code is that it spoke of when written; null where none of it is left
);

-- Citations that are not drawn, by verdict and reason, and what looked like one and could not be bound.
CREATE TABLE citation_left (reason VARCHAR NOT NULL, count INTEGER NOT NULL, example VARCHAR NOT NULL);

-- What the notebook tells beside citations: pinned claims, notes, measurements, and of prose what nobody pinned and that
-- does not hold. Written whole with the citations; empty in a store that only "ingest" made.
CREATE TABLE claim (
  id INTEGER PRIMARY KEY,         -- in the order of "kind", "doc", "line"
  kind VARCHAR NOT NULL,          -- pin, sum, count, reference, note, measurement
  address VARCHAR NOT NULL,       -- claim:forward-sites, note:kv-transfer, doc:docs/a.md:31
  doc VARCHAR NOT NULL, line INTEGER NOT NULL,   -- where it is written, at the head
  own BOOLEAN NOT NULL,           -- whether its sentence is its own, in the configuration, and of no document
  text VARCHAR NOT NULL,          -- the sentence
  verdict VARCHAR NOT NULL,       -- holds, false, unchecked, changed, stale, missing, differs …
  fails BOOLEAN NOT NULL,
  says VARCHAR NOT NULL,          -- the verdict in a sentence
  stated VARCHAR, found VARCHAR,
  missing VARCHAR NOT NULL, extra VARCHAR NOT NULL,   -- lists
  places VARCHAR NOT NULL,        -- JSON: [{path, line, text}]
  asks VARCHAR NOT NULL,          -- list: the questions of a pin; else empty
  rests_on VARCHAR NOT NULL,      -- list: measurements by name
  born_commit VARCHAR, born_pr INTEGER, born_day VARCHAR,
  broke_commit VARCHAR, broke_pr INTEGER, broke_day VARCHAR, broke_says VARCHAR,
  seeds INTEGER, red INTEGER,     -- changes that were tried on a pin that holds, and those that turned it red
  blind VARCHAR                   -- list: kinds of changes that it cannot see
);

-- What a pin was, from which commit to which.
CREATE TABLE claim_span (
  claim INTEGER NOT NULL,
  first INTEGER NOT NULL, last INTEGER,
  verdict VARCHAR NOT NULL,       -- holds, false, unchecked
  stated VARCHAR, found VARCHAR,
  says VARCHAR NOT NULL
);

-- Notes: one row for each thing that one is attached to.
CREATE TABLE note (
  claim INTEGER NOT NULL,         -- its finding
  name VARCHAR NOT NULL,
  title VARCHAR NOT NULL, body VARCHAR NOT NULL,
  category VARCHAR, status VARCHAR NOT NULL,
  relies VARCHAR NOT NULL,        -- list: who may rely on it
  subject VARCHAR NOT NULL,       -- address of what it is attached to, as written
  contract VARCHAR,               -- the name whose contract that belongs to
  path VARCHAR, line INTEGER,     -- where that stands at the head
  retired BOOLEAN NOT NULL
);

CREATE TABLE measurement (
  claim INTEGER NOT NULL,         -- its finding
  name VARCHAR NOT NULL, says VARCHAR NOT NULL,
  value DOUBLE NOT NULL, unit VARCHAR NOT NULL,
  command VARCHAR,                -- shown, never run
  environment VARCHAR NOT NULL,   -- list
  "commit" VARCHAR NOT NULL,      -- at which it was made, as written
  depends_on VARCHAR NOT NULL,    -- list of globs
  touches INTEGER NOT NULL        -- commits since that touched these
);

-- Issues and pull requests: what messages of the line name, and what was imported of them (issues-schema.sql has the words).
-- Written whole after the walk; empty in a store that only "ingest" made.
CREATE TABLE reference (          -- a message names an issue
  position INTEGER NOT NULL,      -- of the commit on the line: the one with the message, or the merge that brought it
  "commit" VARCHAR NOT NULL,      -- which has the message
  issue VARCHAR NOT NULL,         -- #90
  how VARCHAR NOT NULL            -- own (the pull request that brought it), closes, reverts, filed, mentions: the strongest
);

CREATE TABLE issue (
  id VARCHAR NOT NULL, number INTEGER NOT NULL, kind VARCHAR NOT NULL, title VARCHAR NOT NULL,
  state VARCHAR NOT NULL, draft BOOLEAN NOT NULL, role VARCHAR NOT NULL,
  opened BIGINT, closed BIGINT, merged BIGINT,
  head VARCHAR, merge_commit VARCHAR,
  labels VARCHAR NOT NULL         -- list
);

CREATE TABLE issue_text (         -- what was written there, without its words
  issue VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
  kind VARCHAR NOT NULL, role VARCHAR NOT NULL, verdict VARCHAR, round INTEGER,
  "time" BIGINT
);

CREATE TABLE issue_link (
  issue VARCHAR NOT NULL, ordinal INTEGER NOT NULL, kind VARCHAR NOT NULL,
  repository VARCHAR, target VARCHAR, "commit" VARCHAR, times INTEGER NOT NULL
);

CREATE TABLE issue_finding (
  issue VARCHAR NOT NULL, ordinal INTEGER NOT NULL, round INTEGER, label VARCHAR NOT NULL,
  role VARCHAR NOT NULL,          -- of who raised it
  text VARCHAR NOT NULL, path VARCHAR, line INTEGER,
  state VARCHAR NOT NULL, answered VARCHAR,
  fixed_in VARCHAR, fixed_by VARCHAR,
  tests VARCHAR NOT NULL,         -- list
  closed_by VARCHAR
);

CREATE TABLE issue_citation (     -- what a thread cites, judged
  issue VARCHAR NOT NULL, comment INTEGER NOT NULL,
  text VARCHAR NOT NULL,          -- as written: core.py:12-14
  path VARCHAR, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
  then_commit VARCHAR, then_verdict VARCHAR,   -- at the commit that the comment spoke of; null where that is not known
  verdict VARCHAR NOT NULL, says VARCHAR NOT NULL   -- at the head
);

CREATE TABLE issue_name (         -- what a thread speaks of
  issue VARCHAR NOT NULL,
  kind VARCHAR NOT NULL,          -- name, member (of a contract), class (that answers); symbol, path (only those that are gone)
  layer VARCHAR, name VARCHAR,    -- the contract, or, of no layer, the class; null of a symbol and of a path
  text VARCHAR NOT NULL,          -- the name, the member, the class, the symbol, the path
  times INTEGER NOT NULL,         -- texts that speak of it
  comment INTEGER NOT NULL,       -- ordinal of the first of them
  gone BOOLEAN NOT NULL,          -- at the head
  gone_commit VARCHAR             -- what took it away, as far as it is known
);

-- Sentences that stood in several places, each with all its copies. Written whole by a notebook, after the walk; empty in a
-- store that only "ingest" made.
CREATE TABLE lineage (
  id INTEGER PRIMARY KEY,         -- those first that were corrected in one place and stand in another, then as they are ranked
  name VARCHAR NOT NULL,          -- the same as long as its words are: eight hexadecimal digits
  text VARCHAR NOT NULL,          -- the sentence that its copies are near to
  fate VARCHAR NOT NULL,          -- survives (corrected in one place, stands in another), part (some are gone), stands, gone
  copies INTEGER NOT NULL,        -- how many there ever were
  standing INTEGER NOT NULL       -- how many still say it
);

CREATE TABLE lineage_copy (
  lineage INTEGER NOT NULL,
  copy INTEGER NOT NULL,          -- its place among the copies, by birth, 0-based
  text VARCHAR NOT NULL,          -- as it was nearest to the sentence
  likeness DOUBLE NOT NULL,       -- how near that is: 0.7 to 1
  born_doc VARCHAR NOT NULL, born_line INTEGER NOT NULL,
  doc VARCHAR NOT NULL, line INTEGER NOT NULL,   -- where it is now, or was last; 1-based
  first INTEGER,                  -- position of the commit that wrote it; null: before the first one stored
  lost INTEGER,                   -- position of the commit at which it no longer said so, 0 where that is before; null: it does
  last INTEGER,                   -- position of the last commit at which it, or what it became, stood, -1 where that is before; null: it does
  fate VARCHAR NOT NULL,          -- stands, corrected, renamed (its names of code), removed, file (deleted with it)
  survives BOOLEAN NOT NULL,      -- whether it still says what was corrected in another copy
  origin VARCHAR NOT NULL,        -- first, copied, independent, unclear
  of INTEGER,                     -- the copy that this is told of
  reasons VARCHAR NOT NULL,       -- JSON: [{sign, says}]
  grew VARCHAR,                   -- what stood there before and was reworded into it
  born_commit VARCHAR NOT NULL, born_pr INTEGER, born_day VARCHAR NOT NULL
);

CREATE TABLE lineage_step (       -- what became of a copy, in order
  lineage INTEGER NOT NULL, copy INTEGER NOT NULL,
  position INTEGER,               -- null: before the first commit stored
  did VARCHAR NOT NULL,           -- corrected, renamed, moved (to another document), removed, file
  text VARCHAR,                   -- what it says from there on; null where it went
  doc VARCHAR NOT NULL, line INTEGER NOT NULL,
  "commit" VARCHAR NOT NULL, pr INTEGER, day VARCHAR NOT NULL
);

-- Sentences that are not told: "many" have more copies than forty, "document" stood in one document only, "rank" stand
-- behind the 400 that are told.
CREATE TABLE lineage_left (reason VARCHAR NOT NULL, count INTEGER NOT NULL, example VARCHAR NOT NULL);

-- What the commits of the line cost against their first parent, net: after less before; a commit may have a number below 0.
-- One row a commit for all that it changed, and one for each part of the code base of which it changed any file. Written
-- whole by a notebook, after the walk; empty in a store that only "ingest" made.
CREATE TABLE effort (
  position INTEGER NOT NULL,
  part VARCHAR,                   -- production, tests, …; null: all of it
  statements INTEGER NOT NULL,    -- of the syntax tree, docstrings left out
  with_docstrings INTEGER NOT NULL,  -- statements with docstrings
  source INTEGER NOT NULL,        -- lines that are neither blank nor comment nor docstring
  physical INTEGER NOT NULL,      -- lines, as git counts them; of every file that is text
  disagreement DOUBLE,            -- factor from 1: the largest of the four against the least, each one larger; null: nothing to compare
  files INTEGER NOT NULL,         -- changed files that all instruments measured
  unread INTEGER NOT NULL,        -- changed files that only have lines: no grammar reads them
  unread_lines INTEGER NOT NULL,  -- physical lines of those, net; "disagreement" leaves them out
  binary_files INTEGER NOT NULL   -- changed files that are no text, which nothing measures
);

-- The parts that commits are told by, in their order.
CREATE TABLE effort_part (
  place INTEGER NOT NULL,         -- 0-based
  name VARCHAR NOT NULL,
  globs VARCHAR NOT NULL          -- list: as configured; empty of a usual part, and of what fits no other
);

-- What was not measured over the whole line, by the ending of its paths.
CREATE TABLE effort_left (
  ending VARCHAR NOT NULL,        -- md, json, …; the whole name of a file without one
  why VARCHAR NOT NULL,           -- no grammar, unparsed, binary
  changes INTEGER NOT NULL,       -- of a file by a commit
  lines INTEGER NOT NULL          -- physical, net
);
