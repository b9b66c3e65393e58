// Extracts facts ahead of those who will ask for them, in a thread of its own. Whoever asks first does the work: a piece
// that the thread has not begun is left to the asker, and nothing depends on whether there is a thread at all.

import { setFlagsFromString } from "node:v8";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Piece } from "./extract.ts";

/** What the thread is given when it starts. */
export interface ThreadStart {
  readonly port: MessagePort;
  /** Of each piece, by its number: one of the states below. */
  readonly states: Int32Array;
}

/** A piece with its number. */
export interface NumberedPiece extends Piece {
  readonly number: number;
}

/** Facts as JSON; null where they could not be extracted, which whoever asks for them will be told. */
export interface Extracted {
  readonly number: number;
  readonly facts: string | null;
}

/** Nobody's yet, the thread's, the asker's; and the thread's and done. */
export const FREE = 0;
export const BEGUN = 1;
export const TAKEN = 2;
export const DONE = 3;

/** Pieces beyond are not extracted ahead: their askers do it. */
const MOST_PIECES = 1 << 16;
/** A piece that the thread is at is waited for no longer than that: it may be a long one, or stand back for others. Milliseconds. */
const PATIENCE = 250;

/** Versions of V8 that have the flag: those of Node 20 to 24. */
const KNOWING = /^1[123]\./;

export class Ahead {
  readonly #numbers = new Map<string, number>();
  readonly #extracted = new Map<number, string | null>();
  readonly #states = new Int32Array(new SharedArrayBuffer(MOST_PIECES * Int32Array.BYTES_PER_ELEMENT));
  #thread: { readonly worker: Worker; readonly port: MessagePort } | null = null;
  #failed = false;

  /** Has a piece extracted. `key` names its bytes: one that was given before is not given again. */
  ask(key: string, piece: Piece): void {
    const number = this.#numbers.size;
    if (this.#failed || number >= MOST_PIECES || this.#numbers.has(key)) return;
    this.#numbers.set(key, number);
    this.#thread ??= this.#start();
    const numbered: NumberedPiece = { ...piece, number };
    this.#thread.port.postMessage(numbered);
  }

  /** Facts as JSON, if the thread has them or is at them: then they are waited for. Null: extract them yourself. */
  take(key: string): string | null {
    const number = this.#numbers.get(key);
    if (number === undefined) return null;
    if (Atomics.compareExchange(this.#states, number, FREE, TAKEN) === FREE) return null;
    if (this.#failed || Atomics.wait(this.#states, number, BEGUN, PATIENCE) === "timed-out") return null;
    this.#receive();
    const facts = this.#extracted.get(number) ?? null;
    this.#extracted.delete(number);
    return facts;
  }

  /** Ends the thread. What it has not extracted is not waited for. */
  async close(): Promise<void> {
    this.#failed = true;
    await this.#thread?.worker.terminate();
  }

  #receive(): void {
    if (!this.#thread) return;
    for (;;) {
      const received = receiveMessageOnPort(this.#thread.port) as { message: Extracted } | undefined;
      if (!received) return;
      this.#extracted.set(received.message.number, received.message.facts);
    }
  }

  #start(): { worker: Worker; port: MessagePort } {
    // Compiling what runs often would take the second core half of the time: with three times the patience it takes less
    // than a quarter, and a cold walk of ATOM 0.85 of its time. A version that does not know the flag would say so aloud.
    if (KNOWING.test(process.versions.v8)) setFlagsFromString("--interrupt-budget=400000");
    const { port1: port, port2 } = new MessageChannel();
    const workerData: ThreadStart = { port: port2, states: this.#states };
    const thread = new URL("./thread.js", import.meta.url);
    const worker = new Worker(thread, { workerData, transferList: [port2], execArgv: [] });
    worker.on("error", () => {
      this.#failed = true;
    });
    // It keeps no process alive.
    worker.unref();
    port.unref();
    return { worker, port };
  }
}
