// Writes the generated parts of README.md and of docs: node --import tsx scripts/readme.ts. `generate` is also what
// the test compares.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse } from "yaml";
import { commandsMarkdown } from "../loaders/commands/help.ts";
import { CLAIM_VERDICT_ORDER, CLAIM_VERDICTS } from "../loaders/report/audit/claim-words.ts";
import { FORMATS } from "../loaders/report/audit/formats.ts";
import { VERDICT_ORDER, VERDICTS } from "../loaders/report/audit/words.ts";
import { questionsMarkdown } from "../loaders/report/claim-questions.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Documents with generated parts. */
export const GENERATED = [
  "README.md",
  "docs/action.md",
  "docs/claims.md",
  "docs/effort.md",
  "docs/provenance.md",
] as const;

/** A document with each `<!-- begin X -->` … `<!-- end -->` filled anew. `cache` is a folder for the sample's store. */
export function generate(readme: string, cache: string): string {
  return readme.replace(
    /<!-- begin (\w+)(?:: (.*?))? -->\n[\s\S]*?<!-- end -->/g,
    (_, kind: string, words: string | undefined) => {
      const head = words === undefined ? kind : `${kind}: ${words}`;
      return `<!-- begin ${head} -->\n${PARTS[kind]?.(words ?? "", cache) ?? ""}\n<!-- end -->`;
    },
  );
}

const PARTS: Readonly<Record<string, (words: string, cache: string) => string>> = {
  commands: () => commandsMarkdown(),
  formats: () => formatsMarkdown(),
  inputs: () => inputsMarkdown(),
  map: () => folderMap(),
  verdicts: () => verdictsMarkdown(),
  claimVerdicts: () => claimVerdictsMarkdown(),
  questions: () => questionsMarkdown(),
  run: (words, cache) => `\`\`\`console\n$ binnacle ${words}\n${runCommand(words, cache)}\n\`\`\``,
};

function runCommand(words: string, cache: string): string {
  const parts = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
  const run = spawnSync(process.execPath, [join(root, "bin/binnacle.js"), ...parts], {
    encoding: "utf8",
    env: { ...process.env, XDG_CACHE_HOME: cache, NO_COLOR: "1" },
  });
  // An audit that finds something says so with 1.
  if (run.status !== 0 && !(run.status === 1 && parts[0] === "audit"))
    throw new Error(`binnacle ${words}: ${run.stderr}`);
  return run.stdout.trimEnd();
}

/** Verdicts, worst first, as every report orders them. */
function verdictsMarkdown(): string {
  const rows = VERDICT_ORDER.map((verdict) => {
    const { glyph, means, fails, todo } = VERDICTS[verdict];
    return `| ${glyph} \`${verdict}\` | ${means} | ${fails ? "yes" : ""} | ${todo} |`;
  });
  return ["| verdict | means | fails | what to do |", "|---|---|---|---|", ...rows].join("\n");
}

function claimVerdictsMarkdown(): string {
  const rows = CLAIM_VERDICT_ORDER.map((verdict) => {
    const { glyph, means, todo } = CLAIM_VERDICTS[verdict];
    return `| ${glyph} \`${verdict}\` | ${means} | ${todo} |`;
  });
  return ["| verdict | means | what to do |", "|---|---|---|", ...rows].join("\n");
}

function formatsMarkdown(): string {
  const rows = FORMATS.map(({ name, help }) => `| \`${name}\` | ${help} |`);
  return ["| `--format` | is |", "|---|---|", ...rows].join("\n");
}

/** The action's inputs, from action.yml. */
function inputsMarkdown(): string {
  const { inputs } = parse(readFileSync(join(root, "action.yml"), "utf8")) as {
    readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  };
  const rows = Object.entries(inputs).map(
    ([name, each]) =>
      `| \`${name}\` | ${each.description} | ${/^$|^\$\{\{/.test(each.default) ? "" : `\`${each.default}\``} |`,
  );
  return ["| input | is | default |", "|---|---|---|", ...rows].join("\n");
}

/** Folders of loaders with the first sentence of what their modules say they do. */
function folderMap(): string {
  const rows = readdirSync(join(root, "loaders"), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const lines = rows.flatMap((entry) => {
    const path = `loaders/${entry.name}`;
    if (entry.isFile() && entry.name.endsWith(".ts")) return [`| \`${path}\` | ${firstSentence(path)} |`];
    if (!entry.isDirectory()) return [];
    const modules = readdirSync(join(root, path))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `\`${name.replace(/\.ts$/, "")}\``);
    return [`| \`${path}/\` | ${modules.join(" · ")} |`];
  });
  return ["| where | what |", "|---|---|", ...lines].join("\n");
}

function firstSentence(path: string): string {
  const comment = /^(?:\/\/ .*\n)+/.exec(readFileSync(join(root, path), "utf8"))?.[0] ?? "";
  const text = comment.replace(/^\/\/ /gm, "").replace(/\n/g, " ");
  return (/^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text).replace(/:$/, ".").trim();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { mkdtempSync, rmSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const cache = mkdtempSync(join(tmpdir(), "binnacle-readme-"));
  for (const name of GENERATED) {
    const path = join(root, name);
    writeFileSync(path, generate(readFileSync(path, "utf8"), cache));
  }
  rmSync(cache, { recursive: true, force: true });
}
