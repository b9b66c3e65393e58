// Turns an address into the text of a new note and the name of its file, and addresses into entries of a ledger. It writes
// nothing.

import { printAddress } from "../address.ts";
import type { Subject } from "./note.ts";
import { slugOf } from "./slug.ts";

export interface Draft {
  /** A name without folders, `core.Engine.run.recv.0.md`. */
  readonly file: string;
  readonly text: string;
}

export function draftOf(subject: Subject, category: string | null, status: string): Draft {
  const fields = [
    `attached_to: ${scalar(printAddress(subject))}`,
    `category:${category === null ? "" : ` ${scalar(category)}`}`,
    `status: ${scalar(status)}`,
    "relies: []",
  ];
  return {
    file: `${slugOf(subject)}.md`,
    text: `---\n${fields.join("\n")}\n---\n\nSay what holds here, why, and what breaks if it changes.\n`,
  };
}

/** One entry of a ledger; `about` is a comment that shows what is meant, on one line. */
export function ledgerEntry(subject: Subject, category: string | null, about: string): string {
  const comment = about
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, " ")
    .slice(0, 120)
    .trim();
  const lines = [
    `- attached_to: ${scalar(printAddress(subject))}`,
    `  category:${category === null ? "" : ` ${scalar(category)}`}`,
  ];
  return `${comment === "" ? "" : `# ${comment}\n`}${lines.join("\n")}\n`;
}

/** Plain where YAML takes it for a text and for nothing else; else in quotes. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z][!-~]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain && !/:$|,$/.test(text) ? text : JSON.stringify(text);
}
