// Says whether a link's anchor is a heading of the Markdown it leads to, and if not, whether it ever was. Forges and site
// builders make anchors in ways that differ in their marks: letters and digits decide.

import type { Library } from "../../audit/library.ts";
import type { Version } from "../../audit/past.ts";
import type { Oid } from "../../model.ts";
import { headingDefinitions } from "../../syntax/headings.ts";

/** Versions of a document that are read to find a heading. */
const MOST_VERSIONS = 400;
/** Shorter headings are part of many others. */
const SHORTEST = 8;

export class Anchors {
  private readonly library: Library;
  private readonly known = new Map<Oid, Promise<ReadonlyMap<string, string>>>();

  constructor(library: Library) {
    this.library = library;
  }

  async holds(oid: Oid, anchor: string): Promise<boolean> {
    const own = bareOf(anchor);
    const anchors = await this.of(oid);
    // The second heading of a name has a number behind it.
    return own === "" || anchors.has(own) || anchors.has(bareOf(anchor.replace(/[-_]\d{1,3}$/, "")));
  }

  /** The one heading that holds what the anchor says, or that the anchor holds: a number was put before it. Null else. */
  async like(oid: Oid, anchor: string): Promise<string | null> {
    const own = bareOf(anchor);
    if (own.length < SHORTEST) return null;
    const fits = [...(await this.of(oid))].filter(
      ([bare]) => bare.includes(own) || (bare.length >= SHORTEST && own.includes(bare)),
    );
    return fits.length === 1 ? fits[0]![1] : null;
  }

  /** Position of the commit that took the heading away; null where none of the versions (newest first) has it. */
  async lostAt(versions: readonly Version[], anchor: string): Promise<number | null> {
    let newer: number | null = null;
    for (const { oid, at } of versions.slice(0, MOST_VERSIONS)) {
      if (oid === null) continue;
      if (await this.holds(oid, anchor)) return newer;
      newer = at;
    }
    return null;
  }

  private of(oid: Oid): Promise<ReadonlyMap<string, string>> {
    const known = this.known.get(oid) ?? this.read(oid);
    this.known.set(oid, known);
    return known;
  }

  private async read(oid: Oid): Promise<ReadonlyMap<string, string>> {
    const text = (await this.library.text(oid))?.lines.join("\n") ?? "";
    const anchors = new Map(headingDefinitions(text).map(({ name }) => [bareOf(name), name]));
    for (const [, double, single] of text.matchAll(
      /<[a-z]\w{0,12}\s[^<>\n]{0,200}?\b(?:id|name)=(?:"([^"\n]{1,120})"|'([^'\n]{1,120})')/gi,
    ))
      anchors.set(bareOf(double ?? single ?? ""), double ?? single ?? "");
    for (const [, named] of text.matchAll(/\{#([\w.:-]{1,120})[\s}]|^\(([\w.-]{1,120})\)=$/gm))
      if (named !== undefined) anchors.set(bareOf(named), named);
    return anchors;
  }
}

/** What of a heading or an anchor any builder keeps. */
function bareOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
