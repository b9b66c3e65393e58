// Turns the words of a command line into a command, its flags and what is left. It runs nothing; a word that is not
// known is refused with the nearest one that is.

import { BinnacleError } from "../error.ts";
import { didYouMean } from "../near.ts";
import type { Flags } from "./context.ts";
import { COMMANDS, type Command } from "./flags.ts";

export interface Parsed {
  readonly command: Command;
  readonly flags: Flags;
  readonly words: readonly string[];
}

type Given = Record<string, Flags[string]>;

/** A word in quotes that begins with a dash and goes on with anything else is a word: SQL may begin with a comment. */
const FLAG = /^--\w[^\s=]*(?:=|$)/;

/** Throws "bad-usage". A repository may stand as the last word of a command that takes no others. */
export function parseCommand(argv: readonly string[]): Parsed {
  const [name, ...rest] = argv;
  const command = COMMANDS.find((each) => each.name === name);
  if (!command) {
    throw new BinnacleError(
      "bad-usage",
      `Unknown command "${name ?? ""}".${didYouMean(
        name ?? "",
        COMMANDS.map((each) => each.name),
      )} "binnacle --help" lists them.`,
    );
  }
  const flags: Given = {};
  const words: string[] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] as string;
    if (word === "--") {
      words.push(...rest.slice(at + 1));
      break;
    }
    if (word === "-h") flags.help = true;
    else if (FLAG.test(word)) at = takeFlag(command, rest, at, flags);
    else if (/^-\w+$/.test(word))
      throw new BinnacleError("bad-usage", `Unknown flag "${word}". "binnacle ${command.name} --help" lists them.`);
    else words.push(word);
  }
  if (flags.help === undefined) takeRepository(command, flags, words);
  return { command, flags, words };
}

function takeFlag(command: Command, words: readonly string[], at: number, into: Given): number {
  const word = words[at] as string;
  const equals = word.indexOf("=");
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  const flag = command.flags.find((each) => each.name === name);
  if (!flag) {
    throw new BinnacleError(
      "bad-usage",
      `Unknown flag "--${name}" of ${command.name}.${didYouMean(
        `--${name}`,
        command.flags.map((each) => `--${each.name}`),
      )} "binnacle ${command.name} --help" lists them.`,
    );
  }
  if (into[name] !== undefined && flag.many !== true) throw new BinnacleError("bad-usage", `--${name} is given twice.`);
  if (flag.value === undefined) {
    if (equals >= 0) throw new BinnacleError("bad-usage", `--${name} takes no value.`);
    into[name] = true;
    return at;
  }
  const value = equals < 0 ? words[at + 1] : word.slice(equals + 1);
  if (value === undefined || value === "" || (equals < 0 && value.startsWith("--")))
    throw new BinnacleError("bad-usage", `--${name} wants ${flag.value}: ${flag.help}.`);
  into[name] = flag.many === true ? [...((into[name] as readonly string[] | undefined) ?? []), value] : value;
  return equals < 0 ? at + 1 : at;
}

function takeRepository(command: Command, flags: Given, words: string[]): void {
  const { least, most } = command.takes;
  if (words.length > most && command.words.includes("[REPO]") && flags.repo === undefined)
    flags.repo = words.splice(most, 1)[0] as string;
  if (words.length > most)
    throw new BinnacleError(
      "bad-usage",
      `"${words[most]}" is one word too many: binnacle ${command.name} ${command.words}.`,
    );
  if (words.length < least)
    throw new BinnacleError(
      "bad-usage",
      `Something is missing: binnacle ${command.name} ${command.words}. For example: ${command.example}`,
    );
}
