// Turns a surface into the same surface some lines further up or down: what a commit does that only moves code. It derives
// nothing, and answers null where more than lines changed.

import type { SourceFile } from "../facts/source-file.ts";
import type { Chunk, Surface } from "../model.ts";

/** Where a line of one version of a file stands in another; null where what it stands in is not there. */
export type LineMap = (line: number) => number | null;

/** Follows lines through the chunks that stand in both versions, in the same order. */
export function lineMap(before: SourceFile, after: SourceFile): LineMap {
  const places: { readonly chunk: Chunk; readonly added: number }[] = [];
  let next = 0;
  for (const chunk of before.chunks) {
    const at = after.known.indexOf(before.known[chunk.index]!, next);
    if (at < 0) continue;
    places.push({ chunk, added: after.chunks[at]!.firstLine - chunk.firstLine });
    next = at + 1;
  }
  return (line) => {
    // Of a script, two chunks may share a line: then it has a place if it is the same for both.
    const [place, ...others] = places.filter(({ chunk }) => chunk.firstLine <= line && line <= chunk.endLine);
    return place && others.every(({ added }) => added === place.added) ? line + place.added : null;
  };
}

interface Placed {
  readonly path: string;
  readonly line: number;
  readonly endLine?: number;
}

/** Thrown inside, where a line has no place any more. */
const LOST = new Error("a line has no place any more");

/** The surface with the lines of these files moved; null where one of them has no place any more. */
export function movedSurface(surface: Surface, maps: ReadonlyMap<string, LineMap>): Surface | null {
  const lineOf = (path: string, line: number): number => {
    const map = maps.get(path);
    const moved = map ? map(line) : line;
    if (moved === null) throw LOST;
    return moved;
  };
  const move = <Row extends Placed>(row: Row): Row => {
    if (!maps.has(row.path)) return row;
    const line = lineOf(row.path, row.line);
    return row.endLine === undefined ? { ...row, line } : { ...row, line, endLine: lineOf(row.path, row.endLine) };
  };
  const hop = (step: string): string => {
    const [, path, line, what] = /^(.*?):(\d+)( .*)$/s.exec(step) ?? [];
    return path === undefined ? step : `${path}:${lineOf(path, Number(line))}${what}`;
  };
  try {
    return {
      sites: surface.sites.map(move),
      answerers: surface.answerers.map(move),
      reads: surface.reads.map((read) => ({
        ...move(read),
        hops: read.hops.map(hop),
        routes: read.routes.map((route) => ({ ...route, hops: route.hops.map(hop) })),
      })),
      products: surface.products.map(move),
      conformance: surface.conformance.map(move),
      nested: surface.nested.map(move),
      inProcess: surface.inProcess.map(move),
      fates: surface.fates.map(move),
      meetings: surface.meetings,
      dropped: surface.dropped.map(move),
    };
  } catch (thrown) {
    if (thrown !== LOST) throw thrown;
    return null;
  }
}
