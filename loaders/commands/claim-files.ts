// Reads the claims that are in force: those of files named on the command line, else the repository's own, in
// binnacle.yaml and .binnacle/claims/. They are hostile: no link is followed, and their number and size are bounded.

import { existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, isAbsolute, join, sep } from "node:path";
import type { Snapshot } from "../citation.ts";
import type { Claim } from "../claims/pin.ts";
import { BinnacleError } from "../error.ts";
import { listTree } from "../git/changes.ts";
import type { Repository } from "../git/repository.ts";
import { configurationOf, type Flags, listFlag, readText } from "./context.ts";

/** Where claims stand by themselves. */
export const CLAIMS_FOLDER = ".binnacle/claims";

const MOST_FILES = 200;

/** Claims and the text that they were read from: it decides what is found. */
export interface ClaimsInForce {
  readonly claims: readonly Claim[];
  readonly text: string;
}

/** Throws "bad-configuration". */
export async function claimsInForce(repo: Repository, flags: Flags): Promise<ClaimsInForce> {
  const named = listFlag(flags, "claims");
  const files = named.length > 0 ? named.map(namedFile) : await ownFiles(repo, flags);
  return { claims: await claimsIn(files), text: files.map(({ name, text }) => `${name}\n${text}`).join("\n") };
}

interface ClaimsFile {
  readonly name: string;
  readonly text: string;
  /** Whether other things than claims may stand in it. */
  readonly isShared?: boolean;
}

/** What claims may ask is loaded where there are any. Throws "bad-configuration". */
async function claimsIn(files: readonly ClaimsFile[]): Promise<readonly Claim[]> {
  if (files.length === 0) return [];
  const { assertNamesDiffer, parseClaims, parseClaimsFile } = await import("../claims/configuration.ts");
  const claims = files.flatMap(({ name, text, isShared }) =>
    isShared === true ? parseClaims(text, name) : parseClaimsFile(text, name),
  );
  assertNamesDiffer(claims);
  return claims;
}

/** A file, or one of the shipped ones by its name. */
function namedFile(name: string): ClaimsFile {
  const shipped = new URL(`../../data/claims/${name}.yaml`, import.meta.url);
  if (/^[a-z-]+$/.test(name) && !existsSync(name) && existsSync(shipped))
    return { name: `${name}.yaml`, text: readText(shipped.pathname) };
  // Where a file lies on this machine is nobody's business who reads a report.
  return { name: isAbsolute(name) ? basename(name) : name, text: readText(name) };
}

async function ownFiles(repo: Repository, flags: Flags): Promise<readonly ClaimsFile[]> {
  const own = await configurationOf(repo, flags);
  const first = own === null ? [] : [{ name: own.origin, text: own.text, isShared: true }];
  return [...first, ...(repo.workTree === null ? await filesOfHead(repo) : filesOfFolder(repo.workTree))];
}

function isClaimsFile(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

function filesOfFolder(workTree: string): readonly ClaimsFile[] {
  const parts = CLAIMS_FOLDER.split("/");
  for (const at of parts.keys()) {
    const folder = lstatSync(join(workTree, ...parts.slice(0, at + 1)), { throwIfNoEntry: false });
    if (folder?.isSymbolicLink()) throw isLink(parts.slice(0, at + 1).join("/"));
    if (!folder?.isDirectory()) return [];
  }
  const names = readdirSync(join(workTree, CLAIMS_FOLDER), { recursive: true, encoding: "utf8" })
    .map((name) => name.split(sep).join("/"))
    .filter(isClaimsFile)
    .sort();
  refuseTooMany(names.length);
  return names.map((name) => {
    const path = join(workTree, CLAIMS_FOLDER, name);
    if (!lstatSync(path).isFile()) throw isLink(`${CLAIMS_FOLDER}/${name}`);
    return { name: `${CLAIMS_FOLDER}/${name}`, text: readText(path) };
  });
}

/** The claims that a tree holds itself: of a merge and of an index those in force, of a side those that it was judged by. */
export async function claimsOfSnapshot(snapshot: Snapshot): Promise<readonly Claim[]> {
  const files: ClaimsFile[] = [];
  for (const path of claimsPaths(snapshot.files.keys()))
    files.push({
      name: path,
      text: new TextDecoder().decode(await snapshot.blob(snapshot.files.get(path)!)),
      isShared: path === "binnacle.yaml",
    });
  return claimsIn(files);
}

function claimsPaths(paths: Iterable<string>): readonly string[] {
  const isOwn = (path: string) =>
    path === "binnacle.yaml" || (path.startsWith(`${CLAIMS_FOLDER}/`) && isClaimsFile(path));
  const own = [...paths].filter(isOwn).sort();
  refuseTooMany(own.length);
  return own;
}

async function filesOfHead(repo: Repository): Promise<readonly ClaimsFile[]> {
  const head = await repo.resolve("HEAD");
  const enter = (folder: string) => `${CLAIMS_FOLDER}/`.startsWith(`${folder}/`);
  const tree = await listTree(repo, head, { enter });
  const files: ClaimsFile[] = [];
  // What binnacle.yaml says was read already, with what is said beside claims.
  for (const path of claimsPaths(tree.keys()).filter((each) => each !== "binnacle.yaml"))
    files.push({ name: path, text: new TextDecoder().decode(await repo.blob(tree.get(path)!)) });
  return files;
}

function refuseTooMany(count: number): void {
  if (count > MOST_FILES)
    throw new BinnacleError(
      "bad-configuration",
      `${CLAIMS_FOLDER} has ${count} files; at most ${MOST_FILES} are read. Put claims together in fewer.`,
    );
}

function isLink(path: string): BinnacleError {
  return new BinnacleError(
    "bad-configuration",
    `${path} is a symbolic link or no file, which is not followed. Put a file there, or pass --claims.`,
  );
}
