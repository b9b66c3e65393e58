// Opens a page in a real browser and collects everything that went wrong on it. It starts no server, downloads no
// browser, and lets the browser reach nothing but this machine.

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { BinnacleError } from "../../loaders/error.ts";

/** How the page is looked at. Sizes in CSS pixels. */
export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** The one origin that pages may load from; if not given, that of the first page opened. */
  readonly origin?: string;
}

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/**
 * Runs `look` with a fresh page and the list of its problems, which grows as they come: errors on the console and
 * uncaught ones, requests that failed or were answered with an error, requests to another origin.
 * Throws "no-browser" if there is none.
 */
export async function withPage<T>(
  look: (page: Page, problems: readonly string[]) => Promise<T>,
  view: View = {},
): Promise<T> {
  const browser = await startBrowser();
  const problems: string[] = [];
  try {
    const context = await browser.newContext({
      viewport: { width: view.width ?? 1280, height: view.height ?? 900 },
      colorScheme: view.colorScheme ?? "light",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    let origin = view.origin;
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol === "data:" || url.protocol === "blob:" || url.protocol === "about:") return;
      origin ??= url.origin;
      if (url.origin !== origin) problems.push(`leaves ${origin}: ${request.url()}`);
    });
    context.on("requestfailed", (request) => {
      // A page that is left half-way aborts what it was loading.
      const why = request.failure()?.errorText ?? "";
      if (why !== "net::ERR_ABORTED") problems.push(`failed: ${request.url()} ${why}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
    });
    return await look(page, problems);
  } catch (error) {
    // What went wrong on the page is most often why the look failed.
    if (error instanceof Error && problems.length > 0) error.message += `\nOn the page:\n${problems.join("\n")}`;
    throw error;
  } finally {
    await browser.close();
  }
}

async function startBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({ executablePath, headless: true, args: FLAGS, env: { ...process.env, ...env } });
}

/** An installed browser, else the one inside a development dependency. Throws "no-browser". */
export async function findBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const installed = installedBrowser();
  if (installed) return { executablePath: installed, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return packagedBrowser();
  throw new BinnacleError(
    "no-browser",
    "browser tests: expected Chrome, Chromium or Edge, found none. Install one, or set CHROME_PATH to its program.",
  );
}

function installedBrowser(): string | undefined {
  const { CHROME_PATH, PATH = "", ProgramFiles, LOCALAPPDATA, HOME = "" } = process.env;
  if (CHROME_PATH) {
    if (existsSync(CHROME_PATH)) return CHROME_PATH;
    throw new BinnacleError("no-browser", `CHROME_PATH is ${CHROME_PATH}; expected a browser's program, found none.`);
  }
  const places: string[] = [];
  if (process.platform === "win32") {
    for (const root of [ProgramFiles, process.env["ProgramFiles(x86)"], LOCALAPPDATA]) {
      if (!root) continue;
      places.push(join(root, "Google", "Chrome", "Application", "chrome.exe"));
      places.push(join(root, "Chromium", "Application", "chrome.exe"));
      places.push(join(root, "Microsoft", "Edge", "Application", "msedge.exe"));
    }
  } else {
    for (const name of ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "microsoft-edge"])
      for (const folder of PATH.split(delimiter)) if (folder) places.push(join(folder, name));
    for (const root of process.platform === "darwin" ? ["", HOME] : [])
      for (const name of ["Google Chrome", "Chromium", "Microsoft Edge"])
        places.push(join(root, "/Applications", `${name}.app`, "Contents", "MacOS", name));
  }
  return places.find((path) => existsSync(path));
}

/**
 * The browser of `@sparticuz/chromium`, unpacked once into a folder of our own. The package unpacks into the system's
 * temp folder under fixed names, and takes for finished what another run has half unpacked (or somebody else has put
 * there): hence the folder by process, and the rename.
 */
async function packagedBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const name = "@sparticuz/chromium";
  const folder = join(tmpdir(), `binnacle-chromium-${process.getuid?.() ?? 0}`);
  const unpacked = join(folder, "ready");
  if (!existsSync(unpacked)) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const beside = await mkdtemp(join(folder, "unpacking-"));
    // Both are how the package is told where to unpack, and to bring the libraries that a bare system lacks.
    const before = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV };
    Object.assign(process.env, { TMPDIR: beside, AWS_EXECUTION_ENV: "22.x" });
    try {
      const packaged = (await import(name)) as { default: { executablePath(): Promise<string> } };
      await packaged.default.executablePath();
    } catch (error) {
      throw new BinnacleError(
        "no-browser",
        `browser tests: expected Chrome, Chromium or ${name}, found none. Run "npm ci", or set CHROME_PATH.`,
        { cause: error },
      );
    } finally {
      for (const [key, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[key];
        else process.env[key] = value;
      }
    }
    // Another run may have been first; then its copy is as good.
    await rename(beside, unpacked).catch(() => rm(beside, { recursive: true, force: true }));
  }
  const libraries = [join(unpacked, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  const env: Record<string, string> = { LD_LIBRARY_PATH: libraries };
  if (!existsSync("/etc/fonts/fonts.conf")) env.FONTCONFIG_PATH = join(unpacked, "fonts");
  return { executablePath: join(unpacked, "chromium"), env };
}
