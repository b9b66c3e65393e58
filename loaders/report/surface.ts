// Turns a surface into the JSON that other programs read, and into tables for people.

import { siteAddress } from "../address.ts";
import { groupBy } from "../group.ts";
import type { Oid, Surface } from "../model.ts";
import { PLAIN, type Style, table } from "./text.ts";

/** `binnacle surface --json`: stable, `"schema": 1`; fields are added, never changed in meaning. */
export function surfaceJson(repository: string, commit: Oid, surface: Surface): unknown {
  return {
    schema: 1,
    repository,
    commit,
    sites: surface.sites.map((site) => ({
      address: siteAddress(site),
      path: site.path,
      line: site.line,
      endLine: site.endLine,
      name: site.name,
      expression: site.expression,
      class: site.class,
      function: site.function,
      callee: site.callee,
      layer: site.layer,
      wait: site.wait,
      timeout: site.timeout,
      timeoutText: site.timeoutText,
      aggregating: site.aggregating,
      use: site.use,
      arity: site.arity,
      asserted: site.asserted,
      conditions: site.conditions,
    })),
    names: namesOf(surface),
    answerers: surface.answerers,
    reads: surface.reads,
    products: surface.products,
    conformance: surface.conformance,
    nested: surface.nested,
    inProcess: surface.inProcess,
    meetings: surface.meetings,
    dropped: surface.dropped,
  };
}

/** Names by layer and name, with who answers and whether somebody waits. */
export function namesOf(surface: Surface) {
  const named = surface.sites.filter((site) => site.name !== null);
  return [...groupBy(named, (site) => `${site.layer}\n${site.name}`)].map(([key, sites]) => {
    const [layer, name] = key.split("\n") as [string, string];
    const answered = surface.answerers.filter((each) => each.layer === layer && each.of === name);
    const waits = new Set(sites.map((site) => site.wait !== false));
    return {
      name,
      layer,
      waited: waits.size === 2 ? "mixed" : waits.has(true) ? "yes" : "no",
      sites: sites.length,
      answeredBy: [...new Set(answered.map((each) => each.class))],
      definedIn: [...new Set(answered.map((each) => each.definedIn))],
    };
  });
}

/** Names, then sites, then what is in trouble, as a person reads them. */
export function surfaceText(surface: Surface, style: Style = PLAIN): string {
  const names = namesOf(surface).toSorted((a, b) =>
    a.layer === b.layer ? (a.name < b.name ? -1 : 1) : a.layer < b.layer ? -1 : 1,
  );
  const parts = [
    style.bold(`${names.length} names, ${surface.sites.length} sites`),
    table(
      ["layer", "name", "waits", "sites", "answered by"],
      names.map((each) => [each.layer, each.name, each.waited, each.sites, each.answeredBy.join(", ") || "nobody"]),
      style,
    ),
    table(
      ["site", "name", "in", "waits", "reply"],
      surface.sites.map((site) => [
        `${site.path}:${site.line}`,
        site.name ?? `${site.expression} (not a literal)`,
        site.function,
        site.wait === null ? "?" : site.wait ? (site.timeout === null ? "yes" : `${site.timeout} s`) : "no",
        site.use === "unpacked" ? `unpacked ${site.arity}` : site.use,
      ]),
      style,
    ),
  ];
  const trouble = surface.conformance.filter(
    (each) => each.status === "breach" || each.status === "defaulted" || each.status === "unread",
  );
  if (trouble.length > 0) {
    parts.push(
      table(
        ["reply of", "class", "member", "is", "detail", "when", "at"],
        trouble.map((each) => [
          each.of,
          each.class,
          each.key,
          each.status,
          each.detail,
          each.when.join(" and "),
          `${each.path}:${each.line}`,
        ]),
        style,
      ),
    );
  }
  if (surface.dropped.length > 0) {
    parts.push(
      table(
        ["not seen", "at", "what"],
        surface.dropped.map((each) => [each.reason, `${each.path}:${each.line}`, each.text]),
        style,
      ),
    );
  }
  return parts.join("\n\n");
}
