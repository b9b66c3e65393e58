// Says in SQL how alike two sentences are: by the words and the pairs of neighbouring words that they share. DuckDB's
// lists do the counting; which pairs are compared is decided by who asks.

/**
 * `grams_of` gives the pairs of neighbouring words of a text; `alike_of` compares two texts: the mean of the shares of
 * words and of pairs that they have in common, or where the pairs of one stand nearly all in the other, how many do.
 * `likeness_of` compares sentences by key, shape and number of plain words: names of code count little in a sentence that
 * has words enough without. All from 0 to 1.
 */
export const MACROS = `
CREATE OR REPLACE TEMP MACRO words_of(said) AS list_distinct(string_split(said, ' '));
CREATE OR REPLACE TEMP MACRO grams_of(said) AS list_distinct(list_transform(
  list_zip(string_split(said, ' '), string_split(said, ' ')[2:]), lambda pair: pair[1] || ' ' || pair[2]));
CREATE OR REPLACE TEMP MACRO jaccard_of(a, b) AS
  len(list_intersect(a, b)) / greatest(1, len(a) + len(b) - len(list_intersect(a, b)));
CREATE OR REPLACE TEMP MACRO held_of(a, b) AS
  CASE WHEN least(len(a), len(b)) < 3 THEN 0 ELSE len(list_intersect(a, b)) / least(len(a), len(b)) END;
CREATE OR REPLACE TEMP MACRO alike_of(a, b) AS CASE WHEN a = b THEN 1.0 ELSE greatest(
  (jaccard_of(words_of(a), words_of(b)) + jaccard_of(grams_of(a), grams_of(b))) / 2,
  CASE WHEN held_of(grams_of(a), grams_of(b)) >= 0.75 THEN 0.9 * held_of(grams_of(a), grams_of(b)) ELSE 0 END) END;
CREATE OR REPLACE TEMP MACRO likeness_of(a_key, a_shape, a_plain, b_key, b_shape, b_plain) AS
  CASE WHEN least(a_plain, b_plain) < 6 THEN alike_of(a_key, b_key)
  ELSE 0.75 * alike_of(a_shape, b_shape) + 0.25 * alike_of(a_key, b_key) END;`;
