// Measures whole processes of the built package against git in the same run, and prints a Markdown table of medians:
//   npm run bench -- REPO [--profile NAME] [--runs N] [--branch REV] [--no-notebook]    the walk of a history
//   npm run bench -- REPO --audit [--at REV] [--runs N]                                 the audit of citations
// It judges nothing but the audit's targets, and no test reads it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchAudit } from "./bench-audit.ts";
import { benchIngest } from "./bench-ingest.ts";
import { buildPackage } from "./measure.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    audit: { type: "boolean", default: false },
    at: { type: "string", default: "HEAD" },
    profile: { type: "string" },
    runs: { type: "string", default: "3" },
    branch: { type: "string", default: "HEAD" },
    "no-notebook": { type: "boolean", default: false },
  },
});
const repo = positionals[0];
if (!repo)
  throw new Error(
    "Usage: npm run bench -- REPO [--profile NAME] [--runs N] [--branch REV] [--no-notebook], or REPO --audit [--at REV] [--runs N]",
  );
const runs = Number(values.runs);
const scratch = mkdtempSync(join(tmpdir(), "binnacle-bench-"));
try {
  buildPackage();
  console.log(
    values.audit
      ? benchAudit({ repo, at: values.at, runs, scratch })
      : benchIngest({
          repo,
          profile: values.profile ?? null,
          branch: values.branch,
          runs,
          notebook: !values["no-notebook"],
          scratch,
        }),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
