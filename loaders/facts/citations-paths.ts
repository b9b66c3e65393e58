// Tells whether a run of characters is a path, and which. It looks at the name alone: whether such a file exists is asked
// where a tree is at hand.

/** Languages people cite lines of: `f.ext::Symbol` and `f.ext(12)` are believed of these. */
const SOURCE =
  "py pyi pyx pxd ts tsx js jsx mjs cjs mts cts go rs java kt kts swift c h cc cpp cxx hpp hh hxx ipp inl cu cuh m mm cs " +
  "rb php pl pm sh bash zsh fish lean hs lhs ml mli fs fsi fsx sql lua r jl scala sc dart zig ex exs erl hrl clj cljs cljc " +
  "el lisp scm rkt nix tf vim proto thrift graphql css scss sass less vue svelte astro f f90 f95 f03 for ada adb ads vhd " +
  "vhdl v sv svh nim d pas asm s groovy gradle ps1 psm1 bat cmd awk sol move cairo wgsl glsl hlsl metal cl ino elm purs " +
  "agda idr coq thy tcl cmake mk bzl star bats rake gemspec hcl cob cbl prg gd wat y l re res vala cr hx pony odin mojo";

/** What else has lines. */
const OTHER =
  "md mdx markdown rst txt adoc org tex bib html htm xml xsl svg json jsonl json5 jsonc yaml yml toml ini cfg conf " +
  "properties env lock log csv tsv ipynb diff patch in j2 jinja jinja2 tmpl tpl mustache hbs ejs erb liquid njk service " +
  "plist xcconfig pbxproj csproj sln vcxproj props targets kicad_pcb kicad_sch kicad_mod kicad_pro kicad_sym kicad_dru " +
  "mod sum cabal opam gemfile snap golden out expected mdc qmd rmd pdl spec desktop";

const source = new Set(SOURCE.split(" "));
const known = new Set([...source, ...OTHER.split(" ")]);

/** Files that go by a name alone; those in capitals only so, for the words are words as well. */
const NAMES =
  /^(?:(?:gnu)?[Mm]akefile|[Dd]ockerfile(?:\.[\w.-]{1,40})?|Containerfile|CODEOWNERS|Gemfile|Rakefile|[Jj]ustfile|Procfile|Vagrantfile|Jenkinsfile|Podfile|Brewfile|SConstruct|SConscript|Kconfig|lean-toolchain|go\.(?:mod|sum)|LICEN[SC]E|README|CHANGELOG|CHANGES|NOTICE|AUTHORS|CONTRIBUTING|COPYING|WORKSPACE|BUILD)$/;

/** What has no lines, so that a number behind it is something else. */
const BINARY =
  /^(?:zip|tar|gz|tgz|bz2|xz|zst|png|jpe?g|gif|webp|ico|pdf|so|o|a|dll|exe|whl|jar|bin|wasm|mp[34]|wav|woff2?|ttf|otf|db|sqlite|duckdb|pt|pth|onnx|npy|npz|pkl|parquet|safetensors|com|org|net|io|dev|ai)$/;

const DOTTED =
  /^\.(?:gitignore|gitattributes|gitmodules|dockerignore|npmrc|nvmrc|editorconfig|env|eslintrc|prettierrc|babelrc|bashrc|zshrc|profile|flake8|pylintrc|coveragerc|clang-format|clang-tidy|mailmap|npmignore|vimrc|yarnrc|envrc|gitkeep|prettierignore|eslintignore|helmignore)$/;

/** Products whose names look like files; a colon and a number behind one is its version. */
const PRODUCTS =
  /^(?:Node|Next|Vue|Nuxt|React|Three|Express|Chart|Socket|Ember|Backbone|Angular|Moment|Alpine|Deck|Discord|Video|Two|Paper|Fabric|Pixi|Babylon|Brain|Plotly|Vis|D3)\.js$/;

export interface PathName {
  /** With `/` for `\`, without marks around it. */
  readonly path: string;
  /** How many characters of the run stand in front of it, and how many it takes. */
  readonly start: number;
  readonly length: number;
  /** Whether it is source code. */
  readonly source: boolean;
  /** Whether its extension is in the tables, and not only shaped like one. */
  readonly known: boolean;
  /** `~core.py:12`. */
  readonly approximate: boolean;
  /** `core.py@1a2b3c4`. */
  readonly revision: string | null;
}

/** The extension of a path in lower case, without its dot; empty where it has none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** Whether the extension is one of source code or of a known kind of file. */
export function isKnownExtension(extension: string): boolean {
  return known.has(extension);
}

/** The path a run of path characters holds, or null. `run` is what stands there, at most a thousand characters. */
export function pathIn(run: string): PathName | null {
  let start = 0;
  let approximate = false;
  while (start < run.length) {
    const mark = run[start];
    const next = run[start + 1] ?? "";
    if (mark === "-" || (mark === "+" && next === "/")) start++;
    else if (run.startsWith("...", start)) start += 3;
    else if (mark === "@" && !run.includes("/", start)) start++;
    else if (mark === "~" && next !== "/" && next !== "\\") {
      approximate = true;
      start++;
    } else break;
  }
  let end = run.length;
  while (end > start && /[.\-/+@~$\\]/.test(run[end - 1] ?? "")) end--;
  const body = run.slice(start, end);
  const at = body.indexOf("@", 1);
  const revision = at > 0 && body[at - 1] !== "/" ? body.slice(at + 1) : null;
  const whole = revision === null ? body : body.slice(0, at);
  if (revision !== null && !/^(?:[0-9a-f]{7,40}|HEAD|main|master|v?\d[\w.-]{0,40})$/.test(revision)) return null;
  const parts = [whole];
  const dashes = whole.indexOf("--");
  if (dashes > 0) parts.push(whole.slice(0, dashes));
  for (const part of parts) {
    const found = nameOf(part);
    if (!found) continue;
    const skipped = part.length - found.written.length;
    const { path, source: isSource, known: isKnown } = found;
    const length = found.written.length + (revision === null ? 0 : revision.length + 1);
    return { path, start: start + skipped, length, source: isSource, known: isKnown, approximate, revision };
  }
  return null;
}

function nameOf(part: string): { path: string; written: string; source: boolean; known: boolean } | null {
  // `a.py/b.py` are two files: the first is a mention of its own, and what is cited is the last.
  const split = /^[\w./-]{1,400}\.(?:py|rs|go|md|lean|ts|tsx|cpp|cc|java|rb|hs)\/(?=[^/]{1,200}\.\w{1,10}$)/.exec(part);
  const written = split ? part.slice(split[0].length) : part;
  const path = written.replace(/\\(?=[_*.#~[\]()-])/g, "").replace(/\\+/g, "/");
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.length > 200 || path.length > 500 || !/[\p{L}\p{N}]/u.test(name)) return null;
  if (NAMES.test(name) || DOTTED.test(name)) return { path, written, source: false, known: true };
  const extension = extensionOf(path);
  if (extension === "" || PRODUCTS.test(path)) return null;
  // `B.Cu` is a layer of copper: people write an extension small, or shout it.
  const shown = name.slice(-extension.length);
  if (shown !== extension && shown !== extension.toUpperCase()) return null;
  if (known.has(extension)) return { path, written, source: source.has(extension), known: true };
  if (BINARY.test(extension)) return null;
  if (path.includes("/") && /^[a-z][a-z0-9]{0,4}$/.test(extension))
    return { path, written, source: false, known: false };
  return null;
}

const ASCII = new Uint8Array(128);
for (const mark of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./@~+$\\")
  ASCII[mark.charCodeAt(0)] = 1;

/** Whether a character may stand in a path as it is. */
export function isPathCode(code: number): boolean {
  return code < 128 ? ASCII[code] === 1 : code > 0xbf && /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code));
}

/**
 * The end of the run of path characters that begins at `from`; `from` where none does. `[name]` and `(group)` are part of
 * it where a folder or a file is named so. In a string a backslash with a letter ends it: `\n`.
 */
export function runEnd(text: string, from: number, escapes: boolean): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 92 && escapes && text.charCodeAt(at + 1) !== 92) break;
    if (code === 92 && escapes) at += 2;
    else if (isPathCode(code)) at++;
    else {
      const inner = code === 91 || code === 40 ? groupEnd(text, at, from) : -1;
      if (inner < 0) break;
      at = inner;
    }
  }
  return Math.min(at, text.length);
}

function groupEnd(text: string, at: number, from: number): number {
  const before = at === from ? "" : (text[at - 1] ?? "");
  const square = text[at] === "[";
  if (square ? before !== "" && !/[/.-]/.test(before) : before !== "/") return -1;
  const match = (square ? /^\[{1,2}[\w.-]{1,60}\]{1,2}(?=[./-])/ : /^\([\w.-]{1,60}\)(?=\/)/).exec(
    text.slice(at, at + 68),
  );
  return match ? at + match[0].length : -1;
}
