// Turns object ids and refs into bytes and ids through the git program, for repositories that isomorphic-git cannot read.
// One `git cat-file --batch` answers for all objects; how git is run safely is program.ts's.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Socket } from "node:net";
import { BinnacleError } from "../error.ts";
import type { Oid } from "../model.ts";
import type { Location } from "./locate.ts";
import { missing, type ObjectStore } from "./objects.ts";
import type { StoredObject } from "./pack.ts";
import { findGit, refuseUnsafe, runGit, startGit } from "./program.ts";

/** Opens a repository through git. Throws unsafe-repository, and unsupported-repository where git cannot read it either. */
export async function openNative(location: Location): Promise<ObjectStore> {
  const reason = location.unreadable ?? "the git program was asked for";
  const git = findGit();
  if (git === null)
    throw new BinnacleError(
      "unsupported-repository",
      `${location.name}: ${reason}, which isomorphic-git cannot read, and no git program is in PATH. Install git, or repack the repository.`,
    );
  const probe = await runGit(location, ["rev-parse", "--is-bare-repository"]);
  if (probe.code !== 0)
    throw new BinnacleError(
      "unsupported-repository",
      `${location.name}: ${reason}, which isomorphic-git cannot read, nor can this git (${firstLine(probe.stderr)}). Install a newer git.`,
    );
  const reader = new Batch(git, location);
  return {
    reader: "git",
    warnings: [],
    read: (oid) => reader.read(oid),
    async absent(oids) {
      // Asked for one that is missing from a partial clone, git gives up; so it is asked for all there are.
      const args = ["cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)"];
      const here = new Set((await runGit(location, args)).stdout.toString("latin1").split("\n"));
      return [...new Set(oids)].filter((oid) => !here.has(oid));
    },
    async expand(prefix) {
      const run = await runGit(location, ["rev-parse", `--disambiguate=${prefix}`]);
      return [
        ...new Set(
          run.stdout
            .toString("latin1")
            .split("\n")
            .filter((line) => line !== ""),
        ),
      ].sort();
    },
    async refs() {
      const run = await runGit(location, ["for-each-ref", "--format=%(objectname) %(refname)"]);
      const lines = run.stdout
        .toString("utf8")
        .split("\n")
        .filter((line) => line !== "");
      return new Map(lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]));
    },
    async head() {
      const branch = (await runGit(location, ["symbolic-ref", "--quiet", "HEAD"])).stdout.toString("utf8").trim();
      const oid = (await runGit(location, ["rev-parse", "--verify", "--quiet", "HEAD"])).stdout
        .toString("latin1")
        .trim();
      return {
        branch: branch.startsWith("refs/heads/") ? branch.slice("refs/heads/".length) : null,
        oid: oid === "" ? null : oid,
      };
    },
    refresh: () => undefined,
    close: () => reader.close(),
  };
}

function firstLine(text: string): string {
  return (
    text
      .trim()
      .split("\n")[0]!
      .replace(/^(?:fatal|error): /, "") || "it did not say why"
  );
}

interface Waiting {
  readonly oid: Oid;
  readonly done: (object: StoredObject) => void;
  readonly failed: (error: Error) => void;
}

/** Whether a child keeps our process alive: an idle one must not, even where somebody forgot to close. */
function holdProcess(child: ChildProcessWithoutNullStreams, hold: boolean): void {
  // Pipes of children are sockets, which their types do not say.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as unknown as Socket[]) {
    if (hold) handle.ref();
    else handle.unref();
  }
}

/** One `git cat-file --batch`: questions in, answers out in the same order. It is started again if a damaged object ends it. */
class Batch {
  private readonly git: string;
  private readonly location: Location;
  private child: ChildProcessWithoutNullStreams | null = null;
  private waiting: Waiting[] = [];
  /** The answer being received: its header, then its bytes as they come. */
  private type: StoredObject["type"] | null = null;
  private wanted = 0;
  private chunks: Buffer[] = [];
  private held = 0;
  private stderr = "";

  constructor(git: string, location: Location) {
    this.git = git;
    this.location = location;
  }

  read(oid: Oid): Promise<StoredObject> {
    return new Promise((done, failed) => {
      const child = this.child ?? this.begin();
      if (this.waiting.length === 0) holdProcess(child, true);
      this.waiting.push({ oid, done, failed });
      child.stdin.write(`${oid}\n`);
    });
  }

  close(): void {
    this.child?.stdin.end();
    this.child?.kill();
    this.child = null;
  }

  private begin(): ChildProcessWithoutNullStreams {
    const child = startGit(this.git, this.location, ["cat-file", "--batch"]);
    this.child = child;
    this.type = null;
    this.wanted = 0;
    this.chunks = [];
    this.held = 0;
    this.stderr = "";
    child.stdin.on("error", () => undefined);
    child.stderr.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString("utf8")).slice(-2000);
    });
    child.stdout.on("data", (chunk: Buffer) => {
      if (this.child === child) this.receive(chunk);
    });
    child.on("error", () => this.ended(child));
    child.on("close", () => this.ended(child));
    return child;
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.held += chunk.length;
    // Joined only when an answer is whole, so that a large object costs one copy and not one per chunk.
    while (this.waiting.length > 0 && this.held >= this.wanted) {
      if (this.type === null) {
        const text = this.joined();
        const end = text.indexOf(10);
        if (end === -1) return;
        this.keep(text.subarray(end + 1));
        this.header(text.toString("latin1", 0, end));
      } else {
        const bytes = this.joined();
        const data = bytes.subarray(0, this.wanted - 1);
        this.keep(bytes.subarray(this.wanted));
        const type = this.type;
        this.type = null;
        this.wanted = 0;
        this.answered().done({ type, data });
      }
    }
  }

  private header(line: string): void {
    const fields = /^[0-9a-f]+ (commit|tree|blob|tag) (\d+)$/.exec(line);
    if (fields === null) {
      const { oid, failed } = this.answered();
      failed(missing(this.location, oid));
      return;
    }
    this.type = fields[1] as StoredObject["type"];
    this.wanted = Number(fields[2]) + 1;
  }

  private joined(): Buffer {
    if (this.chunks.length !== 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0]!;
  }

  private keep(rest: Buffer): void {
    this.chunks = [rest];
    this.held = rest.length;
  }

  private answered(): Waiting {
    const first = this.waiting.shift()!;
    if (this.waiting.length === 0 && this.child !== null) holdProcess(this.child, false);
    return first;
  }

  private ended(child: ChildProcessWithoutNullStreams): void {
    if (this.child !== child) return;
    this.child = null;
    const [first, ...rest] = this.waiting;
    this.waiting = [];
    if (first === undefined) return;
    try {
      refuseUnsafe(this.location, this.stderr);
      // Git does not go on without an object that it may not fetch.
      if (/lazy fetching disabled|promisor remote/.test(this.stderr)) throw missing(this.location, first.oid);
      const file =
        /stored in (.+?)\)/.exec(this.stderr)?.[1] ?? /in (.+\.pack)/.exec(this.stderr)?.[1] ?? this.location.name;
      const why = firstLine(this.stderr);
      first.failed(
        new BinnacleError(
          "corrupt-repository",
          `${file}: object ${first.oid} cannot be read (${why}). Run "git fsck", or clone again.`,
        ),
      );
    } catch (thrown) {
      first.failed(thrown as Error);
    }
    for (const { oid, done, failed } of rest) this.read(oid).then(done, failed);
  }
}
