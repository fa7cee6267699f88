import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMistake } from "../mistakes/mistake.ts";
import { decodeUtf8 } from "./decode-utf8.ts";

const told = (bytes: readonly number[]): string => {
  const decoded = decodeUtf8(Uint8Array.from(bytes), "plan.yaml");
  return decoded.ok ? decoded.text : formatMistake(decoded.mistake);
};

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

test("text in UTF-8 is read as it is, a byte order mark included", () => {
  expect(told([0xef, 0xbb, 0xbf, ...ascii("a: "), 0xc3, 0xa9])).toBe("\uFEFFa: é");
});

test.each([
  ["a lone continuation byte", [...ascii("a: 1\nb: "), 0x80], 2, 4, "80"],
  ["Latin-1", [...ascii("ok\nna"), 0xef, ...ascii("ve")], 2, 3, "ef"],
  ["a character cut off at the end", [...ascii("x"), 0xe2, 0x82], 1, 2, "e2"],
  ["an overlong slash", [0xc0, 0xaf], 1, 1, "c0"],
  ["half of a surrogate pair", [0xed, 0xa0, 0x80], 1, 1, "ed"],
  ["beyond the last character", [0xf4, 0x90, 0x80, 0x80], 1, 1, "f4"],
  ["columns after wide characters", [0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xff], 1, 4, "ff"],
])("%s is refused at its place", (_name, bytes, line, col, hex) => {
  expect(told(bytes)).toBe(
    `plan.yaml:${line}:${col} the byte 0x${hex} is not valid UTF-8 — save it as UTF-8 text, or check that this is the right file`,
  );
});

test("UTF-16 is called by its name", () => {
  expect(told([0xff, 0xfe, 0x61, 0x00])).toBe(
    "plan.yaml:1:1 the byte 0xff is not valid UTF-8 — it looks like UTF-16: save it as UTF-8",
  );
});

test("any bytes decode or name a byte that is there", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const decoded = decodeUtf8(bytes, "f");
      const lines = new TextDecoder("latin1").decode(bytes).split("\n");
      if (decoded.ok) expect(new TextEncoder().encode(decoded.text)).toEqual(bytes);
      else expect(decoded.mistake.line).toBeLessThanOrEqual(lines.length);
    }),
  );
});
