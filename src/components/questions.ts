// The worked questions of the query page: each a sentence and the SQL that answers it over the notebook's store. Tables
// and columns are those of loaders/store/schema.sql; a span holds from "first" to "last", which is null while it holds.

export interface Question {
  readonly title: string;
  readonly sql: string;
}

/** More than a dozen questions, the plainest first. */
export const QUESTIONS: readonly Question[] = [
  {
    title: "How did the number of names grow?",
    sql: `SELECT day, names, sites
FROM (
  SELECT p.position, c.day, count(*) AS names, sum(s.sites) AS sites
  FROM (
    SELECT first AS position FROM name_span
    UNION SELECT last + 1 FROM name_span WHERE last IS NOT NULL
  ) p
  JOIN "commit" c ON c.position = p.position
  JOIN name_span s ON s.first <= p.position
    AND (s.last IS NULL OR s.last >= p.position)
  GROUP BY p.position, c.day
)
QUALIFY (names, sites) IS DISTINCT FROM lag((names, sites)) OVER (ORDER BY position)
ORDER BY position`,
  },
  {
    title: "Which commits changed the surface most?",
    sql: `SELECT left(c.oid, 9) AS "commit", count(*) AS changes, c.day, c.pr, c.subject
FROM event e JOIN "commit" c USING (position)
WHERE e.side = 'dispatched' AND e.kind <> 'moved'
GROUP BY ALL ORDER BY changes DESC, c.day LIMIT 20`,
  },
  {
    title: "Which names have most sites now?",
    sql: `SELECT name, sites, waits, answerers, layer
FROM name_span WHERE last IS NULL
ORDER BY sites DESC, name`,
  },
  {
    title: "Which names are no longer sent, and how long did they last?",
    sql: `SELECT s.name, max(s.last) - min(s.first) + 1 AS commits,
  min(a.day) AS born, max(b.day) AS last_day
FROM name_span s
JOIN "commit" a ON a.position = s.first
JOIN "commit" b ON b.position = s.last
WHERE NOT EXISTS (
  FROM name_span n WHERE n.name = s.name AND n.layer = s.layer AND n.last IS NULL
)
GROUP BY s.layer, s.name ORDER BY commits`,
  },
  {
    title: "What vanished and came back?",
    sql: `SELECT c.day, c.pr, e.side, e.name, e.subject AS what, e.detail, e.path, e.line
FROM event e JOIN "commit" c USING (position)
WHERE e.returned ORDER BY e.position DESC, e.ordinal`,
  },
  {
    title: "Which classes answer most names?",
    sql: `SELECT class, count(DISTINCT name) AS names,
  count(DISTINCT name) FILTER (defined_in <> class) AS inherited
FROM answerer_span WHERE last IS NULL
GROUP BY class ORDER BY names DESC, class`,
  },
  {
    title: "When did each key start being read?",
    sql: `SELECT r.name, r.key, c.day, c.pr, r.path, r.line, r.function
FROM (
  SELECT * FROM read_span
  QUALIFY row_number() OVER (PARTITION BY layer, name, key ORDER BY first, path, line) = 1
) r JOIN "commit" c ON c.position = r.first
ORDER BY r.name, c.day, r.key`,
  },
  {
    title: "What is produced now, and read by nobody?",
    sql: `SELECT k.name, k.key, c.day AS since, k.classes
FROM key_span k JOIN "commit" c ON c.position = k.born
WHERE k.last IS NULL AND k.shape <> 'method' AND NOT EXISTS (
  FROM read_span r
  WHERE r.layer = k.layer AND r.name = k.name AND r.key = k.key AND r.last IS NULL
)
ORDER BY k.name, k.key`,
  },
  {
    title: "Where did reader and answerer disagree?",
    sql: `SELECT s.status, s.name, s.key, s.class, s.detail, s.guard,
  a.day AS "from", b.day AS until
FROM conformance_span s
JOIN "commit" a ON a.position = s.first
LEFT JOIN "commit" b ON b.position = s.last + 1
WHERE s.status IN ('breach', 'defaulted')
ORDER BY s.last IS NOT NULL, s.status, s.first DESC`,
  },
  {
    title: "How did the reply that changed most often change?",
    sql: `SELECT c.day, c.pr, s.class, s.label, s.path, s.line
FROM (
  SELECT * FROM reply_span
  WHERE name = (
    SELECT name FROM reply_span
    GROUP BY name ORDER BY count(DISTINCT label) DESC, name LIMIT 1
  )
  QUALIFY label IS DISTINCT FROM lag(label) OVER (PARTITION BY layer, class ORDER BY first)
) s JOIN "commit" c ON c.position = s.first
ORDER BY s.first, s.class`,
  },
  {
    title: "Who parks on whom?",
    sql: `SELECT broadcaster || ' on ' || answerer AS pair, count(*) AS names,
  string_agg(name, ', ' ORDER BY name) AS which
FROM meeting_span WHERE last IS NULL AND outcome = 'parks'
GROUP BY ALL ORDER BY names DESC, pair`,
  },
  {
    title: "Which months touched the surface?",
    sql: `SELECT left(c.day, 7) AS month, count(DISTINCT e.position) AS touching,
  count(DISTINCT c.position) AS commits
FROM "commit" c
LEFT JOIN event e ON e.position = c.position AND e.side = 'dispatched'
GROUP BY month ORDER BY month`,
  },
  {
    title: "Which commits made claims false?",
    sql: `SELECT broke_day AS day, broke_pr AS pr, left(broke_commit, 9) AS "commit",
  count(*) AS claims, string_agg(text, '; ') AS which
FROM claim WHERE kind = 'pin' AND verdict = 'false' AND broke_commit IS NOT NULL
GROUP BY ALL ORDER BY claims DESC, day DESC`,
  },
  {
    title: "Which notes may not be relied on as they stand?",
    sql: `SELECT c.verdict, n.name, n.category, n.subject, c.says, c.broke_pr AS pr, n.relies
FROM note n JOIN claim c ON c.id = n.claim
WHERE c.verdict NOT IN ('holds', 'moved')
ORDER BY c.verdict, n.name`,
  },
  {
    title: "Which pull requests changed a contract, most events first?",
    sql: `SELECT r.issue, count(*) AS events, count(DISTINCT e.name) AS contracts,
  string_agg(DISTINCT e.name, ', ' ORDER BY e.name) AS which, c.day, any_value(c.subject) AS subject
FROM reference r
JOIN "commit" c USING (position)
JOIN event e ON e.position = r.position AND coalesce(e.origin, c.oid) = r."commit"
WHERE r.how = 'own' AND e.name IS NOT NULL
  AND e.kind <> 'moved' AND e.topic <> 'site' AND e.side <> 'dropped'
GROUP BY r.issue, c.day ORDER BY events DESC, r.issue`,
  },
  {
    title: "Which commits changed the surface and name no issue?",
    sql: `SELECT left(coalesce(e.origin, c.oid), 9) AS "commit", count(*) AS events, c.day, c.subject,
  string_agg(DISTINCT e.name, ', ' ORDER BY e.name) AS which
FROM event e JOIN "commit" c USING (position)
WHERE e.floor IS NULL AND e.name IS NOT NULL
  AND e.kind <> 'moved' AND e.topic <> 'site' AND e.side <> 'dropped'
  AND NOT EXISTS (FROM reference r WHERE r."commit" IN (c.oid, e.origin))
GROUP BY ALL ORDER BY events DESC, c.day`,
  },
  {
    title: "Which open issues speak of names that are gone?",
    sql: `SELECT i.id, i.title, n.kind, n.text, n.name AS contract, left(n.gone_commit, 9) AS gone_in
FROM issue i JOIN issue_name n ON n.issue = i.id
WHERE i.state = 'open' AND n.gone
ORDER BY i.number, n.times DESC, n.text`,
  },
  {
    title: "Which corrections missed a copy, and where does it stand?",
    sql: `SELECT l.text, m.day AS corrected, m.pr, c.doc || ':' || c.line AS stands, c.born_day AS born
FROM lineage l
JOIN lineage_copy c ON c.lineage = l.id AND c.survives
JOIN (
  SELECT lineage, max(day) AS day, max_by(pr, day) AS pr
  FROM lineage_step WHERE did IN ('corrected', 'renamed') GROUP BY lineage
) m ON m.lineage = l.id
ORDER BY l.id, c.copy`,
  },
  {
    title: "Which documents were copied from most?",
    sql: `SELECT o.born_doc AS document, count(*) AS copies,
  count(*) FILTER (c.fate = 'stands') AS standing
FROM lineage_copy c
JOIN lineage_copy o ON o.lineage = c.lineage AND o.copy = c."of"
WHERE c.origin = 'copied' AND o.born_doc <> c.born_doc
GROUP BY document ORDER BY copies DESC, document LIMIT 20`,
  },
  {
    title: "On which ten commits do the instruments of effort disagree most?",
    sql: `SELECT c.pr, c.day, e.disagreement, e.statements, e.source, e.physical, c.subject
FROM effort e JOIN "commit" c USING (position)
WHERE e.part IS NULL AND e.disagreement IS NOT NULL
ORDER BY e.disagreement DESC, position LIMIT 10`,
  },
  {
    title: "How much of each month's statements are tests?",
    sql: `SELECT left(c.day, 7) AS month,
  sum(e.statements) FILTER (e.part = 'tests') AS tests,
  sum(e.statements) AS statements, sum(e.physical) AS physical
FROM effort e JOIN "commit" c USING (position)
WHERE e.part IS NOT NULL
GROUP BY month ORDER BY month`,
  },
  {
    title: "What could not be seen?",
    sql: `SELECT reason, text, path, line
FROM dropped_span WHERE last IS NULL
ORDER BY reason, path, line`,
  },
];
