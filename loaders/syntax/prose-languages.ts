// The table of comment and string marks, by file name. A new language is one line here; how the marks are read is said in
// prose-lexer.ts.

/** A pair of marks around something. */
export interface Pair {
  readonly open: string;
  readonly close: string;
  /** Whether a pair may stand inside another: `/- a /- b -/ c -/`. */
  readonly nests?: boolean;
}

/** How a string is written. */
export interface Quote {
  readonly open: string;
  readonly close: string;
  /** Whether it may hold a line's end. */
  readonly lines: boolean;
  /** Whether a backslash takes the next character's meaning away. */
  readonly escapes: boolean;
}

export interface Language {
  /** Marks that make a comment of the rest of the line. */
  readonly line: readonly string[];
  /** Whether such a mark counts only at a line's start or behind white space, as `#` in a shell. */
  readonly apart: boolean;
  readonly block: readonly Pair[];
  readonly quotes: readonly Quote[];
  /** Characters in `'`, which open no string: `'"'`; of Rust's lifetimes and Lean's primes nothing is opened at all. */
  readonly chars: boolean;
  /** `/…/` may be a regular expression. */
  readonly regex: boolean;
  /** `${…}` in back quotes holds code. */
  readonly templates: boolean;
  /** `r#"…"#` of Rust, `R"x(…)x"` of C++, `[==[…]==]` of Lua. */
  readonly raw: "rust" | "cpp" | "lua" | null;
  /** `<<END` takes all lines up to one that says `END`. */
  readonly heredocs: boolean;
  /** A string that is a statement of its own documents what stands around it. */
  readonly docstrings: boolean;
}

const quote = (open: string, lines = false, escapes = true, close = open): Quote => ({ open, close, lines, escapes });

const TRIPLE = quote('"""', true);
const DOUBLE = quote('"');
const SINGLE = quote("'");
const C_BLOCK: Pair = { open: "/*", close: "*/" };
const C_NESTED: Pair = { open: "/*", close: "*/", nests: true };
const XML: Pair = { open: "<!--", close: "-->" };

const PLAIN: Language = {
  line: [],
  apart: false,
  block: [],
  quotes: [],
  chars: false,
  regex: false,
  templates: false,
  raw: null,
  heredocs: false,
  docstrings: false,
};

const C: Language = { ...PLAIN, line: ["//"], block: [C_BLOCK], quotes: [DOUBLE], chars: true };
const HASH: Language = { ...PLAIN, line: ["#"], quotes: [DOUBLE, SINGLE] };
const SHELL: Language = { ...HASH, apart: true, heredocs: true, quotes: [quote('"', true), quote("'", true, false)] };
const LISP: Language = { ...PLAIN, line: [";"], quotes: [quote('"', true)] };
const SCRIPT: Language = {
  ...C,
  quotes: [DOUBLE, SINGLE, quote("`", true)],
  chars: false,
  regex: true,
  templates: true,
};
const ML: Language = { ...PLAIN, block: [{ open: "(*", close: "*)", nests: true }], quotes: [quote('"', true)] };
const PAGE: Language = { ...PLAIN, line: ["//"], apart: true, block: [XML, C_BLOCK] };

/** By extension, several in one cell. */
const LANGUAGES: readonly (readonly [extensions: string, language: Language])[] = [
  ["py pyi pyx pxd bzl star", { ...HASH, quotes: [TRIPLE, quote("'''", true), DOUBLE, SINGLE], docstrings: true }],
  ["ts tsx js jsx mjs cjs mts cts", SCRIPT],
  ["go", { ...C, quotes: [DOUBLE, quote("`", true, false)] }],
  ["rs", { ...C, block: [C_NESTED], quotes: [quote('"', true)], raw: "rust" }],
  ["c h cc cpp cxx hpp hh hxx ipp inl cu cuh m mm ino glsl metal cl", { ...C, raw: "cpp" }],
  ["java v sv svh proto thrift sol", C],
  ["cs", { ...C, quotes: [TRIPLE, quote('@"', true, false, '"'), DOUBLE] }],
  ["kt kts swift scala sc groovy gradle", { ...C, block: [C_NESTED], quotes: [TRIPLE, DOUBLE] }],
  ["dart", { ...C, quotes: [TRIPLE, quote("'''", true), DOUBLE, SINGLE], chars: false }],
  ["zig", { ...C, block: [] }],
  ["php", { ...C, line: ["//", "#"], quotes: [quote('"', true), quote("'", true)], chars: false }],
  ["rb rake gemspec", { ...HASH, apart: true, heredocs: true, block: [{ open: "\n=begin", close: "\n=end" }] }],
  ["pl pm", { ...HASH, apart: true, heredocs: true }],
  ["sh bash zsh fish ksh bats", SHELL],
  ["ps1 psm1", { ...HASH, block: [{ open: "<#", close: "#>" }], quotes: [DOUBLE, quote("'", false, false)] }],
  [
    "lean",
    {
      ...PLAIN,
      line: ["--"],
      block: [{ open: "/-", close: "-/", nests: true }],
      quotes: [quote('"', true)],
      chars: true,
    },
  ],
  [
    "hs lhs elm purs agda",
    { ...PLAIN, line: ["--"], block: [{ open: "{-", close: "-}", nests: true }], quotes: [DOUBLE], chars: true },
  ],
  ["ml mli", { ...ML, chars: true }],
  ["fs fsi fsx", { ...ML, line: ["//"], quotes: [TRIPLE, quote('"', true)], chars: true }],
  ["sql", { ...PLAIN, line: ["--"], block: [C_BLOCK], quotes: [quote("'", true, false)] }],
  ["lua", { ...PLAIN, line: ["--"], quotes: [DOUBLE, SINGLE], raw: "lua" }],
  ["r", HASH],
  [
    "jl",
    {
      ...HASH,
      block: [{ open: "#=", close: "=#", nests: true }],
      quotes: [TRIPLE, DOUBLE],
      chars: true,
      docstrings: true,
    },
  ],
  ["ex exs", { ...HASH, quotes: [TRIPLE, quote('"', true)] }],
  ["erl hrl", { ...PLAIN, line: ["%"], quotes: [quote('"', true)] }],
  ["clj cljs cljc edn el lisp lsp scm rkt fnl", LISP],
  ["toml", { ...HASH, quotes: [TRIPLE, quote("'''", true, false), DOUBLE, quote("'", false, false)] }],
  ["ini cfg conf properties desktop service", { ...PLAIN, line: ["#", ";"], apart: true }],
  ["mk mak", { ...HASH, apart: true, quotes: [] }],
  ["cmake", { ...HASH, block: [{ open: "#[[", close: "]]" }], quotes: [quote('"', true)] }],
  ["nix", { ...HASH, block: [C_BLOCK], quotes: [quote("''", true, false), quote('"', true)] }],
  ["tf tfvars hcl", { ...HASH, line: ["#", "//"], block: [C_BLOCK], quotes: [DOUBLE] }],
  ["graphql gql", { ...HASH, quotes: [TRIPLE, DOUBLE] }],
  ["vim", { ...PLAIN, line: ['"'], apart: true, quotes: [SINGLE] }],
  ["css", { ...PLAIN, block: [C_BLOCK], quotes: [DOUBLE, SINGLE] }],
  ["scss sass less", { ...PLAIN, line: ["//"], apart: true, block: [C_BLOCK], quotes: [DOUBLE, SINGLE] }],
  ["html htm xml svg xhtml xsl plist", { ...PLAIN, block: [XML] }],
  ["vue svelte astro", PAGE],
  ["json jsonl json5 jsonc ipynb", { ...C, line: ["//"], chars: false }],
  ["f90 f95 f03", { ...PLAIN, line: ["!"], quotes: [DOUBLE, SINGLE] }],
  ["ada adb ads vhd vhdl", { ...PLAIN, line: ["--"], quotes: [DOUBLE] }],
  ["nim", { ...HASH, block: [{ open: "#[", close: "]#", nests: true }], quotes: [TRIPLE, DOUBLE] }],
  ["asm s", { ...PLAIN, line: ["#", ";", "//"], apart: true, block: [C_BLOCK] }],
];

/** By whole name, in lower case, where no extension tells. */
const NAMES: readonly (readonly [names: string, language: Language])[] = [
  ["makefile gnumakefile justfile procfile", { ...HASH, apart: true, quotes: [] }],
  ["dockerfile containerfile", { ...HASH, apart: true, quotes: [] }],
  ["cmakelists.txt", { ...HASH, quotes: [quote('"', true)] }],
  ["gemfile rakefile vagrantfile podfile brewfile", { ...HASH, apart: true }],
  ["jenkinsfile", { ...C, quotes: [TRIPLE, DOUBLE, SINGLE], chars: false }],
  ["build workspace build.bazel sconstruct", { ...HASH, quotes: [TRIPLE, DOUBLE, SINGLE] }],
  [
    ".gitignore .gitattributes .dockerignore .env .editorconfig codeowners .npmrc",
    { ...HASH, apart: true, quotes: [] },
  ],
  [".bashrc .zshrc .profile .bash_profile", SHELL],
];

const byExtension = new Map(LANGUAGES.flatMap(([names, language]) => names.split(" ").map((name) => [name, language])));
const byName = new Map(NAMES.flatMap(([names, language]) => names.split(" ").map((name) => [name, language])));

/** The marks of a file's language by its path; null where it has none that are known. */
export function marksOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const whole = byName.get(name) ?? (name.startsWith("dockerfile.") ? byName.get("dockerfile") : undefined);
  return whole ?? byExtension.get(name.slice(name.lastIndexOf(".") + 1)) ?? null;
}
