// Makes the sheet of a name, of a class, or of what one class still owes beside another. It puts sections together and
// derives nothing.

import { BinnacleError } from "../../error.ts";
import { didYouMean } from "../../near.ts";
import type { Database } from "../../store/database.ts";
import { at } from "../../store/spans.ts";
import { type Book, inWords, isOf, joined } from "../book.ts";
import { contractOf } from "../extract-contracts.ts";
import type { Named } from "../slugs.ts";
import { code, contractSections } from "./contract-sections.ts";
import { docsSection } from "./docs-section.ts";
import type { Fact, Section, Sheet } from "./sheet.ts";

/** `owing`: the class that is to take the place of `word`. Throws "bad-usage" for what is neither a name nor a class. */
export async function sheetFor(book: Book, database: Database, word: string, owing: string | null): Promise<Sheet> {
  const named = [...book.named, ...book.carried].filter((each) => each.name === word);
  if (named.length > 0 && owing === null) return sheetOfName(book, database, word, named);
  const classes = [...new Set(at(book.answerers, null).map((span) => String(span.class)))];
  if (classes.includes(word)) return owing === null ? sheetOfClass(book, database, word) : sheetOwed(book, word, owing);
  const known = [...new Set([...book.named.map(({ name }) => name), ...classes])];
  throw new BinnacleError(
    "bad-usage",
    owing !== null && named.length > 0
      ? `"${word}" is a name; --for compares classes. Write the class that is replaced: binnacle handoff ${classes[0] ?? "CLASS"} --for ${owing}`
      : `"${word}" is no name that is sent and no class that answers.${didYouMean(word, known)} "binnacle surface" lists them.`,
  );
}

async function sheetOfName(book: Book, database: Database, word: string, named: readonly Named[]): Promise<Sheet> {
  const sections = named.flatMap((each) => {
    const own = contractSections(book, each);
    return named.length === 1 ? own : own.map((section) => ({ ...section, title: `${section.title} (${each.layer})` }));
  });
  const docs = await docsSection(database, placesOf(sections), [word]);
  return sheet(book, word, saysOfName(book, named), [...sections, ...docs]);
}

function saysOfName(book: Book, named: readonly Named[]): string {
  return named
    .map((each) => {
      const { sites, members, answerers } = contractOf(book, each);
      const read = members.filter((member) => member.read.some(({ last }) => last === null)).length;
      return `${code(each.name)} is sent from ${inWords(sites.length)} ${sites.length === 1 ? "site" : "sites"} and answered by ${inWords(answerers.length)} ${answerers.length === 1 ? "class" : "classes"}; ${read === 0 ? "nothing is read off its reply" : `${inWords(read)} ${read === 1 ? "member is" : "members are"} read off its reply`}`;
    })
    .join("; ");
}

async function sheetOfClass(book: Book, database: Database, owner: string): Promise<Sheet> {
  const answered = answeredBy(book, owner);
  const sections = answered.flatMap((named) =>
    contractSections(book, named)
      .filter(({ title }) => title !== "What could not be seen")
      .map((section) => ({
        ...section,
        title: `${named.name}: ${section.title[0]!.toLowerCase()}${section.title.slice(1)}`,
        facts: section.facts
          .filter(({ id }) =>
            !id.startsWith("answerer:") && !id.startsWith("returns:") ? true : id.split(":")[1] === owner,
          )
          .map((fact) => ({ ...fact, id: `${named.layer}.${named.name}/${fact.id}` })),
      }))
      .filter(({ facts }) => facts.length > 0),
  );
  const overview: Section = {
    title: "The names it answers",
    intro: null,
    facts: answered.map((named) => nameFact(book, named)),
  };
  const docs = await docsSection(database, placesOf(sections), [owner]);
  return sheet(
    book,
    owner,
    `${code(owner)} answers ${inWords(answered.length)} ${answered.length === 1 ? "name" : "names"}`,
    [overview, ...sections, ...docs],
  );
}

/** What a class owes that is to replace another: names it does not answer, and members it does not send. */
function sheetOwed(book: Book, replaced: string, owing: string): Sheet {
  const wanted = answeredBy(book, replaced);
  const has = new Set(answeredBy(book, owing).map(({ layer, name }) => `${layer} ${name}`));
  const missing = wanted.filter(({ layer, name }) => !has.has(`${layer} ${name}`));
  const owed = missing.map((named): Fact => {
    const { sites } = contractOf(book, named);
    const waiting = sites.filter(({ wait }) => wait !== false).length;
    return {
      ...nameFact(book, named),
      id: `owed:${named.layer}.${named.name}`,
      says: `${nameFact(book, named).says}: ${waiting === 0 ? "nobody waits, and the work it stands for is not done" : "a caller waits for it"}`,
    };
  });
  const unfit = at(book.conformance, null)
    .filter((span) => span.class === owing && (span.status === "breach" || span.status === "defaulted"))
    .map(
      (span): Fact => ({
        id: `${span.status}:${span.name}:${span.key}`,
        says: `${code(`${span.name}.${span.key}`)} is read and not sent: ${span.status === "breach" ? `the reader raises ${code(String(span.detail))}` : `the reader goes on with ${code(String(span.detail))}`}`,
        spot: { path: String(span.path), line: Number(span.line), endLine: Number(span.line), oid: null },
        since: span.born,
        strength: "fixed",
      }),
    );
  const sections = missing.flatMap((named) =>
    contractSections(book, named)
      .filter(({ title }) => /^(?:Who calls|What is read|Nested|What travels|What happens)/.test(title))
      .map((section) => ({
        ...section,
        title: `${named.name}: ${section.title[0]!.toLowerCase()}${section.title.slice(1)}`,
        facts: section.facts.map((fact) => ({ ...fact, id: `${named.layer}.${named.name}/${fact.id}` })),
      })),
  );
  return sheet(
    book,
    owing,
    `beside ${code(replaced)}, ${code(owing)} owes ${inWords(missing.length)} of ${inWords(wanted.length)} ${wanted.length === 1 ? "name" : "names"}`,
    [
      { title: "Names it does not answer", intro: null, facts: owed },
      { title: "Members it does not send", intro: null, facts: unfit },
      ...sections,
    ],
  );
}

function answeredBy(book: Book, owner: string): readonly Named[] {
  const spans = at(book.answerers, null).filter((span) => span.class === owner);
  return book.named.filter(
    (named) => spans.some((span) => isOf(span, named)) && at(book.names, null).some((span) => isOf(span, named)),
  );
}

function nameFact(book: Book, named: Named): Fact {
  const { sites, members } = contractOf(book, named);
  const read = members.filter((member) => member.read.some(({ last }) => last === null)).map(({ key }) => code(key));
  const span = at(book.names, null).find((each) => isOf(each, named));
  return {
    id: `name:${named.layer}.${named.name}`,
    says: `${code(named.name)}, from ${inWords(sites.length)} ${sites.length === 1 ? "site" : "sites"}${read.length === 0 ? "" : `; read: ${joined(read)}`}`,
    spot: sites[0]?.spot ?? null,
    since: (span?.born as number | undefined) ?? null,
    strength: null,
  };
}

function placesOf(sections: readonly Section[]) {
  return sections.flatMap(({ facts }) => facts.flatMap(({ spot }) => (spot === null ? [] : [spot])));
}

function sheet(book: Book, of: string, says: string, sections: readonly Section[]): Sheet {
  const { meta, commits } = book;
  return {
    of,
    says,
    head: { oid: meta.head, day: commits.at(-1)?.day ?? "" },
    forge: meta.forge,
    commits: new Map(commits.map(({ position, oid, pr, day }) => [position, { oid, pr, day }])),
    sections: sections.filter(({ facts }) => facts.length > 0),
  };
}
