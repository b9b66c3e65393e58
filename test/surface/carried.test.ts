import assert from "node:assert/strict";
import { test } from "node:test";
import { findCarried } from "../../loaders/surface/carried.ts";
import { treeOf } from "./trees.ts";

const LAYER = { name: "runner", carries: [{ class: "Job", by: "pickle" }] };

function carriedOf(source: string, by = "pickle") {
  return findCarried(treeOf({ "engine/job.py": source }), { ...LAYER, carries: [{ class: "Job", by }] });
}

function breaches(source: string): string[] {
  return carriedOf(source)
    .conformance.filter((each) => each.status === "breach")
    .map((each) => `${each.class} ${each.key} ${each.detail}`);
}

const MEMBERS = `
class Base:
    def __init__(self):
        self.id = 1

class Job(Base):
    unit = "s"
    def __init__(self, tokens):
        super().__init__()
        self.tokens = tokens
        self._done = 0
        self.first, self.last = tokens
    @property
    def done(self):
        return self._done
    @done.setter
    def done(self, value):
        self._done = value
    def mark(self):
        self.done = 3
        other.hidden = 4
`;

test("without a method of its own an object sends all its data attributes, its bases' too, and no property", () => {
  const { products, reads, conformance } = carriedOf(MEMBERS);
  assert.equal(products.length, 1);
  assert.deepEqual(products[0], {
    layer: "runner",
    of: "pickle:Job",
    class: "Job",
    path: "engine/job.py",
    line: 6,
    endLine: 6,
    function: "Job",
    shape: "object",
    type: "Job",
    keys: ["id", "tokens", "_done", "first", "last"],
    methods: [],
    open: false,
    when: [],
    via: [],
  });
  assert.deepEqual(reads, []);
  assert.deepEqual(conformance, []);
});

test("a key that is taken out under a guard makes two shapes", () => {
  const { products } = carriedOf(`${MEMBERS}
    def __getstate__(self):
        state = vars(self).copy()
        if self._done:
            state.pop("tokens")
        return state
`);
  assert.deepEqual(
    products.map((each) => [each.shape, each.keys.join(), each.when.join()]),
    [
      ["keys", "id,_done,first,last", "self._done"],
      ["keys", "id,tokens,_done,first,last", "not self._done"],
    ],
  );
});

test("a key that is put in under a condition or its opposite makes two shapes of the same size", () => {
  const { products } = carriedOf(`${MEMBERS}
    def __getstate__(self):
        state = {"id": self.id}
        if self._done == 0:
            state["tokens"] = self.tokens
        else:
            state["last"] = self.last
        return state
`);
  assert.deepEqual(
    products.map((each) => [each.keys.join(), each.when.join()]),
    [
      ["id,tokens", "self._done == 0"],
      ["id,last", "not (self._done == 0)"],
    ],
  );
});

const TUPLE = `
class Job:
    def __init__(self):
        self.id = self.size = self.tokens = self.last = 0
    def __getstate__(self):
        rest = self.tokens if self.size else self.last
        return (self.id, self.size, rest)
`;

test("a tuple names what stands where, and a slice and an item from the end are read as what they are", () => {
  const { products, reads, conformance } = carriedOf(`${TUPLE}
    def __setstate__(self, state):
        self.id, self.size = state[:-1]
        if self.size:
            self.tokens = state[-1]
        else:
            self.last = state[-1]
`);
  assert.deepEqual(
    products.map((each) => [each.shape, each.type, each.keys.join()]),
    [["items", "tuple of 3: id, size, tokens | last", "[0],[1],[2]"]],
  );
  assert.deepEqual(
    reads.map((each) => `${each.key} ${each.object} ${each.path}:${each.line} ${each.function}`),
    [
      "[0] self.id engine/job.py:10 Job.__setstate__",
      "[1] self.size engine/job.py:10 Job.__setstate__",
      "[2] self.tokens engine/job.py:12 Job.__setstate__",
      "[2] self.last engine/job.py:14 Job.__setstate__",
    ],
  );
  assert.deepEqual(
    conformance.map((each) => `${each.key} ${each.status}`),
    ["[0] conforms", "[1] conforms", "[2] conforms"],
  );
});

test("a tuple that is longer or shorter than its unpacking is a breach", () => {
  const takes = (targets: string) =>
    breaches(`${TUPLE}\n    def __setstate__(self, state):\n        ${targets} = state\n`);
  assert.deepEqual(takes("self.id, self.size, self.last"), []);
  assert.deepEqual(takes("self.id, self.size"), ["Job [2] ValueError"]);
  assert.deepEqual(takes("self.id, self.size, self.last, self.tokens"), ["Job [3] ValueError"]);
  assert.deepEqual(takes("self.id, *self.others"), []);
});

test("a tuple that no __setstate__ unpacks is a breach, a dictionary is not", () => {
  assert.deepEqual(breaches(TUPLE), ["Job __setstate__ UnpicklingError"]);
  assert.deepEqual(breaches(MEMBERS), []);
});

test("a key that __setstate__ asks of a dictionary that lacks it is a breach, or defaulted where a default is given", () => {
  const { conformance } = carriedOf(`
class Job:
    def __getstate__(self):
        return {"id": self.id, "spare": 1}
    def __setstate__(self, state):
        self.id = state["id"]
        self.size = state["size"]
        self.last = state.get("last", 0)
`);
  assert.deepEqual(
    conformance.map((each) => `${each.key} ${each.status} ${each.detail}`.trim()),
    ["id conforms", "size breach KeyError", "last defaulted 0", "spare unread"],
  );
});

test("a subclass is judged by what it sends itself, through super where it asks it", () => {
  const { products } = carriedOf(`
class Job:
    def __getstate__(self):
        return {"id": self.id}
class Long(Job):
    pass
class Night(Job):
    def __getstate__(self):
        state = super().__getstate__()
        state["hours"] = self.hours
        return state
`);
  assert.deepEqual(
    products.map((each) => `${each.class} ${each.function} ${each.keys.join()} ${each.via.join()}`.trim()),
    ["Job Job.__getstate__ id", "Long Job.__getstate__ id", "Night Night.__getstate__ id,hours super().__getstate__"],
  );
});

test("__reduce__ sends its arguments, or its state where it gives one", () => {
  const shape = (returned: string) =>
    carriedOf(`class Job:\n    def __reduce__(self):\n        return ${returned}\n`).products.map((each) => each.type);
  assert.deepEqual(shape("(Job, (self.id, self.size))"), ["tuple of 2: id, size"]);
  assert.deepEqual(shape('(Job, (), {"id": self.id})'), ["dict"]);
});

test("what is packed otherwise than by pickle sends the fields of its class", () => {
  const { products } = carriedOf(
    `@dataclass\nclass Job:\n    id: int\n    kind: ClassVar[str] = "job"\n    size: int = 0\n    def __getstate__(self):\n        return ()\n`,
    "msgpack",
  );
  assert.deepEqual(
    products.map((each) => `${each.of} ${each.keys.join()}`),
    ["msgpack:Job id,size"],
  );
});

test("a class that is not there sends nothing", () => {
  const { products, reads, conformance } = carriedOf("class Other:\n    pass\n");
  assert.deepEqual([products, reads, conformance], [[], [], []]);
});
