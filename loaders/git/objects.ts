// Turns object ids and refs into bytes and ids through isomorphic-git, made fast: the only file that imports it.
// Its FileSystem is built once over a folder that exists only here, and its packs are read by pack.ts; it judges nothing.
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { PromiseFsClient } from "isomorphic-git";
import { BinnacleError, messageOf } from "../error.ts";
import type { Oid } from "../model.ts";
import { ALL_PACKS, codeOf, ROOT, VirtualFolder } from "./folder.ts";
import { type Location, packsOf } from "./locate.ts";
import { PackSet, type StoredObject } from "./pack.ts";

// By require: importing the packages' CommonJS would have Node look through 600 kB for their names first, 80 ms of each run.
const load = createRequire(import.meta.url);
const { readObject } = load("isomorphic-git") as typeof import("isomorphic-git");
const { FileSystem } = load("isomorphic-git/models") as typeof import("isomorphic-git/models");

/** Where objects and refs come from. Both readers answer the same. */
export interface ObjectStore {
  readonly reader: "isomorphic-git" | "git";
  /** Throws missing-object, corrupt-repository. The bytes may be shared: never write to them. */
  read(oid: Oid): Promise<StoredObject>;
  /** Those of them that are not here, each once; nothing is fetched. */
  absent(oids: Iterable<Oid>): Promise<readonly Oid[]>;
  /** Ids that begin with these hex digits (4 or more), each once, sorted. */
  expand(prefix: string): Promise<readonly Oid[]>;
  /** Ids by full name (`refs/heads/main`), symbolic ones followed; not `HEAD`. A tag's id is the tag object's. */
  refs(): Promise<ReadonlyMap<string, Oid>>;
  head(): Promise<{ readonly branch: string | null; readonly oid: Oid | null }>;
  /** Looks for packs that came since. */
  refresh(): void;
  readonly warnings: readonly string[];
  close(): void;
}

/** How many objects are hashed before the fast reader is believed. */
const SAMPLE = 12;

/**
 * Opens a repository that `locate` found readable. A `plain` one leaves isomorphic-git as it is, but for the folder. Other
 * `packs` than its own are for tests, which have to see what happens when the fast reader is wrong.
 */
export async function openObjects(
  location: Location,
  options: { readonly plain?: boolean; readonly packs?: PackSet } = {},
): Promise<ObjectStore> {
  const packs = options.packs ?? new PackSet(location.objectDirs.flatMap(packsOf));
  const folder = new VirtualFolder(location);
  // Built once: otherwise each call builds one. isomorphic-git takes it for what it is, but its types do not say so.
  const fs = new FileSystem(folder.client) as Fs;
  const warnings: string[] = [];
  let cache: object = {};
  const fast = options.plain === true ? null : await cacheWith(packs, folder, fs);
  if (fast === null) {
    folder.listing = "packs";
    if (options.plain !== true)
      warnings.push(
        `${location.name}: this isomorphic-git is not the one that its fast reader was made for; reading without it, which is slower.`,
      );
  } else {
    cache = fast;
    const doubt = await firstDoubt(packs, (oid) => read(fs, cache, oid));
    if (doubt !== null) {
      folder.listing = "packs";
      cache = {};
      const sound = await isSound(doubt, (oid) => read(fs, cache, oid));
      if (sound) {
        warnings.push(
          `${location.name}: object ${doubt} came out wrong from the fast reader; reading with isomorphic-git as it is, which is slower.`,
        );
      } else {
        // The object itself is damaged, which is no fault of the fast reader: whoever asks for it will be told.
        warnings.push(`${location.name}: object ${doubt} is damaged. Run "git fsck".`);
        folder.listing = "all";
        cache = fast;
      }
    }
  }

  function refresh(): void {
    packs.add(location.objectDirs.flatMap(packsOf));
    folder.refresh();
  }

  async function readOrLookAgain(oid: Oid): Promise<StoredObject> {
    try {
      return await read(fs, cache, oid);
    } catch (thrown) {
      if (codeOf(thrown) !== "NotFoundError") throw explain(thrown, oid, location, packs);
    }
    // Another process may have repacked since.
    refresh();
    try {
      return await read(fs, cache, oid);
    } catch (thrown) {
      throw explain(thrown, oid, location, packs);
    }
  }

  return {
    reader: "isomorphic-git",
    warnings,
    read: readOrLookAgain,
    async absent(oids) {
      return [...new Set(oids)].filter((oid) => !packs.has(oid) && folder.placeOfLoose(oid) === undefined);
    },
    async expand(prefix) {
      return [...new Set([...packs.expand(prefix), ...folder.expandLoose(prefix)])].sort();
    },
    refs: () => readRefs(fs),
    head: () => readHead(fs),
    refresh,
    close: () => packs.close(),
  };
}

type Fs = InstanceType<typeof FileSystem> & PromiseFsClient;

async function read(fs: Fs, cache: object, oid: Oid): Promise<StoredObject> {
  const result = await readObject({ fs, gitdir: ROOT, oid, format: "content", cache });
  return { type: result.type as StoredObject["type"], data: result.object as Buffer };
}

/**
 * A cache of isomorphic-git's in which its only pack index is one of ours. The cache is keyed by a symbol that is not
 * exported, so an empty index is read first to have the key made. Null if the package no longer works that way; it is pinned.
 */
async function cacheWith(packs: PackSet, folder: VirtualFolder, fs: Fs): Promise<object | null> {
  const cache: Record<symbol, unknown> = {};
  folder.listing = "all";
  await readObject({ fs, gitdir: ROOT, oid: "0".repeat(40), format: "content", cache }).catch(() => undefined);
  const [key] = Object.getOwnPropertySymbols(cache);
  const indexes = key === undefined ? undefined : cache[key];
  const path = `${ROOT}/objects/pack/${ALL_PACKS}`;
  if (!(indexes instanceof Map) || !indexes.has(path)) return null;
  const index = {
    offsets: packs,
    pack: Promise.resolve(true),
    _checksumVerification: Promise.resolve(),
    read: async ({ oid }: { oid: Oid }) => {
      const found = packs.read(oid);
      if (found === null) throw new Error(`${oid} has left the packs`);
      return { type: found.type, object: found.data };
    },
  };
  indexes.set(path, Promise.resolve(index));
  return cache;
}

/** The first object of a sample that does not have the bytes its id says, or null. */
async function firstDoubt(packs: PackSet, readOne: (oid: Oid) => Promise<StoredObject>): Promise<Oid | null> {
  for (const oid of packs.sample(SAMPLE)) if (!(await isSound(oid, readOne))) return oid;
  return null;
}

async function isSound(oid: Oid, readOne: (oid: Oid) => Promise<StoredObject>): Promise<boolean> {
  try {
    const { type, data } = await readOne(oid);
    return createHash("sha1").update(`${type} ${data.length}\0`).update(data).digest("hex") === oid;
  } catch {
    return false;
  }
}

function explain(thrown: unknown, oid: Oid, location: Location, packs: PackSet): BinnacleError {
  if (thrown instanceof BinnacleError) return thrown;
  if (codeOf(thrown) === "NotFoundError") return missing(location, oid);
  const file = packs.pathOf(oid) ?? join(location.commonDir, "objects", oid.slice(0, 2), oid.slice(2));
  return new BinnacleError(
    "corrupt-repository",
    `${file}: object ${oid} cannot be read (${messageOf(thrown)}). Run "git fsck", or clone again.`,
    {
      cause: thrown,
    },
  );
}

/** What to say of an object that is not here. */
export function missing(location: Location, oid: Oid): BinnacleError {
  const why = location.partial
    ? "is not in this partial clone, and nothing is fetched unasked. Pass --fetch-missing to fetch what is missing in one batch."
    : location.shallow.size > 0
      ? 'is not in this shallow clone. Run "git fetch --unshallow".'
      : 'is missing. Run "git fsck", or clone again.';
  return new BinnacleError("missing-object", `${location.name}: object ${oid} ${why}`);
}

async function readRefs(fs: Fs): Promise<ReadonlyMap<string, Oid>> {
  const { GitRefManager } = load("isomorphic-git/managers") as typeof import("isomorphic-git/managers");
  const refs = new Map<string, Oid>();
  for (const [name, oid] of await GitRefManager.packedRefs({ fs, gitdir: ROOT }))
    if (!name.endsWith("^{}")) refs.set(name, oid);
  const loose = await fs.readdirDeep(`${ROOT}/refs`).catch(() => [] as string[]);
  for (const path of loose) {
    const name = path.slice(ROOT.length + 1);
    // A loose file that names nothing (empty after a crash, a symbolic ref to a branch that is gone) is no ref.
    const oid = await GitRefManager.resolve({ fs, gitdir: ROOT, ref: name, depth: undefined }).catch(() => null);
    if (oid !== null && /^[0-9a-f]{40}$/.test(oid)) refs.set(name, oid);
    else refs.delete(name);
  }
  return refs;
}

async function readHead(fs: Fs): Promise<{ branch: string | null; oid: Oid | null }> {
  const { GitRefManager } = load("isomorphic-git/managers") as typeof import("isomorphic-git/managers");
  const target = await GitRefManager.resolve({ fs, gitdir: ROOT, ref: "HEAD", depth: 2 }).catch(() => "");
  const oid = await GitRefManager.resolve({ fs, gitdir: ROOT, ref: "HEAD", depth: undefined }).catch(() => null);
  return { branch: /^refs\/heads\/(.+)$/s.exec(target)?.[1] ?? null, oid };
}
