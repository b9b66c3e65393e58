// Turns a git repository of the sample, edited with git itself, back into the patches of `commits/`. For its authors.
// It needs the git program and replaces what the folder holds; building never runs it, and neither do users.

import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/**
 * Commits by id: the first-parent line of `main` is `01`, `02`, …; what a merge brings in is lettered after the commit
 * before the merge (`12a`, `12b`); what other branches hold is lettered from `r` on after the commit they leave at (`25r`).
 */
function readIds(git: (...args: string[]) => string): Map<string, string> {
  const list = (...args: string[]) =>
    git("rev-list", "--reverse", ...args)
      .split("\n")
      .filter(Boolean);
  const ids = new Map<string, string>();
  const line = list("--first-parent", "main");
  for (const [index, oid] of line.entries()) ids.set(oid, String(index + 1).padStart(2, "0"));
  for (const oid of line.slice(1)) {
    const side = list(oid, `^${oid}^1`).filter((inside) => inside !== oid);
    for (const [index, inside] of side.entries())
      ids.set(inside, `${ids.get(git("rev-parse", `${oid}^1`))}${"abcdef"[index]}`);
  }
  const others = git("for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
  for (const branch of others.filter((name) => name !== "main")) {
    for (const oid of list(branch, "^main")) {
      const left = ids.get(git("rev-parse", `${oid}^1`));
      const known = new Set(ids.values());
      ids.set(oid, `${left}${[..."rstuvw"].find((letter) => !known.has(`${left}${letter}`))}`);
    }
  }
  return ids;
}

/** Replaces the patches in `folder`, whose URL ends in a slash, with the commits of all branches of `dir`. */
export function recordStory(dir: string, folder: URL): void {
  const git = (...args: string[]) => execFileSync("git", ["-C", dir, ...args], { encoding: "utf8" }).trimEnd();
  const ids = readIds(git);
  for (const name of readdirSync(folder)) if (name.endsWith(".patch")) rmSync(new URL(name, folder));
  const line = git("rev-list", "--first-parent", "main").split("\n");
  for (const [oid, id] of ids) {
    const parents = git("show", "-s", "--format=%P", oid).split(" ").filter(Boolean);
    const branch = line.includes(oid)
      ? "main"
      : /[r-w]$/.test(id)
        ? git("branch", "--format=%(refname:short)", "--contains", oid)
        : null;
    const tag = git("tag", "--points-at", oid);
    const annotated = tag !== "" && git("cat-file", "-t", tag) === "tag";
    const headers = [
      `Date: ${git("show", "-s", "--format=%cI", oid)}`,
      ...(parents.length === 0 ? [] : [`Parents: ${parents.map((parent) => ids.get(parent)).join(" ")}`]),
      ...(branch === null ? [] : [`Branch: ${branch}`]),
      ...(tag === "" ? [] : [`Tag: ${tag}`]),
      ...(annotated ? [`Annotation: ${git("tag", "-l", "--format=%(contents:subject)", tag)}`] : []),
    ];
    const message = git("show", "-s", "--format=%B", oid);
    const diff = git("diff", "-M", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", parents[0] ?? EMPTY_TREE, oid)
      .split("\n")
      .filter((text) => !/^(index|similarity index) /.test(text));
    const slug = message
      .split("\n")[0]!
      .replace(/[:;,].*$|\(#\d+\)/g, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
    writeFileSync(
      new URL(`${id}-${slug}.patch`, folder),
      `${headers.join("\n")}\n\n${message}\n\n${diff.join("\n")}\n`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  recordStory(process.argv[2] ?? ".", new URL("commits/", import.meta.url));
}
