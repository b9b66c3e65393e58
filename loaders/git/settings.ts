// Turns git's configuration (the system's, the user's, the repository's) into the few settings that change what is stored.
// The git program is asked, because it knows where configuration lies; without it, the repository's own file is read.
import { homedir } from "node:os";
import { join } from "node:path";
import type { CleanSettings } from "./filters.ts";
import type { Location } from "./locate.ts";
import { findGit, runGit } from "./program.ts";

export interface WorktreeSettings extends CleanSettings {
  readonly ignoreCase: boolean;
  readonly sparse: boolean;
  /** Whether links are links here, and not plain files that hold their targets. */
  readonly symlinks: boolean;
  /** The user's own attributes file. */
  readonly attributesFile: string;
}

export async function readSettings(location: Location): Promise<WorktreeSettings> {
  const config = findGit() === null ? location.config : await listed(location);
  const drivers = [...config]
    .filter(([, value]) => value !== "")
    .map(([key]) => /^filter\.(.+)\.(?:clean|process)$/s.exec(key)?.[1])
    .filter((name) => name !== undefined);
  const autocrlf = config.get("core.autocrlf")?.toLowerCase();
  return {
    autocrlf: autocrlf === "input" ? "input" : isTrue(autocrlf) ? "true" : "false",
    drivers: new Set(drivers),
    ignoreCase: isTrue(config.get("core.ignorecase")),
    symlinks: isTrue(config.get("core.symlinks") ?? "true"),
    sparse: isTrue(config.get("core.sparsecheckout")),
    attributesFile: attributesFile(config.get("core.attributesfile")),
  };
}

async function listed(location: Location): Promise<ReadonlyMap<string, string>> {
  const run = await runGit(location, ["config", "--null", "--list"]);
  if (run.code !== 0) return location.config;
  const pairs = run.stdout
    .toString("utf8")
    .split("\0")
    .filter((pair) => pair !== "")
    .map((pair): [string, string] => {
      const end = pair.indexOf("\n");
      // A key alone is true.
      return end === -1 ? [pair, "true"] : [pair.slice(0, end), pair.slice(end + 1)];
    });
  return new Map(pairs);
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && (/^(?:true|yes|on)$/i.test(value) || (/^-?\d+$/.test(value) && Number(value) !== 0));
}

function attributesFile(named: string | undefined): string {
  if (named !== undefined && named !== "") return named.replace(/^~(?=\/)/, () => homedir());
  const configured = process.env.XDG_CONFIG_HOME;
  return join(
    configured === undefined || configured === "" ? join(homedir(), ".config") : configured,
    "git/attributes",
  );
}
