// Every constant of the judgement in one place, with what it decides. They were set on citations that people repaired by
// hand; the method page prints this table.

export const WEIGHTS = {
  /** Bits that the version as committed has over the one before, when nothing else decides. */
  prior: 1,
  /** How much one point of share is worth beside one bit of rarity, when two places are compared. */
  share: 4,
  /** The most that what the lines say can decide, in bits. */
  mostSupport: 6,
  /** What neatness counts, and the most of it that counts. */
  neatness: 0.7,
  mostNeatness: 1.5,
  /** What the mean of the neighbours counts, and how fast a neighbour's voice fades: in lines. */
  neighbours: 0.6,
  fades: 300,
  /** A voice from another document; the doubt that a few neighbours cannot outvote. */
  elsewhere: 0.5,
  doubt: 0.7,
  /** Bits against a version that is too short for the citation. */
  tooShort: -8,

  /** Under this share of the file's best place, nothing speaks for the lines that are cited. */
  silent: 0.05,
  /** Under this, a place found by following is given up for one found by words. */
  weak: 0.25,
  /** Under this, a place that lines were edited on the way to is not told at all. */
  faint: 0.08,
  /** Where even the lines around hold less than this, and the file holds so much of the sentence, other lines are meant. */
  astray: 0.15,
  enough: 3,
  /** From here on, what the lines say counts as a sign of its own: share of the best place. */
  speaks: 0.42,
  /** The same where nothing else could be meant: the target was not touched, and every line is as it was. */
  murmurs: 0.1,
  /** And where lines were edited on the way, or some of them are gone. */
  insists: 0.65,
  /** And how rare that is in the file, in bits, for one line; a longer range is allowed one bit less for each doubling. */
  rare: 4.5,
  /** Lines by which two places may differ and be one. */
  same: 2,
} as const;
