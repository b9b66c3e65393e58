// Says which module runs which command. Each is loaded when it is asked for: what one command needs, no other waits for.

import type { Flags } from "./context.ts";
import type { Output } from "./output.ts";

/** Runs a command; answers its exit code where that can be other than 0. */
type Runner = (flags: Flags, words: readonly string[], output: Output) => Promise<number> | Promise<void>;

export const RUNNERS: Readonly<Record<string, () => Promise<Runner>>> = {
  init: async () => (await import("./init.ts")).runInit,
  profile: async () => (await import("./explain.ts")).runProfile,
  ingest: async () => (await import("./ingest.ts")).runIngest,
  surface: async () => (await import("./surface.ts")).runSurface,
  audit: async () => (await import("./audit.ts")).runAudit,
  fix: async () => (await import("./fix.ts")).runFix,
  affected: async () => (await import("./affected.ts")).runAffected,
  trace: async () => (await import("./trace.ts")).runTrace,
  claim: async () => (await import("./claim.ts")).runClaim,
  notes: async () => (await import("./notes.ts")).runNotes,
  handoff: async () => (await import("./handoff.ts")).runHandoff,
  why: async () => (await import("./why.ts")).runWhy,
  lineage: async () => (await import("./lineage.ts")).runLineage,
  effort: async () => (await import("./effort.ts")).runEffort,
  issues: async () => (await import("./issues.ts")).runIssues,
  seeds: async () => (await import("./seeds.ts")).runSeeds,
  query: async () => (await import("./query.ts")).runQuery,
  notebook: async () => (await import("./notebook.ts")).runNotebook,
  dev: async () => (await import("./notebook.ts")).runDev,
};
