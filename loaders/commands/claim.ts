// Runs `claim`: the questions that can be asked, the pinned claims with their lives, one that nobody pinned yet, and a new
// pin made from a sentence.

import { parseClaimsFile } from "../claims/configuration.ts";
import { proposeQuestions } from "../claims/counts/propose.ts";
import { type Asking, draftClaim, parseAsking, type Sentence, sentenceInLine } from "../claims/draft.ts";
import { parseExpression } from "../claims/expression.ts";
import { sentenceOf } from "../claims/finding.ts";
import type { Judgement } from "../claims/judge.ts";
import type { Claim } from "../claims/pin.ts";
import { judgeScene } from "../claims/scene.ts";
import { BinnacleError } from "../error.ts";
import { Facts } from "../facts/source.ts";
import type { Repository } from "../git/repository.ts";
import { claimLifeJson, claimLifeText, type LivedClaim } from "../report/claim-life.ts";
import { questionsJson, questionsText } from "../report/claim-questions.ts";
import { proseOf } from "../syntax/prose.ts";
import { sceneOf } from "./audit-claims.ts";
import { judgedBy } from "./audit-trees.ts";
import { claimsInForce } from "./claim-files.ts";
import { claimPasts } from "./claim-pasts.ts";
import { keepClaim } from "./claim-write.ts";
import { type Flags, listFlag, openFromFlags, textFlag } from "./context.ts";
import { folderOf, fromHere, standsIn } from "./here.ts";
import type { Output } from "./output.ts";
import { named } from "./seeds.ts";

const VERBS = ["list", "test", "add", "questions"] as const;

export async function runClaim(flags: Flags, words: readonly string[], output: Output): Promise<number> {
  const [verb, ...rest] = words;
  switch (verb as (typeof VERBS)[number]) {
    case "questions":
      output.print(flags.json === true ? JSON.stringify(questionsJson(), null, 2) : questionsText(output.style));
      return 0;
    case "list":
      return list(flags, rest, output);
    case "test":
      return tell([parseExpression(rest.join(" "))], await openFromFlags(flags), flags, output);
    case "add":
      return add(flags, rest, output);
    default:
      throw new BinnacleError("bad-usage", `"${verb}" is nothing that "claim" does; expected ${VERBS.join(", ")}.`);
  }
}

async function list(flags: Flags, words: readonly string[], output: Output): Promise<number> {
  const repo = await openFromFlags(flags);
  const { claims } = await claimsInForce(repo, flags);
  return tell(named(claims, words), repo, flags, output);
}

/** Prints the lives of claims and what they are now. Exit code 1 where one does not hold. */
async function tell(claims: readonly Claim[], repo: Repository, flags: Flags, output: Output): Promise<number> {
  const lived = await livedOf(claims, repo, flags, output);
  output.print(
    flags.json === true
      ? JSON.stringify(lived.map(claimLifeJson), null, 2)
      : lived.map((each) => claimLifeText(each, output.style)).join("\n\n"),
  );
  return lived.some(({ now }) => now?.verdict !== "holds") ? 1 : 0;
}

async function livedOf(
  claims: readonly Claim[],
  repo: Repository,
  flags: Flags,
  output: Output,
): Promise<readonly LivedClaim[]> {
  const [judged] = await judgedBy(repo, flags, output);
  const { now } = judged!;
  const [head] = now.heads;
  const pasts = head === undefined ? new Map() : await claimPasts(claims, { repo, head, flags, output });
  const lived = (claim: Claim): Judgement | null => pasts.get(claim)?.life.at(-1)?.judgement ?? null;
  // Of a commit the end of its line's life is what a claim is there: only what has no life is judged by itself.
  const unknown = claims.filter((claim) => now.kind !== "commit" || lived(claim) === null);
  const facts = new Facts();
  const fresh = await judgeScene(unknown, sceneOf(now, repo, facts, flags), { repo, facts });
  const judgements = new Map(claims.map((claim) => [claim, fresh.get(claim) ?? lived(claim)!]));
  return claims.map((claim) => ({
    name: claim.prose.kind === "own" && claim.file === "the command line" ? claim.prose.says : claim.name,
    sentence: claim.file === "the command line" ? "" : sentenceOf(claim, judgements.get(claim)!),
    past: pasts.get(claim) ?? NOTHING_KNOWN,
    now: judgements.get(claim)!,
  }));
}

const NOTHING_KNOWN = {
  life: [],
  floor: null,
  momentOf: () => ({ commit: "uncommitted" as const, pr: null, date: "" }),
};

/** Shows what a pin made from a sentence would be and was; writes it where that is asked for. */
async function add(flags: Flags, words: readonly string[], output: Output): Promise<number> {
  const repo = await openFromFlags(flags);
  const sentence = await sentenceFrom(repo, words.join(" "), flags, output);
  const askings = listFlag(flags, "asks").map(parseAsking);
  if (askings.length === 0) askings.push(await proposed(sentence, repo, flags, output));
  const name = textFlag(flags, "name") ?? nameFor(sentence);
  const text = draftClaim(name, sentence, askings);
  const claims = parseClaimsFile(text, "the new claim");
  const [lived] = await livedOf(claims, repo, flags, output);
  output.print(`${text}\n${claimLifeText(lived!, output.style)}`);
  if (flags.write !== true) {
    output.note('Nothing is written. "--write" keeps the claim in .binnacle/claims/.');
    return 0;
  }
  output.note(`Kept in ${keepClaim(repo, sentence.doc, name, text)}.`);
  return 0;
}

async function sentenceFrom(repo: Repository, said: string, flags: Flags, output: Output): Promise<Sentence> {
  const place = /^(\S+):(\d+)$/.exec(said);
  if (place === null) {
    if (!/\s/.test(said))
      throw new BinnacleError("bad-usage", `"${said}" is no sentence and no PATH:LINE. Write one of the two.`);
    return { doc: null, text: said.replace(/\s+/g, " ").trim() };
  }
  const [, typed, line] = place as unknown as [string, string, string];
  const [judged] = await judgedBy(repo, flags, output);
  const path = fromHere(folderOf(repo), typed, standsIn(judged!.now));
  const oid = judged!.now.files.get(path);
  if (oid === undefined)
    throw new BinnacleError("bad-usage", `${path} is no file of ${judged!.now.name}. Write its path from the root.`);
  const text = Buffer.from(await judged!.now.blob(oid)).toString("utf8");
  return sentenceInLine(path, proseOf(path, text), Number(line));
}

/** The likeliest question whose answer is what the sentence states; the others are told. */
async function proposed(sentence: Sentence, repo: Repository, flags: Flags, output: Output): Promise<Asking> {
  const [judged] = await judgedBy(repo, flags, output);
  const { files, bytes, rows } = sceneOf(judged!.now, repo, new Facts(), flags);
  const { doc, text, line = 1, headings = [] } = sentence;
  const where = doc === null ? null : { path: doc, line, headings };
  const [best, ...others] = await proposeQuestions(text, where, { files, bytes, rows, facts: new Facts() });
  if (best === undefined)
    throw new BinnacleError(
      "bad-usage",
      'No question is known whose answer is what the sentence states. Say what is asked: --asks "sites of forward". "binnacle claim questions" lists what can be asked.',
    );
  if (others.length > 0)
    output.note(
      [
        `Pinned by \`${best.question}\`. As many, or the same, are also found by:`,
        ...others
          .slice(0, MOST_TOLD)
          .map(({ number, question }) => `  --asks '${number === null ? "" : `${number} = `}${question}'`),
      ].join("\n"),
    );
  return best;
}

const MOST_TOLD = 8;

/** The first words of a sentence that say something. */
function nameFor({ text }: Sentence): string {
  const words = text.toLowerCase().match(/[a-z][a-z0-9_]{2,}/g) ?? [];
  return words.slice(0, 5).join("-").replaceAll("_", "-").slice(0, 60) || "claim";
}
