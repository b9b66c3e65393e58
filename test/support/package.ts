// Builds the package and puts it into a project as `npm install` would, its dependencies linked from this checkout.
// It asks no registry and leaves the checkout's own dist/ alone.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const checkout = fileURLToPath(new URL("../..", import.meta.url));

/** Installs Binnacle into the folder `project`; gives the package's folder. Throws with the compiler's words. */
export function installPackage(project: string): string {
  const modules = join(project, "node_modules");
  const folder = join(modules, "binnacle");
  mkdirSync(folder, { recursive: true });
  const built = spawnSync(process.execPath, [join(checkout, "scripts", "build.js"), join(folder, "dist")], {
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(`scripts/build.js failed:\n${built.stdout}${built.stderr}`);
  for (const name of ["bin", "package.json", "LICENSE"])
    cpSync(join(checkout, name), join(folder, name), { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(realpathSync(join(checkout, "node_modules", name)), join(modules, name), "junction");
  }
  return folder;
}
