// Turns what a person writes for a commit (`main`, `v1^{commit}`, `HEAD~2`, `4f2c9aa`) into its object id.
// It knows the forms that name one commit; ranges, dates and searches are other questions and are refused in words.
import { BinnacleError } from "../error.ts";
import type { Oid } from "../model.ts";
import type { ObjectStore } from "./objects.ts";
import { type ObjectType, parseCommit, parseTag } from "./parse.ts";

/** Resolves a revision to a commit. Order of lookup as in gitrevisions(7). Throws unknown-revision with near names. */
export async function resolveRevision(name: string, objects: ObjectStore, revision: string): Promise<Oid> {
  const parts = /^(.*?)((?:~\d*|\^\d*|\^\{\w*\})*)$/s.exec(revision)!;
  const base = parts[1]!;
  let oid = await resolveBase(name, objects, base, revision);
  for (const step of parts[2]!.match(/~\d*|\^\{\w*\}|\^\d*/g) ?? [])
    oid = await follow(name, objects, oid, step, revision);
  const commit = await peel(objects, oid);
  if (commit.type !== "commit") throw unknown(`${name}: "${revision}" is a ${commit.type}, expected a commit.`);
  return commit.oid;
}

async function resolveBase(name: string, objects: ObjectStore, base: string, revision: string): Promise<Oid> {
  if (base === "HEAD" || base === "@") {
    const head = await objects.head();
    if (head.oid !== null) return head.oid;
    throw unknown(
      `${name}: HEAD is on ${head.branch ?? "no branch"}, which has no commit. ${await otherBranches(objects)}`,
    );
  }
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(base)) {
    try {
      await objects.read(base);
      return base;
    } catch (thrown) {
      if (!(thrown instanceof BinnacleError) || thrown.code !== "missing-object") throw thrown;
      throw unknown(`${name}: there is no object ${base} here. Fetch it, or name another revision.`, thrown);
    }
  }
  const refs = await objects.refs();
  for (const prefix of ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"]) {
    const oid = refs.get(prefix + base);
    // A bare name is looked up whole only where it says which kind it is.
    if (oid !== undefined && (prefix !== "" || base.startsWith("refs/"))) return oid;
  }
  const remoteHead = refs.get(`refs/remotes/${base}/HEAD`);
  if (remoteHead !== undefined) return remoteHead;
  // `v1-3-g4f2c9aa`, as git describe prints it.
  const short = /-g([0-9a-f]{4,64})$/.exec(base)?.[1] ?? (/^[0-9a-fA-F]{4,64}$/.test(base) ? base.toLowerCase() : null);
  if (short !== null) {
    const fits = await objects.expand(short);
    const commits = fits.length > 1 ? await onlyCommits(objects, fits) : fits;
    if (commits.length === 1) return commits[0]!;
    if (fits.length > 1)
      throw unknown(
        `${name}: "${base}" fits ${fits.length} objects (${fits
          .slice(0, 3)
          .map((oid) => oid.slice(0, 12))
          .join(", ")}). Write more digits.`,
      );
  }
  if (/[:?*[\\\s]|\.\.|@\{/.test(base))
    throw unknown(
      `${name}: "${revision}" is no revision that can be followed; expected a branch, a tag, a commit id, or one of these with ~2 or ^.`,
    );
  throw unknown(`${name}: there is no revision "${base}". ${nearNames(base, [...refs.keys()])}`);
}

async function onlyCommits(objects: ObjectStore, oids: readonly Oid[]): Promise<readonly Oid[]> {
  const commits: Oid[] = [];
  for (const oid of oids) if ((await peel(objects, oid)).type === "commit") commits.push(oid);
  return commits;
}

async function follow(name: string, objects: ObjectStore, from: Oid, step: string, revision: string): Promise<Oid> {
  if (step.startsWith("^{")) {
    const wanted = step.slice(2, -1);
    const target = await peel(objects, from);
    if (wanted === "" || wanted === "commit" || wanted === "object") return target.oid;
    throw unknown(`${name}: "${revision}" asks for a ${wanted}, expected a commit.`);
  }
  const count = step.length === 1 ? 1 : Number(step.slice(1));
  let oid = (await peel(objects, from)).oid;
  if (step.startsWith("^")) return count === 0 ? oid : parentOf(name, objects, oid, count, revision);
  for (let i = 0; i < count; i++) oid = await parentOf(name, objects, oid, 1, revision);
  return oid;
}

async function parentOf(name: string, objects: ObjectStore, oid: Oid, which: number, revision: string): Promise<Oid> {
  const { type, data } = await objects.read(oid);
  const parent = type === "commit" ? parseCommit(oid, data).parents[which - 1] : undefined;
  if (parent !== undefined) return parent;
  throw unknown(
    `${name}: "${revision}" reaches behind ${oid.slice(0, 12)}, which has no parent ${which}. Name a later commit.`,
  );
}

/** Follows tags to what they point at in the end. */
export async function peel(objects: ObjectStore, oid: Oid): Promise<{ readonly oid: Oid; readonly type: ObjectType }> {
  let at = oid;
  for (;;) {
    const { type, data } = await objects.read(at);
    if (type !== "tag") return { oid: at, type };
    at = parseTag(data).oid;
  }
}

function unknown(message: string, cause?: unknown): BinnacleError {
  return new BinnacleError("unknown-revision", message, cause === undefined ? {} : { cause });
}

async function otherBranches(objects: ObjectStore): Promise<string> {
  const branches = [...(await objects.refs()).keys()].filter((ref) => ref.startsWith("refs/heads/")).map(shortName);
  return branches.length === 0 ? "Commit something first." : `Name a branch: ${branches.slice(0, 3).join(", ")}.`;
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags|remotes)\//, "");
}

/** The sentence that helps: the three names that are nearest, or what to list. */
function nearNames(wanted: string, refs: readonly string[]): string {
  const near = refs
    .map((ref) => shortName(ref))
    .map((ref) => ({ ref, far: distance(wanted.toLowerCase(), ref.toLowerCase()) }))
    .filter(({ ref, far }) => far <= Math.ceil(wanted.length / 3) || (wanted.length > 2 && ref.includes(wanted)))
    .sort((a, b) => a.far - b.far || (a.ref < b.ref ? -1 : 1))
    .slice(0, 3);
  if (near.length === 0) return 'Run "git branch --all" or "git tag" to see the names.';
  return `Did you mean ${near.map(({ ref }) => `"${ref}"`).join(" or ")}?`;
}

/** Edit distance; names that differ in length by much are given up early. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 4 || a.length > 100 || b.length > 100) return 99;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
