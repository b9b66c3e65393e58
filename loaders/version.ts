// The version of this package, read from package.json, which stands beside the sources and beside the emitted files.

import { readdirSync, readFileSync, statSync } from "node:fs";

function read(): string {
  for (const place of ["../package.json", "../../package.json"]) {
    try {
      const found = JSON.parse(readFileSync(new URL(place, import.meta.url), "utf8")) as {
        name?: string;
        version?: string;
      };
      if (found.name === "binnacle" && found.version) return found.version;
    } catch {
      // The other place.
    }
  }
  return "0.0.0";
}

export const VERSION: string = read();

/** Raise when any extractor answers differently: facts of an older version are not read. */
export const EXTRACTOR_VERSION = 4;

/** Raise when a text measures differently (provenance/effort): measurements of an older version are not read. */
export const EFFORT_VERSION = 1;

/** Raise when a surface, its rows or its events come out differently of the same facts: stores are made again. */
export const DERIVATION_VERSION = 7;

/** Raise with any change of store/schema.sql. */
export const SCHEMA = 6;

/**
 * What decides an answer besides its input: the version, and in a checkout, whose code changes under one version, when its
 * files were last written.
 */
export function codeStamp(): string {
  if (!import.meta.url.endsWith(".ts")) return VERSION;
  const folder = new URL("./", import.meta.url);
  const times = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => statSync(new URL(path.replaceAll("\\", "/"), folder)).mtimeMs);
  return `${VERSION} ${times.length} ${Math.max(...times)}`;
}
