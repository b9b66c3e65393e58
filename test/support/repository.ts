// Builds small git repositories in code, through the git program, with fixed authors and times: equal input, equal oids.
// It reads no configuration of the machine's and leaves nothing behind that `cleanup` does not remove.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";

/** One commit to be made. */
export interface CommitPlan {
  /** Content by path; null removes the file. Of a path as bytes (no UTF-8), use `rawFiles`. Files not named stay as in the first parent. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
  readonly rawFiles?: readonly { readonly path: Uint8Array; readonly content: string }[];
  /** Entries by path that are no plain files: a symbolic link's target, a submodule's commit, an executable's content. */
  readonly links?: Readonly<Record<string, string>>;
  readonly submodules?: Readonly<Record<string, string>>;
  readonly executables?: Readonly<Record<string, string>>;
  readonly message: string;
  /** Indexes of earlier commits; default: the one before (none for the first). [] makes a root, several a merge. */
  readonly parents?: readonly number[];
  /** Seconds since 1970; default: 1,700,000,000 and one hour more for each commit. */
  readonly time?: number;
  /** `+0800`; default `+0000`. */
  readonly zone?: string;
  /** The branch that is moved to this commit; default `main`. */
  readonly branch?: string;
  /** Tags put on it: a lightweight one for a name alone, an annotated one where it has a message. */
  readonly tags?: readonly (string | { readonly name: string; readonly message: string })[];
}

export interface BuiltRepository {
  /** The work tree (checked out at HEAD), or the repository itself if it is bare. Real path, no symbolic links. */
  readonly dir: string;
  /** Commits in the order of the plans. */
  readonly oids: readonly string[];
  /** Runs git there, as the tests do everywhere: `git("gc")`. Answers what it printed, without the last line end. */
  readonly git: (...args: string[]) => string;
  /** Removes the repository and all that was made with `sibling`. */
  readonly cleanup: () => void;
  /** A path beside the repository that goes when it does: for clones and worktrees. */
  readonly sibling: (name: string) => string;
}

/** The author of everything. */
export const AUTHOR = "Binnacle Test <test@example.invalid>";
const FIRST_SECOND = 1_700_000_000;

/** Variables under which git behaves the same on every machine. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "Binnacle Test",
    GIT_AUTHOR_EMAIL: "test@example.invalid",
    GIT_AUTHOR_DATE: `${FIRST_SECOND} +0000`,
    GIT_COMMITTER_NAME: "Binnacle Test",
    GIT_COMMITTER_EMAIL: "test@example.invalid",
    GIT_COMMITTER_DATE: `${FIRST_SECOND} +0000`,
    LC_ALL: "C",
  };
}

/** Runs git in a folder. Throws with its complaint if it fails. */
export function runGit(dir: string, args: readonly string[], input?: string | Uint8Array): string {
  const options = { cwd: dir, env: gitEnvironment(), input: input ?? "", maxBuffer: 2 ** 28, stdio: "pipe" as const };
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], options)
    .toString("utf8")
    .replace(/\n$/, "");
}

/** Builds a repository. `format` "sha256" makes one whose ids are longer; `bare` leaves no work tree. */
export function makeRepository(
  plans: readonly CommitPlan[],
  options: { readonly bare?: boolean; readonly format?: "sha1" | "sha256"; readonly name?: string } = {},
): BuiltRepository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "binnacle-test-")));
  const dir = join(root, options.name ?? "engine");
  const kind = options.bare === true ? ["--bare"] : [];
  runGit(root, [
    "init",
    "--quiet",
    "--initial-branch=main",
    `--object-format=${options.format ?? "sha1"}`,
    ...kind,
    dir,
  ]);
  // One process makes any number of commits: a test with forty takes no longer than one with four.
  const marks = join(root, "marks");
  const stream = Buffer.concat(
    plans.flatMap((plan, index) => [commitCommand(plan, index), ...tagCommands(plan, index)]),
  );
  runGit(dir, ["fast-import", "--quiet", "--force", `--export-marks=${marks}`], stream);
  const byMark = new Map(
    readFileSync(marks, "utf8")
      .split("\n")
      .map((line) => line.split(" ") as [string, string]),
  );
  if (options.bare !== true && plans.length > 0) runGit(dir, ["reset", "--quiet", "--hard"]);
  return {
    dir,
    oids: plans.map((_, index) => byMark.get(`:${index + 1}`)!),
    git: (...args) => runGit(dir, args),
    cleanup: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
    sibling: (name) => join(root, name),
  };
}

function commitCommand(plan: CommitPlan, index: number): Buffer {
  const branch = `refs/heads/${plan.branch ?? "main"}`;
  const parents = plan.parents ?? (index === 0 ? [] : [index - 1]);
  const who = `${AUTHOR} ${plan.time ?? FIRST_SECOND + index * 3600} ${plan.zone ?? "+0000"}`;
  return Buffer.concat([
    // Without it, a root on a branch that exists would become a child of the branch.
    Buffer.from(`reset ${branch}\n\ncommit ${branch}\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\n`),
    data(plan.message),
    ...parents.map((parent, place) => Buffer.from(`${place === 0 ? "from" : "merge"} :${parent + 1}\n`)),
    ...Object.entries(plan.files ?? {}).map(([path, content]) => fileCommand("100644", Buffer.from(path), content)),
    ...(plan.rawFiles ?? []).map(({ path, content }) => fileCommand("100644", path, content)),
    ...Object.entries(plan.executables ?? {}).map(([path, content]) =>
      fileCommand("100755", Buffer.from(path), content),
    ),
    ...Object.entries(plan.links ?? {}).map(([path, target]) => fileCommand("120000", Buffer.from(path), target)),
    ...Object.entries(plan.submodules ?? {}).map(([path, oid]) =>
      Buffer.from(`M 160000 ${oid} ${quoted(Buffer.from(path))}\n`),
    ),
    Buffer.from("\n"),
  ]);
}

function tagCommands(plan: CommitPlan, index: number): readonly Buffer[] {
  return (plan.tags ?? []).map((tag) => {
    if (typeof tag === "string") return Buffer.from(`reset refs/tags/${tag}\nfrom :${index + 1}\n\n`);
    const head = Buffer.from(
      `tag ${tag.name}\nfrom :${index + 1}\ntagger ${AUTHOR} ${FIRST_SECOND + index * 3600} +0000\n`,
    );
    return Buffer.concat([head, data(tag.message)]);
  });
}

function fileCommand(mode: string, path: Uint8Array, content: string | Uint8Array | null): Buffer {
  if (content === null) return Buffer.from(`D ${quoted(path)}\n`);
  return Buffer.concat([Buffer.from(`M ${mode} inline ${quoted(path)}\n`), data(content)]);
}

function data(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content as Uint8Array);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

/** A path as fast-import takes any: in quotes, odd bytes in octal. */
function quoted(path: Uint8Array): string {
  const text = [...path].map((byte) =>
    byte < 32 || byte > 126 || byte === 34 || byte === 92
      ? `\\${byte.toString(8).padStart(3, "0")}`
      : String.fromCharCode(byte),
  );
  return `"${text.join("")}"`;
}
