// The thread that extracts ahead: takes pieces in the order in which they come, and leaves those that were taken meanwhile.

import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { loadGrammars } from "../syntax/grammar.ts";
import { BEGUN, DONE, type Extracted, FREE, type NumberedPiece, type ThreadStart } from "./ahead.ts";
import { extractPiece, type Piece } from "./extract.ts";

const { port, states } = workerData as ThreadStart;

/** How much less pressing it is than the thread that asks, which waits for a piece only a moment. */
const NICENESS = 10;

/** Where the system tells one thread from another, as Linux does, this one stands back. */
function standBack(): void {
  try {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), NICENESS);
  } catch {
    // Elsewhere it takes its turn like the others.
  }
}

/** Facts as JSON; null where they cannot be extracted: whoever asks will find out why. */
function factsOf(piece: Piece): string | null {
  try {
    return JSON.stringify(extractPiece(piece));
  } catch {
    return null;
  }
}

async function extract(piece: NumberedPiece): Promise<void> {
  // A grammar that cannot be loaded is missed when it is needed.
  await loadGrammars([piece.language]).catch(() => undefined);
  const { number } = piece;
  if (Atomics.compareExchange(states, number, FREE, BEGUN) !== FREE) return;
  const extracted: Extracted = { number, facts: factsOf(piece) };
  port.postMessage(extracted);
  Atomics.store(states, number, DONE);
  Atomics.notify(states, number);
}

standBack();
let before = Promise.resolve();
port.on("message", (piece: NumberedPiece) => {
  before = before.then(() => extract(piece));
});
