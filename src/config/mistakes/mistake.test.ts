import { expect, test } from "vitest";
import { formatMistake, type Mistake, quote, sortMistakes } from "./mistake.ts";

const mistake = (line: number, col: number, what = "is wrong"): Mistake => {
  return { file: "plan.yaml", line, col, what, hint: "mend it", severity: "error" };
};

test("a mistake reads as place, what is wrong, and what to do", () => {
  expect(formatMistake(mistake(3, 7))).toBe("plan.yaml:3:7 is wrong — mend it");
});

test("mistakes come in the order of the text, and none twice", () => {
  const sorted = sortMistakes([mistake(9, 1), mistake(2, 8), mistake(2, 3), mistake(9, 1), mistake(9, 1, "is odd")]);
  expect(sorted.map(({ line, col, what }) => [line, col, what])).toEqual([
    [2, 3, "is wrong"],
    [2, 8, "is wrong"],
    [9, 1, "is wrong"],
    [9, 1, "is odd"],
  ]);
});

test("quoted text is short and cannot act on a terminal", () => {
  expect(quote("plain")).toBe('"plain"');
  expect(quote("\u001b[2J\u009b1m\u202e")).toBe('"\\u001b[2J\\u009b1m\\u202e"');
  expect(quote("x".repeat(500)).length).toBeLessThan(70);
});
