// The nouns of Binnacle as types, from git's objects to what a page is told. Types only: nothing here runs.
// The order is the order of the walk: commits, facts of a blob, the profile, the surface at a commit, its history.

// ── git ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** An object id: lower-case hex, 40 characters (SHA-1) or 64 (SHA-256). */
export type Oid = string;

/** A commit as the walk keeps it. No name and no address of a person is ever kept. */
export interface Commit {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  /** The committer's clock: seconds since 1970-01-01 UTC. */
  readonly time: number;
  /** The committer's offset in minutes east of UTC, so that `+0800` is 480. */
  readonly offset: number;
  /** The whole message, its line ends as stored. */
  readonly message: string;
}

/** What one commit did to one path. Paths are relative to the repository and use `/`. */
export interface FileChange {
  readonly kind: "added" | "modified" | "deleted" | "renamed";
  readonly path: string;
  /** The path before, of a rename. */
  readonly from: string | null;
  readonly oid: Oid | null;
  readonly oldOid: Oid | null;
}

/** A tag, peeled to its commit. */
export interface Tag {
  readonly name: string;
  readonly oid: Oid;
}

/** Where a birth could not be looked behind, and why. */
export type Floor = "root" | "shallow" | "since" | "profile";

// ── facts of a blob ──────────────────────────────────────────────────────────────────────────────────────────────

/** A place in a file: 1-based lines, both inclusive. Only `\n` ends a line. */
export interface Lines {
  readonly line: number;
  readonly endLine: number;
}

/** An expression, as far as a contract can depend on it. `text` is its source, white space folded. */
export type Value =
  | { readonly kind: "string"; readonly text: string; readonly value: string }
  | { readonly kind: "number" | "true" | "false" | "null"; readonly text: string }
  /** A name or a dotted path: `batch`, `self.scheduler.batch`, `IpcEvents.OPEN`. */
  | { readonly kind: "path"; readonly text: string }
  /** A call; `call` is its index in the function's `calls`. */
  | { readonly kind: "call"; readonly text: string; readonly call: number }
  /** A dictionary or an object literal. `keys` are its literal keys, in order; `open` if others may come (a spread). */
  | {
      readonly kind: "keys";
      readonly text: string;
      readonly keys: readonly string[];
      readonly values: readonly Value[];
      readonly open: boolean;
    }
  | { readonly kind: "items"; readonly text: string; readonly items: readonly Value[] }
  /** A calculation; its operator (`//`) and its operands. */
  | { readonly kind: "arithmetic"; readonly text: string; readonly operator: string; readonly items: readonly Value[] }
  /** A choice between values: a conditional expression, or `a or b`. */
  | { readonly kind: "either"; readonly text: string; readonly items: readonly Value[] }
  /** An access of a value that is no path: `make().size`, `block_info["x"]`. `access` is its index in `accesses`. */
  | { readonly kind: "access"; readonly text: string; readonly access: number }
  /** A function as a value; `nested` is its index in the body's `nested`, where it is a body of its own. */
  | { readonly kind: "function"; readonly text: string; readonly nested?: number }
  | { readonly kind: "other"; readonly text: string };

/** What becomes of the value of a call, read off the syntax around it. */
export type Use = "discarded" | "bound" | "unpacked" | "returned" | "argument";

/** A call in a function body. */
export interface Call extends Lines {
  /** What stands before the last dot (`self.runner_mgr`), or null for a bare name. */
  readonly receiver: string | null;
  /** The last name: `call_func`. */
  readonly callee: string;
  readonly args: readonly Value[];
  /** Keyword arguments in Python; in JavaScript always empty. */
  readonly keywords: readonly { readonly name: string; readonly value: Value }[];
  readonly use: Use;
  /** How many values the use takes apart: 0 discarded, n of an unpacking into n names, else 1. */
  readonly arity: number;
  /** Whether a check of the value ends the function when it fails (`assert f()`). */
  readonly asserted: boolean;
  /** The conditions it stands under, outermost first, as source: `config.enforce_eager`, `not …`. */
  readonly conditions: readonly string[];
  /** What the nearest `except` or `catch` around it catches, as source; null where nothing does. */
  readonly caught: string | null;
  /** Byte offsets in the chunk, UTF-8, 0-based, half-open. */
  readonly start: number;
  readonly end: number;
}

/** `targets = value`, also of `with … as`, `for … in` (value kind "other") and augmented assignment. */
export interface Binding extends Lines {
  /** Names and dotted paths bound, in order; more than one for an unpacking. */
  readonly targets: readonly string[];
  readonly value: Value;
  /** `declare` is an annotation without a value; `for` and `with` bind what the value yields. */
  readonly how: "assign" | "unpack" | "declare" | "for" | "with" | "augment";
  readonly annotation: string | null;
  readonly conditions: readonly string[];
}

/** `from module import name as local`; of a plain `import module`, `name` is null. Leading dots are kept. */
export interface Import {
  readonly local: string;
  readonly module: string;
  readonly name: string | null;
}

/** A place that takes something off a value. */
export interface Access extends Lines {
  /** The object as source: `fwd_output`, `block_info`, or null where it is a value and not a path. */
  readonly object: string | null;
  /** Where the object is a value: which. */
  readonly of: Value | null;
  readonly key: string;
  /** `key`: `x["k"]` or `x.get("k")`; `index`: `x[0]`, `x[i]`; `call`: the value itself is called. */
  readonly kind: "key" | "attribute" | "index" | "method" | "call";
  readonly required: boolean;
  /** The default as source, where one is given (`{}`); "None" where `get` gives none. */
  readonly default: string | null;
  /** Whether it stores or deletes, which is no read. */
  readonly stores: boolean;
}

/** One `return`, or the falling off the end of a body (`implicit`). */
export interface Return extends Lines {
  readonly value: Value;
  readonly implicit: boolean;
  readonly conditions: readonly string[];
}

export interface Raise extends Lines {
  /** The exception's name, or null where it is a value. */
  readonly exception: string | null;
  readonly conditions: readonly string[];
}

/** `subject == "literal"` or `subject in ("a", "b")`: a branch that answers a name. */
export interface Comparison extends Lines {
  readonly subject: string;
  readonly operator: "==" | "!=" | "in" | "not in";
  readonly literals: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly annotation: string | null;
  readonly default: string | null;
  readonly rest: boolean;
}

/** What is inside one function, method or the top level of a file. Lines are relative: 0 is the chunk's first line. */
export interface Body {
  readonly parameters: readonly Parameter[];
  readonly returnAnnotation: string | null;
  readonly decorators: readonly string[];
  /** Calls in order of their start; a nested function's are its own. */
  readonly calls: readonly Call[];
  readonly bindings: readonly Binding[];
  readonly accesses: readonly Access[];
  readonly returns: readonly Return[];
  readonly raises: readonly Raise[];
  readonly comparisons: readonly Comparison[];
  /** Plain paths that an `assert` requires to be true or not None. */
  readonly asserts: readonly { readonly object: string; readonly line: number }[];
  readonly imports: readonly Import[];
  /** Functions and lambdas defined inside, with their names (`<lambda>`), each a body of its own. */
  readonly nested: readonly {
    readonly name: string;
    readonly body: Body;
    readonly line: number;
    readonly endLine: number;
  }[];
  /** Whether it is `async`, a generator, or a property. */
  readonly flavour: "plain" | "async" | "generator";
}

/** A piece of a file that is extracted by itself: equal bytes in another version are the same chunk. */
export interface Chunk {
  /** Its place in the outline, 0-based. */
  readonly index: number;
  readonly kind: "class" | "function" | "statement";
  readonly name: string | null;
  /** The class it is a member of, dotted for nested classes; null at the top level. */
  readonly owner: string | null;
  /** The line its body's lines count from: of a decorated definition, its first decorator's. */
  readonly firstLine: number;
  /** The line of `def`, `class` or of the first statement. */
  readonly line: number;
  /** The line its last statement ends on; comments after it are not its own. Of a class: of its header. */
  readonly endLine: number;
  /** Byte offsets in the blob, UTF-8, 0-based, half-open. */
  readonly start: number;
  readonly end: number;
  /** Bases of a class as source; empty otherwise. A class's chunk is its header: members are chunks of their own. */
  readonly bases: readonly string[];
  /** Decorators of a function or class as source, without `@`. */
  readonly decorators: readonly string[];
  /** Last line of the whole definition: of a class, of its last member. */
  readonly lastLine: number;
}

/** The outline of a blob: its chunks in order. `errors` are lines that no parser understood. */
export interface Outline {
  readonly language: string;
  readonly chunks: readonly Chunk[];
  readonly errors: readonly number[];
}

// ── profile ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Where a value stands in a call: an argument by 0-based position, or a keyword; or a literal that holds for all. */
export interface Slot {
  readonly argument?: number;
  readonly keyword?: string;
  readonly default?: string | number | boolean | null;
}

/** How one callee dispatches. */
export interface DispatchRule {
  readonly callee: string;
  /** Source of receivers it may stand on (`self.runner_mgr`, `*.webContents`), or what an alias stands for; absent: any. */
  readonly receivers?: readonly string[];
  /** Names of classes that a receiver may be of instead, where the code says so; itself in such a class only forwards. */
  readonly classes?: readonly string[];
  /** Where the name stands: a literal, or a constant that can be resolved to one. */
  readonly name: Slot;
  /** What makes a caller wait. */
  readonly wait: Slot | boolean;
  /** Seconds that a wait lasts at most; absent: for ever. */
  readonly timeout?: Slot | number;
  readonly aggregating?: boolean;
}

/** Who answers a layer's names. */
export type AnswerRule =
  /** Methods of the classes that derive from a root, and of what they mix in. */
  | { readonly kind: "methods"; readonly roots: readonly string[] }
  /** A table of literals: `_HANDLERS = {"name": "method"}` in a class, or a mapping to functions. */
  | { readonly kind: "table"; readonly variable: string; readonly class?: string }
  /** `if cmd == "name"` in a function. */
  | { readonly kind: "branches"; readonly function: string; readonly subject: string }
  /** A call that registers a handler: `ipcMain.handle(NAME, fn)`. */
  | {
      readonly kind: "calls";
      readonly callee: string;
      readonly receivers?: readonly string[];
      readonly classes?: readonly string[];
      readonly name: Slot;
      /** Where the handler stands; absent: behind the name. */
      readonly handler?: Slot;
      /** A table's variable: the call gives a key of it, and what is answered is the value there. */
      readonly via?: string;
      /** Who is asked, as the answerer's class; absent: the receiver and the callee, as source. */
      readonly party?: string;
    };

/** A reply that is sent on and received elsewhere: what is read there is a read of the reply. */
export interface Hop {
  readonly send: { readonly callee: string; readonly argument: number; readonly receiver: string };
  readonly receive: { readonly callee: string; readonly receiver: string };
  readonly carries: string;
}

/** Which broadcaster meets which answerer, and where the code says so. */
export interface Pairing {
  readonly broadcaster: string;
  readonly answerer: string;
  readonly when: string;
  readonly says: { readonly path: string; readonly text: string };
}

/** A class whose objects are packed and sent. `by` is `pickle` (it asks `__getstate__`), or a word for its fields. */
export interface Carried {
  readonly class: string;
  readonly by: string;
}

/** What becomes of a caller, in words of whoever wrote the profile, and where the code says so. */
export interface Outcome {
  readonly means: string;
  readonly says: Pairing["says"] | null;
}

/** What becomes of a caller where an answer is not what it should be. */
export interface Outcomes {
  readonly miss?: Outcome;
  readonly none?: Outcome;
  readonly raise?: Outcome;
  readonly late?: Outcome;
}

export interface Layer {
  readonly name: string;
  readonly dispatch: readonly DispatchRule[];
  readonly answer: readonly AnswerRule[];
  /** What a name that nobody answers does to a caller that waits, and to one that does not. */
  readonly miss: "park" | "skip" | "raise" | "error" | "drop";
  readonly hops: readonly Hop[];
  readonly pairings: readonly Pairing[];
  /** Calls by which a handler replies, where replies do not return: `put_nowait` with `UTILITY_RESPONSE`. */
  readonly reply: { readonly callee: string; readonly literal: string } | null;
  /** Classes whose objects travel with the names or the replies; how they are packed is a contract too. */
  readonly carries?: readonly Carried[];
  readonly outcomes?: Outcomes;
}

export interface Profile {
  readonly name: string;
  /** Address of the forge, where a copy has no remote: `https://github.com/ROCm/ATOM`. */
  readonly forge: string | null;
  /** Globs of paths that are looked at; these prune the walk. */
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  readonly layers: readonly Layer[];
}

// ── the surface at one commit ────────────────────────────────────────────────────────────────────────────────────

/** A call that dispatches a name. */
export interface Site extends Lines {
  readonly layer: string;
  readonly path: string;
  /** The name, or null where it is no literal; then `expression` says what stands there. */
  readonly name: string | null;
  readonly expression: string;
  /** Enclosing class, or null. */
  readonly class: string | null;
  /** Enclosing function with its class, `Class.fn`, or `<module>`. */
  readonly function: string;
  readonly callee: string;
  /** 0-based among the calls with the same path, function, callee and name. */
  readonly ordinal: number;
  readonly wait: boolean | null;
  /** Seconds; null: without end, not waited, or not a number in the source. */
  readonly timeout: number | null;
  /** The source of a timeout that this site sets itself (`envs.TIMEOUT`); null where the callee's default holds. */
  readonly timeoutText: string | null;
  readonly aggregating: boolean;
  readonly use: Use;
  readonly arity: number;
  readonly asserted: boolean;
  readonly conditions: readonly string[];
}

/** A method, table entry, branch or registration that answers a name in a class. */
export interface Answerer extends Lines {
  readonly layer: string;
  readonly of: string;
  /** The class that is asked: a root or what derives from it. */
  readonly class: string;
  /** The class whose body holds the method: itself, a base or a mixin. */
  readonly definedIn: string;
  readonly function: string;
  readonly path: string;
  readonly decorators: readonly string[];
  readonly parameters: readonly string[];
  /** Whether it ever replies: false for a handler that puts nothing. */
  readonly replies: boolean;
}

/** The way from a site to a read of its reply. */
export interface Route {
  /** Address of the site. */
  readonly site: string;
  readonly hops: readonly string[];
  readonly secondHand: boolean;
}

/** A place that takes something off a reply. */
export interface Read extends Lines {
  readonly layer: string;
  readonly of: string;
  readonly key: string;
  readonly kind: Access["kind"];
  readonly required: boolean;
  readonly default: string | null;
  readonly path: string;
  readonly function: string;
  /** The object it is taken off, as source. */
  readonly object: string;
  /** How the reply came here, each step as `path:line what`; of several routes the shortest. */
  readonly hops: readonly string[];
  /** Whether it came through a declared hop, not through the program's own calls. */
  readonly secondHand: boolean;
  /** The sites whose reply it can be, each with the way from there. */
  readonly routes: readonly Route[];
  /** The nested contract that the value is handed to, as `Class.method`, or null. */
  readonly into: string | null;
}

/** What one return of one answerer sends. */
export interface Product extends Lines {
  readonly layer: string;
  readonly of: string;
  readonly class: string;
  readonly path: string;
  readonly function: string;
  readonly shape: "keys" | "object" | "items" | "value" | "none" | "unknown";
  /** The type's name, of an object; a few words otherwise: `int`, `list of 3`. */
  readonly type: string;
  /** Keys of a mapping, data attributes of an object, `[0]`, `[1]` … of a tuple. */
  readonly keys: readonly string[];
  /** Public methods and properties of an object. */
  readonly methods: readonly string[];
  /** Whether there may be more keys than these. */
  readonly open: boolean;
  /** The conditions it stands under. */
  readonly when: readonly string[];
  /** `super().forward`, `self.postprocess`: through which it came. */
  readonly via: readonly string[];
}

/** Whether one answerer sends what one read takes. */
export interface Conformance {
  readonly layer: string;
  readonly of: string;
  readonly class: string;
  readonly key: string;
  readonly status: "conforms" | "defaulted" | "breach" | "unread" | "unknown";
  /** Of `defaulted` the default; of `breach` what is raised (`KeyError`); else empty. */
  readonly detail: string;
  /** The conditions under which it is so. */
  readonly when: readonly string[];
  readonly path: string;
  readonly line: number;
}

/** A value handed to a class method that checks it: its key set and its exceptions. */
export interface NestedContract extends Lines {
  readonly layer: string;
  readonly of: string;
  readonly key: string;
  /** `StateRuntime.from_wire`. */
  readonly target: string;
  readonly path: string;
  readonly keys: readonly string[];
  readonly exact: boolean;
  readonly raises: readonly string[];
}

/** A call of an answering method that no dispatch carries. */
export interface InProcess extends Lines {
  readonly layer: string;
  readonly of: string;
  readonly path: string;
  readonly function: string;
  readonly receiver: string;
  readonly arguments: number;
  readonly use: Use;
  /** Whether an exception is caught around it. */
  readonly caught: boolean;
}

/** What becomes of one site's reply beyond the reads that were found. */
export interface Fate {
  readonly site: string;
  readonly of: string;
  /**
   * `forwarded`: handed to something that cannot be followed; `returned`: to a caller not found; `kept`: nowhere. `packed`:
   * by what a hop packs it; `route`: which web route answers with it; `default`: where a read's default is kept and taken.
   */
  readonly kind: "forwarded" | "returned" | "kept" | "dropped" | "asserted" | "packed" | "route" | "default";
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Which answerer a broadcaster's name meets. */
export interface Meeting {
  readonly layer: string;
  readonly broadcaster: string;
  readonly answerer: string;
  readonly of: string;
  readonly outcome: "answered" | "parks" | "skipped" | "raises";
}

/** What was seen and could not be used. */
export interface Dropped {
  readonly reason:
    | "non-literal-name"
    | "forwarded-name"
    | "unknown-receiver"
    | "excluded-path"
    | "syntax-error"
    | "too-large"
    | "not-text";
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** All contracts at one commit. */
export interface Surface {
  readonly sites: readonly Site[];
  readonly answerers: readonly Answerer[];
  readonly reads: readonly Read[];
  readonly products: readonly Product[];
  readonly conformance: readonly Conformance[];
  readonly nested: readonly NestedContract[];
  readonly inProcess: readonly InProcess[];
  readonly fates: readonly Fate[];
  readonly meetings: readonly Meeting[];
  readonly dropped: readonly Dropped[];
}

// ── history ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type EventKind = "appeared" | "changed" | "moved" | "disappeared";
export type Side =
  | "dispatched"
  | "answered"
  | "read"
  | "produced"
  | "conformance"
  | "nested"
  | "in-process"
  | "pairing"
  | "dropped";

/** A commit as a finding speaks of it. `commit` is "uncommitted" for what no commit holds yet. */
export interface Moment {
  readonly commit: Oid | "uncommitted";
  readonly pr: number | null;
  /** The committer's own day, `YYYY-MM-DD`; empty if uncommitted. */
  readonly date: string;
}

export interface Birth extends Moment {
  /** Why nothing is known before it; null where the birth itself was seen. */
  readonly floor: Floor | null;
}

export interface Broke extends Moment {
  /** What it did: "moved it 14 lines down", "rewrote it", "deleted the file". */
  readonly says: string;
}
