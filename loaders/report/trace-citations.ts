// Turns traced citations into text and into the events of a trace's JSON: written by, held until, broken by, now at.

import { momentOf, type Past } from "../audit/past.ts";
import type { State } from "../audit/states.ts";
import type { TracedCitation, TracedPlaces } from "../audit/trace.ts";
import { brokeWords, insteadOf, momentWords, VERDICTS } from "./audit/words.ts";
import { PLAIN, printable, type Style } from "./text.ts";
import type { Trace, TraceEvent } from "./trace.ts";

export function citationTrace(words: readonly string[], { citations, past, unknown }: TracedPlaces): Trace {
  return {
    schema: 1,
    words,
    events: citations.flatMap((each) => eventsOf(each, past)),
    unknown: unknown.map((word) => ({ word, near: [] })),
  };
}

/** `appeared`, then one `changed` or `moved` for each commit that changed what the citation is. Oldest first. */
function eventsOf({ finding, states }: TracedCitation, past: Past): readonly TraceEvent[] {
  const plain = { layer: null, of: finding.text, subject: "", origin: null, function: finding.symbol, returned: false };
  const born: TraceEvent | null =
    finding.born === null
      ? null
      : {
          ...plain,
          kind: "appeared",
          side: "cited",
          topic: "citation",
          commit: finding.born.commit,
          date: finding.born.date,
          pr: finding.born.pr,
          path: finding.doc,
          line: finding.line,
          floor: finding.born.floor,
          detail: VERDICTS[states[0]?.verdict ?? finding.verdict].label,
          commitSubject: "",
        };
  const later = states.slice(1).map((state): TraceEvent => {
    const { commit, date, pr } = momentAt(past, state);
    return {
      ...plain,
      kind: state.verdict === "moved" ? "moved" : "changed",
      side: "cited",
      topic: state.verdict,
      commit,
      date,
      pr,
      path: finding.path,
      line: state.start,
      floor: null,
      detail: placeWords(state),
      commitSubject: "",
    };
  });
  return born === null ? later : [born, ...later];
}

function momentAt(past: Past, { first }: State) {
  return momentOf(past, past.line[past.line.length - 1 - first]!);
}

function placeWords({ verdict, start, end }: State): string {
  const where = start === null ? "" : start === end ? ` at ${start}` : ` at ${start}-${end}`;
  return `${VERDICTS[verdict].label}${where}`;
}

/** A block a citation; of many moves the first and the last are told, and how many lie between. */
export function citationTraceText({ citations, past, unknown }: TracedPlaces, style: Style = PLAIN): string {
  const blocks = citations.map(({ finding, states }) => {
    const lines = [
      style.bold(printable(`${finding.text} in ${finding.doc}:${finding.line}`)),
      printable(`  “${finding.sentence}”`),
    ];
    if (finding.born !== null)
      lines.push(
        printable(
          `  written by ${momentWords(finding.born)}${finding.born.floor === null ? "" : ` (or before: ${finding.born.floor})`}`,
        ),
      );
    const holding = states[0]?.verdict === "holds" ? states[1] : undefined;
    if (holding !== undefined) lines.push(printable(`  held until ${momentWords(momentAt(past, holding))}`));
    const broke = brokeWords(finding);
    if (broke !== null) lines.push(printable(`  ${broke}`));
    const moves = states.slice(1).filter(({ verdict }) => verdict === "moved");
    if (moves.length > 1)
      lines.push(
        style.dim(
          `  moved ${moves.length} times: at ${moves
            .map(({ start }) => start)
            .slice(0, 12)
            .join(", ")}${moves.length > 12 ? ", …" : ""}`,
        ),
      );
    lines.push(printable(`  now: ${VERDICTS[finding.verdict].label}: ${finding.says}`));
    const instead = insteadOf(finding);
    if (instead !== null) lines.push(printable(`  write instead: ${instead.text} (${instead.strength})`));
    return lines.join("\n");
  });
  for (const word of unknown) blocks.push(`No citation stands at ${printable(word)}, and none cites it.`);
  return blocks.join("\n\n");
}
