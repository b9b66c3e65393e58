// Says in SQL how alike two sentences are: by the words and the pairs of neighbouring words that they share. DuckDB's
// lists do the counting; which pairs are compared is decided by who asks.

/**
 * `grams_of` gives the pairs of neighbouring words of a text, `listed_of` its words and its pairs; `alike_of` compares two
 * such: the mean of the shares of words and of pairs that they have in common, or where nearly all pairs of one stand in
 * the other, how many do. `likeness_of` compares rows that `LISTED` made: names of code count little in a sentence that
 * has words enough without. All from 0 to 1. Lists are made once for a row and never inside a comparison, which would
 * make them for each pair many times.
 */
export const MACROS = `
CREATE OR REPLACE TEMP MACRO grams_of(said) AS list_distinct(list_transform(
  list_zip(string_split(said, ' ')[:-2], string_split(said, ' ')[2:]), lambda pair: pair[1] || ' ' || pair[2]));
CREATE OR REPLACE TEMP MACRO listed_of(said) AS
  {'words': list_distinct(string_split(said, ' ')), 'grams': grams_of(said)};
CREATE OR REPLACE TEMP MACRO jaccard_of(common, a, b) AS common / greatest(1, a + b - common);
CREATE OR REPLACE TEMP MACRO held_of(common, least_of) AS
  CASE WHEN least_of >= 5 AND common >= 0.8 * least_of OR least_of >= 2 AND common = least_of
  THEN 0.9 * common / least_of ELSE 0 END;
CREATE OR REPLACE TEMP MACRO alike_of(a, b) AS greatest(
  (jaccard_of(len(list_intersect(a.words, b.words)), len(a.words), len(b.words))
    + jaccard_of(len(list_intersect(a.grams, b.grams)), len(a.grams), len(b.grams))) / 2,
  held_of(len(list_intersect(a.grams, b.grams)), least(len(a.grams), len(b.grams))));
CREATE OR REPLACE TEMP MACRO likeness_of(a_key, a_shape, a_plain, b_key, b_shape, b_plain) AS
  CASE WHEN least(a_plain, b_plain) < 6 THEN alike_of(a_key, b_key)
  ELSE 0.75 * alike_of(a_shape, b_shape) + 0.25 * alike_of(a_key, b_key) END;`;

/** What of a sentence is compared. */
export const LISTED = "listed_of(key) AS k, listed_of(shape) AS s, plain";
