// Prints the one address of each noun and parses it back: parse(print(x)) = x. Addresses are what commands, URLs and
// notes use; nothing here looks anything up.

import { BinnacleError } from "./error.ts";
import type { Site } from "./model.ts";

/** What identifies a site inside one commit. */
export type SiteKey = Pick<Site, "path" | "function" | "callee" | "name" | "expression" | "ordinal">;

export type Address =
  | {
      readonly noun: "site";
      readonly path: string;
      readonly function: string;
      readonly callee: string;
      readonly name: string;
      readonly ordinal: number;
    }
  | { readonly noun: "name"; readonly name: string }
  | { readonly noun: "key"; readonly name: string; readonly key: string }
  | { readonly noun: "doc"; readonly path: string; readonly line: number }
  /** A definition: `name` is dotted, `Class.fn`. */
  | { readonly noun: "symbol"; readonly path: string; readonly name: string }
  /** Lower-case hex, 7 to 64 characters: an id, or the beginning of one. */
  | { readonly noun: "commit"; readonly oid: string }
  /** What has a name of its own; a note's may hold `/`. */
  | { readonly noun: "claim" | "note" | "measurement"; readonly name: string };

/** Characters that would end a part are percent-escaped as their UTF-8 bytes, and the percent sign. */
function part(text: string): string {
  return escaped(text, /[%#!()[\]\s:]/gu);
}

function escaped(text: string, which: RegExp): string {
  return text.replace(which, (character) => Buffer.from(character).toString("hex").replace(/../g, "%$&"));
}

function plain(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/g, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString());
}

/**
 * `site:pkg/core.py#Class.fn!call_func(forward)[1]`. A name that is no literal stands as its expression. Without a name,
 * `site:pkg/core.py#Class.fn!recv()[0]`, it is any call of that callee, and the ordinal counts all of them there.
 */
export function siteAddress(site: SiteKey): string {
  return `site:${part(site.path)}#${part(site.function)}!${part(site.callee)}(${part(site.name ?? site.expression)})[${site.ordinal}]`;
}

export function printAddress(address: Address): string {
  switch (address.noun) {
    case "site":
      return siteAddress({ ...address, expression: address.name });
    case "name":
      return `name:${part(address.name)}`;
    case "key":
      return `key:${part(address.name)}.${escaped(part(address.key), /\./g)}`;
    case "doc":
      return `doc:${part(address.path)}:${address.line}`;
    case "symbol":
      return `symbol:${part(address.path)}#${part(address.name)}`;
    case "commit":
      return `commit:${address.oid}`;
    default:
      return `${address.noun}:${part(address.name)}`;
  }
}

/** Reads an address. Throws "bad-usage" with what was expected. A key's name ends at its last dot. */
export function parseAddress(text: string): Address {
  const site = /^site:([^#]+)#([^!]+)!([^(]+)\(([^)]*)\)\[(\d+)\]$/.exec(text);
  if (site) {
    const [, path, fn, callee, name, ordinal] = site as unknown as [string, string, string, string, string, string];
    return {
      noun: "site",
      path: plain(path),
      function: plain(fn),
      callee: plain(callee),
      name: plain(name),
      ordinal: Number(ordinal),
    };
  }
  const name = /^name:(\S*)$/.exec(text);
  if (name) return { noun: "name", name: plain(name[1] as string) };
  const key = /^key:(\S*)\.([^.\s]*)$/.exec(text);
  if (key) return { noun: "key", name: plain(key[1] as string), key: plain(key[2] as string) };
  const doc = /^doc:([^\s]+):(\d+)$/.exec(text);
  if (doc) return { noun: "doc", path: plain(doc[1] as string), line: Number(doc[2]) };
  const symbol = /^symbol:([^#\s]+)#([^#\s]+)$/.exec(text);
  if (symbol) return { noun: "symbol", path: plain(symbol[1] as string), name: plain(symbol[2] as string) };
  const commit = /^commit:([0-9a-f]{7,64})$/.exec(text);
  if (commit) return { noun: "commit", oid: commit[1] as string };
  const named = /^(claim|note|measurement):(\S+)$/.exec(text);
  if (named) return { noun: named[1] as "claim", name: plain(named[2] as string) };
  throw new BinnacleError(
    "bad-usage",
    `"${text}" is no address; expected site:PATH#FUNCTION!CALLEE(NAME)[N], name:NAME, key:NAME.KEY, symbol:PATH#NAME, commit:ID, doc:PATH:LINE, claim:NAME, note:NAME or measurement:NAME.`,
  );
}
