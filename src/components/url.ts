// The page's state as it stands in the address: read once, written with replaceState, defaults left out. It decides
// nothing about what a key means.

export const KEYS = [
  "x",
  "q",
  "kind",
  "verdict",
  "layer",
  "category",
  "status",
  "sort",
  "pair",
  "of",
  "c",
  "name",
  "state",
  "role",
] as const;
export type Key = (typeof KEYS)[number];
type State = Readonly<Partial<Record<Key, string>>>;

/** The known keys of an address' query; the rest is ignored. */
export function readState(search: string): State {
  const params = new URLSearchParams(search);
  const state: Partial<Record<Key, string>> = {};
  for (const key of KEYS) {
    const value = params.get(key);
    if (value !== null && value !== "") state[key] = value;
  }
  return state;
}

/** The query of a state, keys in a fixed order and unknown parameters kept; empty where all is default. */
export function writeState(state: State, search = ""): string {
  const params = new URLSearchParams(search);
  for (const key of KEYS) params.delete(key);
  for (const key of KEYS) {
    const value = state[key];
    if (value !== undefined && value !== "") params.set(key, value);
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** What figures listen to. */
export interface Address {
  readonly get: (key: Key) => string | undefined;
  /** Writes a key (undefined: its default) and tells the listeners of that key. */
  readonly set: (key: Key, value: string | undefined) => void;
  readonly listen: (keys: readonly Key[], told: () => void) => void;
}

/** The state of this window. */
export function address(): Address {
  let state = readState(location.search);
  const listeners: { keys: readonly Key[]; told: () => void }[] = [];
  return {
    get: (key) => state[key],
    set: (key, value) => {
      if (state[key] === value) return;
      const { [key]: _, ...rest } = state;
      state = value === undefined || value === "" ? rest : { ...rest, [key]: value };
      history.replaceState(null, "", `${location.pathname}${writeState(state, location.search)}${location.hash}`);
      for (const listener of listeners) if (listener.keys.includes(key)) listener.told();
    },
    listen: (keys, told) => {
      listeners.push({ keys, told });
    },
  };
}
