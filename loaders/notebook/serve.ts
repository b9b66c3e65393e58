// Shows a folder of files on the loopback interface, as a plain file server would. It serves no other host's pages,
// follows no path out of the folder, and writes nothing.

import { createReadStream, realpathSync, type Stats, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream";
import { BinnacleError, messageOf } from "../error.ts";

/**
 * Serves `folder` until closed. `base` is a path that it stands under (`/notes/x/`); port 0, the default, is any free
 * one. Throws "bad-usage" for a folder that is none and a port that is taken.
 */
export async function serveFolder(
  folder: string,
  options: { port?: number; base?: string; host?: "127.0.0.1" } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new BinnacleError("bad-usage", `${folder}: expected a folder to show, found none.`);
  const host = options.host ?? "127.0.0.1";
  const base = `/${(options.base ?? "").replace(/^\/+|\/+$/g, "")}/`.replace("//", "/");
  const server = createServer((request, response) => answer(request, response, folder, base));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(
        new BinnacleError(
          "bad-usage",
          `port ${options.port}: cannot be listened on (${messageOf(error)}). Pass another --port.`,
          { cause: error },
        ),
      ),
    );
    server.listen(options.port ?? 0, host, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://${host}:${port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, folder: string, base: string): ServerResponse {
  response.setHeader("X-Content-Type-Options", "nosniff");
  // A page of another site whose host name was made to point at this machine must not read the notebook.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ""))
    return refuse(response, 403, "This server answers to 127.0.0.1 only.");
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    return refuse(response, 405, "Only GET and HEAD.");
  }
  const [address = "", search] = (request.url ?? "").split("?", 2) as [string, string?];
  const path = decodePath(address);
  if (path === null) return refuse(response, 400, "Not a path.");
  if (!`${path}/`.startsWith(base)) return refuse(response, 404, "No such page.");
  if (!path.startsWith(base)) return redirect(response, base, search);
  const inside = path.slice(base.length);
  const file = findFile(folder, inside);
  if (file === "folder") return redirect(response, `${address}/`, search);
  if (file !== null) return send(request, response, file, inside, 200);
  const missing = findFile(folder, "404.html");
  if (missing === null || missing === "folder") return refuse(response, 404, "No such page.");
  return send(request, response, missing, "404.html", 404);
}

interface FoundFile {
  readonly path: string;
  readonly stat: Stats;
}

/** The file that `inside` (relative, decoded) names: itself, its index.html, or with .html after it. */
function findFile(folder: string, inside: string): FoundFile | "folder" | null {
  if (inside === "" || inside.endsWith("/")) return readable(folder, `${inside}index.html`);
  const found = readable(folder, inside) ?? readable(folder, `${inside}.html`);
  if (found !== null) return found;
  return readable(folder, `${inside}/index.html`) === null ? null : "folder";
}

function readable(folder: string, inside: string): FoundFile | null {
  try {
    // The real path, so that a link inside the folder cannot show what is outside.
    const root = realpathSync(folder);
    const path = realpathSync(join(root, inside));
    if (path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
    const stat = statSync(path);
    return stat.isFile() ? { path, stat } : null;
  } catch {
    return null;
  }
}

function decodePath(address: string): string | null {
  try {
    const path = decodeURIComponent(address);
    const parts = path.split("/");
    return path.startsWith("/") && !/[\0\\]/.test(path) && !parts.includes("..") && !parts.includes(".") ? path : null;
  } catch {
    return null;
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: FoundFile,
  inside: string,
  status: number,
): ServerResponse {
  const { size, mtimeMs } = file.stat;
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  response.setHeader("Content-Type", TYPES[extname(file.path).toLowerCase()] ?? "application/octet-stream");
  response.setHeader("ETag", etag);
  response.setHeader("Accept-Ranges", "bytes");
  // What bears a digest in its name never changes; all else is asked about each time.
  const hashed = /^_[a-z]+\/.*\.[0-9a-f]{8}\.\w+$/.test(inside);
  response.setHeader("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
  if (status === 200 && request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag)) {
    return response.writeHead(304).end();
  }
  const ifRange = request.headers["if-range"];
  const range =
    status === 200 && (ifRange === undefined || ifRange === etag) ? parseRange(request.headers.range, size) : null;
  if (range === "unsatisfiable") {
    response.setHeader("Content-Range", `bytes */${size}`);
    return refuse(response, 416, "No such range.");
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) response.setHeader("Content-Range", `bytes ${start}-${end}/${size}`);
  response.setHeader("Content-Length", end - start + 1);
  response.writeHead(range ? 206 : status);
  if (request.method === "HEAD" || size === 0) {
    return response.end();
  }
  // A reader that goes away half-way is no error of ours.
  pipeline(createReadStream(file.path, { start, end }), response, () => {});
  return response;
}

/** One range of bytes, both ends inclusive; null where there is none, or several, which may be answered whole. */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const start = match[1] === "" ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === "" || match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}

function redirect(response: ServerResponse, to: string, search: string | undefined): ServerResponse {
  // One leading slash: "//host/" would lead to another host.
  return response
    .writeHead(302, { Location: to.replace(/^\/+/, "/") + (search === undefined ? "" : `?${search}`) })
    .end();
}

function refuse(response: ServerResponse, status: number, words: string): ServerResponse {
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  return response.writeHead(status).end(`${words}\n`);
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".duckdb": "application/octet-stream",
};
