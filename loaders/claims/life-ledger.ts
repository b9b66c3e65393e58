// Keeps the lives of claims between runs, so that a line that has grown is walked from where it was left, and one that has
// not is not walked at all. Losing it costs time only.

import { Ledger } from "../audit/ledger.ts";
import type { Oid } from "../model.ts";
import { type Life, type LifeOptions, livesOf, type SurfaceLine } from "./life.ts";
import type { Claim } from "./pin.ts";

/** Lives by what makes a claim the claim it is, as of a commit. */
interface Kept {
  readonly head: Oid;
  readonly lives: Readonly<Record<string, Life>>;
}

export interface LedgerOptions extends Omit<LifeOptions, "known" | "surface"> {
  /** Folder of the user's cache. */
  readonly folder: string;
  /** Everything but claims and commits that decides what comes out: versions, the profile. */
  readonly decides: string;
  /** Opened only where the line has to be walked. */
  readonly surface: () => Promise<SurfaceLine | null>;
}

/** Lives that are more than this are forgotten. */
const MOST = 2_000;

/** As `livesOf`, with as little walking as what is kept leaves. */
export async function keptLives(
  claims: readonly Claim[],
  { folder, decides, surface, ...options }: LedgerOptions,
): Promise<ReadonlyMap<Claim, Life>> {
  const { line } = options;
  const head = line.at(-1);
  const ledger = new Ledger<Kept>(folder);
  // Lines of one repository share their beginning: what is kept is that of the last one looked at.
  const kept = ledger.get("claims", decides);
  const position = kept === null ? -1 : line.lastIndexOf(kept.head);
  const lives = new Map<Claim, Life>();
  const known: Claim[] = [];
  const fresh: Claim[] = [];
  for (const claim of claims) {
    const life = position < 0 ? undefined : kept!.lives[keyOf(claim)];
    if (life === undefined) fresh.push(claim);
    else if (kept!.head === head) lives.set(claim, life);
    else {
      lives.set(claim, life);
      known.push(claim);
    }
  }
  if (known.length > 0)
    for (const [claim, life] of await livesOf(known, {
      ...options,
      surface: await surface(),
      known: { position, lives },
    }))
      lives.set(claim, life);
  if (fresh.length > 0)
    for (const [claim, life] of await livesOf(fresh, { ...options, surface: await surface() })) lives.set(claim, life);
  if (head !== undefined && known.length + fresh.length > 0) {
    const own = [...lives].map(([claim, life]) => [keyOf(claim), life] as const);
    const others = kept?.head === head ? Object.entries(kept.lives) : [];
    ledger.put("claims", decides, { head, lives: Object.fromEntries([...others, ...own].slice(-MOST)) });
  }
  return lives;
}

/** What a claim states and asks, and not what it is called or where it is configured. */
function keyOf({ prose, pins }: Claim): string {
  const said =
    prose.kind === "own"
      ? ["own"]
      : prose.kind === "sentence"
        ? ["sentence", prose.file, ...prose.patterns.map(({ source }) => source)]
        : prose.kind === "never"
          ? ["never", ...prose.globs, "", ...prose.phrases.map(({ source }) => source)]
          : ["list", prose.file, prose.under, prose.column];
  return JSON.stringify([said, pins.map(({ role, asked, expects }) => [role, asked.text, expects])]);
}
