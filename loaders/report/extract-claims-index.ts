// Makes the index's sentences about pinned claims that are not true, and about notes and measurements that are not in
// order: one for each verdict, worst first, by rule. A sentence says only what rows show.

import type { ClaimKind, ClaimVerdict } from "../claim.ts";
import { groupBy } from "../group.ts";
import { CLAIM_KINDS, CLAIM_VERDICT_ORDER, CLAIM_VERDICTS } from "./audit/claim-words.ts";
import { type Book, inWords, joined } from "./book.ts";
import type { ClaimRow } from "./extract-claims-rows.ts";
import type { IndexExtract } from "./pages.ts";

type Wrong = IndexExtract["wrong"][number];

/** Rows of "wrong now" about pinned claims. */
export function wrongClaims(rows: readonly ClaimRow[], book: Book): Wrong[] {
  return wrongOf(rows, ["pin"], "claims", book);
}

/** Rows of "wrong now" about notes and measurements. */
export function wrongNotes(rows: readonly ClaimRow[], book: Book): Wrong[] {
  return wrongOf(rows, ["note", "measurement"], "notes", book);
}

function wrongOf(
  rows: readonly ClaimRow[],
  kinds: readonly ClaimKind[],
  glyph: "claims" | "notes",
  { commits }: Book,
): Wrong[] {
  const positions = new Map(commits.map(({ oid, position }) => [oid, position]));
  const off = rows.filter(({ kind, verdict }) => kinds.includes(kind) && CLAIM_VERDICTS[verdict].group === "off");
  return CLAIM_VERDICT_ORDER.flatMap((verdict) =>
    kinds.flatMap((kind) => {
      const found = off.filter((row) => row.kind === kind && row.verdict === verdict);
      if (found.length === 0) return [];
      const since = found.flatMap((row) => positions.get(row.broke_commit ?? "") ?? []);
      return [
        {
          glyph,
          claim: verdict,
          text: sentence(kind, verdict, found),
          note: byWhom(found),
          slug: null,
          since: since.length === 0 ? null : Math.min(...since),
        },
      ];
    }),
  );
}

/** Characters of a sentence that is told whole. */
const SHORT = 46;

function sentence(kind: ClaimKind, verdict: ClaimVerdict, rows: readonly ClaimRow[]): string {
  const { states } = CLAIM_VERDICTS[verdict];
  const [one, many] = CLAIM_KINDS[kind];
  const [first] = rows as readonly [ClaimRow, ...ClaimRow[]];
  if (rows.length > 1) return `${inWords(rows.length, true)} ${many} ${PLURAL[verdict] ?? states}`;
  const text = first.text
    .trim()
    .replace(/[.:;]$/, "")
    .replaceAll("`", "");
  // Of a sentence that was not found only its pattern is known.
  if (kind === "pin" && verdict !== "unchecked" && text.length <= SHORT) return `“${text}” ${states}`;
  return `${one[0]?.toUpperCase()}${one.slice(1)} \`${first.address.replace(/^\w+:/, "")}\` ${states}`;
}

/** What `states` says of several. */
const PLURAL: Partial<Readonly<Record<ClaimVerdict, string>>> = {
  false: "are false",
  unchecked: "went unchecked",
  missing: "name what is gone",
  stale: "are stale",
  changed: "are of code that has changed",
  ambiguous: "are ambiguous",
};

/** The pull requests that did it, where they are known and few; of several the one that did most. */
function byWhom(rows: readonly ClaimRow[]): string {
  const broken = [
    ...groupBy(
      rows.filter((row) => row.broke_commit !== null),
      ({ broke_commit }) => broke_commit,
    ),
  ];
  const names = broken
    .toSorted((a, b) => b[1].length - a[1].length)
    .map(([oid, [row]]) => (row?.broke_pr ? `#${row.broke_pr}` : `\`${oid?.slice(0, 9)}\``));
  if (names.length === 0) return "";
  return names.length <= 2 ? `since ${joined(names)}` : `since ${names[0]} and ${names.length - 1} more commits`;
}
