import { expect, test } from "vitest";
import { addAll, largest } from "./long-lists.ts";

const MANY = Array.from({ length: 1_000_000 }, (_, at) => at);

test("a list of a million is added to another", () => {
  const list = [-1];
  addAll(list, MANY);
  expect([list.length, list.at(-1)]).toEqual([1_000_001, 999_999]);
});

test("the largest of a million is found, and the least where none is larger", () => {
  expect([largest(MANY, 0), largest([], 7), largest([1, 2], 7)]).toEqual([999_999, 7, 7]);
});
