// Counts in prose. It knows numbers only.

/** "1 line", "1,200 lines". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/** "a", "a and b", "a, b and c"; with "or" where another word is given. */
export function listed(items: readonly string[], word = "and"): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}
