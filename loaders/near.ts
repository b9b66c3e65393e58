// Finds the word that was meant among those that are known. It only suggests.

/** ` Did you mean "audit"?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = known
    .map((each) => ({ each, distance: distance(word, each) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  return near && near.distance <= Math.max(1, Math.floor(near.each.length / 3)) ? ` Did you mean "${near.each}"?` : "";
}

/** Edits between two words, a swap of neighbours counting one. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] as number) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] as number;
}
