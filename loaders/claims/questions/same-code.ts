// The questions whether code is still the same: which pieces of a file have another syntax than at a revision, comments and
// docstrings aside. What the code does when it runs is not compared.

import type { CodeFile, Fact, FilesQuestion, Form, Pinned } from "../question.ts";
import { answerThings, tally } from "./code/question.ts";
import { syntaxOf } from "./code/syntax.ts";

type Pieces = NonNullable<ReturnType<typeof syntaxOf>>;

/** How a piece is called in which only the order of what stands in it is another. */
const ORDER = " (order)";

/** Pieces that differ between two versions, with the line of the later one, or of the earlier where it is gone. */
function differences(before: Pieces, after: Pieces): readonly { readonly name: string; readonly line: number }[] {
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.flatMap((name) => {
    const old = before.get(name);
    const now = after.get(name);
    const line = (now ?? old)!.line;
    if (old === undefined || now === undefined || old.syntax !== now.syntax) return [{ name, line }];
    const common = ({ order }: typeof old) => order.filter(([, each]) => before.has(each) && after.has(each)).join();
    return common(old) === common(now) ? [] : [{ name: `${name}${ORDER}`, line }];
  });
}

/** Changes of one file from the first version to the second; `now` is the file that is looked at. */
function changes(
  path: string,
  pinned: readonly Pinned[],
  versions: (file: CodeFile, pinned: readonly (Uint8Array | null)[]) => readonly (string | null)[],
): FilesQuestion {
  const of = `pieces of code in \`${path}\` that can be compared`;
  return {
    about: "files",
    wants: (each) => each === path,
    words: [],
    pinned,
    read: (file, bytes): readonly Fact[] => {
      const [before, after] = versions(file, bytes).map((text) => (text === null ? null : syntaxOf(path, text)));
      if (!before || !after) return [];
      const found = differences(before, after);
      return [
        tally(path, new Set([...before.keys(), ...after.keys()]).size),
        ...found.map(({ name, line }): Fact => ({ text: name, path, line })),
      ];
    },
    answer: (facts) => answerThings(facts, of),
  };
}

function textOf(bytes: Uint8Array | null | undefined): string | null {
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8") : null;
}

const UNIT = ["piece of code", "pieces of code"] as const;

export const SAME_CODE_FORMS: readonly Form[] = [
  {
    form: "code changes of PATH since REV",
    help: "functions, classes (without their methods) and `<module>` whose syntax is another than at the revision; comments, docstrings and layout aside",
    example: "code changes of lodestar/config.py since v0.4.0",
    unit: UNIT,
    make: ({ PATH = "", REV = "" }) =>
      changes(PATH, [{ revision: REV, path: PATH }], (file, [before]) => [textOf(before), file.text]),
  },
  {
    form: "code changes of PATH from REV to REV",
    help: "the same between two revisions; the file must still be there",
    example: "code changes of lodestar/timing.py from v0.3.0 to v0.4.0",
    unit: UNIT,
    make: ({ PATH = "", REV = "", REV2 = "" }) =>
      changes(
        PATH,
        [REV, REV2].map((revision) => ({ revision, path: PATH })),
        (_, [before, after]) => [textOf(before), textOf(after)],
      ),
  },
];
