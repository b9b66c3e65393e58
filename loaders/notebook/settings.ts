// Turns a folder of pages into the settings Observable Framework is run with, for the builder and for
// observablehq.config.js alike. It runs nothing and knows no store.

import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What Framework's config file exports, as far as it is plain data. */
export interface FrameworkSettings {
  readonly title: string;
  readonly style: string;
  readonly globalStylesheets: readonly string[];
  readonly head: string;
  readonly header: string;
  readonly footer: string;
  readonly sidebar: boolean;
  readonly toc: boolean;
  readonly pager: boolean;
  readonly search: boolean;
  readonly preserveExtension: boolean;
  readonly interpreters: Readonly<Record<string, readonly string[] | null>>;
}

/**
 * The settings for the pages in `pages` (a folder). `style.css` is theirs; so are, where they exist, `head.html`
 * (more for the head), `header.html` (what stands before the page: Framework rewrites its links for every page) and
 * `fonts.css` (linked as a file, since Framework's own bundler of styles takes no fonts).
 * `loader` is the command that runs a TypeScript data loader, and `preview` allows what live reload needs.
 */
export function frameworkSettings(options: {
  pages: string;
  loader: readonly string[];
  preview: boolean;
}): FrameworkSettings {
  const text = (name: string) =>
    existsSync(join(options.pages, name)) ? readFileSync(join(options.pages, name), "utf8").trim() : "";
  const fonts = existsSync(join(options.pages, "fonts.css")) ? `<link rel="stylesheet" href="/fonts.css">` : "";
  const [node = process.execPath] = options.loader;
  return {
    title: "Binnacle",
    style: "style.css",
    // Framework's default is a font of Google's; its default footer holds the date of the build.
    globalStylesheets: [],
    footer: "",
    head: [...privacy(options.preview), ICON, fonts, text("head.html")].filter(Boolean).join("\n"),
    header: text("header.html"),
    sidebar: false,
    toc: false,
    pager: false,
    search: false,
    // So that links work from any plain file server.
    preserveExtension: true,
    // No look-up in PATH, and no language that the pages do not use.
    interpreters: { ".js": [node], ".ts": options.loader, ...NO_OTHER_LANGUAGE },
  };
}

const NO_OTHER_LANGUAGE = Object.fromEntries(
  [".py", ".r", ".R", ".rs", ".go", ".java", ".jl", ".php", ".sh", ".exe"].map((extension) => [extension, null]),
);

/** Without an icon of its own every page asks its server for /favicon.ico. Base64, since Framework re-encodes links. */
const ICON = `<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.5" fill="none" stroke="#3a73ac" stroke-width="2"/><path d="M8 3l2 5-2 5-2-5z" fill="#bf8408"/></svg>`,
).toString("base64")}">`;

/**
 * What keeps a reader's visit between the reader and the notebook's own server: nothing is loaded from another host,
 * host names of links are not looked up before they are followed, and a forge is not told where its reader comes from.
 */
function privacy(preview: boolean): string[] {
  const policy = {
    "default-src": "'self'",
    // Inline: Framework's own cells. wasm: DuckDB in the page. eval: only Framework's live reload.
    "script-src": `'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:${preview ? " 'unsafe-eval'" : ""}`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": `'self' data: blob:${preview ? " ws://127.0.0.1:* ws://localhost:*" : ""}`,
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'none'",
  };
  const content = Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
  return [
    `<meta http-equiv="Content-Security-Policy" content="${content}">`,
    `<meta http-equiv="x-dns-prefetch-control" content="off">`,
    `<meta name="referrer" content="no-referrer">`,
  ];
}

/**
 * Answers, in `root` (the page root), the version look-ups that Framework would make at npm for packages its client
 * could import: an empty folder named after a version is answer enough. Names are read off `framework`, its folder.
 */
export function answerVersionLookups(framework: string, root: string): void {
  const client = join(framework, "dist", "client");
  const names = new Map<string, string>();
  for (const path of readdirSync(client, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".js")) continue;
    for (const [, name, version] of readFileSync(join(client, path), "utf8").matchAll(NPM_IMPORT))
      names.set(name!, version ?? "0.0.0");
  }
  for (const [name, version] of names)
    mkdirSync(join(root, ".observablehq", "cache", "_npm", `${name}@${version}`), { recursive: true });
}

const NPM_IMPORT = /["'`]npm:((?:@[\w.-]+\/)?[\w.-]+)(?:@(\d+\.\d+\.\d+))?/g;
