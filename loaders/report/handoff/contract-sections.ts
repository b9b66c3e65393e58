// Puts together the sections of one contract's hand-off sheet: callers, answers, when each part came, and what could not
// be seen. It reads the notebook's book and looks nothing up.

import { at } from "../../store/spans.ts";
import { type Book, isOf, joined, spotOf } from "../book.ts";
import { contractOf } from "../extract-contracts.ts";
import type { Contract } from "../pages.ts";
import type { Named } from "../slugs.ts";
import { answerSections } from "./answers.ts";
import { callerSections } from "./callers.ts";
import type { Fact, Section } from "./sheet.ts";
import { silenceSections } from "./silences.ts";
import { apart, code, plainWords } from "./words.ts";

export const UNSEEN = "What could not be seen";

/** Sections without facts are left out. */
export function contractSections(book: Book, named: Named): readonly Section[] {
  const contract = contractOf(book, named);
  const sections: Section[] = [
    ...callerSections(book, named, contract),
    ...silenceSections(book, named, contract),
    ...answerSections(book, named, contract),
    { title: "When each part came", intro: null, facts: birthFacts(contract) },
    { title: UNSEEN, intro: null, facts: unseenFacts(book, named, contract) },
  ];
  return sections
    .filter(({ facts }) => facts.length > 0)
    .map((section) => ({ ...section, facts: apart(section.facts) }));
}

function birthFacts({ history }: Contract): readonly Fact[] {
  return history.map(({ oid, changes, position }) => ({
    id: `event:${oid}`,
    says: changes
      .map(({ names, text }) =>
        [joined(names.map((name) => code(name.text))), plainWords(text)].filter((part) => part !== "").join(" "),
      )
      .join("; "),
    spot: null,
    since: position,
    strength: null,
    class: null,
  }));
}

function unseenFacts(book: Book, named: Named, { members, answerers }: Contract): readonly Fact[] {
  const fact = (id: string, says: string, spot: Fact["spot"] = null, since: number | null = null): Fact => ({
    id,
    says,
    spot,
    since,
    strength: null,
    class: null,
  });
  const untold = members.filter((member) => member.untold.some(({ last }) => last === null));
  const dropped = at(book.dropped, null);
  const blind = dropped.filter(({ reason }) => reason === "non-literal-name" || reason === "unknown-receiver");
  const files = [...new Set(dropped.filter(({ reason }) => reason === "syntax-error").map(({ path }) => String(path)))];
  const unknown = at(book.products, null).filter((span) => isOf(span, named) && span.shape === "unknown");
  const shapeless = [...new Map(unknown.map((span) => [`${span.class} ${span.type}`, span])).values()];
  const answering = at(book.answerers, null).some(({ layer }) => layer === named.layer);
  return [
    ...untold.map(({ key }) =>
      fact(
        `untold:${key}`,
        `whether anybody reads ${code(key)}: its reply was passed on to something that was not followed`,
      ),
    ),
    ...shapeless.map((span) =>
      fact(
        `shapeless:${span.class}:${span.type}`,
        `what ${code(String(span.class))} sends: ${code(String(span.type))} was not followed`,
        spotOf(span),
        span.born,
      ),
    ),
    ...blind.map((span) =>
      fact(
        `dropped:${span.path}:${span.text}`,
        `what ${code(String(span.text))} sends: ${span.reason === "non-literal-name" ? "its name is put together at run time" : "the class of its object is not known"}`,
        spotOf(span),
        span.born,
      ),
    ),
    ...files.map((path) => fact(`syntax:${path}`, `lines of ${code(path)} that the grammar did not understand`)),
    ...(answerers.length === 0 && !answering
      ? [fact("answerers", "who answers: the profile's rules find no class that answers anything here")]
      : []),
  ];
}
