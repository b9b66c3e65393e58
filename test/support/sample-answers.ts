// The right answers about the sample engine, written down by hand from its story; nothing here computes them.
// Lines stand as the trimmed text of the line, which is unique in its file at that commit, so that nobody counts.

/** Tip of `main`. It changes whenever a patch of the story does, and only then. */
export const HEAD = "1ed6332f4b004e83b9da60509ebd215226227e22";

/**
 * Ids of the story. `12a` and `12b` came in with the merge, `13`; `25r` stands on `release-0.3` alone, `43r` on `trace-log`
 * and `43s` on `trace-pin`.
 */
export const TAGS = { "v0.1.0": "04", "v0.2.0": "14", "v0.3.0": "25", "v0.3.1": "25r", "v0.4.0": "34" } as const;

/** The tags that are objects of their own. */
export const ANNOTATED = ["v0.4.0"] as const;

// ── layer "runner", commit by commit ─────────────────────────────────────────────────────────────────────────────

/** A commit of the first-parent line: id, PR, subject, then sites with a literal name, names, and dropped sites. */
export const COMMITS: readonly (readonly [
  id: string,
  pr: number,
  subject: string,
  sites: number,
  names: number,
  dropped: number,
])[] = [
  ["01", 1, "Predict tides for a list of ports (#1)", 4, 4, 0],
  ["02", 2, "Warm the runner up, and let it idle (#2)", 6, 6, 0],
  ["03", 4, "Write the design down (#4)", 6, 6, 0],
  ["04", 5, "Reply with a TideTable instead of a list of pairs (#5)", 6, 6, 0],
  ["05", 7, "Wait for warm_up: the first batch raced it (#7)", 6, 6, 0],
  ["06", 8, "Capacity is more than a number (#8)", 6, 6, 0],
  ["07", 11, "Night tides: a runner and an engine that know the moon (#11)", 8, 8, 0],
  ["08", 12, "Commands from outside: status, flush and a trace (#12)", 8, 8, 1],
  ["09", 14, "A night run died at start: KeyError 'tables' (#14)", 8, 8, 1],
  ["10", 15, "Call it _run_batch: _advance advanced nothing (#15)", 8, 8, 1],
  ["11", 17, "Drop a port while the engine runs (#17)", 9, 9, 1],
  ["12", 18, "Give NightEngine a file of its own (#18)", 9, 9, 1],
  ["13", 19, "Merge branch 'gauges' (#19)", 11, 11, 1],
  ["14", 21, "drop_port hung: no runner answered drain (#21)", 11, 11, 1],
  ["15", 22, "Relay: a head that plans and a tail that predicts (#22)", 14, 11, 1],
  ["16", 23, "Settle by row, and say whether the water rises (#23)", 14, 11, 1],
  ["17", 24, "Calibrate against the gauges once a day (#24)", 15, 12, 1],
  ["18", 26, "Relay: notice when the line loses a batch (#26)", 15, 12, 1],
  ["19", 27, 'Revert "Calibrate against the gauges once a day (#24)" (#27)', 14, 11, 1],
  ["20", 28, "The ports get a file of their own (#28)", 14, 11, 1],
  ["21", 29, "Capacity carries the harmonic set (#29)", 14, 11, 1],
  ["22", 30, "collect_gauges: one list is enough (#30)", 14, 11, 1],
  ["23", 31, "Console: commands from a table (#31)", 14, 11, 1],
  ["24", 33, "Survey runner: give the tables back between surveys (#33)", 16, 13, 1],
  ["25", 34, "Retire the chain: every command is in the table (#34)", 18, 13, 1],
  ["26", 35, "Spell both trace names out (#35)", 20, 15, 0],
  ["27", 36, "Drop spare: nobody could say what it was for (#36)", 20, 15, 0],
  ["28", 37, "Calibrate again, against posted gauges only (#37)", 21, 16, 0],
  ["29", 38, "Rename tides.py to tables.py (#38)", 21, 16, 0],
  ["30", 40, "Late gauges were never counted (#40)", 21, 16, 0],
  ["31", 41, "Fold the almanac into the night runner, its only reader (#41)", 21, 16, 0],
  ["32", 42, "Do not wait for cancel: the console never replies to it (#42)", 21, 16, 0],
  ["33", 44, "Docs: what a new runner owes (#44)", 21, 16, 0],
  ["34", 45, "Gauges: a worker that is late must not end the run (#45)", 21, 16, 0],
  ["35", 48, "Ports by their older names, and a page on charts (#48)", 21, 16, 0],
  ["36", 49, "Twilight is a matter of the configuration (#49)", 21, 16, 0],
  ["37", 51, "What a runner is asked for: a page of its own (#51)", 21, 16, 0],
  ["38", 52, "A watch that looks a runner over before it goes on board (#52)", 21, 16, 0],
  ["39", 53, "Say by name what a hole costs, and pin it (#53)", 21, 16, 0],
  ["40", 54, "Notes beside the code, and what a reload takes (#54)", 21, 16, 0],
  ["41", 55, "reload: ask for nothing when no port is settled (#55)", 21, 16, 0],
  ["42", 56, "The watch tells holes that park first (#56)", 21, 16, 0],
  ["43", 57, "Keep the watch's entries with the watch (#57)", 21, 16, 0],
  ["44", 60, "A page for whoever is on watch (#60)", 21, 16, 0],
  ["45", 61, "The crew says whose reply counts (#61)", 21, 16, 0],
];

/** An event of a site. `origin` is the commit inside a merge; `wait` as it is after the event. */
export interface SiteEvent {
  readonly at: string;
  readonly kind: "appeared" | "disappeared" | "moved" | "changed";
  readonly name: string;
  readonly path: string;
  readonly function: string;
  readonly wait: boolean;
  readonly origin?: string;
  /** Of `moved`: where it stood. */
  readonly from?: { readonly path: string; readonly function: string };
}

const ENGINE = "lodestar/engine.py";
const NIGHT = "lodestar/night_engine.py";
const RELAY = "lodestar/relay_engine.py";
const CONSOLE = "lodestar/console.py";

/** All of them, in order. A commit that is not here changes no site. A site whose line alone shifts has no event. */
export const SITE_EVENTS: readonly SiteEvent[] = [
  { at: "01", kind: "appeared", name: "load_harmonics", path: ENGINE, function: "Engine.__init__", wait: true },
  { at: "01", kind: "appeared", name: "get_capacity", path: ENGINE, function: "Engine.__init__", wait: true },
  { at: "01", kind: "appeared", name: "predict", path: ENGINE, function: "Engine._advance", wait: true },
  { at: "01", kind: "appeared", name: "stop", path: ENGINE, function: "Engine.close", wait: false },
  { at: "02", kind: "appeared", name: "warm_up", path: ENGINE, function: "Engine.__init__", wait: false },
  { at: "02", kind: "appeared", name: "idle", path: ENGINE, function: "Engine._advance", wait: true },
  // The flag flips, and the reply that was dropped is asserted from here on.
  { at: "05", kind: "changed", name: "warm_up", path: ENGINE, function: "Engine.__init__", wait: true },
  { at: "07", kind: "appeared", name: "open_ephemeris", path: ENGINE, function: "NightEngine.__init__", wait: true },
  { at: "07", kind: "appeared", name: "predict_night", path: ENGINE, function: "NightEngine._advance", wait: true },
  // A function is renamed around its sites.
  move("10", "idle", [ENGINE, "Engine._advance"], [ENGINE, "Engine._run_batch"]),
  move("10", "predict", [ENGINE, "Engine._advance"], [ENGINE, "Engine._run_batch"]),
  move("10", "predict_night", [ENGINE, "NightEngine._advance"], [ENGINE, "NightEngine._run_batch"]),
  { at: "11", kind: "appeared", name: "drain", path: ENGINE, function: "Engine.drop_port", wait: true },
  // A class moves to a file of its own.
  move("12", "open_ephemeris", [ENGINE, "NightEngine.__init__"], [NIGHT, "NightEngine.__init__"]),
  move("12", "predict_night", [ENGINE, "NightEngine._run_batch"], [NIGHT, "NightEngine._run_batch"]),
  {
    at: "13",
    kind: "appeared",
    name: "collect_gauges",
    path: ENGINE,
    function: "Engine.read_gauges",
    wait: true,
    origin: "12a",
  },
  {
    at: "13",
    kind: "appeared",
    name: "post_gauges",
    path: ENGINE,
    function: "Engine.read_gauges",
    wait: false,
    origin: "12b",
  },
  { at: "15", kind: "appeared", name: "idle", path: RELAY, function: "RelayEngine._head_step", wait: true },
  { at: "15", kind: "appeared", name: "predict", path: RELAY, function: "RelayEngine._head_step", wait: true },
  { at: "15", kind: "appeared", name: "predict", path: RELAY, function: "RelayEngine._tail_step", wait: true },
  { at: "17", kind: "appeared", name: "calibrate", path: ENGINE, function: "Engine.calibrate", wait: true },
  // The revert.
  { at: "19", kind: "disappeared", name: "calibrate", path: ENGINE, function: "Engine.calibrate", wait: true },
  { at: "24", kind: "appeared", name: "release_tables", path: CONSOLE, function: "Console._do_release", wait: false },
  { at: "24", kind: "appeared", name: "restore_tables", path: CONSOLE, function: "Console._do_restore", wait: true },
  { at: "25", kind: "appeared", name: "drain", path: CONSOLE, function: "Console._do_flush", wait: true },
  // Since here the callers of load_harmonics disagree: the engine waits, the console does not.
  { at: "25", kind: "appeared", name: "load_harmonics", path: CONSOLE, function: "Console._do_reload", wait: false },
  { at: "26", kind: "appeared", name: "begin_trace", path: CONSOLE, function: "Console._do_start_trace", wait: true },
  { at: "26", kind: "appeared", name: "end_trace", path: CONSOLE, function: "Console._do_stop_trace", wait: true },
  // It comes back: a second span of the same site.
  { at: "28", kind: "appeared", name: "calibrate", path: ENGINE, function: "Engine.calibrate", wait: true },
  {
    ...move("41", "load_harmonics", [CONSOLE, "Console._do_reload"], [CONSOLE, "Console._load"]),
    wait: false,
  },
];

function move(at: string, name: string, from: readonly [string, string], to: readonly [string, string]): SiteEvent {
  const before = { path: from[0], function: from[1] };
  return { at, kind: "moved", name, path: to[0], function: to[1], wait: true, from: before };
}

/** The f-string, `f"{verb}_trace"`: dropped with reason "non-literal-name", in two places one after the other. */
export const DROPPED = [
  {
    layer: "runner",
    path: ENGINE,
    function: "Engine._handle_command",
    first: "08",
    last: "22",
    reason: "non-literal-name",
  },
  { layer: "runner", path: CONSOLE, function: "Console._trace", first: "23", last: "25", reason: "non-literal-name" },
  // `self.broadcast_command(name)`, where `name` is the parameter of `command`.
  {
    layer: "command",
    path: "lodestar/client.py",
    function: "Client.command",
    first: "32",
    last: null,
    reason: "forwarded-name",
  },
] as const;

/** `crew.ask("weigh_anchor", …)` stands in an excluded path since 33: it is no site, and nobody answers it. */
export const EXCLUDED = { path: "lodestar/tests/test_crew.py", name: "weigh_anchor", first: "33" } as const;

// ── who answers ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Waited for and answered by nobody. `Planner.drain` is born in the same commit and is no answer: no runner has it. */
export const UNANSWERED = [{ name: "drain", first: "11", last: "13", answeredAt: "14", waited: true }] as const;

/** Answered and, as far as a literal can tell, asked for by nobody. */
export const NEVER_ASKED = [
  { name: "begin_trace", first: "08", last: "25" },
  { name: "end_trace", first: "08", last: "25" },
] as const;

/** Methods of the same name that answer nothing. */
export const NO_ANSWERS = ["Planner.drain", "Stopwatch.stop", "Engine.calibrate"] as const;

const COMMON = [
  "begin_trace",
  "calibrate",
  "collect_gauges",
  "drain",
  "end_trace",
  "get_capacity",
  "idle",
  "load_harmonics",
  "post_gauges",
  "predict",
  "stop",
  "warm_up",
] as const;

/** Dispatched names by the class that answers them at the head, each in alphabetical order. */
export const ANSWERED = {
  Runner: COMMON,
  NightRunner: [...COMMON, "open_ephemeris", "predict_night"].sort(),
  SurveyRunner: [...COMMON, "release_tables", "restore_tables"].sort(),
} as const;

/** What the two subclasses answer in a body of their own or of a mixin, not of `Runner`. */
export const OWN_BODIES = {
  NightRunner: { get_capacity: "NightRunner", open_ephemeris: "NightRunner", predict_night: "NightRunner" },
  SurveyRunner: { release_tables: "SurveyMixin", restore_tables: "SurveyMixin" },
} as const;

/** Names at the head by whether their callers wait. All others: yes. */
export const WAITED = { no: ["post_gauges", "release_tables", "stop"], mixed: ["load_harmonics"] } as const;

/** Decorators of an answering method, from commit to commit. */
export const DECORATORS = [
  { method: "Runner.predict", first: "01", last: "07", decorators: [] },
  { method: "Runner.predict", first: "08", last: "32", decorators: ["timed"] },
  { method: "Runner.predict", first: "33", last: null, decorators: ['traced("predict")'] },
  { method: "Runner.calibrate", first: "17", last: "18", decorators: ["timed"] },
  { method: "Runner.calibrate", first: "28", last: null, decorators: ["timed"] },
] as const;

/** Calls of an answering method that no dispatch carries, at the head; since 24. Both stand in one `try`. */
export const IN_PROCESS = [
  { of: "load_harmonics", quote: "self.load_harmonics(self.released)", arguments: 1 },
  { of: "get_capacity", quote: 'return self.get_capacity()["slots"]', arguments: 0 },
].map((call) => ({
  ...call,
  path: "lodestar/survey.py",
  function: "SurveyMixin.restore_tables",
  receiver: "self",
  caught: true,
}));

/** The pairings of the profile at the head, each with the names that park or are skipped there; all others are answered. */
export const MEETINGS = [
  { broadcaster: "Engine", answerer: "Runner", parks: [], skips: [] },
  { broadcaster: "Engine", answerer: "SurveyRunner", parks: [], skips: [] },
  { broadcaster: "RelayEngine", answerer: "Runner", parks: [], skips: [] },
  { broadcaster: "NightEngine", answerer: "NightRunner", parks: [], skips: [] },
  // Config picks the runner, launch picks the engine, and only the first looks at `runner`.
  { broadcaster: "NightEngine", answerer: "SurveyRunner", parks: ["open_ephemeris", "predict_night"], skips: [] },
  // The console says True to the client before anybody has let go of a table, and here nobody ever does.
  { broadcaster: "Console", answerer: "Runner", parks: ["restore_tables"], skips: ["release_tables"] },
  { broadcaster: "Console", answerer: "SurveyRunner", parks: [], skips: [] },
] as const;

// ── the sites at the head ────────────────────────────────────────────────────────────────────────────────────────

/** A site at the head. `quote` is the line its call starts on; `lines` how many it stands on. */
export interface SiteAnswer {
  readonly name: string;
  readonly path: string;
  readonly function: string;
  readonly quote: string;
  readonly lines: number;
  readonly wait: boolean;
  readonly timeout: number | null;
  readonly aggregating: boolean;
  readonly use: "discarded" | "bound" | "unpacked" | "returned" | "argument";
  readonly arity: number;
  readonly asserted: boolean;
}

const site = (
  path: string,
  inside: string,
  name: string,
  quote: string,
  use: SiteAnswer["use"],
  more: Partial<SiteAnswer> = {},
): SiteAnswer => ({
  name,
  path,
  function: inside,
  quote,
  lines: 1,
  wait: true,
  timeout: null,
  aggregating: false,
  use,
  arity: use === "discarded" ? 0 : 1,
  asserted: false,
  ...more,
});

/** Twenty-one: ten, three, two and six. */
export const HEAD_SITES: readonly SiteAnswer[] = [
  site(
    ENGINE,
    "Engine.__init__",
    "load_harmonics",
    'self.crew.ask("load_harmonics", config.ports, reply=True)',
    "discarded",
  ),
  site(ENGINE, "Engine.__init__", "get_capacity", 'capacity = self.crew.ask("get_capacity", reply=True)', "bound"),
  site(
    ENGINE,
    "Engine.__init__",
    "warm_up",
    'assert self.crew.ask("warm_up", slots, reply=True), "a runner stayed cold"',
    "argument",
    {
      asserted: true,
    },
  ),
  site(ENGINE, "Engine._run_batch", "idle", 'return self.crew.ask("idle", reply=True)', "returned"),
  site(ENGINE, "Engine._run_batch", "predict", 'table = self.crew.ask("predict", batch, reply=True)', "bound"),
  site(ENGINE, "Engine.drop_port", "drain", 'dropped = self.crew.ask("drain", port, reply=True)', "bound"),
  site(
    ENGINE,
    "Engine.read_gauges",
    "collect_gauges",
    'readings = self.crew.ask_all("collect_gauges", reply=True, timeout=5)',
    "bound",
    {
      timeout: 5,
      aggregating: true,
    },
  ),
  site(ENGINE, "Engine.read_gauges", "post_gauges", 'self.crew.ask("post_gauges", dict(ready))', "discarded", {
    wait: false,
  }),
  site(
    ENGINE,
    "Engine.calibrate",
    "calibrate",
    'seconds, gauges, rms = self.crew.ask("calibrate", day, reply=True)',
    "unpacked",
    {
      arity: 3,
    },
  ),
  site(ENGINE, "Engine.close", "stop", 'self.crew.ask("stop")', "discarded", { wait: false }),
  site(RELAY, "RelayEngine._head_step", "idle", 'return self.crew.ask("idle", reply=True)', "returned"),
  // Waits, and drops what it waited for.
  site(RELAY, "RelayEngine._head_step", "predict", 'self.crew.ask("predict", batch, reply=True)', "discarded"),
  site(RELAY, "RelayEngine._tail_step", "predict", 'table = self.crew.ask("predict", batch, reply=True)', "bound"),
  site(
    NIGHT,
    "NightEngine.__init__",
    "open_ephemeris",
    'self.crew.ask("open_ephemeris", config.ephemeris, reply=True)',
    "discarded",
  ),
  // The one that a search line by line cannot see.
  site(NIGHT, "NightEngine._run_batch", "predict_night", "table = self.crew.ask(", "bound", { lines: 3, timeout: 30 }),
  site(CONSOLE, "Console._do_flush", "drain", 'self.crew.ask("drain", port, reply=True)', "discarded"),
  site(
    CONSOLE,
    "Console._do_start_trace",
    "begin_trace",
    'result = self.crew.ask("begin_trace", path, reply=True)',
    "bound",
  ),
  site(CONSOLE, "Console._do_stop_trace", "end_trace", 'result = self.crew.ask("end_trace", reply=True)', "bound"),
  site(CONSOLE, "Console._do_release", "release_tables", 'self.crew.ask("release_tables")', "discarded", {
    wait: false,
  }),
  site(
    CONSOLE,
    "Console._do_restore",
    "restore_tables",
    'slots = self.crew.ask("restore_tables", reply=True)',
    "bound",
  ),
  site(CONSOLE, "Console._load", "load_harmonics", 'self.crew.ask("load_harmonics", ports)', "discarded", {
    wait: false,
  }),
];

// ── replies: what is read, what is sent, and whether the two agree ───────────────────────────────────────────────

const PLANNER = "lodestar/planner.py";

const SETTLE = [
  { key: "heights", kind: "attribute", required: true, default: null, quote: "heights = table.heights" },
  { key: "row_of", kind: "method", required: true, default: null, quote: "row = table.row_of(port)" },
  { key: "rising", kind: "attribute", required: true, default: null, quote: "self.rising[port] = table.rising[row]" },
].map((read) => ({ ...read, path: PLANNER, function: "Planner.settle", object: "table" }));

/**
 * Reads at the head. `secondHand` is of the road by which a reply gets there: the planner's reads of `predict` are
 * reached twice, from the engine directly and from the relay's head over the line.
 */
export const HEAD_READS = [
  ...SETTLE.map((read) => ({ of: "predict", secondHand: "both" as const, ...read })),
  {
    of: "predict",
    key: "port_ids",
    kind: "attribute",
    required: true,
    default: null,
    path: RELAY,
    function: "RelayEngine._head_step",
    object: "table",
    quote: 'assert list(table.port_ids) == list(batch.port_ids), "the line lost a batch"',
    secondHand: "yes" as const,
  },
  ...SETTLE.map((read) => ({ of: "predict_night", secondHand: "no" as const, ...read })),
  key("get_capacity", "slots", null, "Engine.__init__", "capacity", 'slots = capacity["slots"]'),
  key("get_capacity", "tables", "{}", "Engine.__init__", "capacity", 'tables = capacity.get("tables", {})'),
  key(
    "get_capacity",
    "tables_per_port",
    "1",
    "Engine.__init__",
    "capacity",
    'per_port = capacity.get("tables_per_port", 1)',
  ),
  key(
    "get_capacity",
    "harmonics",
    null,
    "Engine.__init__",
    "capacity",
    'self.harmonics = HarmonicSet.from_wire(capacity["harmonics"])',
  ),
  key("collect_gauges", "late", "[]", "Engine.read_gauges", "readings", 'self.late += len(readings.get("late", []))'),
  key("collect_gauges", "ready", null, "Engine.read_gauges", "readings", 'ready = readings["ready"]'),
] as const;

function key(of: string, name: string, fallback: string | null, inside: string, object: string, quote: string) {
  const required = fallback === null;
  const where = { path: ENGINE, function: inside, object, quote };
  return { of, secondHand: "no" as const, key: name, kind: "key", required, default: fallback, ...where };
}

/** Looks like a read of a reply and is none: another object of the same key, or a hop by the method's name alone. */
export const NO_READS = [
  { path: PLANNER, quote: "for port in batch.port_ids:", why: "the batch's, which is asked for" },
  { path: RELAY, quote: "if len(batch.port_ids) == 0:", why: "the batch's" },
  {
    path: "lodestar/logbook.py",
    quote: 'return f"{page.hour:02}:00 {page.note}"',
    why: "Logbook.recv_table is no Transport's",
  },
] as const;

/** When a key was read and when it was sent. `last: null` holds at the head. `origin` inside the merge 13. */
export const KEY_SPANS = [
  { of: "get_capacity", key: "slots", side: "read", path: ENGINE, first: "06", last: null },
  { of: "get_capacity", key: "tables", side: "read", path: ENGINE, first: "06", last: null },
  { of: "get_capacity", key: "tables_per_port", side: "read", path: ENGINE, first: "06", last: null },
  { of: "get_capacity", key: "harmonics", side: "read", path: ENGINE, first: "21", last: null },
  { of: "get_capacity", key: "spare", side: "read", path: ENGINE, first: "21", last: "26" },
  { of: "predict", key: "heights", side: "read", path: PLANNER, first: "04", last: null },
  { of: "predict", key: "row_of", side: "read", path: PLANNER, first: "04", last: null },
  { of: "predict", key: "rising", side: "read", path: PLANNER, first: "16", last: null },
  // Gone from the planner with #23, back in the relay with #26: nobody reads it at 16 and 17.
  { of: "predict", key: "port_ids", side: "read", path: PLANNER, first: "04", last: "15" },
  { of: "predict", key: "port_ids", side: "read", path: RELAY, first: "18", last: null },
  { of: "collect_gauges", key: "ready", side: "read", path: ENGINE, first: "13", last: null, origin: "12a" },
  { of: "collect_gauges", key: "late", side: "read", path: ENGINE, first: "13", last: null, origin: "12a" },
  { of: "get_capacity", key: "slots", side: "produced", first: "06", last: null },
  { of: "get_capacity", key: "tables", side: "produced", first: "06", last: null },
  { of: "get_capacity", key: "tables_per_port", side: "produced", first: "06", last: null },
  { of: "get_capacity", key: "harmonics", side: "produced", first: "21", last: null },
  { of: "get_capacity", key: "spare", side: "produced", first: "21", last: "26" },
  { of: "predict", key: "port_ids", side: "produced", first: "04", last: null },
  { of: "predict", key: "heights", side: "produced", first: "04", last: null },
  { of: "predict", key: "row_of", side: "produced", first: "04", last: null },
  { of: "predict", key: "rising", side: "produced", first: "16", last: null },
  // Sent with every table, read by nobody, from its birth to the head.
  { of: "predict", key: "elapsed", side: "produced", first: "04", last: null },
  { of: "collect_gauges", key: "ready", side: "produced", first: "13", last: null, origin: "12a" },
  // Vanishes and returns; read all the while, and the default hid it.
  { of: "collect_gauges", key: "late", side: "produced", first: "13", last: "21", origin: "12a" },
  { of: "collect_gauges", key: "late", side: "produced", first: "30", last: null },
  { of: "end_trace", key: "trace_path", side: "produced", first: "08", last: null },
  { of: "end_trace", key: "batches", side: "produced", first: "08", last: null },
] as const;

/** The reply of get_capacity by class: an int, then three keys, then five, then four. `when` guards a return. */
export const CAPACITY = [
  { class: "Runner", first: "01", last: "05", shape: "value", keys: [], when: [], via: [] },
  {
    class: "Runner",
    first: "06",
    last: "20",
    shape: "keys",
    keys: ["slots", "tables", "tables_per_port"],
    when: [],
    via: [],
  },
  {
    class: "Runner",
    first: "21",
    last: "26",
    shape: "keys",
    keys: ["slots", "tables", "tables_per_port", "harmonics", "spare"],
    when: [],
    via: [],
  },
  {
    class: "Runner",
    first: "27",
    last: null,
    shape: "keys",
    keys: ["slots", "tables", "tables_per_port", "harmonics"],
    when: [],
    via: [],
  },
  {
    class: "NightRunner",
    first: "07",
    last: "20",
    shape: "keys",
    keys: ["slots"],
    when: ["self.ephemeris is None"],
    via: [],
  },
  {
    class: "NightRunner",
    first: "21",
    last: null,
    shape: "keys",
    keys: ["slots", "harmonics"],
    when: ["self.ephemeris is None"],
    via: [],
  },
] as const;

/** NightRunner has a second return, `super().get_capacity()`: since 07, always what Runner sends at that commit. */
export const CAPACITY_BY_SUPER = { class: "NightRunner", first: "07", via: ["super().get_capacity"] } as const;

/** Where a read and an answerer disagree, or would without the default. Where no stretch stands, they conform. */
export const CONFORMANCE = [
  stretch("get_capacity", "tables", "07", "08", "breach", "KeyError"),
  stretch("get_capacity", "tables_per_port", "07", "08", "breach", "KeyError"),
  stretch("get_capacity", "tables", "09", null, "defaulted", "{}"),
  stretch("get_capacity", "tables_per_port", "09", null, "defaulted", "1"),
  stretch("get_capacity", "spare", "21", "26", "defaulted", "0"),
  {
    of: "collect_gauges",
    class: "Runner",
    key: "late",
    first: "22",
    last: "29",
    status: "defaulted",
    detail: "[]",
    when: [],
  },
] as const;

function stretch(of: string, name: string, first: string, last: string | null, status: string, detail: string) {
  return { of, class: "NightRunner", key: name, first, last, status, detail, when: ["self.ephemeris is None"] };
}

/** A return at the head, but those of get_capacity. A method that only falls off its end has no quote. */
export const HEAD_PRODUCTS = [
  { of: "load_harmonics", class: "Runner", shape: "value", keys: [], when: [], quote: "return len(self.constants)" },
  {
    of: "predict",
    class: "Runner",
    shape: "object",
    keys: [],
    when: [],
    quote: "return TideTable(batch.port_ids, heights, rising, watch.stop())",
  },
  // `return True` and `return False` stand more than once in the file: found by their method.
  { of: "warm_up", class: "Runner", shape: "value", keys: [], when: [], quote: null },
  { of: "idle", class: "Runner", shape: "value", keys: [], when: [], quote: "return False" },
  // Parks its caller, though answered: a worker puts no None.
  { of: "drain", class: "Runner", shape: "none", keys: [], when: ["kept is None"], quote: "return None" },
  { of: "drain", class: "Runner", shape: "value", keys: [], when: [], quote: "return len(kept)" },
  {
    of: "calibrate",
    class: "Runner",
    shape: "items",
    keys: [],
    when: [],
    quote: "return watch.stop(), len(posted), rms",
  },
  {
    of: "collect_gauges",
    class: "Runner",
    shape: "keys",
    keys: ["ready", "late"],
    when: [],
    quote: 'return {"ready": ready, "late": late}',
  },
  { of: "post_gauges", class: "Runner", shape: "none", keys: [], when: [], quote: null },
  { of: "begin_trace", class: "Runner", shape: "value", keys: [], when: [], quote: null },
  {
    of: "end_trace",
    class: "Runner",
    shape: "keys",
    keys: ["trace_path", "batches"],
    when: [],
    quote: 'return {"trace_path": path, "batches": len(self.traced)}',
  },
  { of: "stop", class: "Runner", shape: "none", keys: [], when: [], quote: null },
  { of: "open_ephemeris", class: "NightRunner", shape: "value", keys: [], when: [], quote: "return name" },
  {
    of: "predict_night",
    class: "NightRunner",
    shape: "object",
    keys: [],
    when: [],
    quote: "return TideTable(batch.port_ids, heights, rising, 0.0)",
  },
  { of: "release_tables", class: "SurveyRunner", shape: "value", keys: [], when: [], quote: "return self.released" },
  {
    of: "restore_tables",
    class: "SurveyRunner",
    shape: "value",
    keys: [],
    when: [],
    quote: 'return self.get_capacity()["slots"]',
  },
  { of: "restore_tables", class: "SurveyRunner", shape: "value", keys: [], when: [], quote: "return 0" },
] as const;

/** Where the products of a class stand. */
export const PRODUCT_PATHS: Readonly<Record<string, string>> = {
  Runner: "lodestar/runner.py",
  NightRunner: "lodestar/night_runner.py",
  SurveyRunner: "lodestar/survey.py",
};

/** What a TideTable has at the head; `elapsed` is the one that nobody reads. */
export const TIDE_TABLE = {
  path: "lodestar/tables.py",
  attributes: ["elapsed", "heights", "port_ids", "rising"],
  methods: ["row_of"],
  unread: ["elapsed"],
} as const;

/** The nested contract, since 21. Its file has three classes with a `from_wire`, and this is the third. */
export const NESTED = {
  of: "get_capacity",
  key: "harmonics",
  target: "HarmonicSet.from_wire",
  path: "lodestar/wire.py",
  keys: ["constituents", "epoch"],
  exact: true,
  raises: ["TypeError", "ValueError"],
  first: "21",
  quote: 'expected = {"constituents", "epoch"}',
} as const;

// ── layer "command" ──────────────────────────────────────────────────────────────────────────────────────────────

/** Which commands are sent, which the chain answers, which the table answers; from that commit on. */
export const COMMANDS = [
  { from: "01", sent: [], chain: [], table: [] },
  {
    from: "08",
    sent: ["flush", "start_trace", "status", "stop_trace"],
    chain: ["flush", "start_trace", "status", "stop_trace"],
    table: [],
  },
  // Side by side for two commits: whoever reads the table alone reports flush and status as holes.
  {
    from: "23",
    sent: ["cancel", "flush", "start_trace", "status", "stop_trace"],
    chain: ["flush", "status"],
    table: ["cancel", "start_trace", "stop_trace"],
  },
  {
    from: "24",
    sent: ["cancel", "flush", "release", "restore", "start_trace", "status", "stop_trace"],
    chain: ["flush", "status"],
    table: ["cancel", "release", "restore", "start_trace", "stop_trace"],
  },
  {
    from: "25",
    sent: ["cancel", "flush", "release", "restore", "start_trace", "status", "stop_trace"],
    chain: [],
    table: ["cancel", "flush", "release", "reload", "restore", "start_trace", "status", "stop_trace"],
  },
] as const;

/** Handled and never sent, since its birth at 25. */
export const NEVER_SENT = ["reload"] as const;

/** Handlers that put no reply, by command. `start_trace` and `stop_trace` reply through `_trace` from 23 to 25. */
export const NEVER_REPLIES = { cancel: "Console._do_cancel" } as const;

/** cancel was waited for, 60 seconds and in vain, from 23 to 31. */
export const CANCEL_WAITED = { first: "23", last: "31" } as const;

/** The command sites at the head, all in client.py; each stands in `Client.` and a function. */
export const HEAD_COMMAND_SITES = [
  {
    name: "status",
    function: "Client.status",
    wait: true,
    timeout: 5,
    quote: 'return self.broadcast_command("status", timeout=5)',
  },
  { name: "flush", function: "Client.flush", wait: true, timeout: 60, quote: 'self.broadcast_command("flush")' },
  {
    name: "start_trace",
    function: "Client.start_trace",
    wait: true,
    timeout: 60,
    quote: 'return self.broadcast_command("start_trace", path)',
  },
  {
    name: "stop_trace",
    function: "Client.stop_trace",
    wait: true,
    timeout: 300,
    quote: 'return self.broadcast_command("stop_trace", timeout=300)',
  },
  {
    name: "cancel",
    function: "Client.cancel",
    wait: false,
    timeout: null,
    quote: 'self.broadcast_command("cancel", reply=False)',
  },
  {
    name: "release",
    function: "Client.release",
    wait: true,
    timeout: 60,
    quote: 'return self.broadcast_command("release")',
  },
  {
    name: "restore",
    function: "Client.restore",
    wait: true,
    timeout: 60,
    quote: 'return self.broadcast_command("restore")',
  },
] as const;

// ── prose at the head: for the audit ─────────────────────────────────────────────────────────────────────────────

/**
 * Citations at the head: where they stand, when they were written, what became of them. `broke` is the first commit at
 * which they were no longer right; `now` is where the meant code stands, by its first line and the number of its lines.
 */
export const CITATIONS = [
  cite(
    "docs/design.md",
    "lodestar/crew.py:10-17",
    "03",
    "holds",
    null,
    "lodestar/crew.py",
    "def ask(self, name, *args, reply=False, timeout=None):",
    8,
  ),
  cite(
    "docs/design.md",
    "worker.py:17-19",
    "03",
    "moved",
    "08",
    "lodestar/worker.py",
    "method = getattr(self.runner, name, None)",
    3,
  ),
  cite(
    "docs/design.md",
    "worker.py:21",
    "03",
    "moved",
    "08",
    "lodestar/worker.py",
    "if wanted and out is not None:",
    1,
  ),
  // #8 made the reply a dict: line and sentence fall together.
  cite(
    "docs/design.md",
    "engine.py:11",
    "03",
    "changed",
    "06",
    ENGINE,
    'capacity = self.crew.ask("get_capacity", reply=True)',
    1,
  ),
  cite("docs/design.md", "planner.py:19-25", "03", "moved", "06", PLANNER, "def next_batch(self, hour):", 7),
  cite(
    "docs/design.md",
    "planner.py:17-20",
    "03",
    "wrong-when-written",
    "03",
    PLANNER,
    "def settle(self, batch, table):",
    10,
  ),
  cite("docs/design.md", "harmonics.py:6-13", "03", "holds", null, "lodestar/harmonics.py", "CONSTITUENTS = {", 8),
  cite(
    "docs/design.md",
    "harmonics.py:25-31",
    "03",
    "past-end",
    "20",
    "lodestar/harmonics.py",
    "def height(constants, hour):",
    7,
  ),
  cite(
    "docs/design.md",
    "harmonics.py:34-36",
    "03",
    "past-end",
    "20",
    "lodestar/ports.py",
    "def constants_of(port):",
    3,
  ),
  cite("docs/design.md", "engine.py:34-51", "07", "moved", "08", NIGHT, "class NightEngine(Engine):", 18),
  cite(
    "docs/design.md",
    "almanac.py:11-13",
    "07",
    "missing",
    "31",
    "lodestar/night_runner.py",
    "def spring_factor(hour):",
    4,
  ),
  // #23 rewrote the end of the class, #38 renamed its file.
  cite("docs/design.md", "tides.py:4-17", "07", "missing", "16", "lodestar/tables.py", "class TideTable:", 18),
  cite(
    "docs/design.md",
    "config.py:20-21",
    "07",
    "moved",
    "15",
    "lodestar/config.py",
    "if self.night and self.runner == DEFAULT_RUNNER:",
    2,
  ),
  cite(
    "docs/design.md",
    "transport.py:19-23",
    "15",
    "holds",
    null,
    "lodestar/transport.py",
    "def send_table(self, table):",
    5,
  ),
  // The right-looking lines of the wrong function: `port_ids` there is the batch's.
  cite("docs/design.md", "relay_engine.py:31-34", "15", "wrong-when-written", "15", RELAY, null, 0),
  // One line short of the key it names.
  cite("docs/design.md", "engine.py:18-20", "21", "wrong-when-written", "21", ENGINE, 'slots = capacity["slots"]', 4),
  // The first from_wire of the file, and the sentence is about the third.
  cite("docs/design.md", "wire.py:10-13", "21", "wrong-when-written", "21", "lodestar/wire.py", null, 0),
  cite("docs/design.md", "console.py:7-16", "33", "holds", null, CONSOLE, "_COMMANDS = {", 10),
  cite(
    "docs/design.md",
    "console.py:46",
    "33",
    "holds",
    null,
    CONSOLE,
    'result = self.crew.ask("end_trace", reply=True)',
    1,
  ),
  cite("docs/design.md", "launch.py:28", "33", "holds", null, "lodestar/launch.py", "if config.night:", 1),
  // In a docstring and a comment.
  cite("lodestar/tables.py", "planner.py:29-34", "04", "changed", "06", PLANNER, "heights = table.heights", 8),
  cite(
    "lodestar/night_runner.py",
    "engine.py:17-18",
    "09",
    "moved",
    "13",
    ENGINE,
    'tables = capacity.get("tables", {})',
    2,
  ),
  cite("docs/charts.md", "ports.py:4-10", "35", "holds", null, "lodestar/ports.py", "PORTS = {", 7),
  // Read before the same commit put eight lines above it.
  cite(
    "docs/charts.md",
    "ports.py:18-20",
    "35",
    "wrong-when-written",
    "35",
    "lodestar/ports.py",
    "def nearest(port, ports):",
    3,
  ),
  cite("docs/charts.md", "config.py:27-28", "35", "changed", "36", "lodestar/config.py", null, 0),
  cite("docs/charts.md", "timing.py:6-14", "35", "moved", "36", "lodestar/timing.py", "class Stopwatch:", 9),
  cite("docs/charts.md", "timing.py:17-27", "35", "moved", "36", "lodestar/timing.py", "def timed(method):", 11),
  cite(
    "docs/rpc.md",
    "engine.py:66",
    "39",
    "holds",
    null,
    ENGINE,
    'seconds, gauges, rms = self.crew.ask("calibrate", day, reply=True)',
    1,
  ),
  cite("docs/rpc.md", "worker.py:24", "39", "holds", null, "lodestar/worker.py", "if wanted and out is not None:", 1),
  cite(
    "lodestar/watch/__init__.py",
    "engine.py:61",
    "39",
    "holds",
    null,
    ENGINE,
    'self.crew.ask("post_gauges", dict(ready))',
    1,
  ),
  cite("lodestar/watch/__init__.py", "engine.py:71", "39", "holds", null, ENGINE, 'self.crew.ask("stop")', 1),
] as const;

/** What is said of other trees and of older commits: never judged against what stands at the head. */
export const CITED_ELSEWHERE = [
  { doc: "docs/charts.md", text: "lodestar/harmonics.py#L34-L36", verdict: "historical", at: "03" },
  { doc: "docs/charts.md", text: "yearbook.py:112-130", verdict: "external", at: null },
] as const;

function cite(
  doc: string,
  text: string,
  born: string,
  verdict: string,
  broke: string | null,
  path: string,
  quote: string | null,
  lines: number,
) {
  return { doc, text, born, verdict, broke, now: quote === null ? null : { path, quote, lines } };
}

/** Sentences that count something: true from one commit to another, or never. `gone`: the sentence itself was removed. */
export const CLAIMS = [
  {
    doc: "docs/design.md",
    phrase: "There are six names and six sites",
    written: "03",
    trueFrom: "03",
    trueTo: "06",
    gone: "33",
  },
  {
    doc: "docs/design.md",
    phrase: "Four of the six have a caller that",
    written: "03",
    trueFrom: "03",
    trueTo: "04",
    gone: "33",
  },
  { doc: "docs/design.md", phrase: "the reply is an int", written: "03", trueFrom: "03", trueTo: "05", gone: null },
  {
    doc: "docs/design.md",
    phrase: "the sum of six constituents",
    written: "03",
    trueFrom: "03",
    trueTo: null,
    gone: null,
  },
  { doc: "docs/design.md", phrase: "asks for two names more", written: "07", trueFrom: "07", trueTo: null, gone: null },
  { doc: "docs/design.md", phrase: "a dict of five keys", written: "21", trueFrom: "21", trueTo: "26", gone: null },
  {
    doc: "docs/design.md",
    phrase: "Sixteen names are asked for, at 21 sites",
    written: "33",
    trueFrom: "33",
    trueTo: null,
    gone: null,
  },
  { doc: "docs/design.md", phrase: "answers twelve of them", written: "33", trueFrom: "33", trueTo: null, gone: null },
  {
    doc: "docs/design.md",
    phrase: "ten of the twelve have a caller that waits",
    written: "33",
    trueFrom: "33",
    trueTo: null,
    gone: null,
  },
  // Three; and its decorator changed in the very commit that says so.
  {
    doc: "docs/design.md",
    phrase: "`predict` is asked for at four sites",
    written: "33",
    trueFrom: null,
    trueTo: null,
    gone: null,
  },
  {
    doc: "docs/design.md",
    phrase: "`@timed` as `calibrate` is",
    written: "33",
    trueFrom: null,
    trueTo: null,
    gone: null,
  },
  {
    doc: "docs/design.md",
    phrase: "The console answers eight commands",
    written: "33",
    trueFrom: "33",
    trueTo: null,
    gone: null,
  },
  {
    doc: "README.md",
    phrase: "Twelve names are what a runner owes",
    written: "33",
    trueFrom: "33",
    trueTo: null,
    gone: null,
  },
  // The rule without a number: a reply of another shape raises, and nobody waits for two of the twelve.
  {
    doc: "docs/rpc.md",
    phrase: "a breached contract becomes a hang, not a traceback",
    written: "37",
    trueFrom: null,
    trueTo: null,
    gone: "39",
  },
  {
    doc: "lodestar/watch/__init__.py",
    phrase: "a caller that waits for ever rather than an error",
    written: "38",
    trueFrom: null,
    trueTo: null,
    gone: "39",
  },
  {
    doc: "docs/rpc.md",
    phrase: "Ten of the twelve have a caller that waits",
    written: "39",
    trueFrom: "39",
    trueTo: null,
    gone: null,
  },
  {
    doc: "lodestar/watch/__init__.py",
    phrase: "Two modules",
    written: "38",
    trueFrom: "38",
    trueTo: "42",
    gone: null,
  },
] as const;
