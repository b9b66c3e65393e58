// Says of a path that is not there what became of it: in which commit it went and where to, that something makes it when it
// runs, or that it never was. Both what prose writes and where links lead ask this.

import { posix } from "node:path";
import { whereaboutsOf } from "../../audit/whereabouts.ts";
import type { Place } from "../../claim.ts";
import { Folders } from "./folders.ts";
import { goneRuling } from "./gone.ts";
import { Ignored } from "./ignored.ts";
import { Literals } from "./literals.ts";
import type { Left, Mention, Ruling, Scene } from "./mention.ts";
import { plain } from "./telling.ts";

export class LostPaths {
  readonly folders: Folders;
  private readonly scene: Scene;
  private readonly ignored: Ignored;
  private readonly literals: Literals;

  private constructor(scene: Scene, ignored: Ignored) {
    this.scene = scene;
    this.ignored = ignored;
    this.literals = new Literals(scene.snapshot.files, scene.library);
    this.folders = new Folders(scene.snapshot.files.keys(), scene.departures);
  }

  static async of(scene: Scene): Promise<LostPaths> {
    return new LostPaths(scene, await Ignored.of(scene.snapshot.files, scene.library));
  }

  /** Of what never was here: it is of another tree, or made when something runs; unless it may have been here before. */
  never(what: "path" | "folder"): Ruling {
    return this.scene.whole
      ? plain("external", `no such ${what} is or was here`)
      : plain("unknown", `no such ${what} is here, and not all of the history is`);
  }

  /** A file that history took away, by its whole path. */
  async file(mention: Mention, path: string): Promise<Ruling | Left> {
    const whereabouts = whereaboutsOf(path, this.scene.departures, this.scene.snapshot);
    if (whereabouts === null) return this.never("path");
    const { renamed, departure } = whereabouts;
    if (renamed === null && this.ignored.covers(path)) return MADE;
    const what = departure.to === null ? "deleted the file" : `moved the file to ${departure.to}`;
    const places = renamed === null ? [] : [place(renamed)];
    return this.unlessMade(path, goneRuling(mention, this.scene, { at: departure.at, what, now: renamed, places }));
  }

  /** A folder that a path without its last `/` meant. */
  async folder(mention: Mention, path: string): Promise<Ruling | Left> {
    const departed = this.folders.departed(path, mention.source.path);
    if (departed === null) return this.never("folder");
    if (this.ignored.covers(`${departed.path}/`)) return MADE;
    const { departure } = departed;
    const to = departure.to === null ? null : posix.dirname(departure.to);
    const what = to === null ? "deleted the last file in it" : `moved the last file in it to ${to}/`;
    const now = to === null ? null : `${to}/`;
    return this.unlessMade(departed.path, goneRuling(mention, this.scene, { at: departure.at, what, now, places: [] }));
  }

  /** What code still names, and nothing took the place of, may be made when something runs. */
  private async unlessMade(path: string, ruled: Ruling | Left): Promise<Ruling | Left> {
    if ("left" in ruled || ruled.verdict !== "missing" || ruled.found !== null) return ruled;
    if (!(await this.literals.hold(path))) return ruled;
    return { ...ruled, verdict: "unknown", says: `${ruled.says}; code here still names it, and may make it` };
  }
}

const MADE = plain("external", "git is told to leave it out: it is made when something runs");

/** A file as a place. */
export function place(path: string): Place {
  return { path, line: null, text: path };
}

export function holds(path: string, what: string): Ruling {
  return { verdict: "holds", says: `it is ${what}`, found: path, places: [place(path)], broke: null };
}
