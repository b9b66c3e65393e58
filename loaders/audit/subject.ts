// One citation on its way from a document to a finding, as a type: what each step of the audit adds is named here.

import type { Citation, Passage } from "../citation.ts";
import type { Document } from "./documents.ts";
import type { Target } from "./frames.ts";
import type { Resolved } from "./resolve.ts";
import type { Sentence } from "./sentence.ts";
import type { Whereabouts } from "./whereabouts.ts";

/** A citation of which is known what it means, and not yet what its sentence says. */
export interface Cited {
  readonly document: Document;
  readonly citation: Citation;
  readonly passage: Passage;
  /** Citations around it in its passage, itself among them, in order. */
  readonly near: readonly Citation[];
  /** Its sentence, white space folded. */
  readonly text: string;
  readonly resolved: Resolved;
  /** What its lines are followed in; null where the path leads nowhere. */
  readonly target: Target | null;
  /** Of a path that is gone. */
  readonly whereabouts: Whereabouts | null;
}

export interface Subject extends Cited {
  readonly sentence: Sentence;
  readonly fingerprint: string;
  /** Position in the past of the commit that wrote it; null where no version of the document holds it. */
  readonly birth: number | null;
}
