// Turns a directory into the whereabouts of the git repository around it, and into what is odd about that repository.
// It reads only small files and file headers; no object is read here, and nothing is ever written.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { BinnacleError } from "../error.ts";
import type { Oid } from "../model.ts";

/** Where a repository keeps its things. All paths are absolute. */
export interface Location {
  /** What messages call it: the name of the work tree's or the bare repository's folder. */
  readonly name: string;
  readonly workTree: string | null;
  /** The folder with `HEAD`: of a linked worktree, its own. */
  readonly gitDir: string;
  /** The folder with `objects` and `refs`: that of the main work tree. */
  readonly commonDir: string;
  /** `objects` folders: its own first, then the alternates it borrows from. */
  readonly objectDirs: readonly string[];
  readonly shallow: ReadonlySet<Oid>;
  readonly config: ReadonlyMap<string, string>;
  /** Whether objects may be missing on purpose (`clone --filter`). */
  readonly partial: boolean;
  /** Length of an object id in bytes. */
  readonly width: 20 | 32;
  /** Why isomorphic-git cannot read it, in words; null if it can. */
  readonly unreadable: string | null;
  readonly warnings: readonly string[];
}

/** Finds the repository upward from `dir`. Throws not-a-repository, unsupported-repository. */
export function locate(dir: string): Location {
  const start = resolve(dir);
  if (statSync(start, { throwIfNoEntry: false })?.isFile())
    throw new BinnacleError(
      "not-a-repository",
      `${dir}: expected a folder, found a file. Name a folder inside a repository.`,
    );
  const none = (what: string) =>
    new BinnacleError(
      "not-a-repository",
      `${dir}: ${what}. Name a folder inside a repository, or run "git init" there.`,
    );
  // Above a folder that is not there, another repository could be found.
  if (!existsSync(start)) throw none("there is no such folder");
  let folder = start;
  for (;;) {
    const found = at(folder);
    if (found !== null) return describe(found.workTree, found.gitDir);
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  throw none("no git repository here or in any folder above");
}

function at(folder: string): { workTree: string | null; gitDir: string } | null {
  const dotGit = join(folder, ".git");
  const kind = statSync(dotGit, { throwIfNoEntry: false });
  if (kind?.isDirectory() && looksLikeGitDir(dotGit)) return { workTree: folder, gitDir: dotGit };
  if (kind?.isFile()) {
    const named = /^gitdir: (.+?)\r?\n*$/s.exec(readFileSync(dotGit, "utf8").slice(0, 4096))?.[1];
    const gitDir = named === undefined ? null : resolve(folder, named);
    if (gitDir !== null && looksLikeGitDir(gitDir)) return { workTree: folder, gitDir };
    throw new BinnacleError(
      "not-a-repository",
      `${dotGit}: expected "gitdir: " and the path of a repository, found none there. Run "git worktree repair", or clone again.`,
    );
  }
  if (!looksLikeGitDir(folder)) return null;
  return { workTree: basename(folder) === ".git" ? dirname(folder) : null, gitDir: folder };
}

function looksLikeGitDir(folder: string): boolean {
  if (!statSync(join(folder, "HEAD"), { throwIfNoEntry: false })?.isFile()) return false;
  if (existsSync(join(folder, "commondir"))) return true;
  return (
    existsSync(join(folder, "objects")) && (existsSync(join(folder, "refs")) || existsSync(join(folder, "reftable")))
  );
}

function describe(foundWorkTree: string | null, gitDir: string): Location {
  const common = readText(join(gitDir, "commondir"))?.trim();
  const commonDir = common === undefined || common === "" ? gitDir : resolve(gitDir, common);
  const config = parseConfig(readText(join(commonDir, "config")) ?? "");
  // A linked worktree has a work tree even where the main repository is bare.
  const workTree = config.get("core.bare") === "true" && commonDir === gitDir ? null : foundWorkTree;
  const folder = workTree ?? gitDir;
  const name = basename(basename(folder) === ".git" ? dirname(folder) : folder) || folder;
  const objectDirs = withAlternates(join(commonDir, "objects"));
  const packs = objectDirs.flatMap(packsOf);
  const shallow = new Set(lines(readText(join(commonDir, "shallow"))));
  const warnings: string[] = [];
  if (lines(readText(join(commonDir, "info", "grafts"))).length > 0)
    warnings.push(
      `${name}: info/grafts gives commits other parents; history is read as it was recorded, without them.`,
    );
  if (hasReplaceRefs(commonDir))
    warnings.push(
      `${name}: refs/replace puts objects in place of others; history is read as it was recorded, without them.`,
    );
  return {
    name,
    workTree,
    gitDir,
    commonDir,
    objectDirs,
    shallow,
    config,
    partial:
      packs.some((pack) => existsSync(pack.replace(/pack$/, "promisor"))) || config.has("extensions.partialclone"),
    width: config.get("extensions.objectformat")?.toLowerCase() === "sha256" ? 32 : 20,
    unreadable: whyUnreadable(config, packs),
    warnings,
  };
}

/** The values of a config file by `section.subsection.key`, section and key in lower case; the last of a key wins. */
export function parseConfig(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    // Longer ones hold nothing of use here, and the expressions below would take long on them.
    if (line.length > 4096) continue;
    const header = /^\s*\[\s*([-.\w]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) {
      const sub = header[2]?.replace(/\\(.)/g, "$1");
      section = sub === undefined ? header[1]!.toLowerCase() : `${header[1]!.toLowerCase()}.${sub}`;
    }
    const rest = header === null ? line : line.slice(header[0].length);
    const entry = /^\s*([a-zA-Z][-\w]*)\s*(?:=\s*(.*?))?\s*$/.exec(rest);
    if (entry !== null && section !== "") {
      const value = entry[2] === undefined ? "true" : entry[2].replace(/\s+[#;].*$/, "").replace(/^"(.*)"$/, "$1");
      values.set(`${section}.${entry[1]!.toLowerCase()}`, value);
    }
  }
  return values;
}

/** Its own `objects` folder and those it borrows from, each once. Git follows such links five deep. */
function withAlternates(own: string): readonly string[] {
  const dirs = [own];
  let level = [own];
  for (let depth = 0; depth < 5 && level.length > 0; depth++) {
    level = level
      .flatMap((dir) => lines(readText(join(dir, "info", "alternates"))).map((line) => resolve(dir, line)))
      .filter((dir) => !dirs.includes(dir) && existsSync(dir));
    dirs.push(...level);
  }
  return dirs;
}

/** The packs in an `objects` folder that have an index, by name. */
export function packsOf(objectDir: string): readonly string[] {
  const folder = join(objectDir, "pack");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names
    .filter((name) => name.endsWith(".idx"))
    .map((name) => join(folder, name.replace(/idx$/, "pack")))
    .filter((pack) => existsSync(pack));
}

const KNOWN_EXTENSIONS = [
  "objectformat",
  "partialclone",
  "preciousobjects",
  "noop",
  "refstorage",
  "worktreeconfig",
  "relativeworktrees",
];

function whyUnreadable(config: ReadonlyMap<string, string>, packs: readonly string[]): string | null {
  const format = config.get("extensions.objectformat")?.toLowerCase();
  if (format !== undefined && format !== "sha1") return `its object ids are ${format}`;
  const refs = config.get("extensions.refstorage")?.toLowerCase();
  if (refs !== undefined && refs !== "files") return `its refs are kept as ${refs}`;
  const version = Number(config.get("core.repositoryformatversion") ?? "0");
  if (version > 1) return `its repository format is version ${version}`;
  const unknown = [...config.keys()]
    .filter((key) => key.startsWith("extensions."))
    .map((key) => key.slice("extensions.".length))
    .find((key) => !KNOWN_EXTENSIONS.includes(key));
  if (version === 1 && unknown !== undefined) return `it has the extension "${unknown}"`;
  for (const pack of packs) {
    const why = whyPackUnreadable(pack);
    if (why !== null) return `${basename(pack)} ${why}`;
  }
  return null;
}

function whyPackUnreadable(pack: string): string | null {
  const size = statSync(pack).size;
  if (size > 2 ** 31 - 1) return "is over 2 GiB";
  const index = pack.replace(/pack$/, "idx");
  const file = openSync(index, "r");
  try {
    const head = Buffer.alloc(8 + 1024);
    // An index too short to hold its own table is damage, which the reader names; it is no other format.
    if (readSync(file, head, 0, head.length, 0) < head.length) return null;
    if (head.readUInt32BE(0) !== 0xff744f63) return "has an index of version 1";
    if (head.readUInt32BE(4) !== 2) return `has an index of version ${head.readUInt32BE(4)}`;
    const count = head.readUInt32BE(8 + 1020);
    const plain = head.length + count * 28 + 40;
    return statSync(index).size > plain ? "has 64-bit offsets" : null;
  } finally {
    closeSync(file);
  }
}

function hasReplaceRefs(commonDir: string): boolean {
  const loose = join(commonDir, "refs", "replace");
  if (existsSync(loose) && readdirSync(loose).length > 0) return true;
  return (readText(join(commonDir, "packed-refs")) ?? "").includes(" refs/replace/");
}

/**
 * Whether a folder belongs to somebody else, so that git would refuse it. Root may read anything here: in containers the
 * owner of a mounted folder rarely exists. Always false where there are no user ids (Windows).
 */
export function belongsToAnother(location: Location, user: number | undefined = process.geteuid?.()): boolean {
  if (user === undefined || user === 0) return false;
  return [location.workTree, location.gitDir].some((folder) => folder !== null && statSync(folder).uid !== user);
}

/** The folder that all worktrees of a repository share, without symbolic links. */
export function realCommonDir(location: Location): string {
  return realpathSync(location.commonDir);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function lines(text: string | undefined): readonly string[] {
  return (text ?? "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
