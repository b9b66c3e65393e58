// The questions to the surface, put together; and the words that could have been meant by one that is about nothing.

import type { Form } from "../question.ts";
import { ANSWER_FORMS } from "./surface-answers.ts";
import { NAME_FORMS } from "./surface-names.ts";
import { READ_FORMS } from "./surface-reads.ts";
import { type RowsOf, textOf } from "./surface-rows.ts";
import { SITE_FORMS } from "./surface-sites.ts";

export const SURFACE_FORMS: readonly Form[] = [...NAME_FORMS, ...SITE_FORMS, ...READ_FORMS, ...ANSWER_FORMS];

/** What can stand for the words in capitals at one commit, in order. */
export interface SurfaceWords {
  readonly layers: readonly string[];
  readonly names: readonly string[];
  /** Classes that send, that are asked, and whose bodies hold an answer. */
  readonly classes: readonly string[];
  /** What is read off a reply, or sent. */
  readonly members: readonly string[];
  /** `Class.method` of nested contracts. */
  readonly methods: readonly string[];
}

export function wordsFor(rows: RowsOf): SurfaceWords {
  const [sites, answerers] = [rows("site"), rows("answerer")];
  const column = (of: ReturnType<RowsOf>, name: string) => of.map((row) => textOf(row, name));
  return {
    layers: sorted([...column(sites, "layer"), ...column(answerers, "layer")]),
    names: sorted([...column(sites, "name"), ...column(answerers, "name")]),
    classes: sorted([...column(sites, "class"), ...column(answerers, "class"), ...column(answerers, "defined_in")]),
    members: sorted([...column(rows("read"), "key"), ...column(rows("key"), "key")]),
    methods: sorted(column(rows("nested"), "target")),
  };
}

function sorted(words: readonly string[]): readonly string[] {
  return [...new Set(words)].filter((word) => word !== "").sort();
}
