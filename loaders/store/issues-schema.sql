-- Issues and pull requests that were imported: from a forge, from exports of one, from pages that were saved. They stand in
-- a file of their own beside the notebook, for no repository can bring them back: never dropped, migrated when this changes
-- (MIGRATIONS in issues.ts). No person's name or address is here, only roles: author, reviewer, other, bot, ghost.
-- Times are seconds since 1970-01-01 UTC. Lists are JSON arrays. Lines are 1-based.

CREATE TABLE meta ("key" VARCHAR NOT NULL, "value" VARCHAR NOT NULL);

CREATE TABLE issue (
  id VARCHAR NOT NULL,            -- #90; of GitLab's merge requests, which are counted apart, !90
  number INTEGER NOT NULL,
  kind VARCHAR NOT NULL,          -- issue, pull
  title VARCHAR NOT NULL,
  state VARCHAR NOT NULL,         -- open, closed, merged, unknown (a saved page need not say)
  draft BOOLEAN NOT NULL,
  role VARCHAR NOT NULL,          -- of who opened it: author; ghost where the account is gone
  opened BIGINT, closed BIGINT, merged BIGINT, updated BIGINT,
  base VARCHAR, head VARCHAR,     -- commits, as far as they are written
  base_branch VARCHAR, head_branch VARCHAR,
  merge_commit VARCHAR,
  labels VARCHAR NOT NULL         -- list
);

CREATE TABLE comment (
  issue VARCHAR NOT NULL,
  ordinal INTEGER NOT NULL,       -- order in the thread; the opening text, where there is one, is 0
  "key" VARCHAR NOT NULL,         -- the same each time it is imported
  kind VARCHAR NOT NULL,          -- body, comment, review, inline, commit (a message that the page shows), event (a push)
  role VARCHAR NOT NULL,
  review VARCHAR,                 -- of an inline one: the key of the review that it is part of, where known
  thread VARCHAR,                 -- of an inline one: the key of the first of its thread
  verdict VARCHAR,                -- of a review: approve, request-changes, comment, dismissed
  path VARCHAR, line INTEGER,     -- of an inline one: what it stands on, where known
  quoted VARCHAR,                 -- the lines of the diff that stand above it
  "commit" VARCHAR,               -- the commit that it speaks of, or of an event: the new head
  text VARCHAR NOT NULL,
  "time" BIGINT,
  round INTEGER                   -- of the review, from 1; null: none
);

CREATE TABLE link (
  issue VARCHAR NOT NULL,
  ordinal INTEGER NOT NULL,
  kind VARCHAR NOT NULL,          -- closes, refs, filed, stacks-on, stacked-by, mentions
  repository VARCHAR,             -- of another one, as written: owner or owner/name
  target VARCHAR,                 -- the id of the issue that it leads to; else
  "commit" VARCHAR,               -- the commit, as written
  times INTEGER NOT NULL,         -- how often it stands in the thread
  comment INTEGER NOT NULL        -- ordinal of the first comment that has it so
);

CREATE TABLE finding (
  issue VARCHAR NOT NULL,
  ordinal INTEGER NOT NULL,       -- from 1, in all rounds
  round INTEGER,
  label VARCHAR NOT NULL,         -- as the review calls it: 1, A
  text VARCHAR NOT NULL,          -- its first paragraph
  path VARCHAR, line INTEGER, quoted VARCHAR,
  comment INTEGER NOT NULL,       -- ordinal of the comment that raised it
  state VARCHAR NOT NULL,         -- open, answered, closed (a review says so)
  answer INTEGER,                 -- ordinal of the comment that answers it
  answered VARCHAR,               -- its first paragraph
  fixed_in VARCHAR,               -- commit, as written
  fixed_by VARCHAR,               -- named: the answer names it; round: another answer of the round does; push: the next push
  tests VARCHAR NOT NULL,         -- list: tests that the answer names
  closed_by VARCHAR               -- what a later review says closed it
);

CREATE TABLE thread_table (       -- tables that comments hold
  issue VARCHAR NOT NULL, comment INTEGER NOT NULL, ordinal INTEGER NOT NULL,
  columns VARCHAR NOT NULL,       -- list
  "rows" VARCHAR NOT NULL,        -- list of lists, cells as written
  stated VARCHAR                  -- the difference that the text beside a gate's table states: +52
);

CREATE TABLE unchecked (          -- what a comment says was not checked
  issue VARCHAR NOT NULL, comment INTEGER NOT NULL, ordinal INTEGER NOT NULL, round INTEGER,
  text VARCHAR NOT NULL
);

CREATE TABLE source (
  name VARCHAR NOT NULL,          -- the file's name without its folder, or the forge's address
  kind VARCHAR NOT NULL,          -- export, page, github, gitlab
  imported BIGINT NOT NULL,
  issues INTEGER NOT NULL,        -- count of what came the last time
  etag VARCHAR,                   -- of the first page of the list
  "cursor" VARCHAR                -- where to go on from; null: all came
);
