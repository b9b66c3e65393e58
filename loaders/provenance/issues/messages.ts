// Turns a commit's message into the issues and pull requests that it names, and how: as its own, as closed, as filed, as
// mentioned. It looks nothing up; whether such an issue exists, no message can say.

/** `own`: the pull request that brought it; `closes`: it says that it ends it; `filed`: it says that it opened it. */
export type Naming = "own" | "closes" | "reverts" | "filed" | "mentions";

export interface Named {
  readonly number: number;
  readonly how: Naming;
  /** Whether it stands in the subject. */
  readonly inSubject: boolean;
}

/** Greater numbers are no issue's. */
const LARGEST = 10_000_000;

/**
 * `#12`, `GH-12`, `PR 12`, and links to this forge. A number that is part of a longer word (`a#12`, `#12ab`, `&#12;`), a
 * link's anchor or of another repository (`owner/name#12`) is none. By place; one number may be named more than once.
 */
export function issuesIn(message: string, forge: string | null): readonly Named[] {
  const end = message.indexOf("\n");
  const subject = end < 0 ? message : message.slice(0, end);
  const own = /\(#(\d{1,8})\)\s*$/.exec(subject);
  const merge = /^Merge pull request #(\d{1,8})\b/.exec(subject);
  const ownAt = own?.index ?? (merge === null ? -1 : 0);
  const found: (Named & { at: number })[] = [];
  const put = (number: number, at: number, how: Naming) => {
    if (number > 0 && number < LARGEST) found.push({ number, how, inSubject: at < subject.length, at });
  };
  for (const match of message.matchAll(/(?<![\w&/#-])(?:#|GH-)(\d{1,8})(?![\w-]*[A-Za-z_]|\d)/g)) {
    const number = Number(match[1]);
    const isOwn =
      ownAt >= 0 && number === Number((own ?? merge)![1]) && match.index >= ownAt && match.index < subject.length;
    put(number, match.index, isOwn ? "own" : howOf(message, match.index));
  }
  for (const match of forge === null ? [] : message.matchAll(/(?<![\w./-])((?:[\w.-]+\/)?[\w.-]+)#(\d{1,8})(?!\w)/g))
    if (isName(match[1]!, bare(forge!))) put(Number(match[2]), match.index, howOf(message, match.index));
  for (const match of message.matchAll(/(?<![\w#-])(?:PR|pull request|issue)s? (\d{1,8})(?![\w.])/gi))
    put(Number(match[1]), match.index, howOf(message, match.index));
  for (const match of message.matchAll(
    /https?:\/\/([\w.-]+(?:\/[\w.-]+)+?)\/(?:-\/)?(?:issues|pull|merge_requests)\/(\d{1,8})(?!\w)/g,
  ))
    if (forge !== null && match[1]!.toLowerCase() === bare(forge))
      put(Number(match[2]), match.index, howOf(message, match.index));
  return found.toSorted((a, b) => a.at - b.at).map(({ number, how, inSubject }) => ({ number, how, inSubject }));
}

/** `owner/name`, or the name alone, of the forge's own repository. */
function isName(written: string, forge: string): boolean {
  const name = written.toLowerCase();
  return forge.endsWith(`/${name}`);
}

function bare(forge: string): string {
  return forge.replace(/^https?:\/\//, "").toLowerCase();
}

/** Characters before a number in which the word stands that says how it is named. */
const REACH = 40;

/** As GitHub and GitLab take it: the word right before, also before a list ("closes #1, #2"). */
function howOf(message: string, at: number): Naming {
  const before = message.slice(Math.max(0, at - REACH), at);
  const list = /(?:^|\W)(\w+(?: (?:pull request|issue|as))?):?\s+(?:(?:#|GH-)\d+(?:,\s*| and |, and ))*$/i.exec(before);
  const word = list?.[1]?.toLowerCase() ?? "";
  if (/^(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|implement(?:s|ed)?)(?: issue)?$/.test(word)) return "closes";
  if (/^(?:reverts?|reverted)(?: pull request)?$/.test(word)) return "reverts";
  if (/^(?:filed|filed as|opened|opened as)$/.test(word) || /\bfiled (?:as|separately as) $/i.test(before))
    return "filed";
  return "mentions";
}

const STRENGTH: readonly Naming[] = ["own", "closes", "reverts", "filed", "mentions"];

/** Each number once, as it is named most strongly; the strongest first. */
export function strongest(named: readonly Named[]): readonly Named[] {
  const best = new Map<number, Named>();
  for (const each of named.toSorted((a, b) => STRENGTH.indexOf(a.how) - STRENGTH.indexOf(b.how)))
    if (!best.has(each.number)) best.set(each.number, each);
  return [...best.values()];
}
