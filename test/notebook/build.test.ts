// The builder on a small set of pages of the tests' own, looked at in a real browser.

import assert from "node:assert/strict";
import {
  cpSync,
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
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { BinnacleError } from "../../loaders/error.ts";
import { buildNotebook } from "../../loaders/notebook/build.ts";
import { MARKER } from "../../loaders/notebook/publish.ts";
import { serveFolder } from "../../loaders/notebook/serve.ts";
import { withPage } from "../support/browser.ts";

const pages = fileURLToPath(new URL("../support/pages", import.meta.url));
// A path with what paths may have: spaces, brackets, an accent, a hash sign.
const place = join(realpathSync(mkdtempSync(join(tmpdir(), "binnacle test "))), "a [b] é#1");
mkdirSync(place);
after(() => rmSync(join(place, ".."), { recursive: true, force: true }));

const store = join(place, "store.duckdb");
writeFileSync(store, "the store");
const notebook = join(place, "notebook");

function failure(pattern: RegExp) {
  return (thrown: unknown) =>
    thrown instanceof BinnacleError && thrown.code === "notebook-failed" && pattern.test(thrown.message);
}

/** The pages of the tests with `page` as their index. */
function pagesWith(name: string, page: string): string {
  const folder = join(place, name);
  cpSync(pages, folder, { recursive: true });
  writeFileSync(join(folder, "index.md"), page);
  return folder;
}

test("a notebook works under a sub-path, in the browser, without an error and without leaving its server", async () => {
  const lines: string[] = [];
  const built = await buildNotebook({
    store,
    output: notebook,
    contracts: ["forward", "a~2fb"],
    pages,
    onLine: (line) => lines.push(line),
  });
  assert.equal(built.output, notebook);
  assert.equal(built.pages, 3);
  assert.ok(lines.some((line) => line.startsWith("load /index")));
  assert.ok(!existsSync(join(pages, ".observablehq")), "nothing is written beside the pages");
  for (const path of readdirSync(notebook, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.(html|js|json|css)$/.test(path),
  ))
    assert.ok(
      !readFileSync(join(notebook, path), "utf8").includes(join(place, "..")),
      `${path} holds a path of this machine`,
    );

  const server = await serveFolder(notebook, { base: "/notes/engine/" });
  try {
    await withPage(async (page, problems) => {
      await page.goto(server.url);
      await page.waitForSelector("#out");
      assert.equal(await page.textContent("#out"), "42 3");
      assert.equal(await page.getAttribute("html", "lang"), "en");
      await page.evaluate(() => document.fonts.load('16px "Source Sans 3"', "ἀ"));
      await page.click("main a[href$='forward.html']");
      await page.waitForSelector("#store", { timeout: 5000 });
      assert.equal(await page.textContent("#store"), "the store");
      assert.equal(await page.title(), "A contract | Binnacle");
      await page.click("header a >> text=Home");
      await page.waitForSelector("#out");
      assert.deepEqual(problems, []);
    });
  } finally {
    await server.close();
  }
});

test("a page that asks another host is stopped by the notebook itself, and the test sees it", async () => {
  const broken = pagesWith(
    "asks",
    "# A page\n\n```js\nfetch('https://example.invalid/x').catch(() => 0);\n```\n\n```js\nundefined_name();\n```\n",
  );
  const output = join(place, "asks out");
  await buildNotebook({ store, output, contracts: [], pages: broken });
  const server = await serveFolder(output);
  try {
    await withPage(async (page, problems) => {
      await page.goto(server.url);
      await page.waitForSelector(".observablehq--error");
      assert.ok(
        problems.some((problem) => /Content Security Policy/.test(problem)),
        problems.join("\n"),
      );
      assert.ok(
        problems.some((problem) => /undefined_name is not defined/.test(problem)),
        problems.join("\n"),
      );
    });
  } finally {
    await server.close();
  }
});

test("two builds at once into one folder leave one whole notebook", async () => {
  const output = join(place, "both");
  const build = (slug: string) => buildNotebook({ store, output, contracts: [slug], pages });
  await Promise.all([build("one"), build("two")]);
  const contracts = readdirSync(join(output, "contract"));
  assert.ok(contracts.length === 1 && /^(one|two)\.html$/.test(contracts[0]!), contracts.join());
  assert.deepEqual(
    readdirSync(place).filter((name) => name.startsWith(".")),
    [],
    "nothing is left beside it",
  );
});

test("a folder with other files is refused before anything is built, and stays as it was", async () => {
  const output = join(place, "mine");
  mkdirSync(output);
  writeFileSync(join(output, "thesis.txt"), "years of work");
  await assert.rejects(
    buildNotebook({ store, output, contracts: [], pages }),
    failure(/mine: expected an empty folder.*found other files/),
  );
  assert.deepEqual(readdirSync(output), ["thesis.txt"]);
  await assert.rejects(
    buildNotebook({ store, output: join(store, "below"), contracts: [], pages }),
    failure(/is a file/),
  );
});

test("a slug that would lead out of the notebook is refused", async () => {
  for (const slug of ["../x", "..", "a/b", "a\\b", "a?b", "", "a#b", "%2e%2e", "[name]"])
    await assert.rejects(
      buildNotebook({ store, output: join(place, "slugs"), contracts: [slug], pages }),
      failure(/expected a contract's slug/),
      slug,
    );
  assert.ok(!existsSync(join(place, "slugs")));
});

test("a build that fails says Framework's own words and leaves the earlier notebook", async () => {
  const output = join(place, "kept");
  mkdirSync(output);
  writeFileSync(join(output, MARKER), "earlier");
  const build = (name: string, page: string) =>
    buildNotebook({ store, output, contracts: [], pages: pagesWith(name, page) });
  await assert.rejects(
    build("syntax", "# A\n\n```js\nconst x = ;\n```\n"),
    failure(/index\.html: SyntaxError: Unexpected token/),
  );
  await assert.rejects(
    build("import", '# A\n\n```js\nimport "no-such-package";\nimport {x} from "no-other";\n```\n'),
    failure(/index\.html: expected the package "no-such-package"/),
  );
  await assert.rejects(
    build("network", '# A\n\n```js\nimport {x} from "npm:left-pad";\n```\n'),
    failure(/without a network.*left-pad/),
  );
  await assert.rejects(
    build("missing", '# A\n\n```js\nFileAttachment("none.csv").text()\n```\n'),
    failure(/none\.csv/),
  );
  await assert.rejects(
    buildNotebook({ store: join(place, "gone.duckdb"), output, contracts: [], pages }),
    failure(/in the data loader of \/data\/extract\.json:.*ENOENT.*gone\.duckdb(?!.*github)/s),
  );
  const typescript = pagesWith(
    "typescript",
    "# A\n\n```js\nimport {double} from './components/double.js';\ndouble(1);\n```\n",
  );
  writeFileSync(join(typescript, "components", "double.ts"), 'export { twice as double } from "./twice.ts";\n');
  await assert.rejects(
    buildNotebook({ store, output, contracts: [], pages: typescript }),
    failure(/components\/double.*expected an import that ends in \.js, found "\.\/twice\.ts"/),
  );
  assert.deepEqual(readdirSync(output), [MARKER]);
});
