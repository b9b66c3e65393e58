// Builds a repository, audits a commit of it, and gives back the findings in a form that a test can compare. The audit is
// the real one, over a real repository.

import { Archive } from "../../loaders/audit/archive.ts";
import { auditSnapshot } from "../../loaders/audit/audit.ts";
import { PLAIN, parseAuditConfiguration } from "../../loaders/audit/configuration.ts";
import { decide, reportOf } from "../../loaders/audit/report.ts";
import type { Finding, Unbound } from "../../loaders/citation.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import { commitSnapshot } from "../../loaders/git/snapshot.ts";
import { type CommitPlan, makeRepository } from "./repository.ts";

export interface AuditOptions {
  /** Text of a binnacle.yaml. */
  readonly configuration?: string;
  /** The remote's address, for what depends on the forge. */
  readonly remote?: string;
}

/** The findings about HEAD, and the commits of the plans. */
export interface Audit {
  readonly findings: readonly Finding[];
  readonly unbound: readonly (Unbound & { readonly doc: string })[];
  readonly oids: readonly string[];
  /** The one finding whose citation is written so. Throws if there is none, or a second. */
  of(text: string): Finding;
}

export async function auditOf(plans: readonly CommitPlan[], options: AuditOptions = {}): Promise<Audit> {
  const built = makeRepository(plans, { bare: true });
  try {
    if (options.remote !== undefined) built.git("remote", "add", "origin", options.remote);
    const repo = await openRepository(built.dir);
    try {
      const head = await repo.resolve("HEAD");
      const snapshot = await commitSnapshot(repo, head);
      const { configuration: own } = options;
      const configuration = own === undefined ? PLAIN : parseAuditConfiguration(own, "binnacle.yaml");
      const audited = await auditSnapshot({ archive: new Archive(repo, false), snapshot, configuration });
      const heading = { repository: "engine", commit: head, judged: "HEAD", base: null, forge: null, notices: [] };
      const findings = decide(audited.findings, configuration);
      const { citations, unbound } = reportOf(heading, { ...audited, findings }, { findings: [], skipped: [] }, null);
      return { findings: citations, unbound, oids: built.oids, of: (text) => onlyOf(citations, text) };
    } finally {
      repo.close();
    }
  } finally {
    built.cleanup();
  }
}

/** The ids that plans will get, for a document that writes one of them. */
export function oidsOf(plans: readonly CommitPlan[]): readonly string[] {
  const built = makeRepository(plans, { bare: true });
  built.cleanup();
  return built.oids;
}

function onlyOf(findings: readonly Finding[], text: string): Finding {
  const found = findings.filter((finding) => finding.text === text);
  if (found.length === 1) return found[0]!;
  throw new Error(`${found.length} findings of "${text}" among ${findings.map((each) => each.text).join(", ")}`);
}

/** What a person would act on: the verdict, whether it fails, and what is suggested, `engine.py:12-20 strong`. */
export function told({ verdict, fails, suggestion }: Finding): {
  readonly verdict: string;
  readonly fails: boolean;
  readonly suggestion: string | null;
} {
  if (suggestion === null) return { verdict, fails, suggestion: null };
  const { path, start, end, strength } = suggestion;
  return { verdict, fails, suggestion: `${path}:${start === end ? start : `${start}-${end}`} ${strength}` };
}

/** A document of paragraphs. */
export function prose(...paragraphs: readonly string[]): string {
  return `# How the engine works\n\n${paragraphs.join("\n\n")}\n`;
}
