// The formats an audit can be reported in, as one table: it feeds the flag, its help and the tests. A new format is one
// file and one line here.

import type { AuditReport } from "../../citation.ts";
import type { Style } from "../text.ts";
import { auditGithub } from "./github.ts";
import { auditGitlab } from "./gitlab.ts";
import { auditJson } from "./json.ts";
import { auditJunit } from "./junit.ts";
import { auditMarkdown } from "./markdown.ts";
import { auditRdjson } from "./rdjson.ts";
import { auditSarif } from "./sarif.ts";
import { auditText } from "./text.ts";

export interface RenderOptions {
  readonly style: Style;
  /** Every citation, not only what is not in order. */
  readonly all: boolean;
  /** A line of a document as it was judged, without its line end; rdjson needs it for its columns and suggestions. */
  readonly lineOf?: (doc: string, line: number) => string | null;
}

export interface Format {
  readonly name: string;
  /** Half a sentence for the help text. */
  readonly help: string;
  /** Text without a line end at its end. */
  readonly render: (report: AuditReport, options: RenderOptions) => string;
}

export const FORMATS: readonly Format[] = [
  { name: "text", help: "lines for a person", render: auditText },
  { name: "json", help: 'what other programs read ("schema": 1), always all citations', render: auditJson },
  { name: "sarif", help: "SARIF 2.1.0, for code scanning", render: auditSarif },
  { name: "github", help: "workflow commands, shown beside the lines by GitHub Actions", render: auditGithub },
  { name: "gitlab", help: "GitLab's Code Quality JSON", render: auditGitlab },
  { name: "rdjson", help: "reviewdog's diagnostics, with suggestions", render: auditRdjson },
  { name: "junit", help: "JUnit's XML: a suite a document, a case a citation", render: auditJunit },
  { name: "markdown", help: "a comment for a pull request", render: auditMarkdown },
];
