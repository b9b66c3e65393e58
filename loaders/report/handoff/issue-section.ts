// Turns the issues and pull requests that are open, or may be, and speak of a name or a class into a section of its sheet.

import type { Database } from "../../store/database.ts";
import { issueLink } from "../audit/links.ts";
import { inWords } from "../book.ts";
import type { Section } from "./sheet.ts";
import { code, several } from "./words.ts";

interface Naming {
  readonly id: string;
  readonly kind: "issue" | "pull";
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "unknown";
  /** Texts of its thread that speak of it. */
  readonly times: number;
}

/** By number. Where nothing was imported that is said: a sheet without open issues is not one without an import. */
export async function issueSection(database: Database, forge: string | null, word: string): Promise<Section> {
  const [imported] = await database.rows<{ n: number }>("SELECT count(*) AS n FROM issue");
  const naming = await database.rows<Naming>(
    `SELECT i.id, i.kind, i.number, i.title, i.state, max(n.times) AS times
     FROM issue i JOIN issue_name n ON n.issue = i.id
     WHERE i.state IN ('open', 'unknown') AND n.name = ? GROUP BY ALL ORDER BY i.number, i.id`,
    [word],
  );
  const facts = naming.map(({ id, title, state, times, ...issue }) => {
    const link = issueLink(forge, { id, ...issue });
    return {
      id: `issue:${id}`,
      says: `${link === null ? code(id) : `[${id}](${link})`} (${state === "open" ? "open" : "state not known"}): ${code(title)}; ${several(times, inWords(times), "text")} of its thread ${times === 1 ? "speaks" : "speak"} of it`,
      spot: null,
      since: null,
      strength: null,
      class: null,
    };
  });
  const none =
    imported!.n === 0 ? "No issue was imported: `binnacle issues import` brings them." : "No open issue speaks of it.";
  return { title: "Open issues", intro: facts.length === 0 ? none : null, facts };
}
