// Says of digits that look like a commit whether there is such a one on this history, elsewhere, or only as what it was
// squashed into. Nothing is called missing unless a link says that it belongs to this very repository.

import { momentOf, type Past, UNCOMMITTED } from "../../audit/past.ts";
import type { Place } from "../../claim.ts";
import { BinnacleError } from "../../error.ts";
import type { CommitReference } from "../../facts/references.ts";
import { subjectOf } from "../../git/history.ts";
import type { Oid } from "../../model.ts";
import { Branches } from "./branches.ts";
import { isSameForge } from "./forge.ts";
import type { Left, Mention, Ruling, Scene, Source } from "./mention.ts";
import { Squashes } from "./squashes.ts";
import { plain, short } from "./telling.ts";

/** What a repository knows of an abbreviation. */
type Known =
  | { readonly kind: "here"; readonly oid: Oid }
  | { readonly kind: "elsewhere"; readonly oid: Oid }
  | { readonly kind: "several" }
  | { readonly kind: "object" }
  | { readonly kind: "nowhere" };

export class CommitRuler {
  private readonly scene: Scene;
  private readonly sorted: readonly Oid[];
  private readonly known = new Map<string, Promise<Known>>();
  private readonly branches: Branches;
  private readonly squashes: Squashes;

  constructor(scene: Scene) {
    this.scene = scene;
    this.sorted = scene.past.commits
      .map(({ oid }) => oid)
      .filter((oid) => oid !== UNCOMMITTED)
      .sort();
    this.branches = new Branches(scene);
    this.squashes = new Squashes(scene);
  }

  /** Whether a reference names a commit of this history. */
  async holds({ id }: CommitReference): Promise<boolean> {
    return (await this.find(id)).kind === "here";
  }

  async rule({ reference, source }: Mention<CommitReference>): Promise<Ruling | Left> {
    const { id, by, host } = reference;
    const own = host === null ? null : isSameForge(host, this.scene.forge);
    const known = await this.find(id);
    if (known.kind === "here") return this.here(known.oid);
    if (id.length > (this.sorted[0]?.length ?? 40)) return { left: "more digits than a commit has here" };
    if (own === false && known.kind === "nowhere") return plain("external", `it is in ${host}`);
    if (known.kind === "several") return plain("ambiguous", `several commits begin with ${short(id)}`);
    if (known.kind === "elsewhere") return this.elsewhere(known.oid);
    if (known.kind === "object") return { left: "digits of an object that is no commit" };
    const listed = this.squashes.listing(id);
    if (listed !== null) return this.squashed(id, listed, "its message lists it");
    if (by === "look") return { left: "digits that no commit here has, and no word calls a commit" };
    if (own === true && this.scene.whole)
      return plain("missing", "the link says that it is of this repository, and nothing here is called so");
    if (by === "word" || by === "link") return plain("unknown", this.unknown(reference, source));
    const why = "no commit here is called so, and nothing says that it is of this repository";
    return this.scene.whole ? plain("external", why) : plain("unknown", why);
  }

  /** What can be said of a commit that is not here: the number of a pull request beside it is a hint, and no proof. */
  private unknown(reference: CommitReference, source: Source): string {
    if (reference.host !== null)
      return `nothing says whether ${reference.host} is this repository, and no commit here is called so`;
    const landed = this.squashes.landedBeside(reference, source);
    return landed === null
      ? "no commit here is called so: it is of another repository, or was never pushed"
      : `no commit here is called so; #${landed.number}, which is named beside it, was landed by ${short(momentOf(this.scene.past, landed.at).commit)}`;
  }

  private here(oid: Oid): Ruling {
    const at = this.scene.past.position.get(oid)!;
    const { pr, date } = momentOf(this.scene.past, at);
    const found = `${short(oid)} of ${date}${pr === null ? "" : `, #${pr}`}`;
    return {
      verdict: "holds",
      says: `it is on this history: ${found}`,
      found,
      places: [placeOf(this.scene.past, at)],
      broke: null,
    };
  }

  private async elsewhere(oid: Oid): Promise<Ruling> {
    const twin = await this.squashes.twinOf(oid);
    if (twin !== null) return this.squashed(oid, twin.at, twin.why);
    const branch = await this.branches.holding(oid);
    const where = branch === null ? "on no branch" : `on ${branch}`;
    return {
      verdict: "elsewhere",
      says: `it is ${where}, and no ancestor of what is judged`,
      found: where,
      places: [],
      broke: null,
    };
  }

  private squashed(id: string, at: number, why: string): Ruling {
    const { past } = this.scene;
    const { commit } = momentOf(past, at);
    return {
      verdict: "squashed",
      says: `${short(id)} is not on this history; ${short(commit)} brought its change: ${why}`,
      found: short(commit),
      places: [placeOf(past, at)],
      broke: null,
    };
  }

  private find(id: string): Promise<Known> {
    const known = this.known.get(id) ?? this.look(id);
    this.known.set(id, known);
    return known;
  }

  private async look(id: string): Promise<Known> {
    const own = this.beginningWith(id);
    if (own.length === 1) return { kind: "here", oid: own[0]! };
    if (own.length > 1) return { kind: "several" };
    try {
      return { kind: "elsewhere", oid: await this.scene.repo.resolve(id) };
    } catch (thrown) {
      if (!(thrown instanceof BinnacleError) || thrown.code !== "unknown-revision") throw thrown;
      // Of what fits several, or something else than a commit, the message alone tells.
      if (/ fits \d+ objects /.test(thrown.message)) return { kind: "several" };
      return { kind: / is a (?:blob|tree)/.test(thrown.message) ? "object" : "nowhere" };
    }
  }

  private beginningWith(id: string): readonly Oid[] {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.sorted[middle]! < id) low = middle + 1;
      else high = middle;
    }
    const fits: Oid[] = [];
    for (let at = low; at < this.sorted.length && this.sorted[at]!.startsWith(id); at++) fits.push(this.sorted[at]!);
    return fits;
  }
}

/** A commit as a place: its message is what stands there. */
export function placeOf(past: Past, at: number): Place {
  const { oid, message } = past.commits[at]!;
  return { path: `commit ${short(oid)}`, line: 1, text: subjectOf(message).slice(0, 200) };
}
