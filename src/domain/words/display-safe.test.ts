/** What a person reads is what is there: nothing acts on the terminal, nothing hides, and nothing is hidden. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { displaySafe } from "./display-safe.ts";

test.each([
  ["colours", "\u001b[1;31mred\u001b[0m", "red"],
  ["a window title", "\u001b]0;title\u0007text", "text"],
  ["a link", "\u001b]8;;http://x\u001b\\here\u001b]8;;\u001b\\", "here"],
  ["a title without end, which is text", "\u001b]0;title", "0;title"],
  ["a title that ends lines later, which are there", "\u001b]0;a\nhidden?\nb\u0007c", "0;a\nhidden?\nbc"],
  ["a device string without end", "\u001bPone\ntwo", "one\ntwo"],
  ["a device string in eight bits without end", "\u0090one\ntwo\u009dthree", "one\ntwothree"],
  ["a sequence that breaks off", "\u001b[31\nnext \u001b[", "31\nnext "],
  ["cursor movement and clearing", "a\u001b[2J\u001b[10;20Hb", "ab"],
  ["carriage return and backspace", "secret\r\b\bshown", "secretshown"],
  ["eight-bit controls", "\u009b31mx\u0085", "x"],
  ["reversed and hidden writing", "a\u202eb\u2066c\u200bd\ufeff", "abcd"],
  ["marks of direction and isolates", "a\u200eb\u200fc\u061cd\u2067e\u2069", "abcde"],
  ["tags, which spell what no screen shows", "go\u{e0069}\u{e0067}\u{e006e}\u{e007f} on", "go on"],
  ["selectors that carry bytes", "a\ufe00\ufe01\u{e0100}\u{e01ef}b", "ab"],
  ["fillers and joiners between letters", "pa\u00adss\u034fwo\u200drd\u200c\u3164\u115f\uffa0", "password"],
  ["separators that are no line ends", "a\u2028b\u2029c", "abc"],
  ["tab and line feed, which stay", "a\tb\nc", "a\tb\nc"],
  ["text of any script", "é 日本 🎉", "é 日本 🎉"],
  ["emoji of several parts", "👩‍💻 ❤️ 1️⃣", "👩‍💻 ❤️ 1️⃣"],
  ["joiners where a script needs them", "می‌خواهم क्‍ष", "می‌خواهم क्‍ष"],
])("%s", (_what, text, shown) => {
  expect(displaySafe(text)).toBe(shown);
});

test("nothing that acts on a terminal is left of any text, and every line is", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u001b]", "\u001b[", "\u001bP", "\u009d", "\n", "\u0007", "\u001b\\", "\u{e0041}", "text"),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const shown = displaySafe(pieces.join(""));
      expect(shown).not.toMatch(/[\p{Cc}--[\t\n]]/v);
      expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e0fff}]/u);
      expect(shown.split("\n")).toHaveLength(pieces.join("").split("\n").length);
      expect(displaySafe(shown)).toBe(shown);
    }),
  );
});
