// Turns open issues and pull requests that name a contract into a section of its sheet. Where they come from is another
// module's.

import type { Section } from "./sheet.ts";
import { code } from "./words.ts";

/** An issue that is not closed, and where it names what the sheet is about. */
export interface NamingIssue {
  /** `#98`, `!4`. */
  readonly id: string;
  readonly title: string;
  readonly state: string;
  /** "its title", "its text", "3 comments". */
  readonly where: string;
  /** Its page; null where no forge is known. */
  readonly link: string | null;
}

/** Null: nothing was imported, which is said too: a sheet without open issues is not one without an import. */
export function issueSection(issues: readonly NamingIssue[] | null): Section {
  const facts = (issues ?? []).map(({ id, title, state, where, link }) => ({
    id: `issue:${id}`,
    says: `${link === null ? code(id) : `[${id.replace(/[^#!\d]/g, "")}](${link})`} (${state}): ${code(title)}; it is named in ${where}`,
    spot: null,
    since: null,
    strength: null,
  }));
  const none =
    issues === null ? "No issue was imported: `binnacle issues import` brings them." : "No open issue names it.";
  return { title: "Open issues", intro: facts.length === 0 ? none : null, facts };
}
