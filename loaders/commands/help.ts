// Turns the command table into help, for a terminal and for the README. It knows no command by name.

import { COMMANDS, type Command, type Flag } from "./flags.ts";

/** `binnacle --help`. */
export function overview(version: string): string {
  const width = Math.max(...COMMANDS.map((each) => usage(each).length));
  return [
    `Binnacle ${version}: a provenance notebook for the contracts inside a code base.`,
    "",
    ...COMMANDS.map((each) => `  ${usage(each).padEnd(width)}  ${each.help}`),
    "",
    `"binnacle COMMAND --help" says more. Exit codes: 0 done, 1 something fails, 2 could not look.`,
  ].join("\n");
}

function usage(command: Command): string {
  return `${command.name} ${command.words}`;
}

function flagUsage(flag: Flag): string {
  return flag.value === undefined ? `--${flag.name}` : `--${flag.name} ${flag.value}`;
}

/** `binnacle COMMAND --help`. */
export function commandHelp(command: Command): string {
  const width = Math.max(...command.flags.map((each) => flagUsage(each).length));
  return [
    `binnacle ${usage(command)}: ${command.help}.`,
    "",
    ...command.flags.map((each) => `  ${flagUsage(each).padEnd(width)}  ${each.help}`),
    ...(command.more === undefined ? [] : ["", ...command.more]),
    "",
    `For example: ${command.example}`,
  ].join("\n");
}

/** The README's section on commands, in Markdown. */
export function commandsMarkdown(): string {
  const rows = COMMANDS.map(
    (each) =>
      `| \`${usage(each).replaceAll("|", "\\|")}\` | ${each.help} | \`${each.example.replaceAll("|", "\\|")}\` |`,
  );
  return ["| command | does | for example |", "|---|---|---|", ...rows].join("\n");
}
