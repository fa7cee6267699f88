/** Words of one meaning give one sign. */
import { expect, test } from "vitest";
import { complaintsIn } from "./complaints.ts";
import { signsIn } from "./concepts.ts";

test("what happened and to what, whatever the words", () => {
  for (const line of [
    "cannot open prices.csv: the file is missing",
    "Error opening file prices.csv",
    "archivo no existe",
  ])
    expect(signsIn(line)).toContain("is:absent file");
});

test("money and rates are told apart", () => {
  expect(signsIn("your credit balance is too low")).toContain("is:exhausted money");
  expect(signsIn("too many requests per minute")).toContain("is:exhausted quota");
});

test("where a line complains", () => {
  const line = "table orders does not exist";
  expect(complaintsIn(line).map(({ from, to, says }) => [line.slice(from, to), says])).toEqual([
    ["does not exist", "absent"],
  ]);
});
