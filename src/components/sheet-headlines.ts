// Makes the sentences over a hand-off sheet and over the list of sheets, by rule from what they hold.

import type { HandoffExtract, HandoffIndex } from "../../loaders/report/handoff/sheet.ts";
import { type Phrase, plain } from "./dom.js";
import { shortest } from "./headlines.js";
import { count, counted, measured, sentence } from "./words.js";

const LONGEST = 75;

/** A sheet's title: what a replacement owes, else how much is known of it. */
export function sheetTitle(sheet: HandoffExtract): Phrase {
  const facts = sheet.sections.flatMap((section) => section.facts);
  const of = (kind: string) => facts.filter(({ id }) => new RegExp(`(?:^|/)${kind}:`).test(id));
  const name = { code: sheet.of };
  if (sheet.kind === "class") {
    const names = of("name").length;
    const waited = of("site").filter(({ says }) => !/ does not wait /.test(says)).length;
    return fitting([
      [name, ` answers ${counted(names, "name")}, and ${counted(waited, "caller")} ${waited === 1 ? "waits" : "wait"}`],
      [name, ` answers ${counted(names, "name")}`],
      [`A class that answers ${counted(names, "name")}`],
    ]);
  }
  const sites = of("site").length;
  const members = new Set(of("read").map(({ says }) => says.split(":")[0])).size;
  const callers = `${sites === 0 ? "no caller" : `its ${counted(sites, "caller").replace(/^one /, "")}`}`;
  return fitting([
    members > 0 ? ["A replacement of ", name, ` owes ${callers} ${counted(members, "member")}`] : null,
    members > 0 ? [`A replacement owes ${callers} ${counted(members, "member")}`] : null,
    sites > 0
      ? ["Nothing is read off ", name, `, which ${counted(sites, "site")} ${sites === 1 ? "sends" : "send"}`]
      : null,
    sites > 0
      ? [`Nothing is read off a reply that ${counted(sites, "site")} ${sites === 1 ? "asks" : "ask"} for`]
      : null,
    [name, " is sent by no site now"],
    ["This name is sent by no site now"],
  ]);
}

/** The first phrase that is short enough for a title, or the last. */
function fitting(candidates: readonly (Phrase | null)[]): Phrase {
  const there = candidates.filter((phrase): phrase is Phrase => phrase !== null);
  return there.find((phrase) => plain(phrase).length <= LONGEST) ?? there.at(-1) ?? [];
}

/** The list's title: what the design says that is not so, else how many sheets there are. */
export function handoffTitle({ sheets }: HandoffIndex): string {
  const names = sheets.filter(({ kind }) => kind === "name").length;
  const classes = sheets.length - names;
  const off = sheets.filter(({ off }) => off > 0).length;
  const both = `${sentence(count(names))} ${names === 1 ? "name" : "names"} and ${counted(classes, "class", "classes")}`;
  return shortest([
    sheets.length === 0 ? "There is nothing to hand over" : null,
    off > 0 ? `${both} can be handed over, ${count(off)} with documents that are wrong` : null,
    `${both} can be handed over`,
    measured(sheets.length, "sheet"),
  ]);
}
