// Turns a profile and a tree into an explanation of each rule: what it matches, and what comes near with the reason why
// it is no match. It changes no rule; where nothing matches at all it says what was looked for and what is nearest.

import type { Profile } from "../model.ts";
import { matchRules, type RuleMatch } from "./matches.ts";
import { type NearMiss, nearAnswer, nearDispatch, nearHop, noClass, plain } from "./near-misses.ts";
import { nearestCallees } from "./nearest.ts";
import { type Survey, surveyTree } from "./survey.ts";
import type { CodeTree } from "./tree.ts";

export interface Explanation {
  readonly profile: string;
  readonly files: number;
  /** In the profile's order. */
  readonly rules: readonly (RuleMatch & { readonly near: readonly NearMiss[] })[];
  /** Where no dispatch rule matches: a sentence that says so, what was looked for, and what is nearest. Else null. */
  readonly nothing: string | null;
}

/** Explains a profile on a tree. Pure; surveys the whole tree only where a rule matches nothing. */
export function explainProfile(tree: CodeTree, profile: Profile): Explanation {
  const matches = matchRules(tree, profile);
  let surveyed: Survey | null = null;
  const survey = () => {
    surveyed ??= surveyTree(tree);
    return surveyed;
  };
  const byRule = new Map(matches.map((each) => [each.rule, each]));
  const near = new Map<string, NearMiss[]>();
  for (const layer of profile.layers) {
    const count = (rule: string) => byRule.get(rule)?.count ?? 0;
    layer.dispatch.forEach((rule, at) => {
      const address = `${layer.name}.dispatch[${at}]`;
      near.set(address, nearDispatch(tree, layer, rule, count(address)));
    });
    layer.answer.forEach((rule, at) => {
      const address = `${layer.name}.answer[${at}]`;
      near.set(address, nearAnswer(tree, layer, rule, count(address), survey));
    });
    layer.hops.forEach((hop, at) => {
      for (const side of ["send", "receive"] as const) {
        const address = `${layer.name}.hops[${at}].${side}`;
        if (count(address) === 0) near.set(address, nearHop(tree, hop[side], survey));
      }
    });
    layer.pairings.forEach(({ broadcaster, answerer, says }, at) => {
      const address = `${layer.name}.pairings[${at}]`;
      const missing = [broadcaster, answerer].filter((name) => tree.classesNamed(name).length === 0);
      const reasons = missing.map((name) => noClass(tree, name));
      if (count(address) === 0) {
        const there = tree.files.has(says.path);
        reasons.push(there ? `${says.path} no longer says \`${says.text}\`` : `there is no ${says.path}`);
      }
      near.set(address, reasons.map(plain));
    });
    (layer.carries ?? []).forEach((carried, at) => {
      const address = `${layer.name}.carries[${at}]`;
      if (count(address) === 0) near.set(address, [plain(noClass(tree, carried.class))]);
    });
  }
  const silent = !matches.some((each) => each.kind === "dispatch" && each.count > 0);
  return {
    profile: profile.name,
    files: tree.files.size,
    rules: matches.map((each) => ({ ...each, near: near.get(each.rule) ?? [] })),
    nothing: silent ? sayNothing(tree, profile, survey) : null,
  };
}

function sayNothing(tree: CodeTree, profile: Profile, survey: () => Survey): string {
  if (tree.files.size === 0)
    return `Nothing is sent by name here: no file fits the profile's paths (${profile.paths.join(", ")}).`;
  const wanted = [...new Set(profile.layers.flatMap((layer) => layer.dispatch.map((rule) => rule.callee)))];
  if (wanted.length === 0)
    return "The profile has no dispatch rule, so nothing was looked for. Write one into it, or pass --profile.";
  const nearest = nearestCallees(survey(), wanted).map((each) => `\`${each.callee}\` (${each.calls})`);
  const end = nearest.length > 0 ? `; nearest callees: ${nearest.join(", ")}.` : ", and nothing is called with a name.";
  return `Nothing is sent by name here. The profile looks for ${wanted.map((each) => `\`${each}\``).join(", ")}${end}`;
}
