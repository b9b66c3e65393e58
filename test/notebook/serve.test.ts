// The static server over real sockets.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { BinnacleError } from "../../loaders/error.ts";
import { serveFolder } from "../../loaders/notebook/serve.ts";

const place = mkdtempSync(join(tmpdir(), "binnacle-serve-"));
const folder = join(place, "site");
let server: Awaited<ReturnType<typeof serveFolder>>;

before(async () => {
  mkdirSync(join(folder, "contract"), { recursive: true });
  mkdirSync(join(folder, "_file"));
  writeFileSync(join(place, "secret.txt"), "secret");
  writeFileSync(join(folder, "index.html"), "home");
  writeFileSync(join(folder, "404.html"), "nothing here");
  writeFileSync(join(folder, "contract", "index.html"), "contracts");
  writeFileSync(join(folder, "contract", "a b.html"), "a b");
  writeFileSync(join(folder, "_file", "x.0123abcd.wasm"), "0123456789");
  writeFileSync(join(folder, "x.duckdb"), "0123456789");
  if (process.platform !== "win32") symlinkSync(join(place, "secret.txt"), join(folder, "link.txt"));
  server = await serveFolder(folder, { base: "/sub/path" });
});
after(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

/** One request with its path sent as it is: fetch would tidy it first. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("pages are found under the base, with and without .html, and folders by their index", async () => {
  assert.equal(server.url, `http://127.0.0.1:${new URL(server.url).port}/sub/path/`);
  for (const [path, status, body] of [
    ["/sub/path/", 200, "home"],
    ["/sub/path/index.html?q=1", 200, "home"],
    ["/sub/path/contract/a%20b", 200, "a b"],
    ["/sub/path/contract/a%20b.html", 200, "a b"],
    ["/sub/path/contract/", 200, "contracts"],
    ["/sub/path/none", 404, "nothing here"],
    ["/sub/pathology", 404, "No such page.\n"],
    ["/", 404, "No such page.\n"],
  ] as const) {
    const answer = await ask(path);
    assert.deepEqual([path, answer.status, answer.body], [path, status, body]);
  }
  for (const [path, location] of [
    ["/sub/path?q=1", "/sub/path/?q=1"],
    ["/sub/path/contract?q=1", "/sub/path/contract/?q=1"],
  ] as const) {
    const answer = await ask(path);
    assert.deepEqual([answer.status, answer.headers.location], [302, location]);
  }
});

test("nothing outside the folder is shown, however it is asked for", async () => {
  for (const path of [
    "/sub/path/../secret.txt",
    "/sub/path/%2e%2e/secret.txt",
    "/sub/path/..%2fsecret.txt",
    "/sub/path/..%5csecret.txt",
    "/sub/path/contract/../../secret.txt",
    "/sub/path//etc/passwd",
    "/sub/path/link.txt",
    "/sub/path/x%00.html",
    "/sub/path/%zz",
    "http://127.0.0.1/sub/path/",
  ]) {
    const answer = await ask(path);
    assert.ok(answer.status === 400 || answer.status === 404, `${path}: ${answer.status}`);
    assert.ok(!answer.body.includes("secret") && !answer.body.includes("root:"), path);
  }
});

test("types are right, what bears a digest is kept for ever, and the rest is asked about", async () => {
  const wasm = await ask("/sub/path/_file/x.0123abcd.wasm");
  assert.equal(wasm.headers["content-type"], "application/wasm");
  assert.match(String(wasm.headers["cache-control"]), /immutable/);
  const page = await ask("/sub/path/");
  assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
  assert.equal(page.headers["cache-control"], "no-cache");
  assert.equal((await ask("/sub/path/", { "if-none-match": String(page.headers.etag) })).status, 304);
});

test("ranges are answered as DuckDB asks for them", async () => {
  for (const [range, status, body, header] of [
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=8-", 206, "89", "bytes 8-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=4-99", 206, "456789", "bytes 4-9/10"],
    ["bytes=10-", 416, "No such range.\n", "bytes */10"],
    ["bytes=0-1,4-5", 200, "0123456789", undefined],
  ] as const) {
    const answer = await ask("/sub/path/x.duckdb", { range });
    assert.deepEqual(
      [range, answer.status, answer.body, answer.headers["content-range"]],
      [range, status, body, header],
    );
  }
  const head = await ask("/sub/path/x.duckdb", {}, "HEAD");
  assert.deepEqual([head.status, head.headers["content-length"], head.body], [200, "10", ""]);
});

test("another host's name and other methods are refused", async () => {
  assert.equal((await ask("/sub/path/", { host: "evil.example" })).status, 403);
  assert.equal((await ask("/sub/path/", {}, "POST")).status, 405);
});

test("a folder that is none and a port that is taken are named", async () => {
  const usage = (pattern: RegExp) => (thrown: unknown) =>
    thrown instanceof BinnacleError && thrown.code === "bad-usage" && pattern.test(thrown.message);
  await assert.rejects(serveFolder(join(place, "none")), usage(/none: expected a folder/));
  await assert.rejects(serveFolder(folder, { port: Number(new URL(server.url).port) }), usage(/EADDRINUSE/));
});
