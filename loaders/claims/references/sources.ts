// Turns a tree into the documents in it with their references. What is left out is counted with its reason; whether what
// is named exists is judged elsewhere.

import type { AuditConfiguration } from "../../audit/configuration.ts";
import { type Document, isData } from "../../audit/documents.ts";
import { isText, LARGEST_DOCUMENT, type Library } from "../../audit/library.ts";
import { Tally } from "../../audit/tally.ts";
import type { Citation, Passage, Prose, Snapshot } from "../../citation.ts";
import { isRead, type Reference, referencesOf } from "../../facts/references.ts";
import { proseOf } from "../../syntax/prose.ts";
import { sentenceAround } from "../../syntax/sentences.ts";
import type { Mention, Source } from "./mention.ts";
import { isRecordByName, timeOf, timeUnder } from "./times.ts";

export interface Sources {
  readonly sources: readonly Source[];
  readonly skipped: Tally;
}

/** A text whose kind nothing says is read as prose where its name is one of prose. */
const PLAIN = /\.(?:txt|text|adoc|asciidoc|org|tex)$|(?:^|\/)[^./]+$/i;

/** `beside`: documents that are no files of the tree. */
export async function sourcesOf(
  snapshot: Snapshot,
  library: Library,
  configuration: AuditConfiguration,
  wanted: (path: string) => boolean,
  beside: readonly Document[],
): Promise<Sources> {
  const sources: Source[] = [];
  const skipped = new Tally();
  const isRecord = (path: string) => configuration.isRecord(path) || isRecordByName(path);
  for (const [path, oid] of snapshot.files) {
    if (!configuration.wanted(path) || !wanted(path)) continue;
    if (isData(path)) {
      skipped.out("data, not prose", path);
      continue;
    }
    const read = await readOf(library, path, oid);
    if (typeof read === "string") skipped.out(read, path);
    else if (read.prose.read === "text" && !PLAIN.test(path)) skipped.out("no prose that is known", path);
    else keep({ path, oid, from: "tree" }, read, isRecord(path) || read.prose.dated !== null);
  }
  for (const { path, oid, from, read, birth } of beside)
    keep({ path, oid, from }, read, from === "message" || isRecordByName(path), birth ?? null);
  return { sources, skipped };

  function keep(own: Pick<Source, "path" | "oid" | "from">, read: Read, record: boolean, birth: number | null = null) {
    const references = referencesOf(read.prose, read.citations);
    const unread = read.prose.passages.filter((passage) => passage.text.includes("`") && !isRead(passage));
    for (const { line, kind } of unread)
      skipped.out(kind === "example" ? "in an example" : "in a string", `${own.path}:${line}`);
    if (references.length === 0) return;
    const mentions: Mention[] = [];
    const texts = () => read.prose.passages.flatMap((passage) => [passage.text, ...passage.headings]);
    const source: Source = { ...own, record, mentions, texts };
    const ignores = new Map(read.prose.ignores.map(({ of, reason }) => [of, reason]));
    for (const reference of references) mentions.push(mentionOf(source, reference, read.prose, ignores, birth));
    sources.push(source);
  }
}

interface Read {
  readonly prose: Prose;
  readonly citations: readonly Citation[];
}

async function readOf(library: Library, path: string, oid: string): Promise<Read | string> {
  const known = await library.document(path, oid);
  if (known === "large") return `larger than ${LARGEST_DOCUMENT / 2 ** 20} MB`;
  if (known === "binary") return "binary";
  if (known !== null) return known;
  const bytes = await library.bytes(oid);
  if (!isText(bytes)) return "binary";
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return { prose: proseOf(path, text), citations: [] };
}

/** Characters on each side of a reference that its sentence can have. */
const REACH = 400;

function mentionOf(
  source: Source,
  reference: Reference,
  { passages }: Prose,
  ignores: ReadonlyMap<number, string>,
  birth: number | null,
): Mention {
  const passage = passages[reference.passage]!;
  // The cells of a row belong together.
  const whole = passage.kind === "row" && passage.text.length < REACH * 2;
  const { from, to } = whole ? { from: 0, to: passage.text.length } : sentenceAround(passage.text, reference, REACH);
  const sentence = passage.text.slice(from, to).replace(/\s+/g, " ").trim();
  const time = timeOf(passage.text.slice(from, to), reference.from - from, reference.to - from);
  const speaks = time === "now" ? timeUnder(headOf(passage)) : time;
  const ignored = ignores.get(reference.line);
  const possessor = POSSESSOR.exec(passage.text.slice(Math.max(0, reference.from - 48), reference.from))?.[1] ?? null;
  return { source, reference, sentence, speaks, possessor, ignored: ignored ?? null, birth };
}

const POSSESSOR = /(?:^|[\s(`*_"])([A-Za-z][\w.-]{1,30})`{0,2}['’]s?\s[`*_"]{0,3}$/;

/** What stands over a passage: "Removed" as a heading speaks for all below it. */
function headOf({ headings, columns }: Passage): string {
  return [...headings.slice(-2), ...columns].join(" ");
}
