// Says of an issue's or a pull request's number whether anything on this history names it. A number that nobody names may
// be an issue without a commit: only an import of the forge could tell.

import { momentOf } from "../../audit/past.ts";
import type { IssueReference } from "../../facts/references.ts";
import { issueAt, issuesIn } from "../../facts/references-issues.ts";
import { pullRequestOf } from "../../git/history.ts";
import type { CommitRuler } from "./commits.ts";
import { placeOf } from "./commits.ts";
import { isSameForge } from "./forge.ts";
import type { Mention, Ruling, Scene, Source } from "./mention.ts";
import { plain, short } from "./telling.ts";

/** Who names a number: positions in the past. */
interface Named {
  /** The oldest commit that names it. */
  first: number;
  commits: number;
  /** The commit that landed it. */
  landed: number | null;
}

export class IssueRuler {
  private readonly scene: Scene;
  private readonly commits: CommitRuler;
  private readonly named: ReadonlyMap<number, Named>;
  private readonly trusted = new Map<Source, Promise<boolean>>();

  constructor(scene: Scene, commits: CommitRuler) {
    this.scene = scene;
    this.commits = commits;
    this.named = numbersOf(scene);
  }

  async rule({ reference, source }: Mention<IssueReference>): Promise<Ruling> {
    const { repository, host, number } = reference;
    if (repository !== null) {
      const full = host === null ? repository : `${host}/${repository}`;
      const own = isSameForge(full, this.scene.forge);
      if (own === false) return plain("external", `it is of ${full}`);
      if (own === null) return plain("unknown", `no remote says whether ${full} is this repository`);
    }
    const named = this.named.get(number);
    if (repository === null && source.from === "outside" && !(await this.isTrusted(source)))
      return plain(
        "unknown",
        named === undefined
          ? "the document is from elsewhere, and no commit here names this number"
          : "the document is from elsewhere: whether it means the number that is named here, nothing says",
      );
    if (named === undefined)
      return plain(
        "unknown",
        "no commit on this history names it: only an import of the forge could tell whether it exists",
      );
    const { past } = this.scene;
    const at = named.landed ?? named.first;
    const { commit, date } = momentOf(past, at);
    const how =
      named.landed === null
        ? `first named by ${short(commit)} of ${date}${named.commits > 1 ? `, one of ${named.commits}` : ""}`
        : `landed by ${short(commit)} of ${date}`;
    return { verdict: "holds", says: `it is ${how}`, found: how, places: [placeOf(past, at)], broke: null };
  }

  /** Whether a document from elsewhere speaks of this history: it names commits, and they are all here. */
  private isTrusted(source: Source): Promise<boolean> {
    const known = this.trusted.get(source) ?? this.ask(source);
    this.trusted.set(source, known);
    return known;
  }

  private async ask({ mentions }: Source): Promise<boolean> {
    let any = false;
    for (const { reference } of mentions) {
      if (reference.kind !== "commit" || reference.by === "look") continue;
      if (!(await this.commits.holds(reference))) return false;
      any = true;
    }
    return any;
  }
}

function numbersOf({ past, forge }: Scene): ReadonlyMap<number, Named> {
  const named = new Map<number, Named>();
  // Newest first: what comes last is the oldest.
  for (const [at, { message }] of past.commits.entries()) {
    if (message === "") continue;
    const own = pullRequestOf(message);
    const numbers = new Set(own === null ? [] : [own]);
    for (const { number, repository } of issuesIn(message))
      if (repository === null || isSameForge(repository, forge) === true) numbers.add(number);
    for (const [address] of message.matchAll(/https?:\/\/[^\s)>\]]{1,400}/g)) {
      const issue = issueAt(address);
      if (issue !== null && isSameForge(`${issue.host}/${issue.repository}`, forge) === true) numbers.add(issue.number);
    }
    for (const number of numbers) {
      const known = named.get(number) ?? { first: at, commits: 0, landed: null };
      known.first = at;
      known.commits++;
      if (number === own) known.landed = at;
      named.set(number, known);
    }
  }
  return named;
}
