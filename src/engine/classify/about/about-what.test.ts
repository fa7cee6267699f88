/** Which of the names in an output it is about, where no rule knows the sentence. */
import { describe, expect, test } from "vitest";
import { classify } from "../classify.ts";

describe("the name closest to the complaint, not the place where it was noticed", () => {
  test.each([
    ["quux: docs/intro.md: openFile: does not exist (No such file or directory)", "docs/intro.md"],
    [
      "open-input-file: cannot open input file\n  path: /srv/shop/prices.csv\n  system error: No such file or directory; errno=2",
      "prices.csv",
    ],
    ["app.q:3:8: cannot find module 'ledger' (looked in /usr/lib/q)", "ledger"],
  ])("%s", (text, subject) => {
    expect(classify({ text, exitCode: 1 }).subject).toBe(subject);
  });
});

test("a column belongs to the table that the query means by its short name", () => {
  const text =
    'ERROR 42703 (undefined_column) column o0.shipped_at does not exist\n\n    query: SELECT o0."id", o0."shipped_at" FROM "orders" AS o0';
  expect(classify({ text }).subject).toBe("orders.shipped_at");
});

test("what is not plainly named is told, and is not among the things by which causes meet", () => {
  const found = classify({ text: "something about flurb went wrong somewhere" });
  expect(found.entities.some(({ name }) => name === found.subject)).toBe(false);
});
