// Turns the sources into dist/, which the package ships: one JavaScript file for each TypeScript file, everything else
// copied to the same place, so that `new URL("../x", import.meta.url)` holds in a checkout and in a package.
// `node scripts/build.js FOLDER` builds elsewhere, as the tests do.

import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(process.argv[2] ?? join(root, "dist"));
rmSync(dist, { recursive: true, force: true });

const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const compiled = spawnSync(
  process.execPath,
  [compiler, "-p", join(root, "scripts", "tsconfig.build.json"), "--outDir", dist],
  {
    stdio: ["ignore", "inherit", "inherit"],
  },
);
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

for (const folder of ["loaders", "src", "data"]) {
  cpSync(join(root, folder), join(dist, folder), {
    recursive: true,
    filter: (path) => basename(path) !== ".observablehq" && (!/\.ts$/.test(path) || path.endsWith(".d.ts")),
  });
}

// Shipped profiles are shipped as what they parse to: parsing one takes a third of the time of a run with nothing to do.
register();
const { SHIPPED, shippedProfile } = await import("../loaders/surface/profile.ts");
for (const profile of SHIPPED)
  writeFileSync(join(dist, "data", "profiles", `${profile}.json`), `${JSON.stringify(shippedProfile(profile))}\n`);

// The mirrored tree has its package.json too, for whoever reads the version or the dependencies.
const { name, version, description, license, type, engines, dependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
writeFileSync(
  join(dist, "package.json"),
  `${JSON.stringify({ name, version, description, license, type, engines, dependencies }, null, 2)}\n`,
);
