// What a replacement owes its callers, as types: facts with where they stand and since when, in sections; what the design
// says beside what the code says; and what pages fetch. Types only.

import type { Moment, Spot } from "../pages.ts";

/**
 * How much a fact binds: 4 what is unpacked or read, 3 read after a hop, 2 forwarded (something that is not None must
 * come), 1 dropped, 0 a convention: what an answerer does today, and nobody asks for.
 */
export type Strength = 0 | 1 | 2 | 3 | 4;

export interface Fact {
  /** What stays the same while lines move: `read:req_ids:PPEngine.step`. Unique in its sheet. */
  readonly id: string;
  /** In a sentence, without a full stop at its end; code between backticks, everything else harmless in Markdown. */
  readonly says: string;
  readonly spot: Spot | null;
  /** Position of the commit that brought it; null where it is not known. */
  readonly since: number | null;
  readonly strength: Strength | null;
  /** The class whose answer it is about; null where it is about no single one. */
  readonly class: string | null;
}

export interface Section {
  readonly title: string;
  /** A sentence for the section, or null. */
  readonly intro: string | null;
  readonly facts: readonly Fact[];
}

/** A statement of the design, as it was written, beside what the code says of it now. */
export interface Said {
  readonly id: string;
  /** A citation judges a place, a claim a number or a name. */
  readonly kind: "citation" | "claim";
  /** The sentence, as written. */
  readonly design: string;
  /** Where it is written. */
  readonly doc: Spot;
  readonly verdict: string;
  /** The verdict in a sentence, or the code that stands there. */
  readonly now: string;
  /** Where the code is that it speaks of. */
  readonly code: Spot | null;
  /** `place`: it cites one of the sheet's lines; `name`: it holds the name. */
  readonly by: "place" | "name";
  readonly born: Moment | null;
}

export interface Sheet {
  /** `forward`, `ModelRunner`, `NewRunner`. */
  readonly of: string;
  /** What is asked for, behind `binnacle handoff`: `forward`, `ModelRunner --for NewRunner`. */
  readonly words: readonly string[];
  readonly kind: "name" | "class" | "owed";
  /** What it is about, in a sentence. */
  readonly says: string;
  readonly head: { readonly oid: string; readonly day: string };
  readonly forge: string | null;
  /** Commits by position. */
  readonly commits: ReadonlyMap<number, Moment>;
  readonly sections: readonly Section[];
  readonly said: readonly Said[];
}

/** A sheet as `--json` prints it and a page reads it: commits stand where they are spoken of. */
export interface SheetExtract extends Omit<Sheet, "commits" | "sections" | "words"> {
  readonly schema: 1;
  /** What a person types for it. */
  readonly command: string;
  readonly sections: readonly (Omit<Section, "facts"> & {
    readonly facts: readonly (Omit<Fact, "since" | "class"> & { readonly since: Moment | null })[];
  })[];
}

/** handoff/<slug>.json of the notebook. */
export interface HandoffExtract extends SheetExtract {
  /** The contract's page, of a name; null of a class. */
  readonly contract: string | null;
  /** The same as Markdown, with the marks of a pinned document. */
  readonly markdown: string;
}

/** handoff/index.json: all sheets of a notebook, names by layer and birth, then classes. */
export interface HandoffIndex {
  readonly sheets: readonly {
    readonly slug: string;
    readonly of: string;
    readonly kind: "name" | "class";
    readonly says: string;
    readonly facts: number;
    /** What the design says, and how much of it is not so. */
    readonly said: number;
    readonly off: number;
  }[];
}
