// Turns two commits into what they have in common and what only one of them can reach.
// It looks at parents and times only. Times may lie: they order the work, and are never the proof.
import type { Commit, Oid } from "../model.ts";
import { MalformedObject } from "./parse.ts";
import type { Repository } from "./repository.ts";

interface Node {
  readonly oid: Oid;
  readonly time: number;
  readonly parents: readonly Oid[];
  readonly commit: Commit | null;
}

async function nodeOf(repo: Repository, oid: Oid): Promise<Node> {
  try {
    const commit = await repo.commit(oid);
    return { oid, time: commit.time, parents: repo.shallow.has(oid) ? [] : commit.parents, commit };
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.cause : null;
    if (!(cause instanceof MalformedObject)) throw thrown;
    return { oid, time: 0, parents: repo.shallow.has(oid) ? [] : cause.parents, commit: null };
  }
}

/** A commit and all it can reach, in no order. Throws missing-object, corrupt-repository. */
export async function ancestorsOf(repo: Repository, tip: Oid): Promise<readonly Oid[]> {
  const seen = new Set([tip]);
  for (const oid of seen) for (const parent of (await nodeOf(repo, oid)).parents) seen.add(parent);
  return [...seen];
}

/** Commits by time, the youngest first; of equal ones, the first that came. */
class Queue {
  private readonly heap: { readonly node: Node; readonly order: number }[] = [];
  private count = 0;

  get size(): number {
    return this.heap.length;
  }

  put(node: Node): void {
    const { heap } = this;
    const item = { node, order: this.count++ };
    let at = heap.push(item) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!before(item, heap[up]!)) break;
      heap[at] = heap[up]!;
      at = up;
    }
    heap[at] = item;
  }

  take(): Node {
    const { heap } = this;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) {
      let at = 0;
      for (;;) {
        let down = at * 2 + 1;
        if (down >= heap.length) break;
        if (down + 1 < heap.length && before(heap[down + 1]!, heap[down]!)) down++;
        if (!before(heap[down]!, last)) break;
        heap[at] = heap[down]!;
        at = down;
      }
      heap[at] = last;
    }
    return first.node;
  }
}

function before(a: { node: Node; order: number }, b: { node: Node; order: number }): boolean {
  return a.node.time > b.node.time || (a.node.time === b.node.time && a.order < b.order);
}

const ONE = 1;
const OTHER = 2;
/** Behind a common ancestor: of no more interest. */
const STALE = 4;

/** Common ancestors of which none is behind another, but for those that lying clocks let through. */
async function commonAncestors(repo: Repository, a: Oid, b: Oid): Promise<Node[]> {
  const flags = new Map<Oid, number>();
  const queue = new Queue();
  const common = new Map<Oid, Node>();
  /** Commits in the queue that are not stale: when there are none, nothing new can be found. */
  const fresh = new Set<Oid>();
  async function mark(oid: Oid, flag: number): Promise<void> {
    const had = flags.get(oid) ?? 0;
    if ((had & flag) === flag) return;
    flags.set(oid, had | flag);
    if ((had | flag) & STALE) fresh.delete(oid);
    else fresh.add(oid);
    queue.put(await nodeOf(repo, oid));
  }
  await mark(a, ONE);
  await mark(b, OTHER);
  while (fresh.size > 0) {
    const node = queue.take();
    fresh.delete(node.oid);
    let flag = flags.get(node.oid)!;
    if (flag === (ONE | OTHER)) {
      common.set(node.oid, node);
      flag |= STALE;
    }
    for (const parent of node.parents) await mark(parent, flag);
  }
  return [...common.values()].filter((node) => !(flags.get(node.oid)! & STALE));
}

/** The best common ancestor as `git merge-base` prints it (of several, the youngest), or null if there is none. */
export async function mergeBase(repo: Repository, a: Oid, b: Oid): Promise<Oid | null> {
  return (await mergeBases(repo, a, b))[0] ?? null;
}

/** All common ancestors of which none is behind another, the youngest first: several where branches were merged crosswise. */
export async function mergeBases(repo: Repository, a: Oid, b: Oid): Promise<readonly Oid[]> {
  if (a === b) return [a];
  const common = (await commonAncestors(repo, a, b)).sort((x, y) => y.time - x.time);
  if (common.length <= 1) return common.map((node) => node.oid);
  // Clocks that lie let an ancestor of another through; there are never many, so each is asked.
  const reach = await Promise.all(
    common.map(async (node) => ({ node, set: new Set(await ancestorsOf(repo, node.oid)) })),
  );
  return reach
    .filter(({ node }) => !reach.some((other) => other.node !== node && other.set.has(node.oid)))
    .map(({ node }) => node.oid);
}

/**
 * What a merge brought in: commits that its other parents reach and its first does not, oldest first, parents before
 * children. Empty for a commit that is no merge. Malformed commits are left out.
 */
export async function originsInside(repo: Repository, merge: Commit): Promise<readonly Commit[]> {
  const [first, ...others] = repo.shallow.has(merge.oid) ? [] : merge.parents;
  if (first === undefined || others.length === 0) return [];
  const brought = await onlyReachedBy(repo, others, first);
  const inside = new Map<Oid, Node>();
  for (const node of brought) inside.set(node.oid, node);
  const done = new Set<Oid>();
  const ordered: Commit[] = [];
  // Depth first without recursion: a commit is written down when all its parents are.
  for (const tip of others) {
    const stack = [tip];
    while (stack.length > 0) {
      const oid = stack.at(-1)!;
      const node = inside.get(oid);
      const waiting =
        node === undefined || done.has(oid)
          ? []
          : node.parents.filter((parent) => inside.has(parent) && !done.has(parent));
      if (waiting.length > 0) stack.push(...waiting.reverse());
      else {
        stack.pop();
        if (node !== undefined && !done.has(oid) && node.commit !== null) ordered.push(node.commit);
        done.add(oid);
      }
    }
  }
  return ordered;
}

/** Extra commits that are looked at on the uninteresting side, for clocks that lie. */
const SLOP = 64;

async function onlyReachedBy(repo: Repository, tips: readonly Oid[], not: Oid): Promise<readonly Node[]> {
  const flags = new Map<Oid, number>();
  const nodes = new Map<Oid, Node>();
  const queue = new Queue();
  /** Commits in the queue that only the asked-for side has reached so far. */
  const open = new Set<Oid>();
  async function mark(oid: Oid, flag: number): Promise<void> {
    const had = flags.get(oid) ?? 0;
    if ((had | flag) === had) return;
    flags.set(oid, had | flag);
    if (flag & OTHER) open.delete(oid);
    else if (!(had & OTHER)) open.add(oid);
    const node = nodes.get(oid) ?? (await nodeOf(repo, oid));
    nodes.set(oid, node);
    queue.put(node);
  }
  for (const tip of tips) await mark(tip, ONE);
  await mark(not, OTHER);
  let slop = SLOP;
  while (queue.size > 0 && (open.size > 0 || slop-- > 0)) {
    const node = queue.take();
    open.delete(node.oid);
    for (const parent of node.parents) await mark(parent, flags.get(node.oid)!);
  }
  return [...nodes.values()].filter((node) => flags.get(node.oid) === ONE);
}
