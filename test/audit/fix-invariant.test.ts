// What every run of `fix` keeps: what it wrote is judged to hold, a second run has nothing to do, and nothing else of any
// document has changed. Over histories in several languages, made up from a few choices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { filler, GO, type Language, Module, PYTHON, type Routine, TYPESCRIPT } from "../support/audit-code.ts";
import { type FixJson, ROUTE, SETTLE } from "../support/fix.ts";
import { fc, runs } from "../support/properties.ts";
import { makeRepository } from "../support/repository.ts";
import { say } from "../support/stores.ts";

const LANGUAGES: readonly Language[] = [PYTHON, TYPESCRIPT, GO];

const SAYS: Readonly<Record<string, (id: string, at: string) => string>> = {
  "settle invoice": (id, at) => `A frozen ledger is refused by \`${id}\` (${at}) before it sums the postings.`,
  "route parcel": (id, at) => `\`${id}\` plans the route from the nearest depot and notifies the courier (${at}).`,
};

const FORMS: readonly ((path: string, range: string, name: string) => string)[] = [
  (path, range) => `${path}:${range}`,
  (path, range) => `\`${path}:${range}\``,
  (path, range) => `\`${path}#L${range.replace("-", "-L")}\``,
  (path, range) => `[\`${path}:${range}\`](../${path}#L${range.replace("-", "-L")})`,
  (_, range, name) => `\`${name}:${range}\``,
  (_, range, name) => `${name} lines ${range}`,
];

/** How the code changes: routines above, between, moved past each other, the file elsewhere. */
const history = fc.record({
  language: fc.constantFrom(...LANGUAGES),
  above: fc.integer({ min: 0, max: 4 }),
  between: fc.integer({ min: 0, max: 3 }),
  turned: fc.boolean(),
  renamed: fc.boolean(),
  citations: fc.array(
    fc.record({
      name: fc.constantFrom("settle invoice", "route parcel"),
      form: fc.nat({ max: FORMS.length - 1 }),
      layout: fc.constantFrom("paragraph", "item", "row", "quotation"),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  crlf: fc.boolean(),
  manner: fc.constantFrom("lines", "lines", "symbol"),
});

test("what was written holds, a second run does nothing, and nothing else changed", async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ language, above, between, turned, renamed, citations, crlf, manner }) => {
      const routines = (top: readonly Routine[], middle: readonly Routine[], swap: boolean) => [
        ...top,
        ...filler(0, 4),
        swap ? ROUTE : SETTLE,
        ...middle,
        ...filler(4, 3),
        swap ? SETTLE : ROUTE,
        ...filler(7, 2),
      ];
      const old = new Module(language, routines([], [], false));
      const now = new Module(language, routines(filler(12, above), filler(16, between), turned));
      const path = `src/engine.${language.extension}`;
      const text = citations
        .map(({ name, form, layout }) => {
          const sentence = SAYS[name]!(
            language.id(name),
            FORMS[form]!(path, old.range(name).join("-"), `engine.${language.extension}`),
          );
          if (layout === "item") return `- ${sentence}`;
          if (layout === "row") return `| what | says |\n|---|---|\n| it | ${sentence} |`;
          return layout === "quotation" ? `> ${sentence}` : sentence;
        })
        .join("\n\n");
      const doc = `# Guide\n\n${text}\n`.replaceAll("\n", crlf ? "\r\n" : "\n");
      const built = makeRepository([
        { files: { [path]: old.text, "docs/guide.md": doc }, message: "Start" },
        {
          files: renamed ? { [path]: null, [`core/motor.${language.extension}`]: now.text } : { [path]: now.text },
          message: "Move",
        },
      ]);
      try {
        const fix = async (...words: string[]) =>
          JSON.parse((await say("fix", "--json", "--repo", built.dir, "--as", manner, ...words)).out) as FixJson;
        const { edits } = await fix("--write");
        written += edits.length;
        assert.deepEqual((await fix()).edits, []);
        const { citations: after } = JSON.parse((await say("audit", "--json", "--repo", built.dir)).out) as {
          citations: {
            doc: string;
            line: number;
            path: string;
            start: number;
            end: number;
            symbol: string;
            verdict: string;
          }[];
        };
        for (const edit of edits) {
          const found = after.filter(
            ({ line, path: to, start, end, symbol }) =>
              line === edit.line &&
              to === edit.path &&
              (manner === "symbol" ? symbol === edit.symbol : start === edit.start && end === edit.end),
          );
          assert.ok(
            found.length > 0 && found.every(({ verdict }) => verdict === "holds"),
            JSON.stringify([edit, found]),
          );
        }
        const changed = new Set(edits.map(({ line }) => line));
        const diff = built
          .git("diff", "--no-color", "-U0")
          .split("\n")
          .filter((line) => /^[-+]/.test(line) && !/^(?:--- a|\+\+\+ b)\//.test(line));
        assert.equal(diff.length, 2 * changed.size);
        assert.ok(diff.every((line) => line.endsWith("\r") === crlf && !/^[-+]> /.test(line)));
      } finally {
        built.cleanup();
      }
    }),
    { numRuns: runs(25) },
  );
  assert.ok(written > 20, `only ${written} citations were written anew: these histories ask for too little`);
});
