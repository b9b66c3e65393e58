// Makes the subjects of commits short enough for pages. In linear time: a subject may be a megabyte of blanks.

/** Characters of a subject on a page: the whole stands on the forge. */
const LONGEST = 200;

/** A subject without the pull request in brackets behind it. */
export function withoutPull(subject: string): string {
  const text = subject.trimEnd();
  const at = text.lastIndexOf("(");
  return at >= 0 && /^\(#\d+\)$/.test(text.slice(at)) ? text.slice(0, at).trimEnd() : subject;
}

/** A text over `limit` characters without its end. */
export function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** A subject as a page gets it: of one that is too long neither its end nor half of a pull request's number. */
export function pageSubject(subject: string): string {
  return subject.length > LONGEST ? cut(withoutPull(subject), LONGEST) : subject;
}
