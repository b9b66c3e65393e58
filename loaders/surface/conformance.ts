// Turns reads and products into conformance: does each answerer send what each caller takes, and if not, what happens.
// Also what is sent and taken by nobody. It judges shapes that the code shows; of an unknown shape it says "unknown".

import { groupBy } from "../group.ts";
import type { Conformance, Product, Read } from "../model.ts";

type Verdict = Pick<Conformance, "status" | "detail">;

const ORDER: readonly Conformance["status"][] = ["breach", "defaulted", "unknown", "conforms", "unread"];

/**
 * For each name, class and key the worst verdict over the class's returns, with the guard it stands under.
 * `mayBeRead` says of a member that no followed read takes whether something that cannot be followed may: then it is
 * "unknown" and not "unread".
 */
export function judgeConformance(
  reads: readonly Read[],
  products: readonly Product[],
  mayBeRead: (product: Product, key: string) => string | null = () => null,
): Conformance[] {
  const rows: Conformance[] = [];
  const readsOf = groupBy(reads, (read) => `${read.layer}\n${read.of}`);
  for (const [contract, sent] of groupBy(products, (product) => `${product.layer}\n${product.of}`)) {
    const taken = readsOf.get(contract) ?? [];
    for (const [asked, returns] of groupBy(sent, (product) => product.class)) {
      const values = returns.filter((product) => product.shape !== "none");
      for (const [key, sameKey] of groupBy(taken, (read) => read.key)) {
        const judged = values.flatMap((product) => sameKey.map((read) => ({ ...judge(read, product), product, read })));
        const worst = ORDER.map((status) => judged.find((each) => each.status === status)).find(
          (each) => each !== undefined,
        );
        if (worst) rows.push(row(worst.product, asked, key, worst, worst.product.when));
      }
      const known = new Set(taken.map((read) => read.key));
      for (const product of values) {
        if (product.shape !== "keys" && product.shape !== "object") continue;
        for (const key of product.keys) {
          if (known.has(key)) continue;
          known.add(key);
          const reader = mayBeRead(product, key);
          const verdict: Verdict =
            reader === null ? { status: "unread", detail: "" } : { status: "unknown", detail: reader };
          rows.push(row(product, asked, key, verdict, product.when));
        }
      }
    }
  }
  return rows;
}

function row(product: Product, asked: string, key: string, verdict: Verdict, when: readonly string[]): Conformance {
  return {
    layer: product.layer,
    of: product.of,
    class: asked,
    key,
    status: verdict.status,
    detail: verdict.detail,
    when,
    path: product.path,
    line: product.line,
  };
}

/** One read against one return. Exceptions are the ones that Python raises. */
function judge(read: Read, product: Product): Verdict {
  const { shape, keys, methods, open } = product;
  const missing = (exception: string): Verdict => {
    if (!read.required) return { status: "defaulted", detail: read.default ?? "None" };
    return open ? { status: "unknown", detail: "" } : { status: "breach", detail: exception };
  };
  if (shape === "unknown") return { status: "unknown", detail: product.type };
  if (shape === "keys") {
    if (read.kind === "key") return keys.includes(read.key) ? conforms : missing("KeyError");
    if (read.kind === "method") return MAPPING_METHODS.has(read.key) ? conforms : missing("AttributeError");
    if (read.kind === "attribute") return missing("AttributeError");
    return { status: "unknown", detail: "" };
  }
  if (shape === "object") {
    if (read.kind === "attribute" || read.kind === "method")
      return keys.includes(read.key) || methods.includes(read.key) ? conforms : missing("AttributeError");
    if (read.kind === "key" || read.kind === "index")
      return methods.includes("__getitem__") || open
        ? { status: "unknown", detail: "" }
        : { status: "unknown", detail: product.type };
    return { status: "unknown", detail: "" };
  }
  if (shape === "items") {
    if (read.kind === "index")
      return keys.includes(read.key)
        ? conforms
        : /^\[\d+\]$/.test(read.key)
          ? missing("ValueError")
          : { status: "unknown", detail: "" };
    if (read.kind === "key") return { status: "breach", detail: "TypeError" };
    return missing("AttributeError");
  }
  if (
    shape === "value" &&
    (read.kind === "key" || read.kind === "index") &&
    (product.type === "int" || product.type === "float" || product.type === "bool")
  ) {
    return { status: "breach", detail: read.required ? "TypeError" : "AttributeError" };
  }
  return { status: "unknown", detail: product.type };
}

const conforms: Verdict = { status: "conforms", detail: "" };
const MAPPING_METHODS = new Set([
  "get",
  "keys",
  "values",
  "items",
  "pop",
  "update",
  "copy",
  "setdefault",
  "popitem",
  "clear",
]);
