// Says of a path in prose whether there is such a file or folder. A path that never was is not called missing: it is of
// another tree, or made when the program runs. Where links lead is links.ts's.

import { posix } from "node:path";
import { type Habit, habitOf, type Resolved, Resolver } from "../../audit/resolve.ts";
import type { Citation } from "../../citation.ts";
import type { PathReference } from "../../facts/references.ts";
import { LinkRuler } from "./links.ts";
import { holds, LostPaths, place } from "./lost-paths.ts";
import type { Left, Mention, Ruling, Scene, Source } from "./mention.ts";
import { plain } from "./telling.ts";

export class PathRuler {
  private readonly scene: Scene;
  private readonly lost: LostPaths;
  private readonly links: LinkRuler;
  private readonly resolver: Resolver;
  private readonly habits = new WeakMap<Source, Habit>();

  private constructor(scene: Scene, lost: LostPaths) {
    this.scene = scene;
    this.lost = lost;
    this.links = new LinkRuler(scene, lost);
    // Only the name of a file decides here: nothing of it is cited that it could be too short for.
    const fit = { lines: async () => Number.MAX_SAFE_INTEGER, defines: async () => false, holds: async () => 0 };
    this.resolver = new Resolver(scene.snapshot, scene.departures.keys(), fit);
  }

  static async of(scene: Scene): Promise<PathRuler> {
    return new PathRuler(scene, await LostPaths.of(scene));
  }

  async rule(mention: Mention<PathReference>): Promise<Ruling | Left> {
    const { reference } = mention;
    if (reference.host !== null) return this.links.address(mention, reference.host);
    if (reference.how === "link" && mention.source.from === "tree") return this.links.link(mention);
    if (/^(?:\/|~|[A-Za-z]:)/.test(reference.path)) return { left: "a path of a machine, or a route" };
    return reference.path.endsWith("/") ? this.folder(mention, reference.path.slice(0, -1)) : this.file(mention);
  }

  private folder(mention: Mention<PathReference>, path: string): Promise<Ruling | Left> | Ruling {
    const tidy = posix.normalize(path);
    const fitting = this.lost.folders.fitting(tidy, mention.source.path);
    if (fitting.length === 1) return holds(fitting[0]!, "a folder");
    return fitting.length > 1 ? several(fitting, "folders") : this.lost.folder(mention, tidy);
  }

  private async file(mention: Mention<PathReference>): Promise<Ruling | Left> {
    const { reference, source } = mention;
    const resolved = await this.resolve(mention);
    if (resolved.kind === "file") return holds(resolved.path, "a file");
    const bare = posix.normalize(reference.path);
    const [folder, other] = reference.path.includes("/") ? this.lost.folders.fitting(bare, source.path) : [];
    if (folder !== undefined && other === undefined) return holds(folder, "a folder");
    if (resolved.kind === "ambiguous") return several(resolved.candidates, "files");
    if (resolved.kind === "gone") {
      // A path that only may be one has to be one as it stands.
      const whole = resolved.path === bare || resolved.path.endsWith(`/${bare}`);
      if (whole || reference.how === "written") return this.lost.file(mention, resolved.path);
    }
    if (reference.how === "likely") return { left: "words with a stroke between them, or a path of another tree" };
    const never = "no such path is or was here";
    return resolved.kind === "external" && resolved.why !== never
      ? plain("external", resolved.why)
      : this.lost.never("path");
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

  private habitOf(source: Source): Habit {
    const known = this.habits.get(source) ?? habitOf(source.texts(), this.scene.snapshot.files);
    this.habits.set(source, known);
    return known;
  }
}

function several(paths: readonly string[], what: string): Ruling {
  const places = paths.slice(0, 20).map(place);
  const says = `${paths.length} ${what} fit, and nothing decides: ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ", …" : ""}`;
  return { verdict: "ambiguous", says, found: null, places, broke: null };
}
