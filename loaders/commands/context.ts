// Turns flags into what commands work on: an open repository, its profile, where its store is. Flags come before
// --config, that before the repository's own binnacle.yaml, that before a shipped profile or a proposed one.

import { existsSync, lstatSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { Reader } from "../configuration.ts";
import { BinnacleError } from "../error.ts";
import { openRepository, type Repository, repositoryIdentity } from "../git/repository.ts";
import type { Profile } from "../model.ts";
import { parseProfile, SHIPPED, shippedProfile } from "../surface/profile.ts";
import { repositoryName } from "./name.ts";

export interface Context {
  readonly repo: Repository;
  /** What the notebook calls it: `ROCm/ATOM`, or the folder's name. */
  readonly name: string;
  readonly profile: Profile;
  /** Where the profile came from, in words. */
  readonly origin: string;
  /** Whether no person wrote it. */
  readonly proposed: boolean;
  readonly store: string;
}

/** A flag that may be given more than once has all that was given. */
export type Flags = Readonly<Record<string, string | true | readonly string[]>>;

/** A flag's text, or null. */
export function textFlag(flags: Flags, name: string): string | null {
  const value = flags[name];
  return typeof value === "string" ? value : null;
}

/** All that a flag was given, in order; none if it was not. */
export function listFlag(flags: Flags, name: string): readonly string[] {
  const value = flags[name];
  return typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
}

export async function openFromFlags(flags: Flags): Promise<Repository> {
  return openRepository(textFlag(flags, "repo") ?? ".", { fetchMissing: flags["fetch-missing"] === true });
}

/** Opens everything. Throws what opening and parsing throw. */
export async function openContext(flags: Flags): Promise<Context> {
  const repo = await openFromFlags(flags);
  const store = await storeFor(repo, flags);
  const found = await profileFor(repo, flags, store);
  return { repo, name: repositoryName(repo, found.profile), ...found, store };
}

async function profileFor(
  repo: Repository,
  flags: Flags,
  store: string,
): Promise<Pick<Context, "profile" | "origin" | "proposed">> {
  const named = textFlag(flags, "profile");
  if (named !== null) return { profile: namedProfile(named), origin: named, proposed: false };
  const own = await configurationOf(repo, flags);
  const configured = own === null ? null : configuredProfile(own.text, own.origin);
  if (configured !== null) return { profile: configured, origin: own!.origin, proposed: false };
  const { proposedProfile } = await import("./proposal.ts");
  const tip = await repo.resolve(textFlag(flags, "branch") ?? "HEAD");
  return { profile: await proposedProfile(repo, tip, store), origin: "proposed from the code", proposed: true };
}

function namedProfile(named: string): Profile {
  if ((SHIPPED as readonly string[]).includes(named)) return shippedProfile(named);
  if (/\.ya?ml$/.test(named) || existsSync(named)) return parseProfile(readText(named), basename(named));
  return shippedProfile(named);
}

/** Parts of a configuration that are no profile's. */
const BESIDE_PROFILE: ReadonlySet<string> = new Set(["audit", "claims", "notes", "effort"]);

/** A configuration is a profile, or names a shipped one (`profile: atom`); null where it speaks of audits only. */
function configuredProfile(text: string, origin: string): Profile | null {
  const configuration = Reader.parse(text, origin);
  const shipped = configuration.get("profile");
  if (shipped.value !== undefined) {
    const beside = Object.keys(configuration.value as object).find(
      (key) => !BESIDE_PROFILE.has(key) && key !== "profile",
    );
    if (beside !== undefined)
      configuration.get(beside).fail(`nothing beside "profile: ${shipped.text()}". Remove one of the two`);
    return shippedProfile(shipped.text());
  }
  const speaksOfOthers = [...BESIDE_PROFILE].some((key) => configuration.get(key).value !== undefined);
  return speaksOfOthers && configuration.get("layers").value === undefined ? null : parseProfile(text, origin);
}

/** A configuration file. Throws "bad-configuration" where it cannot be read or is too large. */
export function readText(path: string): string {
  try {
    if (statSync(path).size > 2 ** 20)
      throw new BinnacleError(
        "bad-configuration",
        `${path} has ${statSync(path).size} bytes; a configuration has at most ${2 ** 20}.`,
      );
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof BinnacleError) throw cause;
    throw new BinnacleError("bad-configuration", `${path} cannot be read. Name a file that can.`, { cause });
  }
}

/** The configuration that is in force: --config, else the repository's own; null where there is none. */
export async function configurationOf(
  repo: Repository,
  flags: Flags,
): Promise<{ readonly text: string; readonly origin: string } | null> {
  const config = textFlag(flags, "config");
  if (config !== null) return { text: readText(config), origin: config };
  const own = await ownConfiguration(repo);
  return own === null ? null : { text: own, origin: "binnacle.yaml" };
}

/** The work tree's binnacle.yaml; of a bare repository its head's. */
async function ownConfiguration(repo: Repository): Promise<string | null> {
  if (repo.workTree !== null) {
    const path = join(repo.workTree, "binnacle.yaml");
    const kind = lstatSync(path, { throwIfNoEntry: false });
    // A repository of somebody else's could have it lead anywhere.
    if (kind?.isSymbolicLink())
      throw new BinnacleError(
        "bad-configuration",
        "binnacle.yaml is a symbolic link, which is not followed. Put a file there, or pass --config.",
      );
    return kind?.isFile() ? readText(path) : null;
  }
  const head = await repo.resolve("HEAD");
  const entry = (await repo.tree((await repo.commit(head)).tree)).find(
    (each) => each.path === "binnacle.yaml" && each.kind === "blob",
  );
  return entry ? new TextDecoder().decode(await repo.blob(entry.oid)) : null;
}

export async function storeFor(repo: Repository, flags: Flags): Promise<string> {
  const given = textFlag(flags, "store") ?? process.env.BINNACLE_STORE;
  if (given) return resolve(given);
  const folder = join(cacheFolder(), await repositoryIdentity(repo));
  mkdirSync(folder, { recursive: true });
  return join(folder, "notebook.duckdb");
}

/** The user's cache folder for Binnacle: XDG's, or the platform's own. */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): string {
  if (environment.XDG_CACHE_HOME) return join(environment.XDG_CACHE_HOME, "binnacle");
  if (platform === "win32" && environment.LOCALAPPDATA) return join(environment.LOCALAPPDATA, "binnacle");
  return join(homedir(), platform === "darwin" ? "Library/Caches" : ".cache", "binnacle");
}
