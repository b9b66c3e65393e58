// Says of a path in prose whether there is such a file or folder, and of one that is gone in which commit it went and where
// to. A path that never was is not called missing: it is of another tree, or made when the program runs.

import { posix } from "node:path";
import { momentOf, type Version, versionsOf } from "../../audit/past.ts";
import { type Habit, habitOf, type Resolved, Resolver } from "../../audit/resolve.ts";
import { whereaboutsOf } from "../../audit/whereabouts.ts";
import type { Citation } from "../../citation.ts";
import type { Place } from "../../claim.ts";
import type { PathReference } from "../../facts/references.ts";
import { groupBy } from "../../group.ts";
import { Anchors } from "./anchors.ts";
import { Folders } from "./folders.ts";
import { isSameForge } from "./forge.ts";
import { goneRuling } from "./gone.ts";
import { Ignored } from "./ignored.ts";
import { Literals } from "./literals.ts";
import type { Left, Mention, Ruling, Scene, Source } from "./mention.ts";
import { plain } from "./telling.ts";

export class PathRuler {
  private readonly scene: Scene;
  private readonly folders: Folders;
  private readonly resolver: Resolver;
  private readonly anchors: Anchors;
  private readonly versions = new Map<string, readonly Version[]>();
  private readonly byName: ReadonlyMap<string, readonly string[]>;
  private readonly habits = new WeakMap<Source, Habit>();

  private readonly ignored: Ignored;
  private readonly literals: Literals;

  private constructor(scene: Scene, ignored: Ignored) {
    this.scene = scene;
    this.ignored = ignored;
    this.literals = new Literals(scene.snapshot.files, scene.library);
    this.folders = new Folders(scene.snapshot.files.keys(), scene.departures);
    this.anchors = new Anchors(scene.library);
    this.byName = groupBy(scene.snapshot.files.keys(), posix.basename);
    // Only the name of a file decides here: nothing of it is cited that it could be too short for.
    const fit = { lines: async () => Number.MAX_SAFE_INTEGER, defines: async () => false, holds: async () => 0 };
    this.resolver = new Resolver(scene.snapshot, scene.departures.keys(), fit);
  }

  static async of(scene: Scene): Promise<PathRuler> {
    return new PathRuler(scene, await Ignored.of(scene.snapshot.files, scene.library));
  }

  async rule(mention: Mention<PathReference>): Promise<Ruling | Left> {
    const { reference } = mention;
    if (reference.host !== null) return this.address(mention, reference.host);
    if (reference.how === "link" && mention.source.from === "tree") return this.link(mention);
    if (/^(?:\/|~|[A-Za-z]:)/.test(reference.path)) return { left: "a path of a machine, or a route" };
    const folder = reference.path.endsWith("/") ? await this.folder(mention, reference.path.slice(0, -1)) : null;
    return folder ?? this.file(mention);
  }

  /** A file at a forge's address: of this repository, where that is its own. */
  private async address(mention: Mention<PathReference>, host: string): Promise<Ruling | Left> {
    const own = isSameForge(host, this.scene.forge);
    if (own === false) return plain("external", `it is in ${host}`);
    if (own === null) return plain("unknown", `no remote says whether ${host} is this repository`);
    const { revision, path } = mention.reference;
    if (revision !== null && /^[0-9a-f]{7,64}$/.test(revision))
      return plain("external", `it is as of ${revision.slice(0, 9)}`);
    return this.exactly(mention, path, null);
  }

  /** A link leads from its document, and nowhere else. */
  private async link(mention: Mention<PathReference>): Promise<Ruling | Left> {
    const { path, anchor } = mention.reference;
    const doc = mention.source.path;
    if (path === "") return this.anchor(mention, doc, anchor!);
    const target = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(doc), path);
    if (target.startsWith("..")) return plain("external", "the link leads out of the repository");
    const bare = target.replace(/\/+$/, "");
    for (const suffix of ["", ".md", ".mdx", ".rst", "/index.md", "/README.md"])
      if (this.scene.snapshot.files.has(bare + suffix)) return this.anchor(mention, bare + suffix, anchor);
    if (bare === "." || bare === "" || this.folders.has(bare)) return holds(bare, "a folder");
    if (this.scene.snapshot.links.has(bare)) return holds(bare, "a symbolic link");
    if (this.scene.snapshot.submodules.has(bare)) return plain("external", `it is the submodule ${bare}`);
    return this.exactly(mention, bare, path);
  }

  /** What became of one path of the tree. */
  private async exactly(mention: Mention<PathReference>, path: string, written: string | null): Promise<Ruling | Left> {
    const { files } = this.scene.snapshot;
    if (files.has(path)) return holds(path, "a file");
    if (this.folders.has(path)) return holds(path, "a folder");
    if (this.scene.departures.has(path)) return this.gone(mention, path);
    if (written === null) return this.never("path");
    const rooted = posix.normalize(written);
    if (files.has(rooted) || this.folders.has(rooted))
      return {
        ...plain("unknown", `the link leads nowhere from its document; from the root there is ${rooted}`),
        found: rooted,
      };
    if (!this.scene.whole) return this.never("path");
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

  private async folder(mention: Mention<PathReference>, path: string): Promise<Ruling | Left | null> {
    const tidy = posix.normalize(path);
    const doc = mention.source.path;
    const fitting = this.folders.fitting(tidy, doc);
    if (fitting.length === 1) return holds(fitting[0]!, "a folder");
    if (fitting.length > 1) return several(fitting, "folders");
    const departed = this.folders.departed(tidy, doc);
    if (departed === null) return this.never("folder");
    if (this.ignored.covers(`${departed.path}/`)) return MADE;
    const { departure } = departed;
    const to = departure.to === null ? null : posix.dirname(departure.to);
    const what = to === null ? "deleted the last file in it" : `moved the last file in it to ${to}/`;
    const now = to === null ? null : `${to}/`;
    return this.unlessMade(departed.path, goneRuling(mention, this.scene, { at: departure.at, what, now, places: [] }));
  }

  private async file(mention: Mention<PathReference>): Promise<Ruling | Left> {
    const { reference, source } = mention;
    const resolved = await this.resolve(mention);
    if (resolved.kind === "file") return holds(resolved.path, "a file");
    const bare = posix.normalize(reference.path);
    if (reference.path.includes("/") && this.folders.fitting(bare, source.path).length === 1)
      return holds(bare, "a folder");
    if (resolved.kind === "ambiguous") return several(resolved.candidates, "files");
    if (resolved.kind === "gone") {
      // A path that only may be one has to be one as it stands.
      const whole = resolved.path === bare || resolved.path.endsWith(`/${bare}`);
      if (whole || reference.how === "written") return this.gone(mention, resolved.path);
    }
    if (reference.how === "likely") return { left: "words with a stroke between them, or a path of another tree" };
    const never = "no such path is or was here";
    return resolved.kind === "external" && resolved.why !== never
      ? plain("external", resolved.why)
      : this.never("path");
  }

  private resolve({ reference, source }: Mention<PathReference>): Promise<Resolved> {
    const citation: Citation = {
      ...reference,
      bound: "written",
      start: 0,
      end: 0,
      symbol: null,
      symbolOnly: true,
      approximate: false,
    };
    const habitHere = () => this.habitOf(source);
    // Read off all of the document's prose, and asked for only where several files fit.
    const habit: Habit = {
      get full() {
        return habitHere().full;
      },
      get folders() {
        return habitHere().folders;
      },
    };
    return this.resolver.resolve({ doc: source.path, citation, names: () => [], habit });
  }

  /** Of what never was here: it is of another tree, or made when something runs; unless it may have been here before. */
  private never(what: string): Ruling {
    return this.scene.whole
      ? plain("external", `no such ${what} is or was here`)
      : plain("unknown", `no such ${what} is here, and not all of the history is`);
  }

  /** The versions of a file, newest first; those of documents are known already. */
  private versionsOf(path: string): readonly Version[] {
    const known =
      this.scene.versions.get(path) ?? this.versions.get(path) ?? versionsOf(this.scene.past, [path]).get(path)!;
    this.versions.set(path, known);
    return known;
  }

  private habitOf(source: Source): Habit {
    const known = this.habits.get(source) ?? habitOf(source.texts(), this.scene.snapshot.files);
    this.habits.set(source, known);
    return known;
  }

  private async gone(mention: Mention<PathReference>, path: string): Promise<Ruling | Left> {
    const whereabouts = whereaboutsOf(path, this.scene.departures, this.scene.snapshot);
    if (whereabouts === null) return this.never("path");
    const { renamed, departure } = whereabouts;
    if (renamed === null && this.ignored.covers(path)) return MADE;
    const what = departure.to === null ? "deleted the file" : `moved the file to ${departure.to}`;
    const places = renamed === null ? [] : [place(renamed)];
    return this.unlessMade(path, goneRuling(mention, this.scene, { at: departure.at, what, now: renamed, places }));
  }

  /** What code still names, and nothing took the place of, may be made when something runs. */
  private async unlessMade(path: string, ruled: Ruling | Left): Promise<Ruling | Left> {
    if ("left" in ruled || ruled.verdict !== "missing" || ruled.found !== null) return ruled;
    if (!(await this.literals.hold(path))) return ruled;
    return { ...ruled, verdict: "unknown", says: `${ruled.says}; code here still names it, and may make it` };
  }
}

const MADE = plain("external", "git is told to leave it out: it is made when something runs");

function place(path: string): Place {
  return { path, line: null, text: path };
}

function holds(path: string, what: string): Ruling {
  return { verdict: "holds", says: `it is ${what}`, found: path, places: [place(path)], broke: null };
}

function several(paths: readonly string[], what: string): Ruling {
  const places = paths.slice(0, 20).map(place);
  const says = `${paths.length} ${what} fit, and nothing decides: ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ", …" : ""}`;
  return { verdict: "ambiguous", says, found: null, places, broke: null };
}
