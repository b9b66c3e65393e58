// Turns a proposal into commented YAML that `parseProfile` reads back to the same profile. Names out of the repository
// are quoted wherever YAML could take them for something else; comments stay on their line.

import type { AnswerRule, DispatchRule, Slot } from "../model.ts";
import type { Proposal } from "./propose.ts";
import type { ProposedLayer, Reasoned } from "./propose-layer.ts";

/** The text of `binnacle.yaml`. Without a layer it says so, and what comes nearest. */
export function printProposal(proposal: Proposal): string {
  const { layers, files } = proposal;
  const lines: string[] = [];
  const say = (text: string, indent = "") => lines.push(...wrap(text, indent));
  if (layers.length === 0) {
    say(`Nothing is sent by name here, as far as ${files} ${files === 1 ? "file shows" : "files show"}.`);
    if (proposal.nearest.length > 0) {
      const near = proposal.nearest.map((each) => `${each.callee} (${each.calls})`).join(", ");
      say(`Called with a name most often: ${near}. If one of them is a dispatch, write its rule below.`);
    }
  } else {
    const sites = layers.reduce((sum, layer) => sum + layer.sites, 0);
    say(
      `Proposed from the code of ${files} files: ${sites} sites in ${layers.length} ${layers.length === 1 ? "layer" : "layers"}. Check each rule; \`binnacle profile explain\` says what it matches.`,
    );
  }
  // Where nothing is proposed, what has little of a dispatch says less than what is called with a name most often.
  const doubtful = proposal.doubtful.filter(({ nearly }) => nearly || layers.length > 0);
  if (doubtful.length > 0) {
    say("Left out:");
    for (const each of doubtful) say(`  ${each.callee} (${each.calls}): ${each.reason}`);
  }
  lines.push(`name: ${scalar(proposal.name)}`);
  if (proposal.forge !== null) lines.push(`forge: ${scalar(proposal.forge)}`);
  lines.push(`paths: ${list(proposal.paths)}`);
  if (proposal.exclude.length > 0) lines.push(`exclude: ${list(proposal.exclude)}`);
  if (layers.length === 0) {
    lines.push("layers: []");
    say("layers:");
    say("  - name: worker");
    say("    dispatch: [{ callee: call, name: { argument: 0 }, wait: false }]");
    say("    answer: [{ kind: methods, roots: [Runner] }]");
    return `${lines.join("\n")}\n`;
  }
  lines.push("", "layers:");
  layers.forEach((layer, at) => {
    if (at > 0) lines.push("");
    printLayer(layer, lines);
  });
  return `${lines.join("\n")}\n`;
}

function printLayer(layer: ProposedLayer, lines: string[]): void {
  lines.push(...wrap(`${counted(layer.sites, "site")}, ${counted(layer.names, "name")}.`, "  "));
  lines.push(`  - name: ${scalar(layer.name)}`, "    dispatch:");
  for (const each of layer.dispatch) {
    because(each, lines, "      ");
    lines.push(...dispatchLines(each.rule));
  }
  lines.push("    answer:");
  for (const each of layer.answer) {
    because(each, lines, "      ");
    lines.push(`      - ${answerText(each.rule)}`);
  }
  because(layer.miss, lines, "    ");
  lines.push(`    miss: ${layer.miss.rule}`);
  if (layer.reply)
    lines.push(`    reply: { callee: ${scalar(layer.reply.callee)}, literal: ${scalar(layer.reply.literal)} }`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function because(each: Reasoned<unknown>, lines: string[], indent: string): void {
  for (const why of each.why) lines.push(...wrap(`${why}.`, indent));
}

function dispatchLines(rule: DispatchRule): string[] {
  return [
    `      - callee: ${scalar(rule.callee)}`,
    ...(rule.receivers ? [`        receivers: ${list(rule.receivers)}`] : []),
    `        name: ${slot(rule.name)}`,
    `        wait: ${typeof rule.wait === "boolean" ? rule.wait : slot(rule.wait)}`,
    ...(rule.timeout === undefined
      ? []
      : [`        timeout: ${typeof rule.timeout === "number" ? rule.timeout : slot(rule.timeout)}`]),
    ...(rule.aggregating === undefined ? [] : [`        aggregating: ${rule.aggregating}`]),
  ];
}

function answerText(rule: AnswerRule): string {
  switch (rule.kind) {
    case "methods":
      return `{ kind: methods, roots: ${list(rule.roots)} }`;
    case "table":
      return `{ kind: table, variable: ${scalar(rule.variable)}${rule.class === undefined ? "" : `, class: ${scalar(rule.class)}`} }`;
    case "branches":
      return `{ kind: branches, function: ${scalar(rule.function)}, subject: ${scalar(rule.subject)} }`;
    case "calls":
      return `{ kind: calls, callee: ${scalar(rule.callee)}${rule.receivers ? `, receivers: ${list(rule.receivers)}` : ""}, name: ${slot(rule.name)}${rule.via === undefined ? "" : `, via: ${scalar(rule.via)}`} }`;
  }
}

function slot(each: Slot): string {
  const parts = [
    ...(each.argument === undefined ? [] : [`argument: ${each.argument}`]),
    ...(each.keyword === undefined ? [] : [`keyword: ${scalar(each.keyword)}`]),
    ...(each.default === undefined
      ? []
      : [`default: ${typeof each.default === "string" ? scalar(each.default) : each.default}`]),
  ];
  return `{ ${parts.join(", ")} }`;
}

function list(items: readonly string[]): string {
  return `[${items.map(scalar).join(", ")}]`;
}

const WORDS = /^(true|false|null|yes|no|on|off|y|n)$/i;

function scalar(text: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(text) && !WORDS.test(text) ? text : JSON.stringify(text);
}

/** Comment lines of at most 110 characters. Controls and line ends become blanks. */
function wrap(text: string, indent: string): string[] {
  const clean = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  const lead = /^ */.exec(clean)?.[0] ?? "";
  const lines: string[] = [];
  let line = "";
  for (const word of clean.trim().split(" ")) {
    if (line !== "" && indent.length + lead.length + line.length + word.length > 106) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${indent}# ${lead}${each}`);
}
