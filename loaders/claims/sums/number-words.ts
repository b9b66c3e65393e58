// Reads a number that is written as one word, "twelve" or "twenty-six". Digits are the token reader's.

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

const VALUES: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, index) => [word, index] as const),
  ...TENS.flatMap((ten, index) => [
    [ten, 20 + 10 * index] as const,
    ...SMALL.slice(1, 10).map((one, unit) => [`${ten}-${one}`, 21 + 10 * index + unit] as const),
  ]),
]);

const ANY = /\d|\b(?:four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]{3,5}teen|[a-z]{3,5}ty)\b/i;

/** Whether a text may state a number that is taken apart. */
export function mayCount(text: string): boolean {
  return ANY.test(text);
}

/** The number that a word is; null of any other word. */
export function numberOfWord(word: string): number | null {
  if (word.length > 13) return null;
  return VALUES.get(word.toLowerCase()) ?? null;
}
