// Turns a surface into rows that can be laid over history: flat, with an id that says which row of the next commit is the
// same thing. Columns bear the names of store/schema.sql.

import { groupBy } from "../group.ts";
import type { Layer, Product, Profile, Site, Surface } from "../model.ts";
import { missed } from "./meetings.ts";

export type Cell = string | number | boolean | null;

/** One thing at one commit. `id` is unique in its kind. */
export interface Row {
  readonly id: string;
  readonly [column: string]: Cell;
}

/** What history is kept of, in the order in which tables are written. */
export const KINDS = [
  "name",
  "site",
  "answerer",
  "read",
  "key",
  "product",
  "reply",
  "conformance",
  "nested",
  "in_process",
  "fate",
  "meeting",
  "dropped",
] as const;
export type Kind = (typeof KINDS)[number];

export type Rows = Readonly<Record<Kind, readonly Row[]>>;

/** Columns that say where a thing stands and not what it is: a change of these alone is no event. */
export const PLACE: ReadonlySet<string> = new Set(["path", "line", "end_line", "blob", "ordinal", "hops", "routes"]);

/** Rows of a surface. `idOf` is a site's identity over history; `blobOf` the blob that a path holds at this commit. */
export function rowsOf(
  surface: Surface,
  profile: Profile,
  idOf: (site: Site) => string,
  blobOf: (path: string) => string | null,
): Rows {
  const blob = (path: string) => ({ path, blob: blobOf(path) });
  return {
    name: nameRows(surface, profile, blobOf),
    site: surface.sites.map((site) => ({
      id: idOf(site),
      layer: site.layer,
      name: site.name,
      expression: site.expression,
      class: site.class,
      function: site.function,
      callee: site.callee,
      ordinal: site.ordinal,
      wait: site.wait,
      timeout: site.timeout,
      timeout_text: site.timeoutText,
      aggregating: site.aggregating,
      use: site.use,
      arity: site.arity,
      asserted: site.asserted,
      conditions: list(site.conditions),
      line: site.line,
      end_line: site.endLine,
      ...blob(site.path),
    })),
    answerer: unique(
      surface.answerers.map((each) => ({
        id: key(each.layer, each.of, each.class, each.function),
        layer: each.layer,
        name: each.of,
        class: each.class,
        defined_in: each.definedIn,
        function: each.function,
        decorators: list(each.decorators),
        parameters: list(each.parameters),
        replies: each.replies,
        line: each.line,
        end_line: each.endLine,
        ...blob(each.path),
      })),
    ),
    read: unique(
      surface.reads.map((read) => ({
        id: key(read.layer, read.of, read.key, read.path, read.function, read.object, read.kind),
        layer: read.layer,
        name: read.of,
        key: read.key,
        kind: read.kind,
        required: read.required,
        default_value: read.default,
        function: read.function,
        object: read.object,
        second_hand: read.secondHand,
        into_method: read.into,
        hops: list(read.hops),
        routes: JSON.stringify(read.routes),
        line: read.line,
        end_line: read.endLine,
        ...blob(read.path),
      })),
    ),
    key: keyRows(surface.products, blobOf),
    product: unique(
      surface.products.map((product) => ({
        id: key(
          product.layer,
          product.of,
          product.class,
          product.function,
          product.shape,
          product.type,
          product.keys.join(),
          product.when.join("&"),
          product.via.join(">"),
        ),
        layer: product.layer,
        name: product.of,
        class: product.class,
        function: product.function,
        shape: product.shape,
        type: product.type,
        keys: list(product.keys),
        methods: list(product.methods),
        open: product.open,
        guard: list(product.when),
        via: list(product.via),
        line: product.line,
        end_line: product.endLine,
        ...blob(product.path),
      })),
    ),
    reply: replyRows(surface.products, blobOf),
    conformance: surface.conformance.map((each) => ({
      id: key(each.layer, each.of, each.class, each.key),
      layer: each.layer,
      name: each.of,
      class: each.class,
      key: each.key,
      status: each.status,
      detail: each.detail,
      guard: list(each.when),
      line: each.line,
      ...blob(each.path),
    })),
    nested: surface.nested.map((each) => ({
      id: key(each.layer, each.of, each.key, each.target),
      layer: each.layer,
      name: each.of,
      key: each.key,
      target: each.target,
      keys: list(each.keys),
      exact: each.exact,
      raises: list(each.raises),
      line: each.line,
      end_line: each.endLine,
      ...blob(each.path),
    })),
    in_process: unique(
      surface.inProcess.map((each) => ({
        id: key(each.layer, each.of, each.path, each.function, each.receiver),
        layer: each.layer,
        name: each.of,
        function: each.function,
        receiver: each.receiver,
        arguments: each.arguments,
        use: each.use,
        caught: each.caught,
        line: each.line,
        end_line: each.endLine,
        ...blob(each.path),
      })),
    ),
    fate: unique(
      surface.fates.map((each) => ({
        id: key(each.site, each.kind, each.path, each.text),
        name: each.of,
        site: each.site,
        kind: each.kind,
        text: each.text,
        line: each.line,
        ...blob(each.path),
      })),
    ),
    meeting: surface.meetings.map((each) => ({
      id: key(each.layer, each.broadcaster, each.answerer, each.of),
      layer: each.layer,
      broadcaster: each.broadcaster,
      answerer: each.answerer,
      name: each.of,
      outcome: each.outcome,
    })),
    dropped: unique(
      surface.dropped.map((each) => ({
        id: key(each.reason, each.path, each.text),
        reason: each.reason,
        text: each.text,
        line: each.line,
        ...blob(each.path),
      })),
    ),
  };
}

/** A list as one cell: JSON. */
function list(items: readonly string[]): string {
  return JSON.stringify(items);
}

function key(...parts: readonly string[]): string {
  return parts.join(" · ");
}

/** Rows with the same id are told apart by their order. */
function unique(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const count = counts.get(row.id) ?? 0;
    counts.set(row.id, count + 1);
    return count === 0 ? row : { ...row, id: `${row.id} ~${count + 1}` };
  });
}

type BlobOf = (path: string) => string | null;

function placeOf(lines: { readonly path: string; readonly line: number; readonly endLine: number }, blobOf: BlobOf) {
  return { path: lines.path, line: lines.line, end_line: lines.endLine, blob: blobOf(lines.path) };
}

function nameRows(surface: Surface, profile: Profile, blobOf: BlobOf): Row[] {
  const named = surface.sites.filter((site) => site.name !== null);
  return [...groupBy(named, (site) => `${site.layer}\n${site.name}`).values()].map((sites): Row => {
    const { layer, name } = sites[0] as Site;
    const answered = surface.answerers.filter((each) => each.layer === layer && each.of === name);
    const waits = sites.some((site) => site.wait !== false)
      ? sites.some((site) => site.wait === false)
        ? "mixed"
        : "yes"
      : "no";
    const rule = profile.layers.find((each) => each.name === layer) as Layer;
    // Where no rule finds any answerer of the layer, it is the rules that do not reach: that is no word on the name.
    const isBlind = !surface.answerers.some((each) => each.layer === layer);
    const state =
      answered.length > 0 || isBlind
        ? { yes: "waited", no: "unwaited", mixed: "mixed" }[waits]
        : missed(rule, waits !== "no");
    return {
      id: key(layer, name as string),
      layer,
      name,
      waits,
      state,
      sites: sites.length,
      answerers: new Set(answered.map((each) => each.class)).size,
      ...placeOf(sites[0] as Site, blobOf),
    };
  });
}

/** Each member that some answerer of a name sends: a key, an attribute, a place of a tuple, or a plain value's type. */
function keyRows(products: readonly Product[], blobOf: BlobOf): Row[] {
  const rows = new Map<string, { row: Row; classes: Set<string> }>();
  for (const product of products) {
    for (const member of [...product.keys, ...product.methods]) {
      const id = key(product.layer, product.of, member);
      const known = rows.get(id);
      if (known) known.classes.add(product.class);
      else
        rows.set(id, {
          row: {
            id,
            layer: product.layer,
            name: product.of,
            key: member,
            shape: product.keys.includes(member) ? product.shape : "method",
            ...placeOf(product, blobOf),
          },
          classes: new Set([product.class]),
        });
    }
  }
  return [...rows.values()].map(({ row, classes }) => ({ ...row, classes: list([...classes].toSorted()) }));
}

/** What an answering class sends for a name, all its returns together, in words: `int`, `3 keys`, `2 or 4 keys`. */
function replyRows(products: readonly Product[], blobOf: BlobOf): Row[] {
  return [...groupBy(products, (product) => `${product.layer}\n${product.of}\n${product.class}`).values()].map(
    (returns): Row => {
      const { layer, of, class: asked } = returns[0] as Product;
      const shapes = [...groupBy(returns, shapeLabel)].map(([label, same]) => ({
        label,
        keys: [...new Set(same.flatMap((each) => each.keys))],
        when: same.every((each) => each.when.length > 0) ? (same[0]?.when.join(" and ") ?? "") : "",
      }));
      return {
        id: key(layer, of, asked),
        layer,
        name: of,
        class: asked,
        label: shapes.map((each) => each.label).join(" or "),
        shapes: JSON.stringify(shapes),
        ...placeOf(returns[0] as Product, blobOf),
      };
    },
  );
}

/** One return in a few words. */
export function shapeLabel(product: Pick<Product, "shape" | "type" | "keys" | "open">): string {
  if (product.shape === "keys") {
    if (product.keys.length === 0) return product.open ? "a dict" : "an empty dict";
    return `${product.keys.length} ${product.keys.length === 1 ? "key" : "keys"}${product.open ? " or more" : ""}`;
  }
  if (product.shape === "none") return "None";
  if (product.shape === "unknown") return `\`${product.type}\``;
  return product.type;
}
