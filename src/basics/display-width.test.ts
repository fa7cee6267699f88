import fc from "fast-check";
import { expect, test } from "vitest";
import { clip, widthOf } from "./display-width.ts";

test.each([
  ["plain", 5],
  ["a · b … c", 9],
  ["日本", 4],
  ["e\u0301", 1],
  ["👍🏽", 2],
  ["", 0],
])("%s takes %i columns", (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test("what is cut fits, and what fits is not cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, width) => {
      const cut = clip(text, width);
      expect(widthOf(cut)).toBeLessThanOrEqual(width);
      expect(cut === text).toBe(widthOf(text) <= width);
    }),
  );
});
