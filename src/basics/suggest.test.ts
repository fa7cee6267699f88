import fc from "fast-check";
import { expect, test } from "vitest";
import { createSuggest, editDistance } from "./suggest.ts";

test.each([
  ["dependson", "depends_on"],
  ["dependsOn", "depends_on"],
  ["Depends-On", "depends_on"],
  ["promtp", "prompt"],
  ["tilte", "title"],
  ["tsks", "tasks"],
])("%s may have meant %s", (wrong, meant) => {
  expect(createSuggest()(wrong, ["title", "prompt", "tasks", "depends_on"])).toBe(meant);
});

test.each(["colour", "x", "a-very-different-name", "t".repeat(1000)])("nothing is near %s", (wrong) => {
  expect(createSuggest()(wrong, ["title", "prompt", "tasks"])).toBeUndefined();
});

test("of two names the nearer is suggested, of equals the first", () => {
  const suggest = createSuggest();
  expect(suggest("build-3x", ["build-4", "build-3"])).toBe("build-3");
  expect(suggest("taskx", ["task1", "task2"])).toBe("task1");
});

test("a suggester stops looking after its share of work", () => {
  const suggest = createSuggest(3);
  expect(suggest("ab1", ["zzz", "ab2"])).toBe("ab2");
  expect(suggest("ab1", ["zzz", "ab2"])).toBeUndefined();
});

test("the distance is the textbook's, and gives up exactly beyond its bound", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 7 }), (a, b, max) => {
      const exact = textbookDistance(a, b);
      expect(editDistance(a, b, max)).toBe(exact <= max ? exact : undefined);
    }),
  );
});

/** The recursive definition: slow, and plain to see. */
function textbookDistance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  if (a.at(-1) === b.at(-1)) return textbookDistance(a.slice(0, -1), b.slice(0, -1));
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  const ways = [
    textbookDistance(a.slice(0, -1), b),
    textbookDistance(a, b.slice(0, -1)),
    textbookDistance(a.slice(0, -1), b.slice(0, -1)),
    ...(swapped ? [textbookDistance(a.slice(0, -2), b.slice(0, -2))] : []),
  ];
  return 1 + Math.min(...ways);
}
