/** Bytes of a file → text, or the mistake that names the first byte that is not UTF-8. Never guesses an encoding. */
import type { Mistake } from "../mistakes/mistake.ts";

export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly mistake: Mistake };

export function decodeUtf8(bytes: Uint8Array, file: string): Decoded {
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, mistake: firstBadByte(bytes, file) };
  }
}

function firstBadByte(bytes: Uint8Array, file: string): Mistake {
  let line = 1;
  let col = 1;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) break;
    const newline = bytes[at] === 0x0a;
    line += newline ? 1 : 0;
    // Columns count as everywhere else: a character outside the basic plane is two.
    col = newline ? 1 : col + (length === 4 ? 2 : 1);
    at += length;
  }
  const hex = (bytes[at] ?? 0).toString(16).padStart(2, "0");
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const hint = utf16
    ? "it looks like UTF-16: save it as UTF-8"
    : "save it as UTF-8 text, or check that this is the right file";
  return { file, line, col, what: `the byte 0x${hex} is not valid UTF-8`, hint, severity: "error" };
}

/** Well-formed sequences, RFC 3629: range of the first byte, range of the second, length. Later bytes are 80..BF. */
const SEQUENCES = [
  [0xc2, 0xdf, 0x80, 0xbf, 2],
  [0xe0, 0xe0, 0xa0, 0xbf, 3],
  [0xe1, 0xec, 0x80, 0xbf, 3],
  [0xed, 0xed, 0x80, 0x9f, 3],
  [0xee, 0xef, 0x80, 0xbf, 3],
  [0xf0, 0xf0, 0x90, 0xbf, 4],
  [0xf1, 0xf3, 0x80, 0xbf, 4],
  [0xf4, 0xf4, 0x80, 0x8f, 4],
] as const;

/** How many bytes the character at `at` takes; 0 where no valid one starts. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  for (const [firstMin, firstMax, secondMin, secondMax, length] of SEQUENCES) {
    if (first < firstMin || first > firstMax) continue;
    const second = bytes[at + 1] ?? 0;
    const rest = bytes.subarray(at + 2, at + length);
    const fits = second >= secondMin && second <= secondMax && rest.every((byte) => byte >= 0x80 && byte <= 0xbf);
    return fits && rest.length === length - 2 ? length : 0;
  }
  return 0;
}
