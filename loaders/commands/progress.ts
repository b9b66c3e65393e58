// Draws one line of progress on a terminal: what, how much, how long. It writes nothing where there is no terminal.

import { printable } from "../report/text.ts";
import type { Progress } from "../target.ts";

export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const EVERY_MS = 80;
const BAR = 24;

/** A listener for `ingest`, and `done` to wipe the line. `now` is a clock in milliseconds. */
export function progressBar(terminal: Terminal, now: () => number = () => performance.now()) {
  if (!terminal.isTTY) return { onProgress: () => {}, done: () => {} };
  const started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  let any = false;
  return {
    onProgress: (progress: Progress) => {
      const time = now();
      if (time - drawn < EVERY_MS && progress.done < progress.total) return;
      drawn = time;
      any = true;
      terminal.write(`\r\u001b[2K${progressLine(progress, time - started, terminal.columns ?? 80)}`);
    },
    done: () => {
      if (any) terminal.write("\r\u001b[2K");
    },
  };
}

/** `commits 512 of 1,168 ██████░░░░ 3 s left · subject`, cut to `columns`. */
export function progressLine(progress: Progress, elapsedMs: number, columns: number): string {
  if (progress.phase === "write") return "writing the store";
  const share = progress.total === 0 ? 1 : progress.done / progress.total;
  const filled = Math.round(share * BAR);
  const left = share > 0.02 ? ` ${seconds((elapsedMs / share) * (1 - share))} left` : "";
  const count = `${progress.done.toLocaleString("en")} of ${progress.total.toLocaleString("en")}`;
  const line = `${WHAT[progress.phase] ?? "commits"} ${count} ${"█".repeat(filled)}${"░".repeat(BAR - filled)}${left} · ${printable(progress.what)}`;
  return [...line].slice(0, Math.max(20, columns - 1)).join("");
}

const WHAT: Readonly<Partial<Record<Progress["phase"], string>>> = {
  citations: "citations of commits",
  claims: "claims at commits",
  seeds: "claims",
  sentences: "sentences of commits",
  copies: "copied sentences",
  effort: "costs of commits",
};

function seconds(milliseconds: number): string {
  const whole = Math.max(1, Math.round(milliseconds / 1000));
  return whole < 90 ? `${whole} s` : `${Math.round(whole / 60)} min`;
}
