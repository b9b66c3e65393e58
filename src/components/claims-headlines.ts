// Makes the sentences that stand over the claims page and its figures, by rule: the worst true thing with its number, or a
// dull one that is still true. It never says why something is so.

import type { ClaimsExtract } from "../../loaders/report/pages.ts";
import { CLAIM_VERDICT_ORDER, CLAIM_VERDICTS } from "./claim-verdicts.js";
import { type ClaimRow, isBlind } from "./claims-rows.js";
import { shortest } from "./headlines.js";
import { count, counted, digits, listed, measured, sentence } from "./words.js";

/** The page's title. */
export function claimsTitle(judged: boolean, rows: readonly ClaimRow[]): string {
  if (!judged) return "No claim has been judged yet";
  const all = rows.length;
  if (all === 0) return "No claim is pinned here";
  const wrong = rows.filter(({ verdict }) => verdict === "false").length;
  const unchecked = rows.filter(({ verdict }) => verdict === "unchecked").length;
  const blind = rows.filter(isBlind).length;
  if (all === 1)
    return wrong === 1
      ? "The one claim is false"
      : unchecked === 1
        ? "The one claim went unchecked"
        : "The one claim is true";
  return shortest([
    wrong > 0
      ? wrong === all
        ? `All ${counted(all, "claim")} are false`
        : `${sentence(count(wrong))} of ${counted(all, "claim")} ${wrong === 1 ? "is" : "are"} false`
      : null,
    unchecked > 0 ? `${sentence(count(unchecked))} of ${counted(all, "claim")} went unchecked` : null,
    blind > 0
      ? `${sentence(counted(all, "claim"))}, all true, and ${count(blind)} ${blind === 1 ? "cannot" : "of them cannot"} fail`
      : null,
    `${sentence(counted(all, "claim"))}, all true`,
  ]);
}

/** The page's deck: what was not checked, what broke the most, and what cannot fail. */
export function claimsDeck(rows: readonly ClaimRow[]): string {
  const wrong = rows.filter(({ verdict }) => verdict === "false");
  const unchecked = rows.filter(({ verdict }) => verdict === "unchecked").length;
  const blind = rows.filter(isBlind).length;
  const never = wrong.filter(({ life }) => life.length > 0 && !life.some(({ verdict }) => verdict === "holds")).length;
  const breakers = new Map<string, number>();
  for (const { broke } of wrong)
    if (broke !== null) {
      const name = broke.pr === null ? broke.oid.slice(0, 9) : `#${broke.pr}`;
      breakers.set(name, (breakers.get(name) ?? 0) + 1);
    }
  const broken = [...breakers.values()].reduce((sum, n) => sum + n, 0);
  const [most] = [...breakers].sort((a, b) => b[1] - a[1]);
  const was = [
    broken > 0 &&
      `${count(broken)} ${broken === 1 ? "was" : "were"} true once${
        most && breakers.size > 1 && most[1] > 1
          ? `, and ${most[0]} broke ${count(most[1])} of them`
          : breakers.size === 1 && most
            ? `, until ${most[0]}`
            : ""
      }`,
    never > 0 && `${count(never)} never ${never === 1 ? "was" : "were"}`,
  ].filter((part) => part !== false);
  return [
    was.length > 0 && `${sentence(was.join("; "))}.`,
    wrong.length > 0 && unchecked > 0 && `${sentence(count(unchecked))} went unchecked.`,
    blind > 0 &&
      `${sentence(count(blind))} ${blind === 1 ? "is a check" : "are checks"} that no change we tried can turn red.`,
  ]
    .filter((part) => part !== false)
    .join(" ");
}

/** "21 sums do not close, three counted things differ". */
export function looseTitle(loose: ClaimsExtract["loose"]): string {
  const of = (kind: string): number => loose.filter((each) => each.kind === kind).length;
  const parts = [
    of("count") > 0 &&
      `${counted(of("count"), "number")} in prose ${of("count") === 1 ? "differs" : "differ"} from what is counted`,
    of("sum") > 0 && `${counted(of("sum"), "sum")} ${of("sum") === 1 ? "does" : "do"} not close`,
    of("reference") > 0 && counted(of("reference"), "reference"),
  ].filter((part) => part !== false);
  return shortest([sentence(listed(parts)), `${measured(loose.length, "sentence")} that nobody pinned`]);
}

/** "eight false, one unchecked and 26 hold": all verdicts that occur. */
export function tallied(rows: readonly ClaimRow[]): string {
  return listed(
    CLAIM_VERDICT_ORDER.flatMap((verdict) => {
      const n = rows.filter((row) => row.verdict === verdict).length;
      return n === 0 ? [] : [`${digits(n)} ${CLAIM_VERDICTS[verdict].many}`];
    }),
  );
}
