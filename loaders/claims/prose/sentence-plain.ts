// Turns prose into the plain text that sentence patterns are matched against: white space folded, marks told apart from
// words, code and numbers marked where they begin and end; each character knows where it stood. It matches nothing.

import { codeSpansOf } from "../../syntax/code-spans.ts";
import { numbersIn } from "./numbers.ts";
import { MARK } from "./sentence-marks.ts";
import { emphasisOf, markupOf, type Replaced } from "./sentence-markup.ts";

/** A text made plain. For each of its characters: where what it stands for begins and ends in the text it was made of. */
export interface Plain {
  readonly text: string;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** A text with white space folded and nothing else. Linear in its length. */
export function foldedOf(text: string): Plain {
  const made = new Making(text);
  for (let at = 0; at < text.length; at++) made.take(at, true);
  return made.end();
}

/** A text made plain; `numbers`: with marks around them. Linear in its length. */
export function plainOf(text: string, numbers: boolean): Plain {
  const made = new Making(text);
  const spans = codeSpansOf(text);
  const isCode = new Uint8Array(text.length + 1);
  for (const { from, to } of spans) isCode.fill(1, from, to);
  const left = markupOf(text, spans, isCode);
  const underscores = emphasisOf(text, isCode);
  const marks = numbers ? numberMarks(text) : [];
  let [span, replaced, mark] = [0, 0, 0];
  const marksUpTo = (at: number): void => {
    while (mark < marks.length && marks[mark]!.at <= at) {
      made.put(marks[mark]!.mark, marks[mark]!.at, marks[mark]!.at);
      mark++;
    }
  };
  for (let at = 0; at < text.length; ) {
    const gone: Replaced | undefined = left[replaced];
    if (gone !== undefined && gone.from === at) {
      marksUpTo(at);
      if (gone.by !== "") made.put(gone.by, gone.from, gone.to);
      at = gone.to;
      replaced++;
      continue;
    }
    const code = spans[span];
    if (code !== undefined && at === code.from) {
      made.put(MARK.code, code.from, code.start);
      at = code.start;
    }
    if (code !== undefined && at === code.end) {
      marksUpTo(at);
      made.put(MARK.codeEnd, code.end, code.to);
      at = code.to;
      span++;
      continue;
    }
    marksUpTo(at);
    if (underscores[at] === 1) made.put(MARK.underscore, at, at + 1);
    else made.take(at, code !== undefined && at >= code.start);
    at++;
  }
  marksUpTo(text.length);
  return made.end();
}

interface Mark {
  readonly at: number;
  readonly mark: string;
}

function numberMarks(text: string): readonly Mark[] {
  return numbersIn(text).flatMap(({ from, to, kind, text: written }): Mark[] => {
    // The ends of a range are no numbers of anything.
    if (kind === "range") return [];
    if (kind === "ordinal")
      return [
        { at: from, mark: MARK.ordinal },
        { at: to, mark: MARK.ordinalEnd },
      ];
    const digits = /^([+−–-]?)(\d(?:[\d.,_\u00a0\u2009\u202f]*\d)?)/.exec(written);
    const sign = digits?.[1]?.length ?? 0;
    const end = digits === null || /^\s[a-z]/i.test(written.slice(digits[0].length)) ? to : from + digits[0].length;
    return [
      { at: from, mark: MARK.number },
      ...(sign > 0 ? [{ at: from + sign, mark: MARK.number }] : []),
      ...(end < to ? [{ at: end, mark: MARK.unit }] : []),
      { at: to, mark: MARK.numberEnd },
    ];
  });
}

const SAME: ReadonlyMap<string, string> = new Map(
  ["’'", "‘'", "‛'", "′'", '“"', '”"', '„"', '‟"', '«"', '»"', "‐-", "‑-"].map((pair) => [pair[0]!, pair[1]!]),
);

const SPACE = 32;

/** A plain text that is being made, in arrays of numbers: a passage may be a million characters long. */
class Making {
  readonly #text: string;
  #codes: Uint16Array;
  #from: Int32Array;
  #to: Int32Array;
  #length = 0;

  constructor(text: string) {
    this.#text = text;
    const capacity = text.length + 16;
    this.#codes = new Uint16Array(capacity);
    this.#from = new Int32Array(capacity);
    this.#to = new Int32Array(capacity);
  }

  put(character: string, from: number, to: number): void {
    this.#put(character.charCodeAt(0), from, to);
  }

  /** Takes a character over; `isVerbatim`: as it is written, save for white space. */
  take(at: number, isVerbatim: boolean): void {
    const code = this.#text.charCodeAt(at);
    if (code > SPACE && code < 127) this.#put(code, at, at + 1);
    else if (code === SPACE || /\s/.test(this.#text[at]!)) this.#space(at);
    else if (code >= 0xe000 && code <= 0xe0ff) this.#put(0xfffd, at, at + 1);
    else if (isVerbatim) this.#put(code, at, at + 1);
    else this.#takeOther(this.#text[at]!, at);
  }

  end(): Plain {
    let text = "";
    for (let at = 0; at < this.#length; at += 8192)
      text += String.fromCharCode(...this.#codes.subarray(at, Math.min(this.#length, at + 8192)));
    return { text, from: this.#from.subarray(0, this.#length), to: this.#to.subarray(0, this.#length) };
  }

  #put(code: number, from: number, to: number): void {
    if (code === SPACE && this.#codes[this.#length - 1] === SPACE) {
      this.#to[this.#length - 1] = to;
      return;
    }
    if (this.#length === this.#codes.length) this.#grow();
    this.#codes[this.#length] = code;
    this.#from[this.#length] = from;
    this.#to[this.#length] = to;
    this.#length++;
  }

  #grow(): void {
    const capacity = this.#length * 2;
    const grown = <Kind extends Uint16Array | Int32Array>(made: Kind, old: Kind): Kind => {
      made.set(old);
      return made;
    };
    this.#codes = grown(new Uint16Array(capacity), this.#codes);
    this.#from = grown(new Int32Array(capacity), this.#from);
    this.#to = grown(new Int32Array(capacity), this.#to);
  }

  #takeOther(character: string, at: number): void {
    // Soft hyphens, joiners and the like are not seen, and part no word.
    if (/[\u00ad\u200b-\u200d\u2060\ufeff]/.test(character)) return;
    const last = this.#length - 1;
    if (last >= 0 && /\p{M}/u.test(character)) {
      const composed = (String.fromCharCode(this.#codes[last]!) + character).normalize("NFC");
      if (composed.length === 1) {
        this.#codes[last] = composed.charCodeAt(0);
        this.#to[last] = at + 1;
        return;
      }
    }
    this.put(SAME.get(character) ?? character, at, at + 1);
  }

  #space(at: number): void {
    // Scripts without spaces have none where a line breaks, either.
    const isBreak =
      this.#text[at] === "\n" &&
      isSpaceless(this.#codes[this.#length - 1]) &&
      isSpaceless(this.#text.charCodeAt(at + 1));
    if (!isBreak) this.#put(SPACE, at, at + 1);
  }
}

/** Chinese and Japanese. */
function isSpaceless(code: number | undefined): boolean {
  return (
    code !== undefined &&
    ((code >= 0x2e80 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xff00 && code <= 0xffef))
  );
}
