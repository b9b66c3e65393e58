// Turns members that a class here does not have into the commits that took them out of it. What a base class has now is no
// loss; what only a comment of an older version named was never there.

import { type Version, versionsOf } from "../../audit/past.ts";
import type { Definition } from "../../citation.ts";
import { groupBy } from "../../group.ts";
import { codeOf } from "./code.ts";
import { memberLine } from "./defines.ts";
import type { Scene } from "./mention.ts";
import { basesOf, type Defined, NameIndex } from "./name-index.ts";

export interface Wanted {
  readonly owners: readonly Defined[];
  readonly member: string;
}

/** Versions of one file that are looked at, and members that are looked for in it. */
const MOST_VERSIONS = 300;
const MOST_MEMBERS = 200;
/** How far up bases are asked. */
const DEPTH = 4;

export class GoneMembers {
  private readonly lost: ReadonlyMap<string, number>;

  private constructor(lost: ReadonlyMap<string, number>) {
    this.lost = lost;
  }

  static async of(wanted: readonly Wanted[], scene: Scene): Promise<GoneMembers> {
    const lost = new Map<string, number>();
    const pairs = wanted.flatMap(({ owners, member }) => owners.map((owner) => ({ owner, member })));
    const byPath = groupBy(pairs, ({ owner }) => owner.path);
    const versions = versionsOf(scene.past, byPath.keys());
    for (const [path, its] of byPath) await search(its, versions.get(path) ?? [], scene, lost);
    const found = pairs.filter(({ owner, member }) => lost.has(keyOf(owner, member)));
    for (const key of await inherited(found, scene)) lost.delete(key);
    return new GoneMembers(lost);
  }

  /** Position of the commit that took the member out of the first of its owners that had it, or null. */
  of(owners: readonly Defined[], member: string): number | null {
    for (const owner of owners) {
      const at = this.lost.get(keyOf(owner, member));
      if (at !== undefined) return at;
    }
    return null;
  }
}

function keyOf({ path, name }: Defined, member: string): string {
  return `${path}\n${name}\n${member}`;
}

/** Looks through the versions of one file, newest first, for all members that its classes lack. */
async function search(
  pairs: readonly { readonly owner: Defined; readonly member: string }[],
  versions: readonly Version[],
  { library }: Scene,
  lost: Map<string, number>,
): Promise<void> {
  let open = [...new Map(pairs.map((pair) => [keyOf(pair.owner, pair.member), pair])).values()].slice(0, MOST_MEMBERS);
  let newer: number | null = null;
  for (const { oid, path, at } of versions.slice(0, MOST_VERSIONS)) {
    if (open.length === 0) break;
    const bytes = oid === null ? NOTHING : Buffer.from(await library.bytes(oid));
    const held = open.filter(({ member }) => bytes.includes(member));
    if (held.length > 0 && newer !== null) {
      const code = codeOf(path, bytes.toString("utf8"));
      const inCode = held.filter(({ member }) => code.includes(member));
      const { definitions } = inCode.length === 0 ? { definitions: [] } : await library.outline(path, oid!);
      const lines = code.split("\n");
      for (const { owner, member } of inCode)
        if (has(owner.name, member, definitions, lines)) lost.set(keyOf(owner, member), newer);
      open = open.filter(({ owner, member }) => !lost.has(keyOf(owner, member)));
    }
    newer = at;
  }
}

const NOTHING = Buffer.alloc(0);

/** Whether a class of a version has a member: a definition of it, or a line of it that sets one. */
function has(owner: string, member: string, definitions: readonly Definition[], lines: readonly string[]): boolean {
  if (definitions.some(({ name }) => name === `${owner}.${member}`)) return true;
  const body = definitions.find(({ name }) => name === owner);
  return body !== undefined && memberLine(body, member, lines) !== null;
}

/** Bases that bring no members that prose would name, and what stands between bases. */
const PLAIN_BASE =
  /^(?:object|ABC|ABCMeta|Protocol|Generic|Enum|IntEnum|StrEnum|NamedTuple|TypedDict|BaseModel|Exception|RuntimeError|ValueError|Module|TestCase|metaclass|extends|implements|public|private|protected|virtual|str|int|dict|list|nn|torch|abc|enum|typing|pydantic|unittest|[A-Z])$/;

/** Those that a base class, however far up, has in the file of its definition, or may have: nobody knows what a class of
 * another program has. The tree is read once for each step up. */
async function inherited(
  pairs: readonly { readonly owner: Defined; readonly member: string }[],
  { snapshot: { files }, library }: Scene,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let open = [];
  for (const { owner, member } of pairs) {
    const bases = await basesOf(owner, files, library);
    open.push({ key: keyOf(owner, member), member, bases, asked: new Set<string>() });
  }
  for (let depth = 0; depth < DEPTH && open.length > 0; depth++) {
    const index = await NameIndex.of(
      files,
      library,
      open.flatMap(({ bases, member }) => [...bases, member]),
    );
    const next: typeof open = [];
    for (const { key, member, bases, asked } of open) {
      const holding = new Set(index.holding(member));
      const classes = bases
        .filter((name) => !asked.has(name))
        .flatMap((name) => index.definitions(name).filter(({ kind }) => kind === "class"));
      for (const name of bases) asked.add(name);
      const isUnknown = bases.some((name) => !PLAIN_BASE.test(name) && index.definitions(name).length === 0);
      if (isUnknown || classes.some(({ path }) => holding.has(path))) found.add(key);
      else if (classes.length > 0) {
        const further = await Promise.all(classes.slice(0, 20).map((each) => basesOf(each, files, library)));
        next.push({ key, member, bases: further.flat(), asked });
      }
    }
    open = next;
  }
  return found;
}
