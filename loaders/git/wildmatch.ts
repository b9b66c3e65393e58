// Turns a pattern of git's (`*.py`, `docs/**`, `[a-z]?`) and a text into whether it fits, as gitattributes(5) has it.
// Time grows with pattern times text, whatever the pattern: each place of both is looked at once.

/** A pattern taken apart. Made once, asked often. */
export type Pattern = (text: string) => boolean;

/** One step: characters that fit one, or a run. `deep` runs over `/`; `folders` is `**` and the `/` behind it. */
type Step =
  | { readonly kind: "one"; readonly fits: (char: string) => boolean }
  | { readonly kind: "run" | "deep" | "folders" };

/**
 * A pattern for a whole path, or for a name: `*`, `?` and sets never fit `/`, and `**` between slashes fits folders. As in git,
 * what stands before the first special character is compared first, and the rest fitted as if it stood alone; characters
 * are bytes. `fold` makes no difference between `A` and `a`. A broken pattern fits nothing.
 */
export function wildmatch(pattern: string, options: { readonly fold?: boolean } = {}): Pattern {
  const fold = options.fold === true ? lower : (bytes: string) => bytes;
  const bytes = bytesOf(pattern);
  const plain = /^[^*?[\\]*/.exec(bytes)![0];
  const head = fold(plain);
  const rest = bytes.slice(plain.length);
  if (rest === "") return (text) => fold(bytesOf(text)) === head;
  const ending = /^\*([^*?[\\/]+)$/.exec(bytes)?.[1];
  if (ending !== undefined) {
    const tail = fold(ending);
    return (text) => {
      const subject = fold(bytesOf(text));
      return subject.endsWith(tail) && !subject.slice(0, subject.length - tail.length).includes("/");
    };
  }
  const steps = stepsOf(rest, options.fold === true);
  if (steps === null) return () => false;
  return (text) => {
    const subject = fold(bytesOf(text));
    return subject.startsWith(head) && fits(steps, subject.slice(head.length));
  };
}

/** One character for each byte of UTF-8. */
function bytesOf(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text).toString("latin1");
}

function lower(bytes: string): string {
  return bytes.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

function fits(steps: readonly Step[], text: string): boolean {
  // `here[i]`: the first `i` steps can use up the text so far.
  let here = closed(steps, new Uint8Array(steps.length + 1).fill(1, 0, 1), true);
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const next = new Uint8Array(steps.length + 1);
    let any = false;
    for (let i = 0; i < steps.length; i++) {
      if (here[i] === 0) continue;
      const step = steps[i]!;
      if (step.kind === "one") {
        if (step.fits(char)) next[i + 1] = 1;
      } else if (step.kind !== "run" || char !== "/") next[i] = 1;
      any = true;
    }
    if (!any) return false;
    here = closed(steps, next, char === "/");
  }
  return here[steps.length] === 1;
}

/** Adds what is reached without a character: a run of none; of `folders` only where a name begins. */
function closed(steps: readonly Step[], states: Uint8Array, atName: boolean): Uint8Array {
  for (let i = 0; i < steps.length; i++) {
    const { kind } = steps[i]!;
    if (states[i] === 1 && kind !== "one" && (kind !== "folders" || atName)) states[i + 1] = 1;
  }
  return states;
}

function stepsOf(pattern: string, fold: boolean): readonly Step[] | null {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at]!;
    if (char === "*") {
      let stars = 1;
      while (pattern[at + stars] === "*") stars++;
      const before = at === 0 || pattern[at - 1] === "/";
      const behind = pattern[at + stars];
      at += stars;
      if (stars < 2 || !before || (behind !== undefined && behind !== "/")) steps.push({ kind: "run" });
      else if (behind === undefined) steps.push({ kind: "deep" });
      else {
        steps.push({ kind: "folders" });
        at++;
      }
    } else if (char === "?") {
      steps.push({ kind: "one", fits: (found) => found !== "/" });
      at++;
    } else if (char === "[") {
      const set = setOf(pattern, at + 1, fold);
      if (set === null) return null;
      steps.push({ kind: "one", fits: set.fits });
      at = set.next;
    } else {
      // A backslash makes the next character plain; at the end there is none.
      // As in git, that one is compared as it stands, and fits nothing if it is a capital and those are folded.
      const plain = char === "\\" ? pattern[at + 1] : fold ? lower(char) : char;
      if (plain === undefined) return null;
      steps.push({ kind: "one", fits: (found) => found === plain });
      at += char === "\\" ? 2 : 1;
    }
  }
  return steps;
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  cntrl: /\p{Cc}/u,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t-\r ]/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

function isBetween(char: string, low: string, high: string): boolean {
  return /[A-Z]/.test(char) && char >= low && char <= high;
}

function setOf(
  pattern: string,
  from: number,
  fold: boolean,
): { readonly fits: (char: string) => boolean; readonly next: number } | null {
  let at = from;
  const negated = pattern[at] === "!" || pattern[at] === "^";
  if (negated) at++;
  const members: ((char: string) => boolean)[] = [];
  for (let first = true; first || pattern[at] !== "]"; first = false) {
    const char = pattern[at];
    if (char === undefined) return null;
    if (char === "[" && pattern[at + 1] === ":") {
      const close = pattern.indexOf("]", at + 2);
      if (close === -1) return null;
      if (pattern[close - 1] === ":" && close - 1 > at + 1) {
        const kind = CLASSES[pattern.slice(at + 2, close - 1)];
        if (kind === undefined) return null;
        members.push((found) => kind.test(found) || (fold && kind === CLASSES.upper && /[a-z]/.test(found)));
        at = close + 1;
        continue;
      }
    }
    const low = char === "\\" ? pattern[++at] : char;
    if (low === undefined) return null;
    at++;
    if (pattern[at] === "-" && pattern[at + 1] !== undefined && pattern[at + 1] !== "]") {
      at++;
      const high = pattern[at] === "\\" ? pattern[++at] : pattern[at];
      if (high === undefined) return null;
      at++;
      members.push((found) => (found >= low && found <= high) || (fold && isBetween(found.toUpperCase(), low, high)));
    } else members.push((found) => found === low);
  }
  return { fits: (char) => char !== "/" && members.some((member) => member(char)) !== negated, next: at + 1 };
}
