// Says whether a line of code gives a name to something, or only uses it. By words of the line: it has to be as quick for
// a thousand old versions of a file as for one, and for any language.

/**
 * `named`: a function, a class, a constant; `keyed`: an attribute, a field, a parameter, a key, a flag; `loose`: a variable
 * within a function, which only its own code speaks of, or a string, which may be anything.
 */
export type Defining = "named" | "keyed" | "loose";

/** What says more of a name, by number; null says nothing. */
export function rankOf(defining: Defining | null): number {
  return defining === "named" ? 3 : defining === "keyed" ? 2 : defining === "loose" ? 1 : 0;
}

const KEYWORDS =
  "def|class|function|fn|func|fun|struct|enum|union|interface|type|trait|static|module|mod|macro_rules!|#define|" +
  "theorem|lemma|abbrev|instance|inductive|structure|namespace|record|object|sub|proc|typedef|using|impl|protocol|" +
  "extension|package|data|newtype|axiom|opaque|alias|method|property|table|view|procedure|export";

interface Tests {
  readonly named: RegExp;
  readonly keyed: RegExp;
  readonly loose: RegExp;
}

const known = new Map<string, Tests>();

/**
 * What a line of code (comments blanked) makes of a word that stands in it; null where it only uses it. `before` is the
 * line above: a flag is often written below the call that defines it.
 */
export function definingOn(line: string, word: string, before = ""): Defining | null {
  if (line.length > 1_000) return null;
  if (word.startsWith("--")) return definesFlag(line, word, before) ? "keyed" : null;
  const tests = known.get(word) ?? testsFor(word);
  known.set(word, tests);
  if (tests.named.test(line)) return "named";
  return tests.keyed.test(line) ? "keyed" : tests.loose.test(line) ? "loose" : null;
}

const PARSER = /(?:add_argument|add_option|add_flag|[oO]ption|[aA]rgument|[fF]lag|\barg|Typer|Opt)\w*\s*\(/;

/** A flag is defined where a parser is told of it, or a shell's `case` waits for it; elsewhere another program is called. */
function definesFlag(line: string, flag: string, before: string): boolean {
  const at = line.indexOf(flag);
  const head = line.slice(0, at);
  if (/^\s*(?:-\w\s*\|\s*)?$/.test(head) && /^(?:=\*)?\s*(?:\||\))/.test(line.slice(at + flag.length))) return true;
  return (
    /["']$/.test(head) && (PARSER.test(head) || (PARSER.test(before) && /^\s*(?:["']-\w["'],\s*)?["']$/.test(head)))
  );
}

function testsFor(word: string): Tests {
  const name = word.replace(/[^\w]/g, "");
  return {
    named: new RegExp(
      [
        String.raw`(?:^|[\s;{(])(?:${KEYWORDS})\s+(?:\([^()]{0,80}\)\s*)?(?:[\w.:]{1,60}(?:\.|::))?${name}(?!\w)`,
        // A constant at the left margin; a method with its body, or a function of C behind its type.
        String.raw`^(?:(?:export|pub|public)\s+)?(?:(?:const|let|var|val|final)\s+)?(?:mut\s+)?${name}\s*(?::[^=]{1,80})?:?=(?!=)`,
        String.raw`^(?!.*(?:=>|\bfunction\b[^()]{0,40}\([^()]{0,200}\))\s*\{\s*$)\s*(?:(?:async|static|public|private|protected|get|set|override|final|virtual|inline)\s+){0,4}\*?${name}\s*(?:<[^<>]{0,80}>)?\([^;]{0,400}\{\s*$`,
        String.raw`^(?!(?:return|throw|else|new|await|case|goto|delete|if|elif|while|for|and|or|not|in|is|yield|assert|raise|del|with|except|from|import|print|echo|do|then|when|unless|match|export)\b)[A-Za-z_][\w:<>,*&\s]{0,119}[\s*&]${name}\s*\([^;]{0,400}$`,
      ].join("|"),
    ),
    keyed: new RegExp(
      [
        String.raw`(?:^|[\s;,{(])(?:self|this|cls)\.${name}\s*(?::[^=]{1,80})?=(?!=)`,
        String.raw`^\s*(?:readonly\s+|public\s+|private\s+|protected\s+|pub\s+|static\s+|declare\s+)*${name}\??\s*:(?!:)`,
        String.raw`\b(?:def|function|fn|func|lambda)\b.*[(,]\s*\*{0,2}${name}\s*(?:[,):=?]|$)`,
        String.raw`[{,]\s*${name}\s*:(?!:)`,
      ].join("|"),
    ),
    loose: new RegExp(
      [
        String.raw`(?<![\w"'\x60\\])["']${name}["'](?![\w"'\x60])`,
        String.raw`^\s*(?:[\w, ]{1,80},\s*)?${name}\s*(?:,[\w, ]{1,80})?\s(?::[^=]{1,80})?:?=(?!=)`,
        String.raw`\b(?:const|let|var|val|for|have|mut)\s+(?:mut\s+)?[([{]?(?:\w+,\s*){0,6}${name}\b`,
      ].join("|"),
    ),
  };
}

/** The line within a definition, 1-based, that gives it a member: sets an attribute or a field of it. Null where none does. */
export function memberLine(
  { line: first, endLine }: { readonly line: number; readonly endLine: number },
  member: string,
  lines: readonly string[],
): number | null {
  const name = member.replace(/\W/g, "");
  const sets = new RegExp(
    String.raw`(?:self|this|cls)\.${name}\s*(?::[^=]{0,120})?=(?!=)|^\s*(?:\w+\s+){0,4}[*&]?${name}\??\s*(?:[:=(,;]|$)(?!=)`,
  );
  for (let at = first; at < Math.min(endLine, lines.length); at++) {
    const line = lines[at]!;
    if (line.length < 1_000 && line.includes(member) && sets.test(line)) return at + 1;
  }
  return null;
}
