// Makes the sentences that stand over a contract's page and its figures, by rule: the worst that is true now, else how it
// is sent and what is read. It never says why something is so.

import type { Contract } from "../../loaders/report/pages.ts";
import type { Phrase } from "./dom.js";
import { count, counted, measured, sentence } from "./words.js";

/** A contract's title: the worst of breach, parking and silence, else how it is sent and what is read. */
export function contractTitle(contract: Contract): Phrase {
  const name = { code: contract.name };
  const breach = contract.members.flatMap((m) =>
    m.trouble.filter((t) => t.last === null && t.status === "breach").map((t) => ({ m, t })),
  )[0];
  const n = contract.sites.length;
  const places = counted(n, "site");
  if (!contract.alive) return [name, " is no longer sent"];
  if (breach) return [name, ": ", { code: breach.t.class }, " sends no ", { code: breach.m.key }, ", which is read"];
  if (contract.state === "parks") return [name, ` is waited on at ${places}, and nobody answers`];
  if (contract.state === "raises" || contract.state === "skipped")
    return [name, ` is sent from ${places}, and nobody answers`];
  const waited = contract.sites.filter((s) => s.wait === true).length;
  const sent =
    waited === n
      ? ` is waited on at ${places}`
      : waited === 0
        ? ` is sent from ${places}, and nobody waits`
        : ` is sent from ${places}, and ${count(waited)} of them wait`;
  const read = readNow(contract);
  const joined = waited === 0 ? "; " : ", and ";
  if (read === 0) return [name, sent, waited === 0 ? "" : `${joined}nothing is read off its reply`];
  return [name, sent, `${joined}${counted(read, "thing")} ${read === 1 ? "is" : "are"} read off its reply`];
}

/** Members that some caller reads at the head. */
export function readNow(contract: Contract): number {
  return contract.members.filter((m) => m.read.some((r) => r.last === null)).length;
}

/** A contract's deck: who answers, and what a replacement owes. */
export function contractDeck(contract: Contract): Phrase {
  const classes = [...new Set(contract.answerers.map((a) => a.class))];
  const out: (string | { code: string })[] = [];
  if (classes.length === 0) out.push(contract.alive ? "Nobody answers it. " : "");
  else if (classes.length <= 3) {
    classes.forEach((c, i) => {
      if (i > 0) out.push(i === classes.length - 1 ? " and " : ", ");
      out.push({ code: c });
    });
    out.push(classes.length === 1 ? " answers it. " : " answer it. ");
  } else out.push(`${sentence(count(classes.length))} classes answer it. `);
  const read = readNow(contract);
  if (read > 0 && contract.alive) out.push(`A replacement owes its callers ${counted(read, "member")}. `);
  const unread = contract.members.filter(
    (m) => m.produced.some((p) => p.last === null) && ![...m.read, ...m.untold].some((x) => x.last === null),
  );
  const first = unread[0];
  if (first && unread.length === 1) out.push("One more, ", { code: first.key }, ", is produced and nobody reads it.");
  else if (unread.length > 1) out.push(`${sentence(count(unread.length))} more are produced and nobody reads them.`);
  return out;
}

/** Of produced and read: the member without a reader for longest, else how many. */
export function membersTitle(
  gaps: readonly { readonly key: string; readonly days: number; readonly open: boolean; readonly never: boolean }[],
): Phrase {
  const returned = gaps.filter((g) => !g.open && !g.never).sort((a, b) => b.days - a.days)[0];
  const opened = gaps.filter((g) => g.open).sort((a, b) => b.days - a.days)[0];
  const start = "What is produced and what is read";
  if (returned) return [`${start}: `, { code: returned.key }, ` lost its reader for ${measured(returned.days, "day")}`];
  if (opened) return [`${start}: nobody reads `, { code: opened.key }];
  return [start];
}

/** "Four sites send it, and three of them wait". */
export function sitesTitle(contract: Contract): string {
  const n = contract.sites.length;
  if (n === 0) return "No site sends it now";
  return `Who sends it, and what ${n === 1 ? "its site fixes" : `each of ${counted(n, "site")} fixes`}`;
}

/** "Who answers: three classes, one shape": classes whose returns are alike share a shape. */
export function answerersTitle(contract: Contract): string {
  const shapes = new Map<string, string[]>();
  for (const a of contract.answerers) {
    const returns = a.returns.map((r) => (r.shape === "keys" ? [...r.keys].sort().join() : r.type || r.shape));
    shapes.set(a.class, [...(shapes.get(a.class) ?? []), ...returns]);
  }
  const n = shapes.size;
  if (n === 0) return "Nobody answers it";
  const distinct = new Set([...shapes.values()].map((list) => [...new Set(list)].sort().join(" or "))).size;
  return `Who answers: ${counted(n, "class", "classes")}, ${counted(distinct, "shape")}`;
}
