// Small hand-off sheets made in code: every strength and verdict, facts without a place or a birth, empty sections, hostile
// and long texts. They stand for what src/data hands over.

import type { HandoffExtract, HandoffIndex, Said } from "../../loaders/report/handoff/sheet.ts";
import { oid, spot } from "./fixture.ts";

const HOSTILE = "<img src=x onerror=globalThis.broken=1>";
const LONG = "a_name_that_does_not_end_before_it_has_more_than_forty_characters";

type Section = HandoffExtract["sections"][number];

const since = { oid: oid(7), pr: 12, day: "2026-02-04" };

const FACTS: Section = {
  title: "Who calls, and what each call fixes",
  intro: "Five sites send it; all wait.",
  facts: ([4, 3, 2, 1, 0] as const).map((strength) => ({
    id: `site:pkg/core.py:Core.step_${strength}:0`,
    says: `\`Core.step_${strength}\` waits without end and keeps it: it fixes all reads; it is reached when \`not (batch \\| ${LONG} is None)\``,
    spot: spot("pkg/core.py", 10 + strength, 12 + strength),
    since: strength === 0 ? null : since,
    strength,
  })),
};

const READS: Section = {
  title: "What is read off the reply",
  intro: null,
  facts: ["size", HOSTILE].map((key, at) => ({
    id: `read:${key}:pkg/core.py:Core.step:reply:key`,
    says: `\`${key}\`: the key is taken off \`reply\` in \`Core.step\`; \`{}\` stands in if it is missing, and \\_words\\_ &lt;b&gt;`,
    spot: spot("pkg/core.py", 30 + at),
    since,
    strength: 4,
  })),
};

const ISSUES: Section = {
  title: "Open issues",
  intro: null,
  facts: [
    {
      id: "issue:#98",
      says: `[#98](https://forge.invalid/engine/issues/98) (open): \`${HOSTILE}\`; it is named in its title`,
      spot: null,
      since: null,
      strength: null,
    },
  ],
};

const UNSEEN: Section = {
  title: "What could not be seen",
  intro: "Nothing that the profile looks for was left unseen.",
  facts: [],
};

function said(kind: Said["kind"], verdict: string, of: Partial<Said> = {}): Said {
  return {
    id: `${kind}:${verdict}`,
    kind,
    design: `The engine takes \`size\` off the reply, ${verdict} ${HOSTILE}`,
    doc: spot("docs/design.md", 3),
    verdict,
    now: `return reply["size"]`,
    code: spot("pkg/core.py", 12),
    by: "place",
    born: since,
    ...of,
  };
}

/** Sheets by their slugs: of a name with all there is, of a hostile name, of a class, and of a name that nobody sends. */
export function sheets(): Readonly<Record<string, HandoffExtract>> {
  const base: HandoffExtract = {
    schema: 1,
    of: "is_waited",
    command: "binnacle handoff is_waited",
    kind: "name",
    says: "`is_waited` is sent from five sites and answered by two classes; two members are read off its reply",
    head: { oid: oid(1), day: "2026-03-01" },
    forge: null,
    sections: [FACTS, READS, ISSUES, UNSEEN],
    said: [
      said("citation", "holds"),
      said("citation", "moved"),
      said("citation", "wrong-when-written", { by: "name", code: null, born: null }),
      said("claim", "false", { now: "26 names are stated, and there are 37" }),
    ],
    contract: "is_waited",
    markdown: "<!-- binnacle handoff is_waited -->\n## What a replacement of `is_waited` owes\n",
  };
  return {
    is_waited: base,
    hostile: {
      ...base,
      of: HOSTILE,
      command: `binnacle handoff '${HOSTILE}'`,
      says: `\`${HOSTILE}\` is no longer sent`,
      sections: [UNSEEN],
      said: [],
      contract: "hostile",
    },
    Runner: {
      ...base,
      of: "Runner",
      kind: "class",
      says: "`Runner` answers two names that are sent",
      contract: null,
      sections: Array.from({ length: 16 }, (_, at) => ({ ...FACTS, title: `${LONG}_${at}: who calls` })),
    },
  };
}

/** The list of them. */
export function sheetIndex(): HandoffIndex {
  const listed = Object.entries(sheets()).map(([slug, { of, kind, says, said: all, sections }]) => ({
    slug,
    of,
    kind: kind === "class" ? ("class" as const) : ("name" as const),
    says,
    facts: sections.reduce((sum, { facts }) => sum + facts.length, 0),
    said: all.length,
    off: all.length === 0 ? 0 : 3,
  }));
  return { sheets: listed };
}
