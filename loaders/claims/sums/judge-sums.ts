// Turns the sums of a tree's documents into findings: each calculation that prose writes out, with whether it closes.
// A sum is checked by itself: it needs no history and no code.

import { createHash } from "node:crypto";
import { printAddress } from "../../address.ts";
import { type Document, isData } from "../../audit/documents.ts";
import { LARGEST_DOCUMENT, type Library } from "../../audit/library.ts";
import type { Prose, Snapshot } from "../../citation.ts";
import { type ClaimFinding, UNSAID } from "../../claim.ts";
import { proseOf } from "../../syntax/prose.ts";
import type { Sum } from "./sum.ts";
import { sumsIn } from "./sums.ts";

/** `beside`: documents that are no files of the tree. Order: by document, then place. Throws missing-object. */
export async function judgeSums(
  snapshot: Snapshot,
  library: Library,
  wanted: (path: string) => boolean,
  beside: readonly Document[] = [],
): Promise<readonly ClaimFinding[]> {
  const findings: ClaimFinding[] = [];
  for (const [path, oid] of snapshot.files) {
    if (!wanted(path) || isData(path)) continue;
    const bytes = await library.bytes(oid);
    if (bytes.length > LARGEST_DOCUMENT || bytes.includes(0) || !mayCalculate(bytes)) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    findings.push(...findingsIn(path, proseOf(path, text)));
  }
  for (const { path, read } of beside) findings.push(...findingsIn(path, read.prose));
  return findings;
}

/** Whether bytes hold a digit at all. */
function mayCalculate(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 48 && byte <= 57);
}

function findingsIn(doc: string, prose: Prose): readonly ClaimFinding[] {
  const seen = new Map<string, number>();
  return sumsIn(prose).map((sum) => {
    // Other numbers make no other sum of it.
    const words = sum.text.replace(/\d[\d.,]*/g, "0");
    const ordinal = seen.get(words) ?? 0;
    seen.set(words, ordinal + 1);
    return findingOf(doc, sum, `${doc}\n${words}\n${ordinal}`);
  });
}

function findingOf(
  doc: string,
  { line, column, text, says, closes, stated, computed }: Sum,
  identity: string,
): ClaimFinding {
  return {
    ...UNSAID,
    kind: "sum",
    address: printAddress({ noun: "doc", path: doc, line }),
    doc,
    line,
    column,
    text,
    verdict: closes ? "holds" : "false",
    fails: !closes,
    says,
    stated: String(stated),
    found: String(computed),
    fingerprint: createHash("sha256").update(`sum ${identity}`).digest("hex").slice(0, 32),
  };
}
