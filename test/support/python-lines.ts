// Makes random Python: statements, functions and classes nested in each other, with what looks like code and is none.

import { fc } from "./properties.ts";

const line = fc.constantFrom(
  "x = 1",
  "call(a,\n b)",
  "s = '''a\n  def no(): pass\n'''",
  "# comment",
  "",
  "return_ = [\n1]",
  "y = 'q' # note",
);
const { block } = fc.letrec<{ block: string[]; item: string[] }>((tie) => ({
  block: fc.array(tie("item"), { minLength: 1, maxLength: 4 }).map((items) => ["pass", ...items.flat()]),
  item: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    line.map((text) => (text.split("\n").length > 1 ? [text] : [text])),
    fc
      .record({
        head: fc.constantFrom(
          "def f(a,\n  b=1):",
          "class A(B):",
          "@deco\ndef g():",
          "if a:",
          "for x in y:",
          "with a as b:",
          "async def h():",
        ),
        body: tie("block"),
      })
      .map(({ head, body }) => [...head.split(/\n(?=def|class)/), ...body.map((text) => `    ${text}`)]),
  ),
}));

/** The lines of a module, at least one statement among them. */
export const pythonLines = block;
