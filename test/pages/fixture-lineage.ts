// Small extracts of copied sentences made in code: every fate, origin and end that a page can draw, hostile and long texts.
// They stand for what src/data hands over.

import type { CopyFate, LineageCopy, LineageDetails, LineageExtract, Moment } from "../../loaders/report/pages.ts";

const HOSTILE = "<img src=x onerror=globalThis.broken=1>";
const LONG = "a_document_whose_name_does_not_end_before_it_has_more_than_forty_characters.md";
const HANG = "A breached contract becomes a hang of the whole engine.";

type Family = LineageExtract["families"][number];

function moment(n: number, day: string): Moment {
  return { oid: (n + 7).toString(16).padStart(40, "e"), pr: n % 2 === 0 ? n : null, day };
}

function copy(doc: string, first: number, of: Partial<LineageCopy> = {}): LineageCopy {
  const ends = of.fate === "removed" || of.fate === "file";
  return {
    doc,
    line: 3,
    first,
    lost: -1,
    last: ends && of.lost !== undefined ? of.lost - 1 : null,
    fate: "stands",
    survives: false,
    origin: "copied",
    of: 0,
    ...of,
  };
}

const FIRST = { origin: "first", of: -1 } as const;

/** Sentences of every fate; with a number, so many more. */
export function lineage(many = 0): LineageExtract {
  const ended: readonly CopyFate[] = ["corrected", "renamed", "removed", "file"];
  return {
    recorded: true,
    families: [
      {
        name: "missed01",
        text: HANG,
        fate: "survives",
        copies: [
          copy("docs/rpc.md", 10, { ...FIRST, fate: "corrected", lost: 70 }),
          copy("docs/guide.md", 20, { survives: true }),
          copy("pkg/core.py", 30, { survives: true, of: 1 }),
          copy("pkg/wire.py", 40, { origin: "independent" }),
          copy(`docs/${LONG}`, 50, { origin: "unclear", fate: "file", lost: 90 }),
          copy("docs/names.md", 60, { fate: "renamed", lost: 72, of: 2 }),
          copy("docs/gone.md", -1, { fate: "removed", lost: 20 }),
        ],
        lost: moment(12, "2026-03-26"),
      },
      {
        name: "hostile1",
        text: `Nothing of ${HOSTILE} is markup, and \`${HOSTILE}\` neither.`,
        fate: "survives",
        copies: [
          copy(`docs/${HOSTILE}`, 5, { ...FIRST, fate: "corrected", lost: 6 }),
          copy("docs/b.md", 5, { survives: true }),
        ],
        lost: moment(13, "2025-12-24"),
      },
      ...ended.map(
        (fate, at): Family => ({
          name: `part-${fate}`,
          text: `A worker that is late must not end the run, said ${fate}.`,
          fate: "part",
          copies: [copy("docs/a.md", at, { ...FIRST, fate, lost: 40 + at }), copy("docs/c.md", 30)],
          lost: moment(at, "2026-01-30"),
        }),
      ),
      {
        name: "stands01",
        text: "Both of them say it to this day.",
        fate: "stands",
        copies: [copy("docs/a.md", 0, FIRST), copy("docs/b.md", 0)],
        lost: null,
      },
      {
        name: "gone0001",
        text: "Nobody says it any more at all.",
        fate: "gone",
        copies: [
          copy("docs/a.md", 0, { ...FIRST, fate: "removed", lost: 8 }),
          copy("docs/b.md", 4, { fate: "file", lost: 9 }),
        ],
        lost: moment(2, "2025-11-24"),
      },
      ...Array.from(
        { length: many },
        (_, at): Family => ({
          name: `many-${at}`,
          text: `Sentence ${at} stands in two of the documents.`,
          fate: "stands",
          copies: [copy(`docs/d${at}.md`, at % 100, FIRST), copy(`docs/e${at}.md`, at % 110)],
          lost: null,
        }),
      ),
    ],
    left: [
      { reason: "many", count: 2, example: `All rights are reserved. ${HOSTILE}` },
      { reason: "document", count: 31, example: "The same docstring twice." },
      { reason: "rank", count: 1, example: "One too many." },
    ],
  };
}

export function lineageDetails(extract: LineageExtract): LineageDetails {
  return extract.families.map(({ text, copies }) =>
    copies.map((each, at) => ({
      text: at === 2 ? text.replace("becomes", "soon becomes") : text,
      likeness: at === 2 ? 0.84 : 1,
      bornDoc: each.doc,
      bornLine: 2,
      born: moment(at, "2025-11-20"),
      grew: at === 1 ? `Before it stood ${HOSTILE}` : null,
      reasons:
        each.of < 0 ? [] : [`the earlier text stood in ${HOSTILE}, which the commit changed`, "the words are the same"],
      steps: [
        ...(at === 1
          ? [{ ...moment(4, "2026-01-01"), position: 35, did: "moved", text, doc: "docs/b.md", line: 3 } as const]
          : []),
        ...(each.fate === "stands"
          ? []
          : [
              {
                ...moment(12, "2026-03-26"),
                position: each.lost,
                did: each.fate,
                text: each.fate === "corrected" || each.fate === "renamed" ? text.replace("a hang", "an error") : null,
                doc: each.doc,
                line: 4,
              },
            ]),
      ],
    })),
  );
}

/** What a store gives that nothing but the walk has written. */
export function unfollowed(): LineageExtract {
  return { recorded: false, families: [], left: [] };
}
