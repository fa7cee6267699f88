import { expect, test } from "vitest";
import { rowsOf } from "./rows.ts";

test("a line that fits stays as it is", () => {
  expect(rowsOf("  one  two\n\nthree", 20)).toBe("  one  two\n\nthree");
});

test("a sentence is broken between its words, and hangs", () => {
  expect(rowsOf("reeve: There is no run here yet.", 16)).toBe("reeve: There is\n  no run here\n  yet.");
});

test.each([
  ["the name of a task", "  cart  waits for your answer to q5", "  cart  waits for your\n        answer to q5"],
  ["a mark", "  | 1 × crash: it ended before it began", "  | 1 × crash: it ended\n    before it began"],
  ["the number of an option", "  1. resume: work on all the others", "  1. resume: work on all\n     the others"],
  ["the time", "00:09:34  design: is merged again", "00:09:34  design: is\n          merged again"],
])("what follows stands below the text beside %s", (_, line, rows) => {
  expect(rowsOf(line, 25)).toBe(rows);
});

test("where little room is left beside a name, what follows hangs by two", () => {
  expect(rowsOf("a-long-name  is merged again", 22)).toBe("a-long-name  is merged\n  again");
});

test("a word that is wider than the terminal stays whole, so that it can be copied", () => {
  expect(rowsOf("Open http://127.0.0.1:4000/#token now", 12)).toBe("Open\n  http://127.0.0.1:4000/#token\n  now");
});

test("letters of two columns count as two", () => {
  expect(rowsOf("你好你好 你好", 10)).toBe("你好你好\n  你好");
});
