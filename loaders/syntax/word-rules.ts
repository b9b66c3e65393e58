// Says for languages without a grammar which lines define something, and how far a definition reaches. A table: to add a
// language, an entry here. definition-words.ts reads it.

import type { Definition } from "../citation.ts";
import type { GrammarName } from "./grammar.ts";
import type { Lexis } from "./word-mask.ts";

/**
 * How far a definition reaches. `brackets`: to where its brackets are closed, and no line is further in than its own.
 * `indent`: to the line before the next that is no further in. `next`: to the line before the next definition or `stop`
 * that is no further in. `semicolon`: to the `;` outside its brackets.
 */
export type Extent = "brackets" | "indent" | "next" | "semicolon";

/** A line that defines something. Matched against a line without comments and strings; the group `name` names it. */
export interface WordRule {
  readonly kind: Definition["kind"];
  readonly line: RegExp;
  /** It names what follows until a line that `end` matches. Without a definition where the group `name` is empty. */
  readonly frame?: boolean;
  /** It goes on with a definition of the same name above it, and begins one: at the left margin alone, or anywhere. */
  readonly again?: "margin" | "anywhere";
}

export interface WordRules {
  readonly lexis: Lexis;
  readonly extent: Extent;
  readonly rules: readonly WordRule[];
  /** An attribute: a line that belongs to the definition after it. */
  readonly mark?: RegExp;
  /** Ends a definition of `next` and defines nothing. */
  readonly stop?: RegExp;
  /** Belongs to a definition though it is no further in. */
  readonly more?: RegExp;
  /** Is a definition's last line, where it is as far in as its first. */
  readonly last?: RegExp;
  /** Ends a frame; the group `name`, if it has one, is what it is called. */
  readonly end?: RegExp;
}

const NO_LEXIS: Lexis = { line: [], block: [], nests: false, strings: [], long: false };
const HASH: Lexis = { ...NO_LEXIS, line: ["#"] };
const SLASHES: Lexis = { ...NO_LEXIS, line: ["//"], block: [["/*", "*/"]], strings: ['"""', '"'] };
const NESTING: Lexis = { ...SLASHES, nests: true };
const QUOTED: Lexis = { ...SLASHES, strings: ['"""', "'''", '"', "'"] };
const SCRIPT: Lexis = { ...HASH, strings: ['"""', "'''", '"', "'"] };

function rule(
  kind: WordRule["kind"],
  source: string,
  more: { frame?: true; again?: "margin" | "anywhere"; flags?: string } = {},
): WordRule {
  const { flags, ...rest } = more;
  return { kind, line: new RegExp(`^${source}`, `du${flags ?? ""}`), ...rest };
}

/** `@Name(…)` before what it annotates, and words before its keyword. */
const annotated = (words: string): string =>
  String.raw`\s*(?:@[\w.:]+(?:\([^()]*\))?\s+)*(?:(?:${words})(?:\([^()]*\))?\s+)*`;
const ANNOTATION = /^\s*@[\w.:]+/;

const LEAN_WORDS = "private|protected|public|noncomputable|unsafe|partial|nonrec|scoped|local|meta";
const LEAN_BEFORE = String.raw`\s*(?:@\[[^\]]*\]\s*)*(?:(?:${LEAN_WORDS})\s+)*`;
const LEAN_NAME = String.raw`(?<name>(?=[\p{L}_«])(?:«[^»]*»|[^\s:(){}\[\]⦃⦄,$@|«])+)`;

const LEAN: WordRules = {
  lexis: { line: ["--"], block: [["/-", "-/"]], nests: true, strings: ['"'], long: true },
  extent: "next",
  rules: [
    rule(
      "function",
      String.raw`${LEAN_BEFORE}(?:def|theorem|lemma|abbrev|opaque|axiom|alias|irreducible_def)\s+${LEAN_NAME}`,
    ),
    rule(
      "class",
      String.raw`${LEAN_BEFORE}(?:structure|(?:co)?inductive|class\s+inductive|class\s+abbrev|class)\s+${LEAN_NAME}`,
    ),
    rule("function", String.raw`${LEAN_BEFORE}instance\s+(?:\(priority[^()]*\)\s*)?${LEAN_NAME}`),
    rule("module", String.raw`\s*namespace\s+(?<name>\S+)`, { frame: true }),
    rule("module", String.raw`\s*(?:@\[[^\]]*\]\s*)?(?:(?:${LEAN_WORDS})\s+)*(?:section|mutual)(?:\s|$)(?<name>)`, {
      frame: true,
    }),
  ],
  mark: /^\s*(?:@\[|(?:set_option|open|variable|include|omit|attribute)\s.*\sin\s*$)/,
  stop: new RegExp(
    String.raw`^\s*(?:@\[|#\w|(?:(?:${LEAN_WORDS})\s+)*(?:example|instance|variables?|open|universes?|attribute|set_option|export|` +
      "import|include|omit|notation3?|infix[lr]?|prefix|postfix|macro|macro_rules|syntax|elab|elab_rules|simproc|" +
      String.raw`declare_syntax_cat|declare_\w+|initialize|builtin_\w+|register_\w+|run_\w+|deriving\s+instance|add_decl_doc|` +
      String.raw`library_note|assert_\w+|grind_pattern|suppress_compilation|end|namespace|section|mutual)(?=\s|$))`,
  ),
  end: /^\s*end(?:\s+(?<name>\S+))?\s*$/,
};

const COQ_BEFORE = String.raw`\s*(?:#\[[^\]]*\]\s*)*(?:(?:Local|Global|Polymorphic|Program|Cumulative|Private)\s+)*`;

const COQ: WordRules = {
  lexis: { line: [], block: [["(*", "*)"]], nests: true, strings: ['"'], long: true },
  extent: "next",
  rules: [
    rule(
      "function",
      `${COQ_BEFORE}(?:Theorem|Lemma|Definition|Fixpoint|CoFixpoint|Corollary|Proposition|Remark|Fact|Example|` +
        String.raw`Instance|Let|Axiom|Parameter|Hypothesis|Variable|Equations|Ltac|Notation)\s+(?<name>[\p{L}_][\p{L}\p{N}_']*)`,
    ),
    rule(
      "class",
      String.raw`${COQ_BEFORE}(?:Inductive|CoInductive|Record|Structure|Class|Variant)\s+(?<name>[\p{L}_][\p{L}\p{N}_']*)`,
    ),
    rule("module", String.raw`\s*Module\s+(?:Type\s+|Import\s+|Export\s+)?(?<name>[\p{L}_][\w']*)(?![^.]*:=)`, {
      frame: true,
    }),
    rule("module", String.raw`\s*Section\s+\w+(?<name>)`, { frame: true }),
  ],
  stop: /^\s*(?:Require|From|Import|Export|Open|Close|Set|Unset|End|Section|Module|Hint|Arguments|Context|Check|Print)\b/,
  end: /^\s*End\s+(?<name>\w+)/,
};

const HASKELL_WORDS =
  "(?!(?:module|import|where|let|in|case|of|if|then|else|do|deriving|infix[lr]?|instance|class|data|type|newtype|foreign|default|pattern)\\b)";

const HASKELL: WordRules = {
  lexis: { line: ["--"], block: [["{-", "-}"]], nests: true, strings: ['"'], long: false },
  extent: "indent",
  rules: [
    rule("class", String.raw`(?:data|newtype|class)\s+(?:family\s+|instance\s+)?(?:[^=]*=>\s*)?(?<name>\p{Lu}[\w.']*)`),
    rule("variable", String.raw`type\s+(?:family\s+|instance\s+|alias\s+)?(?<name>\p{Lu}[\w.']*)`),
    rule("function", String.raw`\s*${HASKELL_WORDS}(?<name>[\p{Ll}_][\w']*|\([^()\s\w]+\))(?:\s*,\s*[\w']+)*\s+::?\s`, {
      again: "anywhere",
    }),
    rule("function", String.raw`\s*${HASKELL_WORDS}(?<name>[\p{Ll}_][\w']*)(?![\w'.])(?=[^=]*=(?![=>])|[^'$]*$)`, {
      again: "margin",
    }),
  ],
  more: /^\s*(?:[)\]},|#]|(?:where|then|else|of|in)\b)/,
};

const OCAML: WordRules = {
  lexis: { line: [], block: [["(*", "*)"]], nests: true, strings: ['"'], long: true },
  extent: "indent",
  rules: [
    rule(
      "function",
      String.raw`\s*(?:let|and)\s+(?:rec\s+|inline\s+)*(?<name>[\p{Ll}_][\w']*)(?=\s+[^=:\s]|\s*=\s*(?:fun|function)\b)`,
    ),
    rule("variable", String.raw`\s*(?:let|and|val|external|exception)\s+(?:rec\s+|mutable\s+)*(?<name>[\p{L}_][\w']*)`),
    rule(
      "function",
      String.raw`\s*(?:(?:static|override|abstract)\s+)*(?:member|method!?)\s+(?:private\s+)?(?:\w+\.)?(?<name>\w+)`,
    ),
    rule(
      "class",
      String.raw`\s*(?:type|class)\s+(?:nonrec\s+|virtual\s+)*(?:\([^()]*\)\s*|'\w+\s+)?(?<name>[\p{L}_][\w']*)`,
    ),
    rule("module", String.raw`\s*module\s+(?:type\s+|rec\s+)*(?<name>\p{Lu}[\w.']*)`),
  ],
  mark: /^\s*\[<[^\]]*>\]\s*$/,
  more: /^\s*(?:[)\]}|;>]|(?:in|with|end|done|then|else|do)\b)/,
};

const KOTLIN_WORDS =
  "public|private|protected|internal|open|abstract|final|sealed|data|inner|enum|annotation|value|inline|override|suspend|" +
  "operator|infix|tailrec|external|const|lateinit|actual|expect|noinline|companion|vararg|fun(?=\\s+interface)";

const KOTLIN: WordRules = {
  lexis: NESTING,
  extent: "brackets",
  rules: [
    rule("class", String.raw`${annotated(KOTLIN_WORDS)}(?:class|interface|object)\s+(?<name>\w+)`),
    rule(
      "function",
      String.raw`${annotated(KOTLIN_WORDS)}fun\s+(?:<[^()]*?>\s*)?(?:[\w.]+<[^()]*>\??\.)?(?<name>[\w.?]*\w|` +
        "`[^`]+`" +
        String.raw`)\s*\(`,
    ),
    rule("variable", String.raw`${annotated(KOTLIN_WORDS)}(?:val|var|typealias)\s+(?:<[^()]*?>\s*)?(?<name>[\w.]*\w)`),
  ],
  mark: ANNOTATION,
};

const SWIFT_WORDS =
  "public|private|fileprivate|internal|open|final|static|class(?=\\s+(?:func|var))|override|mutating|nonmutating|required|" +
  "convenience|lazy|weak|unowned|indirect|async|nonisolated|isolated|dynamic|optional|prefix|postfix|infix|package";

const SWIFT: WordRules = {
  lexis: NESTING,
  extent: "brackets",
  rules: [
    rule(
      "class",
      String.raw`${annotated(SWIFT_WORDS)}(?:class|struct|enum|protocol|extension|actor)\s+(?<name>[\w.]+)`,
    ),
    rule("function", String.raw`${annotated(SWIFT_WORDS)}func\s+(?<name>[^\s(<]+)`),
    rule("function", String.raw`${annotated(SWIFT_WORDS)}(?<name>init|deinit|subscript)\b`),
    rule("variable", String.raw`${annotated(SWIFT_WORDS)}(?:let|var|typealias|associatedtype|case)\s+(?<name>\w+)`),
  ],
  mark: ANNOTATION,
};

const SCALA_WORDS =
  "private|protected|final|sealed|abstract|case|implicit|lazy|override|inline|transparent|opaque|open|infix|private\\[\\w+\\]";

const SCALA: WordRules = {
  lexis: NESTING,
  extent: "brackets",
  rules: [
    rule("class", String.raw`${annotated(SCALA_WORDS)}(?:class|trait|object|enum|given)\s+(?<name>\w+)`),
    rule("function", String.raw`${annotated(SCALA_WORDS)}def\s+(?<name>[^\s(\[:=]+)`),
    rule("variable", String.raw`${annotated(SCALA_WORDS)}(?:val|var|type)\s+(?<name>\w+)`),
  ],
  mark: ANNOTATION,
  more: /^\s*end\b/,
};

const DART_WORDS = "static|external|final|late|const|abstract|base|sealed|interface|covariant|factory|async";

const DART: WordRules = {
  lexis: QUOTED,
  extent: "brackets",
  rules: [
    rule(
      "class",
      String.raw`${annotated(DART_WORDS)}(?:mixin\s+class|class|mixin|enum|extension\s+type|extension)\s+(?<name>\w+)`,
    ),
    rule("variable", String.raw`\s*typedef\s+(?<name>\w+)`),
    rule(
      "function",
      String.raw`${annotated(DART_WORDS)}(?!(?:return|if|for|while|switch|catch|new|await|throw|else|assert|yield|super|this)\b)` +
        String.raw`(?:[\w.]+(?:<[^()]*>)?\??\s+)?(?:get\s+|set\s+)?(?<name>[\w.]+)\s*(?:<[^()]*>)?\((?=[^;]*$|.*(?:\{|=>))`,
    ),
    rule(
      "variable",
      String.raw`\s*(?:(?:static|late|final|const|var)\s+)+(?:[\w.]+(?:<[^()=]*>)?\??\s+)?(?<name>\w+)\s*[=;]`,
    ),
  ],
  mark: ANNOTATION,
};

const ZIG: WordRules = {
  lexis: { ...NO_LEXIS, line: ["//", "\\\\"], strings: ['"'] },
  extent: "brackets",
  rules: [
    rule("function", String.raw`\s*(?:(?:pub|export|inline|noinline|extern)\s+)*fn\s+(?<name>\w+)`),
    rule(
      "class",
      String.raw`\s*(?:pub\s+)?const\s+(?<name>\w+)\s*=\s*(?:(?:packed|extern)\s+)?(?:struct|enum|union|opaque|error)\b`,
    ),
    rule("variable", String.raw`\s*(?:(?:pub|export|threadlocal|comptime)\s+)*(?:const|var)\s+(?<name>\w+)`),
  ],
};

const LUA: WordRules = {
  lexis: {
    ...NO_LEXIS,
    line: ["--"],
    block: [
      ["--[[", "]]"],
      ["[[", "]]"],
    ],
    strings: ['"', "'"],
  },
  extent: "indent",
  rules: [
    rule("function", String.raw`\s*(?:local\s+)?function\s+(?<name>[\w.:]+)`),
    rule("function", String.raw`\s*(?:local\s+)?(?<name>[\w.]+)\s*=\s*function\b`),
    rule("variable", String.raw`(?:local\s+)?(?<name>\w+)\s*(?:<\w+>\s*)?=(?!=)`),
  ],
  more: /^\s*[)\]}]/,
  last: /^\s*(?:end\b|\})/,
};

const JULIA: WordRules = {
  lexis: { line: ["#"], block: [["#=", "=#"]], nests: true, strings: ['"""', '"'], long: true },
  extent: "indent",
  rules: [
    rule("module", String.raw`\s*(?:bare)?module\s+(?<name>\w+)`),
    rule(
      "class",
      String.raw`\s*(?:@\w+\s+)*(?:mutable\s+struct|struct|abstract\s+type|primitive\s+type)\s+(?<name>\w+!?)`,
    ),
    rule("function", String.raw`\s*(?:@\w+\s+)*(?:function|macro)\s+(?<name>[\p{L}_][\p{L}\p{N}_.!]*)`),
    rule("function", String.raw`(?:@\w+\s+)*(?<name>[\p{L}_][\p{L}\p{N}_.!]*)(?:\{[^{}]*\})?\([^=]*\)[^=]*=(?!=)`),
    rule("variable", String.raw`(?:const\s+|global\s+)?(?<name>[\p{L}_][\p{L}\p{N}_!]*)\s*(?:::[^=]*)?=(?![=>])`),
  ],
  more: /^\s*(?:[)\]}]|(?:else|elseif|catch|finally)\b)/,
  last: /^\s*end\b/,
};

const ELIXIR: WordRules = {
  lexis: { ...SCRIPT, long: true, strings: ['"""', "'''", '"'] },
  extent: "indent",
  rules: [
    rule("module", String.raw`\s*(?:defmodule|defprotocol|defimpl)\s+(?<name>[\w.]+)`),
    rule("function", String.raw`\s*(?:defp?|defmacrop?|defguardp?|defdelegate|defn)\s+(?<name>[\p{L}_][\w?!]*)`),
  ],
  mark: /^\s*@(?:doc|spec|impl|deprecated|dialyzer)\b/,
  more: /^\s*(?:[)\]}]|(?:else|rescue|catch|after)\b)/,
  last: /^\s*end\b/,
};

const R: WordRules = {
  lexis: { ...SCRIPT, long: true, strings: ['"', "'"] },
  extent: "brackets",
  rules: [
    rule("function", String.raw`\s*(?<name>[\p{L}.][\w.]*)\s*(?:<<?-|=)\s*function\b`),
    rule("variable", String.raw`(?<name>[\p{L}.][\w.]*)\s*(?:<<?-|=)(?!=)`),
  ],
};

const PERL: WordRules = {
  lexis: HASH,
  extent: "indent",
  rules: [rule("function", String.raw`\s*sub\s+(?<name>[\w:]+)`)],
  more: /^\s*[)\]{]/,
  last: /^\s*\}/,
};

const POWERSHELL: WordRules = {
  lexis: { ...NO_LEXIS, line: ["#"], block: [["<#", "#>"]], strings: ['"', "'"], long: true },
  extent: "brackets",
  rules: [
    rule("function", String.raw`\s*(?:function|filter)\s+(?:\w+:)?(?<name>[\w-]+)`, { flags: "i" }),
    rule("class", String.raw`\s*(?:class|enum)\s+(?<name>\w+)`, { flags: "i" }),
    rule("variable", String.raw`\$(?:\w+:)?(?<name>\w+)\s*=`),
  ],
};

const SQL: WordRules = {
  lexis: {
    line: ["--"],
    block: [
      ["/*", "*/"],
      ["$$", "$$"],
    ],
    nests: false,
    strings: ["'"],
    long: true,
  },
  extent: "semicolon",
  rules: [
    rule(
      "function",
      String.raw`\s*create\s+(?:or\s+replace\s+)?(?:function|procedure|macro|aggregate)\s+(?:if\s+not\s+exists\s+)?(?<name>[^\s(;]+)`,
      { flags: "i" },
    ),
    rule(
      "class",
      String.raw`\s*create\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|external|virtual|materialized|` +
        String.raw`recursive|persistent|unique)\s+)*(?:table|view|type|schema|domain)\s+(?:if\s+not\s+exists\s+)?(?<name>[^\s(;]+)`,
      { flags: "i" },
    ),
    rule(
      "variable",
      String.raw`\s*create\s+(?:or\s+replace\s+)?(?:(?:temp|temporary|unique)\s+)*(?:index|sequence|trigger)\s+(?:concurrently\s+)?` +
        String.raw`(?:if\s+not\s+exists\s+)?(?<name>[^\s(;]+)`,
      { flags: "i" },
    ),
  ],
};

const MAKE: WordRules = {
  lexis: HASH,
  extent: "indent",
  rules: [
    rule("variable", String.raw`(?:(?:export|override|unexport)\s+)*(?<name>[\w.-]+)\s*(?::{1,3}|\?|\+|!)?=`),
    rule("variable", String.raw`define\s+(?<name>[\w.-]+)`),
    rule("function", String.raw`(?<name>[^\s:#=][^:#=]*?)\s*::?(?!=)`),
  ],
  last: /^endef\b/,
};

const SECTIONS: WordRules = {
  lexis: { ...HASH, line: ["#", ";"], strings: ['"""', "'''", '"'] },
  extent: "next",
  rules: [rule("module", String.raw`\[\[?\s*(?<name>[^\[\]]+?)\s*\]\]?\s*$`)],
};

const YAML: WordRules = {
  lexis: NO_LEXIS,
  extent: "indent",
  rules: [rule("variable", String.raw`(?<name>"[^"]*"|'[^']*'|[^\s#\-\[\]{}"'&*!|>%@,?:][^:#]*?)\s*:(?:\s|$)`)],
  more: /^(?:-(?:\s|$)|[\]}])/,
};

const DOCKER: WordRules = {
  lexis: NO_LEXIS,
  extent: "next",
  rules: [rule("module", String.raw`from\s+.*\sas\s+(?<name>\S+)`, { flags: "i" })],
  stop: /^from\s/i,
};

const PROTOCOL: WordRules = {
  lexis: QUOTED,
  extent: "brackets",
  rules: [
    rule(
      "class",
      String.raw`\s*(?:extend\s+)?(?:message|service|enum|oneof|struct|union|exception|type|interface|input)\s+(?<name>[\w.]+)`,
    ),
    rule("function", String.raw`\s*rpc\s+(?<name>\w+)`),
    rule("variable", String.raw`\s*(?:scalar|typedef|const)\s+(?<name>\w+)`),
  ],
};

const SOLIDITY: WordRules = {
  lexis: QUOTED,
  extent: "brackets",
  rules: [
    rule("class", String.raw`\s*(?:abstract\s+)?(?:contract|interface|library|struct|enum)\s+(?<name>\w+)`),
    rule("function", String.raw`\s*(?:function|modifier|event|error)\s+(?<name>\w+)`),
    rule("function", String.raw`\s*(?<name>constructor|receive|fallback)\s*\(`),
  ],
};

const WGSL: WordRules = {
  lexis: NESTING,
  extent: "brackets",
  rules: [
    rule("function", String.raw`${annotated("pub")}fn\s+(?<name>\w+)`),
    rule("class", String.raw`\s*struct\s+(?<name>\w+)`),
    rule("variable", String.raw`${annotated("pub")}(?:const|override|var(?:<[^>]*>)?|alias)\s+(?<name>\w+)`),
  ],
  mark: ANNOTATION,
};

const CMAKE: WordRules = {
  lexis: { ...HASH, strings: ['"'], long: true },
  extent: "indent",
  rules: [rule("function", String.raw`\s*(?:function|macro)\s*\(\s*(?<name>\w+)`, { flags: "i" })],
  more: /^\s*[)]/,
  last: /^\s*end(?:function|macro)\b/i,
};

const LISP: WordRules = {
  lexis: { line: [";"], block: [["#|", "|#"]], nests: true, strings: ['"'], long: true },
  extent: "brackets",
  rules: [
    rule(
      "class",
      String.raw`\s*\((?:defclass|defstruct|deftype|defrecord|defprotocol|struct)\s+\(?(?<name>[^\s()\[\]{}]+)`,
    ),
    rule(
      "variable",
      String.raw`\s*\((?:defvar|defvar-local|defparameter|defconst|defconstant|defcustom|def|defonce)\s+(?:\^\S+\s+)?(?<name>[^\s()\[\]{}]+)`,
    ),
    rule(
      "function",
      String.raw`\s*\((?:def[\w-]*|define[\w-]*|cl-def[\w-]*)\s+\(?(?:\^\S+\s+)?(?<name>[^\s()\[\]{}]+)`,
    ),
  ],
};

const SNAKES: WordRules = {
  lexis: SCRIPT,
  extent: "indent",
  rules: [
    rule("class", String.raw`\s*(?:cdef\s+|cpdef\s+)?(?:class|struct|trait|enum|cppclass)\s+(?<name>\w+)`),
    rule("function", String.raw`\s*(?:async\s+|static\s+)?(?:def|fn|func)\s+(?<name>\w+)`),
    rule("function", String.raw`\s*c(?:p)?def\s+(?:inline\s+)?(?:[\w.*&\[\], ]+\s)?\**(?<name>\w+)\s*\(`),
    rule("variable", String.raw`(?:(?:alias|var|const|let)\s+)?(?<name>\w+)\s*(?::[^=]*)?=(?!=)`),
  ],
  mark: ANNOTATION,
  more: /^\s*[)\]}]/,
};

const RUBY: WordRules = {
  lexis: HASH,
  extent: "indent",
  rules: [
    rule("class", String.raw`\s*(?:class|module)\s+(?<name>[\w:]+)`),
    rule("function", String.raw`\s*def\s+(?:self\.)?(?<name>[^\s(;]+)`),
  ],
  more: /^\s*(?:[)\]}]|(?:else|rescue|ensure)\b)/,
  last: /^\s*end\b/,
};

const NIM: WordRules = {
  lexis: { ...HASH, strings: ['"""', '"'] },
  extent: "indent",
  rules: [
    rule("function", String.raw`\s*(?:proc|func|method|iterator|template|macro|converter)\s+(?<name>\w+)`),
    rule(
      "class",
      String.raw`\s+(?<name>\p{Lu}\w*)\*?(?:\[[^\]]*\])?\s*(?:\{[^{}]*\}\s*)?=\s*(?:ref\s+|ptr\s+)?(?:object|enum|distinct|tuple)\b`,
    ),
  ],
  more: /^\s*[)\]}]/,
};

const FORTRAN: WordRules = {
  lexis: { ...NO_LEXIS, line: ["!"], strings: ['"', "'"] },
  extent: "indent",
  rules: [
    rule("module", String.raw`\s*(?:module(?!\s+procedure)|program|submodule\s*\([^()]*\))\s+(?<name>\w+)`, {
      flags: "i",
    }),
    rule("function", String.raw`\s*(?!end)(?:[\w()=*,]+\s+)*?(?:subroutine|function)\s+(?<name>\w+)`, { flags: "i" }),
    rule("class", String.raw`\s*type(?:\s*,[^:]*)?\s*(?:::\s*|\s)(?!is\b)(?<name>\w+)`, { flags: "i" }),
  ],
  more: /^\s*(?:contains|#)/i,
  last: /^\s*end/i,
};

/** Of languages that have a grammar, for texts that are beyond it. */
const BRACES: WordRules = {
  lexis: { ...NESTING, nests: false },
  extent: "brackets",
  rules: [
    rule(
      "class",
      String.raw`\s*(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|sealed|partial|pub|type)\s+)*` +
        String.raw`(?:class|interface|struct|enum|trait|impl|namespace|module|mod|record|union)\s+(?<name>[\w.:]*\w)`,
    ),
    rule(
      "function",
      String.raw`\s*(?:(?:export|default|declare|async|public|private|protected|static|abstract|final|pub|const|unsafe)\s+)*` +
        String.raw`(?:function\s*\*?|func|fn|def)\s+(?:\([^()]*\)\s*)?(?<name>[\w.:]*\w)`,
    ),
    rule("variable", String.raw`(?:(?:export|pub|declare)\s+)*(?:const|let|var|static|type)\s+(?<name>\w+)`),
  ],
};

/** Rules for a language that has a grammar, where its grammar gives up. */
export function rulesWithout(grammar: GrammarName): WordRules {
  return grammar === "python" ? SNAKES : grammar === "ruby" ? RUBY : BRACES;
}

/** The languages by the endings, or the whole names, of their files. */
const LANGUAGES: readonly (readonly [string, WordRules])[] = [
  ["lean", LEAN],
  ["v", COQ],
  ["hs lhs purs elm idr agda hsc", HASKELL],
  ["ml mli fs fsi fsx", OCAML],
  ["kt kts", KOTLIN],
  ["swift", SWIFT],
  ["scala sc sbt", SCALA],
  ["dart", DART],
  ["zig", ZIG],
  ["lua luau", LUA],
  ["jl", JULIA],
  ["ex exs", ELIXIR],
  ["r", R],
  ["pl pm", PERL],
  ["ps1 psm1", POWERSHELL],
  ["sql", SQL],
  ["mk mak makefile gnumakefile", MAKE],
  ["toml ini cfg editorconfig gitconfig gitmodules", SECTIONS],
  ["yaml yml cff", YAML],
  ["dockerfile containerfile", DOCKER],
  ["proto thrift graphql gql", PROTOCOL],
  ["sol", SOLIDITY],
  ["wgsl", WGSL],
  ["cmake", CMAKE],
  ["lisp el clj cljs cljc scm rkt", LISP],
  ["pyx pxd pxi mojo gd", SNAKES],
  ["nim nims", NIM],
  ["f90 f95 f03 f08 f", FORTRAN],
];

const BY_ENDING = new Map(
  LANGUAGES.flatMap(([endings, rules]) => endings.split(" ").map((ending) => [ending, rules] as const)),
);

/** The rules for a path by its ending or its name, or null where there are none. */
export function wordRulesOf(path: string): WordRules | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (name === "cmakelists.txt") return CMAKE;
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return (
    BY_ENDING.get(ending) ??
    (/^(?:docker|make)file\./.test(name) ? BY_ENDING.get(name.slice(0, name.indexOf("."))) : null) ??
    null
  );
}
