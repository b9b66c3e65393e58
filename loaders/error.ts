// The one error class: a look that could not be taken. A finding is a value and never an error.

/** What went wrong, for programs. Messages are for people and may change; codes may not. */
export type ErrorCode =
  | "not-a-repository"
  | "empty-repository"
  | "unknown-revision"
  | "unsupported-repository"
  | "missing-object"
  | "corrupt-repository"
  | "unsafe-repository"
  | "bad-configuration"
  | "unknown-profile"
  | "nothing-matches"
  | "syntax-error"
  | "store-busy"
  | "store-newer"
  | "store-missing"
  | "store-corrupt"
  | "disk-full"
  | "bad-query"
  | "bad-usage"
  | "no-browser"
  | "notebook-failed"
  | "interrupted";

/** Says where, what was expected, what was found, and what to do. `cause` keeps the error beneath; no stack is shown. */
export class BinnacleError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "BinnacleError";
    this.code = code;
  }
}

/** The message of anything thrown, on one line. */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.replace(/\s+/g, " ").trim();
}
