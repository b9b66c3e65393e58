// What reading a forge is asked and answers, whichever it is: batches of pieces in the order of their last change, each with
// the place to go on from. A forge that lets no more through for long stops the reading; what came is kept.

import type { Piece } from "./exports.ts";

export interface ForgeAsked {
  /** The address that programs ask: `https://api.github.com`, `https://gitlab.com`. */
  readonly api: string;
  /** `owner/name`, or a path of groups. */
  readonly project: string;
  readonly token: string | null;
  /** Where an earlier import stopped, or ended; null: from the beginning. */
  readonly cursor: string | null;
  readonly etag: string | null;
  /** Whether what is held of an issue is of that last change: then nothing more is asked of it. Seconds. */
  readonly isKnown: (id: string, updated: number) => boolean;
  /** Milliseconds that a retry waits at first, and seconds that a limit is waited for. */
  readonly patience: Patience;
  readonly onProgress: (done: number, what: string) => void;
}

export interface Patience {
  readonly retryMs: number;
  readonly limitSeconds: number;
}

export const USUAL_PATIENCE: Patience = { retryMs: 1000, limitSeconds: 90 };

export interface Batch {
  readonly pieces: readonly Piece[];
  readonly unknown: number;
  readonly cursor: string | null;
  readonly etag: string | null;
}

/** A limit that is not waited for. */
export class ForgeLimit extends Error {
  /** Seconds since 1970-01-01 UTC. */
  readonly until: number;

  constructor(until: number) {
    super("the forge lets no more through for now");
    this.until = until;
  }
}

/** Issues between two writings of the store. */
export const BATCH = 20;

/** Until when a refusal holds, from its headers; null where it is none of a limit. Seconds. */
export function limitOf(status: number, header: (name: string) => string | null, now: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(header("retry-after"));
  if (after > 0) return now + Math.ceil(after);
  const remaining = header("x-ratelimit-remaining") ?? header("ratelimit-remaining");
  const reset = Number(header("x-ratelimit-reset") ?? header("ratelimit-reset"));
  if (remaining === "0" && reset > 0) return Math.max(now, reset) + 1;
  return status === 429 ? now + 60 : null;
}
