// Runs what `issues` answers across all of them: what changed a contract, what speaks of what is gone, what names none. Each is
// asked of the notebook, which is brought up to date first.

import { BinnacleError } from "../error.ts";
import { recordIssues } from "../issues.ts";
import { changesOfContract, namingNone, speakingOfGone } from "../provenance/issues/questions.ts";
import { jsonText, logSafe } from "../report/audit/log-safe.ts";
import { changesText, goneText, namingNoneText } from "../report/issue-questions.ts";
import { Database } from "../store/database.ts";
import { auditConfigurationOf } from "./audit-configuration.ts";
import { openContext } from "./context.ts";
import { current } from "./current.ts";
import { type Opened, stateOf } from "./issues-opened.ts";

export async function changed(opened: Opened, [word]: readonly string[]): Promise<void> {
  if (word === undefined)
    throw new BinnacleError("bad-usage", "Which contract is not said. For example: binnacle issues changed forward");
  await answer(
    opened,
    (database) => changesOfContract(database, word),
    (all) => changesText(word, all, opened.output.style),
  );
}

export async function unnamed(opened: Opened): Promise<void> {
  await answer(opened, namingNone, (all) => namingNoneText(all, opened.output.style));
}

export async function gone(opened: Opened): Promise<void> {
  const state = stateOf(opened.flags) ?? "open";
  let looked = 0;
  let unknown = 0;
  await answer(
    opened,
    async (database) => {
      const [row] = await database.rows<{ looked: number; unknown: number }>(
        "SELECT count(*) FILTER (state = ?) AS looked, count(*) FILTER (state = 'unknown') AS unknown FROM issue",
        [state],
      );
      ({ looked, unknown } = row!);
      return speakingOfGone(database, state);
    },
    (all) => goneText(state, all, looked, opened.output.style) + unknownWords(state, unknown),
  );
}

async function answer<Answer>(
  { repo, flags, output }: Opened,
  ask: (database: Database) => Promise<Answer>,
  text: (answer: Answer) => string,
): Promise<void> {
  const context = await openContext(flags);
  const { head } = await current(context, flags, output);
  await recordIssues({ repo, store: context.store, head, ...(await auditConfigurationOf(repo, flags)) });
  const database = await Database.read(context.store);
  try {
    const told = await ask(database);
    output.print(flags.json === true ? jsonText(told) : logSafe(text(told)));
  } finally {
    database.close();
  }
}

/** A saved page need not say a thread's state. */
function unknownWords(state: string, unknown: number): string {
  return state === "unknown" || unknown === 0
    ? ""
    : `\nOf ${unknown} the state is not known: --state unknown asks these.`;
}
