// Says of a file's bytes whether it can cite anything at all, so that most files are never decoded. It errs on one side:
// a file with a citation is never turned away.

import { isKnownExtension } from "./citations-paths.ts";

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
const isLetter = (byte: number | undefined): boolean => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122;

/** Whether a citation may stand in these bytes: UTF-8, or ASCII with anything else. */
export function mayCite(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 58 && (numberAt(bytes, at + 1) || bytes[at + 1] === 58 || extensionBefore(bytes, at))) return true;
    if (byte === 35 && (bytes[at + 1] === 76 || bytes[at + 1] === 108 || bytes[at + 1] === 110)) return true;
    if (byte === 40 && isDigit(bytes[at + 1]) && isLetter(bytes[at - 1])) return true;
    if ((byte === 76 || byte === 108) && !isLetter(bytes[at - 1]) && lineWord(bytes, at)) return true;
  }
  return false;
}

/** `12`, `L12`, `~12`, `≈12`. */
function numberAt(bytes: Uint8Array, at: number): boolean {
  let next = at;
  if (bytes[next] === 126) next++;
  else if (bytes[next] === 0xe2) next += 3;
  if (bytes[next] === 126) next++;
  if (bytes[next] === 76 || bytes[next] === 108) next++;
  return isDigit(bytes[next]);
}

/** "line", "ln", "l. 12", "L12". */
function lineWord(bytes: Uint8Array, at: number): boolean {
  const [second, third, fourth] = [1, 2, 3].map((step) => (bytes[at + step] ?? 0) | 32);
  if (second === 105 && third === 110 && fourth === 101) return true;
  if (second === 110 || second === 46 || second === 108) return true;
  return isDigit(bytes[at + 1]);
}

/** Whether a known extension, or one of a path, stands before a colon: of `core.py: Class.method`. */
function extensionBefore(bytes: Uint8Array, colon: number): boolean {
  let end = colon;
  while (end > 0 && (bytes[end - 1] === 96 || bytes[end - 1] === 42 || bytes[end - 1] === 95)) end--;
  let start = end;
  while (start > 0 && end - start < 12 && (isLetter(bytes[start - 1]) || isDigit(bytes[start - 1]))) start--;
  if (start === end || bytes[start - 1] !== 46) return false;
  return isKnownExtension(String.fromCharCode(...bytes.subarray(start, end)).toLowerCase());
}
