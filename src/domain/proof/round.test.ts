import { describe, expect, it } from "vitest";
import { deltaOf, deltaText, isConverging, isEndless, type Round, roundTable, saidFinding } from "./round.ts";

function round(by: Round["by"], ...keys: string[]): Round {
  return { attempt: "a.1", by, findings: keys.map((key) => ({ key, text: `about ${key}` })) };
}

describe("rounds of judgement", () => {
  it("tell what is new, still there, back again and gone, each judge against its own look before", () => {
    const rounds = [round("gates", "x", "y"), round("review", "r"), round("gates", "y", "z")];
    const delta = deltaOf(rounds, "gates", round("gates", "x", "z").findings);
    expect(deltaText(delta)).toBe("1 still there, 1 back again, 1 gone");
    expect(deltaText(deltaOf(rounds, "review", []))).toBe("1 gone");
    expect(deltaText(deltaOf(rounds, "coherence", round("coherence", "c").findings))).toBe("1 new");
  });

  it.each([
    ["fewer each time", [round("gates", "x", "y", "z"), round("gates", "x", "y"), round("gates", "x")], false],
    [
      "a judge who looks for the first time",
      [round("gates", "x"), round("review", "r"), round("coherence", "c")],
      false,
    ],
    ["two rounds", [round("gates", "x"), round("gates", "x")], false],
    ["the same again", [round("gates", "x"), round("gates", "x"), round("gates", "x")], true],
    ["always something else", [round("review", "r"), round("review", "s"), round("review", "t")], true],
    ["fewer, but one is new", [round("gates", "x"), round("gates", "x", "y"), round("gates", "z")], true],
    ["fewer, but one is back", [round("gates", "x"), round("gates", "y", "z"), round("gates", "x")], true],
    ["between two judges", [round("gates", "x"), round("review", "r"), round("gates", "x")], true],
  ])("%s", (_, rounds, isOver) => {
    expect(isEndless(rounds)).toBe(isOver);
  });

  it("do not count where all was gone in between", () => {
    expect(isEndless([round("gates", "x"), round("coherence"), round("gates", "x")])).toBe(false);
    expect(isConverging([])).toBe(true);
  });

  it("know a reviewer's finding again by most of its words", () => {
    const first = saidFinding("src/cart.py:12 total() ignores the discount of the customer.");
    const again = saidFinding("total() in src/cart.py still ignores the customer discount");
    const other = saidFinding("src/cart.py has no test for an empty cart at all");
    const rounds: Round[] = [{ attempt: "a.1", by: "review", findings: [first] }];
    expect(deltaText(deltaOf(rounds, "review", [again]))).toBe("1 still there");
    expect(deltaText(deltaOf(rounds, "review", [other]))).toBe("1 new, 1 gone");
  });

  it("are shown as a table: findings by round, and how much was changed by then", () => {
    const rounds = [
      { ...round("gates", "x", "y"), files: 2 },
      { ...round("gates", "y"), files: 5 },
      { ...round("review", "r") },
      { ...round("gates", "x"), files: 9 },
    ];
    expect(roundTable(rounds)).toEqual([
      "found in round  1 gates  2 gates  3 review  4 gates",
      "about x         new      gone     ·         back",
      "about y         new      again    ·         gone",
      "about r         ·        ·        new       ·",
      "files changed   2        5        ·         9",
    ]);
  });
});
