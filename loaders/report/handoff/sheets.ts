// Makes the sheet of a name, of a class, or of what one class still owes beside another. It puts sections together and
// derives nothing.

import { BinnacleError } from "../../error.ts";
import { didYouMean } from "../../near.ts";
import type { Database } from "../../store/database.ts";
import { at } from "../../store/spans.ts";
import { prose } from "../audit/markdown-text.ts";
import { type Book, inWords, isOf, joined } from "../book.ts";
import { contractOf } from "../extract-contracts.ts";
import type { Spot } from "../pages.ts";
import type { Named } from "../slugs.ts";
import { contractSections, UNSEEN } from "./contract-sections.ts";
import { issueSection } from "./issue-section.ts";
import { saidOf } from "./said.ts";
import type { Fact, Section, Sheet } from "./sheet.ts";
import { apart, code, several } from "./words.ts";

/** `owing`: the class that is to take the place of `word`. Throws "bad-usage" for what is neither a name nor a class. */
export async function sheetFor(book: Book, database: Database, word: string, owing: string | null): Promise<Sheet> {
  const made = await sheetOf(book, database, word, owing);
  const issues = await issueSection(database, made.forge, made.of);
  // What could not be seen stands last, in a section for each layer or in one.
  const unseen = made.sections.findIndex(({ title }) => title.startsWith(UNSEEN));
  return { ...made, sections: [...made.sections.slice(0, unseen), issues, ...made.sections.slice(unseen)] };
}

async function sheetOf(book: Book, database: Database, word: string, owing: string | null): Promise<Sheet> {
  const named = namedOf(book, word);
  if (named.length > 0 && owing === null) return sheetOfName(book, database, word, named);
  const classes = classesOf(book);
  if (classes.includes(word))
    return owing === null ? sheetOfClass(book, database, word) : sheetOwed(book, database, word, owing);
  const known = [...new Set([...book.named.map(({ name }) => name), ...classes])];
  throw new BinnacleError(
    "bad-usage",
    owing !== null && named.length > 0
      ? `"${word}" is a name; --for compares classes. Write the class that is replaced: binnacle handoff ${classes[0] ?? "CLASS"} --for ${owing}`
      : `"${word}" is no name that is sent and no class that answers.${didYouMean(word, known)} "binnacle surface" lists them.`,
  );
}

/** What a sheet can be written of: names that are sent or were, by layer and birth, and classes that answer. */
export function sheetWords(book: Book): readonly { readonly of: string; readonly kind: "name" | "class" }[] {
  const names = [...new Set([...book.named, ...book.carried].map(({ name }) => name))];
  const classes = classesOf(book).filter((each) => !names.includes(each));
  return [
    ...names.map((of) => ({ of, kind: "name" as const })),
    ...classes.map((of) => ({ of, kind: "class" as const })),
  ];
}

/** The contracts of a name, one in each layer that sends it. */
export function namedOf(book: Book, word: string): readonly Named[] {
  return [...book.named, ...book.carried].filter((each) => each.name === word);
}

function classesOf(book: Book): readonly string[] {
  return [...new Set(at(book.answerers, null).map((span) => String(span.class)))];
}

async function sheetOfName(book: Book, database: Database, word: string, named: readonly Named[]): Promise<Sheet> {
  const sections = named.flatMap((each) => {
    const own = contractSections(book, each);
    return named.length === 1
      ? own
      : own.map((section) => ({
          ...section,
          title: `${section.title} (${each.layer})`,
          facts: section.facts.map((fact) => ({ ...fact, id: `${each.layer}/${fact.id}` })),
        }));
  });
  const said = await saidOf(database, placesOf(sections), [word]);
  return sheet(book, { of: word, words: [word], kind: "name", says: saysOfName(book, named), sections, said });
}

function saysOfName(book: Book, named: readonly Named[]): string {
  return named
    .map((each) => {
      const { sites, members, answerers, alive } = contractOf(book, each);
      const name = `${code(each.name)}${named.length === 1 ? "" : ` (${prose(each.layer)})`}`;
      if (!alive) return `${name} is no longer sent`;
      const read = members.filter((member) => member.read.some(({ last }) => last === null)).length;
      const classes = new Set(answerers.map((answerer) => answerer.class)).size;
      const sent =
        sites.length === 0
          ? `${name} is carried, and sent by no name`
          : `${name} is sent from ${several(sites.length, inWords(sites.length), "site")}`;
      return `${sent} and answered by ${several(classes, inWords(classes), "class", "classes")}; ${read === 0 ? "nothing is read off its reply" : `${several(read, inWords(read), "member is", "members are")} read off its reply`}`;
    })
    .join("; ");
}

async function sheetOfClass(book: Book, database: Database, owner: string): Promise<Sheet> {
  const answered = answeredBy(book, owner);
  const sections = answered.flatMap((named) =>
    prefixed(
      named,
      contractSections(book, named)
        .map((section) => ({ ...section, facts: section.facts.filter((fact) => isOfClass(fact, owner)) }))
        .filter(({ facts, title }) => facts.length > 0 && title !== UNSEEN),
    ),
  );
  const overview: Section = {
    title: "The names it answers",
    intro: answered.length === 0 ? "No name that is sent now." : null,
    facts: answered.map((named) => nameFact(book, named)),
  };
  const said = await saidOf(database, placesOf(sections), [owner]);
  return sheet(book, {
    of: owner,
    words: [owner],
    kind: "class",
    says: `${code(owner)} answers ${several(answered.length, inWords(answered.length), "name")} that ${answered.length === 1 ? "is" : "are"} sent`,
    sections: [overview, ...sections, unseenOf(book, answered)],
    said,
  });
}

/** Facts about other classes' answers are no part of this class's sheet. */
function isOfClass(fact: Fact, owner: string): boolean {
  return fact.class === null || fact.class === owner;
}

/** What a class owes that is to replace another: names it does not answer, and members it does not send. */
async function sheetOwed(book: Book, database: Database, replaced: string, owing: string): Promise<Sheet> {
  const wanted = answeredBy(book, replaced);
  const has = new Set(answeredBy(book, owing).map(({ layer, name }) => `${layer} ${name}`));
  const missing = wanted.filter(({ layer, name }) => !has.has(`${layer} ${name}`));
  const owed = missing.map((named): Fact => {
    const { sites } = contractOf(book, named);
    const waiting = sites.filter(({ wait }) => wait !== false).length;
    const { says, ...fact } = nameFact(book, named);
    return {
      ...fact,
      id: `owed:${named.layer}.${named.name}`,
      says: `${says}: ${waiting === 0 ? "nobody waits, and the work it stands for is not done" : "a caller waits for it"}`,
    };
  });
  const unfit = at(book.conformance, null)
    .filter((span) => span.class === owing && (span.status === "breach" || span.status === "defaulted"))
    .map(
      (span): Fact => ({
        id: `${span.status}:${span.name}:${span.key}`,
        says: `${code(`${span.name}.${span.key}`)} is read and not sent: the reader ${span.status === "breach" ? "raises" : "goes on with"} ${code(String(span.detail))}`,
        spot: { path: String(span.path), line: Number(span.line), endLine: Number(span.line), oid: null },
        since: span.born,
        strength: 4,
        class: owing,
      }),
    );
  const sections = missing.flatMap((named) => prefixed(named, contractSections(book, named)));
  const known = classesOf(book).includes(owing);
  return sheet(book, {
    of: owing,
    words: [replaced, "--for", owing],
    kind: "owed",
    says: `beside ${code(replaced)}, ${code(owing)} owes ${inWords(missing.length)} of ${several(wanted.length, inWords(wanted.length), "name")}${known ? "" : `; no class ${code(owing)} answers anything at this commit`}`,
    sections: [
      { title: "Names it does not answer", intro: null, facts: owed },
      { title: "Members it does not send", intro: null, facts: apart(unfit) },
      ...sections,
    ],
    said: await saidOf(database, placesOf(sections), [replaced, owing]),
  });
}

function prefixed(named: Named, sections: readonly Section[]): readonly Section[] {
  return sections.map((section) => ({
    ...section,
    title: `${named.name}: ${section.title[0]!.toLowerCase()}${section.title.slice(1)}`,
    facts: section.facts.map((fact) => ({ ...fact, id: `${named.layer}.${named.name}/${fact.id}` })),
  }));
}

/** What could not be seen of any of the names, told once. */
function unseenOf(book: Book, answered: readonly Named[]): Section {
  const facts = answered.flatMap((named) =>
    contractSections(book, named)
      .filter(({ title }) => title === UNSEEN)
      .flatMap((section) =>
        section.facts.map((fact) =>
          /^(?:untold|shapeless):/.test(fact.id)
            ? { ...fact, id: `${named.layer}.${named.name}/${fact.id}`, says: `${code(named.name)}: ${fact.says}` }
            : fact,
        ),
      ),
  );
  return { title: UNSEEN, intro: null, facts: [...new Map(facts.map((fact) => [fact.id, fact])).values()] };
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
    says: `${code(named.name)}, from ${several(sites.length, inWords(sites.length), "site")}${read.length === 0 ? "" : `; read: ${joined(read)}`}`,
    spot: sites[0]?.spot ?? null,
    since: (span?.born as number | undefined) ?? null,
    strength: null,
    class: null,
  };
}

function placesOf(sections: readonly Section[]): readonly Spot[] {
  return sections.flatMap(({ facts }) => facts.flatMap(({ spot }) => (spot === null ? [] : [spot])));
}

/** What could not be seen has its place on each sheet: that nothing was missed is worth a sentence too. */
function sheet(book: Book, parts: Pick<Sheet, "of" | "words" | "kind" | "says" | "sections" | "said">): Sheet {
  const { meta, commits } = book;
  const seen = parts.sections.filter(
    ({ facts, intro, title }) => (facts.length > 0 || intro !== null) && !title.startsWith(UNSEEN),
  );
  const unseen = parts.sections.filter(({ facts, title }) => facts.length > 0 && title.startsWith(UNSEEN));
  return {
    ...parts,
    head: { oid: meta.head, day: commits.at(-1)?.day ?? "" },
    forge: meta.forge,
    commits: new Map(commits.map(({ position, oid, pr, day }) => [position, { oid, pr, day }])),
    sections: [
      ...seen,
      ...(unseen.length > 0
        ? unseen
        : [{ title: UNSEEN, intro: "Nothing that the profile looks for was left unseen.", facts: [] }]),
    ],
  };
}
