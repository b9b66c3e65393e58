// Turns the files of a folder into notes: one of a Markdown file with front matter, many of a ledger in YAML. Whatever
// cannot be read is told with its place and hides no other note; nothing is judged here.

import { parseAddress } from "../address.ts";
import type { Snapshot } from "../citation.ts";
import { Reader } from "../configuration.ts";
import { BinnacleError } from "../error.ts";
import type { NotesConfiguration } from "./configuration.ts";
import { type Sheet, several, sheetsIn, words, wrongWith } from "./fields.ts";
import { frontMatterOf, titleOf } from "./front-matter.ts";
import type { Attached, BrokenNote, Note, Notes, Subject } from "./note.ts";
import { slugOf } from "./slug.ts";

const MOST_NOTES = 5_000;
/** Bytes of a note, and of a ledger. */
const LARGEST_NOTE = 64 * 2 ** 10;
const LARGEST_LEDGER = 256 * 2 ** 10;
const LONGEST_TEXT = 60_000;
/** Characters of an address. */
const LONGEST_ADDRESS = 2_000;
const MOST_ADDRESSES = 100;

const FIELDS = ["attached_to", "category", "status", "relies", "since", "reviewed", "title"] as const;

/** Reads all notes of a snapshot. Throws what reading its files throws. */
export async function readNotes(snapshot: Snapshot, configuration: NotesConfiguration): Promise<Notes> {
  const { notes: folder, statuses } = configuration;
  const largest = (path: string) => (path.endsWith(".md") ? LARGEST_NOTE : LARGEST_LEDGER);
  const reading = new Reading(statuses);
  for (const sheet of await sheetsIn(snapshot, folder, /\.(?:md|ya?ml)$/, largest)) reading.take(sheet);
  return reading.notes();
}

class Reading {
  readonly #statuses: readonly string[];
  readonly #notes: Note[] = [];
  readonly #broken: BrokenNote[] = [];
  readonly #names = new Map<string, number>();
  #left = 0;
  #firstLeft: Pick<BrokenNote, "doc" | "line"> | null = null;

  constructor(statuses: readonly string[]) {
    this.#statuses = statuses;
  }

  take(sheet: Sheet): void {
    const { path, name, text, wrong } = sheet;
    if (text === null) this.#wrong(name, path, 1, `${path}: ${wrong}`);
    else if (path.endsWith(".md")) this.#takeNote(path, name, text);
    else this.#takeLedger(path, name, text);
  }

  notes(): Notes {
    if (this.#firstLeft !== null)
      this.#broken.push({
        name: "notes",
        ...this.#firstLeft,
        says: `${this.#left} more are not read: at most ${MOST_NOTES} notes are. Settle some, and remove them`,
      });
    return { notes: this.#notes, broken: this.#broken };
  }

  #takeNote(path: string, name: string, text: string): void {
    const parted = frontMatterOf(text);
    if (parted === null) {
      this.#wrong(
        name,
        path,
        1,
        `${path}:1: there is no front matter; expected "---", "attached_to:" with an address, "---"`,
      );
      return;
    }
    const endLine = text.replace(/\n$/, "").split("\n").length;
    this.#try(name, path, 1, () => {
      const reader = Reader.parse(parted.yaml, path);
      reader.only(FIELDS);
      this.#add({ ...this.#fields(reader, path), name, line: 1, endLine, ...bodyOf(reader, parted.body) });
    });
  }

  #takeLedger(path: string, name: string, text: string): void {
    this.#try(name, path, 1, () => {
      const reader = Reader.parse(text, path);
      const list = Array.isArray(reader.value) ? reader : reader.get("notes");
      if (!Array.isArray(reader.value)) reader.only(["notes"]);
      const entries = list.list((entry) => entry);
      const all = text.split("\n");
      for (const [at, entry] of entries.entries()) {
        const { line } = entry.place;
        const behind = entries[at + 1]?.place.line ?? all.length + 1;
        let endLine = behind - 1;
        // Blanks and comments before the next entry belong to that one.
        while (endLine > line && /^\s*(?:#.*)?$/.test(all[endLine - 1] ?? "")) endLine--;
        this.#try(`${name}/${at + 1}`, path, line, () => {
          entry.only([...FIELDS, "name", "text"]);
          const fields = this.#fields(entry, path);
          const body = entry.get("text").optional((each) => each.text(LONGEST_TEXT)) ?? "";
          const subject = fields.attachedTo.find((each) => each.subject !== null)?.subject;
          const own = words(entry.get("name")) ?? (subject ? slugOf(subject) : String(at + 1));
          this.#add({ ...fields, name: `${name}/${own}`, line, endLine, ...bodyOf(entry, body.trim()) });
        });
      }
    });
  }

  #fields(reader: Reader, doc: string): Omit<Note, "name" | "line" | "endLine" | "title" | "text"> {
    const attached = reader.get("attached_to");
    if (!attached.isGiven) attached.fail("an address, or a list of them: what the note is attached to");
    const attachedTo = attached.oneOrMore(readAttached);
    if (attachedTo.length > MOST_ADDRESSES) attached.fail(`at most ${MOST_ADDRESSES} addresses`);
    return {
      doc,
      attachedTo,
      category: words(reader.get("category"), 60),
      status: reader.get("status").optional((each) => each.one(this.#statuses)) ?? this.#statuses[0]!,
      relies: several(reader.get("relies"), (each) => each.text(200)),
      since: words(reader.get("since")),
      reviewed: words(reader.get("reviewed")),
    };
  }

  #add(note: Note): void {
    if (this.#notes.length >= MOST_NOTES) {
      this.#left++;
      this.#firstLeft ??= { doc: note.doc, line: note.line };
      return;
    }
    const count = (this.#names.get(note.name) ?? 0) + 1;
    this.#names.set(note.name, count);
    this.#notes.push(count === 1 ? note : { ...note, name: `${note.name}~${count}` });
  }

  #try(name: string, doc: string, line: number, read: () => void): void {
    try {
      read();
    } catch (thrown) {
      const says = wrongWith(thrown);
      const own = thrown instanceof BinnacleError ? Number(/:(\d+): /.exec(says)?.[1]) : Number.NaN;
      this.#wrong(name, doc, Number.isFinite(own) ? own : line, says);
    }
  }

  #wrong(name: string, doc: string, line: number, says: string): void {
    this.#broken.push({ name, doc, line, says });
  }
}

function bodyOf(reader: Reader, text: string): Pick<Note, "title" | "text"> {
  return { title: words(reader.get("title")) ?? titleOf(text), text };
}

function readAttached(reader: Reader): Attached {
  const text = reader.text(LONGEST_ADDRESS).trim();
  return { text, subject: subjectOf(text), line: reader.place.line };
}

const NOUNS: ReadonlySet<string> = new Set(["site", "name", "key", "symbol", "commit"]);

/** Null of what is no address of anything that a note can be attached to. */
export function subjectOf(text: string): Subject | null {
  try {
    const address = parseAddress(text);
    return NOUNS.has(address.noun) ? (address as Subject) : null;
  } catch (thrown) {
    if (thrown instanceof BinnacleError) return null;
    throw thrown;
  }
}
