// Keeps values by key up to a weight, and drops the longest unused first.
// It knows nothing of what it keeps; a value that weighs more than an eighth of the limit is not kept at all.

/** What was used last. Weights are whatever `weigh` and `limit` agree on: bytes, or pieces. */
export class Recent<K, T> {
  private readonly limit: number;
  private readonly weigh: (value: T) => number;
  private weight = 0;
  private readonly values = new Map<K, T>();

  constructor(limit: number, weigh: (value: T) => number) {
    this.limit = limit;
    this.weigh = weigh;
  }

  get(key: K): T | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  set(key: K, value: T): void {
    const weight = this.weigh(value);
    if (weight > this.limit / 8 || this.values.has(key)) return;
    this.values.set(key, value);
    this.weight += weight;
    for (const [old, dropped] of this.values) {
      if (this.weight <= this.limit) break;
      this.values.delete(old);
      this.weight -= this.weigh(dropped);
    }
  }
}
