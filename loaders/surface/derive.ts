// Turns the tree of one commit and a profile into its surface. Pure: equal trees give equal surfaces, whichever line of
// history, index or merge they come from.

import { textOf } from "../facts/source-file.ts";
import type { Dropped, Fate, Layer, Product, Profile, Surface } from "../model.ts";
import { askedClasses, findAnswerers } from "./answerers.ts";
import { findCarried } from "./carried.ts";
import { judgeConformance } from "./conformance.ts";
import { Constants } from "./constants.ts";
import { findInProcess } from "./in-process.ts";
import { findMeetings } from "./meetings.ts";
import { Products } from "./products.ts";
import { findReads } from "./reads.ts";
import { Receivers } from "./receivers.ts";
import { findSites, namedCallees } from "./sites.ts";
import type { CodeTree } from "./tree.ts";

export const EMPTY_SURFACE: Surface = {
  sites: [],
  answerers: [],
  reads: [],
  products: [],
  conformance: [],
  nested: [],
  inProcess: [],
  fates: [],
  meetings: [],
  dropped: [],
};

/** The surface of a tree: the layers' one after another. */
export function deriveSurface(tree: CodeTree, profile: Profile): Surface {
  tree.forget();
  const receivers = new Receivers(tree);
  const layers = profile.layers.map((layer) => deriveLayer(tree, receivers, layer));
  const all = <Key extends keyof Surface>(key: Key) =>
    layers.flatMap((surface) => surface[key] as never[]) as unknown as Surface[Key];
  const errors = [...tree.files.values()]
    .filter((file) => file.errors.length > 0)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, errors }) =>
      errors.map((line): Dropped => ({ reason: "syntax-error", path, line, text: "not understood by the grammar" })),
    );
  const surface: Surface = {
    sites: all("sites"),
    answerers: all("answerers"),
    reads: all("reads"),
    products: all("products"),
    conformance: all("conformance"),
    nested: all("nested"),
    inProcess: all("inProcess"),
    fates: all("fates"),
    meetings: all("meetings"),
    dropped: [...all("dropped"), ...errors],
  };
  tree.settle(pathsOf(surface));
  return surface;
}

/** Files that rows stand in, by themselves or as a step of a reply's way. */
function pathsOf(surface: Surface): Set<string> {
  const { sites, answerers, reads, products, conformance, nested, inProcess, fates, dropped } = surface;
  const paths = new Set<string>();
  for (const rows of [sites, answerers, reads, products, conformance, nested, inProcess, fates, dropped]) {
    for (const row of rows) paths.add(row.path);
  }
  for (const read of reads) {
    for (const hop of read.routes.flatMap((route) => route.hops)) paths.add(hop.replace(/:\d+ .*$/s, ""));
  }
  return paths;
}

function deriveLayer(tree: CodeTree, receivers: Receivers, layer: Layer): Surface {
  const constants = new Constants(tree, namedCallees(layer));
  const { sites: calls, dropped } = findSites(tree, layer, constants);
  const sites = calls.map((each) => each.site);
  const names = [...new Set(sites.map((site) => site.name).filter((name): name is string => name !== null))].toSorted();
  const asked = askedClasses(tree, layer);
  const definitions = findAnswerers(tree, layer, names, asked, constants);
  const answerers = definitions.map((each) => each.answerer);
  const { reads, nested, fates } = findReads(tree, receivers, layer, calls);
  const producers = new Products(tree, receivers);
  const products = layer.reply === null ? definitions.flatMap((each) => producers.of(each)) : [];
  const carried = findCarried(tree, layer);
  const askedNames =
    asked.length > 0 ? asked.map((each) => each.name) : [...new Set(answerers.map((each) => each.class))];
  return {
    sites,
    answerers,
    reads: [...reads, ...carried.reads],
    products: [...products, ...carried.products],
    conformance: [...judgeConformance(reads, products, readers(tree, fates)), ...carried.conformance],
    nested,
    inProcess: findInProcess(tree, receivers, layer, asked, answerers),
    fates,
    meetings: findMeetings(layer, sites, answerers, askedNames),
    dropped,
  };
}

/** Fates after which somebody may read who was not followed, in words. */
const LOST: Readonly<Partial<Record<Fate["kind"], string>>> = {
  forwarded: "passed on to",
  returned: "passed on by",
  kept: "passed on",
};

/**
 * Who may read a member beyond what was followed: where a reply went on to something unknown, any place of the tree
 * that names the member (`.key`, "key"; in a script the word) outside what produces it. Answers what it was passed on to, or null.
 */
function readers(tree: CodeTree, fates: readonly Fate[]): (product: Product, key: string) => string | null {
  const lost = new Map(fates.filter((fate) => fate.kind in LOST).map((fate) => [fate.of, fate]));
  return (product, key) => {
    const fate = lost.get(product.of);
    if (!fate) return null;
    const producers = new Set([product.function, product.type]);
    const named = tree.chunksWith(key).some(({ file, chunks }) =>
      chunks.some((chunk) => {
        const owner = chunk.owner ?? "";
        if (producers.has(owner) || producers.has(owner === "" ? (chunk.name ?? "") : `${owner}.${chunk.name}`))
          return false;
        // A script takes members by destructuring too: there the bare word is enough.
        if (file.language !== "python") return true;
        const text = textOf(file, chunk);
        return text.includes(`.${key}`) || text.includes(`"${key}"`) || text.includes(`'${key}'`);
      }),
    );
    return named ? `${LOST[fate.kind]} ${fate.text}`.trimEnd() : null;
  };
}
