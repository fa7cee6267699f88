import { expect, test } from "vitest";
import { rareWords } from "./rare-words.ts";

test("names of somebody's own are found in whatever sentence they stand", () => {
  expect(rareWords("configuration of module tariffkit: rounding must be up or down")).toContain("tariffkit");
  expect(rareWords("totals.go:14: TariffKit.Total(3) = 3, want 4")).toEqual(["tariffkit"]);
});

test("words that failures are told with, places and the command that was run are none", () => {
  expect(rareWords("error: cannot find the module, the test failed with an exception")).toEqual([]);
  expect(
    rareWords("`sh tariffkit.sh --tariffkit` ended with exit code 1.\n$ tariffkit --all\n  at tariffkit (a.js:1)"),
  ).toEqual([]);
  expect(rareWords("see src/tariffkit/index.ts:4:5, tariffkit.toml")).toEqual([]);
});

test("a long text costs no more than its beginning", () => {
  expect(
    rareWords(Array.from({ length: 10_000 }, (_, at) => `ownname${at}x ${"y".repeat(1_000)}`).join("\n")).length,
  ).toBe(40);
});
