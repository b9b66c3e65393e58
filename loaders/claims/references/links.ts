// Says of a link whether it leads anywhere: from its own document to a file, a folder or a heading of this tree, or by a
// forge's address to a file of this repository. It follows no link and opens no address.

import { posix } from "node:path";
import { momentOf, type Version, versionsOf } from "../../audit/past.ts";
import type { PathReference } from "../../facts/references.ts";
import { groupBy } from "../../group.ts";
import { Anchors } from "./anchors.ts";
import { isSameForge } from "./forge.ts";
import { holds, type LostPaths, place } from "./lost-paths.ts";
import type { Left, Mention, Ruling, Scene } from "./mention.ts";
import { plain } from "./telling.ts";

export class LinkRuler {
  private readonly scene: Scene;
  private readonly lost: LostPaths;
  private readonly anchors: Anchors;
  private readonly versions = new Map<string, readonly Version[]>();
  private readonly byName: ReadonlyMap<string, readonly string[]>;

  constructor(scene: Scene, lost: LostPaths) {
    this.scene = scene;
    this.lost = lost;
    this.anchors = new Anchors(scene.library);
    this.byName = groupBy(scene.snapshot.files.keys(), posix.basename);
  }

  /** A file at a forge's address: of this repository, where that is its own. */
  async address(mention: Mention<PathReference>, host: string): Promise<Ruling | Left> {
    const own = isSameForge(host, this.scene.forge);
    if (own === false) return plain("external", `it is in ${host}`);
    if (own === null) return plain("unknown", `no remote says whether ${host} is this repository`);
    const { revision, path } = mention.reference;
    if (revision !== null && /^[0-9a-f]{7,64}$/.test(revision))
      return plain("external", `it is as of ${revision.slice(0, 9)}`);
    return this.exactly(mention, path, null);
  }

  /** A link leads from its document, and nowhere else. */
  async link(mention: Mention<PathReference>): Promise<Ruling | Left> {
    const { path, anchor } = mention.reference;
    const doc = mention.source.path;
    if (path === "") return this.anchor(mention, doc, anchor!);
    const target = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(doc), path);
    if (target.startsWith("..")) return plain("external", "the link leads out of the repository");
    const bare = target.replace(/\/+$/, "");
    for (const suffix of ["", ".md", ".mdx", ".rst", "/index.md", "/README.md"])
      if (this.scene.snapshot.files.has(bare + suffix)) return this.anchor(mention, bare + suffix, anchor);
    if (bare === "." || bare === "" || this.lost.folders.has(bare)) return holds(bare, "a folder");
    if (this.scene.snapshot.links.has(bare)) return holds(bare, "a symbolic link");
    if (this.scene.snapshot.submodules.has(bare)) return plain("external", `it is the submodule ${bare}`);
    return this.exactly(mention, bare, path);
  }

  /** What became of one path of the tree. */
  private async exactly(mention: Mention<PathReference>, path: string, written: string | null): Promise<Ruling | Left> {
    const { files } = this.scene.snapshot;
    if (files.has(path)) return holds(path, "a file");
    if (this.lost.folders.has(path)) return holds(path, "a folder");
    if (this.scene.departures.has(path)) return this.lost.file(mention, path);
    if (written === null) return this.lost.never("path");
    const rooted = posix.normalize(written);
    if (files.has(rooted) || this.lost.folders.has(rooted))
      return {
        ...plain("unknown", `the link leads nowhere from its document; from the root there is ${rooted}`),
        found: rooted,
      };
    if (!this.scene.whole) return this.lost.never("path");
    if (/^\/|\.html?$/.test(written) || !/\.\w+$/.test(written))
      return plain("external", "the link is one of a site, and no such path is or was here");
    const others = this.byName.get(posix.basename(path)) ?? [];
    const hint = others.length === 1 ? `; ${others[0]} is called so` : "";
    if (!/\.(?:mdx?|rst)$/.test(path)) return plain("external", `no such path is or was here${hint}`);
    return {
      ...plain("missing", `the link leads nowhere: no such file is or was there${hint}`),
      found: others.length === 1 ? others[0]! : null,
    };
  }

  private async anchor(mention: Mention<PathReference>, path: string, anchor: string | null): Promise<Ruling | Left> {
    if (anchor === null || !/\.(?:mdx?|markdown|qmd)$/i.test(path)) return holds(path, "a file");
    const oid = path === mention.source.path ? mention.source.oid : this.scene.snapshot.files.get(path)!;
    if (await this.anchors.holds(oid, anchor)) return holds(path, `a heading of ${path}`);
    const like = await this.anchors.like(oid, anchor);
    const hint = like === null ? "" : `; there is "${like}"`;
    const lost = await this.anchors.lostAt(this.versionsOf(path), anchor);
    const broke = lost === null ? null : { ...momentOf(this.scene.past, lost), says: "took the heading away" };
    const says = `${path} has no heading #${anchor}${broke === null ? "" : " any more"}${hint}`;
    return { verdict: "missing", says, found: like, places: [place(path)], broke };
  }

  /** The versions of a file, newest first; those of documents are known already. */
  private versionsOf(path: string): readonly Version[] {
    const known =
      this.scene.versions.get(path) ?? this.versions.get(path) ?? versionsOf(this.scene.past, [path]).get(path)!;
    this.versions.set(path, known);
    return known;
  }
}
