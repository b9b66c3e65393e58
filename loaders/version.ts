// The version of this package, read from package.json, which stands beside the sources and beside the emitted files.

import { readFileSync } from "node:fs";

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
