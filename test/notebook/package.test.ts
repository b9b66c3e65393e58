// The builder as it is installed: emitted JavaScript, in a project of its own.

import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SHIPPED, shippedProfile } from "../../loaders/surface/profile.ts";
import { installPackage } from "../support/package.ts";

test("the installed package builds a notebook, and writes nothing into its own folder", async () => {
  const project = join(realpathSync(mkdtempSync(join(tmpdir(), "binnacle installed "))), "my project");
  mkdirSync(project);
  try {
    const folder = installPackage(project);
    const before = readdirSync(folder, { recursive: true }).sort();
    const checkout = fileURLToPath(new URL("../..", import.meta.url));
    for (const name of ["loaders", "src", "data"])
      for (const path of readdirSync(join(checkout, name), { recursive: true, encoding: "utf8" }))
        if (!path.includes(".observablehq"))
          assert.ok(
            existsSync(join(folder, "dist", name, path.replace(/\.ts$/, ".js"))),
            `dist has no ${name}/${path}`,
          );

    const shipped = pathToFileURL(join(folder, "dist", "loaders", "surface", "profile.js")).href;
    const packed = (await import(shipped)) as typeof import("../../loaders/surface/profile.ts");
    for (const name of SHIPPED) assert.deepEqual(packed.shippedProfile(name), shippedProfile(name), name);

    const pages = join(project, "pages");
    const store = join(project, "store.duckdb");
    mkdirSync(join(pages, "data"), { recursive: true });
    writeFileSync(store, "the store");
    writeFileSync(join(pages, "style.css"), "body { margin: 0 }");
    writeFileSync(join(pages, "index.md"), '# A\n\n```js\nimport "d3";\nFileAttachment("data/x.json").json()\n```\n');
    writeFileSync(
      join(pages, "data", "x.json.js"),
      'import { readFileSync } from "node:fs";\nprocess.stdout.write(JSON.stringify(readFileSync(process.env.BINNACLE_STORE, "utf8")));\n',
    );
    const module = pathToFileURL(join(folder, "dist", "loaders", "notebook", "build.js")).href;
    const { buildNotebook } = (await import(module)) as typeof import("../../loaders/notebook/build.ts");
    const { output } = await buildNotebook({ store, output: join(project, "notebook"), contracts: [], pages });
    const [extract] = readdirSync(join(output, "_file", "data"));
    assert.equal(readFileSync(join(output, "_file", "data", extract!), "utf8"), '"the store"');
    assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), before);
  } finally {
    rmSync(join(project, ".."), { recursive: true, force: true });
  }
});
