// Reads the baseline that an audit is told of, and writes it anew where that is asked for.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Baseline, excuse, parseBaseline, printBaseline, renewed } from "../audit/baseline.ts";
import type { AuditConfiguration } from "../audit/configuration.ts";
import type { AuditReport } from "../citation.ts";
import { BinnacleError } from "../error.ts";
import type { Repository } from "../git/repository.ts";
import { type Flags, textFlag } from "./context.ts";

/** Excuses what the baseline holds, and writes it anew where that is asked for. */
export function withBaseline(
  findings: AuditReport["citations"],
  repo: Repository,
  configuration: AuditConfiguration,
  flags: Flags,
) {
  const named = textFlag(flags, "baseline");
  const place =
    named !== null
      ? resolve(named)
      : configuration.baseline !== null && repo.workTree !== null
        ? join(repo.workTree, configuration.baseline)
        : null;
  if (place === null) {
    if (flags["update-baseline"] === true)
      throw new BinnacleError(
        "bad-usage",
        "--update-baseline writes the file that --baseline or audit.baseline names, and neither does.",
      );
    return findings;
  }
  const today = new Date().toISOString().replace(/T.*$/, "");
  let baseline: Baseline | null = existsSync(place)
    ? parseBaseline(readFileSync(place, "utf8"), named ?? configuration.baseline!)
    : null;
  if (flags["update-baseline"] === true) {
    baseline = renewed(
      findings.filter((finding) => finding.fails),
      baseline,
      today,
    );
    writeFileSync(place, printBaseline(baseline));
  } else if (baseline === null && named !== null)
    throw new BinnacleError("bad-usage", `${named} does not exist. Write it with --update-baseline.`);
  return baseline === null
    ? findings
    : excuse(findings, baseline, today).map((finding) =>
        finding.excused === null ? finding : { ...finding, fails: false },
      );
}
