// Shows the pages of a store on the loopback interface while they are being edited, with live reload (`binnacle dev`).
// It writes nothing beside the pages, and does not see changes of modules that data loaders import.

import { createServer } from "node:net";
import { resolve } from "node:path";
import { BinnacleError } from "../error.ts";
import { lastWords, runFramework } from "./framework.ts";
import { makeWorkFolder, ownPages } from "./workfolder.ts";

/** A running preview. */
export interface Preview {
  readonly url: string;
  /** Resolves when it has stopped, whoever stopped it. */
  readonly closed: Promise<void>;
  /** Runs the data loaders again: call it when the store has changed. */
  refresh(): void;
  close(): Promise<void>;
}

/** Starts a preview, at a free port unless `port` names one; resolves once it answers. Throws "notebook-failed" with Framework's own words. */
export async function previewNotebook(options: {
  store: string;
  contracts: readonly string[];
  sheets?: readonly string[];
  port?: number;
  env?: Readonly<Record<string, string>>;
  pages?: string;
  onLine?: (line: string) => void;
  onUrl?: (url: string) => void;
}): Promise<Preview> {
  const port = options.port || (await freePort());
  const url = `http://127.0.0.1:${port}/`;
  const work = makeWorkFolder({
    pages: options.pages ?? ownPages(),
    contracts: options.contracts,
    sheets: options.sheets ?? [],
    preview: true,
  });
  let ready = () => {};
  const answers = new Promise<void>((done) => {
    ready = done;
  });
  const run = runFramework({
    framework: work.framework,
    args: ["preview", "--config", work.config, "--host", "127.0.0.1", "--port", String(port), "--no-open"],
    cwd: work.path,
    env: { BINNACLE_STORE: resolve(options.store), ...options.env },
    onLine(line) {
      if (line.includes(url)) ready();
      options.onLine?.(line);
    },
  });
  const closed = run.exited.then(() => work.close());
  await Promise.race([answers, closed]);
  if (run.child.exitCode !== null)
    throw new BinnacleError("notebook-failed", `notebook: the preview did not start:\n${lastWords(run.lines)}`);
  options.onUrl?.(url);
  return {
    url,
    closed,
    refresh: () => work.forgetExtracts(),
    async close() {
      run.child.kill();
      await closed;
    },
  };
}

/** Framework prints the port that it was given, so it cannot be asked for any free one. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
