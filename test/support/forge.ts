// A server on the loopback interface that speaks what GitHub and GitLab document of their lists: pages, links between them,
// tags, limits. Failures are asked for one by one, each for the next request whose path fits.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What goes wrong with one request. `cut`: the connection ends in the middle of the answer. */
export type Failure =
  | {
      readonly path: RegExp;
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
    }
  | { readonly path: RegExp; readonly cut: true };

export interface Forge {
  readonly api: string;
  /** Requests so far: method, path with query, and what they were answered. */
  readonly asked: string[];
  readonly tokens: Set<string>;
  readonly failures: Failure[];
  /** Lists by path, newest state each time they are asked for; a path with no list is answered 404. */
  readonly lists: Map<string, readonly object[]>;
  readonly close: () => Promise<void>;
}

export async function startForge(pageSize = 100): Promise<Forge> {
  const asked: string[] = [];
  const tokens = new Set<string>();
  const failures: Failure[] = [];
  const lists = new Map<string, readonly object[]>();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const path = decodeURIComponent(url.pathname);
    const token = request.headers.authorization ?? request.headers["private-token"];
    if (token !== undefined) tokens.add(String(token));
    const at = failures.findIndex((each) => each.path.test(path));
    const failure = at < 0 ? undefined : failures.splice(at, 1)[0];
    const send = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => {
      asked.push(`${path}${url.search} ${status}`);
      response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
      response.end(body);
    };
    if (failure !== undefined && "status" in failure)
      return send(failure.status, JSON.stringify({ message: failure.message ?? "no" }), failure.headers);
    const found = lists.get(path);
    if (found === undefined) return send(404, JSON.stringify({ message: "Not Found" }));
    const since = url.searchParams.get("since") ?? url.searchParams.get("updated_after");
    const all = found.filter((each) => since === null || String((each as { updated_at: string }).updated_at) >= since);
    const [page, per] = [
      Number(url.searchParams.get("page") ?? 1),
      Math.min(pageSize, Number(url.searchParams.get("per_page") ?? 30)),
    ];
    const isOne = /\/pulls\/\d+$/.test(path);
    const body = JSON.stringify(isOne ? found[0] : all.slice((page - 1) * per, page * per));
    if (failure !== undefined) {
      asked.push(`${path}${url.search} cut`);
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": String(body.length),
      });
      response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
      return;
    }
    const etag = `W/"${Buffer.from(body).toString("base64url").slice(-24)}"`;
    if (request.headers["if-none-match"] === etag) return send(304, "", { etag });
    const next = new URL(url);
    next.host = String(request.headers.host);
    next.searchParams.set("page", String(page + 1));
    const link = !isOne && page * per < all.length ? { link: `<${next}>; rel="next"` } : {};
    return send(200, body, { etag, ...link });
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    tokens,
    failures,
    lists,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
