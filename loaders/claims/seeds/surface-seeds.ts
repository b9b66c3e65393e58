// Turns a surface into altered ones: a site less, a name renamed with all counts kept, a wait flipped. The facts are changed
// and not the source, so that what is seen is whether a claim leans on them.

import { siteAddress } from "../../address.ts";
import type { Profile, Read, Site, Surface } from "../../model.ts";
import { type Rows, rowsOf } from "../../surface/rows.ts";
import type { Seed } from "./seed.ts";

/** What a claim is about, as far as its question and its answer tell. */
export interface Focus {
  /** Words of its question and texts of its answer. */
  readonly words: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

/** Seeds for one claim, each on a copy of its own. What the surface has nothing of is not changed. */
export function surfaceSeeds(surface: Surface, profile: Profile, focus: Focus): readonly Seed[] {
  const site = nearest(surface.sites, focus, ({ name, function: fn, path }) => [name ?? "", fn, path]);
  const read = nearest(surface.reads, focus, (each) => [each.key, each.of, each.function, each.path]);
  const answerer = nearest(surface.answerers, focus, (each) => [each.of, each.class, each.function]);
  const product = nearest(
    surface.products.filter(({ keys }) => keys.length > 0),
    focus,
    (each) => [each.of, each.class, ...each.keys],
  );
  const nested = nearest(surface.nested, focus, (each) => [each.of, each.target, each.key]);
  const seeds: (Seed | null)[] = [];
  const sow = (kind: string, says: string, altered: Partial<Surface>) =>
    seeds.push({ kind, soil: "facts", says, rows: rowsFor({ ...surface, ...altered }, profile) });
  if (site !== null) {
    const { name, path } = site;
    const called = `\`${name ?? site.expression}\``;
    sow("drop a site", `a site of ${called} in ${path} is gone`, {
      sites: surface.sites.filter((each) => each !== site),
    });
    sow("add a site", `there is one more site of ${called} in ${path}`, {
      sites: [...surface.sites, again(site, surface)],
    });
    sow("add a name", `${path} sends \`a_name_that_nobody_answers\` too`, {
      sites: [...surface.sites, { ...again(site, surface), name: "a_name_that_nobody_answers", ordinal: 0 }],
    });
    sow("send what is no literal", `${path} sends a name that is no literal`, {
      sites: [...surface.sites, { ...again(site, surface), name: null, expression: "name" }],
      dropped: [...surface.dropped, { reason: "non-literal-name", path, line: site.line, text: "name" }],
    });
    sow("leave something out", `${path} has lines that no grammar understands`, {
      dropped: [
        ...surface.dropped,
        { reason: "syntax-error", path, line: site.line, text: "not understood by the grammar" },
      ],
    });
    if (name !== null)
      sow("rename a name", `\`${name}\` is sent as \`${name}_v2\`, all counts the same`, renamed(surface, name));
    if (site.wait !== null)
      sow("flip a wait", `a site of ${called} in ${path} ${site.wait ? "waits no more" : "waits"}`, {
        sites: surface.sites.map((each) => (each === site ? { ...each, wait: !site.wait, timeout: null } : each)),
      });
    if (site.wait !== null && name !== null)
      sow(
        "flip all waits of a name",
        `no site of ${called} ${site.wait ? "waits any more" : "is left that does not wait"}`,
        {
          sites: surface.sites.map((each) =>
            each.name === name ? { ...each, wait: !site.wait, timeout: null } : each,
          ),
        },
      );
    sow(
      "use a reply otherwise",
      `a site of ${called} in ${path} ${site.use === "discarded" ? "binds" : "discards"} its reply`,
      {
        sites: surface.sites.map((each) =>
          each === site
            ? {
                ...each,
                use: site.use === "discarded" ? "bound" : "discarded",
                arity: site.use === "discarded" ? 1 : 0,
                asserted: false,
              }
            : each,
        ),
      },
    );
    sow("move a site to another function", `a site of ${called} stands in \`moved_by_a_seed\``, {
      sites: surface.sites.map((each) =>
        each === site ? { ...each, function: "moved_by_a_seed", class: null } : each,
      ),
    });
    sow("shift lines", `everything in ${path} stands three lines further down`, shifted(surface, path));
  }
  if (read !== null) {
    const what = `\`${read.key}\` of \`${read.of}\``;
    const others = (altered: Read | null) =>
      surface.reads.flatMap((each) => (each === read ? (altered === null ? [] : [altered]) : [each]));
    sow("drop a read", `${read.path} reads ${what} no more`, { reads: others(null) });
    sow("add a read", `${read.path} reads \`a_key_that_nobody_sends\` of \`${read.of}\` too`, {
      reads: [...surface.reads, { ...read, key: "a_key_that_nobody_sends" }],
    });
    sow("move a read to another function", `${what} is read in \`moved_by_a_seed\``, {
      reads: others({ ...read, function: "moved_by_a_seed" }),
    });
  }
  if (answerer !== null)
    sow("drop an answerer", `\`${answerer.class}\` answers \`${answerer.of}\` no more`, {
      answerers: surface.answerers.filter((each) => each !== answerer),
    });
  if (product !== null) {
    const [key] = product.keys;
    sow("drop a key", `\`${product.class}\` sends \`${key}\` for \`${product.of}\` no more`, {
      products: surface.products.map((each) =>
        each.of === product.of && each.class === product.class
          ? { ...each, keys: each.keys.filter((other) => other !== key) }
          : each,
      ),
    });
    sow("add a key", `\`${product.class}\` sends \`a_key_of_a_seed\` for \`${product.of}\` too`, {
      products: surface.products.map((each) =>
        each === product ? { ...each, keys: [...each.keys, "a_key_of_a_seed"] } : each,
      ),
    });
  }
  if (nested !== null)
    sow("change a nested contract", `\`${nested.target}\` takes \`a_key_of_a_seed\` too`, {
      nested: surface.nested.map((each) =>
        each === nested ? { ...each, keys: [...each.keys, "a_key_of_a_seed"], raises: each.raises.slice(1) } : each,
      ),
    });
  return seeds.filter((seed) => seed !== null);
}

function rowsFor(surface: Surface, profile: Profile): Rows {
  return rowsOf(surface, profile, siteAddress, () => null);
}

/** The thing that a claim is about, or else any: the first of those that share most words with it. */
function nearest<Thing extends { readonly path: string }>(
  things: readonly Thing[],
  { words, paths }: Focus,
  wordsOf: (thing: Thing) => readonly string[],
): Thing | null {
  let best: { thing: Thing; score: number } | null = null;
  for (const thing of things) {
    const score = wordsOf(thing).filter((word) => words.has(word)).length * 2 + (paths.has(thing.path) ? 1 : 0);
    if (best === null || score > best.score) best = { thing, score };
  }
  return best?.thing ?? null;
}

/** A second site like one, behind all others of its key. */
function again(site: Site, { sites }: Surface): Site {
  const ordinal = sites.filter(
    (each) => each.path === site.path && each.function === site.function && each.name === site.name,
  ).length;
  return { ...site, ordinal };
}

/** A name that is sent under another one; who answers the old one stays, and what is read off the reply goes with it. */
function renamed(surface: Surface, name: string): Partial<Surface> {
  const other = `${name}_v2`;
  const of = <Thing extends { readonly of: string }>(things: readonly Thing[]) =>
    things.map((each) => (each.of === name ? { ...each, of: other } : each));
  return {
    sites: surface.sites.map((each) => (each.name === name ? { ...each, name: other } : each)),
    reads: of(surface.reads),
    fates: of(surface.fates),
    nested: of(surface.nested),
    meetings: surface.meetings.map((each) =>
      each.of === name ? { ...each, of: other, outcome: each.outcome === "answered" ? "parks" : each.outcome } : each,
    ),
  };
}

const SHIFT = 3;

function shifted(surface: Surface, path: string): Partial<Surface> {
  const down = <Thing extends { readonly path: string; readonly line: number }>(things: readonly Thing[]) =>
    things.map((each) =>
      each.path === path
        ? {
            ...each,
            line: each.line + SHIFT,
            ...("endLine" in each ? { endLine: (each.endLine as number) + SHIFT } : {}),
          }
        : each,
    );
  return {
    sites: down(surface.sites),
    answerers: down(surface.answerers),
    reads: down(surface.reads),
    products: down(surface.products),
    nested: down(surface.nested),
    inProcess: down(surface.inProcess),
    fates: down(surface.fates),
  };
}
