/** What stays of a line, and which line tells. */
import { describe, expect, test } from "vitest";
import { skeletonOf, tellingLine } from "./skeleton.ts";

describe("what differs from one time to the next is no part of a line's skeleton", () => {
  test.each([
    ["step 12 of 40 was refused", "step 3 of 9 was refused"],
    ["commit 3f2a1c9d0 was refused", "commit 99aa77bb1 was refused"],
    ["2026-01-02T03:04:05.678Z worker refused", "2026-11-12T13:14:15Z worker refused"],
    ["'/srv/one/rates.csv' was refused", '"/opt/two/deep/rates.csv" was refused'],
    ["at 0x7ffc46505925 it was refused", "at 0x0 it was refused"],
    [
      "request 550e8400-e29b-41d4-a716-446655440000 was refused",
      "request 01234567-89ab-cdef-0123-456789abcdef was refused",
    ],
  ])("%s", (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  test("names stay", () => {
    expect(skeletonOf("the rates.csv was refused")).not.toBe(skeletonOf("the fees.csv was refused"));
  });
});

test("the telling line is the first that looks like an error and says something", () => {
  const text = [
    "> build",
    "compiling 14 files",
    "Error: the rates of tomorrow were refused",
    "Error: something else was refused by it",
  ];
  expect(tellingLine(text.join("\n"))?.line).toBe("Error: the rates of tomorrow were refused");
});

test.each([
  "Error: Process completed with exit code 1.",
  "npm ERR! code ELIFECYCLE\nnpm ERR! errno 1",
  "Tests: 3 failed, 40 passed, 43 total",
  "make: *** [all] Error 2",
  "Traceback (most recent call last):",
  "Error: Command failed: npm test",
  "Error: unknown error",
  "",
])("nothing tells in %j", (text) => {
  expect(tellingLine(text)).toBeNull();
});
