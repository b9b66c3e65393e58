// How rulings tell things: an id, a ruling of which there is no more to say than its sentence.

import { UNCOMMITTED } from "../../audit/past.ts";
import type { Ruling } from "./mention.ts";

/** An id as it is told. */
export function short(oid: string): string {
  return oid === UNCOMMITTED ? "what is not committed yet" : oid.slice(0, 9);
}

/** A ruling that found nothing to show. */
export function plain(verdict: Ruling["verdict"], says: string): Ruling {
  return { verdict, says, found: null, places: [], broke: null };
}
