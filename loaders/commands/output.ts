// Where a command writes, and how: the streams and the clock of the process come in through here.

import type { Style } from "../report/text.ts";
import type { Terminal } from "./progress.ts";

/** Where a command writes, and how. */
export interface Output {
  readonly print: (text: string) => void;
  readonly note: (text: string) => void;
  readonly terminal: Terminal;
  readonly style: Style;
  /** Resolves when the user wants to stop. */
  readonly stopped: Promise<void>;
}
