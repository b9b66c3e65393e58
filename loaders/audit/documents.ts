// Turns a tree into its documents: files whose prose is read, with the citations in them. What is left out is counted with
// its reason; whether a citation is true is judged elsewhere.

import type { Snapshot } from "../citation.ts";
import type { Oid } from "../model.ts";
import { LARGEST_DOCUMENT, type Library, type Read } from "./library.ts";

/** A document with its citations. */
export interface Document {
  readonly path: string;
  readonly oid: Oid;
  readonly read: Read;
  /** `tree`: a file of the tree; `outside`: a file given by name, which has no history here; `message`: a commit's. */
  readonly from: "tree" | "outside" | "message";
  /** Of a message, its commit's position in the past. */
  readonly birth?: number;
}

/** Files that hold data, however much text is in them. */
const DATA =
  /\.(?:jsonl?|ndjson|csv|tsv|lock|svg|ipynb|geojson|map|min\.js|min\.css|snap|po|pot|pem|crt|log|patch|diff|pdf|png|jpe?g|gif|ico|woff2?|ttf|zip|gz|bin|wasm|so|pyc)$|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|go\.sum|uv\.lock)$/i;

/** Whether a path is read as prose at all when it is not asked for by name. */
export function isData(path: string): boolean {
  return DATA.test(path);
}

/** A path that was left out, and why. */
export type Left = readonly [path: string, reason: string];

export interface Gathered {
  readonly documents: readonly Document[];
  readonly left: readonly Left[];
  /** Documents that were looked into, also those without a citation. */
  readonly looked: number;
}

/** `wanted` says which paths are looked at, `mayMatter` which of these are read as prose: of a change, those it can touch. */
export async function gather(
  snapshot: Snapshot,
  library: Library,
  wanted: (path: string) => boolean,
  mayMatter: ((path: string, bytes: Uint8Array) => boolean) | null = null,
): Promise<Gathered> {
  const documents: Document[] = [];
  const left: Left[] = [];
  let looked = 0;
  for (const [path, oid] of snapshot.files) {
    if (!wanted(path)) continue;
    if (isData(path)) {
      left.push([path, "data, not prose"]);
      continue;
    }
    looked++;
    if (mayMatter !== null && !mayMatter(path, await library.bytes(oid))) continue;
    const found = await library.document(path, oid);
    if (found === "large") left.push([path, `larger than ${LARGEST_DOCUMENT / 2 ** 20} MB`]);
    else if (found === "binary") left.push([path, "binary"]);
    else if (found !== null && found.citations.length + found.unbound.length > 0)
      documents.push({
        path,
        oid,
        read: found,
        from: "tree",
      });
  }
  for (const path of snapshot.links) if (wanted(path)) left.push([path, "a symbolic link, which is not followed"]);
  return { documents, left, looked };
}
